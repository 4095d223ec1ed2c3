"""A clock maker's repair book: the jobs, the parts, a new job."""

import sys

from gtk_run import dialog, notebook, run
from parts_gtk import (
    Gtk,
    check,
    combo,
    counted,
    entry,
    grid,
    keep,
    listing,
    menus,
    push,
    radios,
    row,
    spin,
    wide,
)

KINDS = ["Mantel clock", "Wall clock", "Pocket watch", "Cuckoo clock"]
URGENT = ["No rush", "Normal", "Urgent"]
JOBS, orders = {}, []
for number, customer, kind, price in (
    (1041, "Mr Adler", 0, 60),
    (1042, "Mrs Okoye", 1, 70),
    (1043, "Ms Baird", 2, 45),
    (1044, "Mr Sandoval", 3, 120),
):
    JOBS[str(number)] = {
        "customer": customer,
        "kind": KINDS[kind],
        "urgency": "Normal",
        "price": price,
        "glass": False,
        "polish": False,
        "deposit": False,
        "ready": False,
    }
stock = Gtk.ListStore(str, int)
for part in (
    ("Mainspring", 6),
    ("Suspension spring", 4),
    ("Glass dome", 0),
    ("Hour hand", 9),
    ("Chain", 0),
):
    stock.append(part)
shown = {"job": "", "loading": False}
places = ("glass", "polish", "deposit", "ready")


def load(_list, line):
    if line:
        shown.update(job=line.number, loading=True)
        job = JOBS[line.number]
        customer.set_text(job["customer"])
        kind.set_active(KINDS.index(job["kind"]))
        urgency.buttons[URGENT.index(job["urgency"])].set_active(True)
        price.set_value(job["price"])
        for name, box in zip(places, boxes, strict=True):
            box.set_active(job[name])
        shown["loading"] = False


def store(*_):
    if shown["job"] and not shown["loading"]:
        digits = price.get_text().strip()
        JOBS[shown["job"]].update(
            customer=customer.get_text(),
            kind=kind.get_active_text(),
            urgency=keep.reads["shown urgency"](),
            price=int(digits) if digits.isdecimal() else digits,
            **{name: box.get_active() for name, box in zip(places, boxes, strict=True)},
        )


def listed(number):
    line = Gtk.ListBoxRow()
    line.number = number
    line.add(Gtk.Label(label=f"{number}  {JOBS[number]['kind']}", xalign=0, margin=8))
    line.get_accessible().set_name(f"{number} {JOBS[number]['kind']}")
    jobs.add(line)
    line.show_all()


def add():
    number = str(max(map(int, JOBS)) + 1)
    JOBS[number] = {
        "customer": who.get_text(),
        "kind": what.get_active_text(),
        "price": 0,
        "glass": False,
        "urgency": "Urgent" if hurry.get_active() else "Normal",
        "polish": False,
        "deposit": False,
        "ready": False,
    }
    listed(number)


def order():
    model, place = parts.get_selection().get_selected()
    if place:
        orders.append(f"{count.get_value_as_int()} x {model[place][0]}")


def use():
    model, place = parts.get_selection().get_selected()
    if place:
        model[place][1] = max(0, model[place][1] - 1)


form = grid()
who, what = (
    row(form, "_Customer:", entry("new customer")),
    row(form, "_Type:", combo(KINDS, "new type")),
)
hurry = wide(form, check("_Urgent", "new urgent"))
asked = dialog("New job", "_Add job", form, add)

book, job_form, jobs = Gtk.Box(spacing=10, margin=12), grid(), Gtk.ListBox(width_request=230)
customer = row(job_form, "_Customer:", entry("shown customer"))
kind = row(job_form, "_Type:", combo(KINDS, "shown type"))
urgency = row(job_form, "Urgency:", radios(URGENT, "shown urgency", 1))
price = row(job_form, "_Price:", spin(0, 999, 0, "shown price"))
texts = ("New _glass", "P_olish the case", "_Deposit paid", "_Ready for pick-up")
boxes = [
    wide(job_form, check(text, "shown " + name)) for text, name in zip(texts, places, strict=True)
]
line = wide(job_form, Gtk.Box(spacing=10))
counted("Ring customer", line)
counted("Print slip", line)
push("_New job...", asked.show_all, line)
for field in (customer, kind, price, *boxes, *urgency.buttons):
    field.connect("toggled" if isinstance(field, Gtk.ToggleButton) else "changed", store)
book.add(jobs)
book.add(job_form)
for number in JOBS:
    listed(number)
jobs.connect("row-selected", load)

part_page, line = grid(), Gtk.Box(spacing=10)
parts = wide(part_page, listing(stock, ["Part", "In stock"]))
count = row(part_page, "_Quantity:", spin(1, 50, 1, "quantity"))
row(
    part_page,
    "_Supplier:",
    combo(["Alpine Clock Parts", "Brandt", "Wheel & Pinion"], "supplier", 2),
)
wide(part_page, check("_Express delivery", "express"))
wide(part_page, check("_Warn me when a part runs out", "warn"))
push("_Order", order, wide(part_page, line))
push("_Use one", use, line)
keep.add("part row", lambda: [str(path) for path in parts.get_selection().get_selected_rows()[1]])
keep.add("orders", lambda: list(orders))
keep.add("job", lambda: shown["job"])
keep.add("jobs", lambda: list(JOBS))
keep.add("last job", lambda: "{customer}, {kind}, {urgency}".format(**list(JOBS.values())[-1]))

bar = menus(
    Book=[("New job...", asked.show_all), ("Quit", Gtk.main_quit)],
    View=[("Show prices with tax", False), ("Large letters", False)],
)
jobs.select_row(jobs.get_row_at_index(1))
run(
    "Tick & Sons - Repair Book",
    bar,
    notebook(Jobs=book, Parts=part_page),
    page=1 if sys.argv[1] == "parts" else 0,
    shown=asked if sys.argv[1] == "intake" else None,
    more=lambda: (
        {f"{n} {key}": value for n, job in JOBS.items() for key, value in job.items()}
        | {f"stock {part[0]}": part[1] for part in stock}
    ),
)
