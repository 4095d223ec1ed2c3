"""The widgets that the three Qt programs are put together from, each kept under its name."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

keep = Keep()
app = QApplication(sys.argv)
window = QMainWindow()


def combo(items, name):
    box = QComboBox()
    box.addItems(items)
    keep.add(name, box.currentText)
    return box


def edit(text, name):
    field = QLineEdit(text)
    keep.add(name, field.text)
    return field


def spin(low, high, value, name, suffix=""):
    box = QSpinBox(minimum=low, maximum=high, value=value, suffix=suffix)
    keep.add(name, box.value)
    return box


def metres(value, name):
    box = QDoubleSpinBox(minimum=0, maximum=99, value=value, singleStep=0.05)
    keep.add(name, lambda: round(box.value(), 2))
    return box


def check(text, name, on=False):
    box = QCheckBox(text, checked=on)
    keep.add(name, box.isChecked)
    return box


def radios(texts, name, first=0):
    """A line of radio buttons in a widget of its own, so that they belong together."""
    holder = QWidget()
    line, buttons = QHBoxLayout(holder), [QRadioButton(text) for text in texts]
    line.setContentsMargins(0, 0, 0, 0)
    for button in buttons:
        line.addWidget(button)
    line.addStretch()
    buttons[first].setChecked(True)
    keep.add(name, lambda: next(button.text() for button in buttons if button.isChecked()))
    return holder


def slider(low, high, value, name, form, label):
    """A row of the form: a slider with its value beside it."""
    knob = QSlider(Qt.Horizontal, minimum=low, maximum=high, value=value, pageStep=1)
    shown, line = QLabel(), QHBoxLayout()
    knob.valueChanged.connect(shown.setNum)
    shown.setNum(value)
    line.addWidget(knob), line.addWidget(shown)
    text = QLabel(label)
    text.setBuddy(knob)
    form.addRow(text, line)
    keep.add(name, knob.value)


def push(text, act, line):
    button = QPushButton(text, autoDefault=False)
    button.clicked.connect(act)
    line.addWidget(button)
    return button


def counted(text, line):
    keep.known(text)
    return push(text, lambda: keep.count(text), line)


def table(titles, name):
    grid = QTableWidget(
        0, len(titles), selectionBehavior=QAbstractItemView.SelectRows, accessibleName=name
    )
    grid.setHorizontalHeaderLabels(titles)
    grid.setEditTriggers(QAbstractItemView.NoEditTriggers), grid.verticalHeader().hide()
    grid.setSelectionMode(QAbstractItemView.SingleSelection)
    return grid


def fill(grid, rows):
    grid.setRowCount(0)
    for row, texts in enumerate(rows):
        grid.insertRow(row)
        for column, text in enumerate(texts):
            grid.setItem(row, column, QTableWidgetItem(str(text)))


def ticks(menu, *items):
    """Items of a menu or a tool bar that are on or off."""
    for text, on in items:
        action = menu.addAction(text)
        action.setCheckable(True), action.setChecked(on)
        keep.add(text.lower(), action.isChecked)


def run(title, more=dict):
    window.setWindowTitle(title)
    window.setWindowFlag(Qt.WindowStaysOnTopHint)
    window.resize(900, 640)
    window.show()
    timer = QTimer()
    timer.timeout.connect(lambda: keep.write(**more()))
    timer.start(100)
    sys.exit(app.exec())
