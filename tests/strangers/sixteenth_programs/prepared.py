"""The programs of the set: how each is prepared, and how its state is read."""

import contextlib
import json
import re
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from tests.strangers.session import WIDGETS, system_python

OWN = Path(__file__).resolve().parent / "programs"

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
NAMES = 'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" ' + " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for short, long in (
        ("office", "office"),
        ("table", "table"),
        ("text", "text"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)
ITEM = (
    '<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
    "<value>{value}</value></prop></item>"
)
PROFILE = (
    f'{HEAD}<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
    ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
    + "".join(
        ITEM.format(path=path, name=name, value=value)
        for path, name, value in (
            ("Office.Common/Misc", "FirstRun", "false"),
            ("Office.Common/Misc", "ShowTipOfTheDay", "false"),
            ("Office.Common/Misc", "CrashReport", "false"),
            ("Office.Common/Security/Scripting", "MacroSecurityLevel", "0"),
            ("Setup/Product", "ooSetupLastVersion", "99.9"),
            ("Setup/Office", "ooSetupInstCompleted", "true"),
        )
    )
    + "</oor:items>"
)
LIBRARIES = (
    f"{HEAD}"
    '<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">'
    '<library:libraries xmlns:library="http://openoffice.org/2000/library"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard"'
    ' xlink:href="$(USER)/basic/Standard/{kind}.xlb/" xlink:type="simple" library:link="false"/>'
    "</library:libraries>"
)
LIBRARY = (
    f"{HEAD}"
    '<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">'
    '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"'
    ' library:readonly="false" library:passwordprotected="false">{elements}</library:library>'
)
COSTS = [
    ["What", "Street", "Needed", "Each", "Total"],
    ["Benches", "Oak Street", 24, 6, "=C2*D2"],
    ["Tents", "Oak Street", 5, 40, "=C3*D3"],
    ["Fairy lights", "Elm Lane", 12, 9, "=C4*D4"],
    ["Grill", "Elm Lane", 2, 35, "=C5*D5"],
    ["Bouncy castle", "Church Square", 1, 180, "=C6*D6"],
    ["Paper plates", "Church Square", 300, 1, "=C7*D7"],
]
HELPERS = [
    ["Helper", "Job", "From"],
    ["Rosa", "Cake table", "14:00"],
    ["Yusuf", "Grill", "17:00"],
    ["Bettina", "Music", "18:00"],
    ["Colin", "Clearing up", "22:00"],
]
WALK = """Dear neighbours,

our spring walk is on Thursday at ten.
We meet at the old water tower.
If it rains on Thursday, we go to the pottery instead.
Lunch is at the Golden Carp.

Anna Whitlock"""
SHOPPING = """bread rolls
two lemons
candles
"""
FAIR = {
    "Posters/poster front.txt": "Summer fair, 4 July\n",
    "Posters/poster back.txt": "Music, cake, raffle\n",
    "Archive": None,
    "Band and music": None,
    "stalls.txt": "1 honey\n2 baskets\n3 toys\n",
    "helpers.txt": "Rosa\nYusuf\nColin\n",
    "old prices.txt": "cake 1.50\n",
    "raffle.txt": "first prize: a ham\n",
    ".draft notes.txt": "ask the mayor\n",
}


@dataclass(frozen=True)
class Program:
    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def written(session):
    """The state that a program of this set has written."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    return {}


def own(name, title, python=system_python, lenient=(), folder=OWN):
    """Return a program of a set's own, which imports what sets share."""

    def prepare(_session, start):
        return ["env", f"PYTHONPATH={WIDGETS}", python(), folder / name, start]

    return Program(prepare, written, title, tuple(lenient))


def tree(session, *names):
    """What the accessibility tree shows of the programs with these names."""
    said = session.answer_of(system_python(), str(OWN / "reader.py"), *names, seconds=40)[1]
    with contextlib.suppress(ValueError):
        return json.loads(said)
    return {}


def put(session, files):
    for name, text in files.items():
        path = session.documents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.mkdir(exist_ok=True)
        else:
            path.write_text(text, encoding="utf-8")


def reference(found):
    first, last = found.groups()
    return f"[.{first}:.{last}]" if last else f"[.{first}]"


def cell(value):
    if isinstance(value, int):
        kind = f'office:value-type="float" office:value="{value}"'
        return f"<table:table-cell {kind}><text:p>{value}</text:p></table:table-cell>"
    if value.startswith("="):
        formula = re.sub(r"([A-E]\d)(?::([A-E]\d))?", reference, value)
        return f'<table:table-cell table:formula="of:{formula}"/>'
    if not value:
        return "<table:table-cell/>"
    return (
        '<table:table-cell office:value-type="string">'
        f"<text:p>{escape(value)}</text:p></table:table-cell>"
    )


def table(name, rows):
    lines = "".join(
        f"<table:table-row>{''.join(map(cell, row)) or cell('')}</table:table-row>" for row in rows
    )
    return f'<table:table table:name="{name}">{lines}</table:table>'


