"""A land surveyor's site: layers, points, the instrument, an export."""

import sys

from parts_qt import (
    app,
    check,
    combo,
    counted,
    edit,
    fill,
    keep,
    metres,
    push,
    radios,
    run,
    slider,
    table,
    ticks,
    window,
)
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

POINTS = [
    ["101", "Corner", "11.20"],
    ["102", "Corner", "11.35"],
    ["103", "Kerb", "10.90"],
    ["104", "Tree", "11.05"],
    ["105", "Manhole", "10.60"],
    ["106", "Kerb", "10.95"],
]
LAYERS = {"Boundary": True, "Buildings": True, "Trees": False, "Drains": False, "Contours": True}
exported = []


def add_point():
    POINTS.append([str(int(POINTS[-1][0]) + 1), code.currentText(), f"{height.value():.2f}"])
    fill(grid, POINTS)


def delete_point():
    if grid.currentRow() >= 0:
        POINTS.pop(grid.currentRow())
        fill(grid, POINTS)


def export():
    kind, more = keep.reads["format"](), "heights" if heights.isChecked() else "no heights"
    exported.append(f"{file_name.text()}, {kind}, {more}")
    dialog.accept()


dialog = QDialog(window, windowTitle="Export points", modal=True)
form, file_name = QFormLayout(dialog), edit("mill-lane", "file name")
heights, line = check("Include heights", "heights", True), QHBoxLayout()
(
    form.addRow("File &name:", file_name),
    form.addRow("Format:", radios(["DXF", "CSV", "PDF"], "format")),
)
form.addRow("", heights), form.addRow("", check("Open the folder afterwards", "open folder"))
push("Export", export, line), push("Cancel", dialog.reject, line)
form.addRow(line)
keep.add("export shown", dialog.isVisible), keep.add("exported", lambda: list(exported))

bar = window.addToolBar("Tools")
ticks(bar, ("Grid", False), ("Snap", True), ("Lock points", False))
bar.addAction("Export...", dialog.open)
menu = window.menuBar().addMenu("&File")
menu.addAction("&Export points...", dialog.open), menu.addAction("&Quit", app.quit)
ticks(
    window.menuBar().addMenu("&View"),
    ("North arrow", True),
    ("Scale bar", False),
    ("Night colours", False),
)

layers = QListWidget(maximumWidth=170, accessibleName="Layers")
for text, on in LAYERS.items():
    item = QListWidgetItem(text, layers)
    item.setCheckState(Qt.Checked if on else Qt.Unchecked)
    keep.add("layer " + text, lambda item=item: item.checkState() == Qt.Checked)
keep.add("layer row", layers.currentRow)
grid = table(["Point", "Code", "Height"], "Points")
fill(grid, POINTS)
keep.add("points", lambda: [" ".join(point) for point in POINTS])
keep.add("point row", grid.currentRow)

left, middle, right, line = QVBoxLayout(), QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
left.addWidget(QLabel("Layers")), left.addWidget(layers)
code, height = (
    combo(["Corner", "Kerb", "Tree", "Manhole", "Lamp post"], "code"),
    metres(11.0, "height"),
)
for text, field in (("&Code:", code), ("&Height:", height)):
    label = QLabel(text)
    label.setBuddy(field)
    line.addWidget(label), line.addWidget(field)
push("Add point", add_point, line), push("Delete point", delete_point, line)
middle.addWidget(grid), middle.addLayout(line)
box = QGroupBox("Instrument", maximumWidth=300)
form, line = QFormLayout(box), QHBoxLayout()
form.addRow("&Model:", combo(["TS-20", "TS-30", "GNSS rover"], "model"))
form.addRow("&Tripod height:", metres(1.55, "tripod"))
slider(0, 10, 7, "laser", form, "&Laser:")
form.addRow("", check("Level alarm", "level alarm"))
form.addRow("Units:", radios(["Metres", "Feet"], "units"))
counted("Calibrate", line), counted("Connect", line)
form.addRow(line)
job = QGroupBox("Job", maximumWidth=300)
form = QFormLayout(job)
form.addRow("&Site:", edit("Mill Lane 14", "site"))
form.addRow("S&urveyor:", combo(["Hart", "Lindqvist", "Oduya"], "surveyor"))
right.addWidget(box), right.addWidget(job), right.addStretch()
middle_page = QWidget()
whole = QHBoxLayout(middle_page)
whole.addLayout(left, 1), whole.addLayout(middle, 3), whole.addLayout(right, 2)
window.setCentralWidget(middle_page)
if sys.argv[1] == "points":
    grid.selectRow(0)
elif sys.argv[1] == "export":
    QTimer.singleShot(0, dialog.open)
run("Plumbline - Mill Lane")
