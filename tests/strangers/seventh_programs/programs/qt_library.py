# ruff: noqa: PLR0915
"""The lending desk of a town library, and the card of one of its readers (Qt)."""

import sys

from keep import keep
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup
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
    QMainWindow,
    QMenu,
    QMessageBox,
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
    QToolBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

LOANS = [
    ("The Salt Path", "Irene Maddox", "02 Dec"),
    ("A Whole Life", "Jon Fairley", "04 Dec"),
    ("Tide Tables 2026", "Harbour School", "04 Dec"),
    ("Owls at Night", "Priya Nair", "09 Dec"),
    ("Bread for Beginners", "Irene Maddox", "11 Dec"),
    ("The Lost Lighthouse", "Samir Haddad", "15 Dec"),
]
SHELVES = {
    "Fiction": ["Crime", "Historical", "Short stories"],
    "Children": ["Picture books", "First readers"],
    "Local history": ["Maps", "Parish records"],
}


class Desk(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Northgate Library - Lending desk")
        self.resize(1040, 620)
        self.printed = 0
        self.refreshed = 0
        self.marks = {title: "" for title, _, _ in LOANS}
        bar = self.menuBar()
        loan = bar.addMenu("&Loans")
        for text in ("New loan...", "Return by barcode..."):
            loan.addAction(text)
        loan.addSeparator()
        loan.addAction("Quit", self.close)
        view = bar.addMenu("&View")
        self.covers = view.addAction("Show covers")
        self.covers.setCheckable(True)
        self.overdue = view.addAction("Only overdue")
        self.overdue.setCheckable(True)
        sort = view.addMenu("Sort loans by")
        self.sort = QActionGroup(self)
        for text in ("Due date", "Title", "Reader"):
            action = sort.addAction(text)
            action.setCheckable(True)
            self.sort.addAction(action)
        self.sort.actions()[0].setChecked(True)
        density = view.addMenu("Row height")
        self.density = QActionGroup(self)
        for text in ("Compact", "Normal", "Roomy"):
            action = density.addAction(text)
            action.setCheckable(True)
            self.density.addAction(action)
        self.density.actions()[1].setChecked(True)
        bar.addMenu("&Help").addAction("About", self.about)

        tools = QToolBar("Tools")
        self.addToolBar(tools)
        style = self.style()

        def tool(icon, tip, done):
            action = QAction(style.standardIcon(icon), "", self)
            action.setToolTip(tip)
            action.triggered.connect(done)
            tools.addAction(action)

        tool(QStyle.SP_BrowserReload, "Refresh the list", self.refresh)
        tool(QStyle.SP_DialogSaveButton, "Export as spreadsheet", lambda: self.count("exported"))
        tool(QStyle.SP_FileDialogDetailedView, "Print today's slips", lambda: self.count("printed"))
        self.exported = 0
        tools.addSeparator()
        tools.addWidget(QLabel(" Branch: "))
        self.branch = QComboBox()
        self.branch.addItems(["Northgate", "Mill Lane", "Mobile library", "Old Town Hall"])
        tools.addWidget(self.branch)
        tools.addSeparator()
        self.find = QLineEdit()
        self.find.setPlaceholderText("Find title or reader")
        self.find.setClearButtonEnabled(True)
        self.find.setMaximumWidth(260)
        tools.addWidget(self.find)

        self.shelves = QTreeWidget()
        self.shelves.setHeaderLabel("Shelves")
        for name, parts in SHELVES.items():
            top = QTreeWidgetItem([name])
            self.shelves.addTopLevelItem(top)
            for part in parts:
                top.addChild(QTreeWidgetItem([part]))
        self.loans = QTableWidget(len(LOANS), 5)
        self.loans.setHorizontalHeaderLabels(["Title", "Reader", "Due", "Renewed", "Remark"])
        self.loans.verticalHeader().hide()
        self.loans.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.loans.setContextMenuPolicy(Qt.CustomContextMenu)
        self.loans.customContextMenuRequested.connect(self.menu)
        for row, (title, reader, due) in enumerate(LOANS):
            for column, text in enumerate((title, reader, due)):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemIsEnabled | Qt.ItemIsSelectable)
                self.loans.setItem(row, column, item)
            box = QTableWidgetItem()
            box.setFlags(Qt.ItemIsEnabled | Qt.ItemIsUserCheckable)
            box.setCheckState(Qt.Checked if row == 2 else Qt.Unchecked)
            self.loans.setItem(row, 3, box)
            self.loans.setItem(row, 4, QTableWidgetItem("large print" if row == 3 else ""))
        header = self.loans.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.Stretch)
        header.resizeSection(1, 150)
        self.find.textChanged.connect(self.filter)
        split = QSplitter()
        split.addWidget(self.shelves)
        split.addWidget(self.loans)
        split.setSizes([230, 800])
        self.setCentralWidget(split)
        self.statusBar().showMessage("6 items out on loan")

    def count(self, name):
        setattr(self, name, getattr(self, name) + 1)

    def refresh(self):
        self.refreshed += 1

    def about(self):
        QMessageBox.information(self, "About", "Northgate Library, lending desk 4.2")

    def filter(self, text):
        for row in range(self.loans.rowCount()):
            words = " ".join(self.loans.item(row, c).text() for c in (0, 1)).lower()
            self.loans.setRowHidden(row, text.lower() not in words)

    def menu(self, where):
        item = self.loans.itemAt(where)
        if not item:
            return
        title = self.loans.item(item.row(), 0).text()
        menu = QMenu(self)
        for text in ("Renew for 3 weeks", "Put on hold shelf", "Mark as damaged", "Reader's card"):
            menu.addAction(text, lambda t=text: self.marks.__setitem__(title, t))
        menu.exec(self.loans.viewport().mapToGlobal(where))

    def state(self):
        rows = range(self.loans.rowCount())
        state = {"mark " + k: v for k, v in self.marks.items()}
        for row in rows:
            title = self.loans.item(row, 0).text()
            state["renewed " + title] = self.loans.item(row, 3).checkState() == Qt.Checked
            state["remark " + title] = self.loans.item(row, 4).text()
        tops = [self.shelves.topLevelItem(i) for i in range(self.shelves.topLevelItemCount())]
        state |= {"open " + top.text(0): top.isExpanded() for top in tops}
        chosen = self.shelves.selectedItems()
        return state | {
            "printed": self.printed,
            "exported": self.exported,
            "refreshed": self.refreshed,
            "branch": self.branch.currentText(),
            "find": self.find.text(),
            "covers": self.covers.isChecked(),
            "overdue": self.overdue.isChecked(),
            "sort": self.sort.checkedAction().text(),
            "row height": self.density.checkedAction().text(),
            "shelf": chosen[0].text(0) if chosen else "",
            "selected": sorted(
                {self.loans.item(i.row(), 0).text() for i in self.loans.selectedIndexes()}
            ),
        }


