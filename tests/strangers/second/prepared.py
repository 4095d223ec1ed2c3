"""The programs of the second set: how each is prepared, known to be up, and read."""

import gzip
import json
import re
import struct
import sys
import zipfile
import zlib

from tests.strangers.prepared import Program, read_page, read_state
from tests.strangers.session import HERE, Pages, system_python

SECOND = HERE / "second"
PROGRAMS_DIR = SECOND / "programs"
DOCUMENTS = {
    "minutes.txt": "Staff meeting\nThe lift is out of order.\nNext meeting in June.\n",
    "shopping.txt": "milk\nbread\nmilk again\n",
    "Contracts/cleaning.txt": "Cleaning every Thursday\n",
    "Reports/april.txt": "42 visitors\n",
    "plan.csv": "Task,Hours,Done\nPaint,12,3\nTiles,7,5\nDoors,4,1\n",
}
COLOURS = {"beach.png": (240, 210, 120), "forest.png": (30, 110, 50), "river.png": (60, 90, 200)}
ZIM_PAGES = {"Home": "Welcome\n", "Garden": "Water the roses.\n", "Suppliers": "Oak and Sons\n"}
ABIWORD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE abiword PUBLIC "-//ABISOURCE//DTD AWML 1.0 Strict//EN" "http://www.abisource.com/awml.dtd">
<abiword xmlns="http://www.abisource.com/awml.dtd" version="3.0.5" fileformat="1.0" \
template="false" xid-max="4">
<section xid="1"><p style="Normal" xid="2">Notice to all tenants</p>
<p style="Normal" xid="3">The water is off on Friday.</p></section>
</abiword>
"""


SHOWN = ("titles", "texts", "labels", "tabs", "selected", "programs")


def png(colour):
    """A picture of one colour, 320 by 200 points."""
    rows = (b"\0" + bytes(colour) * 320) * 200

    def part(kind, data):
        code = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", code)

    head = struct.pack(">IIBBBBB", 320, 200, 8, 2, 0, 0, 0)
    parts = part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def pdf(texts):
    """A PDF file with one page for each text."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(texts)))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(texts)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, text in enumerate(texts):
        content = f"BT /F1 28 Tf 72 700 Td ({text}) Tj ET"
        bodies += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * i} 0 R >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode()


def write_documents(session):
    for name, text in DOCUMENTS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def plain(*argv, before=None):
    """A program that is started as it is, with the documents in its folder."""

    def prepare(session, _start):
        write_documents(session)
        if before:
            before(session)
        return [part.replace("{documents}", str(session.documents)) for part in argv]

    return prepare


def pictures(session):
    for name, colour in COLOURS.items():
        (session.documents / name).write_bytes(png(colour))


def handbook(session):
    texts = ["Staff handbook", "Opening hours", "Holidays", "Fire drill", "Index"]
    (session.documents / "handbook.pdf").write_bytes(pdf(texts))


def parcel(session):
    with zipfile.ZipFile(session.documents / "parcel.zip", "w") as archive:
        for name in ("invoice.txt", "label.txt", "customs.txt"):
            archive.writestr(name, name + "\n")


def notice(session):
    (session.documents / "notice.abw").write_text(ABIWORD)


def sheet(session):
    """The plan as a file of the spreadsheet program itself."""
    made = str(session.documents / "plan.gnumeric")
    session.answer_of("ssconvert", str(session.documents / "plan.csv"), made)
    (session.documents / "plan.csv").unlink()


def history(session):
    """The calculator shows its history: only there are its results told as text."""
    session.answer_of("gsettings", "set", "org.mate.calc", "show-history", "true")


def icons(session):
    """As on a desktop that names an icon theme."""
    folder = session.home / ".config" / "pcmanfm-qt" / "default"
    folder.mkdir(parents=True)
    (folder / "settings.conf").write_text("[System]\nFallbackIconThemeName=Adwaita\n")


def own_python(name):
    return lambda _session, start: [system_python(), PROGRAMS_DIR / name, start]


def prepare_qt(_session, start):
    return [sys.executable, PROGRAMS_DIR / "qt_loans.py", start]


def prepare_swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / "TravelDesk.java", start]


def prepare_chromium(session, start):
    session.pages = Pages(SECOND / "pages")
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1240,760",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def prepare_zim(session, _start):
    folder = session.documents / "Notebook"
    folder.mkdir()
    (folder / "notebook.zim").write_text("[Notebook]\nversion=0.4\nname=Office\nhome=Home\n")
    for name, text in ZIM_PAGES.items():
        head = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n"
        (folder / f"{name}.txt").write_text(f"{head}====== {name} ======\n{text}")
    return ["zim", "--standalone", folder, "Home"]


