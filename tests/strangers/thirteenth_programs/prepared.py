"""The programs of this set, each started in a prepared state and read from its own side."""

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
NAMES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{rest}:1.0"'
    for name, rest in (
        ("office", "office"),
        ("table", "table"),
        ("text", "text"),
        ("style", "style"),
    )
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
DELIVERIES = (
    ("Street", "Bags", "Price", "Total", "Paid"),
    ("Orchard Way", 12, 6, "=B2*C2", "yes"),
    ("Church Lane", 8, 6, "=B3*C3", "no"),
    ("Station Road", 20, 5, "=B4*C4", "no"),
    ("The Green", 5, 7, "=B5*C5", "yes"),
    ("Quarry Hill", 15, 6, "=B6*C6", "no"),
    ("Ferry Street", 9, 6, "=B7*C7", "yes"),
    (),
    ("Sum", "=SUM(B2:B7)", "", "=SUM(D2:D7)"),
)
DRIVERS = (
    ("Driver", "Van", "Phone"),
    ("Marek", "Blue", "555 0131"),
    ("Odile", "White", "555 0132"),
    ("Tunde", "Blue", "555 0133"),
)
SPEECH = (
    (1, "Eighty Years of Harold"),
    (0, "Dear family, dear neighbours, thank you all for coming tonight."),
    (2, "The early years"),
    (0, "Grandad was born in a small house by the canal."),
    (0, "At fourteen he mended his first radio."),
    (0, "The shop"),
    (0, "In 1968 Grandad opened his shop in Bridge Street."),
    (0, "Nobody ever left it without a cup of tea."),
    (0, "Please raise your glasses."),
)


@dataclass(frozen=True)
class Program:
    """How one program is started and read."""

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


def java(_session, start):
    return ["java", OWN / "Ferry.java", start]


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
    path = session.documents / "firewood.ods"
    document(path, "spreadsheet", table("Deliveries", DELIVERIES) + table("Drivers", DRIVERS))
    return office(session, path, "--calc")


def prepare_writer(session, _start):
    path = session.documents / "speech.odt"
    document(path, "text", "".join(paragraph(*one) for one in SPEECH), STYLES)
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


def bare(session):
    return {"titles": session.titles()} | session.files()


EDITED = {
    "street party.txt": (
        "Street party on Larch Road\n"
        "\n"
        "Tables come from number 14.\n"
        "Mrs Fenn brings two salads.\n"
        "Mr Okoro lends the big grill.\n"
        "The band plays at six.\n"
        "Rubbish goes behind number 20.\n"
    ),
    "shopping.txt": "charcoal\npaper plates\nlemonade\nice\n",
}


def prepare_gedit(session, start):
    put(session, EDITED)
    both = [session.documents / "shopping.txt"] if start == "two files" else []
    return ["gedit", "--standalone", *both, session.documents / "street party.txt"]


def read_gedit(session):
    found = tree(
        session, "gedit", "org.gnome.gedit.preferences.editor", "org.gnome.gedit.preferences.ui"
    )
    if not found.get("documents"):
        return {}
    settings = {key: value for key, value in found.items() if key.startswith("set ")}
    return bare(session) | settings | {"texts": found["documents"]}


FOLDER = {
    "Harvest": None,
    "Old": None,
    "plot plan.txt": "Bed one: beans\n",
    "seed list.txt": "beans\npeas\nkale\n",
    "water bill.txt": "41.20\n",
    "frost dates.txt": "14 October\n",
    "Old/keys 2019.txt": "two\n",
    ".drafts.txt": "later\n",
}


def prepare_pcmanfm(session, _start):
    put(session, FOLDER)
    return ["pcmanfm", "--no-desktop", session.documents]


def read_pcmanfm(session):
    trash = session.home / ".local/share/Trash/files"
    inside = sorted(path.name for path in trash.iterdir()) if trash.is_dir() else []
    return bare(session) | {"trash": inside}


def prepare_galculator(session, start):
    if start == "scientific":
        path = session.home / ".config/galculator/galculator.conf"
        path.parent.mkdir(parents=True)
        path.write_text("mode=1\ndefault_angle_base=0\n")
    return ["galculator"]


def read_galculator(session):
    found = tree(session, "galculator")
    if not found.get("tops"):
        return {}
    boxes = {
        name.split(" item ")[1]: on for name, on in found["checks"].items() if " item " in name
    }
    shown = found["documents"] + found["entries"]
    return {
        "titles": session.titles(),
        "display": shown[0].split("\n")[0].strip() if shown else "",
    } | boxes


PICTURES = ("IMG_201.jpg", "IMG_202.jpg", "IMG_203.jpg", "IMG_204.jpg")


def prepare_thunar(session, _start):
    put(session, {name: name for name in PICTURES})
    return ["thunar", "--bulk-rename", *(session.documents / name for name in PICTURES)]


def read_thunar(session):
    found = tree(session, "thunar", "Thunar")
    if not found.get("tops"):
        return {}
    pages = {name.split(" box ")[1]: on for name, on in found["checks"].items() if " box " in name}
    chosen = {"choices": found["combos"], "fields": found["entries"]}
    return bare(session) | chosen | pages


PROGRAMS = {
    "tailor": own("tailor.py", "Tailor's Workroom", lambda: sys.executable),
    "auction": own("auction.py", "Auction Desk", lambda: sys.executable),
    "toolhire": own("toolhire.py", "Tool Hire Counter"),
    "aquarium": own("aquarium.py", "Aquarium Keeper"),
    "piano": own("piano.py", "Piano Tuning Rounds"),
    "framing": own("framing.py", "Picture Framing Desk"),
    "ferry": Program(java, written, "Ferry Boarding"),
    "gedit": Program(prepare_gedit, read_gedit, "gedit"),
    "pcmanfm": Program(prepare_pcmanfm, read_pcmanfm, "Documents"),
    "galculator": Program(prepare_galculator, read_galculator, "galculator"),
    "thunar": Program(prepare_thunar, read_thunar, "ename"),
    "calc": Program(prepare_calc, read_office, "LibreOffice Calc"),
    "writer": Program(prepare_writer, read_office, "LibreOffice Writer"),
}
