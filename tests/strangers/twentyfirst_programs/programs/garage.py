"""The job cards of a car repair shop."""

import parts
from keep import number_of
from parts import Gtk, keep

STATUS = ["Waiting", "In progress", "Waiting for parts", "Ready", "Collected"]
PEOPLE = ["Nobody yet", "Ravi", "Agnes", "Tom"]
# plate, car, customer, status, mechanic, mileage, note, urgent, courtesy car
CARDS = [
    ["KV19 FTO", "Ford Fiesta", "Mrs Parr", "Waiting", "Nobody yet", 48210, "", False, False],
    ["LD66 HHX", "Volvo V60", "Dr Osei", "In progress", "Agnes", 91400, "brake pads", True, True],
    ["YC21 BWA", "Fiat Panda", "Kim Lund", "Ready", "Tom", 20750, "", False, False],
    [
        "GN14 MZE",
        "Vauxhall Corsa",
        "Mr Bright",
        "Waiting for parts",
        "Ravi",
        77300,
        "exhaust",
        False,
        True,
    ],
]
FIELDS = ["plate", "car", "customer", "status", "mechanic", "mileage", "note", "urgent", "courtesy"]
PAGE = {"monday": "Jobs", "paying": "Bill", "evening": "Workshop"}[parts.START]
cards = [dict(zip(FIELDS, card, strict=True)) for card in CARDS]
if parts.START == "paying":
    cards[0] |= {"status": "Ready", "mechanic": "Tom"}
if parts.START == "evening":
    cards[3] |= {"status": "In progress", "urgent": True}

view = parts.table(
    ["Plate", "Car", "Customer", "Status"], [[c[f] for f in FIELDS[:4]] for c in cards]
)
store = view.get_model()
status, mechanic = parts.combo(STATUS, "Waiting"), parts.combo(PEOPLE, "Nobody yet")
mileage, note = parts.spin(0, 400000, 0, 10), Gtk.Entry()
urgent, courtesy = parts.check("_Urgent", False), parts.check("_Courtesy car lent out", False)
loading = [False]


def load(*_):
    place = parts.chosen(view)
    if place < 0:
        return
    card = cards[place]
    loading[0] = True
    status.set_active(STATUS.index(card["status"]))
    mechanic.set_active(PEOPLE.index(card["mechanic"]))
    mileage.set_value(card["mileage"])
    note.set_text(card["note"])
    urgent.set_active(card["urgent"])
    courtesy.set_active(card["courtesy"])
    loading[0] = False


def store_card(*_):
    place = parts.chosen(view)
    if loading[0] or place < 0:
        return
    cards[place] |= {"status": status.get_active_text(), "mechanic": mechanic.get_active_text()}
    cards[place] |= {"mileage": number_of(mileage)(), "note": note.get_text()}
    cards[place] |= {"urgent": urgent.get_active(), "courtesy": courtesy.get_active()}
    store[place][3] = cards[place]["status"]


def new_job():
    form = parts.grid()
    plate, car = parts.put(form, 0, "_Plate", Gtk.Entry()), parts.put(form, 1, "C_ar", Gtk.Entry())
    who = parts.put(form, 2, "Cu_stomer", Gtk.Entry())
    if parts.ask(window, "New job", "_Add", form):
        line = [plate.get_text(), car.get_text(), who.get_text(), "Waiting"]
        cards.append(dict(zip(FIELDS, [*line, "Nobody yet", 0, "", False, False], strict=True)))
        store.append(line)


def delete_job():
    place = parts.chosen(view)
    if place >= 0:
        del cards[place]
        store.remove(store.get_iter(place))


view.get_selection().connect("changed", load)
for field in (status, mechanic, mileage, note):
    field.connect("changed", store_card)
for field in (urgent, courtesy):
    field.connect("toggled", store_card)
form = parts.grid()
for number, (label, field) in enumerate(
    {"_Status": status, "_Mechanic": mechanic, "Mi_leage": mileage, "_Note": note}.items()
):
    parts.put(form, number, label, field)
form.attach(urgent, 0, 4, 2, 1)
form.attach(courtesy, 0, 5, 2, 1)
form.attach(parts.button("_Text customer", parts.counter("text customer")), 0, 6, 2, 1)
form.attach(
    parts.row(parts.button("New _job…", new_job), parts.button("_Delete job", delete_job)),
    0,
    7,
    2,
    1,
)
jobs = Gtk.Box(spacing=6)
jobs.pack_start(view, True, True, 6)
jobs.pack_start(form, False, False, 0)

bill = parts.grid()
hours = parts.put(bill, 0, "Labour _hours", parts.spin(0, 40, 3))
discount = parts.put(bill, 1, "_Discount in %", parts.scale(0, 30, 0))
paid = parts.radios(["Cash", "Card", "Bank transfer"], "Card")
parts.put(bill, 2, "Paid by", parts.row(*paid))
mail = parts.put(bill, 3, "Send _copy to", Gtk.Entry(width_chars=30))
warranty = parts.check("Covered by _warranty", parts.START == "paying")
bill.attach(warranty, 1, 4, 1, 1)
bill.attach(parts.row(parts.button("_Print bill", parts.counter("print bill"))), 1, 5, 1, 1)
shop = parts.grid()
heat = parts.put(shop, 0, "_Heating", parts.combo(["Off", "Low", "High"], "Low"))
closing = parts.put(
    shop, 1, "We c_lose at", parts.combo(["17:00", "17:30", "18:00", "19:00"], "17:30")
)
lights = {
    name: parts.check(name, on)
    for name, on in {"Ramp 1 light": True, "Ramp 2 light": True, "Yard light": False}.items()
}
shop.attach(parts.row(*lights.values(), vertical=True), 1, 2, 1, 1)
shop.attach(parts.row(parts.button("Lock _gate", parts.counter("lock gate"))), 1, 3, 1, 1)

keep.add("jobs", lambda: [f"{c['plate']}, {c['car']}, {c['customer']}" for c in cards])
keep.add("selected", lambda: parts.chosen(view))
for name, read in {
    "hours": number_of(hours),
    "discount": parts.level(discount),
    "paid by": parts.marked(paid),
}.items():
    keep.add(name, read)
keep.add("copy to", mail.get_text)
for name, box in ({"warranty": warranty} | lights).items():
    keep.add(name, box.get_active)
keep.add("heating", heat.get_active_text)
keep.add("closing", closing.get_active_text)
for plate in [c["plate"] for c in cards]:
    for field in FIELDS[3:]:
        keep.add(
            f"{plate} {field}",
            lambda p=plate, f=field: next((c[f] for c in cards if c["plate"] == p), None),
        )
bar = parts.menus(
    Job=[("_New job…", new_job), ("_Delete job", delete_job)],
    Tools=[("Test _alarm", parts.counter("test alarm"))],
)
window = parts.show(
    "Hollins Motor Repairs", bar, {"Jobs": jobs, "Bill": bill, "Workshop": shop}, PAGE
)
view.get_selection().select_path({"monday": 0, "paying": 0, "evening": 1}[parts.START])
view.grab_focus() if PAGE == "Jobs" else None
Gtk.main()
