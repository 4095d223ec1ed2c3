"""The programs of the fifth set: German forms and pages, and programs with English labels."""

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import Pages, system_python

HIER = Path(__file__).resolve().parent
PROGRAMME = HIER / "programs"
UNTERLAGEN = {
    "notizen.txt": "Milch holen\nBrief an Petra\nFenster putzen\n",
    "gruss.txt": "Hallo Petra,\nschöne Grüße aus Kiel.\n",
    "Rezepte/suppe.txt": "Lauch und Kartoffeln\n",
    "Musik/liste.txt": "leer\n",
}
ZELLEN = "Obst,Preis,Menge\nÄpfel,3,10\nBirnen,4,5\nKirschen,7,2\n"
BRIEF = "Einladung\nWir feiern am Sonntag im Garten.\nBitte bringt gute Laune mit.\n"
ZENITY = {
    "frage": ["--question", "--title=Sicherung", "--text=Soll die Sicherung jetzt beginnen?"],
    "knoepfe": [
        "--question", "--title=Änderungen", "--text=Der Plan wurde geändert.",
        "--ok-label=Übernehmen", "--cancel-label=Zurückstellen", "--extra-button=Vergleichen",
    ],
    "formular": [
        "--forms", "--title=Neuer Gast", "--text=Angaben zum Gast", "--add-entry=Vorname",
        "--add-entry=Herkunft", "--add-combo=Zimmer", "--combo-values=Einzel|Doppel|Familie",
    ],
    "liste": [
        "--list", "--radiolist", "--title=Getränk", "--text=Was darf es sein?", "--column=",
        "--column=Getränk", "TRUE", "Wasser", "FALSE", "Tee", "FALSE", "Saft",
    ],
    "regler": ["--scale", "--title=Heizung", "--text=Temperatur in Grad", "--value=18",
        "--max-value=30"],
}  # fmt: skip
OFFICE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" \
oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse">\
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse">\
<value>99.9</value></prop></item>
</oor:items>
"""


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def unterlagen(session):
    for name, text in UNTERLAGEN.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def real(*argv):
    def prepare(session, _start):
        unterlagen(session)
        return [part.replace("{documents}", str(session.documents)) for part in argv]

    return prepare


def eigenes(name, python):
    return lambda _session, start: [python, PROGRAMME / name, start]


def prepare_swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMME / "Kasse.java", start]


def prepare_chromium(session, start):
    session.pages = Pages(HIER / "pages")
    profile = session.scratch / "chromium" / "Default"
    profile.mkdir(parents=True)
    # It offers no translation: the people of this set read German.
    settings = {"translate": {"enabled": False}, "intl": {"selected_languages": "de"}}
    (profile / "Preferences").write_text(json.dumps(settings))
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1200,740",
        f"--user-data-dir={profile.parent}",
        f"http://127.0.0.1:{session.pages.server_port}/{start}.html",
    ]  # fmt: skip


def prepare_office(name, kind, text):
    def prepare(session, _start):
        profile = session.scratch / "office"
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(OFFICE)
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (Path(name).stem + (".csv" if kind == "ods" else ".txt"))
        source.write_text(text)
        into = ["--convert-to", kind, "--outdir", str(session.documents), str(source)]
        if kind == "ods":
            into.insert(0, "--infilter=CSV:44,34,76")
        else:
            into.insert(0, "--infilter=Text (encoded):UTF8")
            into.insert(0, "--writer")
        session.answer_of("soffice", option, "--headless", *into, seconds=120)
        source.unlink()
        accept = f"--accept=pipe,name={session.mark};urp"
        return ["soffice", option, "--norestore", "--nologo", accept, session.documents / name]

    return prepare


def prepare_zenity(_session, start):
    return ["zenity", *ZENITY[start]]


def read_state(session):
    try:
        return json.loads(session.state_file.read_text())
    except (OSError, ValueError):
        return {}


def read_page(session):
    titles = session.titles()
    return {**session.pages.last, "windows": len(titles)} if session.pages.last else {}


def read_desk(session):
    titles = session.titles()
    return {"titles": titles, "windows": len(titles), **session.files()}


def read_tree(*names):
    def read(session):
        state = read_desk(session)
        code, text = session.answer_of(system_python(), str(PROGRAMME / "blick.py"), *names)
        return {**state, **json.loads(text)} if state and code == 0 and text else {}

    return read


def read_mousepad(session):
    state = read_tree("mousepad")(session)
    schema = "org.xfce.mousepad.preferences.view"
    for key in ("show-line-numbers", "word-wrap"):
        code, value = session.answer_of("gsettings", "get", schema, key)
        if code:
            return {}
        state[key] = value.strip()
    return state


def read_office(session):
    code, text = session.answer_of(system_python(), str(PROGRAMME / "buero.py"), session.mark)
    titles = session.titles()
    state = {}
    with contextlib.suppress(ValueError):
        state = json.loads(text) if code == 0 else {}
    return {**state, "windows": len(titles)} if state and titles else {}


def read_zenity(session):
    code = session.program.poll()
    out = session.scratch / "out.txt"
    answer = out.read_text().strip() if out.exists() else ""
    return {"exit": code, "answer": answer} if code is not None or session.titles() else {}


PROGRAMS = {
    "werkstatt": Program(eigenes("werkstatt.py", sys.executable), read_state, "Radwerkstatt", ("Reiter",)),
    "garten": Program(eigenes("garten.py", system_python()), read_state, "Gartenplaner", ("Seite",)),
    "buecherei": Program(
        eigenes("buecherei.py", system_python()), read_state, "Stadtbücherei", ("Reiter",)
    ),
    "kasse": Program(prepare_swing, read_state, "Ladenkasse", ("Reiter",)),
    "seiten": Program(
        prepare_chromium, read_page, "Chromium", ("rollt *", "markiert")
    ),
    "mousepad": Program(
        real("mousepad", "notizen.txt"), read_mousepad, "Mousepad",
        ("titles", "texte", "reiter"),
    ),
    "kwrite": Program(real("kwrite", "notizen.txt"), read_desk, "notizen.txt", ("titles",)),
    "thunar": Program(real("thunar", "{documents}"), read_desk, "Documents"),
    "calc": Program(prepare_office("obst.ods", "ods", ZELLEN), read_office, "Calc"),
    "writer": Program(prepare_office("einladung.odt", "odt", BRIEF), read_office, "Writer"),
    "zeichen": Program(
        real("gucharmap"), read_tree("gucharmap"), "Character Map", ("titles",)
    ),
    "maus": Program(
        real("xfce4-mouse-settings"), read_tree("xfce4-mouse-settings"), "Mouse", ()
    ),
    "rechner": Program(real("mate-calc"), read_tree("mate-calc"), "Calculator", ("titles",)),
    "zenity": Program(prepare_zenity, read_zenity, ""),
}  # fmt: skip
