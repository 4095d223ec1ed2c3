"""The programs of the third set: pages in Chromium, programs of the desktop, forms of our own."""

import gzip
import re
import sys
import zlib

from tests.strangers import prepared as first
from tests.strangers.prepared import Program, read_office, read_page, read_state, read_zenity
from tests.strangers.second.prepared import SHOWN, pdf, read_settings, read_tree
from tests.strangers.session import HERE, Pages, system_python

PROGRAMS_DIR = HERE / "third" / "programs"
PAGES = HERE / "third" / "pages"
DOCUMENTS = {
    "rota.txt": "Desk rota\nMonday: Nadia\nTuesday: Piet\nWednesday: Nadia\n",
    "recipe.txt": "Lentil soup\nTwo cups of lentils\nOne onion\nSimmer for an hour\n",
    "table.py": "total = 0\nfor number in range(5):\n    total += number\nprint(total)\n",
    "Choir/programme.txt": "Spring concert\n",
    "Choir/singers.txt": "Ada\nBen\n",
    "Garden/plants.txt": "Fennel\n",
    "Travel/packing.txt": "Boots\n",
    "budget.csv": "Post,Planned,Spent\nRent,900,900\nFood,320,275\nTrips,150,60\nGifts,80,95\n",
}
MONTHS = "Month,Guests,Nights\nMarch,14,31\nApril,22,57\nMay,37,88\nJune,41,120\n"
INVITATION = "Open house\nWe show our new workshop.\nCome at four.\nThere will be tea.\n"
LEAFLET = ("Bus guide", "Line 1 to the harbour", "Line 2 to the hills", "Fares", "Lost things")
LETTERS = (
    ("Greta Holm", "Choir rehearsal moved", "We meet on Thursday instead."),
    ("Otto Brandt", "Keys to the shed", "They hang behind the door."),
    ("Library", "Two books are due", "Please bring them back."),
    ("Salma Idris", "Recipe for the soup", "Use red lentils."),
)
ZENITY = {
    "question": ["--question", "--title=Boiler", "--text=Restart the boiler?",
                 "--ok-label=Restart", "--cancel-label=Leave it off"],
    "forms": ["--forms", "--title=Parking permit", "--text=Apply for a permit",
              "--add-entry=Licence plate", "--add-entry=Flat number", "--add-entry=Owner"],
    "scale": ["--scale", "--title=Brightness", "--text=Brightness", "--value=40", "--step=5"],
    "radiolist": ["--list", "--radiolist", "--title=Delivery", "--column=Pick",
                  "--column=Way", "TRUE", "Pick up", "FALSE", "Courier", "FALSE", "Locker"],
    "checklist": ["--list", "--checklist", "--title=Breakfast", "--column=Want", "--column=Dish",
                  "TRUE", "Porridge", "FALSE", "Eggs", "FALSE", "Fruit", "TRUE", "Juice"],
    "table": ["--list", "--title=Trains", "--column=Departs", "--column=To", "--print-column=2",
              "07:15", "Lund", "08:40", "Malmo", "09:05", "Ystad"],
    "calendar": ["--calendar", "--title=Appointment", "--text=Pick a day", "--day=10",
                 "--month=3", "--year=2027", "--date-format=%Y-%m-%d"],
}  # fmt: skip


def write_documents(session):
    for name, text in DOCUMENTS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def plain(*argv, before=None):
    """A program started with our documents in its folder; {start} is what the entry names."""

    def prepare(session, start):
        write_documents(session)
        if before:
            before(session)
        put = {"{documents}": str(session.documents), "{start}": start}
        return [put.get(part, part) for part in argv]

    return prepare


def own_python(name):
    return lambda _session, start: [system_python(), PROGRAMS_DIR / name, start]


def prepare_qt(_session, start):
    return [sys.executable, PROGRAMS_DIR / "qt_camp.py", start]


def prepare_zenity(_session, start):
    return ["zenity", *ZENITY[start]]


def leaflet(session):
    (session.documents / "leaflet.pdf").write_bytes(pdf(LEAFLET))


def sheet(session):
    """The budget as a file of the spreadsheet program itself."""
    made = str(session.documents / "budget.gnumeric")
    session.answer_of("ssconvert", str(session.documents / "budget.csv"), made)
    (session.documents / "budget.csv").unlink()