def document(path, kind, body, styles=""):
    """Write a document of OpenDocument with this body."""
    mime = "application/vnd.oasis.opendocument." + kind
    version = 'office:version="1.2"'
    content = (
        f"{HEAD}<office:document-content {NAMES} {version}><office:body><office:{kind}>"
        f"{body}</office:{kind}></office:body></office:document-content>"
    )
    named = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{media}"/>'
        for name, media in (("/", mime), ("content.xml", "text/xml"), ("styles.xml", "text/xml"))
    )
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("mimetype", mime)
        out.writestr("content.xml", content)
        out.writestr(
            "styles.xml",
            f"{HEAD}<office:document-styles {NAMES} {version}><office:styles>{styles}"
            "</office:styles></office:document-styles>",
        )
        out.writestr(
            "META-INF/manifest.xml",
            f'{HEAD}<manifest:manifest xmlns:manifest="{named}" manifest:version="1.2">'
            f"{entries}</manifest:manifest>",
        )


def profile(session):
    return f"-env:UserInstallation={(session.scratch / 'office').as_uri()}"


def office(session, path, kind):
    """The office with a profile of its own that holds the macro."""
    user = session.scratch / "office/user"
    basic = user / "basic/Standard"
    basic.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(PROFILE)
    for part in ("script", "dialog"):
        (user / f"basic/{part}.xlc").write_text(LIBRARIES.replace("{kind}", part))
        element = '<library:element library:name="Tell"/>' if part == "script" else ""
        (basic / f"{part}.xlb").write_text(LIBRARY.replace("{elements}", element))
    (basic / "Tell.xba").write_text((OWN / "Tell.xba").read_text())
    accept = f"--accept=pipe,name={session.mark};urp"
    return ["soffice", profile(session), accept, "--norestore", "--nologo", kind, path]


def read_office(session):
    """Have the running office write what it holds, by a macro of its own profile."""
    told = session.state_file.with_name(session.state_file.name + ".told")
    told.unlink(missing_ok=True)
    session.answer_of("soffice", profile(session), "macro:///Standard.Tell.Tell", seconds=20)
    end = time.monotonic() + 10
    while not told.exists() and time.monotonic() < end:
        time.sleep(0.1)
    with contextlib.suppress(OSError, ValueError):
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
        return dict(line.split("\t", 1) for line in lines if "\t" in line)
    return {}


def prepare_calc(session, _start):
    path = session.documents / "street party.ods"
    document(path, "spreadsheet", table("Costs", COSTS) + table("Helpers", HELPERS))
    return office(session, path, "--calc")


VIEW = "org.xfce.mousepad.preferences.view"
WINDOW = "org.xfce.mousepad.preferences.window"
FOUND = "org.xfce.mousepad.state.search"


def prepare_mousepad(session, start):
    put(session, {"walk.txt": WALK, "shopping.txt": SHOPPING})
    for name, value in (("path-in-title", "false"), ("statusbar-visible", "true")):
        session.answer_of("gsettings", "set", WINDOW, name, value)
    names = ["walk.txt", "shopping.txt"] if start == "two" else ["walk.txt"]
    return ["mousepad", *(session.documents / name for name in names)]


def read_mousepad(session):
    found = tree(session, "mousepad", VIEW, WINDOW, FOUND)
    if not found.get("documents"):
        return {}
    state = {key: value for key, value in found.items() if key.startswith("set ")}
    state |= {"text": found["documents"][0], "tabs": found["tabs"], "windows": session.titles()}
    return state | session.files()


def prepare_thunar(session, start):
    put(session, FAIR)
    return ["thunar", session.documents / ("Posters" if start == "posters" else "")]


def read_thunar(session):
    found = tree(session, "thunar", "Thunar")
    if not found.get("tops"):
        return {}
    said = session.answer_of("xfconf-query", "-c", "thunar", "-l", "-v")[1]
    known = dict(line.split(None, 1) for line in said.splitlines() if len(line.split()) > 1)
    names = ("last-view", "last-show-hidden", "last-side-pane", "last-menubar-visible")
    names += (
        "last-statusbar-visible",
        "last-sort-column",
        "last-sort-order",
        "last-toolbar-visible",
    )
    state = {name: known.get("/" + name, "") for name in names}
    state |= {"windows": session.titles()}
    return state | session.files()


def prepare_galculator(session, start):
    folder = session.home / ".config/galculator"
    folder.mkdir(parents=True)
    if start == "scientific":
        (folder / "galculator.conf").write_text("mode=1\n")
    return ["galculator"]


def read_galculator(session):
    found = tree(session, "galculator")
    if not found.get("documents"):
        return {}
    items = {
        name.split(" item ", 1)[1]: ticked
        for name, ticked in found["checks"].items()
        if " menu item " in name
    }
    return items | {"display": found["documents"][0], "windows": session.titles()}


PROGRAMS = {
    "harvest": own("harvest.py", "Harvest Desk", lambda: sys.executable),
    "winter": own("winter.py", "Winter Service"),
    "balloon": own("balloon.py", "Flight Sheet"),
    "repair": own("repair.py", "Repair Café Desk"),
    "calc": Program(prepare_calc, read_office, "street party"),
    "mousepad": Program(prepare_mousepad, read_mousepad, "Mousepad"),
    "thunar": Program(prepare_thunar, read_thunar, "Thunar"),
    "galculator": Program(prepare_galculator, read_galculator, "galculator"),
}
