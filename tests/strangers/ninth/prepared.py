"""The programs of the ninth set: how each is prepared, known to be up, and read."""

import json
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import Pages, system_python

HERE = Path(__file__).resolve().parent
PROGRAMS_DIR = HERE / "programs"

DOCUMENTS = {
    "minutes march.txt": "Minutes of 12 March\nPresent: Ida, Rolf, Wanda\nThe fence is to be painted green.\nNext meeting in April\n",
    "price list.txt": "Oak boards 14.20\nPine boards 9.80\nScrews 3.10\n",
    "Letters/bank.txt": "Dear bank,\nplease close the old account.\n",
    "Letters/landlord.txt": "Dear Mrs Tanaka,\nthe tap drips.\n",
    "Receipts/fuel.txt": "48.10\n",
    "Archive/2019.txt": "nothing\n",
}
CELLS = (
    "Thing,Shelf,Pieces,Remark\nFlour,A1,12,\nRice,A2,30,\nOlive oil,B1,6,glass bottles\nLentils,A3,9,\n"
    "Honey,B2,4,from Pia\n"
)
PARAGRAPHS = (
    "Chess evening\nWe meet on Thursday at seven in the reading room.\nBeginners are welcome.\n"
    "Boards and clocks are there.\nQuestions go to Viktor.\n"
)
NOTES = {
    "Allotment": "Water the leeks.\nBuy twine.",
    "Books to read": "The Glass Canal\nNorth of Here",
    "Bicycle": "Inner tube 28 inch\nAsk Jo for the pump",
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


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def prepare_chromium(session, start):
    session.pages = Pages(HERE / "pages")
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1200,740",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def read_page(session):
    titles = session.titles()
    return {**session.pages.last, "titles": titles} if session.pages.last else {}


def own_python(name):
    return lambda _session, start: [system_python(), PROGRAMS_DIR / name, start]


def own_qt(name):
    return lambda _session, start: [sys.executable, PROGRAMS_DIR / name, start]


def prepare_swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / "VetDesk.java", start]


def read_state(session):
    try:
        state = json.loads(session.state_file.read_text())
    except (OSError, ValueError):
        return {}
    return {**state, "titles": session.titles()}


def write_documents(session):
    for name, text in DOCUMENTS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def settings_in_file(session):
    """The settings of GTK programs go to a file in the home folder; gives that."""
    session.env["GSETTINGS_BACKEND"] = "keyfile"
    return session.home / ".config/glib-2.0/settings/keyfile"


def picture(path, width, height, colour):
    """Write a small picture: a sky, a hill and a sun in the given colour."""
    rows = []
    for y in range(height):
        row = bytearray(b"\0")
        for x in range(width):
            if (x - width * 0.75) ** 2 + (y - height * 0.25) ** 2 < (height * 0.12) ** 2:
                row += bytes((250, 220, 80))
            elif y > height * (0.55 + 0.15 * (x / width)):
                row += bytes(colour)
            else:
                row += bytes((150, 190, 230 - y * 60 // height))
        rows.append(bytes(row))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"".join(rows)))
        + chunk(b"IEND", b"")
    )


def prepare_pluma(session, _start):
    write_documents(session)
    settings_in_file(session)
    return ["pluma", session.documents / "minutes march.txt"]


def prepare_nemo(session, start):
    write_documents(session)
    settings_in_file(session)
    return ["nemo", session.documents / start]


def prepare_eom(session, start):
    settings_in_file(session)
    for name, size, colour in (
        ("boathouse.png", (480, 320), (60, 110, 60)),
        ("market.png", (400, 400), (140, 90, 50)),
        ("old mill.png", (300, 420), (90, 90, 110)),
    ):
        picture(session.documents / name, *size, colour)
    return ["eom", session.documents / start]


