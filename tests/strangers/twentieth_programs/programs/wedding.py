"""The desk of a wedding planner: guests and their tables, the run of the day, the suppliers."""

import sys

from keep import number_of
from parts import (
    Desk,
    Gtk,
    box,
    check,
    combo,
    form,
    keep,
    press,
    radios,
    row_of,
    scale,
    spin,
    table,
)

START = sys.argv[1] if len(sys.argv) > 1 else "guests"
GUESTS = [["Aunt Marjorie", "Table 1", "Fish", "Coming"], ["Benedikt Roth", "Table 2", "Beef", "No answer"],
          ["Chiara Bellini", "Table 2", "Vegetarian", "Coming"], ["Uncle Desmond", "Table 1", "Beef", "Declined"],
          ["Esi Mensah", "Top table", "Fish", "Coming"], ["Finn Larsen", "Not seated", "Beef", "No answer"]]  # fmt: skip
STEPS = [
    "Ceremony",
    "Photographs",
    "Sparkling wine",
    "Dinner",
    "Speeches",
    "First dance",
    "Fireworks",
]
TABLES, MEALS, ANSWERS = (
    ["Top table", "Table 1", "Table 2", "Table 3", "Not seated"],
    ["Fish", "Beef", "Vegetarian", "Child's plate"],
    ["Coming", "No answer", "Declined"],
)
desk = Desk("Two Rings - Seating and Day Plan")
keep.known("Print place cards", "Send reminders")
added, busy = [], []

# The guests
view, store = table(["Guest", "Table", "Meal", "Answer"], GUESTS)
seat, meal, answer = combo(*TABLES), combo(*MEALS), combo(*ANSWERS)
find = Gtk.SearchEntry(placeholder_text="Find a guest")


def found(entry):
    rows = [row for row in store if entry.get_text() and entry.get_text().lower() in row[0].lower()]
    if rows:
        view.get_selection().select_path(rows[0].path)


def picked(*_):
    row = row_of(view)
    below.set_sensitive(row is not None)
    if row:
        busy.append(1)
        for widget, texts, text in zip(
            (seat, meal, answer), (TABLES, MEALS, ANSWERS), list(row)[1:], strict=True
        ):
            widget.set_active(texts.index(text))
        busy.pop()


def changed(widget):
    if row_of(view) and not busy:
        row_of(view)[1 + (seat, meal, answer).index(widget)] = widget.get_active_text()


find.connect("search-changed", found)
view.get_selection().connect("changed", picked)
for widget in (seat, meal, answer):
    widget.connect("changed", changed)
below = form([("Sits _at:", seat), ("_Meal:", meal), ("A_nswer:", answer)])
desk.page("Guests", [("", find), ("", view), ("", below), ("", box(press("_Add guest...", lambda: adding.present()),
                     press("Send _reminders", lambda: keep.count("Send reminders"))))])  # fmt: skip

# The day
steps, order = table(["Run of the day"], [[step] for step in STEPS])


def shift(by):
    model, place = steps.get_selection().get_selected()
    row = int(str(model.get_path(place))) if place else -1
    if place and 0 <= row + by < len(model):
        model.swap(place, model.get_iter(row + by))


def drop():
    model, place = steps.get_selection().get_selected()
    if place:
        model.remove(place)


rain, starts, band = (
    check("Rain _plan"),
    Gtk.Entry(text="13:30"),
    combo("String trio", "Swing band", "DJ", "Organ"),
)
loud, chairs, candles = scale(50), spin(0, 300, 80), check("Real _candles")
aisle, aisle_text = radios("White", "Ivory", "Rose", "No flowers")
desk.page("Day", [("", steps), ("", box(press("Earlie_r", lambda: shift(-1)), press("La_ter", lambda: shift(1)), press("Take _out", drop))),
                  ("_Starts at:", starts), ("M_usic:", band), ("Lou_dness:", loud), ("Cha_irs:", chairs),
                  ("Flowers:", box(*aisle)), ("", box(rain, candles))])  # fmt: skip

# The suppliers: each with a switch for booked and a deposit
names, booked, deposits = ["Caterer", "Photographer", "Marquee", "Cake", "Cars"], {}, {}
rows = []
for name in names:
    booked[name], deposits[name] = check(f"{name} booked", name == "Marquee"), spin(0, 5000, 200)
    rows += [("", booked[name]), (f"{name} deposit (£):", deposits[name])]
remark = Gtk.Entry()
desk.page("Suppliers", [*rows, ("_Remark:", remark)])

# A guest more
adding = Gtk.Dialog(title="Add guest", transient_for=desk.window, modal=True)
guest, table_new, meal_new, plus = (
    Gtk.Entry(),
    combo(*TABLES, at=4),
    combo(*MEALS),
    check("Brings a _partner"),
)
adding.get_content_area().add(
    form([("_Name:", guest), ("_Table:", table_new), ("_Meal:", meal_new), ("", plus)])
)
adding.add_button("_Cancel", Gtk.ResponseType.CANCEL)
adding.add_button("_Add", Gtk.ResponseType.OK)
adding.get_content_area().show_all()


def answered(_, response):
    adding.hide()
    if response == Gtk.ResponseType.OK:
        added.append(
            f"{guest.get_text()}, {table_new.get_active_text()}, {meal_new.get_active_text()}{', partner' * plus.get_active()}"
        )
        store.append(
            [guest.get_text(), table_new.get_active_text(), meal_new.get_active_text(), "No answer"]
        )


adding.connect("response", answered)
adding.connect("delete-event", lambda *_: adding.hide() or True)
names_first, lock = (
    Gtk.CheckMenuItem.new_with_mnemonic("_Surnames first"),
    Gtk.CheckMenuItem.new_with_mnemonic("_Lock seating"),
)
desk.menu(
    "_Plan",
    ("Print _place cards", lambda: keep.count("Print place cards")),
    ("_Add guest...", adding.present),
)
desk.menu("_View", (names_first, lambda: None), (lock, lambda: None))
picked()
if START == "day":
    band.set_active(2)
for number, row in enumerate(GUESTS):
    for place, what in enumerate(("table", "meal", "answer"), 1):
        keep.add(f"{row[0]} {what}", lambda number=number, place=place: store[number][place])
for name in names:
    keep.add(f"{name} booked", booked[name].get_active)
    keep.add(f"{name} deposit", number_of(deposits[name]))
keep.reads |= {
    "selected": lambda: row_of(view)[0] if row_of(view) else "", "find": find.get_text, "added": lambda: added, "adding": adding.is_visible,
    "run": lambda: [row[0] for row in order], "step": lambda: row_of(steps)[0] if row_of(steps) else "", "rain": rain.get_active,
    "starts": starts.get_text, "music": band.get_active_text, "loud": loud.get_value, "chairs": number_of(chairs),
    "candles": candles.get_active, "flowers": aisle_text, "remark": remark.get_text, "new name": guest.get_text,
    "new table": table_new.get_active_text, "new meal": meal_new.get_active_text, "new partner": plus.get_active,
    "surnames": names_first.get_active, "lock": lock.get_active,
}  # fmt: skip
desk.run({"guests": 0, "day": 1, "suppliers": 2}[START])
