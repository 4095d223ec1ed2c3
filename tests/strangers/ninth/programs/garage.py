"""A garage's planner (Qt): jobs, a customer form, the parts store."""

import json, os, sys
from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtGui import QAction, QActionGroup, QIcon
from PySide6.QtWidgets import *

START = sys.argv[1]
app = QApplication(sys.argv)
read = {}
S = {}


def counted(name):
    S.setdefault("clicks " + name, 0)

    def go(*_):
        S["clicks " + name] += 1

    return go


def save():
    state = {**S, **{k: f() for k, f in read.items()}}
    text = json.dumps(state, ensure_ascii=False)
    if text != save.last:
        save.last = text
        path = os.environ["STRANGERS_STATE"]
        with open(path + ".new", "w") as out:
            out.write(text)
        os.replace(path + ".new", path)


save.last = None


class Jobs(QMainWindow):
    ROWS = [
        ("HN 4471", "Brakes", "Moreau", "new"),
        ("KB 108", "Oil change", "Iversen", "new"),
        ("TR 9920", "Clutch", "Moreau", "waiting"),
        ("PL 33 X", "Inspection", "Dietz", "new"),
    ]

    def __init__(self):
        super().__init__()
        self.setWindowTitle("Garage Planner - Jobs")
        self.resize(980, 600)
        bar = self.menuBar()
        file = bar.addMenu("&File")
        file.addAction("New job", counted("new job"))
        file.addAction("Print list...", counted("print list"))
        export = file.addMenu("Export as")
        for kind in ("PDF", "Spreadsheet", "Plain text"):
            export.addAction(kind, lambda kind=kind: S.update(exported=kind))
        S["exported"] = ""
        view = bar.addMenu("&View")
        self.toggles = {}
        for name, on in (("Status bar", True), ("Finished jobs", False), ("Large rows", False)):
            act = view.addAction(name)
            act.setCheckable(True)
            act.setChecked(on)
            read["view " + name] = act.isChecked
        lift = view.addMenu("Lift")
        group = QActionGroup(self)
        self.lift = None
        for name in ("All lifts", "Lift 1", "Lift 2", "Lift 3"):
            act = lift.addAction(name)
            act.setCheckable(True)
            group.addAction(act)
            act.setChecked(name == "All lifts")
        read["lift"] = lambda: group.checkedAction().text()
        tools = self.addToolBar("Tools")
        style = self.style()
        for icon, tip in (
            (QStyle.SP_FileIcon, "New job"),
            (QStyle.SP_BrowserReload, "Fetch bookings from the web site"),
            (QStyle.SP_ArrowUp, "Move the job up"),
            (QStyle.SP_ArrowDown, "Move the job down"),
            (QStyle.SP_MessageBoxInformation, "Show vehicle history"),
        ):
            act = QAction(style.standardIcon(icon), tip, self)
            act.setToolTip(tip)
            tools.addAction(act)
            if "Move" in tip:
                act.triggered.connect(lambda _=0, d=-1 if "up" in tip else 1: self.move_row(d))
            else:
                act.triggered.connect(counted(tip.lower()))
        split = QSplitter()
        self.table = QTableWidget(0, 5)
        self.table.setHorizontalHeaderLabels(["Plate", "Work", "Mechanic", "State", "Hours"])
        for row in self.ROWS:
            self.put(row)
        self.table.setSelectionBehavior(QTableWidget.SelectRows)
        self.table.setContextMenuPolicy(Qt.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self.menu)
        split.addWidget(self.table)
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
        split.addWidget(side)
        split.setSizes([680, 300])
        self.setCentralWidget(split)
        self.statusBar().showMessage("4 jobs today")
        read["memo"] = self.memo.toPlainText
        read["page"] = lambda: side.tabText(side.currentIndex())
        read["checked"] = lambda: [
            self.checks.item(i).text()
            for i in range(4)
            if self.checks.item(i).checkState() == Qt.Checked
        ]
        read["plates"] = lambda: [self.text(r, 0) for r in range(self.table.rowCount())]
        for r, row in enumerate(self.ROWS):
            for c, name in enumerate(("plate", "work", "mechanic", "state", "hours")):
                read[f"{row[0]} {name}"] = lambda p=row[0], c=c: next(
                    (self.text(i, c) for i in range(self.table.rowCount()) if self.text(i, 0) == p),
                    None,
                )

    def text(self, r, c):
        w = self.table.cellWidget(r, c)
        if w is not None:
            return w.value() if isinstance(w, QDoubleSpinBox) else w.currentText()
        item = self.table.item(r, c)
        return item.text() if item else ""

    def put(self, row, at=None, hours=1.0):
        at = self.table.rowCount() if at is None else at
        self.table.insertRow(at)
        for c, text in enumerate(row[:3]):
            self.table.setItem(at, c, QTableWidgetItem(text))
        box = QComboBox()
        box.addItems(["new", "waiting", "in work", "finished"])
        box.setCurrentText(row[3])
        self.table.setCellWidget(at, 3, box)
        spin = QDoubleSpinBox()
        spin.setSingleStep(0.5)
        spin.setValue(hours)
        self.table.setCellWidget(at, 4, spin)

    def move_row(self, d):
        r = self.table.currentRow()
        if r < 0 or not 0 <= r + d < self.table.rowCount():
            return
        row = [self.text(r, c) for c in range(5)]
        self.table.removeRow(r)
        self.put(row[:4], r + d, row[4])
        self.table.setCurrentCell(r + d, 0)

    def menu(self, pos):
        r = self.table.indexAt(pos).row()
        if r < 0:
            return
        menu = QMenu(self)
        menu.addAction(
            "Mark as finished", lambda: self.table.cellWidget(r, 3).setCurrentText("finished")
        )
        menu.addAction(
            "Double the hours", lambda: self.table.cellWidget(r, 4).setValue(self.text(r, 4) * 2)
        )
        sub = menu.addMenu("Give to")
        for name in ("Moreau", "Iversen", "Dietz", "Oduya"):
            sub.addAction(name, lambda name=name: self.table.item(r, 2).setText(name))
        menu.popup(self.table.viewport().mapToGlobal(pos))