def prepare_engrampa(session, _start):
    write_documents(session)
    settings_in_file(session)
    with zipfile.ZipFile(session.documents / "club papers.zip", "w") as out:
        for name, text in (
            ("statutes.txt", "One. Two.\n"),
            ("members.csv", "Ida;Berg 4\nRolf;Am Wehr 12\nWanda;Mill Lane 9\nPia;Quay 1\n"),
            ("songs/spring.txt", "La la\n"),
            ("songs/autumn.txt", "Lo lo\n"),
            ("accounts.txt", "120\n"),
        ):
            out.writestr(name, text)
    return ["engrampa", session.documents / "club papers.zip"]


def prepare_qalculate(session, _start):
    settings_in_file(session)
    session.env["QALCULATE_USER_DIR"] = str(session.home / "qalculate")
    return ["qalculate-gtk"]


def prepare_gnote(session, _start):
    settings_in_file(session)
    folder = session.home / ".local/share/gnote"
    folder.mkdir(parents=True)
    for number, (title, text) in enumerate(NOTES.items(), 1):
        (folder / f"0000000{number}-1111-4222-8333-444444444444.note").write_text(
            '<?xml version="1.0" encoding="utf-8"?>\n<note version="0.3" '
            'xmlns:link="http://beatniksoftware.com/tomboy/link" '
            'xmlns:size="http://beatniksoftware.com/tomboy/size" xmlns="http://beatniksoftware.com/tomboy">'
            f'<title>{title}</title><text xml:space="preserve"><note-content version="0.1">{title}\n\n{text}\n'
            "</note-content></text>"
            f"<last-change-date>2025-05-0{number}T10:00:00.000000Z</last-change-date>"
            f"<last-metadata-change-date>2025-05-0{number}T10:00:00.000000Z</last-metadata-change-date>"
            f"<create-date>2025-05-0{number}T10:00:00.000000Z</create-date><cursor-position>0</cursor-position>"
            "<width>450</width><height>360</height><x>0</x><y>0</y><tags></tags>"
            "<open-on-startup>False</open-on-startup></note>\n"
        )
    return ["gnote", "--search", ""]


def tree_of(session, *names):
    code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "tree.py"), *names)
    return json.loads(text) if code == 0 and text else []


def settings_of(session, *wanted):
    """The settings that the program has stored, of the wanted sections: {"/section:key": value}."""
    path = session.home / ".config/glib-2.0/settings/keyfile"
    found, section = {}, ""
    if path.exists():
        for line in path.read_text().splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif "=" in line and section in wanted:
                key, value = line.split("=", 1)
                found[f"/{section}:{key}"] = value
    return found


def read_pluma(session):
    titles, tree = session.titles(), tree_of(session, "pluma")
    if not titles or not tree:
        return {}
    tabs = [row for row in tree if row[0] == "page tab"]
    at = next((i for i, row in enumerate(tree) if row[0] == "page tab" and "selected" in row[3]), 0)
    text = next((row[2] for row in tree[at:] if row[0] == "text"), "")

    def shown(role):
        return any(row[0] == role for row in tree)

    return {
        "titles": titles, **session.files(), "text": text.rstrip("\n"), "tabs": [row[1] for row in tabs],
        "status bar": shown("status bar"), "tool bar": shown("tool bar"),
        **settings_of(session, "org/mate/pluma"),
    }  # fmt: skip


def read_nemo(session):
    titles, tree = session.titles(), tree_of(session, "nemo")
    if not titles or not tree:
        return {}
    views = [row[1] for row in tree if row[1] in ("Icon View", "List View", "Compact View")]
    return {
        "titles": titles, **session.files(), "view": views[0] if views else "",
        "tabs": sum(row[0] == "page tab" for row in tree),
        "side bar": any(row[0] == "tree table" and "My Computer" in json.dumps(tree) for row in tree),
        **settings_of(session, "org/nemo/preferences"),
    }  # fmt: skip