def read_sheet(session):
    """The tree, and the cells as the file on the disk has them."""
    state = read_tree("gnumeric")(session)
    try:
        text = gzip.decompress((session.documents / "budget.gnumeric").read_bytes()).decode()
    except (OSError, EOFError, ValueError, zlib.error):
        return {}
    cells = re.findall(r'<gnm:Cell Row="(\d+)" Col="(\d+)"[^>]*>([^<]*)<', text)
    state |= {f"cell {chr(65 + int(c))}{int(r) + 1}": value for r, c, value in cells}
    state |= {"bold": 'Bold="1"' in text, "italic": 'Italic="1"' in text}
    return {**state, "sheets": re.findall(r"<gnm:Name>([^<]*)</gnm:Name>", text)} if state else {}


def prepare_mail(session, start):
    """The mailbox of the first set with letters of our own."""
    first.prepare_mail(session, start)
    inbox = session.home / "Mail" / "inbox"
    for number, (sender, subject, body) in enumerate(LETTERS, 1):
        (inbox / str(number)).write_text(
            f"From: {sender} <{sender.split()[0].lower()}@example.org>\nTo: pat@example.org\n"
            f"Subject: {subject}\nDate: Tue, 3 Mar 2026 09:1{number}:00 +0000\n"
            f"Message-ID: <third{number}@example.org>\n\n{body}\n"
        )
    return ["claws-mail", "--select", "#mh/Mail/inbox"]


def read_guests(session):
    """The cells without the name of their sheet, and which of them are bold or italic."""
    found = read_office(session)
    state = {key: found[key] for key in found if "." not in key}
    for kind in ("bold", "italic"):
        names = [key.split(".")[-1] for key in found if key.startswith(kind + " ")]
        state[kind] = sorted(names)
    cells = [key for key in found if "." in key and not key.startswith(("bold ", "italic "))]
    return {**state, **{"cell " + key.split(".")[-1]: found[key] for key in cells}} if found else {}


def read_mail(session):
    return first.read_mail(session) | read_tree("claws-mail")(session)


def shown(*argv, title, tree, before=None, lenient=()):
    return Program(plain(*argv, before=before), read_tree(tree), title, (*SHOWN, *lenient))


def prepare_page(session, start):
    """The page of that name; what follows a # is the state that it opens in."""
    session.pages = Pages(PAGES)
    page, _, part = start.partition("#")
    address = f"http://127.0.0.1:{session.pages.server_port}/{page}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1240,760",
        f"--user-data-dir={session.scratch / 'chromium'}", f"{address}#{part}" if part else address,
    ]  # fmt: skip


PROGRAMS = {
    "qt": Program(prepare_qt, read_state, "Camp Site Office"),
    "gtk": Program(own_python("gtk_pottery.py"), read_state, "Pottery Office"),
    "tk": Program(own_python("tk_depot.py"), read_state, "Parcel Depot"),
    "mousepad": shown("mousepad", "rota.txt", title="rota.txt", tree="mousepad"),
    "galculator": Program(plain("galculator"), read_tree("galculator"), "galculator", SHOWN),
    "thunar": shown("thunar", "{documents}", title="Documents", tree="thunar"),
    "calc": Program(
        first.prepare_office("guests.ods", "ods", MONTHS), read_guests, "Calc",
        ("selection", "titles"),
    ),
    "writer": Program(
        first.prepare_office("invitation.odt", "odt", INVITATION), read_office, "Writer",
        ("selection", "titles"),
    ),
    "geany": shown("geany", "-i", "table.py", "recipe.txt", title="Geany", tree="geany"),
    "pluma": shown("pluma", "recipe.txt", title="recipe.txt", tree="pluma"),
    "zenity": Program(prepare_zenity, read_zenity, ""),
    "atril": shown("atril", "leaflet.pdf", title="leaflet", tree="atril", before=leaflet),
    "gnumeric": Program(
        plain("gnumeric", "budget.gnumeric", before=sheet), read_sheet, "budget.gnumeric", SHOWN
    ),
    "mail": Program(prepare_mail, read_mail, "Claws Mail", SHOWN),
    "appearance": Program(
        lambda _session, _start: ["xfce4-appearance-settings"], read_settings("xsettings"),
        "Appearance", ("titles",),
    ),
    "chromium3": Program(prepare_page, read_page, "Chromium", ("scrolled", "bottom", "scroll *", "end *")),
}  # fmt: skip
