"""The costume store of a theatre."""

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
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

SIZES = ["XS", "S", "M", "L", "XL"]
ERAS = ["Medieval", "Baroque", "Victorian", "1920s", "1950s", "Modern"]
STATES = ["Good", "Needs mending", "Worn out"]
# name, size, era, condition, rail, dry clean only, fireproofed
STOCK = {
    "Dresses": [
        ["Emerald ball gown", "M", "Baroque", "Good", 3, True, False],
        ["Flapper dress", "S", "1920s", "Needs mending", 5, False, False],
        ["Nurse uniform", "L", "1950s", "Good", 7, False, True],
    ],
    "Coats": [
        ["Red tailcoat", "L", "Victorian", "Good", 2, True, True],
        ["Trench coat", "XL", "Modern", "Good", 2, False, False],
    ],
    "Hats": [
        ["Top hat", "M", "Victorian", "Worn out", 9, False, False],
        ["Jester cap", "M", "Medieval", "Good", 9, False, False],
    ],
}
LOANS = [
    ["Mill Lane School", "Jester cap", "3 Mar", "Out"],
    ["Riverside Players", "Trench coat", "10 Mar", "Overdue"],
    ["Opera Studio", "Flapper dress", "28 Mar", "Out"],
]
STARTS = {
    "gown": {"tab": 0, "item": "Emerald ball gown"},
    "hat": {"tab": 0, "item": "Top hat"},
    "loans": {"tab": 1, "item": ""},
}


