"""The instructions of the set, in the words of people who only see the screen.

Where a name is typed after the selected stem of an old one, as file dialogs do, the name with a
second ending counts too (two keys parted by ||).

Each says the program, the sentence, the prepared state it starts from, and what the program holds
when the sentence has been done. Any other change is a wrong press, except the keys under `also`.
"""

from typing import Any

from tests.strangers.entry import Entry, begins, between, has, is_gone, lacks, shows

ENTRIES: list[Entry] = []


def _add(program: str, start: str, *rows: tuple[Any, ...]) -> None:
    for sentence, expect, *also in rows:
        ENTRIES.append(Entry(program, sentence, expect, start, tuple(also)))


NEWS = "Send newsletter"
INVOICE = "Pays by invoice"

_add(
    "qt",
    "",
    ("Click Save customer", {"clicks Save customer": 1}),
    ("please press the Check button", {"clicks Check": 1}),
    ("Type Maria in the First name field", {"First name": "Maria"}),
    ("fill in the last name with Okafor", {"Last name": "Okafor"}),
    ("Put maria@example.org into the E-mail box", {"E-mail": "maria@example.org"}),
    ("Enter 030 44556 in Phone, please.", {"Phone": "030 44556"}),
    (
        "First name: Jonas, last name: Weber, then hit Save customer",
        {"First name": "Jonas", "Last name": "Weber", "clicks Save customer": 1},
    ),
    ("Untick Send newsletter", {NEWS: False}),
    ("tick the box that says Pays by invoice", {INVOICE: True}),
    ("Uncheck 'Send newsletter' and check 'Pays by invoice'", {NEWS: False, INVOICE: True}),
    ("Choose Company", {"Company": True, "Private": False}),
    ("select the Public office option", {"Public office": True, "Private": False}),
    ("set Title to Dr", {"Title": "Dr"}),
    ("Pick Ms from the Title drop-down list", {"Title": "Ms"}),
    ("choose Oslo as the city", {"City": "Oslo"}),
    ("Change City to Vienna", {"City": "Vienna"}),
    ("Write 'Call after lunch' in the notes", {"Notes": "Call after lunch"}),
    ("Go to the Delivery tab", {"tab": "Delivery"}),
    ("switch over to Items", {"tab": "Items"}),
    ("Open the File menu and choose New Order", {"clicks menu New Order": 1}),
    ("File > Save As...", {"clicks menu Save As...": 1}),
    ("In the Edit menu click Clear All", {"clicks menu Clear All": 1}),
    ("go to File, Recent, and open Order 18", {"clicks menu Order 18": 1}),
    (
        "View menu -> Show Toolbar",
        {"Show Toolbar": True, "clicks menu Show Toolbar": 1},
    ),
    (
        "turn off Show Status Bar in the View menu",
        {"Show Status Bar": False, "clicks menu Show Status Bar": 1},
    ),
    (
        "Click Delete customer and then answer Yes",
        {"answers": ["Delete: Yes"], "clicks Delete customer": 1},
    ),
    (
        "press Delete customer, then No in the box that comes up",
        {"answers": ["Delete: No"], "clicks Delete customer": 1},
    ),
    (
        "Open Help, then About, and close the message with OK",
        {"answers": ["About: Ok"], "clicks menu About": 1},
    ),
    (
        "1. Type Li in First name 2. Type Chen in Last name 3. Choose Company 4. Click Check",
        {
            "First name": "Li",
            "Last name": "Chen",
            "Company": True,
            "Private": False,
            "clicks Check": 1,
        },
    ),
    (
        "Click into the First name field, type Ana, press Tab and type Silva",
        {"First name": "Ana", "Last name": "Silva"},
    ),
)
_add(
    "qt",
    "Items",
    ("Select Envelopes in the list", {"Articles": ["Envelopes"]}),
    ("Hold Ctrl and click Stapler and Toner", {"Articles": ["Stapler", "Toner"]}),
    ("double-click Pencils", {"clicks double Pencils": 1}, "Articles"),
    ("expand Kitchen in the catalogue", {"open Kitchen": True}, "Catalogue"),
    ("Open up Office and pick Desks", {"open Office": True, "Catalogue": ["Desks"]}),
    ("set the quantity to 25", {"Quantity": 25}),
    ("Quantity should be 40, then Add to order", {"Quantity": 40, "clicks Add to order": 1}),
    ("click the third article in the list", {"Articles": ["Envelopes"]}),
)
_add(
    "qt",
    "Delivery",
    ("Set the delivery date to 2024-12-24", {"Delivery date": "2024-12-24"}),
    ("drag the Discount slider to the middle", {"Discount": between(40, 60)}),
    ("Move the discount slider all the way to the right", {"Discount": between(97, 100)}),
    ("enter SPRING24 as voucher code", {"Voucher code": "SPRING24"}),
    ("tick Express delivery", {"Express delivery": True}),
    (
        "Hit Place order and confirm with OK",
        {"clicks Place order": 1, "answers": ["Confirm: Ok"]},
    ),
    (
        "Click Place order, then Cancel.",
        {"clicks Place order": 1, "answers": ["Confirm: Cancel"]},
    ),
)

