"""Riding school: the lessons of a day, the horses and the yard."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

LESSONS = [
    ("08:30", "Ella Brandt", "Pepper", "Beginner"),
    ("09:15", "Sam Okoro", "Juniper", "Intermediate"),
    ("10:30", "Tom Hale", "Biscuit", "Beginner"),
    ("11:45", "Priya Nair", "Captain", "Advanced"),
    ("14:00", "Lotte Vries", "Pepper", "Intermediate"),
]
BARNS = {
    "Long barn": {"Biscuit": 4, "Pepper": 5, "Thistle": 3},
    "Stone barn": {"Captain": 8, "Juniper": 6},
    "Field shelter": {"Old Morris": 7},
}
TURNOUT = ["Pepper", "Captain", "Biscuit", "Juniper", "Thistle"]
LEVELS = ["Beginner", "Intermediate", "Advanced"]
keep = Keep()


class Window(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Hollow Farm Stables")
        self.resize(1180, 700)
        self.lessons = list(LESSONS)
        self.hay = {name: kilos for barn in BARNS.values() for name, kilos in barn.items()}
        self.said = ""
        self.menus()
        tabs = QTabWidget()
        tabs.addTab(self.lesson_tab(), "Lessons")
        tabs.addTab(self.horse_tab(), "Horses")
        tabs.addTab(self.yard_tab(), "Yard")
        tabs.setCurrentIndex(["lessons", "horses", "yard"].index(start))
        self.setCentralWidget(tabs)
        self.statusBar().showMessage("5 lessons today")
        keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()))
        keep.add("status", lambda: self.statusBar().currentMessage())
        keep.add("dialog", lambda: bool(QApplication.activeModalWidget()))
        keep.add("size", lambda: self.isMaximized())

    def menus(self):
        day = self.menuBar().addMenu("&Day")
        for name in ("Print day sheet", "Close the day"):
            keep.known(name)
            day.addAction(name, lambda name=name: keep.count(name))
        view = self.menuBar().addMenu("&View")
        for name, on in (("Row numbers", True), ("Striped rows", False), ("Status bar", True)):
            action = view.addAction(name)
            action.setCheckable(True)
            action.setChecked(on)
            keep.add(name, action.isChecked)
            if name == "Row numbers":
                action.toggled.connect(lambda on: self.table.verticalHeader().setVisible(on))
            elif name == "Striped rows":
                action.toggled.connect(lambda on: self.table.setAlternatingRowColors(on))
            else:
                action.toggled.connect(lambda on: self.statusBar().setVisible(on))
        bar = QToolBar("Tools")
        bar.setMovable(False)
        style = self.style()
        for name, icon in (
            ("Save day sheet", QStyle.SP_DialogSaveButton),
            ("Reload", QStyle.SP_BrowserReload),
            ("Empty the bin", QStyle.SP_TrashIcon),
        ):
            keep.known(name)
            bar.addAction(style.standardIcon(icon), name, lambda name=name: keep.count(name))
        self.addToolBar(bar)

    def lesson_tab(self):
        page = QWidget()
        row = QHBoxLayout(page)
        self.table = QTableWidget(0, 5)
        self.table.setHorizontalHeaderLabels(["Time", "Rider", "Horse", "Level", ""])
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.Stretch)
        self.fill()
        row.addWidget(self.table, 3)
        keep.add("lessons", lambda: [" | ".join(one) for one in self.lessons])
        keep.add(
            "chosen lesson",
            lambda: self.table.item(r, 1).text() if (r := self.table.currentRow()) >= 0 else "",
        )

        box = QGroupBox("New lesson")
        form = QFormLayout(box)
        self.rider = QLineEdit()
        self.rider.setPlaceholderText("First and last name")
        self.horse = QComboBox()
        self.horse.addItems(["Any horse", *sorted(self.hay)])
        self.date = QDateEdit(QDate(2026, 3, 9))
        self.date.setDisplayFormat("dd/MM/yyyy")
        self.date.setCalendarPopup(True)
        self.time = QComboBox()
        self.time.setEditable(False)
        self.time.addItems(["08:30", "09:15", "10:30", "11:45", "13:00", "14:00", "15:15", "16:30"])
        levels = QWidget()
        line = QHBoxLayout(levels)
        line.setContentsMargins(0, 0, 0, 0)
        self.levels = QButtonGroup(self)
        for name in LEVELS:
            button = QRadioButton(name)
            self.levels.addButton(button)
            line.addWidget(button)
        self.levels.buttons()[0].setChecked(True)
        self.length = QSlider(Qt.Horizontal)
        self.length.setRange(30, 90)
        self.length.setSingleStep(5)
        self.length.setPageStep(15)
        self.length.setValue(45)
        self.length.setAccessibleName("Length")
        minutes = QLabel("45 min")
        minutes.setMinimumWidth(50)
        self.length.valueChanged.connect(lambda value: minutes.setText(f"{value} min"))
        slide = QWidget()
        line = QHBoxLayout(slide)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.length)
        line.addWidget(minutes)
        self.private = QCheckBox("Private lesson")
        self.helmet = QCheckBox("Borrows a helmet")
        self.notes = QPlainTextEdit()
        self.notes.setMaximumHeight(90)
        self.notes.setTabChangesFocus(True)
        for name, widget in (
            ("Rider", self.rider),
            ("Horse", self.horse),
            ("Date", self.date),
            ("Time", self.time),
            ("Level", levels),
            ("Length", slide),
            ("", self.private),
            ("", self.helmet),
            ("Notes", self.notes),
        ):
            form.addRow(name, widget)
        buttons = QHBoxLayout()
        book = QPushButton("Book lesson")
        book.clicked.connect(self.book)
        clear = QPushButton("Clear")
        clear.clicked.connect(self.clear)
        buttons.addWidget(clear)
        buttons.addWidget(book)
        form.addRow(buttons)
        row.addWidget(box, 2)
        keep.add("rider", self.rider.text)
        keep.add("horse", self.horse.currentText)
        keep.add("date", lambda: self.date.date().toString("yyyy-MM-dd"))
        keep.add("time", self.time.currentText)
        keep.add("level", lambda: self.levels.checkedButton().text())
        keep.add("length", self.length.value)
        keep.add("private", self.private.isChecked)
        keep.add("helmet", self.helmet.isChecked)
        keep.add("notes", self.notes.toPlainText)
        return page

    def fill(self):
        self.table.setRowCount(len(self.lessons))
        for r, lesson in enumerate(self.lessons):
            for c, text in enumerate(lesson):
                self.table.setItem(r, c, QTableWidgetItem(text))
            button = QPushButton("Cancel")
            button.clicked.connect(lambda _on=False, lesson=lesson: self.cancel(lesson))
            self.table.setCellWidget(r, 4, button)
        self.table.setCurrentCell(-1, -1)

    def cancel(self, lesson):
        box = QMessageBox(self)
        box.setWindowTitle("Cancel lesson")
        box.setIcon(QMessageBox.Question)
        box.setText(f"Cancel the lesson of {lesson[1]} at {lesson[0]}?")
        yes = box.addButton("Cancel lesson", QMessageBox.AcceptRole)
        box.addButton("Keep it", QMessageBox.RejectRole)
        box.exec()
        if box.clickedButton() is yes:
            self.lessons.remove(lesson)
            self.fill()
            self.statusBar().showMessage(f"Lesson of {lesson[1]} cancelled")

    def book(self):
        name = self.rider.text().strip()
        if not name:
            self.statusBar().showMessage("Please give the rider's name")
            return
        level = self.levels.checkedButton().text()
        self.lessons.append((self.time.currentText(), name, self.horse.currentText(), level))
        self.lessons.sort()
        self.fill()
        self.rider.clear()
        self.statusBar().showMessage(f"Lesson of {name} booked")

    def clear(self):
        self.rider.clear()
        self.notes.clear()
        self.horse.setCurrentIndex(0)

    def horse_tab(self):
        page = QWidget()
        row = QHBoxLayout(page)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Horse", "Hay"])
        self.tree.setColumnWidth(0, 220)
        for barn, horses in BARNS.items():
            top = QTreeWidgetItem(self.tree, [barn])
            for name in horses:
                one = QTreeWidgetItem(top, [name, f"{self.hay[name]} kg"])
                one.setFlags(one.flags() | Qt.ItemIsUserCheckable)
                one.setCheckState(0, Qt.Unchecked)
                keep.add("resting " + name, lambda one=one: one.checkState(0) == Qt.Checked)
            keep.add("open " + barn, top.isExpanded)
        self.tree.topLevelItem(1).setExpanded(True)
        self.tree.currentItemChanged.connect(self.picked)
        keep.add(
            "chosen horse",
            lambda: self.tree.currentItem().text(0) if self.tree.currentItem() else "",
        )
        left = QVBoxLayout()
        left.addWidget(QLabel("Barns (tick a horse that rests today)"))
        left.addWidget(self.tree)
        row.addLayout(left, 2)

        middle = QVBoxLayout()
        self.card = QGroupBox("No horse chosen")
        form = QFormLayout(self.card)
        self.kilos = QSpinBox()
        self.kilos.setRange(0, 20)
        self.kilos.setSuffix(" kg")
        self.kilos.valueChanged.connect(self.weigh)
        form.addRow("Hay a day", self.kilos)
        self.rug = QComboBox()
        self.rug.addItems(["No rug", "Light rug", "Winter rug"])
        form.addRow("Rug", self.rug)
        self.card.setEnabled(False)
        middle.addWidget(self.card)
        keep.add("hay shown", self.kilos.value)
        keep.add("rug", self.rug.currentText)
        for name in self.hay:
            keep.add("hay " + name, lambda name=name: self.hay[name])
        diet = QGroupBox("Special diet")
        diet.setCheckable(True)
        diet.setChecked(False)
        form = QFormLayout(diet)
        feed = QLineEdit()
        form.addRow("Feed", feed)
        soaked = QCheckBox("Soak overnight")
        form.addRow("", soaked)
        middle.addWidget(diet)
        middle.addStretch()
        keep.add("diet", diet.isChecked)
        keep.add("feed", feed.text)
        keep.add("soaked", soaked.isChecked)
        row.addLayout(middle, 2)

        right = QVBoxLayout()
        right.addWidget(QLabel("Turnout order (drag to change)"))
        order = QListWidget()
        order.addItems(TURNOUT)
        order.setDragDropMode(QAbstractItemView.InternalMove)
        order.setAccessibleName("Turnout order")
        right.addWidget(order)
        row.addLayout(right, 1)
        keep.add("turnout", lambda: [order.item(n).text() for n in range(order.count())])
        return page

    def picked(self, item, _before=None):
        name = item.text(0) if item else ""
        known = name in self.hay
        self.card.setEnabled(known)
        self.card.setTitle(name if known else "No horse chosen")
        if known:
            self.kilos.setValue(self.hay[name])

    def weigh(self, value):
        item = self.tree.currentItem()
        if item and item.text(0) in self.hay:
            self.hay[item.text(0)] = value
            item.setText(1, f"{value} kg")

    def yard_tab(self):
        page = QWidget()
        row = QHBoxLayout(page)
        box = QGroupBox("Today in the yard")
        form = QFormLayout(box)
        arena = QComboBox()
        arena.addItems(["Dry", "Damp", "Waterlogged", "Frozen"])
        form.addRow("Arena", arena)
        vet = QLineEdit("Dr Amsel")
        form.addRow("Vet on call", vet)
        hose = QSpinBox()
        hose.setRange(0, 60)
        hose.setValue(10)
        form.addRow("Sprinkler minutes", hose)
        for name, on in (("Gate locked", True), ("Farrier comes today", False), ("Muck heap collected", False)):  # fmt: skip
            check = QCheckBox(name)
            check.setChecked(on)
            form.addRow("", check)
            keep.add(name, check.isChecked)
        send = QPushButton("Post to the board")
        keep.known("Post to the board")

        def post():
            keep.count("Post to the board")
            self.statusBar().showMessage("Posted to the board")

        send.clicked.connect(post)
        form.addRow(send)
        keep.add("arena", arena.currentText)
        keep.add("vet", vet.text)
        keep.add("sprinkler", hose.value)
        row.addWidget(box, 1)
        jobs = QGroupBox("Helpers")
        column = QVBoxLayout(jobs)
        names = QListWidget()
        names.setSelectionMode(QAbstractItemView.MultiSelection)
        names.addItems(["Agnes", "Bruno", "Carys", "Dmitri", "Esme"])
        column.addWidget(QLabel("Select everyone who is here"))
        column.addWidget(names)
        keep.add("helpers", lambda: sorted(one.text() for one in names.selectedItems()))
        row.addWidget(jobs, 1)
        return page


def main():
    app = QApplication(sys.argv)
    window = Window(sys.argv[1])
    window.show()
    timer = QTimer(app)
    timer.timeout.connect(keep.write)
    timer.start(120)
    keep.write()
    sys.exit(app.exec())


main()
