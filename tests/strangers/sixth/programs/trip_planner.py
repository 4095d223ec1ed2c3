"""A Qt trip planner: a tool box, a table of legs, times, a dial and a tool bar."""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDial,
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
    QMenu,
    QPushButton,
    QSpinBox,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QTimeEdit,
    QToolBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

LEGS = (
    ("Bern", "Milan", "08:05", "54.00"),
    ("Milan", "Bologna", "12:10", "31.50"),
    ("Bologna", "Rimini", "14:40", "12.00"),
    ("Rimini", "Bern", "18:20", "97.00"),
)
HEADS = ("From", "To", "Leaves", "Price")
PACKING = ("Passport", "Charger", "Umbrella", "Reading glasses", "Slides", "Business cards")


class Window(QMainWindow):
    """The planner: a tool bar, a tool box beside a table."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Trip Planner")
        self.resize(940, 560)
        self.fields = {}
        self.clicks = {}
        self.last = None
        self.export = ""
        self._bar()
        split = QSplitter(Qt.Horizontal)
        self.box = QToolBox()
        self.box.addItem(self._journey(), "Journey")
        self.box.addItem(self._packing(), "Packing list")
        self.box.addItem(self._costs(), "Costs")
        self.box.setCurrentIndex({"Packing": 1, "Costs": 2}.get(start, 0))
        split.addWidget(self.box)
        split.addWidget(self._legs())
        split.setSizes([400, 520])
        self.setCentralWidget(split)
        self.statusBar().showMessage("Ready")
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self.write)
        self.timer.start()

    def count(self, name):
        self.clicks[name] = self.clicks.get(name, 0) + 1

    def _bar(self):
        bar = self.addToolBar("Main")
        bar.setMovable(False)
        for name in ("New leg", "Duplicate"):
            action = bar.addAction(name)
            action.triggered.connect(lambda _=False, name=name: self.count(name))
        for name, on in (("Show map", False), ("Lock order", True)):
            action = bar.addAction(name)
            action.setCheckable(True)
            action.setChecked(on)
            self.fields[name] = action.isChecked
        button = QToolButton()
        button.setText("Export")
        button.setPopupMode(QToolButton.InstantPopup)
        menu = QMenu(button)
        for name in ("As PDF", "As plain text", "As calendar"):
            menu.addAction(name, lambda name=name: setattr(self, "export", name))
        button.setMenu(menu)
        bar.addWidget(button)
        bar.addAction("Travellers...").triggered.connect(self._people)
        self.fields["export"] = lambda: self.export

    def _people(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("Travellers")
        form = QFormLayout(dialog)
        name = QLineEdit()
        form.addRow("Name of traveller", name)
        seats = QSpinBox(minimum=1, maximum=9)
        form.addRow("Seats", seats)
        bar = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        bar.accepted.connect(dialog.accept)
        bar.rejected.connect(dialog.reject)
        form.addRow(bar)
        dialog.accepted.connect(lambda: self.people.append(f"{name.text()} ({seats.value()})"))
        dialog.open()

    def _journey(self):
        page = QWidget()
        form = QFormLayout(page)
        self.people = []
        self.fields["travellers"] = lambda: list(self.people)
        title = QLineEdit("Spring fair")
        self.fields["Purpose"] = title.text
        form.addRow("Purpose", title)
        calendar = QCalendarWidget()
        calendar.setSelectedDate(QDate(2026, 4, 10))
        calendar.setGridVisible(True)
        self.fields["day"] = lambda: calendar.selectedDate().toString("yyyy-MM-dd")
        form.addRow(calendar)
        time = QTimeEdit(QTime(8, 0))
        time.setDisplayFormat("HH:mm")
        self.fields["Leave home at"] = lambda: time.time().toString("HH:mm")
        form.addRow("Leave home at", time)
        until = QDateEdit(QDate(2026, 4, 12))
        until.setDisplayFormat("dd.MM.yyyy")
        self.fields["Back on"] = lambda: until.date().toString("yyyy-MM-dd")
        form.addRow("Back on", until)
        return page

    def _packing(self):
        page = QWidget()
        box = QVBoxLayout(page)
        box.addWidget(QLabel("Tick what is packed"))
        view = QListWidget()
        for name in PACKING:
            item = QListWidgetItem(name, view)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Checked if name == "Charger" else Qt.Unchecked)
        items = [view.item(i) for i in range(view.count())]
        self.fields["packed"] = lambda: [i.text() for i in items if i.checkState() == Qt.Checked]
        box.addWidget(view)
        note = QTextEdit()
        note.setAcceptRichText(False)
        note.setPlainText("Ask Lea for the\nposter tube.")
        note.setAccessibleName("Reminder")
        box.addWidget(QLabel("Reminder"))
        self.fields["Reminder"] = note.toPlainText
        box.addWidget(note)
        return page

    def _costs(self):
        page = QWidget()
        form = QFormLayout(page)
        rate = QDoubleSpinBox(minimum=0, maximum=500, decimals=2)
        rate.setSuffix(" EUR")
        rate.setValue(40)
        self.fields["Daily allowance"] = rate.value
        form.addRow("Daily allowance", rate)
        paid = QComboBox()
        paid.addItems(["Company card", "Own money", "Advance", "Not yet known"])
        self.fields["Paid with"] = paid.currentText
        form.addRow("Paid with", paid)
        group = QGroupBox("Travel by car")
        group.setCheckable(True)
        group.setChecked(False)
        inner = QFormLayout(group)
        km = QSpinBox(maximum=5000)
        self.fields["Kilometres"] = km.value
        inner.addRow("Kilometres", km)
        shared = QCheckBox("Shared with colleagues")
        self.fields["Shared"] = shared.isChecked
        inner.addRow(shared)
        self.fields["Travel by car"] = group.isChecked
        form.addRow(group)
        dial = QDial(minimum=0, maximum=10)
        dial.setNotchesVisible(True)
        dial.setAccessibleName("Comfort")
        value = QLabel("0")
        dial.valueChanged.connect(lambda number: value.setText(str(number)))
        self.fields["Comfort"] = dial.value
        row = QHBoxLayout()
        row.addWidget(dial)
        row.addWidget(value)
        form.addRow("Comfort", row)
        return page

    def _legs(self):
        page = QWidget()
        box = QVBoxLayout(page)
        table = QTableWidget(len(LEGS), len(HEADS))
        table.setHorizontalHeaderLabels(HEADS)
        table.setSelectionBehavior(QAbstractItemView.SelectRows)
        for r, leg in enumerate(LEGS):
            for c, text in enumerate(leg):
                table.setItem(r, c, QTableWidgetItem(text))
        table.setContextMenuPolicy(Qt.CustomContextMenu)
        table.customContextMenuRequested.connect(self._leg_menu)
        self.table = table
        self.fields["legs"] = lambda: [
            " ".join(table.item(r, c).text() for c in range(len(HEADS)))
            for r in range(table.rowCount())
        ]
        self.fields["chosen"] = lambda: sorted(
            {table.item(i.row(), 0).text() for i in table.selectedIndexes()}
        )
        box.addWidget(table)
        row = QHBoxLayout()
        for name in ("Move up", "Move down", "Ask for offer"):
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, name=name: self._pressed(name))
            row.addWidget(button)
        box.addLayout(row)
        return page

    def _pressed(self, name):
        self.count(name)
        step = {"Move up": -1, "Move down": 1}.get(name)
        at = self.table.currentRow()
        if step and at >= 0 and 0 <= at + step < self.table.rowCount():
            for c in range(len(HEADS)):
                one, two = self.table.takeItem(at, c), self.table.takeItem(at + step, c)
                self.table.setItem(at, c, two)
                self.table.setItem(at + step, c, one)
            self.table.selectRow(at + step)

    def _leg_menu(self, point):
        item = self.table.itemAt(point)
        if not item:
            return
        start = self.table.item(item.row(), 0).text()
        menu = QMenu(self)
        for name in ("Show timetable", "Mark as booked"):
            menu.addAction(name, lambda name=name: self.count(f"{name}: {start}"))
        menu.popup(self.table.viewport().mapToGlobal(point))

    def write(self):
        state = {name: read() for name, read in self.fields.items()}
        state |= {"clicks " + name: number for name, number in self.clicks.items()}
        state["section"] = self.box.itemText(self.box.currentIndex())
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
    window = Window("".join(sys.argv[1:]))
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
