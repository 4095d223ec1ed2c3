"""The desk of a camp site: who arrives, the settings of the site, a new booking."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import Qt, QTime, QTimer

START = sys.argv[1] if len(sys.argv) > 1 else "arrivals"
GUESTS = {  # name: pitch, kind, nights, state, hook-up, dog, note
    "Okafor": ["12", "Tent", "3", "Expected", False, False, ""],
    "Lindqvist": ["B2", "Cabin", "7", "Here", True, False, ""],
    "Marchetti": ["31", "Camper van", "2", "Expected", True, True, ""],
    "Pruitt": ["14", "Tent", "1", "Here", False, True, "Leaves early"],
    "Van Dam": ["33", "Camper van", "5", "Expected", False, False, ""],
}
app = W.QApplication(sys.argv)
window = W.QMainWindow(windowTitle="Alder Meadow - Camp Desk")
window.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
keep = Keep()
keep.known("Print arrivals list")
tabs = W.QTabWidget()
window.setCentralWidget(tabs)


def filled(parent, rows):
    form = W.QFormLayout(parent)
    for row in rows:
        form.addRow(*row)
    return form


page, top, stay, line = W.QWidget(), W.QWidget(), W.QGroupBox("Selected guest"), W.QHBoxLayout()
tabs.addTab(page, "Arrivals")
find, kind = W.QLineEdit(placeholderText="Surname or pitch"), W.QComboBox()
kind.addItems(["All pitches", "Tent", "Camper van", "Cabin"])
filled(top, [("&Find guest:", find), ("&Show:", kind)])
table = W.QTableWidget(len(GUESTS), 5)
table.setHorizontalHeaderLabels(["Guest", "Pitch", "Kind", "Nights", "State"])
table.setSelectionBehavior(W.QTableWidget.SelectionBehavior.SelectRows)
table.setSelectionMode(W.QTableWidget.SelectionMode.SingleSelection)
table.setEditTriggers(W.QTableWidget.EditTrigger.NoEditTriggers)
hook, dog, note = W.QCheckBox("&Electric hook-up"), W.QCheckBox("&Dog on site"), W.QLineEdit()
filled(stay, [(hook,), (dog,), ("N&ote:", note)])
box = W.QVBoxLayout(page)
_ = [box.addWidget(part) for part in (top, table, stay)]
box.addLayout(line)


def chosen():
    return table.item(table.currentRow(), 0).text() if table.currentRow() >= 0 else ""


def fill():
    for row, (who, guest) in enumerate(GUESTS.items()):
        for column, text in enumerate([who, *guest[:4]]):
            table.setItem(row, column, W.QTableWidgetItem(text))
        right = kind.currentIndex() == 0 or guest[1] == kind.currentText()
        table.setRowHidden(row, not right or find.text().lower() not in f"{who} {guest[0]}".lower())


def picked():
    guest = GUESTS.get(chosen(), [False] * 6 + [""])
    stay.setEnabled(bool(chosen()))
    hook.setChecked(guest[4])
    dog.setChecked(guest[5])
    note.setText(guest[6])


def put(place, value):
    if chosen():
        GUESTS[chosen()][place] = value
        table.item(table.currentRow(), 4).setText(GUESTS[chosen()][3])


find.textChanged.connect(fill)
kind.currentIndexChanged.connect(fill)
hook.clicked.connect(lambda on: put(4, on))
dog.clicked.connect(lambda on: put(5, on))
note.textEdited.connect(lambda text: put(6, text))
for title, new in (("Check &in", "Here"), ("Check o&ut", "Left"), ("No-sho&w", "No-show")):
    line.addWidget(W.QPushButton(title))
    line.itemAt(line.count() - 1).widget().clicked.connect(lambda *_, new=new: put(3, new))
new_button = W.QPushButton("&New booking...")
line.addWidget(new_button)
page, barrier, radios = W.QWidget(), W.QButtonGroup(), W.QHBoxLayout()
tabs.addTab(page, "Site")
for title in ("Open", "Guests only", "Locked"):
    barrier.addButton(W.QRadioButton(title))
    radios.addWidget(barrier.buttons()[-1])
quiet, tokens, wood = (
    W.QTimeEdit(QTime(22, 30), displayFormat="HH:mm"),
    W.QSpinBox(maximum=20, value=4),
    W.QSpinBox(value=2),
)
lamps, wifi = W.QSlider(Qt.Orientation.Horizontal, maximum=100, value=40), W.QLineEdit("meadow2019")
fires, pool, order = (
    W.QCheckBox("&Camp fires allowed"),
    W.QCheckBox("Paddling &pool open"),
    W.QPushButton("&Order", clicked=lambda: ordered.append(wood.value())),
)
filled(page, [("Barrier:", radios), ("&Quiet from:", quiet), ("Shower &tokens per stay:", tokens), ("Path &lamps:", lamps),
              ("&Wi-Fi password:", wifi), (fires,), (pool,), ("Fire&wood crates:", wood), (order,)])  # fmt: skip
ordered, added = [], []
dialog = W.QDialog(window, windowTitle="New booking", modal=True)
name, nights, pitch, rolls = (
    W.QLineEdit(),
    W.QSpinBox(minimum=1, maximum=28),
    W.QComboBox(),
    W.QCheckBox("&Breakfast rolls"),
)
pitch.addItems(["Tent", "Camper van", "Cabin"])
buttons = W.QDialogButtonBox(
    W.QDialogButtonBox.StandardButton.Save | W.QDialogButtonBox.StandardButton.Cancel
)
filled(dialog, [("&Name:", name), ("N&ights:", nights), ("&Pitch:", pitch), (rolls,), (buttons,)])
buttons.rejected.connect(dialog.reject)
buttons.accepted.connect(dialog.accept)
dialog.accepted.connect(
    lambda: added.append(
        f"{name.text()}, {nights.value()}, {pitch.currentText()}{', rolls' * rolls.isChecked()}"
    )
)
new_button.clicked.connect(dialog.open)
menu = window.menuBar().addMenu("&File")
menu.addAction("&Print arrivals list").triggered.connect(lambda: keep.count("Print arrivals list"))
menu.addAction("New &booking...").triggered.connect(dialog.open)
big = window.menuBar().addMenu("&View").addAction("&Large print")
big.setCheckable(True)
big.toggled.connect(lambda on: table.setStyleSheet("font-size: 18px" if on else ""))
fill()
picked()
table.itemSelectionChanged.connect(picked)
barrier.buttons()[START == "site"].setChecked(True)
fires.setChecked(START == "site")
tabs.setCurrentIndex(START == "site")
if START == "booking":
    name.setText("Ferreira")
    rolls.setChecked(True)
    QTimer.singleShot(300, dialog.open)
for who in GUESTS:
    for place, key in enumerate(("", " hook-up", " dog", " note"), 3):
        keep.add(who + key, lambda who=who, place=place: GUESTS[who][place])
keep.reads |= {
    "tab": lambda: tabs.tabText(tabs.currentIndex()), "find": find.text, "show": kind.currentText,
    "selected": chosen, "barrier": lambda: barrier.checkedButton().text(), "lamps": lamps.value,
    "quiet": lambda: quiet.time().toString("HH:mm"), "tokens": tokens.value, "wifi": wifi.text,
    "fires": fires.isChecked, "pool": pool.isChecked, "wood": wood.value, "ordered": lambda: ordered,
    "added": lambda: added, "dialog": dialog.isVisible, "new name": name.text, "new nights": nights.value,
    "new pitch": pitch.currentText, "new rolls": rolls.isChecked, "large": big.isChecked,
}  # fmt: skip
timer = QTimer(interval=100, timeout=keep.write)
timer.start()
window.resize(900, 640)
window.show()
sys.exit(app.exec())
