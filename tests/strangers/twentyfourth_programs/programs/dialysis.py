"""The chair plan of a dialysis unit."""

import sys

from keep import Keep
from parts_qt import form, frame, go, radios
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

PATIENTS = [
    ["Amara Okafor", "1", "Morning", "running"],
    ["Tomasz Wrona", "3", "Morning", "waiting"],
    ["Lim Hui Fen", "4", "Morning", "waiting"],
    ["Georg Brandl", "2", "Afternoon", "waiting"],
    ["Rosa Pineda", "5", "Afternoon", "running"],
    ["Walter Sykes", "6", "Evening", "finished"],
]
keep = Keep()
app, window, tabs = frame("Chair Plan - Dialysis Unit")

# the patients of today
today, shift, hide = QWidget(), QComboBox(), QCheckBox("&Hide finished")
shift.addItems(["All shifts", "Morning", "Afternoon", "Evening"])
table = QTableWidget(len(PATIENTS), 4)
table.setHorizontalHeaderLabels(["Patient", "Chair", "Shift", "Status"])
table.setSelectionBehavior(QTableWidget.SelectRows)
table.setEditTriggers(QTableWidget.NoEditTriggers)
move, chair = QDialog(window, windowTitle="Move patient"), QComboBox()
chair.addItems([f"Chair {number}" for number in range(1, 11)])
box = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
form(move, ("&New chair", chair), ("", box))


def show_rows():
    for row, patient in enumerate(PATIENTS):
        for column, text in enumerate(patient):
            table.setItem(row, column, QTableWidgetItem(text))
        hidden = shift.currentText() not in ("All shifts", patient[2])
        table.setRowHidden(row, hidden or (hide.isChecked() and patient[3] == "finished"))


def change(column, text):
    row = table.currentRow()
    if row >= 0:
        PATIENTS[row][column] = text
        table.item(row, column).setText(text)
    move.hide()


shift.currentIndexChanged.connect(show_rows)
hide.toggled.connect(show_rows)
box.accepted.connect(lambda: change(1, chair.currentText().split()[1]))
box.rejected.connect(move.hide)
above, below, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(today)
for widget in (QLabel("Shift"), shift, hide):
    above.addWidget(widget)
for name, todo in (
    ("&Connect", lambda: change(3, "running")),
    ("&Disconnect", lambda: change(3, "finished")),
    ("&Move to chair…", lambda: table.currentRow() >= 0 and move.open()),
):
    button = QPushButton(name)
    button.clicked.connect(todo)
    below.addWidget(button)
column.addLayout(above)
column.addWidget(table)
column.addLayout(below)
show_rows()

# the prescription of one patient
sheet, dialyser, weight, notes = QWidget(), QComboBox(), QLineEdit("66.0"), QLineEdit()
minutes = QSpinBox(minimum=120, maximum=360, value=240)
dialyser.addItems(["FX 60", "FX 80", "FX 100"])
heparin, pump, speed = QCheckBox("No heparin"), QSlider(Qt.Horizontal), QLabel("300")
potassium, across = radios("2 mmol/l", "1 mmol/l", "2 mmol/l", "3 mmol/l")
pump.setRange(150, 400)
pump.setValue(300)
pump.valueChanged.connect(lambda value: speed.setText(str(value)))
save = QPushButton("&Save prescription")
save.clicked.connect(lambda: keep.count("Save prescription"))
form(
    sheet,
    ("Patient", QLabel("Rosa Pineda, born 1958")),
    ("D&ialyser", dialyser),
    ("&Treatment time (min)", minutes),
    ("Dry &weight (kg)", weight),
    ("Potassium", across),
    ("Blood &pump (ml/min)", pump),
    ("", speed),
    ("", heparin),
    ("&Notes", notes),
    ("", save),
)

# the order of supplies
store, items, amount, order = (
    QWidget(),
    QListWidget(),
    QSpinBox(minimum=1, maximum=500),
    QListWidget(),
)
items.addItems(
    [
        "Saline bags 1 l",
        "Blood lines",
        "Bicarbonate cartridges",
        "Fistula needles",
        "Gloves, medium",
    ]
)
order.addItems(["2 x Hand disinfectant", "5 x Face shields"])
urgent, add, remove = (
    QCheckBox("&Urgent delivery"),
    QPushButton("&Add to order"),
    QPushButton("&Remove from order"),
)
add.clicked.connect(
    lambda: (
        items.currentItem() and order.addItem(f"{amount.value()} x {items.currentItem().text()}")
    )
)
remove.clicked.connect(lambda: order.takeItem(order.currentRow()))
form(
    store,
    ("&Article", items),
    ("&Quantity", amount),
    ("", add),
    ("&Order", order),
    ("", remove),
    ("", urgent),
)

for widget, name in ((today, "Today"), (sheet, "Prescription"), (store, "Supplies")):
    tabs.addTab(widget, name)
tabs.setCurrentIndex(["today", "prescription", "supplies"].index(sys.argv[1]))
menu = window.menuBar().addMenu("&File")
menu.addAction("&Print handover sheet").triggered.connect(
    lambda: keep.count("Print handover sheet")
)
view = window.menuBar().addMenu("&View").addAction("&Night colours")
view.setCheckable(True)
keep.known("Save prescription", "Print handover sheet")
for at, patient in enumerate(PATIENTS):
    keep.add(patient[0], lambda at=at: f"chair {PATIENTS[at][1]}, {PATIENTS[at][3]}")
for name, read in (
    ("tab", lambda: tabs.tabText(tabs.currentIndex())),
    ("shift", shift.currentText),
    ("hide finished", hide.isChecked),
    ("selected", lambda: table.currentRow()),
    ("dialog", move.isVisible),
    ("new chair", chair.currentText),
    ("dialyser", dialyser.currentText),
    ("minutes", minutes.value),
    ("dry weight", weight.text),
    ("notes", notes.text),
    ("potassium", lambda: potassium.checkedButton().text()),
    ("pump", pump.value),
    ("no heparin", heparin.isChecked),
    ("article", lambda: items.currentRow()),
    ("quantity", amount.value),
    ("urgent", urgent.isChecked),
    ("order", lambda: [order.item(row).text() for row in range(order.count())]),
    ("order row", lambda: order.currentRow()),
    ("night colours", view.isChecked),
):
    keep.add(name, read)
go(app, window, keep)
