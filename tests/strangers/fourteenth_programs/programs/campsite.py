"""The desk of a campsite: arrivals, pitches, tariff (Qt)."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QStackedWidget,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

PAGES = ["arrivals", "pitches", "tariff"]
COMING = [
    ("Vandermeer", "L3", "4 nights"), ("Okafor", "M1", "2 nights"), ("Lindqvist", "P7", "1 night"),
    ("Castellano", "M4", "7 nights"), ("Brightwell", "L1", "3 nights"), ("Haddad", "P2", "2 nights"),
    ("Novotny", "L5", "5 nights"), ("Ferreira", "M6", "2 nights"), ("Stokes", "P1", "6 nights"),
]  # fmt: skip
AREAS = {
    "Lakeside": ["L1", "L3", "L5"],
    "Meadow": ["M1", "M4", "M6"],
    "Pine wood": ["P1", "P2", "P7"],
}
EACH = 5


class Desk(QMainWindow):
    """The window."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Larchwood Campsite – front desk")
        self.keep = keep = Keep()
        self.status = {name: "expected" for name, _, _ in COMING}
        self.page = 0
        self.side = QListWidget()
        self.side.addItems(["Arrivals", "Pitches", "Tariff"])
        self.side.setMaximumWidth(150)
        self.stack = QStackedWidget()
        for page in (self.arrivals(), self.pitches(), self.tariff()):
            self.stack.addWidget(page)
        self.side.currentRowChanged.connect(self.stack.setCurrentIndex)
        self.side.setCurrentRow(PAGES.index(start))
        middle, box = QWidget(), QHBoxLayout()
        box.addWidget(self.side)
        box.addWidget(self.stack, 1)
        middle.setLayout(box)
        self.setCentralWidget(middle)
        keep.add("page", lambda: PAGES[self.stack.currentIndex()])
        self.resize(1000, 620)
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(keep.write)
        self.timer.start()
        keep.write()

    def arrivals(self):
        keep, page, box = self.keep, QWidget(), QVBoxLayout()
        bar = QHBoxLayout()
        self.find = QLineEdit(placeholderText="Find a guest", clearButtonEnabled=True)
        self.find.textChanged.connect(self.fill)
        bar.addWidget(self.find, 1)
        for name, icon in (
            ("Print the list", QStyle.SP_FileIcon),
            ("Refresh", QStyle.SP_BrowserReload),
        ):
            tool = QToolButton(toolTip=name)
            tool.setIcon(self.style().standardIcon(icon))
            keep.known(name)
            tool.clicked.connect(lambda _=False, name=name: keep.count(name))
            bar.addWidget(tool)
        more = QToolButton(text="More", popupMode=QToolButton.InstantPopup)
        menu = QMenu(more)
        for name in ("Gate code to all", "Close the gate", "Call the warden"):
            keep.known(name)
            menu.addAction(name, lambda name=name: keep.count(name))
        more.setMenu(menu)
        bar.addWidget(more)
        box.addLayout(bar)
        self.table = QTableWidget(0, 5)
        self.table.setHorizontalHeaderLabels(["Guest", "Pitch", "Stay", "Status", ""])
        self.table.horizontalHeader().setSectionResizeMode(4, QHeaderView.Stretch)
        self.table.setEditTriggers(QTableWidget.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.NoSelection)
        self.table.verticalHeader().setDefaultSectionSize(42)
        box.addWidget(self.table)
        low = QHBoxLayout()
        self.back, self.on, self.where = QPushButton("‹ Previous"), QPushButton("Next ›"), QLabel()
        self.back.clicked.connect(lambda: self.turn(-1))
        self.on.clicked.connect(lambda: self.turn(1))
        for part in (self.back, self.where, self.on):
            low.addWidget(part)
        low.addStretch()
        self.gone = QCheckBox("Hide those who are here")
        self.gone.toggled.connect(self.fill)
        low.addWidget(self.gone)
        box.addLayout(low)
        page.setLayout(box)
        self.fill()
        keep.add("find", self.find.text)
        keep.add("hide here", self.gone.isChecked)
        keep.add("list page", lambda: self.page + 1)
        for name, _, _ in COMING:
            keep.add("guest " + name, lambda name=name: self.status[name])
        return page

    def turn(self, way):
        self.page += way
        self.fill()

    def fill(self, *_):
        words = self.find.text().lower()
        rows = [
            c
            for c in COMING
            if words in c[0].lower() and not (self.gone.isChecked() and self.status[c[0]] == "here")
        ]
        last = max(0, (len(rows) - 1) // EACH)
        self.page = min(max(self.page, 0), last)
        self.where.setText(f"Page {self.page + 1} of {last + 1}")
        self.back.setEnabled(self.page > 0)
        self.on.setEnabled(self.page < last)
        shown = rows[self.page * EACH : (self.page + 1) * EACH]
        self.table.setRowCount(len(shown))
        for at, (name, pitch, stay) in enumerate(shown):
            for column, text in enumerate((name, pitch, stay, self.status[name])):
                self.table.setItem(at, column, QTableWidgetItem(text))
            cell, row = QWidget(), QHBoxLayout()
            row.setContentsMargins(4, 2, 4, 2)
            for text, word in (("Check in", "here"), ("No-show", "no-show")):
                press = QPushButton(text)
                press.clicked.connect(lambda _=False, name=name, word=word: self.put(name, word))
                row.addWidget(press)
            row.addStretch()
            cell.setLayout(row)
            self.table.setCellWidget(at, 4, cell)

    def put(self, name, word):
        self.status[name] = word
        QTimer.singleShot(0, self.fill)
        self.statusBar().showMessage(f"{name}: {word}", 4000)

    def pitches(self):
        keep, page, box = self.keep, QWidget(), QHBoxLayout()
        tree = QTreeWidget()
        tree.setHeaderLabels(["Pitch (ticked: open)"])
        for area, names in AREAS.items():
            top = QTreeWidgetItem([area])
            tree.addTopLevelItem(top)
            top.setExpanded(area != "Pine wood")
            keep.add("unfolded " + area, top.isExpanded)
            for name in names:
                leaf = QTreeWidgetItem([name])
                leaf.setCheckState(0, Qt.Unchecked if name == "M4" else Qt.Checked)
                top.addChild(leaf)
                keep.add("open " + name, lambda leaf=leaf: leaf.checkState(0) == Qt.Checked)
        box.addWidget(tree, 2)
        keep.add("selected pitch", lambda: [item.text(0) for item in tree.selectedItems()])
        side, form = QVBoxLayout(), QFormLayout()
        power, length, note = (
            QComboBox(),
            QSpinBox(minimum=3, maximum=14, value=7, suffix=" m"),
            QTextEdit(),
        )
        power.addItems(["no power", "6 ampere", "10 ampere", "16 ampere"])
        power.setCurrentIndex(1)
        grass, gravel, hard = (
            QRadioButton("Grass", checked=True),
            QRadioButton("Gravel"),
            QRadioButton("Hardstanding"),
        )
        surface = QHBoxLayout()
        for one in (grass, gravel, hard):
            surface.addWidget(one)
        dogs, fire = QCheckBox("Dogs welcome", checked=True), QCheckBox("Campfire ring")
        form.addRow("Hook-up", power)
        form.addRow("Longest van", length)
        form.addRow("Surface", surface)
        form.addRow("", dogs)
        form.addRow("", fire)
        form.addRow("Note for the warden", note)
        side.addWidget(QLabel("<b>New pitches get</b>"))
        side.addLayout(form)
        keep.known("Add pitch")
        add = QPushButton("Add pitch")
        add.clicked.connect(lambda: keep.count("Add pitch"))
        side.addWidget(add)
        box.addLayout(side, 3)
        keep.add("hook-up", power.currentText)
        keep.add("longest van", lambda: length.text())
        keep.add("surface", lambda: next(b.text() for b in (grass, gravel, hard) if b.isChecked()))
        keep.add("dogs", dogs.isChecked)
        keep.add("fire", fire.isChecked)
        keep.add("warden note", note.toPlainText)
        page.setLayout(box)
        return page

    def tariff(self):
        keep, page, box = self.keep, QWidget(), QVBoxLayout()
        form = QFormLayout()
        for name, value in (("Adult", 9.5), ("Child", 4.0), ("Dog", 2.5), ("Car", 3.0)):
            spin = QDoubleSpinBox(
                minimum=0, maximum=60, value=value, decimals=2, singleStep=0.5, prefix="£ "
            )
            form.addRow(name + " per night", spin)
            keep.add("price " + name, lambda spin=spin: spin.text())
        box.addLayout(form)
        season, inner = (
            QGroupBox("High season supplement", checkable=True, checked=False),
            QFormLayout(),
        )
        slide, said = (
            QSlider(Qt.Horizontal, minimum=0, maximum=50, value=10, pageStep=5),
            QLabel("10 %"),
        )
        slide.setAccessibleName("Supplement")
        slide.valueChanged.connect(lambda v: said.setText(f"{v} %"))
        line = QHBoxLayout()
        line.addWidget(slide)
        line.addWidget(said)
        first, last = QComboBox(), QComboBox()
        for combo, at in ((first, 2), (last, 4)):
            combo.addItems(["April", "May", "June", "July", "August", "September"])
            combo.setCurrentIndex(at)
        inner.addRow("Supplement", line)
        inner.addRow("From", first)
        inner.addRow("Until end of", last)
        season.setLayout(inner)
        box.addWidget(season)
        keep.add("season", season.isChecked)
        keep.add("supplement", slide.value)
        keep.add("from", first.currentText)
        keep.add("until", last.currentText)
        rule = QFrame(frameShape=QFrame.HLine)
        box.addWidget(rule)
        low = QHBoxLayout()
        low.addStretch()
        self.published = "no"
        self.last_asked = ""
        for text, run in (("Restore last year", self.restore), ("Publish tariff", self.publish)):
            press = QPushButton(text)
            press.clicked.connect(run)
            low.addWidget(press)
        box.addLayout(low)
        box.addStretch()
        page.setLayout(box)
        keep.known("Restore last year")
        keep.add("published", lambda: self.published)
        keep.add("dialog", lambda: self.last_asked)
        return page

    def restore(self):
        self.keep.count("Restore last year")

    def publish(self):
        ask = QMessageBox(
            QMessageBox.Question,
            "Publish tariff",
            "Put these prices on the web site?",
            QMessageBox.NoButton,
            self,
        )
        yes, draft = (
            ask.addButton("Publish", QMessageBox.AcceptRole),
            ask.addButton("Keep as draft", QMessageBox.ActionRole),
        )
        ask.addButton("Cancel", QMessageBox.RejectRole)
        self.last_asked = "open"

        def done(*_):
            self.last_asked = ""
            if ask.clickedButton() is yes:
                self.published = "yes"
            elif ask.clickedButton() is draft:
                self.published = "draft"

        ask.finished.connect(done)
        ask.setModal(True)
        ask.show()


app = QApplication(sys.argv[:1])
window = Desk(sys.argv[1])
window.show()
sys.exit(app.exec())
