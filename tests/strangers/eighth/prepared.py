"""The programs of the eighth set, in German: how each is prepared, known to be up, and read."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import ROOT, Pages, system_python

FOLDER = Path(__file__).resolve().parent
PROGRAMS_DIR = FOLDER / "programs"
LOCALES = ROOT / "build" / "locale"
NOTE = "Donnerstag Elternabend\nFrau Seiler anrufen\nTurnbeutel mitgeben\nMilch und Brot kaufen\n"
DOCUMENTS = {
    "Rundschreiben.txt": "Liebe Nachbarn,\nam Samstag wird der Hof gekehrt.\n",
    "Einkauf.txt": "Kartoffeln\nZwiebeln\n",
    "Protokoll alt.txt": "Sitzung vom 3. Mai\n",
    "Rechnungen/Strom.txt": "88,40\n",
    "Rechnungen/Wasser.txt": "31,10\n",
    "Bilder/Hinweis.txt": "Hier kommen die Fotos hin.\n",
    "Verein/Satzung.txt": "§ 1 Name und Sitz\n",
}
CELLS = (
    "Artikel,Menge,Einheit,Lieferant\nMehl,25,kg,Mühle Rapp\nZucker,10,kg,Südland\n"
    "Hefe,40,Würfel,Kranz\nMandeln,3,kg,Südland\nRosinen,5,kg,Import Beer\n"
)
PARAGRAPHS = (
    "Wanderung zum Hexenstein\nWir treffen uns um neun Uhr am Bahnhof.\n"
    "Bitte feste Schuhe mitbringen.\nDie Rückkehr ist gegen fünf geplant.\n"
)
ZENITY = {
    "abfrage": ["--entry", "--title=Inventarnummer", "--text=Welche Nummer steht auf dem Gerät?"],
    "frage": [
        "--question", "--title=Sicherung", "--text=Die letzte Sicherung ist neun Tage alt.\nJetzt sichern?",
        "--ok-label=Jetzt sichern", "--cancel-label=Später", "--extra-button=Zeitplan ansehen",
    ],
    "formular": [
        "--forms", "--title=Besucher", "--text=Besucher anmelden", "--separator=|",
        "--add-entry=Name", "--add-entry=Firma", "--add-entry=Kfz-Kennzeichen",
    ],
    "regler": [
        "--scale", "--title=Bildschirm", "--text=Helligkeit in Prozent", "--value=60",
        "--min-value=0", "--max-value=100", "--step=5",
    ],
    "liste": [
        "--list", "--title=Drucker", "--text=Auf welchem Gerät soll gedruckt werden?",
        "--column=Drucker", "--column=Standort", "Lauretta", "Empfang", "Grauer Riese", "Keller",
        "Farbklecks", "Grafik", "--height=300",
    ],
    "haken": [
        "--list", "--checklist", "--title=Wochenplan", "--separator=|", "--column=Erledigt",
        "--column=Aufgabe", "FALSE", "Blumen gießen", "FALSE", "Papier holen", "TRUE",
        "Post verteilen", "FALSE", "Kaffee bestellen", "--height=300",
    ],
}  # fmt: skip
OFFICE_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" \
oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse">\
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse">\
<value>99.9</value></prop></item>
<item oor:path="/org.openoffice.Office.Linguistic/General"><prop oor:name="UILocale" oor:op="fuse">\
<value>de</value></prop></item>
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooLocale" oor:op="fuse">\
<value>de</value></prop></item>
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">\
<value>de-DE</value></prop></item>
</oor:items>
"""


def german(session):
    """The session speaks German; the locale is made here where the machine lacks it."""
    session.env |= {"LANG": "de_DE.UTF-8", "LANGUAGE": "de"}
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    if "de_DE.utf8" not in known.split():
        made = LOCALES / "de_DE.UTF-8"
        if not made.exists():
            LOCALES.mkdir(parents=True, exist_ok=True)
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", str(made)], check=False)
        session.env["LOCPATH"] = str(LOCALES)


def write_documents(session):
    for name, text in DOCUMENTS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def own(python, name):
    def prepare(session, start):
        german(session)
        return [python, PROGRAMS_DIR / name, start]

    return prepare


