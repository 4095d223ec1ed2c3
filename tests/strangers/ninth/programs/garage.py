"""A garage's planner (Qt): jobs, a customer form, the parts store."""

import sys
from functools import partial

from keep import counted, facts, fields, keep
from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDateEdit,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QSplitter,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTimeEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

JOBS = (
    ("HN 4471", "Brakes", "Moreau", "new"),
    ("KB 108", "Oil change", "Iversen", "new"),
    ("TR 9920", "Clutch", "Moreau", "waiting"),
    ("PL 33 X", "Inspection", "Dietz", "new"),
)
PARTS = {
    "Filters": (("Oil filter", "A1", "12"), ("Air filter", "A2", "5"), ("Cabin filter", "A2", "8")),
    "Brakes": (("Front pads", "B4", "6"), ("Rear pads", "B5", "2"), ("Brake fluid", "C1", "20")),
    "Bulbs": (("H4", "D1", "30"), ("H7", "D1", "14")),
}
WORDS = ["Air filter", "Brake fluid", "Cabin filter", "Front pads", "Oil filter", "Rear pads"]


class Jobs(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Garage Planner - Jobs")
        self.resize(980, 600)
        self.add_file_menu()
        self.add_view_menu()
        self.add_tools()
        split = QSplitter()
        self.table = QTableWidget(0, 5)
        self.fill_table()
        split.addWidget(self.table)
        split.addWidget(self.side_tabs())
        split.setSizes([680, 300])
        self.setCentralWidget(split)
        self.statusBar().showMessage("4 jobs today")
        fields["plates"] = lambda: [self.text(row, 0) for row in range(self.table.rowCount())]
        for plate, *_ in JOBS:
            for column, name in enumerate(("plate", "work", "mechanic", "state", "hours")):
                fields[f"{plate} {name}"] = partial(self.text_of, plate, column)

    def add_file_menu(self):
        file = self.menuBar().addMenu("&File")
        file.addAction("New job", counted("new job"))
        file.addAction("Print list...", counted("print list"))
        export = file.addMenu("Export as")
        for kind in ("PDF", "Spreadsheet", "Plain text"):
            export.addAction(kind, lambda kind=kind: facts.update(exported=kind))
        facts["exported"] = ""

    def add_view_menu(self):
        view = self.menuBar().addMenu("&View")
        for name, on in (("Status bar", True), ("Finished jobs", False), ("Large rows", False)):
            action = view.addAction(name)
            action.setCheckable(True)
            action.setChecked(on)
            fields["view " + name] = action.isChecked
        lift = view.addMenu("Lift")
        group = QActionGroup(self)
        for name in ("All lifts", "Lift 1", "Lift 2", "Lift 3"):
            action = lift.addAction(name)
            action.setCheckable(True)
            group.addAction(action)
            action.setChecked(name == "All lifts")
        fields["lift"] = lambda: group.checkedAction().text()

    def add_tools(self):
        tools = self.addToolBar("Tools")
        style = self.style()
        fetch = "Fetch bookings from the web site"
        history = "Show vehicle history"
        for icon, tip, act in (
            (QStyle.SP_FileIcon, "New job", counted("new job")),
            (QStyle.SP_BrowserReload, fetch, counted(fetch.lower())),
            (QStyle.SP_ArrowUp, "Move the job up", self.move_up),
            (QStyle.SP_ArrowDown, "Move the job down", self.move_down),
            (QStyle.SP_MessageBoxInformation, history, counted(history.lower())),
        ):
            action = QAction(style.standardIcon(icon), tip, self)
            action.setToolTip(tip)
            tools.addAction(action)
            action.triggered.connect(act)

    def fill_table(self):
        self.table.setHorizontalHeaderLabels(["Plate", "Work", "Mechanic", "State", "Hours"])
        for job in JOBS:
            self.put(job)
        self.table.setSelectionBehavior(QTableWidget.SelectRows)
        self.table.setContextMenuPolicy(Qt.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self.menu)

    def side_tabs(self):
        side = QTabWidget()
        self.memo = QPlainTextEdit("Call the customer before noon.\nKey is in the blue box.")
        side.addTab(self.memo, "Memo")
        self.checks = QListWidget()
        for name in ("Tyres", "Lights", "Wipers", "Coolant"):
            item = QListWidgetItem(name)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Unchecked)
            self.checks.addItem(item)
        side.addTab(self.checks, "Checklist")
        fields["memo"] = self.memo.toPlainText
        fields["page"] = lambda: side.tabText(side.currentIndex())
        fields["checked"] = self.checked
        return side

    def checked(self):
        items = [self.checks.item(number) for number in range(4)]
        return [item.text() for item in items if item.checkState() == Qt.Checked]

    def text(self, row, column):
        widget = self.table.cellWidget(row, column)
        if widget is not None:
            is_number = isinstance(widget, QDoubleSpinBox)
            return widget.value() if is_number else widget.currentText()
        item = self.table.item(row, column)
        return item.text() if item else ""

    def text_of(self, plate, column):
        rows = (row for row in range(self.table.rowCount()) if self.text(row, 0) == plate)
        return next((self.text(row, column) for row in rows), None)

    def put(self, job, at=None, hours=1.0):
        at = self.table.rowCount() if at is None else at
        self.table.insertRow(at)
        for column, text in enumerate(job[:3]):
            self.table.setItem(at, column, QTableWidgetItem(text))
        box = QComboBox()
        box.addItems(["new", "waiting", "in work", "finished"])
        box.setCurrentText(job[3])
        self.table.setCellWidget(at, 3, box)
        spin = QDoubleSpinBox()
        spin.setSingleStep(0.5)
        spin.setValue(hours)
        self.table.setCellWidget(at, 4, spin)

    def move_up(self):
        self.move_row(-1)

    def move_down(self):
        self.move_row(1)

    def move_row(self, by):
        row = self.table.currentRow()
        if row < 0 or not 0 <= row + by < self.table.rowCount():
            return
        job = [self.text(row, column) for column in range(5)]
        self.table.removeRow(row)
        self.put(job[:4], row + by, job[4])
        self.table.setCurrentCell(row + by, 0)

    def menu(self, position):
        row = self.table.indexAt(position).row()
        if row < 0:
            return
        menu = QMenu(self)
        menu.addAction(
            "Mark as finished", lambda: self.table.cellWidget(row, 3).setCurrentText("finished")
        )
        menu.addAction(
            "Double the hours",
            lambda: self.table.cellWidget(row, 4).setValue(self.text(row, 4) * 2),
        )
        give = menu.addMenu("Give to")
        for name in ("Moreau", "Iversen", "Dietz", "Oduya"):
            give.addAction(name, lambda name=name: self.table.item(row, 2).setText(name))
        menu.popup(self.table.viewport().mapToGlobal(position))


