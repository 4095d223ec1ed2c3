"""The berth book of a marina."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateEdit,
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
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

BERTHS = {
    "A1": ("Kittiwake", "R. Sloane", 8, "Occupied"),
    "A2": ("Blue Heron", "M. Tait", 11, "Occupied"),
    "A3": ("", "", 0, "Free"),
    "A4": ("Gannet", "P. Ilves", 7, "Reserved"),
    "B1": ("Marguerite", "C. Dupont", 12, "Occupied"),
    "B2": ("Windrush", "D. Keane", 10, "Occupied"),
    "B3": ("", "", 0, "Free"),
    "B4": ("", "", 0, "Free"),
    "C1": ("Seal", "T. Oyelaran", 6, "Occupied"),
    "C2": ("", "", 0, "Free"),
    "C3": ("Ragnhild", "S. Berg", 14, "Occupied"),
}
ARRIVALS = [
    ("Osprey", "Dover", "11:00"),
    ("Dolfijn", "Breskens", "12:30"),
    ("Sea Breeze", "Ramsgate", "14:15"),
    ("Albatros", "Calais", "15:00"),
    ("Nordlys", "Esbjerg", "18:45"),
]
STATUS = ["Free", "Reserved", "Occupied", "Out of order"]


class Notice(QDialog):
    """A message to the boats."""

    def __init__(self, parent):
        super().__init__(parent)
        self.setWindowTitle("Message to boats")
        self.to = QComboBox()
        self.to.addItems(["All boats", "Pontoon A", "Pontoon B", "Pontoon C"])
        self.text = QLineEdit()
        self.urgent = QCheckBox("&Urgent")
        form = QFormLayout(self)
        form.addRow("&To:", self.to)
        form.addRow("&Message:", self.text)
        form.addRow("", self.urgent)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        box.addButton("&Send", QDialogButtonBox.ButtonRole.AcceptRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        form.addRow(box)
        self.resize(440, 170)

    def clear(self):
        self.to.setCurrentIndex(0)
        self.text.clear()
        self.urgent.setChecked(False)


class Harbour(QMainWindow):
    """Berths, arrivals and charges in three tabs."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Berth Book - Saltmarsh Marina")
        self.resize(900, 640)
        self.berths = {
            name: {
                "boat": boat,
                "owner": owner,
                "length": length,
                "status": status,
                "power": name in ("A2", "B1", "C3"),
                "water": name in ("A2", "B2"),
                "until": "2025-09-30",
            }
            for name, (boat, owner, length, status) in BERTHS.items()
        }
        self.current = "B2"
        self.sent = []
        self.dialog = Notice(self)
        self.dialog.accepted.connect(self.send)
        self.dialog.finished.connect(self.dialog.clear)
        harbour = self.menuBar().addMenu("&Harbour")
        harbour.addAction("&Message to boats…", self.dialog.open)
        self.full = harbour.addAction("Harbour is &full")
        self.gate = harbour.addAction("&Gate closed")
        for action in (self.full, self.gate):
            action.setCheckable(True)
        harbour.addSeparator()
        harbour.addAction("&Quit", self.close)
        view = self.menuBar().addMenu("&View")
        self.free_only = view.addAction("&Free berths only")
        self.free_only.setCheckable(True)
        self.free_only.toggled.connect(self.name_rows)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.make_berths(), "Berths")
        self.tabs.addTab(self.make_arrivals(), "Arrivals")
        self.tabs.addTab(self.make_charges(), "Charges")
        self.setCentralWidget(self.tabs)
        self.load()
        self.name_rows()
        self.tree.setCurrentItem(self.items["B2"])
        self.tree.currentItemChanged.connect(self.choose)
        self.tabs.setCurrentIndex(1 if start == "arrivals" else 0)
        if start == "warning":
            QTimer.singleShot(200, self.dialog.open)

    def make_berths(self):
        page = QWidget()
        row = QHBoxLayout(page)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Berth", "Boat", "Status"])
        self.items = {}
        for pontoon in "ABC":
            top = QTreeWidgetItem(self.tree, [f"Pontoon {pontoon}"])
            top.setFlags(top.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            for name in self.berths:
                if name[0] == pontoon:
                    self.items[name] = QTreeWidgetItem(top, [name])
        self.tree.expandAll()
        self.tree.setColumnWidth(0, 130)
        self.tree.setColumnWidth(1, 150)
        row.addWidget(self.tree, 5)
        self.head = QLabel()
        self.head.setStyleSheet("font-size: 17px; font-weight: bold")
        form = QFormLayout()
        self.boat, self.owner = QLineEdit(), QLineEdit()
        self.length = QSpinBox(maximum=40, suffix=" m")
        self.status = QComboBox()
        self.status.addItems(STATUS)
        self.until = QDateEdit(calendarPopup=True, displayFormat="dd/MM/yyyy")
        self.power, self.water = QCheckBox("Shore &power"), QCheckBox("&Water")
        form.addRow(self.head)
        form.addRow("&Boat:", self.boat)
        form.addRow("&Owner:", self.owner)
        form.addRow("&Length:", self.length)
        form.addRow("&Status:", self.status)
        form.addRow("&Until:", self.until)
        form.addRow("", self.power)
        form.addRow("", self.water)
        row.addLayout(form, 4)
        return page

    def make_arrivals(self):
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(QLabel("Boats expected today"))
        self.coming = {name: "expected" for name, *_ in ARRIVALS}
        self.places = {}
        self.table = table = QTableWidget(len(ARRIVALS), 7)
        table.setHorizontalHeaderLabels(["Boat", "From", "Time", "Berth", "State", "", ""])
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(38)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        for row, cells in enumerate(ARRIVALS):
            for place, text in enumerate(cells):
                table.setItem(row, place, QTableWidgetItem(text))
            choice = QComboBox()
            choice.addItems(["-", "A3", "B3", "B4", "C2"])
            self.places[cells[0]] = choice
            table.setCellWidget(row, 3, choice)
            table.setItem(row, 4, QTableWidgetItem("expected"))
            for place, text, what in ((5, "Arrived", "arrived"), (6, "Cancel", "cancelled")):
                button = QPushButton(text)
                button.clicked.connect(lambda _=False, row=row, what=what: self.mark(row, what))
                table.setCellWidget(row, place, button)
        column.addWidget(table)
        return page

    def mark(self, row, what):
        self.coming[ARRIVALS[row][0]] = what
        self.table.item(row, 4).setText(what)

    def make_charges(self):
        page = QWidget()
        form = QFormLayout(page)
        self.rate = QSpinBox(maximum=200, prefix="£ ", value=28)
        group = QGroupBox("Season")
        self.season = QButtonGroup(self)
        inside = QHBoxLayout(group)
        for text in ("Summer", "Winter"):
            radio = QRadioButton(text)
            radio.setChecked(text == "Summer")
            self.season.addButton(radio)
            inside.addWidget(radio)
        self.tax = QCheckBox("Add harbour &tax")
        self.discount = QSlider(Qt.Orientation.Horizontal, maximum=50, pageStep=5)
        self.discount.setValue(10)
        shown = QLabel("10 %")
        self.discount.valueChanged.connect(lambda value: shown.setText(f"{value} %"))
        line = QHBoxLayout()
        line.addWidget(self.discount)
        line.addWidget(shown)
        label = QLabel("Members' &discount:")
        label.setBuddy(self.discount)
        self.pay = QComboBox()
        self.pay.addItems(["On arrival", "On leaving", "Monthly"])
        form.addRow("&Price per night:", self.rate)
        form.addRow(group)
        form.addRow("", self.tax)
        form.addRow(label, line)
        form.addRow("To be paid:", self.pay)
        return page

    def load(self):
        berth = self.berths[self.current]
        self.head.setText(f"Berth {self.current}")
        self.boat.setText(berth["boat"])
        self.owner.setText(berth["owner"])
        self.length.setValue(berth["length"])
        self.status.setCurrentText(berth["status"])
        self.until.setDate(QDate.fromString(berth["until"], "yyyy-MM-dd"))
        self.power.setChecked(berth["power"])
        self.water.setChecked(berth["water"])

    def store(self):
        self.berths[self.current].update(
            boat=self.boat.text(),
            owner=self.owner.text(),
            length=self.length.value(),
            status=self.status.currentText(),
            until=self.until.date().toString("yyyy-MM-dd"),
            power=self.power.isChecked(),
            water=self.water.isChecked(),
        )

    def name_rows(self, *_):
        for name, item in self.items.items():
            berth = self.berths[name]
            for place, text in ((1, berth["boat"]), (2, berth["status"])):
                if item.text(place) != text:
                    item.setText(place, text)
            item.setHidden(self.free_only.isChecked() and berth["status"] != "Free")

    def choose(self, item, _):
        name = item.text(0) if item else ""
        if name in self.berths:
            self.store()
            self.current = name
            self.load()

    def send(self):
        new = self.dialog
        urgent = " (urgent)" if new.urgent.isChecked() else ""
        self.sent.append(f"{new.to.currentText()}{urgent}: {new.text.text().strip()}")
        self.statusBar().showMessage("Message sent")

    def state(self):
        self.store()
        self.name_rows()
        return (
            {f"{name}: {key}": v for name, b in self.berths.items() for key, v in b.items()}
            | self.coming
            | {f"{name}: berth": box.currentText() for name, box in self.places.items()}
            | {
                "selected": self.current,
                "tab": self.tabs.tabText(self.tabs.currentIndex()),
                "rate": self.rate.value(),
                "season": self.season.checkedButton().text(),
                "tax": self.tax.isChecked(),
                "discount": self.discount.value(),
                "paid": self.pay.currentText(),
                "harbour full": self.full.isChecked(),
                "gate closed": self.gate.isChecked(),
                "free only": self.free_only.isChecked(),
                "sent": self.sent,
                "dialog": "Message" if self.dialog.isVisible() else "",
                "message to": self.dialog.to.currentText(),
                "message text": self.dialog.text.text(),
                "message urgent": self.dialog.urgent.isChecked(),
            }
        )


app = QApplication(sys.argv)
keep = Keep()
window = Harbour(sys.argv[1])
window.show()
window.raise_()
window.activateWindow()
timer = QTimer()
timer.timeout.connect(lambda: keep.write(**window.state()))
QTimer.singleShot(600, lambda: timer.start(100))
app.exec()