def prepare_xfce(*argv):
    """A settings window of the desktop, with the store of its settings."""
    return lambda _session, _start: list(argv)


def read_desk(session):
    titles = session.titles()
    files = {name: "bytes" if "\0" in text else text for name, text in session.files().items()}
    return {"titles": titles, "windows": len(titles), **files}


def read_tree(name):
    def read(session):
        state = read_desk(session)
        code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "tree.py"), name)
        return {**state, **json.loads(text)} if code == 0 and text else {}

    return read


def read_sheet(session):
    """The tree, and the cells as the file on the disk has them."""
    state = read_tree("gnumeric")(session)
    try:
        text = gzip.decompress((session.documents / "plan.gnumeric").read_bytes()).decode()
    except (OSError, EOFError, ValueError, zlib.error):
        return {}
    cells = re.findall(r'<gnm:Cell Row="(\d+)" Col="(\d+)"[^>]*>([^<]*)<', text)
    state |= {f"cell {chr(65 + int(c))}{int(r) + 1}": value for r, c, value in cells}
    state |= {"bold": 'Bold="1"' in text, "italic": 'Italic="1"' in text}
    return {**state, "sheets": re.findall(r"<gnm:Name>([^<]*)</gnm:Name>", text)} if state else {}


def read_settings(channel):
    """The settings that the desktop keeps, one key each, and the windows."""

    def read(session):
        text = session.answer_of("xfconf-query", "-c", channel, "-l", "-v")[1]
        pairs = [line.split(None, 1) for line in text.splitlines() if line.startswith("/")]
        titles = session.titles()
        state = {"titles": titles, "windows": len(titles)}
        return {**state, **{pair[0]: "".join(pair[1:]).strip() for pair in pairs}}

    return read


def program(*argv, title, tree="", before=None, lenient=()):
    read = read_tree(tree) if tree else read_desk
    return Program(plain(*argv, before=before), read, title, (*SHOWN, *lenient))


PROGRAMS = {
    "qt": Program(prepare_qt, read_state, "Library Loans"),
    "gtk": Program(own_python("gtk_workshop.py"), read_state, "Bicycle Workshop"),
    "tk": Program(own_python("tk_clinic.py"), read_state, "Clinic Desk", ("tab",)),
    "swing": Program(prepare_swing, read_state, "Travel Desk"),
    "chromium": Program(prepare_chromium, read_page, "Chromium", ("scrolled",)),
    "gnumeric": Program(
        plain("gnumeric", "plan.gnumeric", before=sheet), read_sheet, "plan.gnumeric", SHOWN
    ),
    "abiword": program("abiword", "notice.abw", title="notice", tree="abiword", before=notice),
    "thunar": program("thunar", "{documents}", title="Documents", tree="thunar"),
    "caja": program("caja", "--no-desktop", "{documents}", title="Documents", tree="caja"),
    "pluma": program("pluma", "minutes.txt", title="minutes.txt", tree="pluma"),
    "l3afpad": program("l3afpad", "minutes.txt", title="minutes.txt", tree="l3afpad"),
    "mate-calc": program("mate-calc", title="Calculator", tree="mate-calc", before=history),
    "atril": program("atril", "handbook.pdf", title="handbook", tree="atril", before=handbook),
    "gpicview": program("gpicview", "forest.png", title="forest", before=pictures),
    "ristretto": program("ristretto", "beach.png", title="beach", tree="ristretto", before=pictures),
    "xarchiver": program("xarchiver", "parcel.zip", title="parcel", tree="xarchiver", before=parcel),
    "zim": Program(prepare_zim, read_tree("zim"), "Home", SHOWN),
    "kwrite": program("kwrite", "minutes.txt", title="minutes.txt"),
    "pcmanfm-qt": program("pcmanfm-qt", "{documents}", title="Documents", before=icons),
    "gucharmap": program("gucharmap", title="Character Map", tree="gucharmap"),
    "gtkhash": program("gtkhash", title="GtkHash", tree="gtkhash"),
    "appearance": Program(prepare_xfce("xfce4-appearance-settings"), read_settings("xsettings"), "Appearance", ("titles",)),
    "accessibility": Program(prepare_xfce("xfce4-accessibility-settings"), read_settings("accessibility"), "Accessibility", ("titles",)),
}  # fmt: skip