class Customer(QDialog):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Garage Planner - Customer")
        self.form = QFormLayout()
        self.line("&Name", "name", "Adeline Moss")
        self.line("&Phone", "phone", "0410 8827")
        self.line("E-mail", "mail").setPlaceholderText("optional")
        self.add_vehicle()
        self.add_visit()
        self.add_courtesy_car()
        self.add_gauge()
        complaint = QPlainTextEdit("Rattles when cold.")
        complaint.setMaximumHeight(80)
        self.form.addRow("Complaint", complaint)
        fields["complaint"] = complaint.toPlainText
        self.add_buttons()
        facts.update(dialog="", taken="")
        self.setLayout(self.form)
        self.resize(520, 600)

    def line(self, label, key, text=""):
        widget = QLineEdit(text)
        self.form.addRow(label, widget)
        fields[key] = widget.text
        return widget

    def add_vehicle(self):
        make = QComboBox()
        make.setEditable(True)
        make.addItems(["Dacia", "Fiat", "Renault", "Saab", "Skoda", "Volvo"])
        make.setCurrentText("Fiat")
        self.form.addRow("Make", make)
        fields["make"] = make.currentText
        fuel = QComboBox()
        fuel.addItems(["Petrol", "Diesel", "Electric", "Hybrid"])
        self.form.addRow("Fuel", fuel)
        fields["fuel"] = fuel.currentText
        mileage = QSpinBox()
        mileage.setRange(0, 900000)
        mileage.setSingleStep(1000)
        mileage.setValue(84000)
        mileage.setSuffix(" km")
        self.form.addRow("Mileage", mileage)
        fields["mileage"] = mileage.value

    def add_visit(self):
        day = QDateEdit(QDate(2026, 4, 14))
        day.setDisplayFormat("dd.MM.yyyy")
        day.setCalendarPopup(True)
        self.form.addRow("Comes on", day)
        fields["day"] = lambda: day.date().toString("yyyy-MM-dd")
        at = QTimeEdit(QTime(8, 0))
        at.setDisplayFormat("HH:mm")
        self.form.addRow("at", at)
        fields["time"] = lambda: at.time().toString("HH:mm")
        row = QHBoxLayout()
        self.how = QButtonGroup(self)
        for name in ("Waits here", "Picks up later", "We deliver"):
            button = QRadioButton(name)
            button.setChecked(name == "Picks up later")
            self.how.addButton(button)
            row.addWidget(button)
        self.form.addRow("Return", row)
        fields["return"] = lambda: self.how.checkedButton().text()

    def add_courtesy_car(self):
        loan = QGroupBox("Courtesy car")
        loan.setCheckable(True)
        loan.setChecked(False)
        inner = QHBoxLayout(loan)
        size = QComboBox()
        size.addItems(["Small", "Estate", "Van"])
        inner.addWidget(QLabel("Size"))
        inner.addWidget(size)
        automatic = QCheckBox("Automatic gearbox")
        inner.addWidget(automatic)
        self.form.addRow(loan)
        fields["courtesy car"] = loan.isChecked
        fields["size"] = size.currentText
        fields["automatic"] = automatic.isChecked

    def add_gauge(self):
        gauge = QSlider(Qt.Horizontal)
        gauge.setRange(0, 8)
        gauge.setValue(2)
        gauge.setTickPosition(QSlider.TicksBelow)
        mark = QLabel("2/8")
        gauge.valueChanged.connect(lambda value: mark.setText(f"{value}/8"))
        row = QHBoxLayout()
        row.addWidget(gauge)
        row.addWidget(mark)
        self.form.addRow("Fuel gauge", row)
        fields["gauge"] = gauge.value

    def add_buttons(self):
        row = QHBoxLayout()
        for name, act in (
            ("Save", counted("save")),
            ("Clear form", counted("clear form")),
            ("Previous visits...", self.visits),
        ):
            button = QPushButton(name)
            button.clicked.connect(act)
            row.addWidget(button)
        self.form.addRow(row)

    def visits(self):
        box = QDialog(self)
        box.setWindowTitle("Previous visits")
        column = QVBoxLayout(box)
        visits = QListWidget()
        visits.addItems(["2023-05-02 Inspection", "2024-01-19 Battery", "2025-03-30 Tyres"])
        column.addWidget(visits)
        button = QPushButton("Take over complaint")

        def take_over():
            facts["taken"] = visits.currentItem().text() if visits.currentItem() else ""
            box.accept()

        button.clicked.connect(take_over)
        column.addWidget(button)
        facts["dialog"] = "Previous visits"
        box.finished.connect(lambda *_: facts.update(dialog=""))
        box.open()