_add(
    "gtk",
    "",
    ("Type Nora Lind in Guest name", {"Guest name": "Nora Lind"}),
    ("street is 12 Mill Lane", {"Street": "12 Mill Lane"}),
    ("Fill the Postcode field with 4051", {"Postcode": "4051"}),
    ("choose Denmark from Country", {"Country": "Denmark"}),
    ("Change the number of nights to 3 in the Nights field", {"Nights": 3}),
    ("tick Parking space", {"Parking space": True}),
    ("Switch off Breakfast", {"Breakfast": False}),
    ("pick Suite", {"Suite": True, "Single room": False}),
    ("select Double room please", {"Double room": True, "Single room": False}),
    ("Turn on the Quiet floor switch", {"Quiet floor": True}),
    ("press Reset", {"clicks Reset": 1}),
    ("Click Book, then Yes", {"clicks Book": 1, "clicks answer yes": 1}),
    ("Hit Book and say No", {"clicks Book": 1, "clicks answer no": 1}),
    ("Tools > Check in", {"clicks menu Check in": 1}),
    ("Use the File menu to save", {"clicks menu Save": 1}),
    ("go to the Remarks tab and write Late arrival", {"Remarks": "Late arrival"}),
)
_add(
    "gtk",
    "Rooms",
    ("select room 201", {"Rooms": ["201"]}),
    ("Double click on 102", {"clicks double 102": 1}, "Rooms"),
    ("click 101, then hold Shift and click 201", {"Rooms": ["101", "102", "201"]}),
)

_add(
    "tk",
    "",
    ("Enter Paul Kern in the Name field", {"Name": "Paul Kern"}),
    ("Type 9 Park Road into Address", {"Address": "9 Park Road"}),
    ("put 7781 in Member number and click Add", {"Member number": "7781", "clicks Add": 1}),
    ("Choose Rowing in the Section list", {"Section": "Rowing"}),
    ("Tick Fee paid", {"Fee paid": True}),
    ("uncheck Has key", {"Has key": False}),
    ("Click on Senior", {"Age group": "Senior"}),
    ("set the age group to Junior", {"Age group": "Junior"}),
    ("tap Add", {"clicks Add": 1}),
    ("Press Remove and then press Yes", {"clicks Remove": 1, "clicks answer yes": 1}),
    ("Open the File menu and click Export", {"clicks menu Export": 1}),
    ("Edit, Find", {"clicks menu Find": 1}),
    ("Select Eva Frank in the list on the right", {"Members": ["Eva Frank"]}),
    ("double click Gert Holm", {"clicks double Gert Holm": 1}, "Members"),
    (
        "Click the Name field, type Olga Roth, tick Fee paid and press Add",
        {"Name": "Olga Roth", "Fee paid": True, "clicks Add": 1},
    ),
)

_add(
    "swing",
    "",
    ("Type Sam Field in the Employee field", {"Employee": "Sam Field"}),
    ("enter moving house as the reason", {"Reason": "moving house"}),
    ("Choose Finance from the Team list", {"Team": "Finance"}),
    ("Set Days to 5", {"Days": 5}),
    ("check Half days", {"Half days": True}),
    ("Remove the tick from Notify manager", {"Notify manager": False}),
    ("click Unpaid leave", {"Unpaid leave": True, "Paid leave": False}),
    ("Pick sick leave and submit", {"Sick leave": True, "Paid leave": False, "clicks Submit": 1}),
    ("Submit", {"clicks Submit": 1}),
    ("click Withdraw, then click No", {"clicks Withdraw": 1, "clicks answer no": 1}),
    ("Open File and choose Save Draft", {"clicks menu Save Draft": 1}),
    ("View -> Team List", {"clicks menu Team List": 1}),
    ("Show the History tab", {"tab": "History"}),
    ("Go to Comment and type Thanks", {"tab": "Comment", "Comment": "Thanks"}),
)
_add(
    "swing",
    "History",
    ("click March", {"History": "March"}),
    ("Select the last entry in the list", {"History": "August"}),
)

