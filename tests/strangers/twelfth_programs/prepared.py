"""The programs of this set: how each is started and how its state is read."""

import configparser
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
    """How to start it, how to read it, a part of its title, the keys that may always change."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


# Programs of our own


def written(session):
    """Read what a program of our own has written."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    return {}


def own(file, title, python=system_python):
    return Program(lambda _session, start: [python(), OWN / file, start], written, title)


def java(_session, start):
    return ["java", OWN / "Inspection.java", start]


# Programs of Debian that the accessibility tree tells of


def tree(session, *names):
    """What the reader finds of the named program, and the settings of the named schemas."""
    _, said = session.answer_of(system_python(), str(OWN / "reader.py"), *names, seconds=20)
    try:
        found = json.loads(said)
    except ValueError:
        return {}
    if not found["tops"]:
        return {}
    return found


def titles(session):
    """The titles of the windows, without the mark of what is not saved."""
    return [title.lstrip("*") for title in session.titles()]


NOTICE = """\
Street party in Linden Lane
Saturday 12 June from 2 pm
Please move your cars on Saturday morning.
Music by the Copper Kettles.
Bring a chair and a plate.
"""
SHOPPING = """\
paper cups
lemonade
string lights
lemonade
charcoal
"""


def prepare_mousepad(session, start):
    session.env["GSETTINGS_BACKEND"] = "keyfile"
    path = session.documents / f"{start}.txt"
    path.write_text({"notice": NOTICE, "shopping": SHOPPING}[start])
    return ["mousepad", "--disable-server", path]


MOUSEPAD = ("org.xfce.mousepad.preferences.view", "org.xfce.mousepad.preferences.window")


def read_mousepad(session):
    found = tree(session, "mousepad", *MOUSEPAD)
    if not found or not found["documents"]:
        return {}
    state = {key: value for key, value in found.items() if key.startswith("set ")}
    state |= {
        "document": found["documents"][0],
        "entries": found["entries"],
        "titles": titles(session),
    }
    return state | {"on " + k: v for k, v in found["checks"].items()} | session.files()


FOLDERS = {
    "Letters/aunt Rosa.txt": "Dear Rosa,\n",
    "Letters/landlord.txt": "Dear Mr Cole,\n",
    "Garden/pond.txt": "Clean the pump in March.\n",
    "Garden/fence.txt": "12 boards, 40 screws\n",
    "Receipts/boiler.txt": "Boiler serviced, 120.00\n",
    "bulbs.txt": "20 tulips\n",
    "car tyres.txt": "Winter tyres in the cellar\n",
    "old list.txt": "milk\n",
    ".secret": "hidden\n",
}


VIEW = {"show_hidden": "0", "sort": "name;ascending;"}


def config_of(session):
    return session.home / ".config/pcmanfm/default/pcmanfm.conf"


def prepare_pcmanfm(session, _start):
    for name, text in FOLDERS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    path = config_of(session)
    path.parent.mkdir(parents=True)
    look = VIEW | {"view_mode": "icon", "win_width": "900", "win_height": "560"}
    path.write_text("[ui]\n" + "".join(f"{name}={value}\n" for name, value in look.items()))
    return ["pcmanfm", "--no-desktop", session.documents]


def read_pcmanfm(session):
    """GTK 2 without a tree: files, trash, windows, and what the program has written of its view."""
    trash = session.home / ".local/share/Trash/files"
    state = {"trash": sorted(path.name for path in trash.glob("*")), "titles": titles(session)}
    config = configparser.RawConfigParser(strict=False)
    with contextlib.suppress(OSError, configparser.Error):
        config.read_string(config_of(session).read_text())
    for name in VIEW:
        state["set " + name] = config.get("ui", name, fallback="")
    return state | session.files()


def read_galculator(session):
    found = tree(session, "galculator")
    if not found:
        return {}
    state = {
        "display": "".join(found["documents"]).split("\n")[0],
        "entries": found["entries"],
        "titles": titles(session),
    }
    checks = {k: v for k, v in found["checks"].items() if "toggle" not in k}
    return state | {"on " + k: v for k, v in checks.items()}


SCANS = ("scan_01.txt", "scan_02.txt", "scan_03.txt", "scan_04.txt")


def prepare_thunar(session, _start):
    names = [session.documents / name for name in SCANS]
    for path in names:
        path.write_text(f"This was {path.name}\n")
    return ["thunar", "--bulk-rename", *names]


def read_thunar(session):
    state = session.files()
    found = tree(session, "thunar", "Thunar")
    if not found:
        return state if any(name not in SCANS for name in renamed(state)) else {}
    state["titles"] = titles(session)
    state |= {f"entry {at}": text for at, text in enumerate(found["entries"])}
    state |= {f"combo {at}": text for at, text in enumerate(found["combos"])}
    return state | {"on " + k: v for k, v in found["checks"].items()}


