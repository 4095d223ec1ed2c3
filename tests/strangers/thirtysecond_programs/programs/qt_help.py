"""What the three programs in Qt share: forms, the start of the window and the writing of the state."""

import sys

from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QTimer

FIRST = {}


def form(box, *rows):
    layout = Qw.QFormLayout(box)
    for caption, field in rows:
        layout.addRow(caption, field)
    return box


def dialog(window, title, done, caption, *rows):
    """Make a dialog with Cancel and one button that calls `done` before it closes."""
    box = Qw.QDialog(window, windowTitle=title)
    buttons = Qw.QDialogButtonBox(Qw.QDialogButtonBox.Cancel)
    buttons.addButton(caption, Qw.QDialogButtonBox.AcceptRole)
    buttons.accepted.connect(box.accept)
    buttons.rejected.connect(box.reject)
    box.accepted.connect(done)
    return form(box, *rows, ("", buttons))


def radios(title, *texts, layout=Qw.QHBoxLayout):
    group, inside = Qw.QGroupBox(title), layout()
    buttons = {text: Qw.QRadioButton(text) for text in texts}
    for button in buttons.values():
        inside.addWidget(button)
    group.setLayout(inside)
    return group, buttons


def chosen(buttons):
    return lambda: next(text for text, button in buttons.items() if button.isChecked())


def table(heads, rows):
    """Make a table of texts of which whole rows are chosen."""
    field = Qw.QTableWidget(0, len(heads))
    field.setHorizontalHeaderLabels(heads)
    field.setEditTriggers(Qw.QAbstractItemView.NoEditTriggers)
    field.setSelectionBehavior(Qw.QAbstractItemView.SelectRows)
    field.setSelectionMode(Qw.QAbstractItemView.SingleSelection)
    field.verticalHeader().hide()
    field.horizontalHeader().setSectionResizeMode(Qw.QHeaderView.Stretch)
    for each in rows:
        add(field, *each)
    return field


def add(field, *texts):
    at = field.rowCount()
    field.insertRow(at)
    for column, text in enumerate(texts):
        field.setItem(at, column, Qw.QTableWidgetItem(text))


def put(field, column, text):
    """Write into the chosen row."""
    if field.selectedItems():
        field.item(field.currentRow(), column).setText(text)


def take(field):
    if field.selectedItems():
        field.removeRow(field.currentRow())


def narrow(field, text):
    for at in range(field.rowCount()):
        texts = " ".join(field.item(at, c).text() for c in range(field.columnCount()))
        field.setRowHidden(at, text.lower() not in texts.lower())


def picked(field):
    return lambda: field.item(field.currentRow(), 0).text() if field.selectedItems() else ""


def records(name, field):
    """Read each row of the start under the name of its first cell, and those that came later in one list."""
    rows = [
        [field.item(at, c).text() for c in range(field.columnCount())]
        for at in range(field.rowCount())
    ]
    first = FIRST.setdefault(name, [each[0] for each in rows])
    found = {f"{name} {each[0]}": " | ".join(each[1:]) for each in rows if each[0] in first}
    return found | {f"added {name}": [" | ".join(each) for each in rows if each[0] not in first]}


def row(*fields):
    box = Qw.QWidget()
    inside = Qw.QHBoxLayout(box)
    inside.setContentsMargins(0, 0, 0, 0)
    for field in fields:
        inside.addWidget(field)
    inside.addStretch()
    return box


def column(*fields):
    box = Qw.QWidget()
    inside = Qw.QVBoxLayout(box)
    for field in fields:
        inside.addWidget(field)
    return box


def button(text, then):
    field = Qw.QPushButton(text)
    field.setAutoDefault(False)
    field.clicked.connect(lambda: then())
    return field


def drop(now, *texts, free=False):
    field = Qw.QComboBox(editable=free)
    field.addItems(texts)
    field.setCurrentText(now)
    return field


def slide(low, high, now):
    """Make a slider with its number beside it."""
    from PySide6.QtCore import Qt

    field, shown = Qw.QSlider(Qt.Horizontal), Qw.QLabel(str(now))
    field.setRange(low, high)
    field.setValue(now)
    field.setMinimumWidth(260)
    field.valueChanged.connect(lambda value: shown.setText(str(value)))
    return field, row(field, shown)


def menu(window, title, *items):
    inside = window.menuBar().addMenu(title)
    for text, then in items:
        action = inside.addAction(text)
        if isinstance(then, bool):
            action.setCheckable(True)
            action.setChecked(then)
        else:
            action.triggered.connect(lambda *_, then=then: then())
    return inside


def ticks(inside):
    """Read the check items of a menu, by caption."""
    return {
        each.text().replace("&", ""): each.isChecked()
        for each in inside.actions()
        if each.isCheckable()
    }


def run(window, tabs, keep, reads, first=None, more=dict):
    for name, read in reads.items():
        keep.add(name, read)
    keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()).replace("&", ""))
    timer = QTimer(window, interval=100)
    timer.timeout.connect(lambda: keep.write(**more()))
    timer.start()
    window.setGeometry(120, 70, 900, 640)
    window.show()
    window.raise_()
    window.activateWindow()
    if first:
        first()
    sys.exit(Qw.QApplication.instance().exec())