CORNERS = """
import json, sys, gi
gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf
out = {}
for name in sys.argv[1:]:
    p = GdkPixbuf.Pixbuf.new_from_file(name)
    n, s, b = p.get_n_channels(), p.get_rowstride(), p.get_pixels()
    sun = [("left" if x < p.get_width() / 2 else "right", "top" if y < p.get_height() / 2 else "bottom")
           for y in range(0, p.get_height(), 4) for x in range(0, p.get_width(), 4)
           if b[y * s + x * n] > 245 and b[y * s + x * n + 2] < 110]
    out["picture " + name.split("/")[-1]] = f"{p.get_width()}x{p.get_height()} sun " + " ".join(max(set(sun), key=sun.count) if sun else ())
print(json.dumps(out))
"""


def read_eom(session):
    titles, tree = session.titles(), tree_of(session, "eom")
    if not titles or not tree:
        return {}
    names = sorted(str(path) for path in session.documents.glob("*.png"))
    code, text = session.answer_of(system_python(), "-c", CORNERS, *names)
    status = next((row[1] for row in tree if row[0] == "status bar"), "")
    sizes = [part.strip() for part in status.replace("pixels", "  ").split("  ") if part.strip()]
    return {
        "titles": titles, **dict.fromkeys(session.files(), "there"), **(json.loads(text) if code == 0 and text else {}),
        "size": sizes[0] if sizes else "", "zoom": next((p for p in sizes if p.endswith("%")), ""),
        "properties shown": any(row[1] == "Properties" and row[0] == "toggle button" for row in tree),
        "status bar": bool(status), "tool bar": any(row[0] == "tool bar" for row in tree),
        **settings_of(session, "org/mate/eom/ui"),
    }  # fmt: skip


def read_engrampa(session):
    titles, tree = session.titles(), tree_of(session, "engrampa")
    if not titles or not tree:
        return {}
    try:
        with zipfile.ZipFile(session.documents / "club papers.zip") as packed:
            inside = sorted(packed.namelist())
    except (OSError, zipfile.BadZipFile):
        return {}
    cells = [row for row in tree if row[0] == "table cell"]
    named = [row[1] for row in cells if "." in row[1] or row[1] == "songs"]
    location = next((row[2] for row in tree if row[0] == "text" and row[2].startswith("/")), "")
    files = {key: text for key, text in session.files().items() if not key.endswith(".zip")}
    return {
        "titles": titles, **files, "inside": inside, "location": location, "order": named,
        "selected": [row[1] for row in cells if "selected" in row[3] and row[1] in named],
        "status bar": any(row[0] == "status bar" for row in tree),
        **settings_of(session, "org/mate/engrampa/ui", "org/mate/engrampa/listing"),
    }  # fmt: skip


def read_qalculate(session):
    titles, tree = session.titles(), tree_of(session, "qalculate-gtk")
    if not titles or not tree:
        return {}
    expression = next((row[2] for row in tree if row[0] == "text"), "")
    combos = [row[1] for row in tree if row[0] == "combo box"]
    history = any(row[1] == "History" and "checked" in row[3] for row in tree)
    return {
        "titles": titles, "expression": expression.replace(" ", ""), "display": combos[0] if combos else "",
        "base": combos[1] if len(combos) > 1 else "",
        **{
            f"{row[1]} on": "checked" in row[3] or "pressed" in row[3]
            for row in tree
            if row[0] == "toggle button" and row[1] in ("Keypad", "History", "Conversion", "Exact", "a \N{DIVISION SLASH} b")
        },
        "angle": next((unit for row in tree if row[0] == "label" for unit in row[1].split() if unit in ("RAD", "DEG", "GRA")), ""),
        "history": [row[1] for row in tree if row[0] == "table cell" and row[1].strip()] if history else [],
    }  # fmt: skip


