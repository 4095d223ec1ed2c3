"""The depot desk of a dealer in welding gases."""

import sys

import qt_help as h
from keep import Keep
from PySide6 import QtWidgets as Qw

app = Qw.QApplication(sys.argv[:1])
keep = Keep()
keep.known("save settings")
window = Qw.QMainWindow(windowTitle="Northgate Welding Gases – Depot Desk")
tabs = Qw.QTabWidget()
window.setCentralWidget(tabs)

runs = h.Table(
    "delivery",
    ["No.", "Customer", "Gas", "Cylinders", "When", "Driver"],
    [
        ("D-41", "Hobbs Fabrication", "Oxygen", "4", "Morning", "Pete"),
        ("D-42", "Crane Lane Motors", "Acetylene", "2", "Morning", "Sunita"),
        ("D-43", "Tidemill Boats", "Argon", "3", "Afternoon", "nobody"),
        ("D-44", "Ironside Gates", "Argon", "1", "Afternoon", "Pete"),
    ],
)
driver = h.combo("Pete", "Pete", "Sunita", "Callum")

customer = h.combo(
    "Ironside Gates",
    "Crane Lane Motors",
    "Hobbs Fabrication",
    "Ironside Gates",
    "Tidemill Boats",
    free=True,
)
gas = h.combo("Nitrogen", "Acetylene", "Argon", "Nitrogen", "Oxygen")
count = h.spin(1, 30, 4)
when_box, whens = h.radios("When", "Morning", "Afternoon")
whens["Morning"].setChecked(True)
collect = Qw.QCheckBox("Collect empties")


def add():
    runs.add(
        f"D-{41 + runs.rowCount()}",
        customer.currentText(),
        gas.currentText(),
        str(count.value()),
        h.chosen(whens)(),
        "nobody",
    )


new = h.dialog(
    window,
    "New delivery",
    add,
    "Add delivery",
    ("Customer:", customer),
    ("Gas:", gas),
    ("Cylinders:", count),
    ("", when_box),
    ("", collect),
)
tabs.addTab(
    h.column(
        runs,
        h.row(
            h.button("New delivery…", new.open),
            Qw.QLabel("Driver:"),
            driver,
            h.button("Assign driver", lambda: runs.put(5, driver.currentText())),
            h.button("Cancel delivery", runs.remove),
        ),
    ),
    "Deliveries",
)

stock = h.Tree(
    "stock",
    ["Cylinder", "Full", "Place"],
    {
        "Oxygen": [("Large", "18", "Bay 1"), ("Small", "9", "Bay 4")],
        "Argon": [("Large", "14", "Bay 2"), ("Small", "6", "Bay 2")],
        "Nitrogen": [("Large", "5", "Bay 4"), ("Small", "11", "Bay 4")],
    },
)
full = h.spin(0, 99, 0, " full")
bay = h.combo("Bay 2", "Bay 1", "Bay 2", "Bay 3", "Bay 4")
tabs.addTab(
    h.column(
        stock,
        h.row(
            Qw.QLabel("Count:"),
            full,
            h.button("Set count", lambda: stock.put(1, str(full.value()))),
            Qw.QLabel("Bay:"),
            bay,
            h.button("Move to bay", lambda: stock.put(2, bay.currentText())),
        ),
    ),
    "Stock",
)

opens, opens_read = h.hour(7, 30)
closes, closes_read = h.hour(17, 0)
low_row, low = h.slider(0, 20, 5, " cylinders")
units_box, units = h.radios("Show volumes in", "Cubic metres", "Litres")
units["Cubic metres"].setChecked(True)
deposit = h.spin(0, 500, 60, " £", 5)
sign = Qw.QCheckBox("Ask for signature", checked=True)
sheet = Qw.QCheckBox("Print safety sheet", checked=True)
notice = Qw.QPlainTextEdit("No smoking in the yard.")
tabs.addTab(
    h.form(
        Qw.QWidget(),
        ("Gate opens:", opens),
        ("Gate closes:", closes),
        ("Low stock warning:", low_row),
        ("", units_box),
        ("Deposit per cylinder:", deposit),
        ("", sign),
        ("", sheet),
        ("Notice at the gate:", notice),
        ("", h.row(h.button("Save settings", lambda: keep.count("save settings")))),
    ),
    "Settings",
)
list(h.menu(window, "&Delivery", ("New delivery…", new.open), ("Cancel delivery", runs.remove)))
map_on, sound = h.menu(window, "&View", ("Show round on map", False), ("Alarm sound", True))

reads = (
    runs.reads()
    | stock.reads()
    | {
        "driver": driver.currentText,
        "new customer": customer.currentText,
        "new gas": gas.currentText,
        "new cylinders": count.value,
        "new when": h.chosen(whens),
        "new collect": collect.isChecked,
        "count": full.value,
        "bay": bay.currentText,
        "opens": opens_read,
        "closes": closes_read,
        "low stock": low.value,
        "units": h.chosen(units),
        "deposit": deposit.value,
        "signature": sign.isChecked,
        "safety sheet": sheet.isChecked,
        "notice": notice.toPlainText,
        "map": map_on.isChecked,
        "alarm sound": sound.isChecked,
    }
)
start = sys.argv[1]
tabs.setCurrentIndex(["new", "stock", "settings"].index(start))
h.run(window, tabs, keep, reads, new.open if start == "new" else None)