class Card(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Northgate Library - Reader 20418")
        self.resize(640, 520)
        self.saved = 0
        self.tabs = QTabWidget()
        person = QWidget()
        form = QFormLayout(person)
        self.name = QLineEdit("Samir Haddad")
        self.street = QLineEdit("14 Quay Street")
        self.town = QLineEdit("Northgate")
        self.mail = QLineEdit("samir@example.org")
        self.born = QDateEdit(QDate(1988, 3, 21))
        self.born.setDisplayFormat("dd/MM/yyyy")
        form.addRow("Full name", self.name)
        form.addRow("Street", self.street)
        form.addRow("Town", self.town)
        form.addRow("E-mail", self.mail)
        form.addRow("Date of birth", self.born)
        kind = QGroupBox("Kind of membership")
        row = QHBoxLayout(kind)
        self.kind = QButtonGroup(self)
        for text in ("Adult", "Student", "Senior", "Family"):
            radio = QRadioButton(text)
            row.addWidget(radio)
            self.kind.addButton(radio)
        self.kind.buttons()[0].setChecked(True)
        form.addRow(kind)
        self.limit = QSpinBox()
        self.limit.setRange(1, 40)
        self.limit.setValue(12)
        form.addRow("Items at a time", self.limit)

        notices = QWidget()
        form = QVBoxLayout(notices)
        self.boxes = {}
        for text, on in (
            ("Remind me two days before the due date", True),
            ("Tell me when a reservation is in", True),
            ("Send the monthly newsletter", False),
            ("Invite me to readings and talks", False),
        ):
            box = QCheckBox(text)
            box.setChecked(on)
            self.boxes[text] = box
            form.addWidget(box)
        line = QHBoxLayout()
        line.addWidget(QLabel("Language of letters"))
        self.language = QComboBox()
        self.language.addItems(["English", "Arabic", "French", "Polish", "Welsh"])
        line.addWidget(self.language, 1)
        form.addLayout(line)
        line = QHBoxLayout()
        line.addWidget(QLabel("Kiosk text size"))
        self.size = QSlider(Qt.Horizontal)
        self.size.setRange(10, 30)
        self.size.setValue(14)
        self.size.setAccessibleName("Kiosk text size")
        shown = QLabel("14 pt")
        self.size.valueChanged.connect(lambda v: shown.setText(f"{v} pt"))
        line.addWidget(self.size, 1)
        line.addWidget(shown)
        form.addLayout(line)
        form.addStretch()

        notes = QWidget()
        form = QVBoxLayout(notes)
        self.notes = QPlainTextEdit("Card replaced in June.\nPrefers the side entrance.\n")
        form.addWidget(self.notes)
        for page, text in ((person, "Person"), (notices, "Notices"), (notes, "Notes")):
            self.tabs.addTab(page, text)
        root = QWidget()
        column = QVBoxLayout(root)
        column.addWidget(self.tabs)
        buttons = QHBoxLayout()
        self.message = QLabel()
        buttons.addWidget(self.message, 1)
        for text, done in (("Save changes", self.save), ("Undo", lambda: None)):
            button = QPushButton(text)
            button.clicked.connect(done)
            buttons.addWidget(button)
        column.addLayout(buttons)
        self.setCentralWidget(root)

    def save(self):
        self.saved += 1
        self.message.setText("Saved.")

    def state(self):
        return {
            "tab": self.tabs.tabText(self.tabs.currentIndex()),
            "name": self.name.text(),
            "street": self.street.text(),
            "town": self.town.text(),
            "mail": self.mail.text(),
            "born": self.born.date().toString("yyyy-MM-dd"),
            "kind": self.kind.checkedButton().text(),
            "limit": self.limit.value(),
            "language": self.language.currentText(),
            "size": self.size.value(),
            "notes": self.notes.toPlainText(),
            "saved": self.saved,
            **{"box " + text: box.isChecked() for text, box in self.boxes.items()},
        }


app = QApplication(sys.argv)
window = {"desk": Desk, "card": Card}[sys.argv[1]]()
window.show()
timer = QTimer()
timer.timeout.connect(lambda: keep(window.state()))
timer.start(150)
sys.exit(app.exec())