def renamed(state):
    return [name.removeprefix("file:") for name in state]


# LibreOffice

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "style")
) + "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{rest}"'
    for name, rest in (("of", "of:1.2"), ("fo", "xsl-fo-compatible:1.0"))
)
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc">
<prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop>
<prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop>
<prop oor:name="ShowDonation" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office">
<prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop>
<prop oor:name="MigrationCompleted" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product">
<prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>7.4</value></prop>
<prop oor:name="WhatsNew" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
"""
LIBRARIES = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library"
 xmlns:xlink="http://www.w3.org/1999/xlink">
<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/{kind}.xlb/"
 xlink:type="simple" library:link="false"/>
</library:libraries>
"""
LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false" library:passwordprotected="false">{elements}</library:library>
"""
STALLS = (
    ("Stall", "Tables", "Price", "Total", "Paid"),
    ("Cake stand", 2, 8, "=B2*C2", "yes"),
    ("Book corner", 3, 6, "=B3*C3", "no"),
    ("Plant table", 4, 7, "=B4*C4", "no"),
    ("Tombola", 1, 10, "=B5*C5", "yes"),
    ("Face painting", 2, 9, "=B6*C6", "no"),
    ("Hot drinks", 3, 12, "=B7*C7", "yes"),
    (),
    ("Sum", "=SUM(B2:B7)", "", "=SUM(D2:D7)"),
)
HELPERS = (
    ("Name", "Shift", "Phone"),
    ("Nadia", "Morning", "555 0101"),
    ("Colin", "Morning", "555 0102"),
    ("Yusuf", "Evening", "555 0103"),
)
RULES = (
    (1, "House Rules"),
    (0, "Welcome to the Lighthouse Flat. Please read these rules on the first day."),
    (2, "Quiet hours"),
    (0, "Please keep the noise down after 22:00."),
    (0, "The washing machine may be used until 20:00."),
    (2, "Rubbish"),
    (0, "Glass and paper go into the boxes behind the house."),
    (0, "Leaving"),
    (0, "Put the keys into the box by the door."),
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


def paragraph(level, text):
    if level:
        return (
            f'<text:h text:style-name="Heading_20_{level}" text:outline-level="{level}">'
            f"{escape(text)}</text:h>"
        )
    return f'<text:p text:style-name="Standard">{escape(text)}</text:p>'


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


STYLES = (
    '<style:style style:name="Standard" style:family="paragraph" style:class="text"/>'
    '<style:style style:name="Heading" style:family="paragraph"'
    ' style:parent-style-name="Standard" style:class="text"/>'
) + "".join(
    f'<style:style style:name="Heading_20_{level}" style:display-name="Heading {level}"'
    ' style:family="paragraph" style:parent-style-name="Heading"'
    f' style:default-outline-level="{level}" style:class="text">'
    f'<style:text-properties fo:font-size="{size}pt" fo:font-weight="bold"/></style:style>'
    for level, size in ((1, 20), (2, 14))
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


def prepare_calc(session, _start):
    path = session.documents / "summer_fete.ods"
    document(path, "spreadsheet", table("Stalls", STALLS) + table("Helpers", HELPERS))
    return office(session, path, "--calc")


def prepare_writer(session, _start):
    path = session.documents / "house_rules.odt"
    document(path, "text", "".join(paragraph(*one) for one in RULES), STYLES)
    return office(session, path, "--writer")


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


PROGRAMS = {
    "lost": own("lost.py", "Lost Property Office", lambda: sys.executable),
    "concert": own("concert.py", "Programme Planner", lambda: sys.executable),
    "laundry": own("laundry.py", "Dry Cleaning Counter"),
    "hives": own("hives.py", "Hive Records"),
    "subtitles": own("subtitles.py", "Subtitle Editor"),
    "paint": own("paint.py", "Paint Mixing Desk"),
    "inspection": Program(java, written, "Vehicle Inspection"),
    "mousepad": Program(prepare_mousepad, read_mousepad, "Mousepad"),
    "pcmanfm": Program(prepare_pcmanfm, read_pcmanfm, "Documents"),
    "galculator": Program(lambda _s, _start: ["galculator"], read_galculator, "galculator"),
    "thunar": Program(prepare_thunar, read_thunar, "ename"),
    "calc": Program(prepare_calc, read_office, "LibreOffice Calc"),
    "writer": Program(prepare_writer, read_office, "LibreOffice Writer"),
}
