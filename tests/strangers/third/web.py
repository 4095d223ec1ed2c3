"""Pages in Chromium for the third set, each a small site of its own, and what people ask for there."""

from tests.strangers.entry import Entry, begins, between, has
from tests.strangers.prepared import Program, read_page
from tests.strangers.session import HERE, Pages

FOLDER = HERE / "third" / "pages"


def prepare(session, start):
    """The page of that name; what follows a # is the state that it opens in."""
    session.pages = Pages(FOLDER)
    page, _, part = start.partition("#")
    address = f"http://127.0.0.1:{session.pages.server_port}/{page}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1240,760",
        f"--user-data-dir={session.scratch / 'chromium'}", f"{address}#{part}" if part else address,
    ]  # fmt: skip


PROGRAMS = {
    "chromium3": Program(
        prepare, read_page, "Chromium", ("scrolled", "bottom", "scroll *", "end *")
    ),
}
ENTRIES = []


def on(start, sentence, expect, also=()):
    ENTRIES.append(Entry("chromium3", sentence, expect, start, tuple(also)))


# A shop
on("shop", "Add the Boston fern to the basket", {"basket": "1 Boston fern"})
on(
    "shop",
    "set the quantity of the snake plant to 3 and add it to the basket",
    {"amount Snake plant": 3, "basket": "3 Snake plant"},
)
on("shop", "Sort by price, low to high please", {"sort": "Price: low to high"})
on("shop", "hover over Categories and click Seeds", {"clicks seeds": 1})
on("shop", "click the heart on the Peace lily", {"saved Peace lily": True})
on(
    "shop",
    'Type "watering can" in the search field and click the magnifying glass',
    {"search": "watering can", "clicks search": 1},
)
on("shop#basket", "close the basket", {"drawer": False})
# A form for ferries
on("ferry", "type Ti into the To box and pick Tiree from the suggestions", {"to": "Tiree"})
on("ferry", "Set adults to 3 and children to 2", {"adults": 3, "children": 2})
on("ferry", "Change the outward date to 18 June 2026", {"out": "2026-06-18"})
on("ferry", "turn on flexible by two days", {"checked flexible": True})
on("ferry", "Please select the sailing at 10:40", {"clicks select 10:40": 1})
on(
    "ferry",
    "Under Vehicle pick Camper van, set Leaving after to 2:30 pm and press Find sailings",
    {"vehicle": "Camper van", "after": "14:30", "clicks find": 1},
)

# The preferences of a program
on("prefs", "make the accent colour green", {"accent": "Green"})
on("prefs", "Change the language to Português", {"language": "Português"})
on(
    "prefs",
    "open Advanced display options and set the frame limit to 120",
    {"open advanced": True, "fps": "120"},
)
on("prefs", "drag the text size slider all the way to the right", {"size": "24"})
on(
    "prefs",
    "Go to Privacy, turn off Share usage data and press Apply",
    {"tab": "Privacy", "usage": False, "clicks apply": 1},
)
on("prefs#ask", "Close this dialog with the cross", {"open sure": False})
on(
    "prefs#notify",
    "set the quiet hours from 23:30 until 6:15",
    {"quiet1": "23:30", "quiet2": "06:15"},
)

# A reader of mail
on("post", "Open the message from the Parish council", {"reading": "Minutes of the meeting"})
on("post", "star the mail from Cinema Lux", {"star 6": True})
on(
    "post",
    "tick the first three messages",
    {"tick 1": True, "tick 2": True, "tick 3": True},
    ("reading",),
)
on("post", "Click Move to and choose Receipts", {"clicks move receipts": 1})
on(
    "post",
    "write See you on Sunday in the quick reply and save it as a draft",
    {"answer": "See you on Sunday", "clicks draft": 1},
)
# An article with a table
on("wiki", "sort the table by height", {"sorted": "Height (m) up"})
on("wiki", "Follow the link to the Pilots' Guild", {"clicks link pilots": 1})
on("wiki", "click show in the row of Ulvey", {"clicks map Ulvey": 1})
on("wiki", "hide the table of contents", {"contents shown": False})
on("wiki", "Please click edit next to Visits", {"clicks edit visits": 1})
on("wiki", "scroll to the bottom of the page and answer Yes", {"clicks helpful yes": 1})

