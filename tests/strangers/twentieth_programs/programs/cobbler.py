"""The counter of a shoe repairer: what was taken in, a new job, the shelf, the shop."""

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

START = sys.argv[1] if len(sys.argv) > 1 else "jobs"
JOBS = [["204", "Nakamura", "Ankle boots", "Half soles", "In work"], ["205", "Delaney", "Court shoes", "New heels", "Waiting"],
        ["206", "Brandt", "Satchel", "Stitching", "Waiting"], ["207", "Achebe", "Hiking boots", "New soles", "Done"],
        ["208", "Kowalczyk", "Sandals", "New strap", "Waiting"], ["209", "Delaney", "Belt", "Two holes", "Done"]]  # fmt: skip
SHELF = [
    ["Rubber heels", "14"],
    ["Leather soles", "6"],
    ["Brown polish", "9"],
    ["Round laces", "22"],
    ["Cork insoles", "3"],
]
desk = Desk("Heel & Sole - Repair Counter")
keep.known("Print label", "Text customer", "Close the day")
taken, handed = [], []

# The jobs
view, store = table(["Job", "Customer", "What", "Work", "State"], JOBS)
for number, column in enumerate(view.get_columns()):
    column.set_sort_column_id(number)
rush, shelf_place = check("_Rush job"), combo("Rack A", "Rack B", "Window", "Back room")
rushed, places, busy = (
    dict.fromkeys([job[0] for job in JOBS], False),
    dict.fromkeys([job[0] for job in JOBS], "Rack A"),
    [],
)


def picked(*_):
    row = row_of(view)
    below.set_sensitive(row is not None)
    if row:
        busy.append(1)
        rush.set_active(rushed[row[0]])
        shelf_place.set_active(["Rack A", "Rack B", "Window", "Back room"].index(places[row[0]]))
        busy.pop()


def changed(*_):
    if row_of(view) and not busy:
        rushed[row_of(view)[0]] = rush.get_active()
        places[row_of(view)[0]] = shelf_place.get_active_text()


def state(text):
    row_of(view)[4] = text


view.get_selection().connect("changed", picked)
rush.connect("toggled", changed)
shelf_place.connect("changed", changed)
below = form([("", box(press("_Start work", lambda: state("In work")), press("Mark _done", lambda: state("Done")),
                       press("Put _back to waiting", lambda: state("Waiting")), press("_Hand out...", lambda: handing.present()))),
              ("", box(rush, press("Te_xt customer", lambda: keep.count("Text customer")), press("_Print label", lambda: keep.count("Print label")))),
              ("_Where it stands:", shelf_place)])  # fmt: skip
desk.page("Jobs", [("", view), ("", below)])

# A new job
who, phone, what, pairs = (
    Gtk.Entry(),
    Gtk.Entry(),
    combo("Shoes", "Boots", "Sandals", "Bag", "Belt", "Saddle"),
    spin(1, 20, 1),
)
colour, colour_text = radios("_Black", "Br_own", "_Natural", "Other")
works = [
    check(text)
    for text in ("New _heels", "Half so_les", "Stit_ching", "Water_proofing", "Stretch _wider")
]
price, words = spin(0, 400, 25), Gtk.Entry(placeholder_text="Anything to look out for")


def take_in():
    parts = [work.get_label().replace("_", "") for work in works if work.get_active()]
    colour_now = colour_text().replace("_", "")
    taken.append(f"{who.get_text()}, {what.get_active_text()}, {colour_now}: {', '.join(parts)}")


desk.page("New job", [("C_ustomer:", who), ("Pho_ne:", phone), ("I_tem:", what), ("How _many:", pairs), ("Colour:", box(*colour)),
                      ("", box(*works)), ("Price (_€):", price), ("No_te:", words), ("", press("Take _in", take_in))])  # fmt: skip

# The shelf and the shop
goods, stock = table(["Article", "Left"], SHELF)
ordered = []
amount, supplier = spin(1, 100, 10), combo("Leder Maier", "SoleTrade", "Cobblers' Union")
desk.page("Shelf", [("", goods), ("_Amount:", amount), ("_Supplier:", supplier), ("", press("_Order selected", lambda: row_of(goods) and ordered.append(
    f"{row_of(goods)[0]}, {number_of(amount)()}, {supplier.get_active_text()}")))])  # fmt: skip
sign, bell, glow, machine = (
    combo("Open", "Back in 10 minutes", "Closed"),
    check("Door _bell", True),
    scale(50),
    check("Polishing _machine on"),
)
shuts, card = Gtk.Entry(text="18:00"), check("Accept _cards", True)
desk.page("Shop", [("Door si_gn:", sign), ("S_huts at:", shuts), ("Window li_ght:", glow), ("", bell), ("", machine), ("", card),
                   ("", press("Close the da_y", lambda: keep.count("Close the day")))])  # fmt: skip

# Handing out
handing = Gtk.Dialog(title="Hand out", transient_for=desk.window, modal=True)
paid, paid_text = radios("Cash", "Card", "On account")
receipt = check("_Receipt wanted")
handing.get_content_area().add(form([("Paid by:", box(*paid)), ("", receipt)]))
handing.add_button("_Not yet", Gtk.ResponseType.CANCEL)
handing.add_button("_Hand out", Gtk.ResponseType.OK)
handing.get_content_area().show_all()


def answered(_, response):
    handing.hide()
    if response == Gtk.ResponseType.OK:
        handed.append(f"{row_of(view)[0]}, {paid_text()}{', receipt' * receipt.get_active()}")
        state("Handed out")


handing.connect("response", answered)
handing.connect("delete-event", lambda *_: handing.hide() or True)
euro, sounds = (
    Gtk.CheckMenuItem.new_with_mnemonic("_Prices with VAT"),
    Gtk.CheckMenuItem.new_with_mnemonic("_Key sounds"),
)
desk.menu("_Counter", ("_Close the day", lambda: keep.count("Close the day")))
desk.menu("_Settings", (euro, lambda: None), (sounds, lambda: None))
picked()
if START == "new":
    who.set_text("Ferrante")
    works[0].set_active(True)
for job in JOBS:
    keep.add(job[0], lambda job=job: next(row[4] for row in store if row[0] == job[0]))
    keep.add(f"{job[0]} rush", lambda job=job: rushed[job[0]])
    keep.add(f"{job[0]} place", lambda job=job: places[job[0]])
for work in works:
    keep.add(work.get_label().replace("_", ""), work.get_active)
keep.reads |= {
    "selected": lambda: row_of(view)[0] if row_of(view) else "", "customer": who.get_text, "phone": phone.get_text,
    "item": what.get_active_text, "many": number_of(pairs), "colour": lambda: colour_text().replace("_", ""),
    "price": number_of(price), "note": words.get_text, "taken": lambda: taken, "handed": lambda: handed, "ordered": lambda: ordered,
    "article": lambda: row_of(goods)[0] if row_of(goods) else "", "amount": number_of(amount), "supplier": supplier.get_active_text,
    "sign": sign.get_active_text, "shuts": shuts.get_text, "light": glow.get_value, "bell": bell.get_active, "machine": machine.get_active,
    "cards": card.get_active, "handing": handing.is_visible, "paid by": paid_text, "receipt": receipt.get_active,
    "vat": euro.get_active, "sounds": sounds.get_active, "sorted": lambda: next(
        (column.get_title() for column in view.get_columns() if column.get_sort_indicator()), ""),
}  # fmt: skip
desk.run({"jobs": 0, "new": 1, "shop": 3}[START])
