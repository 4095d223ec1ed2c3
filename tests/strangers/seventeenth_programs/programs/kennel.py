"""The desk of a boarding house for dogs: stays, meals, prices."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
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
)  # fmt: skip

DOGS = [
    ["Bella", "Mrs Okafor", "3", "14.06.2026", "booked", 2, False],
    ["Rufus", "T. Lindqvist", "1", "11.06.2026", "in house", 3, True],
    ["Mopsy", "Family Brandt", "5", "12.06.2026", "in house", 2, False],
    ["Schnapps", "J. Kowalski", "2", "15.06.2026", "booked", 2, False],
    ["Duchess", "Lady Farrow", "8", "09.06.2026", "in house", 4, False],
    ["Tiko", "A. Moreau", "6", "16.06.2026", "booked", 1, True],
]
HEADS = ["Dog", "Owner", "Kennel", "Arrival", "Status"]


class Desk(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Waggery Boarding - front desk")
        self.resize(1000, 650)
        self.keep = Keep()
        self.keep.known("print day sheet", "call owner", "send to kitchen", "apply prices")
        self.dogs = {row[0]: list(row) for row in DOGS}
        self.newcomers = []
        self.tabs = QTabWidget()
        self.setCentralWidget(self.tabs)
        self.make_bars()
        self.tabs.addTab(self.stays(), "Stays")
        self.tabs.addTab(self.meals(), "Meals")
        self.tabs.addTab(self.prices(), "Prices")
        self.make_dialog()
        add = self.keep.add
        add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        add("dialog", lambda: "new stay" if self.dialog.isVisible() else "")
        add("guests", lambda: list(self.dogs))
        add("newcomers", lambda: list(self.newcomers))
        for dog in self.dogs.values():
            for number, key in ((2, "kennel"), (4, "status"), (5, "walks"), (6, "medicine")):
                add(f"{dog[0]} {key}", lambda d=dog, at=number: d[at])
        self.chosen_changed()

    def make_bars(self):
        keep = self.keep
        desk, view = self.menuBar().addMenu("Desk"), self.menuBar().addMenu("View")
        self.new = QAction("New stay...", self, triggered=lambda: self.open_dialog())
        self.came = QAction("Check in", self, triggered=lambda: self.status("in house"))
        self.left = QAction("Check out", self, triggered=lambda: self.status("departed"))
        self.sheet = QAction(
            "Print day sheet", self, triggered=lambda: keep.count("print day sheet")
        )
        for action in (self.new, self.came, self.left, self.sheet):
            desk.addAction(action)
        bar = self.addToolBar("Desk")
        bar.setMovable(False)
        for action in (self.new, self.came, self.left):
            bar.addAction(action)
        bar.addSeparator()
        bar.addAction(self.sheet)
        big = QAction("Large type", self, checkable=True)
        grid = QAction("Grid lines", self, checkable=True, checked=True)
        grid.toggled.connect(lambda on: self.table.setShowGrid(on))
        view.addActions([big, grid])
        sort = view.addMenu("Sort by")
        group = QActionGroup(self)
        for number, name in ((0, "Name"), (2, "Kennel"), (3, "Date of arrival")):
            action = QAction(name, self, checkable=True)
            action.triggered.connect(lambda _on, at=number: self.table.sortItems(at))
            group.addAction(action)
            sort.addAction(action)
        keep.add("large type", big.isChecked)
        keep.add("grid lines", grid.isChecked)
        keep.add("sort by", lambda: group.checkedAction().text() if group.checkedAction() else "")

    def stays(self):
        page = QWidget()
        across = QHBoxLayout(page)
        self.table = QTableWidget(0, len(HEADS))
        self.table.setHorizontalHeaderLabels(HEADS)
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        self.table.verticalHeader().hide()
        for dog in self.dogs.values():
            self.add_row(dog)
        self.table.itemSelectionChanged.connect(self.chosen_changed)
        across.addWidget(self.table, 3)
        self.box = QGroupBox("Chosen guest")
        form = QFormLayout(self.box)
        self.name = QLabel("-")
        self.walks = QSpinBox(minimum=0, maximum=8)
        self.walks.valueChanged.connect(lambda value: self.note(5, value))
        self.medicine = QCheckBox("Needs medicine")
        self.medicine.clicked.connect(lambda on: self.note(6, on))
        self.to = QComboBox()
        self.to.addItems([str(number) for number in range(1, 11)])
        self.move_to = QPushButton("Move")
        self.move_to.clicked.connect(self.moved)
        call = QPushButton("Call owner")
        call.clicked.connect(lambda: self.keep.count("call owner"))
        form.addRow("Guest", self.name)
        form.addRow("Walks per day", self.walks)
        form.addRow(self.medicine)
        form.addRow("Other kennel", self.to)
        form.addRow(self.move_to)
        form.addRow(call)
        across.addWidget(self.box, 1)
        self.keep.add("chosen", self.chosen)
        self.keep.add("other kennel", self.to.currentText)
        return page

    def add_row(self, dog):
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column in range(len(HEADS)):
            self.table.setItem(row, column, QTableWidgetItem(str(dog[column])))

    def chosen(self):
        rows = self.table.selectionModel().selectedRows()
        return self.table.item(rows[0].row(), 0).text() if rows else ""

    def chosen_changed(self):
        name = self.chosen()
        for part in (self.box, self.came, self.left):
            part.setEnabled(bool(name))
        self.name.setText(name or "-")
        if name:
            for field in (self.walks, self.medicine):
                field.blockSignals(True)
            self.walks.setValue(self.dogs[name][5])
            self.medicine.setChecked(self.dogs[name][6])
            for field in (self.walks, self.medicine):
                field.blockSignals(False)

    def note(self, at, value):
        name = self.chosen()
        if name:
            self.dogs[name][at] = value
            if at < len(HEADS):
                row = self.table.selectionModel().selectedRows()[0].row()
                self.table.item(row, at).setText(value)

    def moved(self):
        self.note(2, self.to.currentText())

    def status(self, value):
        self.note(4, value)

    def meals(self):
        page = QWidget()
        across = QHBoxLayout(page)
        left, right = QVBoxLayout(), QVBoxLayout()
        across.addLayout(left)
        across.addLayout(right)
        food = QGroupBox("House food")
        inner = QVBoxLayout(food)
        foods = [QRadioButton(name) for name in ("Dry food", "Tinned food", "Raw food")]
        foods[0].setChecked(True)
        for button in foods:
            inner.addWidget(button)
        left.addWidget(food)
        form = QFormLayout()
        portion = QSlider(Qt.Horizontal, minimum=50, maximum=500, value=200)
        portion.setAccessibleName("Portion in grams")
        portion.setSingleStep(10)
        says = QLabel("200 g")
        portion.valueChanged.connect(lambda value: says.setText(f"{value} g"))
        daily = QSpinBox(minimum=1, maximum=6, value=2)
        first = QComboBox()
        first.addItems(["06:30", "07:00", "07:30", "08:00"])
        form.addRow("Portion in grams", portion)
        form.addRow("", says)
        form.addRow("Meals a day", daily)
        form.addRow("First bowl at", first)
        left.addLayout(form)
        for name in ("Rinse bowls between guests", "Treats allowed", "Feed puppies apart"):
            box = QCheckBox(name)
            box.setChecked(name.startswith("Treats"))
            left.addWidget(box)
            self.keep.add(name.lower(), box.isChecked)
        left.addStretch(1)
        label = QLabel("Remarks for the kitchen")
        remarks = QPlainTextEdit("Duchess eats slowly.")
        remarks.setTabChangesFocus(True)
        label.setBuddy(remarks)
        send, clear = QPushButton("Send to kitchen"), QPushButton("Wipe remarks")
        send.clicked.connect(lambda: self.keep.count("send to kitchen"))
        clear.clicked.connect(remarks.clear)
        for part in (label, remarks, clear, send):
            right.addWidget(part)
        add = self.keep.add
        add("food", lambda: next(button.text() for button in foods if button.isChecked()))
        add("portion", portion.value)
        add("meals a day", daily.value)
        add("first bowl", first.currentText)
        add("remarks", remarks.toPlainText)
        return page

    def prices(self):
        page = QWidget()
        form = QFormLayout(page)
        for name, price in (("Small dog", 24.0), ("Medium dog", 29.5), ("Large dog", 36.0)):
            field = QDoubleSpinBox(minimum=0, maximum=200, value=price, singleStep=0.5)
            form.addRow(name, field)
            self.keep.add("price " + name.lower(), field.value)
        weekend = QCheckBox("Weekend surcharge")
        percent = QSpinBox(minimum=0, maximum=50, value=10, suffix=" %")
        percent.setEnabled(False)
        weekend.toggled.connect(percent.setEnabled)
        form.addRow(weekend)
        form.addRow("Surcharge", percent)
        extras = QListWidget()
        for name in ("Bath", "Nail trim", "Training hour", "Dog taxi"):
            item = QListWidgetItem(name, extras)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Checked if name == "Bath" else Qt.Unchecked)
        form.addRow("Extras we offer", extras)
        apply = QPushButton("Apply prices")
        apply.clicked.connect(lambda: self.keep.count("apply prices"))
        form.addRow(apply)
        items = [extras.item(row) for row in range(extras.count())]
        add = self.keep.add
        add("weekend surcharge", weekend.isChecked)
        add("surcharge", percent.value)
        add("extras", lambda: [i.text() for i in items if i.checkState() == Qt.Checked])
        return page

    def make_dialog(self):
        self.dialog = dialog = QDialog(self)
        dialog.setWindowTitle("New stay")
        form = QFormLayout(dialog)
        name, owner = QLineEdit(), QLineEdit()
        kennel = QComboBox()
        kennel.addItems(["4", "7", "9", "10"])
        day = QDateEdit(QDate(2026, 6, 15), displayFormat="dd.MM.yyyy")
        card = QCheckBox("Vaccination card seen")
        for title, field in (
            ("Name of dog", name), ("Owner", owner), ("Free kennel", kennel), ("Arrival", day)
        ):  # fmt: skip
            form.addRow(title, field)
        form.addRow(card)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        form.addRow(buttons)
        fine = buttons.button(QDialogButtonBox.Ok)
        fine.setEnabled(False)
        name.textChanged.connect(lambda text: fine.setEnabled(bool(text.strip())))
        self.fields = {"name": name, "owner": owner}

        def done():
            dog = [name.text().strip(), owner.text().strip(), kennel.currentText(),
                   day.date().toString("dd.MM.yyyy"), "booked", 2, False]  # fmt: skip
            self.dogs[dog[0]] = dog
            self.add_row(dog)
            self.newcomers.append(" / ".join(dog[:4]))
            dialog.accept()

        buttons.accepted.connect(done)
        buttons.rejected.connect(dialog.reject)
        reads = {"name": name.text, "owner": owner.text, "kennel": kennel.currentText,
                 "arrival": day.text, "card": card.isChecked}  # fmt: skip
        for key, read in reads.items():
            self.keep.add("new " + key, lambda r=read: r() if dialog.isVisible() else None)

    def open_dialog(self):
        for field in self.fields.values():
            field.clear()
        self.dialog.open()


app = QApplication(sys.argv)
app.setStyle("Fusion")
desk = Desk()
desk.show()
start = sys.argv[1] if len(sys.argv) > 1 else "stays"
if start == "meals":
    desk.tabs.setCurrentIndex(1)
elif start == "new":
    desk.open_dialog()
timer = QTimer(interval=150)
timer.timeout.connect(desk.keep.write)
timer.start()
sys.exit(app.exec())