# A board of jobs
on(
    "board",
    "Drag the card Paint the shed to Doing",
    {"cards in Doing": has("Paint the shed"), "cards in To do": "Mend the fence, Order compost"},
)
on(
    "board",
    "add a card called Sharpen spade to Waiting",
    {"cards in Waiting": "Borrow rotavator, Sharpen spade"},
    ("new Waiting",),
)
on(
    "board",
    "click the three dots on Dig potato bed and choose Duplicate",
    {"cards in Doing": "Dig potato bed, Dig potato bed"},
)
on("board", "colour the cards by due date", {"by": "Due date"})
on(
    "board",
    "open the menu of Order compost, then Mark as urgent",
    {"urgent Order compost": True},
)

# A calculator with a bill
on("tip", "Press 7 x 8 =", {"screen": "56"})
on("tip", "click 1, 2, plus, 3, 0 and equals on the calculator", {"screen": "42"})
on("tip", "Change the number of people to 5", {"people": "5"})
on(
    "tip",
    "Enter 84.50 as the bill total, choose 20 % tip and tick Round up to whole euros",
    {"bill": between(84.49, 84.51), "tip": "20 %", "round": True},
)
on(
    "tip",
    "choose Swiss franc as the currency and press Copy result",
    {"cur": "Swiss franc", "clicks copy": 1},
)

# A poll
on("poll", "Choose a small orchard and press Vote", {"plot": "orchard", "voted": "orchard"})
on("poll", "click the fourth star", {"stars": 4})
on("poll", "write too many cars under Why?", {"why": "too many cars"})
on("poll", "show the results", {"results shown": True})
on("poll", "Tick both check boxes", {"anon": True, "news": True})

# A calendar
on("calendar", "go to the next month", {"month": "July 2026"})
on("calendar", "switch to the week view", {"view": "Week"})
on("calendar", "Click on the 19th", {"chosen day": "2026-06-19"})
on("calendar", "open the flea market", {"event": "2026-06-12 Flea market"})
on(
    "calendar#new",
    "Title: Yoga class. Room: Cellar stage. Hours: 3. Then Book it.",
    {"what": "Yoga class", "room": "Cellar stage", "hours": "3", "clicks book": 1},
    ("open booking",),
)
on(
    "calendar#new",
    "set the day to 21 June 2026 and let it start at 7:30 pm",
    {"day": "2026-06-21", "start": "19:30"},
)

# A list of members
on("members", "suspend Iris Jung", {"suspended Iris Jung": True})
on("members", "change the role of Cyril Dent to Coach", {"role Cyril Dent": "Coach"})
on(
    "members",
    "Tick Alma Brandt and Mona Nash, choose Print cards and press Go",
    {"tick Alma Brandt": True, "tick Mona Nash": True, "bulk": "Print cards", "clicks run bulk": 1},
)
on("members", "go to page 4", {"list page": "4"})
on("members", "click the phone next to Esme Farrow", {"clicks call Esme Farrow": 1})
on(
    "members#edit",
    'put "0456 778" in the phone field and save the changes',
    {"ephone": "0456 778", "clicks keep": 1},
    ("open editor",),
)

# A player of music
on("music", "press play", {"playing": True})
on("music", "turn the volume up to 80", {"volume": between(78, 82)})
on("music", "double-click Blue Hour", {"song": "Blue Hour", "playing": True})
on("music", "Turn on shuffle and repeat", {"shuffle": True, "repeat": True})
on(
    "music",
    "click the dots next to Undertow and choose Add to queue",
    {"clicks queue Undertow": 1},
)
on("music", "scroll the songs down to the last one", {"end songs": True})

# A table of buses
on("bus", "swap the stops", {"from": "Station", "to": "Market Cross"})
on("bus", "Show the times for Sunday", {"days": "Sunday"})
on("bus", "click the time of Line 12 at the Hospital", {"kept": "Hospital 08:32"})
on(
    "bus",
    "open Line 7: diversion and tick Tell me when this ends",
    {"open line 7": True, "tell7": True},
)
on(
    "bus",
    "From Hospital to Millbrook on March 5, 2026, then click Show journeys",
    {"from": "Hospital", "to": "Millbrook", "day": "2026-03-05", "clicks search": 1},
)

