"""The night plan of a small observatory: targets, camera, dome, the people on duty."""

import sys

from keep import Keep
from PySide6 import QtWidgets as W
from PySide6.QtCore import Qt, QTime, QTimer

START = sys.argv[1] if len(sys.argv) > 1 else "targets"
TARGETS = [
    "M31 Andromeda",
    "M42 Orion Nebula",
    "Saturn",
    "Double Cluster",
    "Comet Halvorsen",
    "Albireo",
]
KINDS = ["Galaxy", "Nebula", "Planet", "Cluster", "Comet", "Double star"]
app = W.QApplication(sys.argv)
window = W.QMainWindow(windowTitle="Hilltop Observatory - Night Planner")
window.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
keep = Keep()
keep.known("Export log", "Test shot", "Sound the bell")
tabs, held = W.QTabWidget(), {"telescope": "Parked", "target": "none", "shutter": "Closed"}
window.setCentralWidget(tabs)


def page(title, rows):
    form = W.QFormLayout(widget := W.QWidget())
    tabs.addTab(widget, title)
    for row in rows:
        form.addRow(*row)


# Tonight's targets: a tree with boxes to tick, and what is done with the row that is chosen
tree, find, faint = (
    W.QTreeWidget(),
    W.QLineEdit(clearButtonEnabled=True),
    W.QCheckBox("&Hide what is below the horizon"),
)
tree.setHeaderLabels(["Target", "Kind", "Priority"])
tree.setRootIsDecorated(False)
tree.setColumnWidth(0, 260)
for name, kind in zip(TARGETS, KINDS, strict=True):
    W.QTreeWidgetItem(tree, [name, kind, "Normal"]).setCheckState(0, Qt.CheckState.Unchecked)
find.textChanged.connect(
    lambda text: [item.setHidden(text.lower() not in item.text(0).lower()) for item in items()]
)
priority = W.QComboBox()
priority.addItems(["Low", "Normal", "High", "Urgent"])
line, goto, park = W.QHBoxLayout(), W.QPushButton("&Go to target"), W.QPushButton("&Park telescope")
line.addWidget(goto)
line.addWidget(park)
page(
    "Targets",
    [
        ("&Search:", find),
        ("Tonight:", tree),
        ("Priority of &selected:", priority),
        ("", faint),
        ("", line),
    ],
)


def items():
    return [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]


def go():
    if tree.currentItem():
        held.update(telescope="Tracking", target=tree.currentItem().text(0))
        tell()


def stop():
    held.update(telescope="Parked", target="none")
    tell()


def shutter():
    held["shutter"] = "Open" if held["shutter"] == "Closed" else "Closed"
    tell()


def tell():
    roof.setText("Close &shutter" if held["shutter"] == "Open" else "Open &shutter")
    window.statusBar().showMessage(
        "   ".join(f"{name.title()}: {value}" for name, value in held.items())
    )


tree.currentItemChanged.connect(lambda item: item and priority.setCurrentText(item.text(2)))
priority.activated.connect(
    lambda _: tree.currentItem() and tree.currentItem().setText(2, priority.currentText())
)
goto.clicked.connect(go)
park.clicked.connect(stop)

# Camera and dome
time, shots, gain = (
    W.QSpinBox(minimum=1, maximum=1800, value=60, suffix=" s"),
    W.QSpinBox(maximum=500, value=10),
    W.QSlider(Qt.Orientation.Horizontal, maximum=100, value=20),
)
binning, filters, colours = W.QComboBox(), W.QButtonGroup(), W.QHBoxLayout()
binning.addItems(["1 x 1", "2 x 2", "3 x 3", "4 x 4"])
for text in ("Clear", "Red", "Green", "Blue", "H-alpha"):
    filters.addButton(W.QRadioButton(text))
    colours.addWidget(filters.buttons()[-1])
