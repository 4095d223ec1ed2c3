"""The desk of an auction house: the catalogue, the bidding, the bidders."""

import sys

from keep import Keep
from PySide6.QtCore import QDateTime, QSize, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateTimeEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QStyle,
    QToolBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

SECTIONS = {
    "Furniture": ("Chairs", "Tables", "Cabinets"),
    "Silver": ("Cutlery", "Candlesticks"),
    "Clocks": ("Wall clocks", "Pocket watches"),
}
LOTS = (
    ("Oak rocking chair", 120, 180),
    ("Walnut card table", 300, 420),
    ("Pair of candlesticks", 90, 140),
    ("Ship's clock in brass", 250, 350),
)
BIDDERS = ("12 Harrow", "27 Castellano", "31 Beck", "44 Oduya", "58 Wren")


class Window(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Auction Desk")
        self.resize(1200, 740)
        self.keep = Keep()
        self.keep.known("Print catalogue", "Call the porter", "Start the sale")
        self.pages = QStackedWidget()
        for page in (self.catalogue(), self.sale(), self.bidders()):
            self.pages.addWidget(page)
        names = ("Catalogue", "Sale day", "Bidders")
        bar = QHBoxLayout()
        self.choice = QButtonGroup(self)
        for number, name in enumerate(names):
            button = QPushButton(name)
            button.setCheckable(True)
            self.choice.addButton(button, number)
            bar.addWidget(button)
        bar.addStretch()
        self.choice.idClicked.connect(self.pages.setCurrentIndex)
        at = ("catalogue", "sale", "bidders").index(start)
        self.choice.button(at).setChecked(True)
        self.pages.setCurrentIndex(at)
        self.keep.add("page", lambda: names[self.pages.currentIndex()])
        middle, column = QWidget(), QVBoxLayout()
        column.addLayout(bar)
        column.addWidget(self.pages)
        middle.setLayout(column)
        self.setCentralWidget(middle)
        tools = QToolBar("Tools")
        for icon, name in (
            (QStyle.StandardPixmap.SP_FileDialogDetailedView, "Print catalogue"),
            (QStyle.StandardPixmap.SP_MessageBoxInformation, "Call the porter"),
        ):
            action = QAction(self.style().standardIcon(icon), name, self)
            action.triggered.connect(lambda _on=False, name=name: self.keep.count(name))
            tools.addAction(action)
        self.mute = QAction(
            self.style().standardIcon(QStyle.StandardPixmap.SP_MediaVolumeMuted),
            "Mute the gavel",
            self,
        )
        self.mute.setCheckable(True)
        tools.addAction(self.mute)
        self.keep.add("muted", self.mute.isChecked)
        self.addToolBar(tools)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.keep.write)
        self.timer.start(120)
        self.keep.write()

    def catalogue(self):
        keep = self.keep
        split = QSplitter()
        self.tree = QTreeWidget()
        self.tree.setHeaderLabel("Sections")
        for name, parts in SECTIONS.items():
            top = QTreeWidgetItem(self.tree, [name])
            for part in parts:
                QTreeWidgetItem(top, [part])
        self.tree.topLevelItem(0).setExpanded(True)
        keep.add(
            "section", lambda: self.tree.currentItem().text(0) if self.tree.selectedItems() else ""
        )
        for number, name in enumerate(SECTIONS):
            keep.add("open " + name, lambda n=number: self.tree.topLevelItem(n).isExpanded())
        split.addWidget(self.tree)
        page, form = QWidget(), QFormLayout()
        self.at = 0
        self.lots = [list(lot) for lot in LOTS]
        row = QHBoxLayout()
        back, on = QPushButton("Previous lot"), QPushButton("Next lot")
        back.clicked.connect(lambda: self.turn(-1))
        on.clicked.connect(lambda: self.turn(1))
        self.which = QLabel()
        for part in (back, self.which, on):
            row.addWidget(part)
        row.addStretch()
        form.addRow(row)
        keep.add("lot", lambda: self.which.text())
        self.title, self.low, self.high = QLineEdit(), QSpinBox(), QSpinBox()
        for box in (self.low, self.high):
            box.setRange(0, 9000)
            box.setSingleStep(10)
            box.setPrefix("£ ")
        form.addRow("Title", self.title)
        form.addRow("Low estimate", self.low)
        form.addRow("High estimate", self.high)
        keep.add("title", self.title.text)
        keep.add("low estimate", self.low.value)
        keep.add("high estimate", self.high.value)
        self.period = QComboBox()
        self.period.addItems(["Not known", "Georgian", "Victorian", "Edwardian", "Art Deco"])
        form.addRow("Period", self.period)
        keep.add("period", self.period.currentText)
        self.reserve = QCheckBox("Sell only above the reserve")
        form.addRow("", self.reserve)
        keep.add("reserve", self.reserve.isChecked)
        self.fold = QToolButton()
        self.fold.setText("Condition report")
        self.fold.setCheckable(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setArrowType(Qt.ArrowType.RightArrow)
        self.fold.setAutoRaise(True)
        inner, inside = QFrame(), QFormLayout()
        self.report = QPlainTextEdit()
        self.repaired = QCheckBox("Has been repaired")
        inside.addRow("Report", self.report)
        inside.addRow("", self.repaired)
        inner.setLayout(inside)
        inner.setVisible(False)
        self.fold.toggled.connect(inner.setVisible)
        self.fold.toggled.connect(
            lambda on: self.fold.setArrowType(
                Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow
            )
        )
        keep.add("report open", self.fold.isChecked)
        keep.add("report", self.report.toPlainText)
        keep.add("repaired", self.repaired.isChecked)
        form.addRow(self.fold)
        form.addRow(inner)
        page.setLayout(form)
        split.addWidget(page)
        split.setSizes([280, 900])
        self.fill()
        return split

    def fill(self):
        title, low, high = self.lots[self.at]
        self.title.setText(title)
        self.low.setValue(low)
        self.high.setValue(high)
        self.which.setText(f"Lot {self.at + 1} of {len(self.lots)}")

    def turn(self, by):
        if 0 <= self.at + by < len(self.lots):
            self.lots[self.at] = [self.title.text(), self.low.value(), self.high.value()]
            self.at += by
            self.fill()

    def sale(self):
        keep = self.keep
        page, form = QWidget(), QFormLayout()
        self.begin = QDateTimeEdit(QDateTime.fromString("2027-05-08 10:00", "yyyy-MM-dd HH:mm"))
        self.begin.setDisplayFormat("yyyy-MM-dd HH:mm")
        form.addRow("Sale begins", self.begin)
        keep.add("begins", self.begin.text)
        self.auctioneer = QLineEdit("Philippa Grant")
        form.addRow("Auctioneer", self.auctioneer)
        keep.add("auctioneer", self.auctioneer.text)
        row = QHBoxLayout()
        self.room = QButtonGroup(self)
        for name in ("Great room", "Garden tent", "Online only"):
            one = QRadioButton(name)
            one.setChecked(name == "Great room")
            self.room.addButton(one)
            row.addWidget(one)
        row.addStretch()
        form.addRow("Place", row)
        keep.add("place", lambda: self.room.checkedButton().text())
        self.premium = QSlider(Qt.Orientation.Horizontal)
        self.premium.setRange(0, 30)
        self.premium.setValue(15)
        self.premium.setPageStep(5)
        self.premium.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.premium.setTickInterval(5)
        shown = QLabel("15 %")
        self.premium.valueChanged.connect(lambda value: shown.setText(f"{value} %"))
        row = QHBoxLayout()
        row.addWidget(self.premium)
        row.addWidget(shown)
        form.addRow("Buyer's premium", row)
        keep.add("premium", self.premium.value)
        for name, on in (
            ("Accept bids by telephone", True),
            ("Show live pictures", False),
            ("Serve coffee in the break", False),
        ):
            box = QCheckBox(name)
            box.setChecked(on)
            form.addRow("", box)
            keep.add(name.lower(), box.isChecked)
        form.addRow(QLabel("Order of the sale (drag the sections)"))
        self.running = QListWidget()
        self.running.addItems(["Clocks", "Furniture", "Silver", "Paintings"])
        self.running.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        for number in range(4):
            item = self.running.item(number)
            item.setSizeHint(QSize(200, 28))
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
        self.running.setMaximumHeight(160)
        form.addRow(self.running)
        keep.add(
            "running order",
            lambda: [self.running.item(n).text() for n in range(self.running.count())],
        )
        start = QPushButton("Start the sale")
        start.clicked.connect(lambda: self.keep.count("Start the sale"))
        form.addRow("", start)
        page.setLayout(form)
        return page

    def bidders(self):
        keep = self.keep
        page, column = QWidget(), QVBoxLayout()
        self.find = QLineEdit()
        self.find.setPlaceholderText("Find a bidder")
        self.find.setClearButtonEnabled(True)
        column.addWidget(self.find)
        self.people = QListWidget()
        for name in BIDDERS:
            self.person(name)
        self.find.textChanged.connect(self.sift)
        column.addWidget(QLabel("Tick those who have paid the deposit"))
        column.addWidget(self.people)
        every = lambda: [self.people.item(n) for n in range(self.people.count())]  # noqa: E731
        keep.add("found", lambda: [i.text() for i in every() if not i.isHidden()])
        keep.add(
            "paid", lambda: [i.text() for i in every() if i.checkState() == Qt.CheckState.Checked]
        )
        row = QHBoxLayout()
        for name, act in (
            ("Register a bidder…", self.register),
            ("Rename…", self.rename),
            ("Strike off", self.strike),
        ):
            button = QPushButton(name)
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch()
        column.addLayout(row)
        page.setLayout(column)
        return page

    def person(self, name, paid=False):
        item = QListWidgetItem(name)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(
            Qt.CheckState.Checked if paid or name == "31 Beck" else Qt.CheckState.Unchecked
        )
        self.people.addItem(item)

    def sift(self, text):
        for number in range(self.people.count()):
            item = self.people.item(number)
            item.setHidden(text.lower() not in item.text().lower())

    def register(self):
        ask, form = QDialog(self), QFormLayout()
        ask.setWindowTitle("Register a bidder")
        paddle, name, paid = QSpinBox(), QLineEdit(), QCheckBox("Deposit paid")
        paddle.setRange(1, 200)
        paddle.setValue(60)
        form.addRow("Paddle", paddle)
        form.addRow("Surname", name)
        form.addRow("", paid)
        kinds = QDialogButtonBox.StandardButton
        bar = QDialogButtonBox(kinds.Cancel)
        bar.addButton("Register", QDialogButtonBox.ButtonRole.AcceptRole)
        bar.accepted.connect(ask.accept)
        bar.rejected.connect(ask.reject)
        form.addRow(bar)
        ask.setLayout(form)
        if ask.exec():
            self.person(f"{paddle.value()} {name.text()}", paid.isChecked())

    def rename(self):
        item = self.people.currentItem()
        if item:
            text, good = QInputDialog.getText(self, "Rename", "New name", text=item.text())
            if good:
                item.setText(text)

    def strike(self):
        for item in self.people.selectedItems():
            self.people.takeItem(self.people.row(item))


def main():
    app = QApplication(sys.argv)
    window = Window(sys.argv[1])
    window.show()
    sys.exit(app.exec())


main()
