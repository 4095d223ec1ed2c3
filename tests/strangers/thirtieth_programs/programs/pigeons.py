"""The loft and race book of a club for racing pigeons."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import Qt, QTime
from PySide6.QtGui import QAction
from qt_help import chosen, dialog, form, radios, run

BIRDS = [
    ("GB-23-0417", "Bluebell", "Blue bar", "Hen", "Home"),
    ("GB-23-0452", "Captain", "Chequer", "Cock", "Home"),
    ("GB-22-1180", "Duchess", "Red", "Hen", "Resting"),
    ("GB-24-0031", "Pepper", "Grizzle", "Cock", "Home"),
    ("GB-24-0066", "Rusty", "Red", "Cock", "Lost"),
    ("GB-21-0905", "Old Tom", "Dark", "Cock", "Resting"),
    ("GB-24-0070", "Misty", "Blue bar", "Hen", "Home"),
    ("GB-22-0218", "Comet", "White", "Cock", "Lost"),
]
app = Qw.QApplication(sys.argv)
start, keep = sys.argv[1], Keep()
window, tabs = Qw.QMainWindow(), Qw.QTabWidget()
window.setWindowTitle("Wendle Valley Racing Pigeons")
window.setCentralWidget(tabs)

loft = Qw.QWidget()
find = Qw.QLineEdit(placeholderText="Ring or name")
birds = Qw.QTableWidget(len(BIRDS), 5)
birds.setHorizontalHeaderLabels(["Ring", "Name", "Colour", "Sex", "Status"])
birds.setSelectionBehavior(Qw.QAbstractItemView.SelectRows)
birds.setSelectionMode(Qw.QAbstractItemView.SingleSelection)
birds.setEditTriggers(Qw.QAbstractItemView.NoEditTriggers)
birds.verticalHeader().hide()
for row, bird in enumerate(BIRDS):
    for column, text in enumerate(bird):
        birds.setItem(row, column, Qw.QTableWidgetItem(text))
    keep.add("status " + bird[1], birds.item(row, 4).text)
above, below = Qw.QHBoxLayout(), Qw.QHBoxLayout()
label = Qw.QLabel("&Find bird:")
label.setBuddy(find)
above.addWidget(label)
above.addWidget(find)


def filter_birds():
    for row in range(birds.rowCount()):
        text = birds.item(row, 0).text() + birds.item(row, 1).text()
        lost = hide_lost.isChecked() and birds.item(row, 4).text() == "Lost"
        birds.setRowHidden(row, lost or find.text().lower() not in text.lower())


def set_status(status):
    if birds.selectedItems():
        birds.item(birds.currentRow(), 4).setText(status)
        filter_birds()


ACTS = {"&Basket": "Basketed", "&Rest": "Resting", "Report &Lost": "Lost", "Back &Home": "Home"}
for caption, status in ACTS.items():
    button = Qw.QPushButton(caption)
    button.clicked.connect(lambda _=False, status=status: set_status(status))
    below.addWidget(button)
column = Qw.QVBoxLayout(loft)
column.addLayout(above)
column.addWidget(birds)
column.addLayout(below)
tabs.addTab(loft, "Loft")

race = Qw.QWidget()
point, time, distance = (
    Qw.QComboBox(),
    Qw.QTimeEdit(QTime(7, 30)),
    Qw.QSpinBox(maximum=900, value=312, suffix=" km"),
)
point.addItems(["Kelso", "Berwick", "Perth", "Thurso", "Lerwick"])
point.setCurrentText("Perth")
time.setDisplayFormat("HH:mm")
group, classes = radios("Class", "Old birds", "Young birds", "Mixed")
classes["Old birds"].setChecked(True)
hold, note = Qw.QCheckBox("Hold over in strong &wind"), Qw.QLineEdit()
wind = Qw.QSlider(Qt.Horizontal, maximum=40, value=18)
entries, send, new = (
    Qw.QListWidget(),
    Qw.QPushButton("&Send Race Sheet"),
    Qw.QPushButton("&New Entry..."),
)
entries.addItems(["Marsh GB-23-077 Open paid"])
form(
    race,
    ("Release &point:", point),
    ("Release &time:", time),
    ("&Distance:", distance),
    ("", group),
    ("", hold),
    ("Wind limit in &knots:", wind),
    ("Note for the dri&ver:", note),
    ("Entries:", entries),
    ("", new),
    ("", send),
)
tabs.addTab(race, "Race")

owner, ring, category, paid = (
    Qw.QLineEdit(),
    Qw.QLineEdit(),
    Qw.QComboBox(),
    Qw.QCheckBox("&Fee paid"),
)
category.addItems(["Open", "Hens", "Cocks"])


def add_entry():
    money = "paid" if paid.isChecked() else "owing"
    entries.addItem(f"{owner.text()} {ring.text()} {category.currentText()} {money}")


entry = dialog(
    window,
    "New Entry",
    add_entry,
    "&Add Entry",
    ("&Owner:", owner),
    ("&Ring:", ring),
    ("&Category:", category),
    ("", paid),
)
new.clicked.connect(entry.open)

menu = window.menuBar().addMenu("&Race")
menu.addAction("&New Entry...", entry.open)
closed = QAction("&Close Entries", window, checkable=True)
menu.addAction(closed)
closed.toggled.connect(lambda on: new.setEnabled(not on))
menu.addAction("&Quit", window.close)
menu = window.menuBar().addMenu("&View")
rings, hide_lost = (
    QAction(text, window, checkable=True) for text in ("Show &Ring Numbers", "Hide &Lost Birds")
)
menu.addActions([rings, hide_lost])
rings.setChecked(True)
rings.toggled.connect(lambda on: birds.setColumnHidden(0, not on))
hide_lost.toggled.connect(filter_birds)
find.textChanged.connect(filter_birds)
send.clicked.connect(lambda: keep.count("Send Race Sheet"))

keep.known("Send Race Sheet")
tabs.setCurrentIndex(0 if start == "loft" else 1)
run(
    window,
    tabs,
    keep,
    {
        "find": find.text,
        "point": point.currentText,
        "bird": lambda: birds.item(birds.currentRow(), 1).text() if birds.selectedItems() else "",
        "time": lambda: time.time().toString("HH:mm"),
        "distance": distance.value,
        "hold": hold.isChecked,
        "class": chosen(classes),
        "wind": wind.value,
        "note": note.text,
        "entries": lambda: [entries.item(i).text() for i in range(entries.count())],
        "closed": closed.isChecked,
        "ring numbers": rings.isChecked,
        "hide lost": hide_lost.isChecked,
        "shown entry": entry.isVisible,
        "entry owner": owner.text,
        "entry ring": ring.text,
        "entry category": category.currentText,
        "entry paid": paid.isChecked,
    },
    entry.open if start == "entry" else None,
)