_add(
    "chromium",
    "form",
    ("Type Rosa Blum in the Full name field", {"name": "Rosa Blum"}),
    ("put rosa@example.org in E-mail address", {"email": "rosa@example.org"}),
    ("choose Sweden in the Country drop-down", {"country": "Sweden"}),
    ("Select Spain as country.", {"country": "Spain"}),
    ("accept the terms by ticking the box", {"terms": True}),
    ("Tick 'I accept the terms' and click Create account", {"terms": True, "clicks create": 1}),
    ("untick Send me the newsletter", {"news": False}),
    ("click the Premium radio button", {"premium": True, "basic": False}),
    ("Choose Standard", {"standard": True, "basic": False}),
    ("Set number of tickets to 4", {"tickets": "4"}),
    ("Fill in 1990-02-17 as date of birth", {"born": "1990-02-17"}),
    ("write See you soon! in the comments box", {"comments": "See you soon!"}),
    ("hit the Cancel button", {"clicks cancel": 1}),
    ("click on Need help?", {"clicks help": 1}),
    (
        "In Full name enter Ivo Petrov, in E-mail address enter ivo@example.org, "
        "then press Create account",
        {"name": "Ivo Petrov", "email": "ivo@example.org", "clicks create": 1},
    ),
    ("Open a new tab with Ctrl+T", {"titles": has("New Tab")}, "page"),
)
_add(
    "chromium",
    "table",
    ("Search for Brunel in the search box", {"search": "Brunel"}),
    ("Click Pay in the row of Carver", {"clicks pay 3": 1}),
    ("press the View button next to 1001", {"clicks view 1": 1}),
    ("click the second Pay button", {"clicks pay 2": 1}),
    ("tick Only unpaid", {"unpaid": True}),
    ("Go to the next page", {"clicks next": 1}),
    ("Click the link Export as CSV", {"clicks export": 1}),
    ("right-click Ashford", {"clicks right cell Ashford": 1}),
)
_add(
    "chromium",
    "cookies",
    ("Reject all cookies", {"clicks reject": 1, "shown cookies": False}),
    ("Click Accept all", {"clicks accept": 1, "shown cookies": False}),
    ("open Cookie settings", {"clicks settings": 1}),
    ("Open 'Show more'", {"open more": True}),
    ("click Sport", {"clicks sport": 1}),
    ("scroll down", {"scrolled": True}),
    (
        "Press Reject all, scroll to the bottom and click Subscribe",
        {"clicks reject": 1, "shown cookies": False, "clicks subscribe": 1},
    ),
    ("Press the End key", {"scrolled": True}),
)
_add(
    "chromium",
    "dialog",
    ("Click Delete file, then Keep it", {"clicks delete": 1, "clicks keep": 1}),
    ("Press Delete file and confirm with Delete", {"clicks delete": 1, "clicks yes": 1}),
    (
        "Click Rename file, type plan.ods as the new name and click OK",
        {"clicks rename": 1, "newname": "plan.ods", "clicks ok": 1},
    ),
    ("double-click letter.odt", {"clicks double letter": 1}, "clicks letter"),
    ("Sort by Date", {"sort": "Date"}),
    ("select Office in Tags", {"tags": ["Office"]}),
    ("In the tags list select Home and, holding Ctrl, Urgent", {"tags": ["Home", "Urgent"]}),
)
_add(
    "chromium",
    "settings",
    ("Open the Privacy tab", {"clicks privacy": 1, "shown p": True, "shown g": False}),
    (
        "go to Account, set Display name to Kim and click Save changes",
        {
            "clicks account": 1,
            "display": "Kim",
            "clicks saveaccount": 1,
            "shown a": True,
            "shown g": False,
        },
    ),
    (
        "Switch to Privacy and tick Do not track me",
        {"clicks privacy": 1, "tracking": True, "shown p": True, "shown g": False},
    ),
    ("Click File and then Log out", {"clicks file": 1, "clicks logout": 1}),
    ("File > Import...", {"clicks file": 1, "clicks import": 1}),
    ("View menu, Compact", {"clicks view": 1, "clicks compact": 1}),
    ("Set the language to Polish", {"language": "Polish"}),
    ("drag the volume slider to the right end", {"volume": between(95, 100)}),
)

