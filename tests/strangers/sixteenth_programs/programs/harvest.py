"""The harvest desk of a fruit farm: what was picked, the press orders, the cold store."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

keep = Keep()
PICKED = [
    ("07:40", "Elstar", "North slope", "Marek Wolny", "22", "Table"),
    ("08:15", "Gravenstein", "Mill field", "Ewa Nowak", "9", "Juice"),
    ("09:05", "Topaz", "By the road", "Jonas Feld", "17", "Table"),
    ("09:50", "Elstar", "Mill field", "Lucia Prado", "31", "Table"),
]
ORDERS = {
    "Hotel Seeblick": ["5 litre", 120, False, "2026-10-02", 30, ""],
    "Familie Kranz": ["3 litre", 24, True, "2026-10-05", 60, "rings before coming"],
    "Village kindergarten": ["3 litre", 45, True, "2026-10-07", 20, ""],
    "Bistro Apfelwerk": ["10 litre", 200, False, "2026-10-12", 50, ""],
}
STORE = {
    "Chamber 1": ["Elstar, 12 pallets", "Cox Orange, 4 pallets"],
    "Chamber 2": ["Topaz, 6 pallets", "Boskoop, 9 pallets", "Elstar, 3 pallets"],
    "Chamber 3": ["Quinces, 2 pallets", "Pears, 5 pallets"],
}


def radios(names, chosen):
    group, row = QButtonGroup(), QHBoxLayout()
    for name in names:
        button = QRadioButton(name)
        button.setChecked(name == chosen)
        group.addButton(button)
        row.addWidget(button)
    row.addStretch()
    return group, row


class Picking(QWidget):
    def __init__(self):
        super().__init__()
        box = QGroupBox("Crates just brought in")
        form = QFormLayout(box)
        self.variety = QComboBox()
        self.variety.addItems(["Elstar", "Gravenstein", "Topaz", "Boskoop", "Cox Orange"])
        self.block = QComboBox()
        self.block.addItems(["North slope", "Mill field", "By the road", "Old orchard"])
        self.picker = QLineEdit(placeholderText="first and last name")
        self.crates = QSpinBox(maximum=200)
        self.grade, grades = radios(["Table", "Juice", "Windfall"], "Table")
        self.wet = QCheckBox("Wet when picked")
        add = QPushButton("Add to the day")
        add.clicked.connect(self.add)
        form.addRow("&Variety", self.variety)
        form.addRow("&Block", self.block)
        form.addRow("&Picker", self.picker)
        form.addRow("&Crates", self.crates)
        form.addRow("Grade", grades)
        form.addRow("", self.wet)
        form.addRow("", add)
        notes = QGroupBox("Note for the foreman")
        self.note = QPlainTextEdit()
        QVBoxLayout(notes).addWidget(self.note)
        left = QVBoxLayout()
        left.addWidget(box)
        left.addWidget(notes)
        self.table = QTableWidget(0, 6)
        self.table.setHorizontalHeaderLabels(
            ["Time", "Variety", "Block", "Picker", "Crates", "Grade"]
        )
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.Stretch)
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        for one in PICKED:
            self.put(one)
        remove = QPushButton("Remove row")
        remove.clicked.connect(self.remove)
        slips = QPushButton("Print slips")
        slips.clicked.connect(lambda: keep.count("Print slips"))
        under = QHBoxLayout()
        under.addWidget(remove)
        under.addWidget(slips)
        under.addStretch()
        right = QVBoxLayout()
        right.addWidget(self.table)
        right.addLayout(under)
        whole = QHBoxLayout(self)
        whole.addLayout(left, 2)
        whole.addLayout(right, 3)
        keep.known("Print slips")
        keep.add("variety", self.variety.currentText)
        keep.add("block", self.block.currentText)
        keep.add("picker", self.picker.text)
        keep.add("crates", lambda: self.crates.text())
        keep.add("grade", lambda: self.grade.checkedButton().text())
        keep.add("wet", self.wet.isChecked)
        keep.add("note", self.note.toPlainText)
        keep.add("picked", self.rows)
        keep.add("row", self.chosen)

    def put(self, values):
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, value in enumerate(values):
            self.table.setItem(row, column, QTableWidgetItem(value))

    def rows(self):
        return [
            " | ".join(self.table.item(row, column).text() for column in range(1, 6))
            for row in range(self.table.rowCount())
        ]

    def chosen(self):
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        return ", ".join(self.table.item(row, 3).text() for row in rows)

    def add(self):
        values = [self.variety.currentText(), self.block.currentText(), self.picker.text()]
        self.put(["10:20", *values, self.crates.text(), self.grade.checkedButton().text()])
        self.crates.setValue(0)
        self.picker.clear()

    def remove(self):
        for row in sorted({i.row() for i in self.table.selectedIndexes()}, reverse=True):
            self.table.removeRow(row)
        self.table.clearSelection()


class Press(QWidget):
    def __init__(self):
        super().__init__()
        self.orders = {name: list(values) for name, values in ORDERS.items()}
        self.list = QListWidget()
        self.list.addItems(list(self.orders))
        self.list.setMaximumWidth(300)
        self.size, sizes = radios(["3 litre", "5 litre", "10 litre"], "5 litre")
        self.litres = QSpinBox(maximum=1000, singleStep=5, suffix=" l")
        self.hot = QCheckBox("Pasteurise")
        self.day = QDateEdit(displayFormat="dd.MM.yyyy", calendarPopup=True)
        self.cloudy = QSlider(Qt.Horizontal, maximum=100)
        self.cloudy.setAccessibleName("Cloudiness")
        self.remark = QLineEdit()
        scale = QHBoxLayout()
        scale.addWidget(QLabel("clear"))
        scale.addWidget(self.cloudy)
        scale.addWidget(QLabel("cloudy"))
        box = QGroupBox("Order")
        form = QFormLayout(box)
        form.addRow("Juice", self.litres)
        form.addRow("Bags", sizes)
        form.addRow("", self.hot)
        form.addRow("Pick-up", self.day)
        form.addRow("Cloudiness", scale)
        form.addRow("Remark", self.remark)
        save = QPushButton("Save order")
        save.clicked.connect(self.save)
        cancel = QPushButton("Cancel order…")
        cancel.clicked.connect(self.cancel)
        buttons = QHBoxLayout()
        buttons.addWidget(save)
        buttons.addWidget(cancel)
        buttons.addStretch()
        form.addRow(buttons)
        right = QVBoxLayout()
        right.addWidget(box)
        right.addStretch()
        whole = QHBoxLayout(self)
        whole.addWidget(self.list)
        whole.addLayout(right, 1)
        self.list.currentTextChanged.connect(self.show_order)
        self.list.setCurrentRow(0)
        keep.add("order", lambda: self.list.currentItem().text() if self.list.count() else "")
        for name in ORDERS:
            keep.add("order " + name, lambda name=name: self.told(name))
        keep.add("litres", lambda: self.litres.value())
        keep.add("bags", lambda: self.size.checkedButton().text())
        keep.add("pasteurise", self.hot.isChecked)
        keep.add("pick-up", lambda: self.day.date().toString("yyyy-MM-dd"))
        keep.add("cloudiness", self.cloudy.value)
        keep.add("remark", self.remark.text)

    def told(self, name):
        if name not in self.orders:
            return "cancelled"
        size, litres, hot, day, cloudy, remark = self.orders[name]
        heat = "pasteurised" if hot else "raw"
        return f"{litres} l, {size}, {heat}, {day}, {cloudy}, {remark}"

    def show_order(self, name):
        if name not in self.orders:
            return
        size, litres, hot, day, cloudy, remark = self.orders[name]
        for button in self.size.buttons():
            button.setChecked(button.text() == size)
        self.litres.setValue(litres)
        self.hot.setChecked(hot)
        self.day.setDate(QDate.fromString(day, "yyyy-MM-dd"))
        self.cloudy.setValue(cloudy)
        self.remark.setText(remark)

    def save(self):
        self.orders[self.list.currentItem().text()] = [
            self.size.checkedButton().text(),
            self.litres.value(),
            self.hot.isChecked(),
            self.day.date().toString("yyyy-MM-dd"),
            self.cloudy.value(),
            self.remark.text(),
        ]
        self.window().statusBar().showMessage("Order saved", 4000)

    def cancel(self):
        name = self.list.currentItem().text()
        box = QMessageBox(self)
        box.setWindowTitle("Cancel order")
        box.setText(f"Cancel the order of {name}?")
        yes = box.addButton("Yes, cancel it", QMessageBox.DestructiveRole)
        box.addButton("Keep the order", QMessageBox.RejectRole)
        box.exec()
        if box.clickedButton() == yes:
            del self.orders[name]
            self.list.takeItem(self.list.currentRow())


class Store(QWidget):
    def __init__(self):
        super().__init__()
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Pallets (tick what goes to the market)"])
        for chamber, pallets in STORE.items():
            top = QTreeWidgetItem(self.tree, [chamber])
            top.setExpanded(chamber == "Chamber 1")
            for name in pallets:
                item = QTreeWidgetItem(top, [name])
                item.setCheckState(0, Qt.Unchecked)
                keep.add(f"{chamber} {name}", lambda i=item: i.checkState(0) == Qt.Checked)
            keep.add("open " + chamber, lambda t=top: t.isExpanded())
        self.fan = QCheckBox("Fan runs at night")
        self.fan.setChecked(True)
        self.alarm = QCheckBox("Door alarm")
        self.airing = QComboBox()
        self.airing.addItems(["Tonight", "Tomorrow morning", "Tomorrow evening", "Not this week"])
        self.cold = QSlider(Qt.Horizontal, minimum=0, maximum=12, value=3)
        self.cold.setTickPosition(QSlider.TicksBelow)
        self.cold.setAccessibleName("Temperature")
        self.now = QLabel("3 °C")
        self.cold.valueChanged.connect(lambda value: self.now.setText(f"{value} °C"))
        warm = QHBoxLayout()
        warm.addWidget(self.cold)
        warm.addWidget(self.now)
        box = QGroupBox("Air")
        form = QFormLayout(box)
        form.addRow("Temperature", warm)
        form.addRow("Next airing", self.airing)
        form.addRow("", self.fan)
        form.addRow("", self.alarm)
        doors = QPushButton("Open all doors")
        doors.clicked.connect(lambda: keep.count("Open all doors"))
        form.addRow("", doors)
        right = QVBoxLayout()
        right.addWidget(box)
        right.addStretch()
        whole = QHBoxLayout(self)
        whole.addWidget(self.tree, 3)
        whole.addLayout(right, 2)
        keep.known("Open all doors")
        keep.add("fan", self.fan.isChecked)
        keep.add("alarm", self.alarm.isChecked)
        keep.add("airing", self.airing.currentText)
        keep.add("temperature", self.cold.value)


class Window(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Harvest Desk – Linden Orchard")
        self.resize(1150, 680)
        tabs = QTabWidget()
        tabs.addTab(Picking(), "Today's picking")
        tabs.addTab(Press(), "Press orders")
        tabs.addTab(Store(), "Cold store")
        tabs.setCurrentIndex(["picking", "press", "store"].index(start))
        self.setCentralWidget(tabs)
        day = self.menuBar().addMenu("&Day")
        for name in ("Export list", "Send to the co-op", "Close the day"):
            keep.known(name)
            day.addAction(name, lambda name=name: keep.count(name))
        view = self.menuBar().addMenu("&View")
        self.pounds = QAction("Weights in pounds", self, checkable=True)
        self.large = QAction("Large print", self, checkable=True)
        view.addActions([self.pounds, self.large])
        self.statusBar().showMessage("4 pickers in the field", 0)
        keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()))
        keep.add("pounds", self.pounds.isChecked)
        keep.add("large print", self.large.isChecked)


application = QApplication(sys.argv[:1])
window = Window(sys.argv[1])
window.show()
timer = QTimer()
timer.timeout.connect(keep.write)
timer.start(120)
application.exec()
