"""A Qt desk of a lending library; it writes what its widgets hold to a file."""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDoubleSpinBox,
    QGridLayout,
    QGroupBox,
    QHeaderView,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QMenu,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QTimeEdit,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

MENUS = {
    "&Loans": ["&Check Out", "&Renew", "Re&turn", "Reserve..."],
    "&Readers": ["Add &Reader", "&Find Reader", "Print &Card"],
    "&Options": ["[]Dark Colours", "[x]Beep on Scan"],
}
BOOKS = (
    ("The Old Mill", "Farrow", "in"),
    ("Winter Birds", "Lund", "out"),
    ("Bread at Home", "Okafor", "in"),
    ("A Short Walk", "Petit", "in"),
    ("Sea Charts", "Quinn", "out"),
)


class Desk(QMainWindow):
    """The desk: a tool bar, a list of views at the left, and one view at a time."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Library Loans")
        self.resize(900, 600)
        self.fields = {}
        self.clicks = {}
        self.last = None
        self._menus()
        self._tools()
        views = QListWidget()
        views.setMaximumWidth(130)
        stack = QStackedWidget()
        for name, page in (
            ("Loan slip", self._slip()), ("Shelf", self._shelf()), ("Topics", self._topics())
        ):  # fmt: skip
            views.addItem(name)
            stack.addWidget(page)
        views.currentRowChanged.connect(stack.setCurrentIndex)
        names = [views.item(i).text() for i in range(views.count())]
        views.setCurrentRow(names.index(start) if start in names else 0)
        self.fields["view"] = lambda: views.currentItem().text()
        middle = QWidget()
        grid = QGridLayout(middle)
        grid.addWidget(views, 0, 0)
        grid.addWidget(stack, 0, 1)
        self.setCentralWidget(middle)
        self.statusBar().showMessage("Desk 2 open until 18:00")
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self.write)
        self.timer.start()

    def count(self, name):
        self.clicks[name] = self.clicks.get(name, 0) + 1

    def _menus(self):
        for title, entries in MENUS.items():
            menu = self.menuBar().addMenu(title)
            for entry in entries:
                text = entry.lstrip("[]x")
                name = text.replace("&", "")
                action = QAction(text, self)
                if entry.startswith("["):
                    action.setCheckable(True)
                    action.setChecked(entry.startswith("[x"))
                    self.fields[name] = action.isChecked
                action.triggered.connect(lambda _=False, name=name: self.count("menu " + name))
                menu.addAction(action)
            if title == "&Readers":
                letters = menu.addMenu("&Letters")
                for name in ("Reminder", "Welcome", "Farewell"):
                    letters.addAction(name, lambda name=name: self.count("menu " + name))

    def _tools(self):
        bar = QToolBar("Tools")
        bar.setToolButtonStyle(Qt.ToolButtonTextOnly)
        for name in ("Scan card", "New slip", "Note..."):
            bar.addAction(name, lambda name=name: self.tool(name))
        hold = bar.addAction("Hold")
        hold.setCheckable(True)
        self.fields["Hold"] = hold.isChecked
        self.addToolBar(bar)

    def tool(self, name):
        self.count("tool " + name)
        if name == "Note...":
            box = QInputDialog(self)
            box.setWindowTitle("Note")
            box.setLabelText("Text of the note:")
            box.textValueSelected.connect(lambda text: self.count("note " + text))
            box.rejected.connect(lambda: self.count("note given up"))
            box.open()

    def _slip(self):
        page = QWidget()
        grid = QGridLayout(page)
        for row, name in enumerate(("Reader", "Card number", "Book title")):
            edit = QLineEdit()
            self.fields[name] = edit.text
            label = QLabel("&" + name)
            label.setBuddy(edit)
            grid.addWidget(label, row, 0)
            grid.addWidget(edit, row, 1, 1, 3)
        self.named(grid, 3, 0, "Branch", self._branch())
        due = QDateEdit(QDate(2025, 3, 10))
        due.setDisplayFormat("dd.MM.yyyy")
        self.fields["Due"] = lambda: due.date().toString("yyyy-MM-dd")
        self.named(grid, 3, 2, "Due", due)
        copies = QSpinBox(minimum=1, maximum=20)
        self.fields["Copies"] = copies.value
        self.named(grid, 4, 0, "Copies", copies)
        fine = QDoubleSpinBox(maximum=99, singleStep=0.5, decimals=2)
        self.fields["Fine"] = fine.value
        self.named(grid, 4, 2, "Fine", fine)
        hour = QTimeEdit(QTime(9, 0))
        hour.setDisplayFormat("HH:mm")
        self.fields["Pick-up time"] = lambda: hour.time().toString("HH:mm")
        self.named(grid, 5, 0, "Pick-up time", hour)
        height = QSlider(Qt.Horizontal, minimum=0, maximum=50, value=10)
        height.setAccessibleName("Loan days")
        self.fields["Loan days"] = height.value
        self.named(grid, 5, 2, "Loan days", height)
        ways = QGroupBox("Hand over")
        box = QVBoxLayout(ways)
        for name in ("At the desk", "By post", "Book bus"):
            radio = QRadioButton(name)
            radio.setChecked(name == "At the desk")
            self.fields[name] = radio.isChecked
            box.addWidget(radio)
        grid.addWidget(ways, 6, 0, 1, 2)
        extra = QGroupBox("Wishes")
        box = QVBoxLayout(extra)
        for name, on in (("Large print", False), ("Text me when due", True), ("Bag needed", False)):
            check = QCheckBox(name)
            check.setChecked(on)
            self.fields[name] = check.isChecked
            box.addWidget(check)
        grid.addWidget(extra, 6, 2, 1, 2)
        words = QTextEdit()
        words.setMaximumHeight(70)
        words.setAcceptRichText(False)
        self.fields["Desk remarks"] = words.toPlainText
        self.named(grid, 7, 0, "Desk remarks", words, 3)
        for column, name in enumerate(("Print slip", "Keep slip", "Clear")):
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, name=name: self.count(name))
            grid.addWidget(button, 8, column + 1)
        return page

    def _branch(self):
        branch = QComboBox()
        branch.addItems(["Main hall", "Harbour", "Castle Hill", "Station"])
        self.fields["Branch"] = branch.currentText
        return branch

    def named(self, grid, row, column, name, widget, span=1):
        label = QLabel(name)
        label.setBuddy(widget)
        grid.addWidget(label, row, column)
        grid.addWidget(widget, row, column + 1, 1, span)

    def _shelf(self):
        page = QWidget()
        box = QVBoxLayout(page)
        table = QTableWidget(len(BOOKS), 4)
        table.setHorizontalHeaderLabels(["Title", "Author", "State", ""])
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.Stretch)
        table.setSelectionBehavior(QAbstractItemView.SelectRows)
        table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        for row, book in enumerate(BOOKS):
            for column, text in enumerate(book):
                table.setItem(row, column, QTableWidgetItem(text))
            button = QPushButton("Look up")
            button.clicked.connect(lambda _=False, book=book: self.count("Look up " + book[0]))
            table.setCellWidget(row, 3, button)
        table.cellDoubleClicked.connect(lambda row, _c: self.count("double " + BOOKS[row][0]))
        table.setContextMenuPolicy(Qt.CustomContextMenu)
        table.customContextMenuRequested.connect(lambda at: self.row_menu(table, at))
        self.fields["Shelf"] = lambda: sorted(
            {BOOKS[index.row()][0] for index in table.selectedIndexes()}
        )
        box.addWidget(table)
        find = QLineEdit(placeholderText="Find on this shelf")
        self.fields["Find"] = find.text
        box.addWidget(find)
        return page

    def row_menu(self, table, at):
        row = table.rowAt(at.y())
        menu = QMenu(table)
        for name in ("Lend", "Mend", "Shelve"):
            menu.addAction(name, lambda name=name: self.count(f"{name} {BOOKS[row][0]}"))
        menu.popup(table.viewport().mapToGlobal(at))

    def _topics(self):
        page = QWidget()
        box = QVBoxLayout(page)
        topics = QListWidget()
        items = []
        for name, on in (
            ("Gardening", False), ("History", True), ("Cooking", False), ("Sailing", False),
            ("Music", False),
        ):  # fmt: skip
            item = QListWidgetItem(name)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Checked if on else Qt.Unchecked)
            topics.addItem(item)
            items.append(item)
        self.fields["Ticked"] = lambda: [i.text() for i in items if i.checkState() == Qt.Checked]
        box.addWidget(topics)
        button = QPushButton("Save topics")
        button.clicked.connect(lambda: self.count("Save topics"))
        box.addWidget(button)
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
    desk = Desk(" ".join(sys.argv[1:]))
    desk.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
