"""A desk for the subtitles of a film."""

import re
import sys

from keep import Keep
from parts_qt import form, frame, go, radios
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

LINES = [
    "Where have you been all night?",
    "I walked down to the river.",
    "The bridge is gone, Anna.",
    "Then we wait for the boat.",
    "[dog barks]",
    "Somebody is at the gate.",
]
SPEAKERS = ["Anna", "Josef", "Josef", "Anna", "(none)", "Old woman"]
lines = [
    {"text": text, "speaker": who, "italics": False, "seconds": 2.5}
    for text, who in zip(LINES, SPEAKERS, strict=True)
]
keep = Keep()
app, window, tabs = frame("Subtitle Desk - The Long Valley")

# the lines
page, shown, text, speaker = QWidget(), QListWidget(), QLineEdit(), QComboBox()
seconds, italics = (
    QDoubleSpinBox(minimum=0.5, maximum=10, singleStep=0.5, decimals=1),
    QCheckBox("&Italics"),
)
speaker.addItems(["Anna", "Josef", "Old woman", "(none)"])
fields = form(
    None, ("&Text", text), ("&Speaker", speaker), ("D&uration (s)", seconds), ("", italics)
)


def refill(row):
    shown.blockSignals(True)
    shown.clear()
    shown.addItems([line["text"] for line in lines])
    shown.blockSignals(False)
    shown.setCurrentRow(row)
    load(row)


def load(row):
    line = dict(lines[row])
    text.setText(line["text"])
    speaker.setCurrentText(line["speaker"])
    seconds.setValue(line["seconds"])
    italics.setChecked(line["italics"])


def store(name, value):
    lines[shown.currentRow()][name] = value
    shown.currentItem().setText(text.text())


def delete():
    del lines[shown.currentRow()]
    refill(min(shown.currentRow(), len(lines) - 1))


def merge():
    row = shown.currentRow()
    if row + 1 < len(lines):
        lines[row]["text"] += " " + lines.pop(row + 1)["text"]
        refill(row)


shown.currentRowChanged.connect(load)
text.textChanged.connect(lambda value: store("text", value))
speaker.currentTextChanged.connect(lambda value: store("speaker", value))
seconds.valueChanged.connect(lambda value: store("seconds", value))
italics.toggled.connect(lambda value: store("italics", value))
row, column = QHBoxLayout(), QVBoxLayout(page)
for name, todo in (("&Delete line", delete), ("&Merge with next", merge)):
    button = QPushButton(name)
    button.clicked.connect(todo)
    row.addWidget(button)
column.addWidget(shown)
column.addLayout(fields)
column.addLayout(row)
refill(0)

# the style
style, font, colour, size = (
    QWidget(),
    QComboBox(),
    QComboBox(),
    QSpinBox(minimum=12, maximum=72, value=32),
)
place, across = radios("Bottom", "Top", "Middle", "Bottom")
font.addItems(["Sans", "Serif", "Rounded", "Typewriter"])
colour.addItems(["White", "Yellow", "Cyan", "Light green"])
outline, shade = QCheckBox("Black &outline", checked=True), QSlider(Qt.Horizontal)
shade.setRange(0, 100)
form(
    style,
    ("&Font", font),
    ("Si&ze", size),
    ("&Colour", colour),
    ("Position", across),
    ("", outline),
    ("&Box shade (%)", shade),
)

# find and replace
finder, find, new = QDialog(window, windowTitle="Find and replace"), QLineEdit(), QLineEdit()
case = QCheckBox("Match &case")
rows = form(finder, ("&Find", find), ("&Replace with", new), ("", case))


def replace():
    for line in lines if find.text() else []:
        wanted = re.compile(re.escape(find.text()), 0 if case.isChecked() else re.IGNORECASE)
        line["text"] = wanted.sub(new.text().replace("\\", ""), line["text"])
    refill(shown.currentRow())


for name, todo in (("Replace &all", replace), ("C&lose", finder.hide)):
    button = QPushButton(name)
    button.clicked.connect(todo)
    rows.addRow(button)
tabs.addTab(page, "Lines")
tabs.addTab(style, "Style")
menu = window.menuBar().addMenu("&File")
for name in ("Save", "Export as SRT"):
    menu.addAction(name).triggered.connect(lambda _, name=name: keep.count(name))
window.menuBar().addMenu("&Edit").addAction("&Find and replace…").triggered.connect(finder.show)
keep.known("Save", "Export as SRT")
for name in ("text", "speaker", "italics", "seconds"):
    keep.add(name, lambda name=name: [line[name] for line in lines])
for name, read in (
    ("tab", lambda: tabs.tabText(tabs.currentIndex())),
    ("line", shown.currentRow),
    ("font", font.currentText),
    ("size", size.value),
    ("colour", colour.currentText),
    ("place", lambda: place.checkedButton().text()),
    ("outline", outline.isChecked),
    ("shade", shade.value),
    ("finder", finder.isVisible),
    ("find", find.text),
    ("replace with", new.text),
    ("match case", case.isChecked),
):
    keep.add(name, read)
tabs.setCurrentIndex(int(sys.argv[1] == "style"))
if sys.argv[1] == "find":
    window.show()
    finder.show()
go(app, window, keep)
