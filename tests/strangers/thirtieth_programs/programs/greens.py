"""Holes, watering, mowing and jobs of a golf course."""

import sys

from gtk_help import (
    Gtk,
    button,
    check,
    dialog,
    drop,
    grid,
    menu,
    number,
    radios,
    row,
    run,
    scale,
    spin,
)
from keep import Keep

HOLES = [
    ("Old Oak", 4, "Middle", True),
    ("Mill Race", 3, "Front", True),
    ("Quarry", 5, "Middle", True),
    ("Long Drag", 5, "Back", True),
    ("Chapel", 4, "Middle", True),
    ("Heron", 3, "Front", True),
    ("Gorse", 4, "Middle", False),
    ("Station", 4, "Back", True),
    ("Home", 5, "Middle", True),
]
start, keep = sys.argv[1], Keep()
window, bar, book = Gtk.Window(title="Course Keeper - Birch Hill"), Gtk.MenuBar(), Gtk.Notebook()
jobs = ["Paint the shelter"]

store = Gtk.ListStore(int, str, int, str, bool)
for number_of_hole, hole in enumerate(HOLES, 1):
    store.append([number_of_hole, *hole])
view = Gtk.TreeView(model=store)
for at, title in enumerate(("No.", "Hole", "Par", "Pin")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=at))
toggle = Gtk.CellRendererToggle()
toggle.connect("toggled", lambda _, path: store[path].__setitem__(4, not store[path][4]))
view.append_column(Gtk.TreeViewColumn("Open", toggle, active=4))
for each in view.get_columns():
    each.set_expand(each.get_title() == "Hole")
    each.set_min_width(70)
view.get_selection().select_path(0)
pin = drop("Middle", "Front", "Middle", "Back")
for line in store:
    keep.add("pin " + line[1], lambda line=line: line[3])
    keep.add("open " + line[1], lambda line=line: line[4])


def selected():
    model, at = view.get_selection().get_selected()
    return model[at] if at else None


def show_pin(_):
    if selected():
        pin.set_active(["Front", "Middle", "Back"].index(selected()[3]))


def move_pin():
    if selected():
        selected()[3] = pin.get_active_text()


view.get_selection().connect("changed", show_pin)
trolleys, notice = check("_Trolleys allowed", True), Gtk.Entry(hexpand=True)
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
page.pack_start(view, True, True, 0)
page.pack_start(
    grid(
        ("_Pin position:", pin),
        ("", row(button("_Move Pin", move_pin))),
        ("", trolleys),
        ("Notice at the _first tee:", notice),
    ),
    False,
    False,
    0,
)
book.append_page(page, Gtk.Label(label="Holes"))

areas, lines = {}, []
for name, on, minutes in (("Greens", True, 20), ("Tees", False, 10), ("Fairways", True, 25)):
    areas[name] = Gtk.Switch(active=on, halign=Gtk.Align.START), spin(0, 90, minutes)
    lines += [(name + ":", areas[name][0]), (f"{name}, minutes:", areas[name][1])]
    keep.add(name.lower() + " on", areas[name][0].get_active)
    keep.add(name.lower() + " minutes", number(areas[name][1]))
begin, pressure = drop("22:00", "20:00", "22:00", "04:00"), scale(2, 8, 4)
rain = check("Skip when it _rains")
water = button("Water _Now", lambda: keep.count("Water Now"))
halt = button("_Stop All", lambda: keep.count("Stop All"))
book.append_page(
    grid(
        *lines,
        ("Start _at:", begin),
        ("_Pressure (bar):", pressure),
        ("", rain),
        ("", row(water, halt)),
    ),
    Gtk.Label(label="Watering"),
)

mower, height = (
    drop("Triplex", "Triplex", "Walk-behind", "Rotary", "Robot"),
    spin(2.5, 9, 3.5, 0.1, 1),
)
stripes, direction = radios("Up and down", "Up and down", "Across", "Diagonal")
days = {
    name: check(name, name == "Saturday")
    for name in ("Monday", "Tuesday", "Wednesday", "Friday", "Saturday")
}
roller, operator = check("Use the _roller afterwards"), Gtk.Entry()
save = button("_Save Plan", lambda: keep.count("Save Plan"))
book.append_page(
    grid(
        ("_Mower:", mower),
        ("Cutting _height (mm):", height),
        ("Stripes:", stripes),
        ("Days:", row(*days.values())),
        ("", roller),
        ("_Operator:", operator),
        ("", row(save)),
    ),
    Gtk.Label(label="Mowing"),
)
for name, box in days.items():
    keep.add(name, box.get_active)

listed = Gtk.ListBox()
listed.add(Gtk.Label(label=jobs[0], xalign=0))
work, where, urgent = Gtk.Entry(), drop("Old Oak", *(hole[0] for hole in HOLES)), check("_Urgent")


def add_job():
    jobs.append(
        f"{work.get_text()} - {where.get_active_text()}{' (urgent)' if urgent.get_active() else ''}"
    )
    listed.add(Gtk.Label(label=jobs[-1], xalign=0))
    listed.show_all()


new = dialog(
    window, "New Job", "_Add Job", add_job, grid(("_What:", work), ("_Hole:", where), ("", urgent))
)
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
page.pack_start(listed, True, True, 0)
page.pack_start(row(button("_New Job...", new.present)), False, False, 8)
book.append_page(page, Gtk.Label(label="Jobs"))
menu(
    bar,
    "_Course",
    ("_New Job...", new.present),
    ("Stop All _Water", lambda: keep.count("Stop All")),
    ("_Quit", Gtk.main_quit),
)
keep.known("Water Now", "Stop All", "Save Plan")
run(
    window,
    bar,
    book,
    keep,
    {
        "hole": lambda: selected()[1] if selected() else "",
        "pin choice": pin.get_active_text,
        "trolleys": trolleys.get_active,
        "notice": notice.get_text,
        "start": begin.get_active_text,
        "pressure": lambda: round(pressure.get_value()),
        "rain skip": rain.get_active,
        "mower": mower.get_active_text,
        "height": number(height),
        "direction": direction,
        "roller": roller.get_active,
        "operator": operator.get_text,
        "jobs": lambda: list(jobs),
        "shown job": new.get_visible,
        "job what": work.get_text,
        "job hole": where.get_active_text,
        "job urgent": urgent.get_active,
    },
    ["holes", "watering", "mowing"].index(start),
)
