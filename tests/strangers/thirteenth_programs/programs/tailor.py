"""The workroom of a tailor: measurements, the order, the fittings."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
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

FITTINGS = (
    ("Mr Abara", "Overcoat", "First fitting", "Mon 3 March"),
    ("Ms Lindqvist", "Waistcoat", "Basted", "Tue 4 March"),
    ("Dr Moreau", "Two-piece suit", "Second fitting", "Tue 4 March"),
    ("Mr Pell", "Trousers", "First fitting", "Thu 6 March"),
    ("Mrs Sandhu", "Two-piece suit", "Basted", "Fri 7 March"),
)


class Window(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Tailor's Workroom")
        self.resize(1200, 740)
        self.keep = keep = Keep()
        keep.known("Save measurements", "Print ticket")
        self.tabs = QTabWidget()
        self.tabs.addTab(self.measurements(), "Measurements")
        self.tabs.addTab(self.order(), "Order")
        self.tabs.addTab(self.fittings(), "Fittings")
        self.tabs.setCurrentIndex({"measurements": 0, "order": 1, "fittings": 2}[start])
        self.setCentralWidget(self.tabs)
        keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        ticket = self.menuBar().addMenu("&Ticket")
        ticket.addAction("&Print ticket", lambda: self.press("Print ticket"))
        ticket.addAction("&New customer", lambda: self.customer.clear())
        view = self.menuBar().addMenu("&View")
        self.big = view.addAction("&Large print")
        self.big.setCheckable(True)
        self.prices = view.addAction("Show &prices")
        self.prices.setCheckable(True)
        self.prices.setChecked(True)
        keep.add("large print", self.big.isChecked)
        keep.add("prices", self.prices.isChecked)
        self.statusBar().showMessage("Ready")
        self.timer = QTimer(self)
        self.timer.timeout.connect(keep.write)
        self.timer.start(120)
        keep.write()

    def press(self, name):
        self.keep.count(name)
        self.statusBar().showMessage(name + ": done")

    def measurements(self):
        page, form = QWidget(), QFormLayout()
        keep = self.keep
        self.customer = QLineEdit("Mr Abara")
        form.addRow("&Customer", self.customer)
        keep.add("customer", self.customer.text)
        self.phone = QLineEdit()
        self.phone.setPlaceholderText("Number for the reminder")
        form.addRow("&Phone", self.phone)
        keep.add("phone", self.phone.text)
        for name, value in (
            ("Chest", 102.0),
            ("Waist", 88.5),
            ("Sleeve length", 64.0),
            ("Inside leg", 81.0),
        ):
            box = QDoubleSpinBox()
            box.setRange(20, 180)
            box.setDecimals(1)
            box.setSingleStep(0.5)
            box.setSuffix(" cm")
            box.setValue(value)
            form.addRow(name, box)
            keep.add(name.lower(), box.value)
        stance = QHBoxLayout()
        self.stance = QButtonGroup(self)
        for name in ("Upright", "Normal", "Stooping"):
            one = QRadioButton(name)
            one.setChecked(name == "Normal")
            self.stance.addButton(one)
            stance.addWidget(one)
        stance.addStretch()
        form.addRow("Stance", stance)
        keep.add("stance", lambda: self.stance.checkedButton().text())
        self.shoulder = QCheckBox("Left shoulder is lower")
        form.addRow("", self.shoulder)
        keep.add("left shoulder", self.shoulder.isChecked)
        self.remarks = QPlainTextEdit("Likes a long coat.")
        form.addRow("&Remarks for the cutter", self.remarks)
        keep.add("remarks", self.remarks.toPlainText)
        row = QHBoxLayout()
        save = QPushButton("Save measurements")
        save.clicked.connect(lambda: self.press("Save measurements"))
        clear = QPushButton("Clear remarks")
        clear.clicked.connect(self.remarks.clear)
        row.addWidget(save)
        row.addWidget(clear)
        row.addStretch()
        form.addRow("", row)
        page.setLayout(form)
        return page

    def order(self):
        page, grid = QWidget(), QGridLayout()
        keep = self.keep
        left, form = QGroupBox("Garment"), QFormLayout()
        self.garment = QComboBox()
        self.garment.addItems(
            ["Two-piece suit", "Waistcoat", "Overcoat", "Trousers", "Dinner jacket"]
        )
        form.addRow("Garment", self.garment)
        keep.add("garment", self.garment.currentText)
        self.cloth = QComboBox()
        self.cloth.setEditable(True)
        self.cloth.addItems(["Grey flannel", "Navy worsted", "Brown tweed", "Linen, sand"])
        form.addRow("Cloth", self.cloth)
        keep.add("cloth", self.cloth.currentText)
        self.buttons = QSpinBox()
        self.buttons.setRange(1, 8)
        self.buttons.setValue(2)
        form.addRow("Front buttons", self.buttons)
        keep.add("front buttons", self.buttons.value)
        self.date = QDateEdit(QDate(2027, 3, 15))
        self.date.setDisplayFormat("dd.MM.yyyy")
        self.date.setCalendarPopup(True)
        form.addRow("First fitting", self.date)
        keep.add("first fitting", self.date.text)
        self.weight = QSlider(Qt.Orientation.Horizontal)
        self.weight.setRange(200, 500)
        self.weight.setSingleStep(10)
        self.weight.setPageStep(50)
        self.weight.setValue(300)
        self.weight.setAccessibleName("Cloth weight")
        self.weigh = QLabel("300 g")
        self.weight.valueChanged.connect(lambda value: self.weigh.setText(f"{value} g"))
        line = QHBoxLayout()
        line.addWidget(self.weight)
        line.addWidget(self.weigh)
        form.addRow("Cloth weight", line)
        keep.add("cloth weight", self.weight.value)
        left.setLayout(form)
        lining, column = QGroupBox("Lining"), QVBoxLayout()
        self.lining = QButtonGroup(self)
        for name in ("Full lining", "Half lining", "No lining"):
            one = QRadioButton(name)
            one.setChecked(name == "Full lining")
            self.lining.addButton(one)
            column.addWidget(one)
        keep.add("lining", lambda: self.lining.checkedButton().text())
        lining.setLayout(column)
        extras, column = QGroupBox("Extras"), QVBoxLayout()
        for name, on in (
            ("Working cuffs", False),
            ("Ticket pocket", False),
            ("Pick stitching", True),
            ("Spare buttons", True),
        ):
            box = QCheckBox(name)
            box.setChecked(on)
            column.addWidget(box)
            keep.add(name.lower(), box.isChecked)
        extras.setLayout(column)
        monogram, row = QGroupBox("Monogram"), QFormLayout()
        monogram.setCheckable(True)
        monogram.setChecked(False)
        self.letters = QLineEdit()
        row.addRow("Letters", self.letters)
        monogram.setLayout(row)
        keep.add("monogram", monogram.isChecked)
        keep.add("letters", self.letters.text)
        self.sent = False
        send = QPushButton("Send to the cutter…")
        send.clicked.connect(self.send)
        keep.add("sent", lambda: self.sent)
        grid.addWidget(left, 0, 0, 2, 1)
        grid.addWidget(lining, 0, 1)
        grid.addWidget(extras, 1, 1)
        grid.addWidget(monogram, 2, 0)
        grid.addWidget(send, 3, 0, Qt.AlignmentFlag.AlignLeft)
        grid.setRowStretch(4, 1)
        page.setLayout(grid)
        return page

    def send(self):
        ask = QMessageBox(self)
        ask.setWindowTitle("Send to the cutter")
        ask.setText("The cloth is cut once this order is sent. Send it now?")
        yes = ask.addButton("Send order", QMessageBox.ButtonRole.AcceptRole)
        ask.addButton("Not yet", QMessageBox.ButtonRole.RejectRole)
        ask.exec()
        if ask.clickedButton() is yes:
            self.sent = True
            self.statusBar().showMessage("The order is with the cutter")

    def fittings(self):
        page, column = QWidget(), QVBoxLayout()
        keep = self.keep
        bar = QHBoxLayout()
        for name, act in (
            ("Add fitting…", self.add),
            ("Remove", self.remove),
            ("Mark as done", self.done),
        ):
            button = QPushButton(name)
            button.clicked.connect(act)
            bar.addWidget(button)
        bar.addStretch()
        column.addLayout(bar)
        self.table = QTableWidget(0, 5)
        self.table.setHorizontalHeaderLabels(["Customer", "Garment", "Stage", "Day", "Done"])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self.menu)
        for number in range(5):
            self.table.setColumnWidth(number, 190)
        for row in FITTINGS:
            self.row(*row)
        column.addWidget(self.table)
        keep.add("fittings", self.rows)
        column.addWidget(QLabel("Sewing order for today (drag to change it)"))
        self.sewing = QListWidget()
        self.sewing.addItems(
            ["Hem the overcoat", "Press the trousers", "Set the sleeves", "Sew the buttonholes"]
        )
        self.sewing.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        for number in range(4):
            item = self.sewing.item(number)
            item.setSizeHint(QSize(200, 28))
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
        column.addWidget(self.sewing)
        keep.add(
            "sewing order",
            lambda: [self.sewing.item(n).text() for n in range(self.sewing.count())],
        )
        page.setLayout(column)
        return page

    def row(self, customer, garment, stage, day, done=""):
        at = self.table.rowCount()
        self.table.insertRow(at)
        for number, text in enumerate((customer, garment, stage, day, done)):
            self.table.setItem(at, number, QTableWidgetItem(text))

    def rows(self):
        text = lambda r, c: self.table.item(r, c).text()  # noqa: E731
        return [
            " | ".join(text(r, c) for c in range(5)).rstrip(" |")
            for r in range(self.table.rowCount())
        ]

    def chosen(self):
        return sorted({index.row() for index in self.table.selectedIndexes()}, reverse=True)

    def remove(self):
        for row in self.chosen():
            self.table.removeRow(row)

    def done(self):
        for row in self.chosen():
            self.table.item(row, 4).setText("done")

    def menu(self, at):
        menu = QMenu(self)
        menu.addAction("Mark as done", self.done)
        menu.addAction("Postpone to Monday", self.postpone)
        menu.addAction("Remove", self.remove)
        menu.exec(self.table.viewport().mapToGlobal(at))

    def postpone(self):
        for row in self.chosen():
            self.table.item(row, 3).setText("Mon 10 March")

    def add(self):
        ask, form = QDialog(self), QFormLayout()
        ask.setWindowTitle("Add fitting")
        name, garment, stage = QLineEdit(), QComboBox(), QComboBox()
        garment.addItems(["Two-piece suit", "Waistcoat", "Overcoat", "Trousers"])
        stage.addItems(["Basted", "First fitting", "Second fitting", "Collection"])
        form.addRow("Customer", name)
        form.addRow("Garment", garment)
        form.addRow("Stage", stage)
        kinds = QDialogButtonBox.StandardButton
        bar = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        bar.accepted.connect(ask.accept)
        bar.rejected.connect(ask.reject)
        form.addRow(bar)
        ask.setLayout(form)
        if ask.exec():
            self.row(name.text(), garment.currentText(), stage.currentText(), "Sat 8 March")


def main():
    app = QApplication(sys.argv)
    window = Window(sys.argv[1])
    window.show()
    sys.exit(app.exec())


main()
