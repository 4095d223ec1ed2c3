"""Vats, orders and recipes of a dyehouse for yarn."""

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

ORDERS = [
    ("Brennan", "Merino", 12, "Indigo", "Soaking", ""),
    ("Castellanos", "Alpaca", 6, "Madder red", "Dyeing", ""),
    ("Dube", "Silk", 3, "Weld yellow", "Drying", ""),
    ("Fjord Knits", "Wool", 40, "Walnut", "Soaking", ""),
    ("Hargreaves", "Merino", 8, "Indigo", "Dyeing", "On hold"),
    ("Lindqvist", "Wool", 15, "Walnut", "Drying", ""),
]
VATS = [
    ("Indigo", 50, True),
    ("Walnut", 70, False),
    ("Weld yellow", 80, True),
    ("Indigo", 45, True),
]
STAGES = ["Soaking", "Dyeing", "Drying", "Ready"]
start, keep = sys.argv[1], Keep()
window, bar, book = Gtk.Window(title="Tansy Lane Dyehouse"), Gtk.MenuBar(), Gtk.Notebook()
added = []

page = Gtk.Grid(column_spacing=16, row_spacing=16, border_width=16, column_homogeneous=True)
for at, (colour, degrees, on) in enumerate(VATS):
    name = f"Vat {at + 1}"
    dye = drop(colour, "Indigo", "Madder red", "Weld yellow", "Walnut", "No dye")
    heat, stir = spin(15, 100, degrees), check("Stirring", on)
    drain = button("Drain", lambda name=name: keep.count("Drain " + name.lower()))
    frame = Gtk.Frame(label=name)
    frame.add(grid(("Colour:", dye), ("Temperature (°C):", heat), ("", stir), ("", row(drain))))
    page.attach(frame, at % 2, at // 2, 1, 1)
    keep.add(name.lower() + " colour", dye.get_active_text)
    keep.add(name.lower() + " temperature", number(heat))
    keep.add(name.lower() + " stirring", stir.get_active)
    keep.known("Drain " + name.lower())
book.append_page(page, Gtk.Label(label="Vats"))

store = Gtk.ListStore(str, str, int, str, str, str)
view = Gtk.TreeView(model=store)
for at, title in enumerate(("Customer", "Yarn", "Skeins", "Colour", "Stage", "Remark")):
    each = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=at)
    each.set_expand(True)
    view.append_column(each)
for order in ORDERS:
    line = store[store.append(order)]
    keep.add("stage " + order[0], lambda line=line: line[4])
    keep.add("hold " + order[0], lambda line=line: line[5] == "On hold")
view.get_selection().select_path(0)


def selected():
    model, at = view.get_selection().get_selected()
    return model[at] if at else None


def next_stage():
    if selected():
        selected()[4] = STAGES[min(3, STAGES.index(selected()[4]) + 1)]


def set_remark(text):
    if selected():
        selected()[5] = text


customer, yarn = Gtk.Entry(), drop("Merino", "Merino", "Alpaca", "Silk", "Wool")
skeins, shade = spin(1, 200, 1), drop("Indigo", "Indigo", "Madder red", "Weld yellow", "Walnut")
rush = check("_Rush order")


def add_order():
    order = (
        customer.get_text(),
        yarn.get_active_text(),
        int(number(skeins)() or 0),
        shade.get_active_text(),
    )
    store.append([*order, "Soaking", "Rush" if rush.get_active() else ""])
    added.append(", ".join(map(str, order)) + (", rush" if rush.get_active() else ""))


new = dialog(
    window,
    "New Order",
    "_Add Order",
    add_order,
    grid(
        ("_Customer:", customer),
        ("_Yarn:", yarn),
        ("_Skeins:", skeins),
        ("C_olour:", shade),
        ("", rush),
    ),
)
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=8)
page.pack_start(view, True, True, 0)
page.pack_start(
    row(
        button("_Next Stage", next_stage),
        button("Put on _Hold", lambda: set_remark("On hold")),
        button("_Release", lambda: set_remark("")),
        button("Ne_w Order...", new.present),
    ),
    False,
    False,
    0,
)
book.append_page(page, Gtk.Label(label="Orders"))

dyes = {"indigo": scale(0, 100, 20), "madder": scale(0, 100, 0), "weld": scale(0, 100, 35)}
mordants, mordant = radios("Alum", "Alum", "Iron", "No mordant")
recipe, wool = Gtk.Entry(text="Moss"), check("_Wash the wool first", True)
save = button("_Save Recipe", lambda: keep.count("Save Recipe"))
book.append_page(
    grid(
        ("Recipe _name:", recipe),
        ("_Indigo, blue (g):", dyes["indigo"]),
        ("_Madder, red (g):", dyes["madder"]),
        ("Wel_d, yellow (g):", dyes["weld"]),
        ("Mordant:", mordants),
        ("", wool),
        ("", row(save)),
    ),
    Gtk.Label(label="Recipe"),
)
for name, field in dyes.items():
    keep.add(name, lambda field=field: round(field.get_value()))
finished = Gtk.CheckMenuItem.new_with_mnemonic("Grid _Lines")
finished.connect("toggled", lambda on: view.set_property("enable-grid-lines", int(on.get_active())))
menu(bar, "_Dyehouse", ("_New Order...", new.present), ("_Quit", Gtk.main_quit))
menu(bar, "_View", finished)
keep.known("Save Recipe")
run(
    window,
    bar,
    book,
    keep,
    {
        "order": lambda: selected()[0] if selected() else "",
        "added": lambda: list(added),
        "mordant": mordant,
        "recipe name": recipe.get_text,
        "wash": wool.get_active,
        "grid lines": finished.get_active,
        "shown order": new.get_visible,
        "order customer": customer.get_text,
        "order yarn": yarn.get_active_text,
        "order skeins": number(skeins),
        "order colour": shade.get_active_text,
        "order rush": rush.get_active,
    },
    ["vats", "orders", "recipe"].index(start),
)
