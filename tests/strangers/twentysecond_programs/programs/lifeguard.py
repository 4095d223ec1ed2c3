"""The day log of the lifeguards on a beach: flags, towers, incidents, kit."""

from parts import START, Desk, Gtk, Table, box, form, framed

KINDS = ["Sting", "Cut", "Lost child", "Rescue", "Sunstroke"]
INCIDENTS = [
    ["10:12", "Sting", "Tower 2", "Jess", "Open"],
    ["10:50", "Lost child", "Tower 1", "Mo", "Open"],
    ["11:25", "Cut", "Tower 3", "Carla", "Closed"],
    ["12:04", "Rescue", "Tower 2", "Jess", "Open"],
    ["12:40", "Sunstroke", "Tower 1", "Petr", "Open"],
]
GUARDS = ["Nobody", "Jess", "Mo", "Carla", "Petr", "Yusuf"]
FLAGS = ["Green", "Yellow", "Red", "Red over yellow", "Purple"]

desk = Desk("Sandbar Lifeguards - day log")
log = Table(desk, "incident", ["Time", "What", "Where", "Guard", "State"], INCIDENTS)


def new_incident():
    time, what, guard = Gtk.Entry(), Gtk.ComboBoxText(), Gtk.ComboBoxText()
    place = Gtk.Entry()
    for combo, items in ((what, KINDS), (guard, GUARDS)):
        for item in items:
            combo.append_text(item)
        combo.set_active(0)
    inner = form(("_Time", time), ("_What", what), ("W_here", place), ("_Guard", guard))
    if desk.fill_in("New incident", inner, "_Save") and time.get_text().strip():
        values = (time, what, place, guard)
        log.store.append(
            [*(v.get_text() if v in (time, place) else v.get_active_text() for v in values), "Open"]
        )


def clear_day():
    if desk.ask("Delete all incidents of today?"):
        log.store.clear()


beach = form(
    ("_Water (°C)", desk.spin("water", 0, 35, 17)),
    ("W_ave height (cm)", desk.scale("waves", 0, 300, 60, 10)),
    ("Wi_nd", desk.choice("wind", ["Calm", "Light", "Fresh", "Strong"], "Light")),
    ("_Notice board", desk.line("notice", "Swim between the flags")),
)
flag = box(*desk.radios("flag", FLAGS, "Yellow"))
warn = box(
    desk.check("jelly", "_Jellyfish"),
    desk.check("rip", "Rip current"),
    desk.check("inflatables", "No inflatables", True),
    desk.check("dogs", "No dogs on the sand"),
)
sea = box(
    framed("Now", beach),
    box(framed("Flag", flag), framed("Warnings", warn), down=False),
    box(desk.button("Announce"), desk.button("Sound the horn"), down=False),
    edge=10,
)

towers = Gtk.Grid(row_spacing=12, column_spacing=20, border_width=14)
heads = ("Tower", "On watch", "Open", "People in the water", "")
for at, text in enumerate(heads):
    towers.attach(Gtk.Label(label=text, xalign=0), at, 0, 1, 1)
for at, guard in enumerate(("Mo", "Jess", "Carla", "Nobody"), 1):
    desk.keep.known(f"Call tower {at}")
    radio = desk.button("Call", lambda at=at: desk.keep.count(f"Call tower {at}"))
    line = (
        Gtk.Label(label=f"Tower {at}"),
        desk.choice(f"tower {at} guard", GUARDS, guard),
        desk.switch(f"tower {at} open", at < 4),
        desk.spin(f"tower {at} people", 0, 500, 20 * at),
        radio,
    )
    for place, widget in enumerate(line):
        widget.set_valign(Gtk.Align.CENTER)
        towers.attach(widget, place, at, 1, 1)
kit = box(
    desk.check("board", "Rescue board waxed", True),
    desk.check("defib", "Defibrillator tested"),
    desk.check("oxygen", "Oxygen full"),
    desk.check("boat", "Boat fuelled"),
)
shift = form(
    ("_Shift leader", desk.choice("leader", GUARDS[1:], "Petr")),
    ("_Radio channel", desk.spin("channel", 1, 40, 16)),
    ("Shift ends", desk.choice("ends", ["17:00", "18:00", "19:00", "20:00"], "18:00")),
)
team = box(towers, box(framed("Kit", kit), framed("Shift", shift), down=False), edge=10)

diary = box(
    box(
        desk.button("_New incident…", new_incident),
        desk.button("Close incident", lambda: log.change(4, "Closed")),
        desk.button("Delete", log.drop),
        None,
        desk.button("Print log"),
        down=False,
    ),
    log.scrolled(),
    form(
        ("Remarks for the day", desk.line("remarks")),
        ("_Visitors counted", desk.spin("visitors", 0, 9000, 350, 10)),
    ),
    box(
        desk.check("coastguard", "Coastguard told"), desk.check("signed", "Signed off"), down=False
    ),
    edge=10,
)

tabs = Gtk.Notebook()
for name, inner in (("Beach", sea), ("Towers", team), ("Incidents", diary)):
    tabs.append_page(inner, Gtk.Label(label=name))
desk.menu("_Day", ("Send to county", None), ("Print rota", None), ("Clear day…", clear_day))
desk.menu("_Options", ("Speak warnings", "speak", False), ("Show tides", "tides", True))
desk.run(tabs, tabs, ["beach", "towers", "incidents"].index(START))
