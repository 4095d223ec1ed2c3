"""The order book of a saddler's workshop."""

import sys

import qt_help as h
from keep import Keep
from PySide6 import QtWidgets as Qw

app = Qw.QApplication(sys.argv[:1])
keep = Keep()
keep.known("print labels", "save fitting", "send to supplier")
window = Qw.QMainWindow(windowTitle="Harrow & Pike Saddlers – Workshop")
tabs = Qw.QTabWidget()
window.setCentralWidget(tabs)

STAGES = ("Waiting for leather", "Cutting", "Stitching", "Polishing", "Finished")
orders = h.Table(
    "order",
    ["No.", "Customer", "Item", "Colour", "Stage", "Deposit"],
    [
        ("S-101", "Mrs Whitlock", "Dressage saddle", "Black", "Stitching", "£300"),
        ("S-102", "Tom Ferris", "Bridle", "Havana", "Cutting", "£50"),
        ("S-103", "Larkhill Stud", "Headcollars", "London tan", "Waiting for leather", "£120"),
        ("S-104", "Jo Penhaligon", "Girth", "Havana", "Polishing", "£25"),
        ("S-105", "Pony Club", "Lead reins", "Black", "Finished", "£0"),
    ],
)
find = h.search("Search orders", orders)
stage = h.combo("Cutting", *STAGES)

customer = Qw.QLineEdit()
item = h.combo("Bridle", "Bridle", "Girth", "Headcollars", "Jumping saddle", free=True)
colour_box, colours = h.radios("Colour", "Black", "Havana", "London tan")
colours["Black"].setChecked(True)
deposit = h.spin(0, 900, 50, " £", 5)


def add():
    number = f"S-{101 + orders.rowCount()}"
    orders.add(
        number,
        customer.text(),
        item.currentText(),
        h.chosen(colours)(),
        "Cutting",
        f"£{deposit.value()}",
    )


new = h.dialog(
    window,
    "New order",
    add,
    "Add order",
    ("Customer:", customer),
    ("Item:", item),
    ("", colour_box),
    ("Deposit:", deposit),
)
tabs.addTab(
    h.column(
        find,
        orders,
        h.row(
            Qw.QLabel("Stage:"),
            stage,
            h.button("Set stage", lambda: orders.put(4, stage.currentText())),
            h.button("Delete order", orders.remove),
        ),
    ),
    "Orders",
)

horse = Qw.QLineEdit()
visit, visit_read = h.day(2025, 4, 15)
time, time_read = h.hour(10, 0)
seat = h.combo("17 in", "16 in", "16.5 in", "17 in", "17.5 in", "18 in")
width = h.spin(20, 40, 30, " cm")
flap_box, flaps = h.radios("Flap", "Straight", "Forward cut", "Extra forward")
flaps["Straight"].setChecked(True)
firm_row, firm = h.slider(1, 10, 5, "")
rider = Qw.QCheckBox("Rider present")
notes = Qw.QPlainTextEdit()
tabs.addTab(
    h.form(
        Qw.QWidget(),
        ("Horse:", horse),
        ("Visit on:", visit),
        ("Time:", time),
        ("Seat size:", seat),
        ("Tree width:", width),
        ("", flap_box),
        ("Panel firmness:", firm_row),
        ("", rider),
        ("Notes:", notes),
        ("", h.row(h.button("Save fitting", lambda: keep.count("save fitting")))),
    ),
    "Fitting",
)

reorder, reorder_reads = h.boxes(
    ("English bridle leather", True),
    ("Saddle flock", False),
    ("Linen thread", True),
    ("Brass buckles", False),
    ("Beeswax", False),
)
supplier = h.combo("Abbey Leather", "Abbey Leather", "Sedgwick & Co", "Thomas Ware", free=True)
hides = h.spin(0, 40, 2, " hides")
express = Qw.QCheckBox("Express delivery", checked=True)
tabs.addTab(
    h.column(
        Qw.QLabel("To reorder:"),
        reorder,
        h.form(Qw.QWidget(), ("Supplier:", supplier), ("Quantity:", hides), ("", express)),
        h.row(h.button("Send to supplier", lambda: keep.count("send to supplier"))),
    ),
    "Leather",
)

list(
    h.menu(
        window,
        "&Order",
        ("New order…", new.open),
        ("Print labels", lambda: keep.count("print labels")),
    )
)
large, grid = h.menu(window, "&View", ("Large print", False), ("Grid lines", True))
h.toolbar(window, ("New order…", new.open), ("Print labels", lambda: keep.count("print labels")))

reads = orders.reads() | {
    "search": find.text,
    "stage": stage.currentText,
    "new customer": customer.text,
    "new item": item.currentText,
    "new colour": h.chosen(colours),
    "new deposit": deposit.value,
    "horse": horse.text,
    "visit": visit_read,
    "time": time_read,
    "seat": seat.currentText,
    "width": width.value,
    "flap": h.chosen(flaps),
    "firmness": firm.value,
    "rider": rider.isChecked,
    "notes": notes.toPlainText,
    "supplier": supplier.currentText,
    "hides": hides.value,
    "express": express.isChecked,
    "large print": large.isChecked,
    "grid lines": grid.isChecked,
}
reads |= {f"reorder {name}": read for name, read in reorder_reads.items()}
tabs.setCurrentIndex(["orders", "fitting", "leather"].index(sys.argv[1]))
h.run(window, tabs, keep, reads)
