"""The bench of a perfumer."""

import sys

from keep import Keep, number_of
from parts_gtk import (
    Gtk,
    across,
    ask,
    button,
    combo,
    frame,
    go,
    grid,
    menu,
    page_of,
    scale,
    spin,
    table,
    tick,
)

FORMULA = [
    ["Bergamot", "Top", 24],
    ["Pink pepper", "Top", 6],
    ["Rose absolute", "Heart", 12],
    ["Iris butter", "Heart", 4],
    ["Vetiver", "Base", 9],
    ["Vanilla", "Base", 15],
]
keep = Keep()
window, bar, tabs = frame("Scent Bench")

# the formula
store = Gtk.ListStore(str, str, int)
for part in FORMULA:
    store.append(part)
view = table(store, "Ingredient", "Note", "Drops")
picked = view.get_selection()


def chosen():
    row = picked.get_selected()[1]
    return store[row][0] if row else ""


def put():
    row = picked.get_selected()[1]
    if row:
        store[row][2] = drops.get_value_as_int()


def remove():
    row = picked.get_selected()[1]
    if row:
        store.remove(row)
        picked.unselect_all()


def insert():
    store.append([called.get_text(), note.get_active_text(), new_drops.get_value_as_int()])


called, note, new_drops, drops = (
    Gtk.Entry(),
    combo("Top", "Heart", "Base"),
    spin(1, 99, 5),
    spin(1, 99, 10),
)
dialog = ask(
    window,
    "New ingredient",
    "_Add",
    grid(("_Name", called), ("N_ote", note), ("_Drops", new_drops)),
    insert,
)
formula = page_of(
    view,
    across(
        Gtk.Label(label="Drops"),
        drops,
        button("_Set", put),
        button("_Remove", remove),
        button("_New ingredient…", dialog.show_all),
    ),
)

# the batch and the label
alcohol, rest = scale(60, 95, 80), spin(1, 12, 4)
vessel, filtered = combo("Glass beaker", "Steel drum", "Amber jar"), tick("_Cold filtered")
batch = grid(
    ("_Alcohol (%)", alcohol),
    ("_Rest (weeks)", rest),
    ("_Vessel", vessel),
    ("", filtered),
    ("", button("_Start batch", lambda: keep.count("Start batch"))),
)
title, size, vegan = (
    Gtk.Entry(text="Untitled No. 7"),
    combo("10 ml", "30 ml", "50 ml", "100 ml"),
    Gtk.Switch(),
)
vegan.set_halign(Gtk.Align.START)
gold, copies = tick("_Gold foil"), spin(1, 500, 20)
label_page = grid(
    ("_Name on label", title),
    ("_Bottle", size),
    ("_Vegan mark", vegan),
    ("", gold),
    ("_Copies", copies),
    ("", button("_Print labels", lambda: keep.count("Print labels"))),
)
for page, name in ((formula, "Formula"), (batch, "Batch"), (label_page, "Label")):
    tabs.append_page(page, Gtk.Label(label=name))
lock = Gtk.CheckMenuItem(label="Keep secret")
menu(bar, "Options", lock)
keep.known("Start batch", "Print labels")
for name, read in (
    ("tab", tabs.get_current_page),
    ("selected", chosen),
    ("drops", number_of(drops)),
    ("formula", lambda: [f"{row[0]}, {row[1]}, {row[2]}" for row in store]),
    ("dialog", dialog.get_visible),
    ("name", called.get_text),
    ("note", note.get_active_text),
    ("new drops", number_of(new_drops)),
    ("alcohol", lambda: int(alcohol.get_value())),
    ("rest", number_of(rest)),
    ("vessel", vessel.get_active_text),
    ("filtered", filtered.get_active),
    ("title", title.get_text),
    ("bottle", size.get_active_text),
    ("vegan", vegan.get_active),
    ("gold", gold.get_active),
    ("copies", number_of(copies)),
    ("secret", lock.get_active),
):
    keep.add(name, read)
go(window, keep, tabs, ["formula", "batch", "label"].index(sys.argv[1]))