# A survey
on("survey", "Answer Marta to the first question", {"first": "Marta"})
on("survey", "select 40 to 64 as the age", {"age": "40 to 64"})
on("survey", "for Reading room choose Very", {"Reading room": "Very"})
on("survey", "scroll down and tick Novels and Board games", {"novels": True, "games": True})
on("survey", "choose 6 in question 5", {"likely": "6"})
# Pictures
on("gallery", "open the picture called Windmill", {"viewed": "Windmill"})
on("gallery", "Remove the tag crowd", {"tags": "beach, evening"})
on("gallery", "add the tag sunset", {"tags": "beach, crowd, evening, sunset"}, ("tag",))
on("gallery", "select Summer and Best of in the list of albums", {"albums": ["Summer", "Best of"]})
on("gallery#open", "Press the right arrow of the picture twice", {"viewed": "Two fish"})

# A chat
on("chat", "Open the talk with Uncle Finn", {"talk": "Uncle Finn"})
on(
    "chat",
    "write Running five minutes late in the message box, then press Keep as note",
    {"message": "Running five minutes late", "clicks keep note": 1},
)
on("chat", "mute this talk and pin it to the top", {"mute": True, "pin": True})
on("chat", 'click the +1 next to "Cheese for me please"', {"liked 09:21": True})
on(
    "chat",
    "open Shared files and click shopping.txt",
    {"open files": True, "clicks file list": 1},
)

# A map
on("map", "Zoom in twice", {"zoom": 12})
on("map", "close the hint at the bottom", {"hint shown": False})
on("map", "type Ca in the search box and choose Camp site", {"place": "Camp site"})
on(
    "map",
    "drag the bar between the panel and the map to the right, so that the panel gets wider",
    {"panel width": between(320, 900)},
)
on(
    "map",
    "choose Boat, then Satellite, and click on the Chapel",
    {"by": "Boat", "style": "Satellite", "chosen": "Chapel"},
)

# A page to write on
on("editor", "In the File menu go to Export as and pick Web page", {"clicks export web": 1})
on(
    "editor",
    "select all the text of the page and make it bold",
    {"bold text": has("The tide was out.", "since Tuesday")},
    ("bold",),
)
on("editor", "open Find and replace in the Edit menu", {"find open": True})
on(
    "editor#find",
    "Find Tuesday, replace by Friday and click Replace all",
    {"seek": "Tuesday", "with": "Friday", "text": has("since Friday.")},
)
on("editor", "Rename the page to Sea notes", {"name": "Sea notes"})

# Filters
on("flats", "set the rent to at most 900", {"rent": "900"})
on(
    "flats",
    "unfold South and choose University",
    {"unfolded South": True, "where": "University"},
)
on("flats", "press the buttons 2 and 3 under Rooms", {"rooms 2": True, "rooms 3": True})
on("flats", "hide the flat that costs 410 €", {"clicks hide Student den": 1})
on("flats", "Select Gas and Wood under Heating", {"heating": ["Gas", "Wood"]})

# Steps
on(
    "wizard",
    "Fill in Gazelle as the make, choose Touring and go on with Next",
    {"make": "Gazelle", "kind": "Touring", "step": 2},
)
on("wizard", "set the colour of the frame to #0000ff", {"paint": "#0000ff"})
on(
    "wizard#2",
    "given name Pia, family name Lindqvist, postcode 1071 AB",
    {"given": "Pia", "family": "Lindqvist", "post": "1071 AB"},
)
on("wizard#3", "take the Full cover", {"cover": "Full"})
on(
    "wizard#3",
    "drag Cover abroad to the top of the list",
    {"order matters": begins("Cover abroad")},
)
on("wizard#4", "Tick I have read the terms and go back", {"terms": True, "step": 3})

# A board of gauges
on("weir", "dismiss the warning", {"warning shown": False})
on("weir", "change Last 24 hours to Last week", {"range": "Last week"})
on("weir", "Raise Gate 2 twice", {"opening Gate 2": 10})
on("weir", "turn the camera on and the light off", {"camera": True, "light": False})
on(
    "weir",
    "choose Dahl as the operator, write Grid cleaned below it and add the entry",
    {"operator": "Dahl", "entry": "Grid cleaned", "clicks entry": 1},
)
