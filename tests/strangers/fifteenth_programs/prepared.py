"""The programs of this set: how each prepared state is made, and how what it holds is read."""

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

from tests.strangers.session import system_python

OWN = Path(__file__).resolve().parent / "programs"


@dataclass(frozen=True)
class Program:
    """How a program is prepared and read; `lenient` names keys that may always change."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def written(session):
    """The state that a program of this set has written."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    return {}


def own(name, title, python=system_python, lenient=()):
    return Program(
        lambda _session, start: [python(), OWN / name, start], written, title, tuple(lenient)
    )


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


# The editor.

PARTY = """Street party on Larch Lane
Saturday 20 June, from 3 pm

Tables: borrow twelve from the parish hall
Music: Hal and the Tinkers
Drinks: each house brings its own
Rain plan: move into the parish hall

Ask the council to close the road.
"""

JOBS = """Jobs before the party
bunting - Nora
barbecue - Felix
face paint - Aunt Dilly
bin bags - nobody yet
"""

VIEW = "org.xfce.mousepad.preferences.view"
WINDOW = "org.xfce.mousepad.preferences.window"


def prepare_mousepad(session, start):
    session.env["GSETTINGS_BACKEND"] = "keyfile"
    put(session, {"party.txt": PARTY, "jobs.txt": JOBS})
    names = ["party.txt", "jobs.txt"] if start == "both" else ["party.txt"]
    return ["mousepad", "--disable-server", *(session.documents / name for name in names)]


def read_mousepad(session):
    found = tree(session, "mousepad", "Mousepad", VIEW, WINDOW)
    if not found.get("documents"):
        return {}
    state = {key: value for key, value in found.items() if key.startswith("set ")}
    state |= {"text": found["documents"][0], "entries": found["entries"], "tabs": found["tabs"]}
    state["tops"] = sorted(found["tops"])
    state["titles"] = session.titles()
    return state | session.files()


# The file manager.

FILES = {
    "Drawings": None,
    "Drawings/ground floor.txt": "ground floor, scale 1:50\n",
    "Drawings/roof.txt": "roof, scale 1:100\n",
    "Permits": None,
    "Permits/fire safety.txt": "sent in May\n",
    "Site visits": None,
    "Site visits/4 March.txt": "walls dry\n",
    "brief.txt": "A barn to live in, for the Okafor family.\n",
    "cost plan.txt": "timber 41000\nglass 18500\n",
    "meeting old.txt": "nothing decided\n",
    "windows.txt": "seven, oak\n",
}


def prepare_thunar(session, start):
    put(session, FILES)
    return ["thunar", session.documents / start if start != "top" else session.documents]


SET = {
    "last-view": "ThunarIconView",
    "last-show-hidden": "false",
    "last-statusbar-visible": "true",
    "last-menubar-visible": "true",
    "last-side-pane": "THUNAR_SIDEPANE_TYPE_SHORTCUTS",
    "last-location-bar": "ThunarLocationEntry",
    "last-sort-column": "THUNAR_COLUMN_NAME",
    "last-sort-order": "GTK_SORT_ASCENDING",
    "last-icon-view-zoom-level": "THUNAR_ZOOM_LEVEL_100_PERCENT",
}


def read_thunar(session):
    found = tree(session, "thunar", "Thunar")
    if not found.get("tops"):
        return {}
    state = {"set " + key: value for key, value in SET.items()}
    told = session.answer_of("xfconf-query", "-c", "thunar", "-lv")[1]
    for name, _, value in (line.partition(" ") for line in told.splitlines()):
        if name.strip("/") in SET:
            state["set " + name.strip("/")] = value.strip()
    state |= {"tabs": found["tabs"], "tops": sorted(found["tops"]), "titles": session.titles()}
    trash = session.home / ".local/share/Trash/files"
    state["trash"] = sorted(path.name for path in trash.iterdir()) if trash.exists() else []
    return state | session.files()


# The calculator.


def prepare_galculator(session, start):
    (session.home / ".config").mkdir(exist_ok=True)
    return ["galculator"]


