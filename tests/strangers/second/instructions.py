"""The sentences of the second set, each with its effect."""

from tests.strangers.entry import Entry, begins, between, has, is_gone, lacks, shows

SAVED = "file:minutes.txt"
QT = [
    Entry("qt", "Please put Hanna Vogt into the Reader field", {"Reader": "Hanna Vogt"}),
    Entry("qt", "card number: 88-1204", {"Card number": "88-1204"}),
    Entry(
        "qt",
        "Fill in Reader with Tom Ray and Book title with Sea Charts, then press Keep slip.",
        {"Reader": "Tom Ray", "Book title": "Sea Charts", "clicks Keep slip": 1},
    ),
    Entry("qt", "choose Castle Hill as the branch", {"Branch": "Castle Hill"}),
    Entry("qt", "Set Copies to 4", {"Copies": 4}),
    Entry("qt", "Change the fine to 2.50", {"Fine": 2.5}),
    Entry("qt", "Could you set the due date to 24.03.2025?", {"Due": "2025-03-24"}),
    Entry("qt", "Set the pick-up time to 14:30", {"Pick-up time": "14:30"}),
    Entry("qt", "tick LARGE PRINT and bag needed", {"Large print": True, "Bag needed": True}),
    Entry("qt", "Untick Text me when due", {"Text me when due": False}),
    Entry("qt", "Hand over: Book bus", {"Book bus": True}, also=("At the desk",)),
    Entry("qt", "Move the Loan days slider all the way to the right", {"Loan days": 50}),
    Entry("qt", "Write 'Cover is torn.' in the desk remarks", {"Desk remarks": "Cover is torn."}),
    Entry("qt", "click Scan card in the toolbar", {"clicks tool Scan card": 1}),
    Entry("qt", "Switch Hold on in the tool bar", {"Hold": True}),
    Entry("qt", "Open the Loans menu and pick Renew", {"clicks menu Renew": 1}),
    Entry("qt", "Readers > Letters > Welcome", {"clicks menu Welcome": 1}),
    Entry(
        "qt",
        "In the Options menu, turn on Dark Colours",
        {"Dark Colours": True},
        also=("clicks menu Dark Colours",),
    ),
    Entry("qt", "On the left, click Shelf", {"view": "Shelf"}),
    Entry(
        "qt",
        "click Note, type Call her on Monday and press OK",
        {"clicks note Call her on Monday": 1, "dialog": ""},
        also=("clicks tool Note...",),
    ),
    Entry("qt", "select the row Bread at Home", {"Shelf": ["Bread at Home"]}, "Shelf"),
    Entry(
        "qt",
        "Double-click A Short Walk",
        {"clicks double A Short Walk": 1},
        "Shelf",
        also=("Shelf",),
    ),
    Entry(
        "qt",
        "Press Look up in the row of Winter Birds",
        {"clicks Look up Winter Birds": 1},
        "Shelf",
        also=("Shelf",),
    ),
    Entry(
        "qt",
        "Right-click Sea Charts and choose Mend",
        {"clicks Mend Sea Charts": 1},
        "Shelf",
        also=("Shelf",),
    ),
    Entry("qt", "Type walk in the box Find on this shelf", {"Find": "walk"}, "Shelf"),
    Entry(
        "qt",
        "please check Cooking and Sailing in the list, then click Save topics",
        {"Ticked": ["History", "Cooking", "Sailing"], "clicks Save topics": 1},
        "Topics",
    ),
    Entry("qt", "Remove the tick from History", {"Ticked": []}, "Topics"),
]
GTK = [
    Entry("gtk", "Enter Jo Lindqvist as the owner", {"Owner": "Jo Lindqvist"}),
    Entry("gtk", "Type 0171 4455 into telephone", {"Telephone": "0171 4455"}),
    Entry(
        "gtk",
        "owner Mia Brandt, frame number WX-77. then click on Write ticket",
        {"Owner": "Mia Brandt", "Frame number": "WX-77", "clicks Write ticket": 1},
    ),
    Entry("gtk", "pick Cargo bike under Type of bike", {"Type of bike": "Cargo bike"}),
    Entry("gtk", "Set the working hours to 6.", {"Working hours": 6}),
    Entry("gtk", "Press the plus next to working hours three times", {"Working hours": 3}),
    Entry(
        "gtk",
        'In the box "What is wrong" write: Back brake squeaks',
        {"What is wrong": "Back brake squeaks"},
    ),
    Entry("gtk", "tick wash it", {"Wash it": True}),
    Entry(
        "gtk",
        "Turn off Ring when ready, and turn on Lend a spare bike",
        {"Ring when ready": False, "Lend a spare bike": True},
    ),
    Entry("gtk", "Select While you wait", {"While you wait": True}, also=("This week",)),
    Entry("gtk", "Set tyre pressure to 7", {"Tyre pressure": 7.0}),
    Entry("gtk", "Press the Under guarantee button", {"Under guarantee": True}),
    Entry("gtk", "Unfold Insurance", {"Insurance open": True}),
    Entry(
        "gtk",
        "expand Insurance and type P-2209 as the policy number",
        {"Insurance open": True, "Policy number": "P-2209"},
    ),
    Entry("gtk", "Go to the Parts page", {"page": "Parts"}),
    Entry("gtk", "click New job please", {"clicks New job": 1}),
    Entry("gtk", "Click More and choose Price list", {"clicks menu Price list": 1}),
    Entry(
        "gtk",
        "Click Collect, type Ben Olsen in the box and press Collected",
        {"Person": "Ben Olsen", "clicks collected": 1, "dialog": []},
        also=("clicks Collect",),
    ),
    Entry("gtk", "search parts for pads", {"Search parts": "pads"}, "Parts"),
    Entry("gtk", "tick Saddle", {"Needed": ["Saddle", "Bell"]}, "Parts", also=("Part",)),
    Entry("gtk", "uncheck the box in front of Bell", {"Needed": []}, "Parts", also=("Part",)),
    Entry(
        "gtk",
        "Click on Chain in the list and then on Add to the job",
        {"Part": ["Chain"], "clicks Add to the job": 1},
        "Parts",
    ),
    Entry(
        "gtk",
        "double click Brake pads",
        {"clicks double Brake pads": 1},
        "Parts",
        also=("Part",),
    ),
]
TK = [
    Entry("tk", "Surname is Novotna", {"Surname": "Novotna"}),
    Entry(
        "tk",
        "Type Eriksen in Surname and Liv in Given name",
        {"Surname": "Eriksen", "Given name": "Liv"},
    ),
    Entry("tk", "Enter insurance number A 123 456", {"Insurance number": "A 123 456"}),
    Entry("tk", "Choose Dr Silva from the doctor list", {"Doctor": "Dr Silva"}),
    Entry("tk", "set Room to 7", {"Room": "7"}),
    Entry("tk", "Set the pain scale to 6", {"Pain": 6}),
    Entry("tk", "Tick Fasting.", {"Fasting": True}),
    Entry("tk", "The patient arrives By taxi - select it", {"Arrives": "By taxi"}),
    Entry(
        "tk",
        "check needs interpreter and click Admit",
        {"Needs interpreter": True, "clicks Admit": 1},
    ),
    Entry("tk", "hit Admit", {"clicks Admit": 1}),
    Entry(
        "tk",
        "Press Next patient, then Cancel in the question",
        {"clicks Next patient": 1, "clicks answer cancel": 1},
    ),
    Entry("tk", "open Desk in the menu bar and click Lunch break", {"clicks menu Lunch break": 1}),
    Entry("tk", "In the Lists menu tick Show rooms", {"Show rooms": True}),
    Entry("tk", "Go to the tab Waiting room", {"tab": "Waiting room"}),
    Entry("tk", "select Ms Cedar", {"Waiting": ["Ms Cedar"]}, "Waiting room"),
    Entry(
        "tk",
        "Click Mr Birch, then press Call in",
        {"Waiting": ["Mr Birch"], "clicks Call in": 1},
        "Waiting room",
    ),
    Entry(
        "tk",
        "double-click on Mrs Alder",
        {"clicks double Mrs Alder": 1},
        "Waiting room",
        also=("Waiting",),
    ),
    Entry(
        "tk",
        "Open the Notes tab and write Allergic to penicillin",
        {"tab": "Notes", "Notes": "Allergic to penicillin"},
    ),
]
SWING = [
    Entry("swing", "Traveller: Ada Mensah", {"Traveller": "Ada Mensah"}),
    Entry("swing", "write K0449123 into Passport no.", {"Passport no.": "K0449123"}),
    Entry("swing", "Pick Vegetarian for the meal", {"Meal": "Vegetarian"}),
    Entry("swing", "change suitcases to 2", {"Suitcases": 2}),
    Entry("swing", "Please drag the Budget slider to the far right", {"Budget": between(95, 100)}),
    Entry("swing", "Type Quiet hotel, please under Wishes", {"Wishes": "Quiet hotel, please"}),
    Entry("swing", "seat: Window", {"Window": True}, also=("Any seat",)),
    Entry(
        "swing",
        "Tick Travel insurance and untick Text alerts",
        {"Travel insurance": True, "Text alerts": False},
    ),
    Entry("swing", "Click Seat plan", {"clicks Seat plan": 1}),
    Entry("swing", "turn on Night desk", {"Night desk": True}),
    Entry("swing", "From the Trip menu choose Timetable", {"clicks menu Timetable": 1}),
    Entry("swing", "Untick Prices in Euro in the Trip menu", {"Prices in Euro": False}),
    Entry("swing", "click on the row Vienna in the table", {"Trip": "Vienna"}),
    Entry("swing", "Double click Naples", {"clicks double Naples": 1}, also=("Trip",)),
    Entry(
        "swing",
        "Press Add remark, type Breakfast is included and confirm with OK",
        {"clicks Add remark": 1, "clicks remark Breakfast is included": 1},
    ),
    Entry(
        "swing",
        "Select Lisbon and then press Quote",
        {"Trip": "Lisbon", "clicks Quote": 1},
    ),
]
TRIP = [
    Entry(
        "chromium", "Type Bea Collins in the Traveller field", {"traveller": "Bea Collins"}, "trip"
    ),
    Entry("chromium", "cost centre 4410", {"costcentre": "4410"}, "trip"),
    Entry("chromium", "Write Turin as the destination", {"town": "Turin"}, "trip"),
    Entry("chromium", "Select Coach as means of transport.", {"means": "Coach"}, "trip"),
    Entry(
        "chromium", "Set the departure date to 15 September 2025", {"leave": "2025-09-15"}, "trip"
    ),
    Entry("chromium", "change the departure time to 10:45 AM", {"leavetime": "10:45"}, "trip"),
    Entry("chromium", "Make it 5 in the Nights field", {"nights": "5"}, "trip"),
    Entry("chromium", "Set the advance to 300 euro", {"advance": "300"}, "trip"),
    Entry("chromium", "choose First class", {"first": True}, "trip", also=("second",)),
    Entry(
        "chromium",
        "tick Take a bicycle and Hotel needed, untick Seat reservation",
        {"bicycle": True, "hotel": True, "seat": False},
        "trip",
    ),
    Entry(
        "chromium",
        'Reason for the trip: "Visit to the paper mill"',
        {"reason": "Visit to the paper mill"},
        "trip",
    ),
    Entry(
        "chromium",
        "In the language list select Italian and German",
        {"languages": ["Italian", "German"]},
        "trip",
    ),
    Entry("chromium", "Open Travel rules", {"open rules": True}, "trip"),
    Entry(
        "chromium",
        "unfold the travel rules, then tick I have read the rules",
        {"open rules": True, "read": True},
        "trip",
    ),
    Entry(
        "chromium",
        "Set the colour of the folder to #aa2200",
        {"colour": "#aa2200"},
        "trip",
    ),
    Entry(
        "chromium",
        "Fill in Traveller: Lars Holt and Nights: 3, then click Preview",
        {"traveller": "Lars Holt", "nights": "3", "clicks preview": 1},
        "trip",
    ),
    Entry("chromium", "press keep as draft", {"clicks draft": 1}, "trip"),
]
HELPDESK = [
    Entry("chromium", "Type badge into Filter tickets", {"filter": "badge"}, "helpdesk"),
    Entry("chromium", "set State to Waiting", {"state": "Waiting"}, "helpdesk"),
    Entry("chromium", "Click Take for the ticket New badge", {"clicks take503": 1}, "helpdesk"),
    Entry("chromium", "Press Details in Oskar's row", {"clicks details502": 1}, "helpdesk"),
    Entry(
        "chromium",
        "tick the boxes of tickets 501 and 504",
        {"pick501": True, "pick504": True},
        "helpdesk",
    ),
    Entry(
        "chromium",
        "Give the ticket Slow laptop the priority High",
        {"prio504": "High"},
        "helpdesk",
    ),
    Entry("chromium", "sort by Subject: click that heading", {"clicks sortsubject": 1}, "helpdesk"),
    Entry("chromium", "go to page 3", {"clicks page3": 1}, "helpdesk"),
    Entry("chromium", "Click on Next please", {"clicks next": 1}, "helpdesk"),
    Entry("chromium", "Show 50 tickets per page", {"perpage": "50"}, "helpdesk"),
    Entry("chromium", "Tick 'Only my tickets' and Refresh", {"mine": True, "clicks refresh": 1}, "helpdesk"),
    Entry(
        "chromium",
        "Click New ticket, type Broken chair as the subject, tick Urgent and press Create",
        {
            "subject": "Broken chair", "urgent": True, "clicks create": 1, "shown ticket": False,
        },
        "helpdesk",
        also=("clicks newticket",),
    ),
    Entry(
        "chromium",
        "right-click on the text Printer is jammed",
        {"clicks right subject501": 1},
        "helpdesk",
    ),
]  # fmt: skip
BOARD = [
    Entry(
        "chromium",
        "Drag Sweep the floor to the Done list",
        {"order todo": "Oil the lathe, Sharpen the saw", "order done": "Sweep the floor"},
        "board",
    ),
    Entry(
        "chromium",
        "Move the card Paint the gate from Doing into Done by dragging it",
        {"order doing": "", "order done": "Paint the gate"},
        "board",
    ),
    Entry(
        "chromium",
        "drag Sharpen the saw onto Oil the lathe",
        {"order todo": "Sharpen the saw, Oil the lathe, Sweep the floor"},
        "board",
    ),
    Entry(
        "chromium",
        "open the Board menu and click Duplicate",
        {"clicks duplicate": 1},
        "board",
    ),
    Entry("chromium", "Show > Hours", {"clicks hours": 1}, "board"),
    Entry(
        "chromium",
        "Switch to the People tab",
        {"shown people": True},
        "board",
        also=("selected *", "shown jobs"),
    ),
    Entry(
        "chromium",
        "Go to People, type Tilda in Add a person and click Add person",
        {"shown people": True, "person": "Tilda", "clicks addperson": 1},
        "board",
        also=("selected *", "shown jobs"),
    ),
    Entry(
        "chromium",
        "In Board settings switch Sounds on",
        {"shown settings": True, "checked sounds": True},
        "board",
        also=("selected *", "shown jobs"),
    ),
    Entry(
        "chromium",
        "click the tab Board settings and replace the board title with Autumn",
        {"shown settings": True, "boardtitle": "Autumn"},
        "board",
        also=("selected *", "shown jobs"),
    ),
]
CATALOGUE = [
    Entry("chromium", "Click Got it", {"shown toast": False, "clicks gotit": 1}, "catalogue"),
    Entry(
        "chromium",
        "Type gar in the search box and choose Garlic and Oil from the list",
        {"query": "Garlic and Oil", "clicks hit2": 1, "shown hits": False},
        "catalogue",
    ),
    Entry(
        "chromium",
        "search the catalogue for trains and press Search",
        {"query": "trains", "clicks go": 1},
        "catalogue",
        also=("shown hits", "expanded query"),
    ),
    Entry(
        "chromium",
        "Switch the view to Covers",
        {"pressed ascovers": True},
        "catalogue",
        also=("pressed aslist",),
    ),
    Entry(
        "chromium",
        "press + twice to borrow more copies",
        {"copies": "3", "clicks more": 2},
        "catalogue",
    ),
    Entry(
        "chromium",
        "In My note write Ask about the atlas",
        {"note": "Ask about the atlas"},
        "catalogue",
    ),
    Entry("chromium", "unfold Fees", {"open feesfold": True}, "catalogue"),
    Entry(
        "chromium",
        "Open Fees and click on Table of fees",
        {"open feesfold": True, "clicks feetable": 1},
        "catalogue",
    ),
    Entry("chromium", "follow the link Children's corner", {"clicks children": 1}, "catalogue"),
    Entry("chromium", "Scroll down", {"scrolled": True}, "catalogue"),
    Entry(
        "chromium",
        "Scroll to the bottom of the page and click Imprint",
        {"clicks imprint": 1},
        "catalogue",
    ),
    Entry(
        "chromium",
        "scroll down in the list of new books",
        {"scrolled newbooks": True},
        "catalogue",
    ),
    Entry(
        "chromium",
        "Press Reader card, enter 5501 for Card number, choose Child, click Save card",
        {"cardno": "5501", "child": True, "clicks savecard": 1, "shown cardbox": False},
        "catalogue",
        also=("clicks card", "adult"),
    ),
    Entry(
        "chromium",
        "open Reader card and close it again",
        {"clicks card": 1, "clicks closecard": 1, "shown cardbox": False},
        "catalogue",
    ),
]
CANTEEN = [
    Entry("chromium", "Set Table for to 6", {"people": "6"}, "canteen"),
    Entry("chromium", "choose 12:30 in the list At", {"hour": "12:30"}, "canteen"),
    Entry(
        "chromium",
        "Select Vegan and No nuts, and deselect Spicy",
        {"checked vegan": True, "checked nuts": True, "checked spicy": False},
        "canteen",
    ),
    Entry("chromium", "Click Like under Fish pie", {"clicks tuesdaylike": 1}, "canteen"),
    Entry("chromium", "press Skip on Wednesday's card", {"clicks wednesdayskip": 1}, "canteen"),
    Entry(
        "chromium",
        "click the third star",
        {"pressed star3": True, "pressed star4": False},
        "canteen",
        also=("pressed star1", "pressed star2"),
    ),
    Entry(
        "chromium",
        "Tell the cook: More soup please!",
        {"praise": "More soup please!"},
        "canteen",
    ),
    Entry(
        "chromium",
        "open Allergies and tick milk",
        {"shown allergy": True, "milk": True},
        "canteen",
        also=("expanded allergyhead",),
    ),
    Entry(
        "chromium",
        "Open 'Plan a party' and set the date of the party to 20 June 2025",
        {"shown party": True, "partyday": "2025-06-20"},
        "canteen",
        also=("expanded partyhead",),
    ),
    Entry("chromium", "turn Show prices on", {"pressed showprices": True}, "canteen"),
    Entry(
        "chromium",
        "Table for 4, at 13:00, then click Save table.",
        {"people": "4", "hour": "13:00", "clicks savetable": 1},
        "canteen",
    ),
]
GNUMERIC = [
    Entry("gnumeric", "Click on cell B3", {"texts": shows("B3")}),
    Entry(
        "gnumeric",
        "click cell A5, type Floor, press Enter, then save with Ctrl+S",
        {"cell A5": "Floor"},
    ),
    Entry(
        "gnumeric",
        "Type 15 into cell B2 and press Enter. Then choose Save from the File menu.",
        {"cell B2": "15"},
    ),
    Entry("gnumeric", "Select the cells B2 to B4", {"labels": shows("Sum = 23")}),
    Entry(
        "gnumeric", "Untick View Statusbar in the View menu", {"checked": lacks("View Statusbar")}
    ),
    Entry(
        "gnumeric",
        "Click cell A1, press the Bold button, then press Ctrl+S",
        {"bold": True},
        also=("checked",),
    ),
    Entry(
        "gnumeric",
        "In the View menu open Toolbars and switch the Object Toolbar off",
        {"checked": lacks("Object Toolbar")},
    ),
    Entry("gnumeric", "set the zoom to 150%", {"texts": shows("150%")}),
    Entry(
        "gnumeric",
        "In B5 enter =SUM(B2:B4), press Enter and save the file",
        {"cell B5": has("B2:B4")},
    ),
    Entry("gnumeric", "Format > Cells > Format...", {"windows": 2}, also=("checked",)),
]
ABIWORD = [
    Entry(
        "abiword",
        "Type Please note: and press Ctrl+S",
        {"file:notice.abw": has("Please note:")},
        also=("checked",),
    ),
    Entry(
        "abiword",
        "Press Ctrl+A, then click the Bold button and save the document",
        {"file:notice.abw": has("font-weight:bold")},
        also=("checked",),
    ),
    Entry(
        "abiword",
        "Choose Align and then Center in the Format menu, then File > Save",
        {"file:notice.abw": has("text-align:center")},
        also=("checked",),
    ),
    Entry("abiword", "open the preferences (Edit menu)", {"windows": 2}, also=("checked",)),
    Entry("abiword", "Switch to Web Layout in the View menu", {"checked": has("Web Layout")}),
    Entry(
        "abiword",
        "open the Tools menu and click Word Count...",
        {"windows": 2},
        also=("checked",),
    ),
    Entry(
        "abiword",
        "Press Ctrl+End, press Enter, type Thank you. and save with Ctrl+S",
        {"file:notice.abw": has("Thank you.", "The water is off on Friday.")},
        also=("checked",),
    ),
]
THUNAR = [
    Entry("thunar", "Open the folder Reports", {"titles": has("Reports")}),
    Entry("thunar", "double-click on Contracts", {"titles": has("Contracts")}),
    Entry("thunar", "Click the up arrow in the toolbar", {"titles": has("home")}),
    Entry("thunar", "Click home in the side pane", {"titles": has("home")}),
    Entry("thunar", "select shopping.txt with one click", {"labels": has("shopping.txt")}),
    Entry(
        "thunar",
        "Choose Create Folder... in the File menu, type Budget and click Create",
        {"file:Budget": "folder"},
    ),
    Entry(
        "thunar",
        "Right-click plan.csv, choose Rename..., type schedule.csv and press Enter",
        {"file:schedule.csv": has("Task"), "file:plan.csv": is_gone},
    ),
    Entry(
        "thunar",
        "drag minutes.txt onto the folder Reports",
        {"file:Reports/minutes.txt": has("Staff"), "file:minutes.txt": is_gone},
    ),
    Entry(
        "thunar",
        "Click shopping.txt, press Ctrl+C, open the folder Contracts and press Ctrl+V",
        {"file:Contracts/shopping.txt": has("milk")},
    ),
    Entry("thunar", "open a new tab with Ctrl+T", {"tabs": shows("Documents")}),
]
CAJA = [
    Entry("caja", "open Contracts", {"titles": has("Contracts")}, also=("checked",)),
    Entry("caja", "Press the Home button", {"titles": has("home")}, also=("checked",)),
    Entry("caja", "View menu, List", {"checked": has("menu item List")}),
    Entry("caja", "Hide the status bar using the View menu", {"checked": lacks("Statusbar")}),
    Entry("caja", "Close the side pane", {"checked": lacks("Side Pane")}),
    Entry(
        "caja",
        "click minutes.txt, then choose Duplicate from the Edit menu",
        {"file:minutes (copy).txt": has("Staff")},
    ),
    Entry(
        "caja",
        "File > Create Folder, then type Archive and press Enter",
        {"file:Archive": "folder"},
        also=("file:untitled folder",),
    ),
    Entry(
        "caja",
        "Arrange Items By Size in the View menu",
        {"checked": has("By Size")},
    ),
    Entry("caja", "select everything with Ctrl+A", {"labels": has("3 other items selected")}),
]
PLUMA = [
    Entry("pluma", "Type Dear all, at the start", {"texts": has("Dear all,")}, also=("checked",)),
    Entry(
        "pluma",
        "press ctrl+end and type 'Bring cake.'",
        {"texts": has("June.Bring cake.")},
        also=("checked",),
    ),
    Entry(
        "pluma",
        "Press Ctrl+End, type Nothing new. and click Save",
        {SAVED: has("June.Nothing new.")},
        also=("checked",),
    ),
    Entry(
        "pluma",
        "make a new document with the New button",
        {"titles": has("Unsaved Document 1")},
        also=("checked",),
    ),
    Entry("pluma", "Untick Toolbar in the View menu", {"checked": lacks("Toolbar")}),
    Entry("pluma", "show the Side Pane", {"checked": has("Side Pane")}),
    Entry("pluma", "turn off the statusbar in the view menu", {"checked": lacks("Statusbar")}),
    Entry(
        "pluma",
        "Choose Select All in the Edit menu, then Edit > Change Case > All Upper Case",
        {"texts": has("STAFF MEETING")},
        also=("checked",),
    ),
    Entry(
        "pluma",
        "Open Replace in the Search menu, type lift in the first field and door in the second, "
        "and click Replace All",
        {"texts": has("The door is out of order.")},
        also=("windows", "checked"),
    ),
    Entry(
        "pluma",
        "Show the document statistics from the Tools menu",
        {"windows": 2},
        also=("checked",),
    ),
    Entry(
        "pluma",
        "Open the View menu, Highlight Mode, Markup, and choose HTML",
        {"checked": has("menu item HTML")},
    ),
    Entry("pluma", "open the Preferences in the Edit menu", {"windows": 2}, also=("checked",)),
]
L3AFPAD = [
    Entry(
        "l3afpad", "switch on Line Numbers in the Options menu", {"checked": has("Line Numbers")}
    ),
    Entry(
        "l3afpad",
        "Options > Word Wrap, and Options > Auto Indent",
        {"checked": has("Word Wrap", "Auto Indent")},
    ),
    Entry("l3afpad", "type URGENT", {"texts": has("URGENT")}),
    Entry(
        "l3afpad",
        "Press Ctrl+End, type See you there and press Ctrl+S",
        {SAVED: has("June.\nSee you there")},
    ),
    Entry("l3afpad", "choose Find... in the Search menu", {"windows": 2}, also=("checked",)),
    Entry(
        "l3afpad",
        "Open Replace in the Search menu, find June, replace with July, "
        "tick Replace all at once and press Find and Replace",
        {"texts": has("Next meeting in July.")},
        also=("windows", "checked"),
    ),
    Entry("l3afpad", "File, New", {"titles": has("Untitled")}, also=("windows",)),
    Entry("l3afpad", "Show About in the Help menu", {"windows": 2}, also=("checked",)),
]
CALC = [
    Entry("mate-calc", "Press 7 * 6 =", {"labels": shows("42")}),
    Entry("mate-calc", "type 125+75 and press Enter", {"labels": shows("200")}),
    Entry("mate-calc", "Click 9, then 5, then +, then 1 and finally =", {"labels": shows("96")}),
    Entry("mate-calc", "click 8, click ÷, click 2, click =", {"labels": shows("4")}),
    Entry("mate-calc", "switch to Advanced in the Mode menu", {"checked": has("Advanced")}),
    Entry("mate-calc", "Mode: Financial", {"checked": has("Financial")}),
    Entry("mate-calc", "untick History in the View menu", {"checked": lacks("History")}),
    Entry("mate-calc", "Press √, enter 81 and press =", {"labels": shows("9")}),
    Entry(
        "mate-calc",
        "Open Preferences from the Calculator menu.",
        {"windows": 2},
        also=("checked",),
    ),
]
ATRIL = [
    Entry("atril", "Click Next", {"texts": shows("2")}),
    Entry("atril", "Type 4 in the page field and press Enter", {"texts": shows("4")}),
    Entry("atril", "Go to the last page with the Go menu", {"texts": shows("5")}),
    Entry("atril", "press Next twice", {"texts": shows("3")}),
    Entry("atril", "Switch off the Side Pane in the View menu", {"checked": lacks("Side Pane")}),
    Entry("atril", "view > fit page", {"checked": has("Fit Page")}, also=("texts",)),
    Entry("atril", "Untick Continuous in View", {"checked": lacks("Continuous")}),
    Entry("atril", "turn on Inverted Colors", {"checked": has("Inverted Colors")}),
    Entry("atril", "open Properties in the File menu", {"windows": 2}, also=("checked",)),
]
GPICVIEW = [
    Entry("gpicview", "press the Right arrow key", {"titles": has("river.png")}),
    Entry("gpicview", "Press the left arrow on the keyboard", {"titles": has("beach.png")}),
    Entry("gpicview", "click the green arrow that points right", {"titles": has("river.png")}),
    Entry("gpicview", "Click the green left arrow in the toolbar", {"titles": has("beach.png")}),
]
RISTRETTO = [
    Entry("ristretto", "Click the Forward button", {"titles": has("forest.png")}),
    Entry("ristretto", "Go > Last", {"titles": has("river.png")}),
    Entry(
        "ristretto",
        "Hide the thumbnail bar in the View menu",
        {"checked": lacks("Show Thumbnail Bar")},
    ),
    Entry("ristretto", "untick Show Status Bar (View menu)", {"checked": lacks("Show Status Bar")}),
    Entry("ristretto", "click the third thumbnail", {"titles": has("river.png")}),
    Entry(
        "ristretto",
        "Put the thumbnail bar on the right: View, Thumbnail Bar Position, Right",
        {"checked": has("menu item Right")},
    ),
    Entry("ristretto", "Sort by date in the Edit menu", {"checked": has("date")}),
]
XARCHIVER = [
    Entry(
        "xarchiver",
        "Open the Action menu and choose Preferences",
        {"windows": 2},
        also=("checked",),
    ),
    Entry("xarchiver", "click Extract in the Action menu", {"windows": 2}, also=("checked",)),
    Entry(
        "xarchiver",
        "Choose Properties from the Archive menu",
        {"windows": 2},
        also=("checked",),
    ),
    Entry("xarchiver", "help, about", {"windows": 2}, also=("checked",)),
]
ZIM = [
    Entry(
        "zim",
        "Click Suppliers in the index",
        {"titles": has("Suppliers")},
        also=("checked", "file:Notebook/*"),
    ),
    Entry(
        "zim",
        "open the page Garden",
        {"titles": has("Garden")},
        also=("checked", "file:Notebook/*"),
    ),
    Entry(
        "zim",
        "Choose New Page in the File menu, type Orders as the name and press OK",
        {"titles": has("Orders")},
        also=("checked", "file:Notebook/*"),
    ),
    Entry(
        "zim",
        "Press Ctrl+End, type Ask for a quote and save with Ctrl+S",
        {"file:Notebook/Home.txt": has("Ask for a quote")},
        also=("checked", "file:Notebook/*"),
    ),
    Entry(
        "zim",
        "Untick Side Panes in the View menu",
        {"checked": lacks("Side Panes")},
    ),
    Entry(
        "zim",
        "Go menu: Next in Index",
        {"titles": has("Suppliers")},
        also=("checked", "file:Notebook/*"),
    ),
    Entry("zim", "show the Word Count from the Tools menu", {"windows": 2}, also=("checked",)),
]
KWRITE = [
    Entry(
        "kwrite",
        "Type Agenda at the beginning and click Save",
        {SAVED: begins("Agenda")},
    ),
    Entry(
        "kwrite",
        "Press Ctrl+End, write Room 12 is free and press Ctrl+S",
        {SAVED: has("June.\nRoom 12 is free")},
    ),
    Entry(
        "kwrite",
        "press ctrl+home, type Moved to Friday, then save",
        {SAVED: begins("Moved to Friday")},
    ),
    Entry("kwrite", "click New in the toolbar", {"titles": has("Untitled")}, also=("windows",)),
    Entry("kwrite", "choose Open... from the File menu", {"windows": 2}, also=("checked",)),
    Entry("kwrite", "Press Save As", {"windows": 2}, also=("checked",)),
    Entry(
        "kwrite",
        "click at the end of the first line, type ' today' and press Save",
        {SAVED: begins("Staff meeting today\n")},
    ),
]
PCMANFM = [
    Entry("pcmanfm-qt", "Open the Contracts folder", {"titles": has("Contracts")}),
    Entry("pcmanfm-qt", "double click Reports", {"titles": has("Reports")}),
    Entry("pcmanfm-qt", "Go up one folder with the Go menu", {"titles": has("home")}),
    Entry(
        "pcmanfm-qt",
        "Right-click on minutes.txt, choose Rename, type protocol.txt and press Enter",
        {"file:protocol.txt": has("Staff"), SAVED: is_gone},
    ),
    Entry("pcmanfm-qt", "open a new window from the File menu", {"windows": 2}, also=("checked",)),
    Entry(
        "pcmanfm-qt",
        "Select plan.csv, press ctrl+c, open Reports, press ctrl+v",
        {"file:Reports/plan.csv": has("Task")},
    ),
]
GUCHARMAP = [
    Entry("gucharmap", "Type ABC in the field Text to copy", {"texts": shows("ABC")}),
    Entry("gucharmap", "double-click the letter K", {"texts": shows("K")}),
    Entry("gucharmap", "press Bold", {"checked": has("toggle button Bold")}),
    Entry("gucharmap", "Turn italic on", {"checked": has("toggle button Italic")}),
    Entry("gucharmap", "go to the tab Character Details", {"tabs": shows("Character Details")}),
    Entry("gucharmap", "click Lydian in the list on the left", {"selected": shows("Lydian")}),
    Entry("gucharmap", "View > By Unicode Block", {"checked": has("By Unicode Block")}),
    Entry(
        "gucharmap",
        "Click the + next to the size twice",
        {"texts": lambda value: value is not None and "20" not in value},
    ),
    Entry("gucharmap", "Choose Find in the Search menu", {"windows": 2}, also=("checked",)),
]
GTKHASH = [
    Entry("gtkhash", "Switch to Text in the View menu", {"checked": has("Text")}),
    Entry(
        "gtkhash",
        "View > Text, then type hello in the Text field",
        {"texts": has("5d41402abc4b2a76b9719d911017c592")},
        also=("checked",),
    ),
    Entry("gtkhash", "choose File List in the view menu", {"checked": has("File List")}),
    Entry("gtkhash", "Type abc123 in the Check field", {"texts": shows("abc123")}),
    Entry("gtkhash", "open Preferences", {"windows": 2}, also=("checked",)),
]
APPEARANCE = [
    Entry(
        "appearance",
        "Go to Settings and tick Enable event sounds",
        {"/Net/EnableEventSounds": "true"},
        also=("/Net/EnableInputFeedbackSounds",),
    ),
    Entry(
        "appearance",
        "on the settings tab, untick Show images on buttons",
        {"/Gtk/ButtonImages": "false"},
    ),
    Entry(
        "appearance",
        "Open the Settings tab. Uncheck 'Show images in menus' and check 'Enable editable accelerators'",
        {"/Gtk/MenuImages": "false", "/Gtk/CanChangeAccels": "true"},
    ),
    Entry("appearance", "Open Fonts and switch off anti-aliasing", {"/Xft/Antialias": "0"}),
    Entry(
        "appearance",
        "On the Fonts page choose Slight for hinting",
        {"/Xft/HintStyle": "hintslight"},
        also=("/Xft/Hinting",),
    ),
    Entry("appearance", "click Close", {"windows": 0}),
]
ACCESSIBILITY = [
    Entry("accessibility", "On the Keyboard tab tick Use sticky keys", {"/StickyKeys": "true"}),
    Entry("accessibility", "click Keyboard and turn on Use bounce keys", {"/BounceKeys": "true"}),
    Entry(
        "accessibility",
        "Go to the Mouse tab and check Use mouse emulation",
        {"/MouseKeys": "true"},
    ),
    Entry(
        "accessibility",
        "mouse tab: tick Show location of pointer on keypress",
        {"/FindCursor": "true"},
    ),
    Entry("accessibility", "Press Close.", {"windows": 0}),
]
ENTRIES = [
    *QT, *GTK, *TK, *SWING, *TRIP, *HELPDESK, *BOARD, *CATALOGUE, *CANTEEN, *GNUMERIC, *ABIWORD,
    *THUNAR, *CAJA, *PLUMA, *L3AFPAD, *CALC, *ATRIL, *GPICVIEW, *RISTRETTO, *XARCHIVER, *ZIM,
    *KWRITE, *PCMANFM, *GUCHARMAP, *GTKHASH, *APPEARANCE, *ACCESSIBILITY,
]  # fmt: skip
