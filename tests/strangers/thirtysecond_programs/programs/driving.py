"""The desk of a driving school: the pupils, the next lesson, and the cars."""

import sys

import gtk_help as g
from gtk_help import Gtk
from keep import Keep

start = sys.argv[1] if len(sys.argv) > 1 else "pupils"
window, keep = Gtk.Window(title="Driving School"), Keep()

pupils = g.Table(
    ["Pupil", "Licence", "Hours", "Stage", "Theory", "Paid"],
    [
        ["Amir Haddad", "Car", "12", "in training", True, True],
        ["Becky Stone", "Car", "31", "ready for test", True, False],
        ["Conor Walsh", "Motorbike", "8", "in training", False, True],
        ["Daria Petrova", "Car", "2", "in training", False, False],
        ["Edwin Clarke", "Lorry", "40", "ready for test", True, True],
    ],
)
find = g.search(pupils, "Search pupils")
acts = g.row(
    g.button("_Ready for test", lambda: pupils.put(3, "ready for test")),
    g.button("Pass_ed", lambda: pupils.put(3, "passed")),
    g.button("_Failed", lambda: pupils.put(3, "failed")),
    g.button("On _hold", lambda: pupils.put(3, "on hold")),
    g.button("Remo_ve", pupils.take),
)
page_pupils = g.column(find, pupils.field, acts)

who = g.drop("Amir Haddad", *(each[0] for each in pupils.store))
teacher = g.drop("Mr Pugh", "Mr Pugh", "Ms Okafor", "Mrs Lindqvist")
begins = Gtk.Entry(text="10:00")
minutes = g.spin(30, 180, 60, 15)
meet = g.free("School", "School", "Pupil's home", "Station", "College")
kind, read_kind = g.radios("Town", "Town", "Country road", "Motorway", "Night drive")
hard = g.scale(1, 10, 3)
park, roundabout = g.check("_Parking"), g.check("_Roundabouts", True)
hill = g.check("_Hill start")
notes_box, notes, read_notes = g.area("Mirrors!")
page_lesson = g.grid(
    ("Pupi_l", who),
    ("_Instructor", teacher),
    ("_Start", begins),
    ("_Duration (min)", minutes),
    ("_Meeting point", meet),
    ("Kind of drive", kind),
    ("Diffi_culty", hard),
    ("Practise", g.row(park, roundabout, hill)),
    ("_Notes", notes_box),
)

fleet = Gtk.TreeStore(str, str)
for name, cars in {
    "Manual": [("Blue Fiesta", "free"), ("Grey Golf", "free")],
    "Automatic": [("White Leaf", "charging"), ("Red Yaris", "free")],
    "Two wheels": [("Honda 125", "in the workshop")],
}.items():
    top = fleet.append(None, [name, ""])
    for each in cars:
        fleet.append(top, list(each))
tree = Gtk.TreeView(model=fleet, enable_search=False)
for at, head in enumerate(["Vehicle", "Where"]):
    column = Gtk.TreeViewColumn(head, Gtk.CellRendererText(), text=at)
    column.set_expand(True)
    tree.append_column(column)
tree.expand_all()
tree.get_selection().unselect_all()


def car():
    _, at = tree.get_selection().get_selected()
    return at if at and fleet.iter_parent(at) else None


def send(text):
    if at := car():
        fleet[at][1] = text


tank = g.spin(0, 100, 70, 5)
mileage = g.spin(0, 400000, 58200, 10)
signs = g.check("_L-plates mounted", True)
dual = g.check("Dual controls _checked")
service = Gtk.Calendar(year=2031, month=4, day=12)
frame = Gtk.ScrolledWindow(hexpand=True)
frame.set_size_request(760, 225)
frame.add(tree)
page_cars = g.column(
    frame,
    g.row(
        g.button("_Free", lambda: send("free")),
        g.button("On the _road", lambda: send("on the road")),
        g.button("To the _workshop", lambda: send("in the workshop")),
        g.button("C_harge", lambda: send("charging")),
    ),
    g.grid(
        ("Fuel in the pool car (%)", tank),
        ("Mileage of the pool car", mileage),
        ("", g.row(signs, dual)),
        ("Next service", service),
    ),
)
book = g.book(("Pupils", page_pupils), ("Lesson", page_lesson), ("Vehicles", page_cars))

name, licence = Gtk.Entry(), g.drop("Car", "Car", "Motorbike", "Lorry", "Tractor")
phone, glasses = Gtk.Entry(), g.check("Wears _glasses")
new = g.dialog(
    window,
    "New pupil",
    "_Enrol",
    lambda: pupils.store.append(
        [name.get_text(), licence.get_active_text(), "0", "in training", False, False]
    ),
    g.grid(("_Name", name), ("_Licence", licence), ("_Phone", phone), ("", glasses)),
)
bar = Gtk.MenuBar()
hints = Gtk.CheckMenuItem(label="Text reminders", active=True)
office = Gtk.CheckMenuItem(label="Office open")
simulator = Gtk.CheckMenuItem(label="Simulator switched on")
g.menu(bar, "_Pupil", ("_New pupil…", new.present))
g.menu(bar, "_School", hints, office, simulator)


def day():
    year, month, date = service.get_date()
    return f"{year}-{month + 1:02}-{date:02}"


def more():
    found = pupils.records("pupil")
    for group in fleet:
        found |= {"vehicle " + each[0]: each[1] for each in group.iterchildren()}
    return found


g.run(
    window,
    bar,
    book,
    keep,
    {
        "search": find.get_text,
        "chosen pupil": pupils.picked,
        "lesson pupil": who.get_active_text,
        "instructor": teacher.get_active_text,
        "begins": begins.get_text,
        "duration": g.number(minutes),
        "meeting": meet.get_child().get_text,
        "drive": read_kind,
        "difficulty": lambda: int(hard.get_value()),
        "parking": park.get_active,
        "roundabouts": roundabout.get_active,
        "hill start": hill.get_active,
        "notes": read_notes,
        "chosen car": lambda: fleet[car()][0] if car() else "",
        "fuel": g.number(tank),
        "mileage": g.number(mileage),
        "l-plates": signs.get_active,
        "dual": dual.get_active,
        "service": day,
        "reminders": hints.get_active,
        "office": office.get_active,
        "simulator": simulator.get_active,
        "dialog": new.get_visible,
        "new name": name.get_text,
        "new licence": licence.get_active_text,
        "new phone": phone.get_text,
        "new glasses": glasses.get_active,
    },
    {"lesson": 1, "vehicles": 2}.get(start, 0),
    more=more,
)