class Customer(QDialog):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Garage Planner - Customer")
        form = QFormLayout()

        def line(label, key, text=""):
            w = QLineEdit(text)
            form.addRow(label, w)
            read[key] = w.text
            return w

        line("&Name", "name", "Adeline Moss")
        line("&Phone", "phone", "0410 8827")
        line("E-mail", "mail").setPlaceholderText("optional")
        make = QComboBox()
        make.setEditable(True)
        make.addItems(["Dacia", "Fiat", "Renault", "Saab", "Skoda", "Volvo"])
        make.setCurrentText("Fiat")
        form.addRow("Make", make)
        read["make"] = make.currentText
        fuel = QComboBox()
        fuel.addItems(["Petrol", "Diesel", "Electric", "Hybrid"])
        form.addRow("Fuel", fuel)
        read["fuel"] = fuel.currentText
        km = QSpinBox()
        km.setRange(0, 900000)
        km.setSingleStep(1000)
        km.setValue(84000)
        km.setSuffix(" km")
        form.addRow("Mileage", km)
        read["mileage"] = km.value
        day = QDateEdit(QDate(2026, 4, 14))
        day.setDisplayFormat("dd.MM.yyyy")
        day.setCalendarPopup(True)
        form.addRow("Comes on", day)
        read["day"] = lambda: day.date().toString("yyyy-MM-dd")
        at = QTimeEdit(QTime(8, 0))
        at.setDisplayFormat("HH:mm")
        form.addRow("at", at)
        read["time"] = lambda: at.time().toString("HH:mm")
        row = QHBoxLayout()
        self.how = QButtonGroup(self)
        for name in ("Waits here", "Picks up later", "We deliver"):
            b = QRadioButton(name)
            b.setChecked(name == "Picks up later")
            self.how.addButton(b)
            row.addWidget(b)
        form.addRow("Return", row)
        read["return"] = lambda: self.how.checkedButton().text()
        loan = QGroupBox("Courtesy car")
        loan.setCheckable(True)
        loan.setChecked(False)
        inner = QHBoxLayout(loan)
        size = QComboBox()
        size.addItems(["Small", "Estate", "Van"])
        inner.addWidget(QLabel("Size"))
        inner.addWidget(size)
        auto = QCheckBox("Automatic gearbox")
        inner.addWidget(auto)
        form.addRow(loan)
        read["courtesy car"] = loan.isChecked
        read["size"] = size.currentText
        read["automatic"] = auto.isChecked
        slide = QSlider(Qt.Horizontal)
        slide.setRange(0, 8)
        slide.setValue(2)
        slide.setTickPosition(QSlider.TicksBelow)
        mark = QLabel("2/8")
        slide.valueChanged.connect(lambda v: mark.setText(f"{v}/8"))
        fl = QHBoxLayout()
        fl.addWidget(slide)
        fl.addWidget(mark)
        form.addRow("Fuel gauge", fl)
        read["gauge"] = slide.value
        text = QPlainTextEdit("Rattles when cold.")
        text.setMaximumHeight(80)
        form.addRow("Complaint", text)
        read["complaint"] = text.toPlainText
        buttons = QHBoxLayout()
        for name in ("Save", "Clear form", "Previous visits..."):
            b = QPushButton(name)
            b.clicked.connect(
                counted(name.lower().strip(".")) if name != "Previous visits..." else self.visits
            )
            buttons.addWidget(b)
        form.addRow(buttons)
        S["dialog"] = ""
        self.setLayout(form)
        self.resize(520, 600)

    def visits(self):
        box = QDialog(self)
        box.setWindowTitle("Previous visits")
        lay = QVBoxLayout(box)
        lst = QListWidget()
        lst.addItems(["2023-05-02 Inspection", "2024-01-19 Battery", "2025-03-30 Tyres"])
        lay.addWidget(lst)
        b = QPushButton("Take over complaint")
        b.clicked.connect(
            lambda: (
                S.update(taken=lst.currentItem().text() if lst.currentItem() else ""),
                box.accept(),
            )
        )
        lay.addWidget(b)
        S["dialog"] = "Previous visits"
        box.finished.connect(lambda *_: S.update(dialog=""))
        box.open()