cool, degrees, files = (
    W.QCheckBox("&Cooling"),
    W.QSpinBox(minimum=-40, maximum=20, value=-10, suffix=" °C"),
    W.QLineEdit("night_"),
)
test = W.QPushButton("Test s&hot", clicked=lambda: keep.count("Test shot"))
page("Camera", [("&Exposure:", time), ("&Number of shots:", shots), ("G&ain:", gain), ("&Binning:", binning),
                ("Filter:", colours), (cool,), ("Chip &temperature:", degrees), ("File name &begins with:", files), (test,)])  # fmt: skip
roof, follow, fans, lamp = (
    W.QPushButton("Open &shutter", clicked=shutter),
    W.QCheckBox("&Follow telescope"),
    W.QSlider(Qt.Orientation.Horizontal, maximum=10, pageStep=1),
    W.QComboBox(),
)
lamp.addItems(["Off", "Red", "White"])
flap, dawn = W.QCheckBox("Lower &flap"), W.QTimeEdit(QTime(5, 15), displayFormat="HH:mm")
bell = W.QPushButton("Sound the &bell", clicked=lambda: keep.count("Sound the bell"))
page(
    "Dome",
    [
        ("", roof),
        (follow,),
        (flap,),
        ("&Fans:", fans),
        ("&Lamp:", lamp),
        ("Close &at:", dawn),
        (bell,),
    ],
)

# The observers, in a window of their own
crew = W.QDialog(window, windowTitle="Observers on duty", modal=True)
people, new, role = W.QListWidget(), W.QLineEdit(), W.QComboBox()
people.addItems(["Tamsin - lead", "Yusuf - camera"])
role.addItems(["lead", "camera", "guide", "guest"])
form = W.QFormLayout(crew)
for row in (("On duty:", people), ("&Name:", new), ("&Role:", role),
            (W.QPushButton("&Add", clicked=lambda: new.text() and people.addItem(f"{new.text()} - {role.currentText()}")),),
            (W.QPushButton("&Sign off selected", clicked=lambda: people.takeItem(people.currentRow())),),
            (W.QPushButton("Close", clicked=crew.accept),)):  # fmt: skip
    form.addRow(*row)
menu = window.menuBar().addMenu("&Session")
menu.addAction("&Observers on duty...", crew.open)
menu.addAction("&Export log", lambda: keep.count("Export log"))
menu = window.menuBar().addMenu("&View")
night, grid = menu.addAction("&Night colours"), menu.addAction("&Grid lines")
for action in (night, grid):
    action.setCheckable(True)
night.toggled.connect(
    lambda on: app.setStyleSheet("QWidget { background: #200; color: #f66; }" if on else "")
)
if START == "dome":
    held.update(telescope="Tracking", target="Saturn", shutter="Open")
    fans.setValue(3)
    follow.setChecked(True)
tell()
filters.buttons()[0].setChecked(True)
tabs.setCurrentIndex({"targets": 0, "camera": 1, "dome": 2}[START])
keep.reads |= {f"{name} priority": lambda row=row: items()[row].text(2) for row, name in enumerate(TARGETS)} | {
    "ticked": lambda: [item.text(0) for item in items() if item.checkState(0) == Qt.CheckState.Checked],
    "selected": lambda: tree.currentItem().text(0) if tree.currentItem() else "", "search": find.text,
    "priority": priority.currentText, "hide": faint.isChecked, "exposure": time.value, "shots": shots.value,
    "gain": gain.value, "binning": binning.currentText, "filter": lambda: filters.checkedButton().text(),
    "cooling": cool.isChecked, "chip": degrees.value, "file name": files.text, "follow": follow.isChecked,
    "flap": flap.isChecked, "fans": fans.value, "lamp": lamp.currentText, "close at": lambda: dawn.time().toString("HH:mm"),
    "tab": lambda: tabs.tabText(tabs.currentIndex()), "crew": lambda: [people.item(n).text() for n in range(people.count())],
    "crew open": crew.isVisible, "new name": new.text, "new role": role.currentText, "night": night.isChecked,
    "grid": grid.isChecked, **{name: lambda name=name: held[name] for name in held},
}  # fmt: skip
timer = QTimer(interval=100, timeout=keep.write)
timer.start()
window.resize(900, 640)
window.show()
sys.exit(app.exec())
