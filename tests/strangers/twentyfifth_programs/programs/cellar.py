"""A wine cellar: the bottles in their racks, the climate, a tasting."""

import sys

from parts_qt import (
    app,
    check,
    combo,
    counted,
    edit,
    keep,
    push,
    radios,
    run,
    slider,
    spin,
    ticks,
    window,
)
from PySide6.QtCore import QTime
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QListWidget,
    QTabWidget,
    QTimeEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

RACKS = ["Rack A", "Rack B", "Rack C"]
STARS = ["No stars", "1 star", "2 stars", "3 stars", "4 stars", "5 stars"]
BOTTLES = {
    name: {"rack": rack, "vintage": year, "rating": "No stars", "reserved": False, "gift": False}
    for rack, name, year in (
        ("Rack A", "Barolo", 2015),
        ("Rack A", "Rioja", 2018),
        ("Rack A", "Chianti", 2020),
        ("Rack B", "Riesling", 2021),
        ("Rack B", "Chablis", 2019),
        ("Rack C", "Port", 1997),
        ("Rack C", "Sauternes", 2011),
    )
}
drunk = []


def chosen():
    item = tree.currentItem()
    return item.text(0) if item and item.text(0) in BOTTLES else ""


def fill(name=""):
    tree.clear()
    for rack in RACKS:
        top = QTreeWidgetItem(tree, [rack])
        for bottle, data in BOTTLES.items():
            if data["rack"] == rack and bottle not in drunk:
                item = QTreeWidgetItem(top, [bottle, str(data["vintage"])])
                if bottle == name:
                    tree.setCurrentItem(item)
    tree.expandAll()
    show()


def show():
    data = BOTTLES.get(chosen())
    detail.setEnabled(bool(data)), detail.setTitle(chosen() or "No bottle chosen")
    for field in (vintage, rating, reserved, gift):
        field.blockSignals(True)
    if data:
        vintage.setValue(data["vintage"]), rating.setCurrentText(data["rating"])
        reserved.setChecked(data["reserved"]), gift.setChecked(data["gift"])
    for field in (vintage, rating, reserved, gift):
        field.blockSignals(False)


def store(key, value):
    BOTTLES[chosen()][key] = value
    if key == "vintage":
        tree.currentItem().setText(1, str(value))


def drink():
    drunk.append(chosen())
    fill()


def move():
    name = chosen()
    BOTTLES[name]["rack"] = target.currentText()
    dialog.accept()
    fill(name)


def invite():
    if guest.text().strip():
        guests.addItem(guest.text().strip())
        guest.clear()


dialog = QDialog(window, windowTitle="Move bottle", modal=True)
form, target, line = QFormLayout(dialog), combo(RACKS, "move to"), QHBoxLayout()
form.addRow("&To:", target)
push("Move", move, line), push("Cancel", dialog.reject, line)
form.addRow(line)
keep.add("move shown", dialog.isVisible)

tabs, pages = QTabWidget(), [QWidget(), QWidget(), QWidget()]
keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()))
window.setCentralWidget(tabs)
for page, text in zip(pages, ("Bottles", "Climate", "Tasting"), strict=True):
    tabs.addTab(page, text)
whole, tree, detail = QHBoxLayout(pages[0]), QTreeWidget(), QGroupBox()
tree.setHeaderLabels(["Bottle", "Vintage"]), tree.setColumnWidth(0, 240)
tree.currentItemChanged.connect(show)
form, line = QFormLayout(detail), QHBoxLayout()
vintage, rating = spin(1950, 2030, 2015, "shown vintage"), combo(STARS, "shown rating")
reserved, gift = check("Reserved", "shown reserved"), check("Gift", "shown gift")
(
    form.addRow("&Vintage:", vintage),
    form.addRow("&Rating:", rating),
    form.addRow(reserved),
    form.addRow(gift),
)
push("Drunk", drink, line), push("Move to rack...", dialog.open, line)
form.addRow(line)
whole.addWidget(tree, 3), whole.addWidget(detail, 2)
vintage.valueChanged.connect(lambda value: store("vintage", value))
rating.currentTextChanged.connect(lambda value: store("rating", value))
reserved.toggled.connect(lambda value: store("reserved", value))
gift.toggled.connect(lambda value: store("gift", value))
fill()

form, line = QFormLayout(pages[1]), QHBoxLayout()
slider(6, 18, 12, "temperature", form, "&Temperature:")
form.addRow("&Humidity:", spin(40, 90, 70, "humidity", " %"))
form.addRow("&Fan:", combo(["Low", "High", "Off"], "fan"))
form.addRow("Lamp:", radios(["Off", "Dim", "Bright"], "lamp", 2))
form.addRow("", check("Alarm when the door is open", "door alarm"))
form.addRow("", check("Night saving", "night", True))
counted("Test alarm", line), form.addRow(line)

form, line, guests, guest = QFormLayout(pages[2]), QHBoxLayout(), QListWidget(), edit("", "guest")
guests.addItems(["Amelie", "Dieter", "Rosa", "Stan"])
start = QTimeEdit(QTime(18, 0), displayFormat="HH:mm")
(
    form.addRow("&Start:", start),
    form.addRow("&Glasses:", spin(1, 40, 6, "glasses")),
    form.addRow("G&uest:", guest),
)
push("Invite", invite, line), push("Strike off", lambda: guests.takeItem(guests.currentRow()), line)
(
    form.addRow(line),
    form.addRow("Guests:", guests),
    form.addRow("", check("Serve bread and cheese", "bread")),
)
keep.add("start", lambda: start.time().toString("HH:mm")), keep.add("guest row", guests.currentRow)
keep.add("guests", lambda: [guests.item(row).text() for row in range(guests.count())])
window.menuBar().addMenu("&Cellar").addAction("&Quit", app.quit)
ticks(window.menuBar().addMenu("&View"), ("Show prices", False), ("Status bar", False))
tabs.setCurrentIndex(["bottles", "climate", "tasting"].index(sys.argv[1]))
(
    keep.add("selected", chosen),
    keep.add("bottles", lambda: [name for name in BOTTLES if name not in drunk]),
)
run(
    "Under the Stairs",
    lambda: {f"{n} {key}": value for n, data in BOTTLES.items() for key, value in data.items()},
)