NOTES = "file:notes.txt"
NOTES_TEXT = "Meeting on Monday\nBring the keys\nCall the printer\n"

_add(
    "mousepad",
    "",
    ("Type Hello and save with Ctrl+S", {NOTES: begins("Hello")}),
    (
        "click File, then Save As, type report.txt and press Enter",
        {"file:report.txt||file:report.txt.txt": NOTES_TEXT},
    ),
    (
        "File > Save As..., name it copy.txt and click Save",
        {"file:copy.txt": NOTES_TEXT},
    ),
    (
        "Select all, delete it, type Shopping list and save",
        {NOTES: lambda v: v is not None and v.strip() == "Shopping list"},
    ),
    ("Open the Search menu and click Find and Replace", {"windows": 2}, "checked"),
    ("File, New Window", {"windows": 2}),
    ("Press Ctrl+End, type Buy milk, save", {NOTES: has("Call the printer", "Buy milk")}),
    ("Open File then choose New", {"titles": has("Untitled")}),
    (
        "press ctrl+n, type Draft one, press ctrl+s, type draft.txt, press Enter",
        {"file:draft.txt": begins("Draft one")},
    ),
    ("Open the Help menu and choose About", {"titles": has("About")}, "windows"),
    (
        "press Ctrl+O, type letter.txt and press Enter",
        {"titles": has("letter.txt")},
        "windows",
    ),
    ("go to Edit and open Preferences", {"titles": has("Preferences")}, "windows", "checked"),
    (
        "Press Ctrl+End, press Enter, type See you, then click File and Save",
        {NOTES: has("See you")},
    ),
)

_add(
    "featherpad",
    "",
    ("Write Good morning and then press Ctrl+S", {NOTES: begins("Good morning")}),
    (
        "Press Ctrl+A, press Delete, type Empty page, press Ctrl+S",
        {NOTES: lambda v: v is not None and v.strip() == "Empty page"},
    ),
    ("Open the File menu and choose New", {"titles": has("Untitled")}, "windows"),
    ("click File, click Save As", {"windows": 2}),
    ("Go to the end with Ctrl+End, type The end and save it", {NOTES: has("The end")}),
    ("Help > About", {"windows": 2}),
)

_add(
    "geany",
    "",
    ("type Agenda, then press Ctrl+S", {NOTES: begins("Agenda")}),
    ("File > New", {"titles": has("untitled")}),
    (
        "press Ctrl+End, type Thank you, choose File and then Save",
        {NOTES: has("Thank you")},
    ),
    ("Choose Find from the Search menu", {"windows": 2}),
    ("Open Help, About", {"windows": 2}),
    ("open Edit then Preferences", {"titles": has("Preferences")}, "windows"),
    ("Open the Search menu and click Go to Line", {"windows": 2}),
)

_add(
    "gedit",
    "",
    ("Type Minutes: and press Ctrl+S", {NOTES: begins("Minutes:")}),
    ("press the Save button after typing Done", {NOTES: begins("Done")}),
    ("open a new tab with ctrl+t", {"titles": has("Untitled")}, "checked"),
    ("Press Ctrl+H", {"titles": has("Find and Replace")}, "windows", "checked"),
    (
        "Press Ctrl+A, type Nothing here, save with Ctrl+S",
        {NOTES: lambda v: v is not None and v.strip() == "Nothing here"},
    ),
    (
        "press Ctrl+Shift+S, type backup.txt and press Enter",
        {
            "file:backup.txt||file:backup.txt.txt": lambda v: (
                v is not None and v.strip() == NOTES_TEXT.strip()
            )
        },
        "windows",
    ),
)

_add(
    "galculator",
    "",
    ("click 7, then +, then 8, then =", {"texts": shows("15")}),
    ("Press 9 on the calculator", {"texts": shows("9")}),
    ("Press the buttons 4, 2, * and 2, then =", {"texts": shows("84")}),
    ("type 12+30 and press Enter", {"texts": shows("42")}),
    ("Type 5*5=", {"texts": shows("25")}),
    (
        "Open the View menu and choose Scientific Mode",
        {"checked": has("Scientific Mode")},
        "texts",
        "tabs",
    ),
    ("Edit > Preferences", {"windows": 2}, "checked", "tabs", "texts"),
    ("Tap 1, 2 and 3", {"texts": shows("123")}),
    ("Help, About", {"windows": 2}, "tabs", "texts", "checked"),
    ("press 6, press -, press 2, press =", {"texts": shows("4")}),
)