S.setdefault("taken", "") if START == "customer" else None


class Store(QWidget):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Garage Planner - Parts store")
        self.resize(860, 560)
        lay = QHBoxLayout(self)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Part", "Shelf", "In stock"])
        for top, parts in (
            (
                "Filters",
                [
                    ("Oil filter", "A1", "12"),
                    ("Air filter", "A2", "5"),
                    ("Cabin filter", "A2", "8"),
                ],
            ),
            (
                "Brakes",
                [("Front pads", "B4", "6"), ("Rear pads", "B5", "2"), ("Brake fluid", "C1", "20")],
            ),
            ("Bulbs", [("H4", "D1", "30"), ("H7", "D1", "14")]),
        ):
            node = QTreeWidgetItem([top])
            for part in parts:
                kid = QTreeWidgetItem(list(part))
                kid.setFlags(kid.flags() | Qt.ItemIsUserCheckable)
                kid.setCheckState(0, Qt.Unchecked)
                node.addChild(kid)
            self.tree.addTopLevelItem(node)
        self.tree.setColumnWidth(0, 190)
        lay.addWidget(self.tree, 2)
        right = QVBoxLayout()
        right.addWidget(QLabel("Suppliers"))
        self.sup = QListWidget()
        self.sup.setSelectionMode(QListWidget.ExtendedSelection)
        self.sup.addItems(["Auteko", "Bremsen Huber", "Nordparts", "Solvay & Son", "Zenith"])
        right.addWidget(self.sup)
        find = QLineEdit()
        find.setPlaceholderText("Search parts")
        find.setClearButtonEnabled(True)
        comp = QCompleter(
            ["Air filter", "Brake fluid", "Cabin filter", "Front pads", "Oil filter", "Rear pads"]
        )
        comp.setCaseSensitivity(Qt.CaseInsensitive)
        find.setCompleter(comp)
        right.addWidget(find)
        self.low = QCheckBox("Warn me when fewer than")
        self.lim = QSpinBox()
        self.lim.setValue(3)
        warn = QHBoxLayout()
        warn.addWidget(self.low)
        warn.addWidget(self.lim)
        right.addLayout(warn)
        b = QPushButton("Put ticked parts on the list")
        self.list = QListWidget()
        b.clicked.connect(self.take)
        right.addWidget(b)
        right.addWidget(QLabel("Shopping list"))
        right.addWidget(self.list)
        lay.addLayout(right, 1)
        read["suppliers"] = lambda: sorted(i.text() for i in self.sup.selectedItems())
        read["search"] = find.text
        read["warn"] = self.low.isChecked
        read["limit"] = self.lim.value
        read["list"] = lambda: [self.list.item(i).text() for i in range(self.list.count())]
        tops = [self.tree.topLevelItem(i) for i in range(3)]
        read["unfolded"] = lambda: [t.text(0) for t in tops if t.isExpanded()]
        read["ticked"] = lambda: [
            t.child(i).text(0)
            for t in tops
            for i in range(t.childCount())
            if t.child(i).checkState(0) == Qt.Checked
        ]
        read["current part"] = lambda: (
            self.tree.currentItem().text(0)
            if self.tree.currentItem() and self.tree.currentItem().isSelected()
            else ""
        )
        self.tops = tops

    def take(self):
        for t in self.tops:
            for i in range(t.childCount()):
                if t.child(i).checkState(0) == Qt.Checked:
                    self.list.addItem(t.child(i).text(0))


window = {"jobs": Jobs, "customer": Customer, "store": Store}[START]()
window.show()
timer = QTimer()
timer.timeout.connect(save)
timer.start(150)
sys.exit(app.exec())
