"""The accession desk of a seed bank."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import QDate, Qt, QTimer

SEEDS = {
    "Red Fife wheat": ["Imogen Vale", "Canada", "Cold room", "2021-08-14", True],
    "Black Aleppo barley": ["Samir Haddad", "Syria", "Deep freezer", "2019-06-02", False],
    "Painted Mountain maize": ["Cole Whitford", "United States", "Cold room", "2022-09-30", True],
    "Oca, pink": ["Nilda Quispe", "Peru", "Working shelf", "2023-05-11", False],
    "Gigandes bean": ["Eleni Markou", "Greece", "Working shelf", "2020-10-05", True],
}
DISHES = [
    ["A1", "Red Fife wheat", 41],
    ["A2", "Oca, pink", 3],
    ["B1", "Gigandes bean", 17],
    ["B2", "Emmer", 0],
]
start = sys.argv[1] if len(sys.argv) > 1 else "records"
app = W.QApplication(sys.argv)
keep = Keep()
keep.known("Print labels", "Back up")
window = W.QMainWindow(windowTitle="Hollin Seed Bank")
middle = W.QWidget()
window.setCentralWidget(middle)
across = W.QHBoxLayout(middle)
side, tabs = W.QVBoxLayout(), W.QTabWidget()
across.addLayout(side, 1)
across.addWidget(tabs, 2)


def choice(*texts):
    box = W.QComboBox()
    box.addItems(texts)
    return box


find, kinds = W.QLineEdit(placeholderText="Find a variety"), W.QListWidget()
kinds.addItems(list(SEEDS))
side.addWidget(find)
side.addWidget(kinds)
seek = lambda text, i: i.setHidden(text.lower() not in i.text().lower())  # noqa: E731
find.textChanged.connect(lambda text: [seek(text, kinds.item(y)) for y in range(kinds.count())])

record = W.QWidget()
form = W.QFormLayout(record)
who, land = W.QLineEdit(), choice("Canada", "Ethiopia", "Greece", "Peru", "Syria", "United States")
store, when = (
    choice("Cold room", "Deep freezer", "Working shelf"),
    W.QDateEdit(displayFormat="dd/MM/yyyy"),
)
free = W.QCheckBox("May be &given to growers")
for row in (
    ("&Collector:", who),
    ("C&ountry:", land),
    ("&Kept in:", store),
    ("Collected o&n:", when),
    (free,),
):
    form.addRow(*row)


def save():
    day = when.date().toString("yyyy-MM-dd")
    texts = [who.text(), land.currentText(), store.currentText(), day, free.isChecked()]
    SEEDS[kinds.currentItem().text()] = texts


def load():
    row = SEEDS[kinds.currentItem().text()]
    who.setText(row[0])
    land.setCurrentText(row[1])
    store.setCurrentText(row[2])
    when.setDate(QDate.fromString(row[3], "yyyy-MM-dd"))
    free.setChecked(row[4])


def fresh():
    box = W.QDialog(window, windowTitle="New accession")
    lines = W.QFormLayout(box)
    name, weight, clean = (
        W.QLineEdit(),
        W.QSpinBox(maximum=5000, suffix=" g"),
        W.QCheckBox("Already cleaned"),
    )
    ends = W.QDialogButtonBox(W.QDialogButtonBox.Cancel)
    ends.addButton("Register", W.QDialogButtonBox.AcceptRole)
    ends.accepted.connect(box.accept)
    ends.rejected.connect(box.reject)
    for row in (("&Variety:", name), ("&Weight:", weight), (clean,), (ends,)):
        lines.addRow(*row)
    if box.exec():
        arrived.append(
            f"{name.text()} | {weight.value()} g | {'clean' if clean.isChecked() else 'dirty'}"
        )


arrived = []
kinds.currentItemChanged.connect(load)
form.addRow(W.QPushButton("Save record", clicked=save))
tabs.addTab(record, "Record")
kinds.setCurrentRow(0)

dry = W.QWidget()
form = W.QFormLayout(dry)
damp = W.QSlider(Qt.Horizontal, minimum=5, maximum=30, value=20, singleStep=1, pageStep=5)
told = W.QLabel("20 %")
damp.valueChanged.connect(lambda value: told.setText(f"{value} %"))
hours = W.QSpinBox(minimum=1, maximum=96, value=24, suffix=" h")
fan, bell = W.QCheckBox("&Fan"), W.QCheckBox("&Ring when done", checked=True)
run = W.QPushButton("Drying cabinet on", checkable=True, checked=start == "drying")
for row in (
    ("Air &humidity:", damp),
    ("", told),
    ("&Drying time:", hours),
    (fan,),
    (bell,),
    (run,),
):
    form.addRow(*row)
tabs.addTab(dry, "Drying")

table = W.QTableWidget(0, 4, editTriggers=W.QAbstractItemView.NoEditTriggers)
table.setHorizontalHeaderLabels(["Dish", "Variety", "Sprouted", ""])
for y, (dish, kind, count) in enumerate(DISHES):
    table.insertRow(y)
    for x, text in enumerate((dish, kind)):
        table.setItem(y, x, W.QTableWidgetItem(text))
    table.setCellWidget(y, 2, W.QSpinBox(maximum=50, value=count))
    bin_it = W.QPushButton("Discard")
    bin_it.clicked.connect(lambda _=0, i=table.item(y, 0): table.removeRow(i.row()))  # noqa: B008
    table.setCellWidget(y, 3, bin_it)
table.setColumnWidth(1, 180)
tabs.addTab(table, "Germination")
tabs.setCurrentIndex({"records": 0, "drying": 1, "sprouts": 2}[start])
menu = window.menuBar().addMenu("&Bank")
menu.addAction("&New accession…", fresh)
menu.addAction("Print &labels", lambda: keep.count("Print labels"))
menu.addAction("&Back up", lambda: keep.count("Back up"))


def dishes():
    return [
        f"{table.item(y, 0).text()}: {table.cellWidget(y, 2).value()}"
        for y in range(table.rowCount())
    ]


for key, read in {
    "find": find.text, "humidity": damp.value, "hours": hours.value, "fan": fan.isChecked, "ring": bell.isChecked,
    "cabinet": run.isChecked, "dishes": dishes, "arrived": lambda: list(arrived), "chosen": lambda: kinds.currentItem().text(),
}.items():  # fmt: skip
    keep.add(key, read)
for kind in SEEDS:
    for x, part in enumerate(("collector", "country", "store", "date", "free")):
        keep.add(f"{kind} {part}", lambda kind=kind, x=x: SEEDS[kind][x])
QTimer(window, interval=100, timeout=keep.write).start()
window.resize(900, 640)
window.show()
window.raise_()
sys.exit(app.exec())
