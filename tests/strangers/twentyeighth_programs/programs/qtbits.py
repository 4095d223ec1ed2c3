"""Rows of forms, tables and menus for the programs in Qt."""

import sys

from PySide6 import QtWidgets as Qw
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction


class Form(Qw.QFormLayout):
    """Fields with their labels; `reads` and `sets` hold how each is read and set."""

    def __init__(self, start):
        super().__init__()
        self.start, self.reads, self.sets = start, {}, {}

    def keep_in(self, keep):
        for key, read in self.reads.items():
            keep.add(key, read)

    def _known(self, key, read, put):
        self.reads[key], self.sets[key] = read, put
        put(self.start[key])

    def text(self, label, key):
        field = Qw.QLineEdit()
        self.addRow(label, field)
        self._known(key, field.text, field.setText)
        return field

    def number(self, label, key, low, high, suffix=""):
        field = Qw.QSpinBox(minimum=low, maximum=high, suffix=suffix)
        self.addRow(label, field)
        self._known(key, field.value, field.setValue)

    def choice(self, label, key, items):
        field = Qw.QComboBox()
        field.addItems(items)
        self.addRow(label, field)
        self._known(key, field.currentText, field.setCurrentText)

    def check(self, label, key):
        field = Qw.QCheckBox(label)
        self.addRow("", field)
        self._known(key, field.isChecked, field.setChecked)

    def slider(self, label, key, low, high):
        field = Qw.QSlider(Qt.Horizontal, minimum=low, maximum=high)
        shown, line = Qw.QLabel(str(low)), Qw.QHBoxLayout()
        field.valueChanged.connect(shown.setNum)
        field.setAccessibleName(label.replace("&", "").rstrip(":"))
        line.addWidget(field)
        line.addWidget(shown)
        self.addRow(label, line)
        self._known(key, field.value, field.setValue)

    def radios(self, label, key, items):
        line, group = Qw.QHBoxLayout(), Qw.QButtonGroup(self)
        buttons = {item: Qw.QRadioButton(item) for item in items}
        for button in buttons.values():
            group.addButton(button)
            line.addWidget(button)
        line.addStretch()
        self.addRow(label, line)
        self._known(
            key, lambda: group.checkedButton().text(), lambda item: buttons[item].setChecked(True)
        )


def table(columns, rows):
    made = Qw.QTableWidget(0, len(columns))
    made.setHorizontalHeaderLabels(columns)
    made.verticalHeader().hide()
    made.setSelectionBehavior(Qw.QAbstractItemView.SelectRows)
    made.setSelectionMode(Qw.QAbstractItemView.SingleSelection)
    made.setEditTriggers(Qw.QAbstractItemView.NoEditTriggers)
    made.horizontalHeader().setSectionResizeMode(Qw.QHeaderView.Stretch)
    for row in rows:
        append(made, row)
    return made


def append(made, row):
    made.insertRow(made.rowCount())
    for column, text in enumerate(row):
        made.setItem(made.rowCount() - 1, column, Qw.QTableWidgetItem(str(text)))


def texts(made):
    columns = range(made.columnCount())
    return [
        " | ".join(made.item(row, column).text() for column in columns)
        for row in range(made.rowCount())
    ]


def chosen(made):
    """Return the number of the selected row, or -1."""
    rows = made.selectionModel().selectedRows()
    return rows[0].row() if rows else -1


def menu(window, title, items):
    """Add a menu; each item is (text, what to do, shortcut or None) or None for a line."""
    made = window.menuBar().addMenu(title)
    for item in items:
        if item is None:
            made.addSeparator()
            continue
        text, do, keys = item
        action = QAction(text, window)
        action.triggered.connect(do)
        if keys:
            action.setShortcut(keys)
        made.addAction(action)
    return made


def run(app, window, keep):
    timer = QTimer(window)
    timer.timeout.connect(keep.write)
    timer.start(100)
    window.resize(900, 640)
    window.show()
    window.raise_()
    window.activateWindow()
    sys.exit(app.exec())
