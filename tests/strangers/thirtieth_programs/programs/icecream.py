"""The batches, cabinets and shop board of a maker of ice cream."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from qt_help import chosen, dialog, form, radios, run

BATCHES = [
    ("Vanilla", 12, "Waiting"),
    ("Pistachio", 8, "Churning"),
    ("Lemon sorbet", 6, "Waiting"),
    ("Hazelnut", 8, "Done"),
    ("Strawberry", 10, "Waiting"),
    ("Salted caramel", 5, "Waiting"),
]
BOARD = {
    "Vanilla": True,
    "Pistachio": False,
    "Hazelnut": True,
    "Rum raisin": True,
    "Mint choc": True,
    "Mango": False,
    "Lemon sorbet": False,
    "Strawberry": True,
}
app = Qw.QApplication(sys.argv)
start, keep = sys.argv[1], Keep()
window, tabs = Qw.QMainWindow(), Qw.QTabWidget()
window.setWindowTitle("Gelateria Fontana - Kitchen")
window.setCentralWidget(tabs)
added = []

page = Qw.QWidget()
column = Qw.QVBoxLayout(page)
table = Qw.QTableWidget(0, 5)
table.setHorizontalHeaderLabels(["Flavour", "Litres", "Status", "", ""])
table.setEditTriggers(Qw.QAbstractItemView.NoEditTriggers)
table.setSelectionMode(Qw.QAbstractItemView.NoSelection)


def add_batch(flavour, litres, status):
    row = table.rowCount()
    table.insertRow(row)
    for at, text in enumerate((flavour, str(litres), status)):
        table.setItem(row, at, Qw.QTableWidgetItem(text))
    for at, (caption, then) in enumerate((("Start", "Churning"), ("Scrap", "Scrapped")), 3):
        button = Qw.QPushButton(caption)
        button.clicked.connect(lambda _=False, then=then: table.item(row, 2).setText(then))
        table.setCellWidget(row, at, button)
    return table.item(row, 2)


for batch in BATCHES:
    keep.add("status " + batch[0], add_batch(*batch).text)
table.setColumnWidth(0, 240)
new = Qw.QPushButton("&New Batch...")
column.addWidget(table)
column.addWidget(new)
tabs.addTab(page, "&Batches")

page = Qw.QWidget()
layout = Qw.QFormLayout(page)
for name, value in (("Left", -18), ("Middle", -13), ("Right", -16)):
    slider, shown = Qw.QSlider(Qt.Horizontal), Qw.QLabel()
    slider.setRange(-25, -5)
    slider.setPageStep(2)
    slider.valueChanged.connect(lambda to, shown=shown: shown.setText(f"{to} °C"))
    slider.setValue(value)
    line, label = Qw.QHBoxLayout(), Qw.QLabel(f"&{name} cabinet:")
    label.setBuddy(slider)
    line.addWidget(slider)
    line.addWidget(shown)
    layout.addRow(label, line)
    keep.add(name.lower(), slider.value)
defrost = Qw.QComboBox()
defrost.addItems(["Never", "Every night", "Sundays"])
lights, alarm = Qw.QCheckBox("Display &lights"), Qw.QCheckBox("Beep when the &door is open")
lights.setChecked(True)
alarm.setChecked(True)
group, fans = radios("Fan", "Low", "Normal", "High", layout=Qw.QVBoxLayout)
fans["Normal"].setChecked(True)
for caption, field in (("De&frost:", defrost), ("", lights), ("", alarm), ("", group)):
    layout.addRow(caption, field)
tabs.addTab(page, "&Cabinets")

page = Qw.QWidget()
board, scoop, offer = (
    Qw.QListWidget(),
    Qw.QDoubleSpinBox(value=2.2, singleStep=0.1, prefix="£"),
    Qw.QLineEdit(),
)
allergy, publish = Qw.QCheckBox("Show &allergy notice"), Qw.QPushButton("&Publish Board")
for flavour, on in BOARD.items():
    item = Qw.QListWidgetItem(flavour, board)
    item.setCheckState(Qt.Checked if on else Qt.Unchecked)
    keep.add("board " + flavour, lambda item=item: item.checkState() == Qt.Checked)
form(
    page,
    ("F&lavours on sale:", board),
    ("One &scoop:", scoop),
    ("&Offer of the day:", offer),
    ("", allergy),
    ("", publish),
)
publish.clicked.connect(lambda: keep.count("Publish Board"))
tabs.addTab(page, "&Shop Board")

flavour, litres, free = (
    Qw.QLineEdit(),
    Qw.QSpinBox(minimum=1, maximum=40, value=5),
    Qw.QCheckBox("&Dairy-free"),
)


def create():
    add_batch(flavour.text(), litres.value(), "Waiting")
    added.append(f"{flavour.text()} {litres.value()} l{' dairy-free' if free.isChecked() else ''}")


new_batch = dialog(
    window,
    "New Batch",
    create,
    "C&reate Batch",
    ("&Flavour:", flavour),
    ("&Litres:", litres),
    ("", free),
)
new.clicked.connect(new_batch.open)
menu = window.menuBar().addMenu("&Kitchen")
menu.addAction("&New Batch...", new_batch.open)
menu.addAction("&Quit", window.close)
large = QAction("&Large Text", window, checkable=True)
window.menuBar().addMenu("&View").addAction(large)
large.toggled.connect(lambda on: tabs.setStyleSheet("font-size: 15pt" if on else ""))
keep.known("Publish Board")
tabs.setCurrentIndex(["batches", "cabinets", "board"].index(start))
run(
    window,
    tabs,
    keep,
    {
        "added": lambda: list(added),
        "defrost": defrost.currentText,
        "lights": lights.isChecked,
        "alarm": alarm.isChecked,
        "fan": chosen(fans),
        "scoop": lambda: round(scoop.value(), 2),
        "offer": offer.text,
        "allergy": allergy.isChecked,
        "large text": large.isChecked,
        "shown batch": new_batch.isVisible,
        "batch flavour": flavour.text,
        "batch litres": litres.value,
        "batch dairy-free": free.isChecked,
    },
)
