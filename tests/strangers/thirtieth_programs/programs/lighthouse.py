"""Lights, fog signals and notices of a coast."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from qt_help import dialog, form, radios, run

STATIONS = {
    "Skerry Point": ("Flashing", 10, 60, "White", True, "Siren", 1200, ["Lens cleaned"]),
    "Hook Rock": ("Occulting", 8, 75, "White", False, "Siren", 1500, []),
    "North Mole": ("Fixed", 4, 40, "Green", True, "Bell", 600, ["Lamp changed"]),
    "Grey Buoy": ("Flashing", 5, 30, "Red", False, "Bell", 400, ["Battery changed"]),
    "Tern Bank": ("Flashing", 6, 55, "White", False, "Two-tone", 1000, []),
}
KEYS = ("mode", "period", "intensity", "colour", "fog", "horn", "threshold", "log")
app = Qw.QApplication(sys.argv)
start, keep = sys.argv[1], Keep()
data = {name: dict(zip(KEYS, values, strict=True)) for name, values in STATIONS.items()}
notices = ["Caution: Dredging at North Mole"]
window = Qw.QMainWindow()
window.setWindowTitle("Coast Lights")
split, stations, tabs = Qw.QSplitter(), Qw.QListWidget(), Qw.QTabWidget()
stations.addItems(list(data))
stations.setAccessibleName("Stations")
split.addWidget(stations)
split.addWidget(tabs)
split.setSizes([220, 680])
window.setCentralWidget(split)


def put(key, value):
    data[stations.currentItem().text()][key] = value


def page(title, *rows):
    tabs.addTab(form(Qw.QWidget(), *rows), title)


mode, period = Qw.QComboBox(), Qw.QSpinBox(minimum=1, maximum=60, suffix=" s")
mode.addItems(["Flashing", "Fixed", "Occulting", "Off"])
intensity, percent = Qw.QSlider(Qt.Horizontal, maximum=100), Qw.QLabel()
intensity.valueChanged.connect(lambda to: percent.setText(f"{to} %"))
group, colours = radios("Colour", "White", "Red", "Green")
page(
    "Light",
    ("&Mode:", mode),
    ("&Period:", period),
    ("&Intensity:", intensity),
    ("", percent),
    ("", group),
)
fog, horn = Qw.QCheckBox("Fog signal &on"), Qw.QComboBox()
horn.addItems(["Siren", "Two-tone", "Bell"])
threshold = Qw.QSpinBox(minimum=100, maximum=5000, singleStep=100, suffix=" m")
test = Qw.QPushButton("&Test Horn")
page(
    "Fog Signal",
    ("", fog),
    ("&Horn type:", horn),
    ("Start when visibility is &below:", threshold),
    ("", test),
)
log, remark, add = Qw.QListWidget(), Qw.QLineEdit(), Qw.QPushButton("&Add to Log")
page("Log", ("Log:", log), ("&Remark:", remark), ("", add))
listed = Qw.QListWidget()
page("Notices", ("In force:", listed))
listed.addItems(notices)


def load():
    now = data[stations.currentItem().text()]
    now = now | {"log": list(now["log"])}
    mode.setCurrentText(now["mode"])
    period.setValue(now["period"])
    intensity.setValue(now["intensity"])
    colours[now["colour"]].setChecked(True)
    fog.setChecked(now["fog"])
    horn.setCurrentText(now["horn"])
    threshold.setValue(now["threshold"])
    log.clear()
    log.addItems(now["log"])


def add_remark():
    if remark.text().strip():
        data[stations.currentItem().text()]["log"].append(remark.text().strip())
        log.addItem(remark.text().strip())
        remark.clear()


stations.setCurrentRow(1 if start == "fog" else 0)
load()
stations.currentRowChanged.connect(load)
mode.currentTextChanged.connect(lambda to: put("mode", to))
horn.currentTextChanged.connect(lambda to: put("horn", to))
for key, field in (("period", period), ("intensity", intensity), ("threshold", threshold)):
    field.valueChanged.connect(lambda to, key=key: put(key, to))
for text, radio in colours.items():
    radio.toggled.connect(lambda on, text=text: on and put("colour", text))
fog.toggled.connect(lambda on: put("fog", on))
add.clicked.connect(add_remark)
test.clicked.connect(lambda: keep.count("Test Horn"))

title, severity, urgent = Qw.QLineEdit(), Qw.QComboBox(), Qw.QCheckBox("&Urgent")
severity.addItems(["Information", "Caution", "Danger"])


def issue():
    notices.append(
        f"{severity.currentText()}: {title.text()}{' (urgent)' if urgent.isChecked() else ''}"
    )
    listed.addItem(notices[-1])


notice = dialog(
    window,
    "New Notice",
    issue,
    "&Issue Notice",
    ("&Title:", title),
    ("&Severity:", severity),
    ("", urgent),
)
menu = window.menuBar().addMenu("&Station")
menu.addAction("&New Notice...", notice.open)
menu.addAction("&Silence All Alarms", lambda: keep.count("Silence All Alarms"))
menu.addAction("&Quit", window.close)
night = QAction("&Night Colours", window, checkable=True)
window.menuBar().addMenu("&View").addAction(night)
night.toggled.connect(
    lambda on: app.setStyleSheet("* { background: #301010; color: #ff9080 }" if on else "")
)
for name in data:
    for key in KEYS:
        keep.add(f"{name} {key}", lambda name=name, key=key: data[name][key])
keep.known("Test Horn", "Silence All Alarms")
tabs.setCurrentIndex(1 if start == "fog" else 0)
run(
    window,
    tabs,
    keep,
    {
        "station": lambda: stations.currentItem().text(),
        "remark": remark.text,
        "notices": lambda: list(notices),
        "shown notice": notice.isVisible,
        "notice title": title.text,
        "notice severity": severity.currentText,
        "notice urgent": urgent.isChecked,
        "night": night.isChecked,
    },
    notice.open if start == "notice" else None,
)
