"""The orders and the press of a small juice maker."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import Qt, QTime, QTimer

ORDERS = [
    (101, "Huber", "Äpfel", 240, "wartet"),
    (102, "Familie Prantl", "Birnen", 85, "gepresst"),
    (103, "Stadler", "Quitten", 40, "wartet"),
    (104, "Pfarre St. Veit", "Äpfel", 510, "gepresst"),
    (105, "Zöhrer", "Gemischt", 130, "abgeholt"),
]
START = sys.argv[1] if len(sys.argv) > 1 else "liste"
app, keep = W.QApplication(sys.argv[:1]), Keep()
window, tabs, pages = (
    W.QMainWindow(windowTitle="Mosterei Obermair"),
    W.QTabWidget(),
    [W.QWidget() for _ in range(3)],
)
window.resize(900, 640)
window.setCentralWidget(tabs)
for title, page in zip(("A&ufträge", "&Neuer Auftrag", "&Presse"), pages, strict=True):
    tabs.addTab(page, title)
keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()).replace("&", ""))

# the orders
box, status, table, line = (
    W.QFormLayout(pages[0]),
    W.QComboBox(),
    W.QTableWidget(0, 5),
    W.QHBoxLayout(),
)
status.addItems(["Alle", "wartet", "gepresst", "abgeholt"])
box.addRow("&Status zeigen:", status)
table.setHorizontalHeaderLabels(["Nr.", "Kunde", "Obst", "kg", "Status"])
table.horizontalHeader().setSectionResizeMode(W.QHeaderView.Stretch)
table.verticalHeader().hide()
table.setSelectionBehavior(W.QAbstractItemView.SelectRows)
table.setSelectionMode(W.QAbstractItemView.SingleSelection)
table.setEditTriggers(W.QAbstractItemView.NoEditTriggers)
table.setMinimumHeight(420)
ask = W.QMessageBox(window, windowTitle="Auftrag löschen")
yes, _ = (
    ask.addButton("Ja, löschen", W.QMessageBox.AcceptRole),
    ask.addButton("Behalten", W.QMessageBox.RejectRole),
)
row_buttons = [W.QPushButton(text, enabled=False) for text in ("Gepresst", "Abgeholt", "Löschen…")]


def add(*cells):
    table.insertRow(table.rowCount())
    for column, text in enumerate(cells):
        table.setItem(table.rowCount() - 1, column, W.QTableWidgetItem(str(text)))


def orders():
    rows = [
        [table.item(row, column).text() for column in range(5)] for row in range(table.rowCount())
    ]
    return {row[0]: ", ".join(row[1:]) for row in rows}


def selected():
    rows = table.selectionModel().selectedRows()
    return table.item(rows[0].row(), 0).text() if rows else ""


def act(text):
    if text == "Löschen…":
        ask.setText(f"Auftrag {selected()} wirklich löschen?")
        ask.open()
    else:
        table.item(table.currentRow(), 4).setText(text.lower())


def narrow(wanted):
    for row in range(table.rowCount()):
        table.setRowHidden(row, wanted not in ("Alle", table.item(row, 4).text()))


for order in ORDERS:
    add(*order)
for button in row_buttons:
    button.clicked.connect(lambda *_, button=button: act(button.text()))
    table.itemSelectionChanged.connect(lambda button=button: button.setEnabled(bool(selected())))
    line.addWidget(button)
box.addRow(table)
box.addRow(line)
yes.clicked.connect(lambda: table.removeRow(table.currentRow()))
status.currentTextChanged.connect(narrow)
file = window.menuBar().addMenu("&Datei")
for name in ("Tagesliste drucken", "Sicherung anlegen"):
    keep.known(name)
    file.addAction(name).triggered.connect(lambda *_, name=name: keep.count(name))
for number in range(101, 108):
    keep.add(f"order {number}", lambda number=number: orders().get(str(number), ""))

# a new one
form, who, fruit, kg = (
    W.QFormLayout(pages[1]),
    W.QLineEdit(),
    W.QComboBox(),
    W.QSpinBox(suffix=" kg", maximum=2000),
)
fruit.addItems(["Äpfel", "Birnen", "Quitten", "Gemischt"])
ready = W.QTimeEdit(QTime(16, 0), displayFormat="HH:mm")
for text, field in (
    ("&Kunde:", who),
    ("&Obstsorte:", fruit),
    ("&Menge:", kg),
    ("A&bholung ab:", ready),
):
    form.addRow(text, field)
packs = [W.QRadioButton(text) for text in ("Bag-in-Box 5 l", "Bag-in-Box 10 l", "Glasflasche 1 l")]
checks = [W.QCheckBox(text) for text in ("Pasteurisieren", "Klar filtern", "Trester mitnehmen")]
for text, field in zip(("Gebinde:", "", "", "Extras:", "", ""), packs + checks, strict=True):
    form.addRow(text, field)
    keep.add(field.text(), field.isChecked)
packs[0].setChecked(True)
checks[0].setChecked(True)
if START == "neu":
    who.setText("Gruber")
    kg.setValue(150)
form.addRow(
    W.QPushButton(
        "Auftrag an&legen",
        clicked=lambda: add(
            max(map(int, orders())) + 1, who.text(), fruit.currentText(), kg.value(), "wartet"
        ),
    )
)
form.addRow(W.QPushButton("Felder leeren", clicked=lambda: (who.clear(), kg.setValue(0))))

# the press
form, sieve, run = (
    W.QFormLayout(pages[2]),
    W.QComboBox(),
    W.QPushButton("Presse starten", checkable=True),
)
for key, text, low, high, value in (
    ("pressure", "Press&druck (bar):", 50, 300, 180),
    ("heat", "&Erhitzer (°C):", 60, 95, 78),
):
    slider, shown = (
        W.QSlider(Qt.Horizontal, minimum=low, maximum=high, value=value),
        W.QLabel(str(value)),
    )
    slider.setSingleStep(10 if key == "pressure" else 1)
    slider.valueChanged.connect(shown.setNum)
    form.addRow(text, slider)
    form.addRow("", shown)
    keep.add(key, slider.value)
sieve.addItems(["grob", "mittel", "fein"])
form.addRow("&Sieb:", sieve)
for text, on in (("Waschanlage läuft", True), ("Trester automatisch auswerfen", False)):
    form.addRow("", check := W.QCheckBox(text, checked=on))
    keep.add(text, check.isChecked)
run.toggled.connect(lambda on: run.setText("Presse anhalten" if on else "Presse starten"))
form.addRow(run)
for key, read in (
    ("filter", status.currentText),
    ("selected", selected),
    ("asks", ask.isVisible),
    ("name", who.text),
    ("fruit", fruit.currentText),
    ("kg", kg.value),
    ("time", lambda: ready.time().toString("HH:mm")),
    ("sieve", sieve.currentText),
    ("running", run.isChecked),
):
    keep.add(key, read)
tabs.setCurrentIndex({"liste": 0, "neu": 1, "presse": 2}[START])
window.show()
timer = QTimer(interval=100, timeout=keep.write)
timer.start()
app.exec()
