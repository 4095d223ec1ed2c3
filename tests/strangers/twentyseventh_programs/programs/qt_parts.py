"""What the three Qt programs of this set share: the window, its tables and how their state is kept."""

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QButtonGroup,
    QComboBox,
    QDateTimeEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

READS = (
    (QAbstractButton, "isChecked"),
    (QAction, "isChecked"),
    (QComboBox, "currentText"),
    (QDateTimeEdit, "text"),
    (QSpinBox, "value"),
    (QSlider, "value"),
    (QLineEdit, "text"),
    (QPlainTextEdit, "toPlainText"),
)


class Table(QTableWidget):
    """A table of texts; the first column names the row."""

    def __init__(self, keep, key, heads, rows):
        super().__init__(0, len(heads))
        self.setHorizontalHeaderLabels(heads)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(key)
        self.rows = [list(row) for row in rows]
        self.fill()
        keep.add(key, self.texts)
        keep.add(key + " gewählt", self.name)

    def texts(self):
        return [" | ".join(row) for row in self.rows]

    def chosen(self):
        picked = self.selectionModel().selectedRows()
        return picked[0].row() if picked else None

    def name(self):
        index = self.chosen()
        return "" if index is None else self.rows[index][0]

    def fill(self, chosen=None):
        self.clearSelection()
        self.setRowCount(len(self.rows))
        for number, row in enumerate(self.rows):
            for column, text in enumerate(row):
                self.setItem(number, column, QTableWidgetItem(text))
        if chosen is not None:
            self.selectRow(chosen)

    def put(self, column, text):
        index = self.chosen()
        if index is not None:
            self.rows[index][column] = text
            self.fill(index)

    def drop(self):
        index = self.chosen()
        if index is not None:
            del self.rows[index]
            self.fill()

    def move(self, to):
        """Move the chosen row up (-1), down (1) or to the top (0)."""
        index = self.chosen()
        if index is not None:
            row = self.rows.pop(index)
            place = max(0, min(len(self.rows), index + to)) if to else 0
            self.rows.insert(place, row)
            self.fill(place)

    def add(self, *row):
        self.rows.append(list(row))
        self.fill()


class House(QMainWindow):
    """The window with its menus and tabs."""

    def __init__(self, title, keep):
        super().__init__()
        self.keep = keep
        self.setWindowTitle(title)
        self.resize(900, 640)
        self.tabs = QTabWidget()
        self.setCentralWidget(self.tabs)
        keep.add("tab", self.tab)

    def tab(self):
        return self.tabs.tabText(self.tabs.currentIndex())

    def watch(self, key, widget):
        keep_as = next(name for kind, name in READS if isinstance(widget, kind))
        self.keep.add(key, getattr(widget, keep_as))
        return widget

    def combo(self, key, options, now=0):
        box = QComboBox()
        box.addItems(options)
        box.setCurrentIndex(now)
        return self.watch(key, box)

    def spin(self, key, low, high, now, unit=""):
        box = QSpinBox(minimum=low, maximum=high, suffix=unit)
        box.setValue(now)
        return self.watch(key, box)

    def slider(self, key, low, high, now):
        bar = QSlider(Qt.Orientation.Horizontal, minimum=low, maximum=high)
        bar.setValue(now)
        return self.watch(key, bar)

    def choice(self, key, options, now):
        """Return a titled box of radio buttons."""
        box, group = QGroupBox(key), QButtonGroup(self)
        line = QHBoxLayout(box)
        for option in options:
            radio = QRadioButton(option)
            radio.setChecked(option == now)
            group.addButton(radio)
            line.addWidget(radio)
        self.keep.add(key, partial(checked_text, group))
        return box

    def presses(self, *pairs):
        """Return a line of buttons, each (text, what it does)."""
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        for text, act in pairs:
            button = QPushButton(text)
            button.clicked.connect(partial(call, act))
            line.addWidget(button)
        line.addStretch()
        return holder

    def signal(self, text):
        """Return what counts the presses of a button."""
        self.keep.known(text)
        return partial(self.keep.count, text)

    def menu(self, title, *entries):
        """Add a menu; an entry is (text, what it does), or (key, True or False) for one with a tick."""
        menu = self.menuBar().addMenu(title)
        for text, act in entries:
            action = menu.addAction(text)
            if isinstance(act, bool):
                action.setCheckable(True)
                action.setChecked(act)
                self.watch(text.replace("&", ""), action)
            else:
                action.triggered.connect(partial(call, act))

    def page(self, title, *parts):
        page = QWidget()
        column = QVBoxLayout(page)
        for part in parts:
            (column.addWidget if isinstance(part, QWidget) else column.addLayout)(part)
        column.addStretch()
        self.tabs.addTab(page, title)

    def go(self, app, tab):
        self.tabs.setCurrentIndex(tab)
        timer = QTimer(self)
        timer.timeout.connect(self.keep.write)
        timer.start(100)
        self.show()
        self.raise_()
        return app.exec()


class Sheet(QDialog):
    """The dialog: a form with two buttons."""

    def __init__(self, house, title, yes, done, rows):
        super().__init__(house)
        self.setWindowTitle(title)
        self.form = form(*rows)
        buttons = QDialogButtonBox()
        buttons.addButton(yes, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("Abbrechen", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.accepted.connect(done)
        self.finished.connect(self.fresh)
        self.reset = [(widget, *value_of(widget)) for _, widget in rows]
        column = QVBoxLayout(self)
        column.addLayout(self.form)
        column.addWidget(buttons)
        house.keep.add("Fenster " + title, self.isVisible)

    def fresh(self):
        for _, write, value in self.reset:
            write(value)


def value_of(widget):
    if isinstance(widget, QComboBox):
        return widget.setCurrentText, widget.currentText()
    if isinstance(widget, QSpinBox):
        return widget.setValue, widget.value()
    if isinstance(widget, QLineEdit):
        return widget.setText, widget.text()
    return widget.setChecked, widget.isChecked()


def shown(bar, unit=""):
    """Return a label that shows where a slider stands."""
    label = QLabel(f"{bar.value()}{unit}")
    bar.valueChanged.connect(lambda value: label.setText(f"{value}{unit}"))
    return label


def checked_text(group):
    button = group.checkedButton()
    return button.text().replace("&", "") if button else ""


def call(act, *_):
    act()


def form(*rows):
    """Return a form of (label with its mnemonic, widget)."""
    made = QFormLayout()
    for label, widget in rows:
        made.addRow(*((label, widget) if label else (widget,)))
    return made


def side(*widgets):
    line = QHBoxLayout()
    for widget in widgets:
        line.addWidget(widget)
    return line
