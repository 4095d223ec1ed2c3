"""A Qt desk of a camp site; it writes what its widgets hold to a file."""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtGui import QAction
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
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

PITCHES = {
    "Meadow": (("M1", "80"), ("M2", "95"), ("M3", "110")),
    "Lakeside": (("L1", "70"), ("L2", "75")),
    "Forest": (("F1", "120"), ("F2", "60"), ("F3", "90")),
}
HIRE = (
    ("Canoe", "6", "24"), ("Tandem", "2", "18"), ("Barbecue", "9", "7"), ("Sun sail", "4", "11"),
    ("Cot", "3", "5"),
)  # fmt: skip


class Camp(QMainWindow):
    """Menus, a tool bar, four tabs and a status line."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Camp Site Office")
        self.resize(880, 610)
        self.fields = {}
        self.clicks = {}
        self.last = None
        self._menus()
        self._tools()
        tabs = QTabWidget()
        for name, page in (
            ("Booking", self._booking()), ("Pitches", self._pitches()), ("Hire", self._hire()),
            ("Crew", self._crew()),
        ):  # fmt: skip
            tabs.addTab(page, name)
        names = [tabs.tabText(i) for i in range(tabs.count())]
        tabs.setCurrentIndex(names.index(start) if start in names else 0)
        self.fields["tab"] = lambda: tabs.tabText(tabs.currentIndex())
        self.setCentralWidget(tabs)
        self.statusBar().showMessage("14 pitches taken")
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self.write)
        self.timer.start()

    def count(self, name):
        self.clicks[name] = self.clicks.get(name, 0) + 1

    def entry(self, menu, text, then=None):
        name = text.replace("&", "").rstrip(".")
        action = QAction(text, self)
        action.triggered.connect(lambda: (self.count("menu " + name), then() if then else None))
        menu.addAction(action)

    def _menus(self):
        booking = self.menuBar().addMenu("&Booking")
        self.entry(booking, "&Copy Last Booking")
        self.entry(booking, "&Extend Stay...", self.extend)
        out = booking.addMenu("E&xport")
        for name in ("As &Table", "As &Letter", "As C&alendar"):
            self.entry(out, name)
        booking.addSeparator()
        self.entry(booking, "Close &Day")
        view = self.menuBar().addMenu("&View")
        for text, on in (("&Compact Rows", False), ("Show &Prices", True), ("&Night Mode", False)):
            action = QAction(text, self, checkable=True, checked=on)
            self.fields[text.replace("&", "")] = action.isChecked
            view.addAction(action)
        info = self.menuBar().addMenu("&Info")
        self.entry(info, "&Weather")
        self.entry(info, "Emergency &Numbers")

    def _tools(self):
        bar = QToolBar("Desk")
        bar.setToolButtonStyle(Qt.ToolButtonTextOnly)
        for name in ("Arrival", "Departure"):
            bar.addAction(name, lambda name=name: self.count("tool " + name))
        bar.addSeparator()
        bar.addAction("Memo...", self.memo)
        gate = bar.addAction("Gate open")
        gate.setCheckable(True)
        self.fields["Gate open"] = gate.isChecked
        self.addToolBar(bar)

    def extend(self):
        box = QDialog(self)
        box.setWindowTitle("Extend Stay")
        form = QFormLayout(box)
        nights = QSpinBox(minimum=1, maximum=30)
        form.addRow("Extra &nights", nights)
        late = QCheckBox("Late check-out")
        form.addRow(late)
        answers = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        answers.accepted.connect(box.accept)
        answers.rejected.connect(box.reject)
        form.addRow(answers)
        end = " late" if late.isChecked() else ""
        late.toggled.connect(lambda on: late.setProperty("said", " late" if on else ""))
        box.accepted.connect(
            lambda: self.count(f"extended by {nights.value()}{late.property('said') or end}")
        )
        box.rejected.connect(lambda: self.count("not extended"))
        box.open()

    def memo(self):
        box = QDialog(self)
        box.setWindowTitle("Memo")
        form = QFormLayout(box)
        whom = QComboBox()
        whom.addItems(["Reception", "Kitchen", "Lifeguard"])
        form.addRow("&For", whom)
        text = QLineEdit()
        form.addRow("&Message", text)
        row = QHBoxLayout()
        for name, then in (("Pin up", box.accept), ("Forget it", box.reject)):
            button = QPushButton(name)
            button.clicked.connect(then)
            row.addWidget(button)
        form.addRow(row)
        box.accepted.connect(lambda: self.count(f"memo {whom.currentText()}: {text.text()}"))
        box.rejected.connect(lambda: self.count("memo forgotten"))
        box.open()

    def line(self, form, name, key=""):
        edit = QLineEdit()
        self.fields[key or name] = edit.text
        form.addRow(name, edit)

    def power(self, more):
        power = QSlider(Qt.Horizontal, minimum=0, maximum=16, value=6, pageStep=2)
        power.setTickPosition(QSlider.TicksBelow)
        amount = QLabel("6 A")
        power.valueChanged.connect(lambda value: amount.setText(f"{value} A"))
        self.fields["Power"] = power.value
        row = QHBoxLayout()
        row.addWidget(power)
        row.addWidget(amount)
        label = QLabel("Power")
        label.setBuddy(power)
        more.addRow(label, row)

    def _booking(self):
        page = QWidget()
        grid = QGridLayout(page)
        guest, firm = QGroupBox("Guest"), QGroupBox("Company")
        form = QFormLayout(guest)
        self.line(form, "Family name")
        self.line(form, "Town", "Guest town")
        self.line(form, "Phone", "Guest phone")
        form = QFormLayout(firm)
        self.line(form, "Company name")
        self.line(form, "Town", "Company town")
        self.line(form, "Phone", "Company phone")
        grid.addWidget(guest, 0, 0)
        grid.addWidget(firm, 0, 1)
        stay = QFormLayout()
        self.date(stay, "Arrives on", QDate(2026, 7, 4))
        self.date(stay, "Leaves on", QDate(2026, 7, 11))
        for name, value in (("Adults", 2), ("Children", 0), ("Dogs", 0)):
            spin = QSpinBox(minimum=0, maximum=9, value=value)
            self.fields[name] = spin.value
            stay.addRow(name, spin)
        grid.addLayout(stay, 1, 0)
        more = QFormLayout()
        kind = QComboBox()
        kind.addItems(["Tent", "Caravan", "Camper van", "Wooden hut"])
        self.fields["Sleeps in"] = kind.currentText
        more.addRow("Sleeps in", kind)
        land = QComboBox(editable=True)
        land.addItems(["Norway", "Spain", "Poland"])
        self.fields["Country"] = land.currentText
        more.addRow("Country", land)
        self.power(more)
        deposit = QDoubleSpinBox(maximum=500, decimals=2, value=20, suffix=" EUR")
        self.fields["Deposit"] = deposit.value
        more.addRow("Deposit", deposit)
        for name, on in (("Quiet corner", False), ("Bread in the morning", True)):
            check = QCheckBox(name)
            check.setChecked(on)
            self.fields[name] = check.isChecked
            more.addRow(check)
        grid.addLayout(more, 1, 1)
        wishes = QPlainTextEdit(placeholderText="Anything else the guest has asked for")
        self.fields["Wishes"] = wishes.toPlainText
        grid.addWidget(wishes, 2, 0, 1, 2)
        row = QHBoxLayout()
        row.addStretch()
        for name in ("Work out price", "Keep booking", "Empty form"):
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, name=name: self.pressed(name))
            row.addWidget(button)
        grid.addLayout(row, 3, 0, 1, 2)
        return page

    def date(self, form, name, value):
        edit = QDateEdit(value, calendarPopup=True)
        edit.setDisplayFormat("dd/MM/yyyy")
        self.fields[name] = lambda: edit.date().toString("yyyy-MM-dd")
        form.addRow(name, edit)

    def pressed(self, name):
        self.count(name)
        if name == "Empty form":
            box = QMessageBox(self)
            box.setWindowTitle("Empty form")
            box.setText("Throw away what has been typed?")
            box.setStandardButtons(QMessageBox.Yes | QMessageBox.No)
            box.finished.connect(
                lambda code: self.count("emptied" if code == QMessageBox.Yes else "kept")
            )
            box.open()

    def _pitches(self):
        page = QWidget()
        box = QVBoxLayout(page)
        tree = QTreeWidget()
        tree.setHeaderLabels(["Pitch", "Square metres"])
        tree.setExpandsOnDoubleClick(False)
        for area, rows in PITCHES.items():
            parent = QTreeWidgetItem([area, ""])
            tree.addTopLevelItem(parent)
            for row in rows:
                parent.addChild(QTreeWidgetItem(list(row)))
            parent.setExpanded(area == "Meadow")
        tree.itemDoubleClicked.connect(lambda item, _c: self.count("double " + item.text(0)))
        items = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
        self.fields["open areas"] = lambda: [i.text(0) for i in items if i.isExpanded()]
        self.fields["Pitch"] = lambda: [item.text(0) for item in tree.selectedItems()]
        box.addWidget(tree)
        row = QHBoxLayout()
        for name in ("Reserve", "Out of order", "Free again"):
            button = QPushButton(name)
            button.clicked.connect(
                lambda _=False, name=name: self.count(
                    f"{name} {' '.join(item.text(0) for item in tree.selectedItems())}".strip()
                )
            )
            row.addWidget(button)
        box.addLayout(row)
        return page

    def _hire(self):
        page = QWidget()
        box = QVBoxLayout(page)
        table = QTableWidget(len(HIRE), 3)
        table.setHorizontalHeaderLabels(["Thing", "In stock", "Per day"])
        table.verticalHeader().setVisible(False)
        for row, thing in enumerate(HIRE):
            for column, text in enumerate(thing):
                cell = QTableWidgetItem()
                cell.setData(Qt.DisplayRole, int(text) if column else text)
                table.setItem(row, column, cell)
        table.horizontalHeader().setSortIndicator(-1, Qt.AscendingOrder)
        table.setSortingEnabled(True)

        def cells():
            rows = range(table.rowCount())
            return [[table.item(r, c).text() for c in range(3)] for r in rows]

        self.fields["order"] = lambda: [row[0] for row in cells()]
        for thing, *_rest in HIRE:
            for column, title in ((1, "stock"), (2, "day")):
                self.fields[f"{thing} {title}"] = lambda thing=thing, column=column: next(
                    (row[column] for row in cells() if row[0] == thing), ""
                )
        self.fields["cells"] = lambda: sorted(
            f"{table.item(i.row(), 0).text()}.{i.column()}" for i in table.selectedIndexes()
        )
        box.addWidget(table)
        return page

    def _crew(self):
        page = QWidget()
        box = QHBoxLayout(page)
        lists = []
        for title, names in (
            ("At home", ("Bruno", "Chiara", "Dmitri", "Elif")), ("On duty", ("Astrid",))
        ):  # fmt: skip
            made = QListWidget()
            made.addItems(names)
            made.setSelectionMode(QAbstractItemView.ExtendedSelection)
            made.setAccessibleName(title)
            lists.append(made)
            self.fields[title] = lambda made=made: [
                made.item(i).text() for i in range(made.count())
            ]
            self.fields["chosen " + title] = lambda made=made: sorted(
                item.text() for item in made.selectedItems()
            )
        middle = QVBoxLayout()
        middle.addStretch()
        for name, source, target in (("To duty >", *lists), ("< Send home", *reversed(lists))):
            button = QPushButton(name)
            button.clicked.connect(
                lambda _=False, source=source, target=target: [
                    target.addItem(source.takeItem(source.row(item)))
                    for item in source.selectedItems()
                ]
            )
            middle.addWidget(button)
        middle.addStretch()
        for made, part in zip(lists, (0, 1), strict=True):
            side = QVBoxLayout()
            side.addWidget(QLabel(made.accessibleName()))
            side.addWidget(made)
            box.addLayout(side)
            if not part:
                box.addLayout(middle)
        return page

    def write(self):
        state = {name: read() for name, read in self.fields.items()}
        state |= {"clicks " + name: number for name, number in self.clicks.items()}
        modal = QApplication.activeModalWidget()
        state["dialog"] = modal.windowTitle() if modal else ""
        text = json.dumps(state)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text)
            path.with_suffix(".new").replace(path)
            self.last = text


def main():
    app = QApplication(sys.argv)
    camp = Camp(" ".join(sys.argv[1:]))
    camp.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