class Store(QWidget):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Garage Planner - Parts store")
        self.resize(860, 560)
        halves = QHBoxLayout(self)
        self.tree = QTreeWidget()
        self.fill_tree()
        halves.addWidget(self.tree, 2)
        right = QVBoxLayout()
        self.add_search(right)
        self.add_warning(right)
        self.add_list(right)
        halves.addLayout(right, 1)

    def fill_tree(self):
        self.tree.setHeaderLabels(["Part", "Shelf", "In stock"])
        for kind, parts in PARTS.items():
            top = QTreeWidgetItem([kind])
            for part in parts:
                item = QTreeWidgetItem(list(part))
                item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
                item.setCheckState(0, Qt.Unchecked)
                top.addChild(item)
            self.tree.addTopLevelItem(top)
        self.tree.setColumnWidth(0, 190)
        self.tops = [self.tree.topLevelItem(number) for number in range(3)]
        fields["unfolded"] = lambda: [top.text(0) for top in self.tops if top.isExpanded()]
        fields["ticked"] = self.ticked
        fields["current part"] = self.current_part

    def add_search(self, column):
        column.addWidget(QLabel("Suppliers"))
        self.suppliers = QListWidget()
        self.suppliers.setSelectionMode(QListWidget.ExtendedSelection)
        self.suppliers.addItems(["Auteko", "Bremsen Huber", "Nordparts", "Solvay & Son", "Zenith"])
        column.addWidget(self.suppliers)
        search = QLineEdit()
        search.setPlaceholderText("Search parts")
        search.setClearButtonEnabled(True)
        completer = QCompleter(WORDS)
        completer.setCaseSensitivity(Qt.CaseInsensitive)
        search.setCompleter(completer)
        column.addWidget(search)
        fields["suppliers"] = lambda: sorted(i.text() for i in self.suppliers.selectedItems())
        fields["search"] = search.text

    def add_warning(self, column):
        warn = QCheckBox("Warn me when fewer than")
        limit = QSpinBox()
        limit.setValue(3)
        row = QHBoxLayout()
        row.addWidget(warn)
        row.addWidget(limit)
        column.addLayout(row)
        fields["warn"] = warn.isChecked
        fields["limit"] = limit.value

    def add_list(self, column):
        button = QPushButton("Put ticked parts on the list")
        self.list = QListWidget()
        button.clicked.connect(self.take)
        column.addWidget(button)
        column.addWidget(QLabel("Shopping list"))
        column.addWidget(self.list)
        fields["list"] = lambda: [self.list.item(i).text() for i in range(self.list.count())]

    def ticked(self):
        parts = [top.child(number) for top in self.tops for number in range(top.childCount())]
        return [part.text(0) for part in parts if part.checkState(0) == Qt.Checked]

    def current_part(self):
        item = self.tree.currentItem()
        return item.text(0) if item and item.isSelected() else ""

    def take(self):
        for name in self.ticked():
            self.list.addItem(name)


WINDOWS = {"jobs": Jobs, "customer": Customer, "store": Store}

start = sys.argv[1]
app = QApplication(sys.argv)
window = WINDOWS[start]()
window.show()
timer = QTimer()
timer.timeout.connect(keep)
timer.start(150)
sys.exit(app.exec())
