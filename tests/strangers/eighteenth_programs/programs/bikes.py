"""The counter of a bike hire shop."""

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
    QListWidgetItem,
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
    QVBoxLayout,
    QWidget,
)

STARTS = {
    "morning": {
        "tab": 0,
        "hires": [
            ["Tom Becker", "E-bike", "14 Jun", "Out"],
            ["Aisha Rahman", "Tandem", "15 Jun", "Out"],
            ["Greta Lind", "City bike", "13 Jun", "Late"],
        ],
    },
    "halfway": {
        "tab": 0,
        "customer": "Paul Newton",
        "phone": "07700 900412",
        "type": "Mountain bike",
        "days": 3,
        "helmet": True,
        "deposit": "Cash",
        "hires": [
            ["Nora Quist", "Cargo bike", "20 Jun", "Out"],
            ["Sam Okoro", "City bike", "18 Jun", "Out"],
        ],
    },
    "fleet": {"tab": 1, "hires": [["Nora Quist", "Cargo bike", "20 Jun", "Out"]]},
}
FLEET = [
    ("Blue Gazelle", True),
    ("Red Trek", True),
    ("Silver Brompton", False),
    ("Green Raleigh", True),
    ("Yellow Cargo", False),
    ("Black Scott", True),
]


class Shop(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Pedal and Go Bike Hire")
        self.resize(900, 640)
        self.keep = Keep()
        self.asked = ""
        self.tabs = QTabWidget()
        self.setCentralWidget(self.tabs)
        self.tabs.addTab(self.counter(start), "&Counter")
        self.tabs.addTab(self.fleet(), "F&leet")
        self.tabs.addTab(self.prices(), "P&rices")
        self.tabs.setCurrentIndex(start["tab"])
        self.menus()
        add = self.keep.add
        add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()).replace("&", ""))
        add("dialog", lambda: self.asked)

    def menus(self):
        self.keep.known("Print price list", "Opening hours")
        file = self.menuBar().addMenu("&File")
        for name in ("Print price list", "Opening hours"):
            file.addAction(name + "…").triggered.connect(lambda _=0, n=name: self.keep.count(n))
        file.addSeparator()
        file.addAction("&Quit").triggered.connect(self.close)
        view = self.menuBar().addMenu("&View")
        for name, on in (
            ("Show phone numbers", False),
            ("Large text", False),
            ("Status bar", True),
        ):
            action = QAction(name, self, checkable=True, checked=on)
            view.addAction(action)
            self.keep.add(name.lower(), action.isChecked)
            if name == "Status bar":
                action.toggled.connect(self.statusBar().setVisible)
        self.statusBar().showMessage("Shop open until 18:00")

    def counter(self, start):
        page = QWidget()
        across = QHBoxLayout(page)
        box = QGroupBox("New hire")
        form = QFormLayout(box)
        self.customer = QLineEdit(start.get("customer", ""))
        self.phone = QLineEdit(start.get("phone", ""))
        self.type = QComboBox()
        self.type.addItems(["City bike", "Mountain bike", "E-bike", "Tandem", "Cargo bike"])
        self.type.setCurrentText(start.get("type", "City bike"))
        self.days = QSpinBox(minimum=1, maximum=14, value=start.get("days", 1))
        self.pickup = QDateEdit(QDate(2025, 6, 13), displayFormat="dd/MM/yyyy", calendarPopup=True)
        self.helmet = QCheckBox("&Helmet", checked=start.get("helmet", False))
        self.seat = QCheckBox("Child &seat")
        self.lock = QCheckBox("Spare loc&k", checked=True)
        form.addRow("C&ustomer:", self.customer)
        form.addRow("&Phone:", self.phone)
        form.addRow("&Bike type:", self.type)
        form.addRow("&Days:", self.days)
        form.addRow("Pick-up d&ate:", self.pickup)
        for check in (self.helmet, self.seat, self.lock):
            form.addRow("", check)
        self.deposit = QButtonGroup(self)
        line = QHBoxLayout()
        for name in ("Cash", "Card", "None"):
            radio = QRadioButton(name, checked=name == start.get("deposit", "Card"))
            self.deposit.addButton(radio)
            line.addWidget(radio)
        form.addRow("Deposit:", line)
        buttons = QHBoxLayout()
        for name, run in (("Add hire", self.add_hire), ("Clear form", self.clear)):
            button = QPushButton(name)
            button.clicked.connect(run)
            buttons.addWidget(button)
        form.addRow(buttons)
        across.addWidget(box, 2)
        right = QVBoxLayout()
        right.addWidget(QLabel("Bikes that are out"))
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels(["Customer", "Bike", "Due back", "Status"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.Stretch)
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SingleSelection)
        for row in start["hires"]:
            self.put(row)
        right.addWidget(self.table)
        below = QHBoxLayout()
        for name, run in (
            ("Mark returned", self.returned),
            ("Mark late", self.late),
            ("Delete…", self.delete),
        ):
            button = QPushButton(name)
            button.clicked.connect(run)
            below.addWidget(button)
        right.addLayout(below)
        across.addLayout(right, 3)
        add = self.keep.add
        add("customer", self.customer.text)
        add("phone", self.phone.text)
        add("bike type", self.type.currentText)
        add("days", self.days.value)
        add("pick-up", lambda: self.pickup.date().toString("yyyy-MM-dd"))
        add("helmet", self.helmet.isChecked)
        add("child seat", self.seat.isChecked)
        add("spare lock", self.lock.isChecked)
        add("deposit", lambda: self.deposit.checkedButton().text())
        add("hires", self.rows)
        add("selected hire", lambda: self.table.item(self.at(), 0).text() if self.at() >= 0 else "")
        return page

    def at(self):
        picked = self.table.selectionModel().selectedRows()
        return picked[0].row() if picked else -1

    def rows(self):
        return [
            " | ".join(self.table.item(r, c).text() for c in range(4))
            for r in range(self.table.rowCount())
        ]

    def put(self, row):
        n = self.table.rowCount()
        self.table.insertRow(n)
        for c, text in enumerate(row):
            self.table.setItem(n, c, QTableWidgetItem(text))

    def add_hire(self):
        if not self.customer.text().strip():
            return self.statusBar().showMessage("Please enter a customer.")
        due = self.pickup.date().addDays(self.days.value())
        self.put([self.customer.text(), self.type.currentText(), due.toString("d MMM"), "Out"])
        self.clear()

    def clear(self):
        self.customer.clear()
        self.phone.clear()
        self.type.setCurrentIndex(0)
        self.days.setValue(1)
        self.pickup.setDate(QDate(2025, 6, 13))
        self.helmet.setChecked(False)
        self.seat.setChecked(False)
        self.lock.setChecked(True)
        self.deposit.buttons()[1].setChecked(True)

    def returned(self):
        if self.at() >= 0:
            self.table.item(self.at(), 3).setText("Returned")

    def late(self):
        if self.at() >= 0:
            self.table.item(self.at(), 3).setText("Late")

    def delete(self):
        row = self.at()
        if row < 0:
            return
        self.box = QMessageBox(
            QMessageBox.Question,
            "Delete hire",
            f"Delete the hire of {self.table.item(row, 0).text()}?",
            QMessageBox.Yes | QMessageBox.No,
            self,
        )
        self.asked = "Delete hire"

        def done(answer):
            self.asked = ""
            if answer == QMessageBox.Yes:
                self.table.removeRow(row)
                self.table.clearSelection()

        self.box.finished.connect(done)
        self.box.open()

    def fleet(self):
        page = QWidget()
        across = QHBoxLayout(page)
        left = QVBoxLayout()
        caption = QLabel("&Bikes (ticked = ready to rent)")
        self.bikes = QListWidget()
        caption.setBuddy(self.bikes)
        for name, on in FLEET:
            item = QListWidgetItem(name)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Checked if on else Qt.Unchecked)
            self.bikes.addItem(item)
            self.keep.add("ready " + name, lambda i=item: i.checkState() == Qt.Checked)
        left.addWidget(caption)
        left.addWidget(self.bikes)
        across.addLayout(left)
        box = QGroupBox("Workshop")
        form = QFormLayout(box)
        self.mechanic = QComboBox()
        self.mechanic.addItems(["Nobody", "Dave", "Ling", "Marta"])
        self.job = QComboBox()
        self.job.addItems(["Check-up", "Brakes", "New tyres", "Chain", "Lights"])
        self.pressure = QSlider(Qt.Horizontal, minimum=30, maximum=90, value=50)
        shown = QLabel("50 psi")
        self.pressure.valueChanged.connect(lambda n: shown.setText(f"{n} psi"))
        self.remark = QPlainTextEdit()
        self.remark.setTabChangesFocus(True)
        form.addRow("&Mechanic:", self.mechanic)
        form.addRow("&Job:", self.job)
        form.addRow("&Tyre pressure:", self.pressure)
        form.addRow("", shown)
        form.addRow("R&emark:", self.remark)
        self.keep.known("Order parts")
        button = QPushButton("Order parts")
        button.clicked.connect(lambda: self.keep.count("Order parts"))
        form.addRow("", button)
        across.addWidget(box)
        add = self.keep.add
        add("mechanic", self.mechanic.currentText)
        add("job", self.job.currentText)
        add("pressure", self.pressure.value)
        add("remark", self.remark.toPlainText)
        add(
            "selected bike",
            lambda: self.bikes.currentItem().text() if self.bikes.selectedItems() else "",
        )
        return page

    def prices(self):
        page = QWidget()
        form = QFormLayout(page)
        for name, price in (
            ("City bike", 15),
            ("Mountain bike", 22),
            ("E-bike", 35),
            ("Tandem", 40),
        ):
            spin = QSpinBox(minimum=1, maximum=200, value=price, suffix=" € a day")
            form.addRow(name + ":", spin)
            self.keep.add("price " + name, spin.value)
        self.fee = QSlider(Qt.Horizontal, minimum=0, maximum=20, value=5)
        form.addRow("Late &fee (€):", self.fee)
        weekend = QCheckBox("Weekend surcharge")
        student = QCheckBox("Student discount", checked=True)
        form.addRow(weekend)
        form.addRow(student)
        self.keep.add("late fee", self.fee.value)
        self.keep.add("weekend surcharge", weekend.isChecked)
        self.keep.add("student discount", student.isChecked)
        return page


app = QApplication(sys.argv)
shop = Shop(STARTS[sys.argv[1]])
shop.show()
shop.raise_()
shop.activateWindow()
timer = QTimer()
timer.timeout.connect(shop.keep.write)
timer.start(100)
sys.exit(app.exec())