def read_gnote(session):
    titles, tree = session.titles(), tree_of(session, "gnote")
    if not titles or not tree:
        return {}
    state = {"titles": titles}
    names = []
    pinned = json.dumps(settings_of(session, "org/gnome/gnote"))
    for path in sorted((session.home / ".local/share/gnote").glob("*.note")):
        text = path.read_text(errors="replace")
        title = text.split("<title>")[-1].split("</title>")[0]
        body = text.split("<note-content", 1)[-1].split(">", 1)[-1].split("</note-content>")[0]
        names.append(title)
        state["note " + title] = " / ".join(
            line.strip() for line in body.splitlines() if line.strip()
        )
        state["book " + title] = (
            text.split("system:notebook:")[-1].split("</tag>")[0]
            if "system:notebook:" in text
            else ""
        )
        state["pinned " + title] = path.stem in pinned
    state["notes"] = sorted(names)
    state["open"] = next(
        (row[1] for row in tree if row[0] == "page tab" and "selected" in row[3]), ""
    )
    state["order"] = [row[1] for row in tree if row[0] == "table cell" and row[1] in names]
    state["search"] = next(
        (row[2] for row in tree if row[0] == "text" and "\n" not in row[2] and "focused" in row[3]),
        "",
    )
    return state


def prepare_office(name, kind, text):
    """Turn the text into a document of the office program, then open that."""

    def prepare(session, _start):
        profile = session.scratch / "office"
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(OFFICE_SETTINGS)
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (Path(name).stem + (".csv" if kind == "ods" else ".txt"))
        source.write_text(text)
        session.answer_of(
            "soffice", option, "--headless", "--convert-to", kind, "--outdir",
            str(session.documents), str(source), seconds=120,
        )  # fmt: skip
        source.unlink()
        accept = f"--accept=pipe,name={session.mark};urp"
        return ["soffice", option, "--norestore", "--nologo", accept, session.documents / name]

    return prepare


def read_office(session):
    code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "office.py"), session.mark)
    state = json.loads(text) if code == 0 and text else {}
    titles = session.titles()
    names = {
        "file:" + path.name: "there"
        for path in session.documents.glob("*")
        if not path.name.startswith(".")
    }
    return {**state, **names, "titles": titles} if state and titles else {}


PROGRAMS = {
    "chromium": Program(prepare_chromium, read_page, "Chromium", ("scrolled",)),
    "garage": Program(own_qt("garage.py"), read_state, "Garage Planner", ("page",)),
    "printshop": Program(own_qt("printshop.py"), read_state, "Print Desk", ("section",)),
    "hall": Program(own_python("hall.py"), read_state, "Village Hall", ("tab", "selected", "caretaker open")),
    "seeds": Program(own_python("seeds.py"), read_state, "Seed Library", ("chosen", "unfolded", "page")),
    "skischool": Program(own_python("skischool.py"), read_state, "Ski School", ("tab", "selected", "open")),
    "vetdesk": Program(prepare_swing, read_state, "Vet Desk", ("tab", "divider", "chosen", "unfolded")),
    "pluma": Program(prepare_pluma, read_pluma, "minutes", ("titles", "tabs", "/org/mate/pluma:history-*")),
    "nemo": Program(prepare_nemo, read_nemo, "", ("titles",)),
    "eom": Program(prepare_eom, read_eom, ".png", ("titles", "zoom", "size", "/*")),
    "engrampa": Program(prepare_engrampa, read_engrampa, "club papers", ("titles", "selected", "/*")),
    "qalculate": Program(prepare_qalculate, read_qalculate, "Qalculate", ("titles",)),
    "gnote": Program(prepare_gnote, read_gnote, "Gnote", ("titles", "search", "order", "open")),
    "calc": Program(
        prepare_office("pantry.ods", "ods", CELLS), read_office, "Calc", ("selection", "titles")
    ),
    "writer": Program(
        prepare_office("chess evening.odt", "odt", PARAGRAPHS), read_office, "Writer", ("selection", "titles")
    ),
}  # fmt: skip
