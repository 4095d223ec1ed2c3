"""The hive book of a beekeeper with three apiaries."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
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

PLACES = ["Orchard", "Mill Lane", "Rooftop"]
TYPES = ["National", "Langstroth", "WBC"]
HIVES = {
    "Alder": ("Orchard", "12 May", 5, "Calm", 3, "2023", "Red", "None", 0),
    "Birch": ("Orchard", "9 May", 4, "Calm", 2, "2022", "Yellow", "None", 0),
    "Cedar": ("Mill Lane", "9 May", 6, "Calm", 8, "2024", "Green", "Syrup 1:1", 2),
    "Elm": ("Mill Lane", "2 May", 3, "Nervous", 5, "2022", "Yellow", "Syrup 2:1", 5),
    "Hazel": ("Orchard", "12 May", 7, "Calm", 0, "2023", "Red", "None", 0),
    "Rowan": ("Rooftop", "30 April", 5, "Aggressive", 11, "2024", "Green", "None", 0),
}
NAMES = ("apiary", "last seen", "brood", "temper", "varroa", "year", "colour", "feed", "amount")


class NewHive(QDialog):
    """Asks for a hive that is not in the book yet."""

    def __init__(self, parent):
        super().__init__(parent)
        self.setWindowTitle("New hive")
        self.name = QLineEdit()
        self.place = QComboBox()
        self.place.addItems(PLACES)
        self.type = QComboBox()
        self.type.addItems(TYPES)
        self.colony = QCheckBox("There is a &colony in it")
        form = QFormLayout(self)
        form.addRow("&Name:", self.name)
        form.addRow("&Apiary:", self.place)
        form.addRow("Hive &type:", self.type)
        form.addRow("", self.colony)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        box.addButton("Add", QDialogButtonBox.ButtonRole.AcceptRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        form.addRow(box)
        self.resize(360, 200)
        self.clear()

    def clear(self):
        self.name.clear()
        self.place.setCurrentText("Mill Lane")
        self.type.setCurrentText("National")
        self.colony.setChecked(False)


class Book(QMainWindow):
    """All hives on the left, the chosen one on the right."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Hive Book")
        self.resize(900, 640)
        self.hives = {}
        for name, values in HIVES.items():
            self.hives[name] = dict(zip(NAMES, values, strict=True)) | {
                "queen seen": False,
                "eggs": name == "Cedar",
                "queen cells": False,
                "notes": "",
                "clipped": False,
                "origin": "Own breeding",
                "feeder": False,
            }
        self.added = []
        self.loading = False
        self.current = {"book": "Birch", "queen": "Elm", "new": "Alder"}[start]
        self.dialog = NewHive(self)
        self.dialog.accepted.connect(self.add_hive)
        self.dialog.finished.connect(self.dialog.clear)
        self.make_menu()
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.addLayout(self.make_list(), 5)
        row.addWidget(self.make_tabs(), 4)
        self.setCentralWidget(middle)
        self.load()
        self.table.selectRow(list(self.hives).index(self.current))
        self.table.currentCellChanged.connect(self.choose)
        self.statusBar().showMessage("Season 2025, 6 hives")
        if start == "queen":
            self.tabs.setCurrentIndex(1)
        if start == "new":
            QTimer.singleShot(200, self.dialog.open)

    def make_menu(self):
        bar = self.menuBar()
        book = bar.addMenu("&Book")
        book.addAction("&New hive…", "Ctrl+N", self.dialog.open)
        book.addSeparator()
        book.addAction("&Quit", self.close)
        hive = bar.addMenu("&Hive")
        hive.addAction("Mark as inspected &today", self.inspected)
        move = hive.addMenu("&Move to")
        for place in PLACES:
            move.addAction(place, lambda place=place: self.set_cell("apiary", place))
        view = bar.addMenu("&View")
        weights = view.addMenu("&Weights in")
        self.units = QActionGroup(self)
        for unit in ("Kilograms", "Pounds"):
            action = QAction(unit, self, checkable=True, checked=unit == "Kilograms")
            self.units.addAction(action)
            weights.addAction(action)
        self.dates = view.addAction("Show &dates")
        self.dates.setCheckable(True)
        self.dates.setChecked(True)
        self.dates.toggled.connect(lambda on: self.table.setColumnHidden(2, not on))

    def make_list(self):
        column = QVBoxLayout()
        self.filter = QComboBox()
        self.filter.addItems(["All apiaries", *PLACES])
        self.filter.currentTextChanged.connect(self.show_rows)
        label = QLabel("&Show:")
        label.setBuddy(self.filter)
        self.search = QLineEdit(placeholderText="Find a hive")
        self.search.textChanged.connect(self.show_rows)
        top = QHBoxLayout()
        for part in (label, self.filter, self.search):
            top.addWidget(part)
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels(["Hive", "Apiary", "Last seen"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for name, hive in self.hives.items():
            self.add_row(name, hive["apiary"], hive["last seen"])
        button = QPushButton("New hive…")
        button.clicked.connect(self.dialog.open)
        column.addLayout(top)
        column.addWidget(self.table)
        column.addWidget(button, alignment=Qt.AlignmentFlag.AlignLeft)
        return column

    def add_row(self, *cells):
        row = self.table.rowCount()
        self.table.insertRow(row)
        for place, text in enumerate(cells):
            self.table.setItem(row, place, QTableWidgetItem(text))

    def make_tabs(self):
        self.tabs = QTabWidget()
        self.title = QLabel()
        self.title.setStyleSheet("font-size: 17px; font-weight: bold")
        outer = QWidget()
        column = QVBoxLayout(outer)
        column.addWidget(self.title)
        column.addWidget(self.tabs)

        page, form = QWidget(), QFormLayout()
        page.setLayout(form)
        brood = QSpinBox(maximum=22)
        temper = QComboBox()
        temper.addItems(["Calm", "Nervous", "Aggressive"])
        varroa = QSpinBox(maximum=200)
        seen, eggs, cells = (
            QCheckBox("&Queen seen"),
            QCheckBox("&Eggs seen"),
            QCheckBox("Queen &cells"),
        )
        notes = QLineEdit()
        form.addRow("&Frames of brood:", brood)
        form.addRow("&Temper:", temper)
        form.addRow("&Varroa count:", varroa)
        for box in (seen, eggs, cells):
            form.addRow("", box)
        form.addRow("&Notes:", notes)
        self.tabs.addTab(page, "Inspection")

        page, form = QWidget(), QFormLayout()
        page.setLayout(form)
        year = QComboBox()
        year.addItems(["2021", "2022", "2023", "2024", "2025"])
        group = QGroupBox("Marking")
        colours = QButtonGroup(self)
        inside = QVBoxLayout(group)
        for colour in ("White", "Yellow", "Red", "Green", "Blue"):
            radio = QRadioButton(colour)
            colours.addButton(radio)
            inside.addWidget(radio)
        clipped = QCheckBox("Wing is c&lipped")
        origin = QLineEdit()
        form.addRow("&Year:", year)
        form.addRow(group)
        form.addRow(clipped)
        form.addRow("&Origin:", origin)
        self.tabs.addTab(page, "Queen")

        page, form = QWidget(), QFormLayout()
        page.setLayout(form)
        feed = QComboBox()
        feed.addItems(["None", "Syrup 1:1", "Syrup 2:1", "Fondant"])
        amount = QSlider(Qt.Orientation.Horizontal, maximum=10, pageStep=1)
        amount.setTickPosition(QSlider.TickPosition.TicksBelow)
        shown = QLabel("0")
        amount.valueChanged.connect(lambda number: shown.setText(str(number)))
        line = QHBoxLayout()
        line.addWidget(amount)
        line.addWidget(shown)
        label = QLabel("&Amount (kg):")
        label.setBuddy(amount)
        feeder = QCheckBox("Feeder f&itted")
        form.addRow("&Feed:", feed)
        form.addRow(label, line)
        form.addRow("", feeder)
        self.tabs.addTab(page, "Feeding")
        self.fields = {
            "brood": brood,
            "temper": temper,
            "varroa": varroa,
            "queen seen": seen,
            "eggs": eggs,
            "queen cells": cells,
            "notes": notes,
            "year": year,
            "colour": colours,
            "clipped": clipped,
            "origin": origin,
            "feed": feed,
            "amount": amount,
            "feeder": feeder,
        }
        return outer

    def load(self):
        self.title.setText(self.current)
        for key, field in self.fields.items():
            value = self.hives[self.current][key]
            match field:
                case QCheckBox():
                    field.setChecked(value)
                case QComboBox():
                    field.setCurrentText(value)
                case QLineEdit():
                    field.setText(value)
                case QButtonGroup():
                    for radio in field.buttons():
                        radio.setChecked(radio.text() == value)
                case _:
                    field.setValue(value)

    def store(self):
        hive = self.hives[self.current]
        for key, field in self.fields.items():
            match field:
                case QCheckBox():
                    hive[key] = field.isChecked()
                case QComboBox():
                    hive[key] = field.currentText()
                case QLineEdit():
                    hive[key] = field.text()
                case QButtonGroup():
                    hive[key] = field.checkedButton().text()
                case _:
                    hive[key] = field.value()

    def choose(self, row, *_):
        name = self.table.item(row, 0).text() if row >= 0 else ""
        if name in self.hives and name != self.current:
            self.store()
            self.current = name
            self.load()

    def set_cell(self, key, text):
        self.hives[self.current][key] = text
        row = list(self.hives).index(self.current)
        self.table.item(row, {"apiary": 1, "last seen": 2}[key]).setText(text)
        self.show_rows()

    def inspected(self):
        self.set_cell("last seen", "today")

    def show_rows(self, *_):
        place, part = self.filter.currentText(), self.search.text().strip().lower()
        for row in range(self.table.rowCount()):
            fits = place in ("All apiaries", self.table.item(row, 1).text())
            self.table.setRowHidden(
                row, not fits or part not in self.table.item(row, 0).text().lower()
            )

    def add_hive(self):
        new = self.dialog
        colony = "with a colony" if new.colony.isChecked() else "empty"
        name, place = new.name.text().strip(), new.place.currentText()
        self.added.append(f"{name}, {place}, {new.type.currentText()}, {colony}")
        self.add_row(name, place, "never")
        self.show_rows()

    def state(self):
        self.store()
        return {f"{name}: {key}": v for name, h in self.hives.items() for key, v in h.items()} | {
            "selected": self.current,
            "tab": self.tabs.tabText(self.tabs.currentIndex()),
            "filter": self.filter.currentText(),
            "search": self.search.text(),
            "unit": self.units.checkedAction().text(),
            "dates": self.dates.isChecked(),
            "added": self.added,
            "dialog": "New hive" if self.dialog.isVisible() else "",
            "new name": self.dialog.name.text(),
            "new apiary": self.dialog.place.currentText(),
            "new type": self.dialog.type.currentText(),
            "new colony": self.dialog.colony.isChecked(),
        }


app = QApplication(sys.argv)
keep = Keep()
window = Book(sys.argv[1])
window.show()
window.raise_()
window.activateWindow()
timer = QTimer()
timer.timeout.connect(lambda: keep.write(**window.state()))
QTimer.singleShot(600, lambda: timer.start(100))
app.exec()
