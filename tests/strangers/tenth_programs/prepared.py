"""The programs of the tenth set: how each is prepared, known to be up, and read."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import system_python

PROGRAMS_DIR = Path(__file__).resolve().parent / "programs"
FILES = {
    "Lost property.txt": "Black umbrella, tram 4\nChild's glove\nKeys with a red tag\n",
    "minutes draft.txt": "Present: Hollis, Amara, Wim\nThe budget was discussed.\n",
    "Rota.csv": "Mon,Wim\nTue,Amara\nWed,Hollis\n",
    "Contracts/caretaker.txt": "Signed in 2019.\n",
    "Contracts/window cleaning.txt": "Every second month.\n",
    "Pictures/readme.txt": "No pictures yet.\n",
    "To sort/fax 12.txt": "unreadable\n",
    "To sort/fax 13.txt": "order of chairs\n",
}
EDITOR = {
    "signs": {
        "signs.txt": "Lift out of order\nPlease use the stairs\nThe café opens at nine\nNo bicycles in the hall\n",
    },
    "two": {
        "hall.txt": "Chairs: 80\nTables: 12\nStage: yes\n",
        "kitchen.txt": "Cups: 120\nPlates: 95\nKettle: broken\n",
    },
}
SHEETS = {
    "hire": "Bike,Borrower,Days,Price\nRed tandem,Selma,3,45\nCargo bike,Jonas,1,20\nChild's bike,Ebbe,7,35\n"
    "Old roadster,Vilma,2,16\n",
    "rooms": "Room,Floor,Seats,Projector\nLinden,1,12,yes\nBirch,1,30,no\nOak,2,8,yes\n",
}
LETTERS = {
    "notice": "Water shut off\nOn Thursday the water is shut off from 9 to 12.\nPlease fill a bucket.\n"
    "The house management\n",
    "programme": "Neighbourhood day\nFlea market\nPuppet theatre\nBarbecue in the yard\nBring your own plates.\n",
}
NOTEBOOK = {
    "Home": "====== Home ======\n\nWelcome to the book of the cycling club.\nThe shed is open on Saturdays.\n",
    "Tours": "====== Tours ======\n\nLake tour on 7 June.\nHill tour on 12 July.\n",
    "Tours/Lake_tour": "====== Lake tour ======\n\n[ ] order sandwiches\n[ ] call the ferry\n[*] print the map\n",
    "Tours/Hill_tour": "====== Hill tour ======\n\nMeet at the mill.\n",
    "Members": "====== Members ======\n\nTove\nLasse\nMiro\n",
}
OFFICE_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
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


def write_files(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def own_python(name):
    return lambda _session, start: [system_python(), PROGRAMS_DIR / name, *start.split(", ")]


def own_qt(name):
    return lambda _session, start: [sys.executable, PROGRAMS_DIR / name, start]


def prepare_swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / "PermitDesk.java", start]


def prepare_editor(session, start):
    write_files(session.documents, EDITOR[start])
    return ["pluma", *EDITOR[start]]


def prepare_files(session, start):
    write_files(session.documents, FILES)
    return ["thunar", session.documents / start]


def prepare_sum(session, start):
    session.answer_of("gsettings", "set", "org.mate.calc", "button-mode", start)
    return ["mate-calc"]


def prepare_notes(session, start):
    book = session.documents / "Cycling"
    head = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\nCreation-Date: 2026-01-05T10:00:00+01:00\n\n"
    write_files(book, {name + ".txt": head + text for name, text in NOTEBOOK.items()})
    write_files(
        book,
        {"notebook.zim": "[Notebook]\nname=Cycling club\nversion=0.4\nhome=Home\nshared=True\n"},
    )
    write_files(
        session.home / ".config/zim", {"preferences.conf": "[GtkInterface]\nautosave_timeout=1\n"}
    )
    return ["zim", "--standalone", book, start]


def prepare_office(kind, texts):
    """Turn the text into a document of the office program, then open that."""

    def prepare(session, start):
        profile = session.scratch / "office"
        write_files(profile / "user", {"registrymodifications.xcu": OFFICE_SETTINGS})
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (start + (".csv" if kind == "ods" else ".txt"))
        source.write_text(texts[start], encoding="utf-8")
        more = (
            ["--infilter=Text (encoded):UTF8"] if kind == "odt" else ["--infilter=CSV:44,34,76,1"]
        )
        session.answer_of(
            "soffice", option, "--headless", *more, "--convert-to", kind, "--outdir",
            str(session.documents), str(source), seconds=120,
        )  # fmt: skip
        source.unlink()
        accept = f"--accept=pipe,name={session.mark};urp"
        return [
            "soffice",
            option,
            "--norestore",
            "--nologo",
            accept,
            source.with_suffix("." + kind),
        ]

    return prepare


def read_state(session):
    try:
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def read_tree(*names):
    def read(session):
        titles = session.titles()
        if not titles:
            return {}
        code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "reader.py"), *names)
        if code or not text:
            return {}
        files = {k: v for k, v in session.files().items() if not k.startswith("file:Cycling/.zim")}
        return {"titles": titles, "windows": len(titles), **files, **json.loads(text)}

    return read


def read_files(session):
    """What `read_tree` gives, and how the file manager shows a folder."""
    state = read_tree("thunar", "Thunar")(session)
    if not state:
        return {}
    kept = {"view": "", "hidden": "false", "order": "", "direction": ""}
    lines = session.answer_of("xfconf-query", "-c", "thunar", "-lv")[1].splitlines()
    known = dict(line.split(None, 1) for line in lines if len(line.split(None, 1)) == 2)
    for name, key in (
        ("view", "/last-view"),
        ("hidden", "/last-show-hidden"),
        ("order", "/last-sort-column"),
        ("direction", "/last-sort-order"),
    ):
        kept[name] = known.get(key, kept[name]).strip()
    return state | kept


def read_office(session):
    code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "office.py"), session.mark)
    titles = session.titles()
    state = json.loads(text) if code == 0 and text else {}
    return {**state, "titles": titles, "windows": len(titles)} if state and titles else {}


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


PROGRAMS = {
    "tour": Program(own_qt("qt_tour.py"), read_state, "Tour Planner", ("selected", "piece")),
    "bakery": Program(own_qt("qt_bakery.py"), read_state, "Backstube", ()),
    "library": Program(own_python("gtk_library.py"), read_state, "Town Library", ("loan",)),
    "ferry": Program(own_python("gtk_ferry.py"), read_state, "Ferry Desk", ("chosen", "route")),
    "garden": Program(own_python("tk_garden.py"), read_state, "Allotment Register", ("chosen",)),
    "museum": Program(own_python("tk_museum.py"), read_state, "Village Museum", ("thing", "scrolled", "at end")),
    "permits": Program(prepare_swing, read_state, "Permit Desk", ("cases", "archive")),
    "editor": Program(prepare_editor, read_tree("pluma", "org.mate.pluma"), "Pluma", ("titles", "tops", "texts", "tabs", "checked", "combos")),
    "files": Program(prepare_files, read_files, "Thunar", ("titles", "tops", "texts", "checked", "view", "order", "direction")),
    "sum": Program(prepare_sum, read_tree("mate-calc", "org.mate.calc"), "Calculator", ("titles", "tops", "checked")),
    "notes": Program(prepare_notes, read_tree("zim", "Zim"), "Cycling club", ("titles", "tops", "texts", "checked", "tabs", "file:Cycling/notebook.zim")),
    "sheet": Program(
        prepare_office("ods", SHEETS), read_office, "Calc", ("selection", "titles")
    ),
    "letter": Program(
        prepare_office("odt", LETTERS), read_office, "Writer", ("selection", "titles")
    ),
}  # fmt: skip
