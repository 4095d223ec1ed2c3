"""The cellar of a cheese maker: the wheels, the air, an order."""

from parts import START, Desk, Gtk, Table, box, form, framed

WHEELS = [
    ["A-101", "Alder Blue", "Shelf 1", "12 weeks", False],
    ["A-102", "Alder Blue", "Shelf 1", "12 weeks", True],
    ["B-207", "Smoked tomme", "Shelf 3", "20 weeks", False],
    ["B-208", "Smoked tomme", "Shelf 3", "20 weeks", False],
    ["C-310", "Goat log", "Shelf 5", "3 weeks", True],
    ["D-415", "Hard mountain", "Shelf 7", "40 weeks", False],
]
KINDS = ["Alder Blue", "Smoked tomme", "Goat log", "Hard mountain"]

desk = Desk("Alder Cellar - cheese maturing")
wheels = Table(
    desk, "wheel", ["Wheel", "Cheese", "Place", "Age", "Turned today"], WHEELS, editable=(2,)
)


def discard():
    name = wheels.chosen()
    if name and desk.ask(f"Throw wheel {name} away?", "This cannot be undone."):
        wheels.drop()


def new_wheel():
    number, kind = Gtk.Entry(), Gtk.ComboBoxText()
    place = Gtk.Entry(text="Shelf ")
    for item in KINDS:
        kind.append_text(item)
    kind.set_active(0)
    inner = form(("_Number", number), ("_Cheese", kind), ("_Place", place))
    if desk.fill_in("New wheel", inner, "_Add wheel") and number.get_text().strip():
        values = [number.get_text(), kind.get_active_text(), place.get_text(), "0 weeks"]
        wheels.store.append([*values, False])


def turn_all():
    for line in wheels.store:
        line[4] = True


where = desk.choice("to place", [f"Shelf {number}" for number in range(1, 9)])
shelf = box(
    box(
        desk.button("_New wheel…", new_wheel),
        desk.button("All turned", turn_all),
        None,
        desk.button("Discard…", discard),
        down=False,
    ),
    wheels.scrolled(),
    box(
        Gtk.Label(label="Chosen wheel to"),
        where,
        desk.button("Move", lambda: wheels.change(2, where.get_active_text())),
        None,
        desk.button("Print tag"),
        down=False,
    ),
    edge=10,
)

air = form(
    ("_Humidity (%)", desk.scale("humidity", 60, 100, 88)),
    ("_Temperature (°C)", desk.spin("temperature", 2, 20, 11)),
    ("_Fan", desk.choice("fan", ["Off", "Low", "Medium", "High"], "Low")),
    ("Night cooling", desk.switch("night")),
    ("Alarm _phone", desk.line("phone", "07700 900112")),
    ("Call after (minutes)", desk.spin("call after", 1, 120, 15)),
)
doors = box(
    desk.check("door alarm", "Alarm when the _door stands open", True),
    desk.check("mould", "Mould lamp on"),
    desk.check("drip", "Drip tray emptied"),
)
lamp = box(*desk.radios("lamp", ["White", "Red", "Dark"], "Dark"), down=False)
climate = box(
    air,
    box(framed("Watch", doors), framed("Cellar light", lamp), down=False),
    box(desk.button("Mist now"), desk.button("Test alarm"), down=False),
    edge=10,
)

shop = form(
    ("_Customer", desk.line("customer", "The Larder" if START == "order" else "")),
    ("C_heese", desk.choice("cheese", KINDS)),
    ("_Wheels", desk.spin("wheels", 1, 50, 2)),
    ("_Deliver", desk.choice("deliver", ["Monday", "Tuesday", "Thursday", "Friday"], "Tuesday")),
    ("Message to the driver", desk.line("driver")),
)
wrap = box(*desk.radios("wrap", ["Wax paper", "Foil", "Cloth", "Wooden box"], "Wax paper"))
extra = box(
    desk.check("cut", "Cut in _halves"),
    desk.check("label", "With our label", True),
    desk.check("cold", "Send with ice packs"),
    desk.check("invoice", "Invoice by e-mail", True),
)
order = box(
    shop,
    box(framed("Wrapping", wrap), framed("Extras", extra), down=False),
    box(None, desk.button("Save as draft"), desk.button("Place order"), down=False),
    edge=10,
)

tabs = Gtk.Notebook()
for name, inner in (("Wheels", shelf), ("Climate", climate), ("Order", order)):
    tabs.append_page(inner, Gtk.Label(label=name))
desk.menu("_Cellar", ("New wheel…", new_wheel), ("Print stock list", None), ("Export", None))
desk.menu("_View", ("Show ages", "ages", True), ("Dark colours", "dark", False))
desk.run(tabs, tabs, ["wheels", "climate", "order"].index(START))
