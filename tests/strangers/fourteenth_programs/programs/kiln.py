"""A planner for the firings of a pottery kiln (Qt)."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtGui import QAction, QActionGroup
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
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTimeEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

TABS = ["firing", "shelves", "history"]
PIECES = [
    ("Mug set", "Orla", "Top", True),
    ("Salad bowl", "Henk", "Middle", True),
    ("Tall vase", "Mirela", "Bottom", False),
    ("Egg cups", "Orla", "Top", False),
    ("Butter dish", "Tomasz", "Middle", True),
    ("Plant pot", "Henk", "Bottom", False),
]
PAST = {
    "2024": ["14 Feb – bisque", "2 Jun – cone 6 glaze", "19 Oct – raku test"],
    "2025": ["8 Jan – bisque", "23 Mar – porcelain", "30 Aug – cone 6 glaze"],
}


class Kiln(QMainWindow):
    """The window."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Kiln 2 – Firing planner")
        self.keep = keep = Keep()
        self.tabs = QTabWidget()
        self.tabs.addTab(self.firing(), "Firing")
        self.tabs.addTab(self.shelves(), "Shelves")
        self.tabs.addTab(self.history(), "History")
        self.tabs.setCurrentIndex(TABS.index(start))
        keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        self.setCentralWidget(self.tabs)
        self.menus()
        self.resize(960, 640)
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(keep.write)
        self.timer.start()
        keep.write()

    def button(self, name, run=None):
        made = QPushButton(name)
        if run:
            made.clicked.connect(run)
        else:
            self.keep.known(name)
            made.clicked.connect(lambda: self.keep.count(name))
        return made

    def menus(self):
        keep, bar = self.keep, self.menuBar()
        plan = bar.addMenu("&Plan")
        for name in ("Print shelf sheet", "Export as text", "Send to kiln"):
            keep.known(name)
            plan.addAction(
                name,
                lambda name=name: (
                    keep.count(name),
                    self.statusBar().showMessage(name + ": done", 4000),
                ),
            )
        kiln = bar.addMenu("&Kiln")
        for name, on in (("Vent open", True), ("Lock the panel", False), ("Alarm at peak", False)):
            act = QAction(name, self, checkable=True, checked=on)
            kiln.addAction(act)
            keep.add(name, act.isChecked)
        units = kiln.addMenu("Units")
        group = QActionGroup(self)
        for name in ("Celsius", "Fahrenheit"):
            act = QAction(name, self, checkable=True, checked=name == "Celsius")
            group.addAction(act)
            units.addAction(act)
        keep.add("units", lambda: group.checkedAction().text())
        self.statusBar().showMessage("Kiln is cold, 21 °C")

    def firing(self):
        keep, page, form = self.keep, QWidget(), QFormLayout()
        name, clay = QLineEdit("Glaze cone 6"), QComboBox()
        clay.addItems(["Stoneware", "Porcelain", "Earthenware", "Raku clay"])
        form.addRow("Programme name", name)
        form.addRow("Clay", clay)
        air, row = QButtonGroup(self), QHBoxLayout()
        for text in ("Oxidation", "Reduction", "Neutral"):
            one = QRadioButton(text, checked=text == "Oxidation")
            air.addButton(one)
            row.addWidget(one)
        row.addStretch()
        form.addRow("Atmosphere", row)
        peak = QSpinBox(minimum=600, maximum=1320, value=1222, suffix=" °C", singleStep=1)
        soak = QSpinBox(minimum=0, maximum=180, value=15, suffix=" min")
        form.addRow("Peak temperature", peak)
        form.addRow("Soak at peak", soak)
        ramp, said = (
            QSlider(Qt.Horizontal, minimum=50, maximum=300, value=150, singleStep=5, pageStep=25),
            QLabel("150 °C/h"),
        )
        ramp.setAccessibleName("Ramp")
        ramp.valueChanged.connect(lambda v: said.setText(f"{v} °C/h"))
        pair = QWidget()
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(ramp)
        row.addWidget(said)
        pair.setMaximumHeight(30)
        form.addRow("Ramp", pair)
        day, hour = (
            QDateEdit(QDate(2026, 5, 11), calendarPopup=True, displayFormat="dd/MM/yyyy"),
            QTimeEdit(QTime(6, 30), displayFormat="HH:mm"),
        )
        form.addRow("Firing day", day)
        form.addRow("Switch on at", hour)
        slow, cones, mail = (
            QCheckBox("Cool down slowly"),
            QCheckBox("Witness cones placed", checked=True),
            QCheckBox("Text me when it is done"),
        )
        for box in (slow, cones, mail):
            form.addRow("", box)
            keep.add(box.text(), box.isChecked)
        remarks = QPlainTextEdit("Two test tiles on the top shelf.")
        remarks.setMaximumHeight(80)
        form.addRow("Remarks", remarks)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.button("Check programme"))
        row.addWidget(self.button("Save programme"))
        form.addRow(row)
        page.setLayout(form)
        keep.add("name", name.text)
        keep.add("clay", clay.currentText)
        keep.add("atmosphere", lambda: air.checkedButton().text())
        keep.add("peak", lambda: peak.text())
        keep.add("soak", lambda: soak.text())
        keep.add("ramp", ramp.value)
        keep.add("day", lambda: day.text())
        keep.add("hour", lambda: hour.text())
        keep.add("remarks", remarks.toPlainText)
        return page

    def shelves(self):
        keep, page, box = self.keep, QWidget(), QVBoxLayout()
        self.table = table = QTableWidget(0, 4)
        table.setHorizontalHeaderLabels(["Piece", "Maker", "Shelf", "Glazed"])
        table.setSelectionBehavior(QAbstractItemView.SelectRows)
        table.setSelectionMode(QAbstractItemView.SingleSelection)
        table.setEditTriggers(QAbstractItemView.DoubleClicked)
        table.setColumnWidth(0, 240)
        for piece in PIECES:
            self.load(*piece)
        box.addWidget(table)
        row = QHBoxLayout()
        row.addWidget(self.button("Add piece…", self.ask))
        row.addWidget(self.button("Take out", self.out))
        row.addWidget(self.button("Move up", lambda: self.move_by(-1)))
        row.addWidget(self.button("Move down", lambda: self.move_by(1)))
        row.addStretch()
        box.addLayout(row)
        group, inner = QGroupBox("Shelf props"), QHBoxLayout()
        for text, value in (("Short", 8), ("Medium", 4), ("Long", 2)):
            spin = QSpinBox(minimum=0, maximum=20, value=value)
            spin.setAccessibleName(text)
            label = QLabel(text)
            label.setBuddy(spin)
            inner.addWidget(label)
            inner.addWidget(spin)
            keep.add("props " + text, spin.value)
        inner.addStretch()
        group.setLayout(inner)
        box.addWidget(group)
        page.setLayout(box)
        keep.add("pieces", lambda: [self.piece(r) for r in range(table.rowCount())])
        keep.add(
            "selected piece",
            lambda: self.table.item(table.currentRow(), 0).text() if table.selectedItems() else "",
        )
        return page

    def load(self, piece, maker, shelf, glazed):
        at = self.table.rowCount()
        self.table.insertRow(at)
        for column, text in enumerate((piece, maker, shelf)):
            self.table.setItem(at, column, QTableWidgetItem(text))
        tick = QTableWidgetItem()
        tick.setFlags(Qt.ItemIsUserCheckable | Qt.ItemIsEnabled | Qt.ItemIsSelectable)
        tick.setCheckState(Qt.Checked if glazed else Qt.Unchecked)
        self.table.setItem(at, 3, tick)

    def piece(self, row):
        words = [self.table.item(row, c).text() for c in range(3)]
        return ", ".join(words) + (
            " (glazed)" if self.table.item(row, 3).checkState() == Qt.Checked else ""
        )

    def out(self):
        if self.table.selectedItems():
            self.table.removeRow(self.table.currentRow())
            self.table.clearSelection()

    def move_by(self, way):
        row = self.table.currentRow()
        if self.table.selectedItems() and 0 <= row + way < self.table.rowCount():
            for column in range(4):
                here, there = (
                    self.table.takeItem(row, column),
                    self.table.takeItem(row + way, column),
                )
                self.table.setItem(row, column, there)
                self.table.setItem(row + way, column, here)
            self.table.selectRow(row + way)

    def ask(self):
        dialog = QDialog(self, windowTitle="Add a piece")
        form = QFormLayout(dialog)
        piece, maker, shelf, glazed = (
            QLineEdit(),
            QLineEdit(),
            QComboBox(),
            QCheckBox("Already glazed"),
        )
        shelf.addItems(["Top", "Middle", "Bottom"])
        form.addRow("What is it?", piece)
        form.addRow("Maker", maker)
        form.addRow("Shelf", shelf)
        form.addRow("", glazed)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        buttons.accepted.connect(dialog.accept)
        buttons.rejected.connect(dialog.reject)
        form.addRow(buttons)
        dialog.accepted.connect(
            lambda: self.load(piece.text(), maker.text(), shelf.currentText(), glazed.isChecked())
        )
        dialog.setModal(True)
        dialog.show()

    def history(self):
        keep, page, box = self.keep, QWidget(), QHBoxLayout()
        tree = QTreeWidget()
        tree.setHeaderLabels(["Firing", "Result"])
        tree.setColumnWidth(0, 260)
        for year, firings in PAST.items():
            top = QTreeWidgetItem([year, ""])
            tree.addTopLevelItem(top)
            for name in firings:
                top.addChild(QTreeWidgetItem([name, "good"]))
        tree.topLevelItem(1).setExpanded(True)
        box.addWidget(tree, 3)
        side = QVBoxLayout()

        def mark(word):
            for item in tree.selectedItems():
                if item.parent():
                    item.setText(1, word)

        for text, word in (
            ("Mark as good", "good"),
            ("Mark as spoiled", "spoiled"),
            ("Mark as repeat", "repeat"),
        ):
            side.addWidget(self.button(text, lambda _=False, word=word: mark(word)))
        side.addStretch()
        notes = QListWidget()
        for text in ("Order cones", "Sweep the floor", "Oil the door hinge"):
            notes.addItem(text)
        notes.setDragDropMode(QAbstractItemView.InternalMove)
        side.addWidget(QLabel("Chores after a firing"))
        side.addWidget(notes)
        box.addLayout(side, 2)
        page.setLayout(box)
        for i, year in enumerate(PAST):
            keep.add("open " + year, lambda i=i: tree.topLevelItem(i).isExpanded())
            for j, name in enumerate(PAST[year]):
                keep.add(
                    f"result {year} {name}", lambda i=i, j=j: tree.topLevelItem(i).child(j).text(1)
                )
        keep.add("selected firing", lambda: [item.text(0) for item in tree.selectedItems()])
        keep.add("chores", lambda: [notes.item(i).text() for i in range(notes.count())])
        keep.add("selected chore", lambda: [item.text() for item in notes.selectedItems()])
        return page


app = QApplication(sys.argv[:1])
window = Kiln(sys.argv[1])
window.show()
sys.exit(app.exec())
