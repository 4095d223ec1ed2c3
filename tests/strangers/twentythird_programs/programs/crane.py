"""The yard desk of a crane company."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

CRANES = [
    [True, "LTM 60", "Quay Street flats", "Bogdan"], [False, "Grove 35", "in the yard", "nobody"],
    [True, "Tadano 100", "Hospital roof", "Sheila"], [False, "Spierings 4", "Mill Lane bridge", "Bogdan"],
    [False, "Maeda mini", "in the yard", "nobody"],
]  # fmt: skip
start = sys.argv[1] if len(sys.argv) > 1 else "fleet"
keep = Keep()
keep.known("Sound horn", "Print day sheet", "Call the foreman")
window = Gtk.Window(title="Tall Reach Crane Desk", default_width=900, default_height=640)
window.connect("destroy", Gtk.main_quit)
whole, bar, book = Gtk.Box(orientation=Gtk.Orientation.VERTICAL), Gtk.MenuBar(), Gtk.Notebook()
window.add(whole)
whole.pack_start(bar, False, False, 0)
whole.pack_start(book, True, True, 0)


def sheet(title):
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=12)
    book.append_page(grid, Gtk.Label(label=title))
    return grid


def row(grid, y, text, part):
    label = Gtk.Label(label=text, use_underline=True, mnemonic_widget=part, xalign=0)
    part.set_hexpand(True)
    grid.attach(label, 0, y, 1, 1)
    grid.attach(part, 1, y, 2, 1)
    return part


def choice(*texts):
    box = Gtk.ComboBoxText()
    [box.append_text(text) for text in texts]
    box.set_active(0)
    return box


def menu(title, *entries):
    top, sub = Gtk.MenuItem.new_with_mnemonic(title), Gtk.Menu()
    top.set_submenu(sub)
    bar.append(top)
    for text, call in entries:
        sub.append((Gtk.MenuItem if call else Gtk.CheckMenuItem).new_with_mnemonic(text))
        sub.get_children()[-1].connect("activate", lambda _, call=call: call and call())
    return sub.get_children()


def new_lift():
    box = Gtk.Dialog(title="New lift", transient_for=window, modal=True)
    box.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Add lift", Gtk.ResponseType.OK)
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, border_width=12)
    box.get_content_area().add(grid)
    load = row(grid, 0, "_Load:", Gtk.Entry())
    tons = row(grid, 1, "_Weight in tonnes:", Gtk.SpinButton.new_with_range(1, 90, 1))
    road = row(grid, 2, "_Road:", choice("stays open", "one lane", "closed"))
    box.show_all()
    if box.run() == Gtk.ResponseType.OK:
        lifts.append(f"{load.get_text()} | {number_of(tons)()} t | {road.get_active_text()}")
    box.destroy()


lifts = []
menu("_Desk", ("_New lift…", new_lift), ("_Print day sheet", lambda: keep.count("Print day sheet")))
night, loud = menu("_Options", ("_Night shift", None), ("_Loud radio alerts", None))
fleet = sheet("Fleet")
store = Gtk.ListStore(bool, str, str, str)
[store.append(crane) for crane in CRANES]
view = Gtk.TreeView(model=store, hexpand=True, vexpand=True)
tick = Gtk.CellRendererToggle()
tick.connect(
    "toggled", lambda _, path: store.set_value(store.get_iter(path), 0, not store[path][0])
)
view.append_column(Gtk.TreeViewColumn("Rigged", tick, active=0))
for x, title in enumerate(("Crane", "Where", "Driver"), 1):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=x))
    view.get_column(x).set_min_width(200)
fleet.attach(view, 0, 0, 3, 1)
driver = row(fleet, 1, "_Driver:", choice("nobody", "Bogdan", "Sheila", "Tunde", "Wim"))
site = row(fleet, 2, "_Where:", Gtk.Entry())


def give(_, read, column):
    if place := view.get_selection().get_selected()[1]:
        store[place][column] = read()


for x, text, read in (
    (3, "Assign driver", driver.get_active_text),
    (2, "Send there", site.get_text),
):
    fleet.attach(Gtk.Button(label=text), x - 1, 3, 1, 1)
    fleet.get_child_at(x - 1, 3).connect("clicked", give, read, x)
wind, limit = (
    sheet("Wind and safety"),
    Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 4, 20, 1),
)
limit.set_value(9 if start == "gusty" else 11)
row(wind, 0, "Stop work at (m/s):", limit)
gap = row(wind, 1, "_Check the wind every (minutes):", Gtk.SpinButton.new_with_range(5, 120, 5))
lamp = row(wind, 2, "_Mast lamp:", choice("off", "steady red", "flashing red"))
fence, spot = Gtk.CheckButton(label="Fence is up"), Gtk.CheckButton(label="Spotter on the ground")
stopped = Gtk.ToggleButton(label="All lifts stopped", active=start == "gusty")
for y, part in enumerate((fence, spot, stopped, Gtk.Button(label="Sound horn")), 3):
    wind.attach(part, 0, y, 3, 1)
wind.get_child_at(0, 6).connect("clicked", lambda _: keep.count("Sound horn"))
office = sheet("Foreman")
name = row(office, 0, "_Foreman:", Gtk.Entry(text="Gus Ottley"))
phone = row(office, 1, "_Phone:", Gtk.Entry(text="07700 900118"))
how = [Gtk.RadioButton(label="By phone")]
how += [Gtk.RadioButton(label=text, group=how[0]) for text in ("By text message", "Over the radio")]
[office.attach(part, x, 2, 1, 1) for x, part in enumerate(how)]
office.attach(Gtk.Button(label="Call the foreman"), 0, 3, 3, 1)
office.get_child_at(0, 3).connect("clicked", lambda _: keep.count("Call the foreman"))
for key, read in {
    "wind limit": lambda: int(limit.get_value()), "check every": number_of(gap), "lamp": lamp.get_active_text,
    "fence": fence.get_active, "spotter": spot.get_active, "stopped": stopped.get_active, "foreman": name.get_text,
    "phone": phone.get_text, "reach": lambda: next(h.get_label() for h in how if h.get_active()), "lifts": lambda: list(lifts),
    "night shift": night.get_active, "loud alerts": loud.get_active, "driver field": driver.get_active_text,
    "where field": site.get_text, **{c[1]: lambda y=y: f"{store[y][2]}, {store[y][3]}" for y, c in enumerate(CRANES)},
    **{c[1] + " rigged": lambda y=y: store[y][0] for y, c in enumerate(CRANES)},
}.items():  # fmt: skip
    keep.add(key, read)
GLib.timeout_add(100, keep.write)
window.show_all()
book.set_current_page({"fleet": 0, "gusty": 1, "office": 2}[start])
window.present()
Gtk.main()