_add(
    "pcmanfm",
    "",
    ("Double-click the Invoices folder", {"titles": ["Invoices"]}),
    ("open Photos", {"titles": ["Photos"]}),
    (
        "Right-click letter.txt, choose Rename..., type final.txt and press Enter",
        {"file:final.txt||file:final.txt.txt": has("Dear Sir"), "file:letter.txt": is_gone},
    ),
    (
        "click old report.txt, press Delete and answer Yes",
        {"file:old report.txt": is_gone},
    ),
    ("Open the File menu and choose New Window", {"windows": 2, "titles": has("Documents")}),
    (
        "Select notes.txt, press F2, type minutes.txt, press Enter",
        {"file:minutes.txt||file:minutes.txt.txt": NOTES_TEXT, "file:notes.txt": is_gone},
    ),
    (
        "File > Create New > Folder..., type Taxes and press Enter",
        {"file:Taxes": "folder"},
    ),
    (
        "Copy notes.txt with Ctrl+C, double-click Photos, and paste with Ctrl+V",
        {"file:Photos/notes.txt": NOTES_TEXT, "titles": ["Photos"]},
    ),
    ("right click letter.txt and choose Properties", {"windows": 2, "titles": has("Properties")}),
    ("Drag letter.txt onto the Photos folder", {"file:Photos/letter.txt": has("Dear Sir")},
     "file:letter.txt"),
)  # fmt: skip

_add(
    "xterm",
    "",
    ("type ls -l and press Enter", {"commands": ["ls -l"]}),
    ("Type: mkdir archive and hit Return", {"commands": ["mkdir archive"],
                                           "file:archive": "folder"}),
    ("Enter the command touch done.txt in the terminal and press enter",
     {"commands": ["touch done.txt"], "file:done.txt": ""}),
    ("write echo \"good day\" > hello.txt, then press Enter",
     {"commands": ['echo "good day" > hello.txt'], "file:hello.txt": "good day\n"}),
    ("Type pwd, press Enter, type date, press Enter", {"commands": ["pwd", "date"]}),
    ("type echo wrong, press Ctrl+U, type echo right and press Enter",
     {"commands": ["echo right"]}),
    ("type cat notes.txt and press Return, then press the up arrow and Return again",
     {"commands": ["cat notes.txt", "cat notes.txt"]}),
    ("Type cp notes.txt second.txt followed by the Enter key",
     {"commands": ["cp notes.txt second.txt"], "file:second.txt": NOTES_TEXT}),
)  # fmt: skip

_add(
    "calc",
    "",
    ("Click cell D1, type Total and press Enter", {"prices.D1": "Total"}),
    ("put 12 in cell B2", {"prices.B2": "12"}),
    ("Type =B2*C2 into D2 and hit Enter", {"prices.D2": "=B2*C2"}),
    ("Select C4 and press Delete", {"prices.C4": is_gone}),
    ("Click A1, then press Ctrl+B", {"bold prices.A1": True}),
    ("Make cell B1 italic with Ctrl+I", {"italic prices.B1": True}),
    ("change A3 to Pens", {"prices.A3": "Pens"}),
    ("In cell A5 write Glue, then press Tab and write 3, then Enter",
     {"prices.A5": "Glue", "prices.B5": "3"}),
    ("go to cell C3", {"selection": "prices.C3"}),
    ("Select the cells A1 to C1 and press Ctrl+B",
     {"bold prices.A1": True, "bold prices.B1": True, "bold prices.C1": True}),
    ("Sheet > Insert Sheet at End..., then OK",
     {"sheets": lambda v: v is not None and len(v) == 2}, "sheet"),
    ("Right-click the prices tab, choose Rename Sheet..., type costs and press Enter",
     {"sheets": ["costs"], "sheet": "costs"}, "prices.*", "costs.*"),
    ("Open the Edit menu and choose Find and Replace",
     {"titles": has("Find and Replace")}, "windows"),
    ("press Ctrl+Down", {"selection": "prices.A4"}),
    ("click File, Save As", {"windows": 2}),
    ("Click on cell A6, type Sum and press Enter, then click cell B6, type =SUM(B2:B4), Enter",
     {"prices.A6": "Sum", "prices.B6": "=SUM(B2:B4)"}),
    ("double click A2, press End, type s and press Enter", {"prices.A2": "Papers"}),
    ("Format, Text, Bold", {"bold prices.A1": True}),
    ("Copy B3 with ctrl+c, click B5 and paste it with ctrl+v", {"prices.B5": "2"}),
)  # fmt: skip

