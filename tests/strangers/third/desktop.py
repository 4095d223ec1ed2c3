"""Programs of the desktop for the third set: three forms of our own and what is installed."""

import gzip
import re
import sys
import zlib

from tests.strangers import prepared as first
from tests.strangers.entry import Entry, has, is_gone, lacks, shows
from tests.strangers.prepared import Program, read_office, read_state, read_zenity
from tests.strangers.second.prepared import SHOWN, pdf, read_settings, read_tree
from tests.strangers.session import HERE, system_python

PROGRAMS_DIR = HERE / "third" / "programs"
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
}  # fmt: skip

RECIPE = "Two cups of lentils\nOne onion\nSimmer for an hour"
ROTA = DOCUMENTS["rota.txt"]
CREW = ("chosen At home", "chosen On duty")


def two(value):
    """True of a list of two."""
    return value is not None and len(value) == 2


def bare(*parts):
    """True of a list in whose texts none of the parts stands."""
    return lambda value: all(lacks(part)(value) for part in parts)


QT = [
    Entry("qt", "Type Lindqvist as the family name.", {"Family name": "Lindqvist"}),
    Entry(
        "qt", "put Bergen in the town box of the company, not of the guest",
        {"Company town": "Bergen"},
    ),
    Entry(
        "qt", "Set adults to 4 and children to 2, then press Keep booking.",
        {"Adults": 4, "Children": 2, "clicks Keep booking": 1},
    ),
    Entry("qt", "Change the leaving date to 18/07/2026", {"Leaves on": "2026-07-18"}),
    Entry("qt", "choose camper van under Sleeps in please", {"Sleeps in": "Camper van"}),
    Entry("qt", "Drag the power slider to 10.", {"Power": 10}),
    Entry(
        "qt", "In the Booking menu go to Export and click As Letter",
        {"clicks menu As Letter": 1},
    ),
    Entry(
        "qt",
        "Open Extend Stay in the Booking menu, make it 5 extra nights, tick late check-out and "
        "press OK.",
        {"clicks extended by 5 late": 1, "clicks menu Extend Stay": 1},
    ),
    Entry(
        "qt", 'Click Memo, choose Lifeguard, write "Pool opens at ten" as the message and pin it up.',
        {"clicks memo Lifeguard: Pool opens at ten": 1},
    ),
    Entry(
        "qt", "expand Lakeside and select L2",
        {"open areas": ["Meadow", "Lakeside"], "Pitch": ["L2"]}, "Pitches",
    ),
    Entry(
        "qt", "Sort the table by Per day with the cheapest at the top.",
        {"order": ["Cot", "Barbecue", "Sun sail", "Tandem", "Canoe"]}, "Hire", ("cells",),
    ),
    Entry(
        "qt", "change the number of barbecues in stock to 12", {"Barbecue stock": "12"}, "Hire",
        ("cells",),
    ),
    Entry(
        "qt", "Select Chiara and Elif in the left list, then press To duty.",
        {"At home": ["Bruno", "Dmitri"], "On duty": ["Astrid", "Chiara", "Elif"]}, "Crew", CREW,
    ),
]  # fmt: skip
GTK = [
    Entry("gtk", "Switch the alarm bell on", {"Alarm bell": True}),
    Entry("gtk", "please enter Rosa Lind as potter", {"Potter": "Rosa Lind"}),
    Entry(
        "gtk", "Pick Raku as the kind of firing and porcelain as the clay.",
        {"Kind of firing": "Raku", "Clay": "Porcelain"},
    ),
    Entry("gtk", "click remind me later", {"clicks remind later": 1}),
    Entry(
        "gtk", "Press the plus button next to Hold for twice.", {"Hold for (minutes)": 25}
    ),
    Entry(
        "gtk", 'Select "The studio" under Who unloads and tick Keep the shards.',
        {"The studio": True, "The potter": False, "Keep the shards": True},
    ),
    Entry("gtk", "shop menu, labels, gift", {"clicks menu Labels Gift": 1}),
    Entry(
        "gtk", "Click Sell..., type blue jug as the piece, set the price to 35 and press Sold.",
        {"clicks sold blue jug for 35": 1},
    ),
    Entry(
        "gtk", "Select the row with Honey and click Test tile",
        {"glaze": ["Honey"], "clicks Test tile": 1}, "Glazes",
    ),
    Entry(
        "gtk", "sort the glazes by degrees, the hottest first please",
        {"glazes": ["Tenmoku", "Celadon", "Slate", "Honey"]}, "Glazes", ("glaze",),
    ),
    Entry(
        "gtk", "Open up Wheel in the course list and click Teapots.",
        {"open courses": ["Wheel"], "course": ["Teapots"]}, "Courses",
    ),
    Entry(
        "gtk", "choose the shelf under the middle shelf", {"shelf": ["Bottom shelf"]}, "Courses"
    ),
]  # fmt: skip
TK = [
    Entry("tk", "Write Ostergade 5 as the sender's street.", {"Sender street": "Ostergade 5"}),
    Entry(
        "tk", "In the Receiver part put Vera Quist as the name and Cork as the town.",
        {"Receiver name": "Vera Quist", "Receiver town": "Cork"},
    ),
    Entry("tk", "select Overnight as the service", {"Service": "Overnight"}),
    Entry("tk", "Set pieces to 6, then click Weigh.", {"Pieces": "6", "clicks Weigh": 1}),
    Entry(
        "tk", "tick Fragile and untick Signature needed",
        {"Fragile": True, "Signature needed": False},
    ),
    Entry("tk", "Move the priority slider to 4", {"Priority": 4}),
    Entry(
        "tk", "press Start over and answer No", {"clicks Start over": 1, "clicks answer no": 1}
    ),
    Entry("tk", "In the Print menu, set Paper to A6.", {"Paper": "A6"}),
    Entry(
        "tk",
        "Choose Gate pass in the Depot menu, type KL 4471 as number plate, take gate 2 and issue "
        "the pass.",
        {"clicks pass KL 4471 gate 2": 1},
    ),
    Entry(
        "tk", "right-click the parcel for Cork and choose Move to gate",
        {"clicks Move to gate P-121": 1}, "Shelf", ("parcels",),
    ),
    Entry(
        "tk", "Expand West tour and click on Exeter.",
        {"open tours": ["West tour"], "tour": ["West tour/Exeter"]}, "Tours",
    ),
    Entry("tk", "Select the driver Jun, please", {"drivers": ["Jun"]}, "Tours"),
]  # fmt: skip
EDITORS = [
    Entry(
        "mousepad", "Add a line saying Thursday: Olga at the end of the text.",
        {"texts": has("Wednesday: Nadia\nThursday: Olga")},
    ),
    Entry(
        "mousepad", "replace all Nadia with Olga and save the file",
        {"file:rota.txt": ROTA.replace("Nadia", "Olga")}, also=("windows", "checked"),
    ),
    Entry(
        "mousepad", "Select everything and convert it to uppercase with the Edit menu",
        {"texts": has("DESK ROTA\nMONDAY: NADIA")},
    ),
    Entry(
        "mousepad", "Use Save As to save this as duty.txt.", {"file:duty.txt": ROTA}
    ),
    Entry(
        "mousepad", "open the find and replace window", {"titles": has("Find and Replace")},
        also=("windows", "checked"),
    ),
    Entry(
        "mousepad", "Copy the line Tuesday: Piet and paste it at the very end",
        {"texts": has("Wednesday: Nadia\nTuesday: Piet")},
    ),
    Entry("geany", "Go to the table.py tab", {"titles": has("table.py - ")}, also=("checked",)),
    Entry(
        "geany", "replace onion with leek in the recipe and save it",
        {"file:recipe.txt": has("One leek")}, also=("windows", "checked"),
    ),
    Entry(
        "geany", "Turn off Show Sidebar in the View menu.", {"checked": lacks("Show Sidebar")}
    ),
    Entry(
        "geany", "Make a new file with the template main.py from the File menu",
        {"titles": has("untitled.py")}, also=("checked",),
    ),
    Entry(
        "geany", "tick Line Wrapping in the Document menu", {"checked": has("Line Wrapping")}
    ),
    Entry(
        "geany", "Put the cursor in the first line and duplicate it with Edit > Commands",
        {"texts": has("Lentil soup\nLentil soup\nTwo")},
    ),
    Entry("pluma", "Show the side pane", {"checked": has("Side Pane")}),
    Entry(
        "pluma", "Write Serves four as a new first line above Lentil soup.",
        {"texts": has("Serves four\nLentil soup")}, also=("checked",),
    ),
    Entry("pluma", "open a new empty document", {"tabs": has("Unsaved Document")}, also=("checked",)),
    Entry(
        "pluma", "Change lentils to beans everywhere with search and replace, then save.",
        {"file:recipe.txt": has("Two cups of beans")}, also=("windows", "checked"),
    ),
    Entry(
        "pluma", "Hide both the toolbar and the status bar using the View menu",
        {"checked": bare("Toolbar", "Statusbar")},
    ),
    Entry(
        "pluma", "Choose Markdown in View, Highlight Mode, Markup",
        {"checked": has("Markdown")},
    ),
]  # fmt: skip
SHEETS = [
    Entry("calc", "Write 52 into B4", {"cell B4": "52"}),
    Entry(
        "calc", "Type July in A6, 48 in B6 and 133 in C6.",
        {"cell A6": "July", "cell B6": "48", "cell C6": "133"},
    ),
    Entry("calc", "select A1 to C1 and make them bold", {"bold": ["A1", "B1", "C1"]}),
    Entry("calc", "put =SUM(C2:C5) in cell C6", {"cell C6": "=SUM(C2:C5)"}),
    Entry("calc", "Rename the sheet guests to Season.", {"sheets": ["Season"]}, also=("sheet",)),
    Entry(
        "calc", "insert an empty row above April",
        {"cell A4": "April", "cell B6": "41", "cell A3": is_gone}, also=("cell *",),
    ),
    Entry("calc", "Copy B2 and paste it into E2", {"cell E2": "14"}),
    Entry(
        "calc", "Select A1 to C5 and sort it by the Nights column from high to low.",
        {"cell A2": "June", "cell B2": "41", "cell A5": "March"}, also=("cell *",),
    ),
    Entry("writer", "Make the first line bold", {"bold 1": "Open house"}),
    Entry("writer", "centre the line Open house please", {"align 1": 3}),
    Entry(
        "writer", "Find four and replace it with five.", {"line 3": "Come at five."},
        also=("windows",),
    ),
    Entry(
        "writer", 'Add a new last line with the text "Bring a friend."',
        {"line 5": "Bring a friend."}, also=("* 5",),
    ),
    Entry(
        "writer", "Give the first line the style Heading 1", {"style 1": "Heading 1"},
        also=("bold 1", "align 1"),
    ),
    Entry("writer", "underline the word tea", {"underline 4": "tea"}),
    Entry(
        "writer", "select the whole text and make it italic",
        {"italic 1": "Open house", "italic 4": "There will be tea."}, also=("italic *",),
    ),
    Entry("gnumeric", "Put 110 in B5 and save", {"cell B5": "110"}),
    Entry(
        "gnumeric", "Write Total in A6 and =SUM(B2:B5) in B6, then save the file.",
        {"cell A6": "Total", "cell B6": has("SUM(B2:B5)")},
    ),
    Entry("gnumeric", "select cell C4", {"texts": shows("C4")}),
    Entry(
        "gnumeric", "Untick Object Toolbar under View, Toolbars",
        {"checked": lacks("Object Toolbar")},
    ),
    Entry("gnumeric", "make A1 bold, then save", {"bold": True}, also=("checked",)),
    Entry("gnumeric", "Insert another sheet and save the file", {"sheets": two}, also=("checked",)),
]  # fmt: skip
REST = [
    Entry("galculator", "Press 8, +, 2, 7 and =.", {"texts": shows("35")}),
    Entry("galculator", "type 144 / 12 and hit the equals button", {"texts": shows("12")}),
    Entry(
        "galculator", "switch to Scientific Mode in the View menu",
        {"checked": has("Scientific Mode")}, also=("checked",),
    ),
    Entry("galculator", "Enter 81 and press sqrt", {"texts": shows("9")}),
    Entry(
        "galculator", "In the Calculator menu choose the notation mode Formula Entry.",
        {"checked": has("Formula Entry")},
    ),
    Entry(
        "galculator", "Press 6, *, 7 and =, then change the sign with +/-", {"texts": shows("-42")}
    ),
    Entry("thunar", "open the Garden folder", {"titles": has("Garden")}),
    Entry("thunar", "Create a new folder called Receipts.", {"file:Receipts": "folder"}),
    Entry(
        "thunar", "Rename rota.txt to desks.txt",
        {"file:desks.txt": ROTA, "file:rota.txt": is_gone},
    ),
    Entry(
        "thunar", "drag budget.csv onto the Travel folder",
        {"file:Travel/budget.csv": DOCUMENTS["budget.csv"], "file:budget.csv": is_gone},
    ),
    Entry(
        "thunar", "Copy recipe.txt, go into the Choir folder and paste it there.",
        {"file:Choir/recipe.txt": DOCUMENTS["recipe.txt"]},
    ),
    Entry("thunar", "go up one folder", {"titles": has("home - ")}),
    Entry(
        "thunar", "right-click table.py and pick Properties", {"titles": has("table.py")},
        also=("windows", "checked"),
    ),
    Entry("zenity", "Click Leave it off", {"exit": 1}, "question"),
    Entry(
        "zenity",
        "Enter KA 19 as the licence plate, 4 as the flat number and Mia Berg as owner, then OK.",
        {"exit": 0, "answer": "KA 19|4|Mia Berg"}, "forms",
    ),
    Entry(
        "zenity", "drag the slider to 70 and press ok", {"exit": 0, "answer": "70"}, "scale"
    ),
    Entry("zenity", "Choose Locker and confirm with OK", {"exit": 0, "answer": "Locker"}, "radiolist"),
    Entry(
        "zenity", "untick Porridge, tick Fruit and press OK",
        {"exit": 0, "answer": "Fruit|Juice"}, "checklist",
    ),
    Entry(
        "zenity", "Select the train at 08:40, then OK please", {"exit": 0, "answer": "Malmo"}, "table"
    ),
    Entry(
        "zenity", "Pick the 24th in the calendar and click OK.",
        {"exit": 0, "answer": "2027-03-24"}, "calendar",
    ),
    Entry("atril", "Next page", {"texts": shows("2")}),
    Entry("atril", "go to page 4", {"texts": shows("4")}),
    Entry("atril", "Jump to the last page with the Go menu.", {"texts": shows("5")}),
    Entry("atril", "turn on Inverted Colors in the View menu", {"checked": has("Inverted Colors")}),
    Entry("atril", "Hide the side pane", {"checked": lacks("Side Pane")}),
    Entry("atril", "Search for the word harbour in this document", {"texts": has("harbour")}),
    Entry("mail", "Click Compose", {"titles": has("Compose message"), "windows": 2}, also=("checked",)),
    Entry(
        "mail", "reply to the mail from Salma Idris",
        {"titles": has("Re: Recipe for the soup"), "windows": 2}, also=("checked",),
    ),
    Entry(
        "mail", "Open the message Keys to the shed so that I can read it.",
        {"texts": has("They hang behind the door.")}, also=("windows",),
    ),
    Entry(
        "mail", "choose Three columns under View > Layout", {"checked": has("Three columns")}
    ),
    Entry("mail", "Sort the messages by subject", {"checked": has("By subject")}),
    Entry("mail", "Type soup in the box to the left of the Clear button", {"texts": has("soup")}),
    Entry(
        "mail",
        "Compose a new message to tom@example.org with the subject Picnic and press Draft.",
        {"draft": has("Subject: Picnic", "tom@example.org")}, also=("draft count", "windows", "checked"),
    ),
    Entry(
        "appearance", "Go to the Settings tab and untick Show images in menus.",
        {"/Gtk/MenuImages": "false"},
    ),
    Entry(
        "appearance", "turn on event sounds on the Settings page",
        {"/Net/EnableEventSounds": "true"},
        also=("/Net/EnableInputFeedbackSounds",),
    ),
    Entry(
        "appearance", "On the Fonts tab set Hinting to Full", {"/Xft/HintStyle": "hintfull"},
        also=("/Xft/Hinting",),
    ),
    Entry("appearance", "Under Fonts change the custom DPI to 110.", {"/Xft/DPI": "110"},
        also=("/Xfce/LastCustomDPI",)),
    Entry("appearance", "Fonts tab: sub-pixel order RGB please", {"/Xft/RGBA": "rgb"}),
    Entry("appearance", "close this window", {"windows": 0}),
]  # fmt: skip

ENTRIES = [*QT, *GTK, *TK, *EDITORS, *SHEETS, *REST]
