"""The sheet music of a choir: catalogue, loans, rehearsal. A dark look."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
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
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QTimeEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

LOOK = """
QWidget { background: #23282f; color: #e8e4d8; font-size: 14px; }
QLineEdit, QSpinBox, QComboBox, QDateEdit, QTimeEdit, QPlainTextEdit, QTreeWidget, QListWidget,
QTableWidget { background: #2e353e; border: 1px solid #56616f; padding: 3px; }
QPushButton { background: #8a4b2f; border-radius: 4px; padding: 6px 12px; }
QPushButton:disabled { background: #3a3f46; color: #7d828a; }
QHeaderView::section { background: #39424d; padding: 4px; border: 0; }
#pages { font-size: 16px; } #pages::item { padding: 10px; }
QCheckBox::indicator, QRadioButton::indicator { width: 13px; height: 13px; background: #2e353e;
border: 1px solid #aab3bd; } QRadioButton::indicator { border-radius: 7px; }
QCheckBox::indicator:checked, QRadioButton::indicator:checked { background: #e0a050; }
*::item:selected { background: #b0793f; color: #14171b; }
"""
WORKS = {
    "Sacred": ["Ave verum corpus", "Locus iste", "Cantate Domino"],
    "Folk songs": ["Loch Lomond", "Kalinka", "The Water is Wide"],
    "Christmas": ["In dulci jubilo", "Carol of the Bells"],
}
COPIES = [32, 28, 40, 25, 18, 30, 44, 36]
LOANS = [
    ["Greta Holm", "Soprano", "Locus iste", "03.02.2026"],
    ["Paul Adeyemi", "Bass", "Kalinka", "17.02.2026"],
    ["Ines Costa", "Alto", "Loch Lomond", "24.02.2026"],
    ["Viktor Blum", "Tenor", "Cantate Domino", "10.03.2026"],
]


class Library(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Cantabile Library")
        self.resize(1000, 650)
        self.setStyleSheet(LOOK)
        self.keep = keep = Keep()
        keep.known("save", "export list", "remind", "send round")
        names = [work for works in WORKS.values() for work in works]
        self.works = {n: {"copies": c, "organ": False} for n, c in zip(names, COPIES, strict=True)}
        self.filling = False
        middle = QWidget()
        across = QHBoxLayout(middle)
        self.pages = QListWidget(objectName="pages")
        self.pages.addItems(["Catalogue", "Loans", "Rehearsal"])
        self.pages.setFixedWidth(150)
        self.stack = QStackedWidget()
        across.addWidget(self.pages)
        across.addWidget(self.stack)
        self.setCentralWidget(middle)
        for page in (self.catalogue(), self.loans(), self.rehearsal()):
            self.stack.addWidget(page)
        self.pages.currentRowChanged.connect(self.stack.setCurrentIndex)
        self.pages.setCurrentRow(0)
        self.make_settings()
        self.make_menus()
        keep.add("page", lambda: self.pages.currentItem().text())
        keep.add("dialog", lambda: "preferences" if self.settings.isVisible() else "")

    def make_menus(self):
        keep = self.keep
        library = self.menuBar().addMenu("Library")
        for name, key in (("Save", "save"), ("Export list", "export list")):
            library.addAction(QAction(name, self, triggered=lambda _on=0, k=key: keep.count(k)))
        extras, view = self.menuBar().addMenu("Extras"), self.menuBar().addMenu("View")
        extras.addAction(QAction("Preferences...", self, triggered=lambda: self.settings.open()))
        for name, on in (("Status bar", True), ("Show shelf numbers", False)):
            action = QAction(name, self, checkable=True, checked=on)
            view.addAction(action)
            keep.add(name.lower(), action.isChecked)
            if on:
                action.toggled.connect(self.statusBar().setVisible)
        self.statusBar().showMessage("8 works in the cupboard")

    def catalogue(self):
        page = QWidget()
        grid = QGridLayout(page)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Work", "Copies"])
        self.tree.setColumnWidth(0, 230)
        for kind, works in WORKS.items():
            top = QTreeWidgetItem(self.tree, [kind])
            for work in works:
                QTreeWidgetItem(top, [work, str(self.works[work]["copies"])])
            top.setExpanded(kind != "Christmas")
        self.tree.itemSelectionChanged.connect(self.work_chosen)
        grid.addWidget(self.tree, 0, 0)
        self.work = QGroupBox("Chosen work")
        form = QFormLayout(self.work)
        self.copies = QSpinBox(minimum=0, maximum=200)
        self.organ = QCheckBox("Needs the organ")
        self.onto = QPushButton("Add to concert")
        self.copies.valueChanged.connect(self.copies_changed)
        self.organ.clicked.connect(lambda on: self.works[self.chosen()].update(organ=on))
        self.onto.clicked.connect(lambda: self.concert.addItem(self.chosen()))
        form.addRow("Copies", self.copies)
        form.addRow(self.organ)
        form.addRow(self.onto)
        grid.addWidget(self.work, 1, 0)
        box = QGroupBox("Concert order")
        down = QVBoxLayout(box)
        self.concert = QListWidget()
        self.concert.addItems(["Ave verum corpus", "Kalinka", "Loch Lomond"])
        down.addWidget(self.concert)
        self.movers = []
        for name, does in (
            ("Earlier", lambda: self.shift(-1)),
            ("Later", lambda: self.shift(1)),
            ("Take out", lambda: self.concert.takeItem(self.concert.currentRow())),
        ):
            button = QPushButton(name, enabled=False)
            button.clicked.connect(does)
            down.addWidget(button)
            self.movers.append(button)
        self.concert.itemSelectionChanged.connect(
            lambda: [b.setEnabled(bool(self.concert.selectedItems())) for b in self.movers]
        )
        grid.addWidget(box, 0, 1, 2, 1)
        self.work_chosen()
        add, shown = self.keep.add, self.concert
        add("work", self.chosen)
        add("concert", lambda: [shown.item(row).text() for row in range(shown.count())])
        add("concert row", lambda: " ".join(item.text() for item in shown.selectedItems()))
        for name, work in self.works.items():
            add("copies " + name, lambda w=work: w["copies"])
            add("organ " + name, lambda w=work: w["organ"])
        return page

    def chosen(self):
        items = [item for item in self.tree.selectedItems() if item.parent()]
        return items[0].text(0) if items else ""

    def work_chosen(self):
        name = self.chosen()
        self.work.setEnabled(bool(name))
        if name:
            self.filling = True
            self.copies.setValue(self.works[name]["copies"])
            self.organ.setChecked(self.works[name]["organ"])
            self.filling = False

    def copies_changed(self, value):
        if not self.filling and self.chosen():
            self.works[self.chosen()]["copies"] = value
            self.tree.selectedItems()[0].setText(1, str(value))

    def shift(self, by):
        row = self.concert.currentRow()
        if 0 <= row + by < self.concert.count():
            self.concert.insertItem(row + by, self.concert.takeItem(row))
            self.concert.setCurrentRow(row + by)

    def loans(self):
        page = QWidget()
        down = QVBoxLayout(page)
        self.table = table = QTableWidget(0, 4)
        table.setHorizontalHeaderLabels(["Singer", "Voice", "Work", "Since"])
        table.setSelectionBehavior(QAbstractItemView.SelectRows)
        table.setSelectionMode(QAbstractItemView.SingleSelection)
        table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        for column, width in enumerate((200, 120, 240, 130)):
            table.setColumnWidth(column, width)
        down.addWidget(table)

        def lend(cells):
            table.insertRow(table.rowCount())
            for column, cell in enumerate(cells):
                table.setItem(table.rowCount() - 1, column, QTableWidgetItem(cell))

        for loan in LOANS:
            lend(loan)
        across = QHBoxLayout()
        back, remind = QPushButton("Given back"), QPushButton("Remind singer")
        back.clicked.connect(lambda: (table.removeRow(table.currentRow()), table.clearSelection()))
        remind.clicked.connect(lambda: self.keep.count("remind"))
        for button in (back, remind):
            button.setEnabled(False)
            across.addWidget(button)
        table.itemSelectionChanged.connect(
            lambda: [b.setEnabled(bool(table.selectedItems())) for b in (back, remind)]
        )
        down.addLayout(across)
        box = QGroupBox("Lend out")
        form = QFormLayout(box)
        singer, voice, work, go = QLineEdit(), QComboBox(), QComboBox(), QPushButton("Lend")
        voice.addItems(["Soprano", "Alto", "Tenor", "Bass"])
        work.addItems(list(self.works))
        go.setEnabled(False)
        singer.textChanged.connect(lambda text: go.setEnabled(bool(text.strip())))

        def lent():
            lend([singer.text().strip(), voice.currentText(), work.currentText(), "today"])
            singer.clear()

        go.clicked.connect(lent)
        for name, field in (("Singer", singer), ("Voice", voice), ("Work", work)):
            form.addRow(name, field)
        form.addRow(go)
        down.addWidget(box)
        add = self.keep.add
        add("loans", lambda: [" / ".join(table.item(row, column).text() for column in (0, 1, 2))
                              for row in range(table.rowCount())])  # fmt: skip
        add("loan row", lambda: table.selectedItems()[0].text() if table.selectedItems() else "")
        add("lend singer", singer.text)
        add("lend voice", voice.currentText)
        add("lend work", work.currentText)
        return page

    def rehearsal(self):
        page = QWidget()
        form = QFormLayout(page)
        day = QDateEdit(QDate(2026, 3, 19), displayFormat="dd.MM.yyyy")
        hour = QTimeEdit(QTime(19, 30), displayFormat="HH:mm")
        warm = QSlider(Qt.Horizontal, minimum=0, maximum=40, value=15)
        warm.setAccessibleName("Warm-up minutes")
        says = QLabel("15 minutes")
        warm.valueChanged.connect(lambda value: says.setText(f"{value} minutes"))
        rooms = [QRadioButton(name) for name in ("Parish hall", "Music room", "Chapel")]
        rooms[0].setChecked(True)
        room, across = QWidget(), QHBoxLayout()
        room.setLayout(across)
        for button in rooms:
            across.addWidget(button)
        form.addRow("Date", day)
        form.addRow("Begins at", hour)
        form.addRow("Warm-up minutes", warm)
        form.addRow("", says)
        form.addRow("Room", room)
        for name in ("Piano tuned", "Coffee in the break", "Guests welcome"):
            box = QCheckBox(name)
            form.addRow(box)
            self.keep.add(name.lower(), box.isChecked)
        plan, send = QPlainTextEdit(), QPushButton("Send round")
        send.clicked.connect(lambda: self.keep.count("send round"))
        form.addRow("Plan for the evening", plan)
        form.addRow(send)
        add = self.keep.add
        add("date", day.text)
        add("begins", hour.text)
        add("warm-up", warm.value)
        add("room", lambda: next(button.text() for button in rooms if button.isChecked()))
        add("plan", plan.toPlainText)
        return page

    def make_settings(self):
        self.settings = dialog = QDialog(self)
        dialog.setWindowTitle("Preferences")
        form = QFormLayout(dialog)
        name, days, sort = QLineEdit("Cantabile Choir"), QSpinBox(value=28), QComboBox()
        sort.addItems(["Title", "Composer", "Shelf"])
        warn = QCheckBox("Warn when copies run short")
        for title, field in (
            ("Name of choir", name),
            ("Remind after days", days),
            ("Sort by", sort),
        ):
            form.addRow(title, field)
        form.addRow(warn)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        form.addRow(buttons)
        reads = {"name": name.text, "days": days.value, "sort": sort.currentText,
                 "warn": warn.isChecked}  # fmt: skip
        kept = {key: read() for key, read in reads.items()}

        def done():
            kept.update({key: read() for key, read in reads.items()})
            dialog.accept()

        buttons.accepted.connect(done)
        buttons.rejected.connect(dialog.reject)
        for key, read in reads.items():
            self.keep.add("set " + key, lambda k=key: kept[k])
            self.keep.add("typed " + key, lambda r=read: r() if dialog.isVisible() else None)


app = QApplication(sys.argv)
app.setStyle("Fusion")
window = Library()
window.show()
start = sys.argv[1] if len(sys.argv) > 1 else "catalogue"
if start == "catalogue":
    window.tree.setCurrentItem(window.tree.topLevelItem(0).child(1))
elif start == "loans":
    window.pages.setCurrentRow(1)
elif start == "preferences":
    window.settings.open()
timer = QTimer(interval=150)
timer.timeout.connect(window.keep.write)
timer.start()
sys.exit(app.exec())