_add(
    "writer",
    "",
    ("Type Hello there", {"line 1": begins("Hello there")}),
    ("Press Ctrl+End and type Bye!", {"line 3": "Please bring a cake.Bye!"}, "line 4"),
    ("Double-click the word party in the first line and press Ctrl+B", {"bold 1": "party"}),
    ("Press Ctrl+A, then Ctrl+I",
     {"italic 1": "Summer party", "italic 2": has("Friday"), "italic 3": has("cake")}),
    ("select the first line and make it bold", {"bold 1": "Summer party"}),
    ("Click on Summer party and press ctrl+e", {"align 1": 3}),
    ("Open the Insert menu, then Table...", {"titles": has("Insert Table")}, "windows"),
    ("Table > Insert Table... and click Insert", {"tables": 1}, "line *", "style *", "align *"),
    ("Tools, Word Count", {"titles": has("Word Count")}, "windows"),
    ("Press Ctrl+H", {"titles": has("Find and Replace")}, "windows"),
    ("Click File, then Save As...", {"windows": 2}),
    ("open Edit and click Select All", {"selection": has("Summer party", "cake")}),
    ("Triple-click the second line and press Ctrl+U", {"underline 2": "The party is on Friday."}),
    ("Go to the end of the document, press Enter, type Kind regards",
     {"line 4": "Kind regards"}, "style 4", "align 4", "bold 4", "italic 4", "underline 4"),
)  # fmt: skip

_add(
    "mail",
    "",
    ("Click Compose", {"windows": 2}),
    ("open the address book from the Tools menu", {"windows": 2}),
    ("Press Ctrl+M to write a new message", {"windows": 2}),
    (
        "Click Compose, type ada@example.org in the To: field, type Hello in the Subject: field "
        "and press Send later",
        {"queue count": 1, "queue": has("Subject: Hello", "ada@example.org")},
        "windows", "titles",
    ),
    (
        "Click Compose, enter Holiday as the subject and click Draft",
        {"draft count": 1, "draft": has("Subject: Holiday")},
        "windows", "titles",
    ),
    ("Open Configuration and then Preferences...", {"windows": 2}),
    ("Help > About", {"windows": 2}),
)  # fmt: skip

_add(
    "zenity",
    "entry",
    ("Type Mia and click OK", {"exit": 0, "answer": "Mia"}),
    ("cancel this", {"exit": 1}),
    ("enter Karl in the text field and press Enter", {"exit": 0, "answer": "Karl"}),
)
_add("zenity", "question", ("Click Yes", {"exit": 0}), ("answer no", {"exit": 1}))
_add(
    "zenity",
    "forms",
    (
        "Put Lisa in First name and 555 in Phone number, then OK",
        {"exit": 0, "answer": "Lisa|555|"},
    ),
    ("Press Escape", {"exit": 1}),
)
_add(
    "zenity",
    "list",
    ("Choose Green and press OK", {"exit": 0, "answer": "Green"}),
    ("click the third colour, then OK", {"exit": 0, "answer": "Blue"}),
)
_add(
    "zenity",
    "checklist",
    ("Tick Tent and Lamp, then click OK", {"exit": 0, "answer": "Tent|Lamp|Map"}),
    ("untick Map and hit OK", {"exit": 0, "answer": ""}),
)
_add(
    "zenity",
    "scale",
    ("Click OK", {"exit": 0, "answer": "30"}),
    ("Drag the slider to the far right and click OK", {"exit": 0,
                                                      "answer": between(97, 100)}),
)  # fmt: skip
_add("zenity", "warning", ("press OK to close the warning", {"exit": 0}))

_add(
    "xfce4-settings",
    "",
    ("Untick Enable key repeat", {"checked": lacks("Enable key repeat")}),
    ("turn off Show blinking", {"checked": lacks("Show blinking")}),
    ("Go to the Layout tab", {"tabs": ["Layout"]}, "checked"),
    ("open Application Shortcuts", {"tabs": ["Application Shortcuts"]}, "checked"),
    ("Click Close", {"titles": []}, "*"),
)
