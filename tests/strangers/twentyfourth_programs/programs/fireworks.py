"""The firing script of a fireworks show."""

import sys

from keep import Keep
from parts_qt import form, frame, go, radios
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

EFFECTS = ["Red comet", "Gold willow", "Silver crackle", "Blue peony", "Green mine", "White strobe"]
PLACES = ["Pontoon A", "Pontoon B", "Jetty", "Island"]
CUES = [
    ("00:05", "Red comet", "Pontoon A"),
    ("00:12", "Gold willow", "Island"),
    ("00:20", "Green mine", "Jetty"),
    ("00:31", "Blue peony", "Pontoon B"),
    ("00:45", "Silver crackle", "Island"),
]
keep = Keep()
app, window, tabs = frame("Firing Script - Lakeside Show")

# the cues
page, tree = QWidget(), QTreeWidget(rootIsDecorated=False)
tree.setHeaderLabels(["Time", "Effect", "Position"])
for cue in CUES:
    tree.addTopLevelItem(QTreeWidgetItem(cue))
dialog = QDialog(window, windowTitle="Add cue")
time, effect, place = QLineEdit("01:00"), QComboBox(), QComboBox()
effect.addItems(EFFECTS)
place.addItems(PLACES)
box = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
form(dialog, ("&Time", time), ("&Effect", effect), ("&Position", place), ("", box))


def chosen():
    return tree.indexOfTopLevelItem(tree.currentItem()) if tree.currentItem() else -1


def shift(by):
    row = chosen()
    if row >= 0 and 0 <= row + by < tree.topLevelItemCount():
        item = tree.takeTopLevelItem(row)
        tree.insertTopLevelItem(row + by, item)
        tree.setCurrentItem(item)


def delete():
    tree.takeTopLevelItem(chosen())
    tree.setCurrentItem(None)


def insert():
    tree.addTopLevelItem(QTreeWidgetItem([time.text(), effect.currentText(), place.currentText()]))
    dialog.hide()


box.accepted.connect(insert)
box.rejected.connect(dialog.hide)
row, column = QHBoxLayout(), QVBoxLayout(page)
for name, todo in (
    ("&Add cue…", dialog.open),
    ("&Delete cue", delete),
    ("Move &up", lambda: shift(-1)),
    ("Move d&own", lambda: shift(1)),
):
    button = QPushButton(name)
    button.clicked.connect(todo)
    row.addWidget(button)
column.addWidget(tree)
column.addLayout(row)

# the site
site, leader, audience = QWidget(), QLineEdit("J. Marsh"), QComboBox()
wind = QSpinBox(minimum=5, maximum=60, value=30, suffix=" km/h")
audience.addItems(["North bank", "East meadow", "Promenade"])
distance, metres, group = QSlider(Qt.Horizontal), QLabel("100 m"), QGroupBox("Firing")
firing, across = radios("By hand", "By hand", "Timecode", "To music")
group.setLayout(across)
distance.setRange(50, 250)
distance.setValue(100)
distance.valueChanged.connect(lambda value: metres.setText(f"{value} m"))
form(
    site,
    ("Show &leader", leader),
    ("A&udience", audience),
    ("&Wind limit", wind),
    ("Safety &distance", distance),
    ("", metres),
    ("", group),
)

# the checks before the show
checks, ticks = QWidget(), {}
column = QVBoxLayout(checks)
for name in (
    "Fire brigade informed",
    "Extinguishers in place",
    "Spectators behind the rope",
    "Radio test done",
):
    ticks[name] = QCheckBox(name)
    column.addWidget(ticks[name])
arm = QPushButton("Arm system")
arm.setCheckable(True)
column.addWidget(arm)
column.addStretch()

for widget, name in ((page, "Cues"), (site, "Site"), (checks, "Checks")):
    tabs.addTab(widget, name)
menu = window.menuBar().addMenu("&Script")
menu.addAction("&Simulate").triggered.connect(lambda: keep.count("Simulate"))
menu.addAction("&Export for controller").triggered.connect(
    lambda: keep.count("Export for controller")
)
sound = window.menuBar().addMenu("&Options").addAction("&Countdown voice")
sound.setCheckable(True)
keep.known("Simulate", "Export for controller")
for name, read in (
    ("tab", lambda: tabs.tabText(tabs.currentIndex())),
    ("selected", chosen),
    ("dialog", dialog.isVisible),
    (
        "cues",
        lambda: [
            " ".join(tree.topLevelItem(at).text(part) for part in range(3))
            for at in range(tree.topLevelItemCount())
        ],
    ),
    ("time", time.text),
    ("effect", effect.currentText),
    ("position", place.currentText),
    ("leader", leader.text),
    ("audience", audience.currentText),
    ("wind limit", wind.value),
    ("distance", distance.value),
    ("firing", lambda: firing.checkedButton().text()),
    ("armed", arm.isChecked),
    ("countdown voice", sound.isChecked),
    *((name, tick.isChecked) for name, tick in ticks.items()),
):
    keep.add(name, read)
tabs.setCurrentIndex({"cues": 0, "adding": 0, "site": 1}[sys.argv[1]])
if sys.argv[1] == "adding":
    window.show()
    dialog.open()
go(app, window, keep)