def prepare_swing(session, start):
    german(session)
    source = PROGRAMS_DIR / "Volkshochschule.java"
    return ["java", f"-Duser.home={session.home}", "-Dfile.encoding=UTF-8", source, start]


def prepare_pages(session, start):
    german(session)
    session.pages = Pages(FOLDER / "pages")
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1240,760",
        "--disable-features=Translate", "--lang=de",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def prepare_office(name, kind, text):
    """Turn the text into a document of the office program, then open that."""

    def prepare(session, _start):
        german(session)
        profile = session.scratch / "office"
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(OFFICE_SETTINGS)
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (Path(name).stem + (".csv" if kind == "ods" else ".txt"))
        source.write_text(text)
        filters = (
            ["--infilter=Text - txt - csv (StarCalc):44,34,76"]
            if kind == "ods"
            else ["--infilter=Text (encoded):UTF8"]
        )
        session.answer_of(
            "soffice", option, "--headless", *filters, "--convert-to", kind, "--outdir",
            str(session.documents), str(source), seconds=120,
        )  # fmt: skip
        source.unlink()
        accept = f"--accept=pipe,name={session.mark};urp"
        return ["soffice", option, "--norestore", "--nologo", accept, session.documents / name]

    return prepare


def prepare_editor(session, _start):
    german(session)
    (session.documents / "Merkzettel.txt").write_text(NOTE)
    return ["mousepad", session.documents / "Merkzettel.txt"]


def prepare_files(session, _start):
    german(session)
    write_documents(session)
    return ["thunar", session.documents]


def prepare_calculator(session, _start):
    german(session)
    return ["mate-calc"]


def prepare_zenity(session, start):
    german(session)
    return ["zenity", *ZENITY[start]]


def read_state(session):
    try:
        return json.loads(session.state_file.read_text())
    except (OSError, ValueError):
        return {}


def read_page(session):
    titles = session.titles()
    return {**session.pages.last, "titles": titles} if session.pages.last else {}


def read_desk(session):
    titles = session.titles()
    return {"titles": titles, "windows": len(titles), **session.files()}


def read_tree(name):
    def read(session):
        state = read_desk(session)
        code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "reader.py"), name)
        tree = json.loads(text) if code == 0 and text else {}
        return {**state, **tree} if tree else {}

    return read


def read_office(session):
    code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "office.py"), session.mark)
    titles = session.titles()
    state = json.loads(text) if code == 0 and text else {}
    return {**state, "titles": titles, "windows": len(titles)} if state and titles else {}


def read_zenity(session):
    code = session.program.poll()
    out = session.scratch / "out.txt"
    answer = out.read_text().strip() if out.exists() else ""
    up = code is not None or session.titles()
    return {"exit": code, "answer": answer} if up else {}


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


PROGRAMS = {
    "seiten": Program(
        prepare_pages, read_page, "Chromium", ("offen*", "* markiert", "titles", "scrolled")
    ),
    "werkstatt": Program(
        own(sys.executable, "werkstatt.py"), read_state, "Auftragsannahme", ("offen*",)
    ),
    "pension": Program(
        own(system_python(), "pension.py"), read_state, "Zimmerverwaltung", ("offen*",)
    ),
    "imkerei": Program(
        own(system_python(), "imkerei.py"), read_state, "Stockkarte", ("offen*", "zeile")
    ),
    "volkshochschule": Program(prepare_swing, read_state, "Kursverwaltung", ("offen*",)),
    "merkzettel": Program(
        prepare_editor, read_tree("mousepad"), "Merkzettel", ("titles", "markiert")
    ),
    "dateien": Program(prepare_files, read_desk, "Thunar", ("titles",)),
    "tabelle": Program(
        prepare_office("Backstube.ods", "ods", CELLS), read_office, "Calc",
        ("selection", "titles"),
    ),
    "schreiben": Program(
        prepare_office("Wanderung.odt", "odt", PARAGRAPHS), read_office, "Writer",
        ("selection", "titles"),
    ),
    "rechner": Program(prepare_calculator, read_tree("mate-calc"), "", ("titles",)),
    "dialog": Program(prepare_zenity, read_zenity, ""),
}  # fmt: skip
