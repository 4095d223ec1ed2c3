"""The day book of a farrier: horses in stables, what each needs, and the bill."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import QDate, Qt, QTime, QTimer

START = sys.argv[1] if len(sys.argv) > 1 else "luna"
STABLES = {"Gestüt Lindenhof": ["Luna", "Hektor"], "Reitstall Moser": ["Felix", "Ronja"]}
NAMES = ("owner", "shoeing", "size", "lame", "calm", "date", "time", "nerves")
DATA = {
    "Luna": ["Anna Berger", "Rundum", 3, False, True, "12.05.2025", "09:30", 4],
    "Hektor": ["Gestüt Lindenhof", "Nur vorne", 5, False, False, "12.05.2025", "10:30", 2],
    "Felix": ["Jonas Moser", "Barhuf", 2, True, False, "19.05.2025", "14:00", 6],
    "Ronja": ["Clara Wirth", "Rundum", 1, False, False, "20.05.2025", "08:00", 8],
}
app, keep = W.QApplication(sys.argv[:1]), Keep()
window, middle, tree = W.QMainWindow(windowTitle="Hufschmiede Rainer"), W.QWidget(), W.QTreeWidget()
window.resize(900, 640)
window.setCentralWidget(middle)
whole, right = W.QHBoxLayout(middle), W.QVBoxLayout()
tree.setHeaderLabel("Ställe und Pferde")
tree.setFixedWidth(260)
items = {}
for stable, horses in STABLES.items():
    top = W.QTreeWidgetItem(tree, [stable])
    for horse in horses:
        items[horse] = W.QTreeWidgetItem(top, [horse])
tree.expandAll()
whole.addWidget(tree)
whole.addLayout(right)

# the horse
group = W.QGroupBox("Pferd")
form, owner, shoeing, size = (
    W.QFormLayout(group),
    W.QLineEdit(),
    W.QComboBox(),
    W.QSpinBox(maximum=12),
)
shoeing.addItems(["Barhuf", "Nur vorne", "Rundum", "Rundum mit Stollen"])
lame, calm = W.QCheckBox("&Lahmt"), W.QCheckBox("Braucht &Beruhigungsmittel")
nerves = W.QSlider(Qt.Horizontal, maximum=10)
nerves.setPageStep(2)
shown = W.QLabel("0")
nerves.valueChanged.connect(shown.setNum)
for text, field in (
    ("Be&sitzer:", owner),
    ("Besch&lag:", shoeing),
    ("&Eisengröße:", size),
    ("", lame),
    ("", calm),
    ("&Unruhe (0–10):", nerves),
    ("", shown),
):
    form.addRow(text, field)
right.addWidget(group)
group = W.QGroupBox("Nächster Termin")
form, date, time = (
    W.QFormLayout(group),
    W.QDateEdit(displayFormat="dd.MM.yyyy"),
    W.QTimeEdit(displayFormat="HH:mm"),
)
date.setCalendarPopup(True)
form.addRow("&Datum:", date)
form.addRow("Uhr&zeit:", time)
right.addWidget(group)
current, busy = ["Luna"], []


def store(*_):
    if not busy:
        DATA[current[0]] = [
            owner.text(),
            shoeing.currentText(),
            size.value(),
            lame.isChecked(),
            calm.isChecked(),
            date.date().toString("dd.MM.yyyy"),
            time.time().toString("HH:mm"),
            nerves.value(),
        ]


def load(item, *_):
    if item is None or item.text(0) not in DATA:
        return
    current[0] = item.text(0)
    values = DATA[current[0]]
    busy.append(1)
    owner.setText(values[0])
    shoeing.setCurrentText(values[1])
    size.setValue(values[2])
    lame.setChecked(values[3])
    calm.setChecked(values[4])
    date.setDate(QDate.fromString(values[5], "dd.MM.yyyy"))
    time.setTime(QTime.fromString(values[6], "HH:mm"))
    nerves.setValue(values[7])
    busy.clear()
    window.statusBar().showMessage("Karte von " + current[0])


for signal in (
    owner.textChanged,
    shoeing.currentTextChanged,
    size.valueChanged,
    lame.toggled,
    calm.toggled,
    date.dateChanged,
    time.timeChanged,
    nerves.valueChanged,
):
    signal.connect(store)
tree.currentItemChanged.connect(load)
tree.setCurrentItem(items["Felix" if START == "felix" else "Luna"])
for horse in DATA:
    for place, name in enumerate(NAMES):
        keep.add(f"{horse} {name}", lambda horse=horse, place=place: DATA[horse][place])
keep.add("selected", lambda: tree.currentItem().text(0) if tree.currentItem() else "")

# the bill
bill = W.QDialog(window, windowTitle="Rechnung schreiben")
bill.setMinimumWidth(380)
form, amount, way, fare = (
    W.QFormLayout(bill),
    W.QSpinBox(suffix=" €", maximum=900, value=95),
    W.QComboBox(),
    [],
)
way.addItems(["Überweisung", "Bar", "Karte"])
form.addRow("&Betrag:", amount)
form.addRow("&Zahlart:", way)
for text in ("Anfahrt berechnen", "Per E-Mail senden"):
    form.addRow("", check := W.QCheckBox(text))
    keep.add(text, check.isChecked)
for text in ("Ausstellen", "Abbrechen"):
    form.addRow(button := W.QPushButton(text))
    button.clicked.connect(lambda *_, text=text: (keep.count(text), bill.hide()))
for key, read in (("bill", bill.isVisible), ("amount", amount.value), ("way", way.currentText)):
    keep.add(key, read)
line = W.QHBoxLayout()
for text in ("Karte drucken", "Anrufen", "Rechnung…"):
    line.addWidget(button := W.QPushButton(text))
    button.clicked.connect(
        bill.open if text == "Rechnung…" else lambda *_, text=text: keep.count(text)
    )
right.addLayout(line)
keep.known("Ausstellen", "Abbrechen", "Karte drucken", "Anrufen", "Tagesplan drucken")
file, show = window.menuBar().addMenu("&Datei"), window.menuBar().addMenu("&Ansicht")
file.addAction("&Tagesplan drucken").triggered.connect(lambda: keep.count("Tagesplan drucken"))
for text, do in (
    ("&Baum anzeigen", tree.setVisible),
    ("&Statuszeile anzeigen", window.statusBar().setVisible),
):
    action = show.addAction(text)
    action.setCheckable(True)
    action.setChecked(True)
    action.toggled.connect(do)
    keep.add(text.replace("&", ""), action.isChecked)
window.show()
if START == "rechnung":
    bill.open()
timer = QTimer(interval=100, timeout=keep.write)
timer.start()
app.exec()
