"""What the Qt programs share: widgets whose state is kept."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

START = sys.argv[1] if len(sys.argv) > 1 else ""


def column(*parts):
    """Put widgets and layouts below each other."""
    return _filled(QVBoxLayout(), parts)


def row(*parts):
    """Put widgets and layouts beside each other; None is the space between them."""
    return _filled(QHBoxLayout(), parts)


def _filled(layout, parts):
    for part in parts:
        if part is None:
            layout.addStretch()
        elif isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
    return layout


def page(layout, kind=QWidget, *title):
    """Return a widget, or a group box with its title, that holds the layout."""
    widget = kind(*title)
    widget.setLayout(layout)
    return widget


class Desk:
    """One window and what is kept of it."""

    def __init__(self, title):
        self.app = QApplication(sys.argv[:1])
        self.keep = Keep()
        self.window = QMainWindow()
        self.window.setWindowTitle(title)
        self.window.resize(900, 640)

    def line(self, key, text="", hint=""):
        field = QLineEdit(text, placeholderText=hint)
        self.keep.add(key, field.text)
        return field

    def choice(self, key, items, now=None):
        box = QComboBox()
        box.addItems(items)
        box.setCurrentText(now or items[0])
        self.keep.add(key, box.currentText)
        return box

    def check(self, key, text, on=False):
        box = QCheckBox(text)
        box.setChecked(on)
        self.keep.add(key, box.isChecked)
        return box

    def radios(self, key, names, now):
        group = QButtonGroup(self.window)
        buttons = [QRadioButton(name) for name in names]
        for button in buttons:
            group.addButton(button)
            button.setChecked(button.text() == now)
        self.keep.add(key, lambda: group.checkedButton().text())
        return buttons

    def spin(self, key, low, high, now, suffix="", step=1):
        box = QSpinBox(minimum=low, maximum=high, value=now, suffix=suffix, singleStep=step)
        self.keep.add(key, box.value)
        return box

    def slider(self, key, low, high, now, name="", page_step=10):
        slider = QSlider(Qt.Orientation.Horizontal, minimum=low, maximum=high, value=now)
        slider.setPageStep(page_step)
        slider.setAccessibleName(name)
        self.keep.add(key, slider.value)
        return slider

    def button(self, text, act=None):
        """Return a button that acts, or whose presses are counted."""
        button = QPushButton(text)
        plain = text.replace("&", "").rstrip("…")
        if act is None:
            self.keep.known(plain)
        button.clicked.connect(act or (lambda: self.keep.count(plain)))
        return button

    def menu(self, name, *entries):
        """Fill a menu with (text, act), or (text, key, on) for one that is ticked."""
        menu = self.window.menuBar().addMenu(name)
        for text, act, *on in entries:
            entry = menu.addAction(text)
            if on:
                entry.setCheckable(True)
                entry.setChecked(on[0])
                self.keep.add(act, entry.isChecked)
            elif act:
                entry.triggered.connect(act)
            else:
                plain = text.replace("&", "").rstrip("…")
                self.keep.known(plain)
                entry.triggered.connect(lambda _=False, plain=plain: self.keep.count(plain))
        return menu

    def tabs(self, tabs, now):
        tabs.setCurrentIndex(now)
        self.keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()).replace("&", ""))

    def run(self, body):
        self.window.setCentralWidget(body)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        timer = QTimer(self.window)
        timer.timeout.connect(self.keep.write)
        timer.start(100)
        sys.exit(self.app.exec())


class Table(QTableWidget):
    """Rows by a name in one column; a true or false is a box to tick."""

    def __init__(self, desk, kind, columns, rows, named=0):
        super().__init__(0, len(columns))
        self.named = named
        self.setHorizontalHeaderLabels(columns)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().setStretchLastSection(True)
        for values in rows:
            self.put(values)
        self.resizeColumnsToContents()
        first = [values[named] for values in rows]
        for name in first:
            desk.keep.add(f"{kind} {name}", lambda name=name: self.texts().get(name, ""))
        desk.keep.add(
            f"{kind} added",
            lambda: [f"{n} | {text}" for n, text in self.texts().items() if n not in first],
        )
        desk.keep.add(f"{kind} selected", self.chosen)

    def put(self, values):
        at = self.rowCount()
        self.insertRow(at)
        for place, value in enumerate(values):
            item = QTableWidgetItem("" if isinstance(value, bool) else value)
            if isinstance(value, bool):
                state = Qt.CheckState.Checked if value else Qt.CheckState.Unchecked
                item.setCheckState(state)
            self.setItem(at, place, item)

    def text(self, at, place):
        item = self.item(at, place)
        if item.data(Qt.ItemDataRole.CheckStateRole) is None:
            return item.text()
        return "yes" if item.checkState() == Qt.CheckState.Checked else "no"

    def texts(self):
        places = [place for place in range(self.columnCount()) if self.item(0, place)]
        return {
            self.text(at, self.named): " | ".join(
                self.text(at, place) for place in places if place != self.named
            )
            for at in range(self.rowCount())
        }

    def at(self):
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def chosen(self):
        return self.text(self.at(), self.named) if self.at() >= 0 else ""

    def change(self, place, text):
        if self.at() >= 0:
            self.item(self.at(), place).setText(text)

    def drop(self):
        if self.at() >= 0:
            at = self.at()
            self.clearSelection()
            self.removeRow(at)
