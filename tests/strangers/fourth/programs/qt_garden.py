"""A garden book in Qt: a list of pages, a table, a tool bar with a drop-down, a calendar, a dialog."""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QDate, QPoint, Qt, QTime, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QMenu,
    QPushButton,
    QSlider,
    QSplitter,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QTimeEdit,
    QToolBar,
    QToolBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

PLANTS = [
    ("Thyme", "Herb bed", 12, 2.4),
    ("Tomato", "Greenhouse", 8, 3.1),
    ("Lettuce", "Long bed", 40, 0.6),
    ("Sage", "Herb bed", 5, 2.9),
    ("Radish", "Long bed", 90, 0.2),
]
BEDS = ["Long bed", "Herb bed", "Greenhouse", "Balcony"]
PAGES = ["Plants", "Watering", "Journal", "Tools"]


class Window(QMainWindow):
    """The garden book."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Garden Book")
        self.resize(860, 560)
        self.last = None
        self.fields = {}
        self.state = {"season": "Spring", "marked": [], "journal selection": ""}
        self.pages = QStackedWidget()
        for make in (self._plants, self._watering, self._journal, self._tools):
            self.pages.addWidget(make())
        self.names = QListWidget()
        self.names.addItems(PAGES)
        self.names.setMaximumWidth(130)
        self.names.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.names.setCurrentRow(PAGES.index(start) if start in PAGES else 0)
        self.fields["page"] = lambda: PAGES[self.pages.currentIndex()]
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.addWidget(self.names)
        row.addWidget(self.pages)
        self.setCentralWidget(middle)
        self._bar()
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self.write)
        self.timer.start()

    def count(self, name):
        key = "clicks " + name
        self.state[key] = self.state.get(key, 0) + 1

    def _bar(self):
        bar = QToolBar()
        bar.setMovable(False)
        self.addToolBar(bar)
        add = QAction("Add plant...", self)
        add.triggered.connect(self._add)
        bar.addAction(add)
        lock = QAction("Lock", self, checkable=True)
        self.fields["locked"] = lock.isChecked
        bar.addAction(lock)
        button = QToolButton()
        button.setText("Season: Spring")
        button.setPopupMode(QToolButton.InstantPopup)
        menu = QMenu(button)

        def choose(name):
            self.state["season"] = name
            button.setText("Season: " + name)

        for name in ("Spring", "Summer", "Autumn", "Winter"):
            menu.addAction(name, lambda name=name: choose(name))
        button.setMenu(menu)
        bar.addWidget(button)

    def _plants(self):
        page = QWidget()
        box = QVBoxLayout(page)
        find = QLineEdit(placeholderText="Find a plant")
        self.fields["find"] = find.text
        box.addWidget(find)
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels(["Plant", "Bed", "Pieces", "Price"])
        self.table.setSelectionBehavior(QAbstractItemView.SelectItems)
        self.table.setContextMenuPolicy(Qt.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._plant_menu)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.AscendingOrder)
        for plant in PLANTS:
            self._row(*plant)
        find.textChanged.connect(self._filter)
        box.addWidget(self.table)
        self.fields["rows"] = lambda: [
            " | ".join(self.table.item(r, c).text() for c in range(4))
            for r in range(self.table.rowCount())
        ]
        return page

    def _row(self, *cells):
        self.table.setSortingEnabled(False)
        self.table.insertRow(self.table.rowCount())
        for column, cell in enumerate(cells):
            item = QTableWidgetItem()
            item.setData(Qt.EditRole, cell)
            self.table.setItem(self.table.rowCount() - 1, column, item)
        self.table.setSortingEnabled(True)

    def _filter(self, text):
        for row in range(self.table.rowCount()):
            hidden = text.lower() not in self.table.item(row, 0).text().lower()
            self.table.setRowHidden(row, hidden)

    def _plant_menu(self, point: QPoint):
        item = self.table.itemAt(point)
        if item is None:
            return
        name = self.table.item(item.row(), 0).text()
        menu = QMenu(self.table)
        for text in ("Mark as harvested", "Water now", "Print label"):
            entry = menu.addAction(text)
            entry.triggered.connect(
                lambda _=False, text=text: self.state["marked"].append(f"{name}: {text}")
            )
        menu.popup(self.table.viewport().mapToGlobal(point))

    def _add(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("New plant")
        form = QFormLayout(dialog)
        name, bed = QLineEdit(), QComboBox()
        bed.addItems(BEDS)
        form.addRow("Name", name)
        form.addRow("Bed", bed)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        buttons.accepted.connect(dialog.accept)
        buttons.rejected.connect(dialog.reject)
        form.addRow(buttons)
        dialog.accepted.connect(lambda: self._row(name.text(), bed.currentText(), 1, 0.0))
        dialog.open()

    def _watering(self):
        page = QWidget()
        form = QFormLayout(page)
        start = QTimeEdit(QTime(7, 0))
        start.setDisplayFormat("HH:mm")
        self.fields["starts"] = lambda: start.time().toString("HH:mm")
        form.addRow("Starts at", start)
        litres = QDoubleSpinBox(minimum=0, maximum=20, singleStep=0.5, value=4)
        self.fields["litres"] = litres.value
        form.addRow("Litres per bed", litres)
        pressure = QSlider(Qt.Horizontal, minimum=0, maximum=10, value=3)
        pressure.setTickPosition(QSlider.TicksBelow)
        shown = QLabel("3")
        pressure.valueChanged.connect(lambda value: shown.setText(str(value)))
        self.fields["pressure"] = pressure.value
        row = QHBoxLayout()
        row.addWidget(pressure)
        row.addWidget(shown)
        form.addRow("Pressure", row)
        days = QListWidget()
        items = []
        for name in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"):
            item = QListWidgetItem(name, days)
            item.setCheckState(Qt.Checked if name == "Sunday" else Qt.Unchecked)
            items.append(item)
        self.fields["days"] = lambda: [i.text() for i in items if i.checkState() == Qt.Checked]
        form.addRow("On these days", days)
        rain = QCheckBox("Skip it when it rains")
        self.fields["skip"] = rain.isChecked
        form.addRow(rain)
        run = QPushButton("Test run")
        run.clicked.connect(lambda: self.count("Test run"))
        form.addRow(run)
        return page

    def _journal(self):
        split = QSplitter()
        calendar = QCalendarWidget()
        calendar.setSelectedDate(QDate(2025, 4, 2))
        calendar.setVerticalHeaderFormat(QCalendarWidget.NoVerticalHeader)
        calendar.setGridVisible(True)
        self.fields["date"] = lambda: calendar.selectedDate().toString("yyyy-MM-dd")
        split.addWidget(calendar)
        side = QWidget()
        box = QVBoxLayout(side)
        box.addWidget(QLabel("Today's entry"))
        text = QTextEdit()
        text.setPlainText("Found slugs under the lettuce.\nThe sage is in flower.")
        text.selectionChanged.connect(
            lambda: self.state.update({"journal selection": text.textCursor().selectedText()})
        )
        self.fields["journal"] = text.toPlainText
        box.addWidget(text)
        box.addWidget(QLabel("Headline"))
        headline = QLineEdit("Cold night")
        self.fields["headline"] = headline.text
        box.addWidget(headline)
        keep = QPushButton("Keep entry")
        keep.clicked.connect(lambda: self.count("Keep entry"))
        box.addWidget(keep)
        split.addWidget(side)
        return split

    def _tools(self):
        tools = QToolBox()
        for group, names in (
            ("For digging", ["Spade", "Fork"]),
            ("For cutting", ["Shears", "Saw", "Knife"]),
            ("For carrying", ["Barrow", "Basket"]),
        ):
            page = QWidget()
            box = QVBoxLayout(page)
            for name in names:
                check = QCheckBox(name)
                self.fields["tool " + name] = check.isChecked
                box.addWidget(check)
            box.addStretch()
            tools.addItem(page, group)
        self.fields["tool group"] = lambda: tools.itemText(tools.currentIndex())
        return tools

    def write(self):
        state = {name: read() for name, read in self.fields.items()} | self.state
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
