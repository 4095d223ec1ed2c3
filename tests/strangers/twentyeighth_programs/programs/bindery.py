"""The bench book of a bookbinder: one volume, its work and what has to be bought."""

import sys

from keep import Keep
from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QDate, Qt
from qtbits import Form, append, chosen, menu, run, table, texts

VOLUME = {
    "title": "Flora of the Fens",
    "owner": "R. Haddow",
    "cover": "Half leather",
    "colour": "Dark green",
    "sections": 24,
    "gilt": False,
    "ribbon": False,
    "headband": "Sewn silk",
    "lettering": "FLORA",
    "typeface": "Garamond",
    "foil": "Gold",
    "raised": 5,
    "pressing": 12,
}
STARTS = {
    "bench": (VOLUME, 0, "14/06/2025"),
    "lettering": (
        VOLUME | {"title": "Psalter 1781", "owner": "Parish", "gilt": True, "lettering": ""},
        1,
        "02/07/2025",
    ),
    "jobs": (VOLUME | {"title": "Logbook", "owner": "Capt. Wren", "ribbon": True}, 2, "30/06/2025"),
}
WORK = [
    ("Cookery notes", "Mrs Ode", "Torn spine", "Open"),
    ("Family Bible", "Lund", "Loose boards", "Open"),
    ("Thesis", "T. Okoro", "New case", "Open"),
    ("Sea charts", "Museum", "Rebacking", "Done"),
]
BUY = ["Linen thread", "Wheat paste", "Mull cloth", "Marbled paper", "Goatskin", "Grey board"]


class Window(Qw.QMainWindow):
    def __init__(self, start, keep):
        super().__init__()
        self.setWindowTitle("Bookbinder's Bench Book")
        self.keep = keep
        values, page, due = STARTS[start]
        self.tabs = Qw.QTabWidget()
        for made, text in (
            (self.volume(values, due), "Volume"),
            (self.finishing(values), "Finishing"),
            (self.work(), "Work list"),
        ):
            self.tabs.addTab(made, text)
        self.tabs.setCurrentIndex(page)
        self.setCentralWidget(self.tabs)
        menu(
            self,
            "&Book",
            [
                ("&Save", lambda: keep.count("save"), "Ctrl+S"),
                ("&Print docket", lambda: keep.count("print docket"), "Ctrl+P"),
                None,
                ("&Clear work list...", self.clear, None),
            ],
        )
        keep.known("save", "print docket", "quote")
        keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))

    def volume(self, start, due):
        page = Qw.QWidget()
        grid, form = Qw.QGridLayout(page), Form(start)
        form.text("&Title:", "title")
        form.text("&Owner:", "owner")
        form.choice(
            "&Cover:",
            "cover",
            ["Full leather", "Half leather", "Quarter leather", "Cloth", "Paper"],
        )
        form.choice("Co&lour:", "colour", ["Black", "Dark green", "Oxblood", "Navy", "Tan"])
        form.number("S&ections:", "sections", 1, 99)
        form.check("&Gilt edges", "gilt")
        form.check("&Ribbon marker", "ribbon")
        form.radios("Headband:", "headband", ["Sewn silk", "Stuck on", "None"])
        self.due = Qw.QDateEdit(QDate.fromString(due, "dd/MM/yyyy"), displayFormat="dd/MM/yyyy")
        form.addRow("&Ready by:", self.due)
        form.keep_in(self.keep)
        self.keep.add("ready", self.due.text)
        box, self.buy = Qw.QGroupBox("To buy"), Qw.QListWidget()
        for text in BUY:
            item = Qw.QListWidgetItem(text, self.buy)
            item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
            item.setCheckState(Qt.Checked if text == "Wheat paste" else Qt.Unchecked)
        Qw.QVBoxLayout(box).addWidget(self.buy)
        grid.addLayout(form, 0, 0)
        grid.addWidget(box, 0, 1)
        self.keep.add(
            "to buy",
            lambda: [
                item.text()
                for item in map(self.buy.item, range(len(BUY)))
                if item.checkState() == Qt.Checked
            ],
        )
        self.keep.add("buy row", self.buy.currentRow)
        return page

    def finishing(self, start):
        page = Qw.QWidget()
        form = Form(start)
        form.text("Spine &lettering:", "lettering")
        form.choice("Type&face:", "typeface", ["Garamond", "Caslon", "Bodoni", "Blackletter"])
        form.radios("Foil:", "foil", ["Gold", "Silver", "Blind"])
        form.number("&Raised bands:", "raised", 0, 7)
        form.slider("&Hours in the press:", "pressing", 0, 48)
        form.keep_in(self.keep)
        button = Qw.QPushButton("Send &quote to owner")
        button.clicked.connect(lambda: self.keep.count("quote"))
        form.addRow(button)
        page.setLayout(form)
        return page

    def work(self):
        page = Qw.QWidget()
        column = Qw.QVBoxLayout(page)
        column.addWidget(Qw.QLabel("Everything on the shelf"))
        self.list = table(["Book", "Customer", "What", "State"], WORK)
        column.addWidget(self.list)
        for text, do in (
            ("Mark as &done", self.done),
            ("Take &off the list", self.off),
            ("&Copy row", self.copy),
        ):
            button = Qw.QPushButton(text)
            button.clicked.connect(do)
            column.addWidget(button)
        self.keep.add("work", lambda: texts(self.list))
        self.keep.add("work row", lambda: chosen(self.list))
        return page

    def done(self):
        if chosen(self.list) >= 0:
            self.list.item(chosen(self.list), 3).setText("Done")

    def off(self):
        self.list.removeRow(chosen(self.list))

    def copy(self):
        if chosen(self.list) >= 0:
            append(
                self.list, [self.list.item(chosen(self.list), column).text() for column in range(4)]
            )

    def clear(self):
        if (
            Qw.QMessageBox.question(self, "Clear work list", "Take all books off the work list?")
            == Qw.QMessageBox.Yes
        ):
            self.list.setRowCount(0)


app = Qw.QApplication(sys.argv[:1])
kept = Keep()
run(app, Window(sys.argv[1], kept), kept)