def read_galculator(session):
    found = tree(session, "galculator")
    if not found.get("tops"):
        return {}
    state = {"check " + key: value for key, value in found["checks"].items()}
    state |= {"display": found["documents"], "entries": found["entries"]}
    state["tops"] = sorted(found["tops"])
    state["titles"] = session.titles()
    return state


# The spreadsheet.

TREES = [
    ["Row", "Variety", "Trees", "Crates", "Picked by"],
    ["North 1", "Discovery", 14, 62, "Ines"],
    ["North 2", "Bramley", 11, 80, "Rafe"],
    ["South 1", "Russet", 9, 37, "Ines"],
    ["South 2", "Bramley", 16, 104, "Jo"],
    ["Hedge", "Crab apple", 5, 12, "Rafe"],
    ["Total", "", "=SUM(C2:C6)", "=SUM(D2:D6)", ""],
]
PICKERS = [
    ["Name", "Days", "Pay"],
    ["Ines", 6, 540],
    ["Rafe", 4, 360],
    ["Jo", 5, 450],
]

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
NAMES = " ".join(
    f'xmlns:{short}="{OASIS}{long}"'
    for short, long in (
        ("office", "office:1.0"),
        ("table", "table:1.0"),
        ("text", "text:1.0"),
        ("style", "style:1.0"),
        ("fo", "xsl-fo-compatible:1.0"),
        ("of", "of:1.2"),
    )
)


def setting(path, name, value):
    return (
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
    )


PROFILE = (
    f'{HEAD}<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
    ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
    + setting("Office.Common/Misc", "FirstRun", "false")
    + setting("Office.Common/Misc", "ShowTipOfTheDay", "false")
    + setting("Setup/Office", "ooSetupInstCompleted", "true")
    + setting("Setup/Office", "LastCompatibilityCheckID", "7.4.7.2")
    + setting("Setup/Product", "ooSetupLastVersion", "7.4")
    + setting("Setup/Product", "WhatsNew", "false")
    + setting("Office.Common/Security/Scripting", "MacroSecurityLevel", "0")
    + "</oor:items>"
)
LIBRARY_DTD = "-//OpenOffice.org//DTD OfficeDocument 1.0//EN"
LIBRARIES = (
    f'{HEAD}<!DOCTYPE library:libraries PUBLIC "{LIBRARY_DTD}" "libraries.dtd">\n'
    '<library:libraries xmlns:library="http://openoffice.org/2000/library"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink">'
    '<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/{kind}.xlb/"'
    ' xlink:type="simple" library:link="false"/></library:libraries>'
)
LIBRARY = (
    f'{HEAD}<!DOCTYPE library:library PUBLIC "{LIBRARY_DTD}" "library.dtd">\n'
    '<library:library xmlns:library="http://openoffice.org/2000/library"'
    ' library:name="Standard" library:readonly="false" library:passwordprotected="false">'
    "{elements}</library:library>"
)


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
    named = OASIS + "manifest:1.0"
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


def prepare_calc(session, _start):
    """The office with a profile of its own that holds the macro."""
    path = session.documents / "orchard.ods"
    document(path, "spreadsheet", table("Harvest", TREES) + table("Pickers", PICKERS))
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
    return ["soffice", profile(session), accept, "--norestore", "--nologo", "--calc", path]


def read_calc(session):
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


PROGRAMS = {
    "stables": own("stables.py", "Hollow Farm", python=lambda: sys.executable),
    "plots": own("plots.py", "Allotment"),
    "sweep": own("sweep.py", "Chimney"),
    "meters": own("meters.py", "Water meter"),
    "mousepad": Program(
        prepare_mousepad, read_mousepad, "Mousepad", ("tops", "titles", "tabs", "entries")
    ),
    "thunar": Program(prepare_thunar, read_thunar, "Thunar", ("tops", "titles")),
    "calc": Program(prepare_calc, read_calc, "orchard.ods"),
    "galculator": Program(prepare_galculator, read_galculator, "galculator"),
}