class Store(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Playhouse Costume Store")
        self.resize(900, 640)
        self.keep = Keep()
        self.asked = ""
        self.data = {
            row[0]: dict(
                zip(
                    ["size", "era", "condition", "rail", "dry clean", "fireproofed", "note"],
                    [*row[1:], ""],
                    strict=False,
                )
            )
            for group in STOCK.values()
            for row in group
        }
        self.now = None
        self.bar()
        self.tabs = QTabWidget()
        self.tabs.addTab(self.costumes(), "Costumes")
        self.tabs.addTab(self.loans(), "Loans")
        self.tabs.addTab(self.labels(), "Labels")
        self.setCentralWidget(self.tabs)
        self.tabs.setCurrentIndex(start["tab"])
        for item in self.leaves():
            if item.text(0) == start["item"]:
                self.tree.setCurrentItem(item)
        self.keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        self.keep.add("dialog", lambda: self.asked)
        for name, row in self.data.items():
            for part in row:
                self.keep.add(f"{name} {part}", lambda r=row, p=part: r[p])
        self.statusBar().showMessage(f"{len(self.data)} costumes in store")

    def leaves(self):
        return [
            self.tree.topLevelItem(g).child(i)
            for g in range(self.tree.topLevelItemCount())
            for i in range(self.tree.topLevelItem(g).childCount())
        ]

    def bar(self):
        self.keep.known("Stocktake", "Cleaning list")
        store = self.menuBar().addMenu("&Store")
        lend = QAction("&Lend costume…", self)
        lend.triggered.connect(self.lend)
        store.addAction(lend)
        for name in ("Stocktake", "Cleaning list"):
            store.addAction(name).triggered.connect(lambda _=0, n=name: self.keep.count(n))
        options = self.menuBar().addMenu("&Options")
        for name, on in (("Warn about overdue loans", True), ("Metric sizes", False)):
            action = QAction(name, self, checkable=True, checked=on)
            options.addAction(action)
            self.keep.add(name.lower(), action.isChecked)
        tools = QToolBar("Main")
        tools.addAction(lend)
        self.addToolBar(tools)

    def costumes(self):
        split = QSplitter()
        left = QWidget()
        down = QVBoxLayout(left)
        self.find = QLineEdit(placeholderText="Search costumes", clearButtonEnabled=True)
        self.find.textChanged.connect(self.filter)
        self.keep.add("search", self.find.text)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Costume", "Rail"])
        self.tree.header().setSectionResizeMode(0, QHeaderView.Stretch)
        self.tree.header().setStretchLastSection(False)
        for group, rows in STOCK.items():
            top = QTreeWidgetItem([group])
            top.setFlags(Qt.ItemIsEnabled)
            self.tree.addTopLevelItem(top)
            for row in rows:
                top.addChild(QTreeWidgetItem([row[0], str(row[4])]))
        self.tree.expandAll()
        self.tree.currentItemChanged.connect(self.show_item)
        self.keep.add("costume", lambda: self.now or "")
        self.keep.add(
            "folded",
            lambda: [
                self.tree.topLevelItem(g).text(0)
                for g in range(self.tree.topLevelItemCount())
                if not self.tree.topLevelItem(g).isExpanded()
            ],
        )
        down.addWidget(self.find)
        down.addWidget(self.tree)
        split.addWidget(left)
        self.box = QGroupBox("Details")
        form = QFormLayout(self.box)
        self.title = QLabel("")
        self.size_ = QComboBox()
        self.size_.addItems(SIZES)
        self.era = QComboBox()
        self.era.addItems(ERAS)
        self.rail = QSpinBox(minimum=1, maximum=20)
        self.conditions = QButtonGroup(self)
        down2 = QVBoxLayout()
        for name in STATES:
            radio = QRadioButton(name)
            self.conditions.addButton(radio)
            down2.addWidget(radio)
        self.dry = QCheckBox("Dry clean only")
        self.fire = QCheckBox("Fireproofed")
        self.note = QLineEdit()
        form.addRow("Costume:", self.title)
        form.addRow("Si&ze:", self.size_)
        form.addRow("&Era:", self.era)
        form.addRow("&Rail:", self.rail)
        form.addRow("Condition:", down2)
        form.addRow(self.dry)
        form.addRow(self.fire)
        form.addRow("&Note:", self.note)
        self.size_.currentTextChanged.connect(lambda t: self.put("size", t))
        self.era.currentTextChanged.connect(lambda t: self.put("era", t))
        self.rail.valueChanged.connect(lambda n: self.put("rail", n))
        self.conditions.buttonClicked.connect(lambda b: self.put("condition", b.text()))
        self.conditions.buttonToggled.connect(lambda b, on: on and self.put("condition", b.text()))
        self.dry.toggled.connect(lambda on: self.put("dry clean", on))
        self.fire.toggled.connect(lambda on: self.put("fireproofed", on))
        self.note.textChanged.connect(lambda t: self.put("note", t))
        self.box.setEnabled(False)
        split.addWidget(self.box)
        split.setSizes([420, 460])
        return split

    def filter(self, text):
        for item in self.leaves():
            item.setHidden(text.lower() not in item.text(0).lower())

    def put(self, part, value):
        if self.now:
            self.data[self.now][part] = value
            if part == "rail":
                for item in self.leaves():
                    if item.text(0) == self.now:
                        item.setText(1, str(value))

    def show_item(self, item, _before=None):
        if item is None or item.text(0) not in self.data:
            return
        self.now = None
        row = self.data[item.text(0)]
        self.title.setText(item.text(0))
        self.size_.setCurrentText(row["size"])
        self.era.setCurrentText(row["era"])
        self.rail.setValue(row["rail"])
        for button in self.conditions.buttons():
            if button.text() == row["condition"]:
                button.setChecked(True)
        self.dry.setChecked(row["dry clean"])
        self.fire.setChecked(row["fireproofed"])
        self.note.setText(row["note"])
        self.box.setEnabled(True)
        self.now = item.text(0)

    def loans(self):
        page = QWidget()
        down = QVBoxLayout(page)
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels(["Borrower", "Costume", "Back by", "Status"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.Stretch)
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SingleSelection)
        for row in LOANS:
            self.loan(row)
        down.addWidget(self.table)
        line = QHBoxLayout()
        for name in ("Check in", "Remind", "Lost"):
            button = QPushButton(name)
            button.clicked.connect(lambda _=0, n=name: self.act(n))
            line.addWidget(button)
        line.addStretch()
        new = QPushButton("New loan…")
        new.clicked.connect(self.lend)
        line.addWidget(new)
        down.addLayout(line)
        self.keep.add(
            "loans",
            lambda: [
                " | ".join(self.table.item(r, c).text() for c in range(4))
                for r in range(self.table.rowCount())
            ],
        )
        self.keep.add(
            "selected loan", lambda: self.table.item(self.at(), 0).text() if self.at() >= 0 else ""
        )
        return page

    def loan(self, row):
        n = self.table.rowCount()
        self.table.insertRow(n)
        for c, text in enumerate(row):
            self.table.setItem(n, c, QTableWidgetItem(text))

    def at(self):
        picked = self.table.selectionModel().selectedRows()
        return picked[0].row() if picked else -1

    def act(self, name):
        word = {"Check in": "Back", "Remind": "Reminded", "Lost": "Lost"}[name]
        if self.at() >= 0:
            self.table.item(self.at(), 3).setText(word)

    def lend(self):
        box = QDialog(self)
        box.setWindowTitle("Lend costume")
        form = QFormLayout(box)
        what = QComboBox()
        what.addItems(list(self.data))
        if self.now:
            what.setCurrentText(self.now)
        who = QLineEdit()
        back = QDateEdit(QDate(2025, 4, 1), displayFormat="dd/MM/yyyy")
        paid = QCheckBox("Deposit paid")
        form.addRow("&Costume:", what)
        form.addRow("&Borrower:", who)
        form.addRow("Back b&y:", back)
        form.addRow(paid)
        ends = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        ends.accepted.connect(box.accept)
        ends.rejected.connect(box.reject)
        form.addRow(ends)
        self.asked = "Lend costume"

        def done(answer):
            self.asked = ""
            if answer:
                status = "Out, paid" if paid.isChecked() else "Out"
                self.loan([who.text(), what.currentText(), back.date().toString("d MMM"), status])

        box.finished.connect(done)
        box.open()

    def labels(self):
        page = QWidget()
        form = QFormLayout(page)
        paper = QComboBox()
        paper.addItems(["Small tags", "Large tags", "Sew-in tape"])
        size = QSlider(Qt.Horizontal, minimum=6, maximum=24, value=12)
        shown = QLabel("12 pt")
        size.valueChanged.connect(lambda n: shown.setText(f"{n} pt"))
        copies = QSpinBox(minimum=1, maximum=50)
        code = QCheckBox("Print barcode", checked=True)
        owner = QCheckBox("Print theatre name")
        form.addRow("&Paper:", paper)
        form.addRow("Text si&ze:", size)
        form.addRow("", shown)
        form.addRow("&Copies:", copies)
        form.addRow(code)
        form.addRow(owner)
        self.keep.known("Print labels")
        button = QPushButton("Print labels")
        button.clicked.connect(lambda: self.keep.count("Print labels"))
        form.addRow(button)
        add = self.keep.add
        add("paper", paper.currentText)
        add("text size", size.value)
        add("copies", copies.value)
        add("barcode", code.isChecked)
        add("theatre name", owner.isChecked)
        return page


app = QApplication(sys.argv)
store = Store(STARTS[sys.argv[1]])
store.show()
store.raise_()
store.activateWindow()
timer = QTimer()
timer.timeout.connect(store.keep.write)
timer.start(100)
sys.exit(app.exec())
