"""The tour of a choir, in Qt: trip, singers, rooms, programme."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, QSize, Qt, QTime, QTimer
from PySide6.QtGui import QAction, QActionGroup, QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QStackedWidget,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QTimeEdit,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

SINGERS = (
    ("Adele Brunner", "Soprano", True, "vegetarian"),
    ("Ilse Hartl", "Alto", False, ""),
    ("Moritz Kern", "Bass", False, "boards in Bregenz"),
    ("Paul Oberhuber", "Tenor", True, ""),
    ("Renate Siegl", "Alto", True, "needs a lift"),
    ("Yvonne Tauber", "Soprano", False, ""),
)
PIECES = {
    "First half": ("Locus iste", "Abendlied", "Der Feuerreiter"),
    "Second half": ("Shenandoah", "Water Night"),
    "Encores": ("Guten Abend, gut Nacht",),
}
COLOURS = (("Red", "#c62828"), ("Blue", "#1565c0"), ("Green", "#2e7d32"), ("Yellow", "#f9a825"))
TOWNS = ["Innsbruck", "Imst", "Linz", "Salzburg", "Salzkotten", "Steyr", "St. Gallen"]


class Dropping(QListWidget):
    """A list whose rows can be dragged to the other list."""

    def __init__(self, names):
        super().__init__()
        self.addItems(names)
        self.setDragDropMode(QAbstractItemView.DragDrop)
        self.setDefaultDropAction(Qt.MoveAction)
        self.setSelectionMode(QAbstractItemView.ExtendedSelection)

    def names(self):
        return [self.item(i).text() for i in range(self.count())]


class Window(QMainWindow):
    """A list of pages at the left, the page at the right."""

    def __init__(self, start):
        super().__init__()
        self.keep = Keep()
        self.setWindowTitle("Tour Planner - Kantorei Lindau")
        self.resize(980, 640)
        self.pages = QListWidget()
        self.pages.setFixedWidth(150)
        self.stack = QStackedWidget()
        for name, page in (
            ("Trip", self._trip()),
            ("Singers", self._singers()),
            ("Rooms", self._rooms()),
            ("Programme", self._programme()),
        ):
            self.pages.addItem(name)
            self.stack.addWidget(page)
        self.pages.currentRowChanged.connect(self.stack.setCurrentIndex)
        middle = QWidget()
        box = QHBoxLayout(middle)
        box.addWidget(self.pages)
        box.addWidget(self.stack, 1)
        self.setCentralWidget(middle)
        self._bars()
        names = ["Trip", "Singers", "Rooms", "Programme"]
        self.pages.setCurrentRow(names.index(start))
        self.keep.add("page", lambda: names[self.stack.currentIndex()])
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self._write)
        self.timer.start()

    def _write(self):
        modal = QApplication.activeModalWidget()
        self.keep.write(dialog=modal.windowTitle() if modal else "")

    def _bars(self):
        bar = self.addToolBar("Main")
        bar.setMovable(False)
        bar.setIconSize(QSize(20, 20))
        for name, icon in (
            ("New tour", QStyle.SP_FileIcon),
            ("Save", QStyle.SP_DialogSaveButton),
            ("Reload", QStyle.SP_BrowserReload),
            ("Print list", QStyle.SP_FileDialogDetailedView),
        ):
            action = QAction(self.style().standardIcon(icon), name, self)
            action.triggered.connect(lambda _=False, name=name: self.keep.count(name))
            self.keep.known(name)
            bar.addAction(action)
        tour = self.menuBar().addMenu("&Tour")
        for name in ("Duplicate tour", "Archive tour"):
            self._entry(tour, name)
        export = tour.addMenu("Export as")
        for name in ("PDF", "Spreadsheet", "Calendar file"):
            self._entry(export, name)
        view = self.menuBar().addMenu("&View")
        group = QActionGroup(self)
        for name in ("Compact rows", "Normal rows", "Wide rows"):
            action = QAction(name, self, checkable=True)
            action.setChecked(name == "Normal rows")
            group.addAction(action)
            view.addAction(action)
            self.keep.add("view " + name, action.isChecked)
        view.addSeparator()
        action = QAction("Show phone numbers", self, checkable=True)
        view.addAction(action)
        self.keep.add("view Show phone numbers", action.isChecked)
        self._entry(self.menuBar().addMenu("&Help"), "Shortcuts")

    def _entry(self, menu, name):
        self.keep.known("menu " + name)
        menu.addAction(name, lambda: self.keep.count("menu " + name))

    def _trip(self):
        page = QWidget()
        form = QFormLayout(page)
        place = QLineEdit()
        place.setPlaceholderText("Town")
        completer = QCompleter(TOWNS, place)
        completer.setCaseSensitivity(Qt.CaseInsensitive)
        place.setCompleter(completer)
        self.keep.add("Destination", place.text)
        form.addRow("Destination", place)
        day = QDateEdit(QDate(2026, 5, 14))
        day.setDisplayFormat("dd.MM.yyyy")
        day.setCalendarPopup(True)
        self.keep.add("Departure", lambda: day.date().toString("yyyy-MM-dd"))
        form.addRow("Departure", day)
        hour = QTimeEdit(QTime(7, 30))
        hour.setDisplayFormat("HH:mm")
        self.keep.add("Coach leaves at", lambda: hour.time().toString("HH:mm"))
        form.addRow("Coach leaves at", hour)
        firm = QComboBox()
        firm.addItems(["Not decided", "Gasser Reisen", "Rhein Bus", "Zumtobel"])
        self.keep.add("Coach company", firm.currentText)
        form.addRow("Coach company", firm)
        seats = QSpinBox(minimum=10, maximum=80, value=49)
        self.keep.add("Seats", seats.value)
        form.addRow("Seats", seats)
        line = QHBoxLayout()
        share = QSlider(Qt.Horizontal, minimum=0, maximum=100, value=20)
        share.setPageStep(10)
        shown = QLabel("20 %")
        share.valueChanged.connect(lambda value: shown.setText(f"{value} %"))
        self.keep.add("Paid by the club", share.value)
        line.addWidget(share)
        line.addWidget(shown)
        form.addRow("Paid by the club", line)
        stay = QGroupBox("Overnight stay", checkable=True, checked=False)
        inner = QHBoxLayout(stay)
        for name in ("Breakfast only", "Half board", "Full board"):
            radio = QRadioButton(name)
            radio.setChecked(name == "Breakfast only")
            self.keep.add(name, radio.isChecked)
            inner.addWidget(radio)
        self.keep.add("Overnight stay", stay.isChecked)
        form.addRow(stay)
        badge = QPushButton("Colour of the badges")
        self.badge = ""
        menu = QMenu(badge)
        for name, code in COLOURS:
            spot = QPixmap(16, 16)
            spot.fill(QColor(code))
            menu.addAction(QIcon(spot), name, lambda name=name: setattr(self, "badge", name))
        badge.setMenu(menu)
        self.keep.add("badge", lambda: self.badge)
        form.addRow("Badges", badge)
        note = QPlainTextEdit("Bring the blue folders.\nMeet at the boathouse.")
        note.setMaximumHeight(80)
        self.keep.add("Note", note.toPlainText)
        form.addRow("Note for everybody", note)
        late = QPushButton("Look for coach offers")
        self.offers = QVBoxLayout()
        late.clicked.connect(self._look)
        self.keep.known("Look for coach offers", "Note the offer", "Dismiss")
        form.addRow(late)
        form.addRow(self.offers)
        return page

    def _look(self):
        self.keep.count("Look for coach offers")
        waits = QLabel("Asking three companies ...")
        self.offers.addWidget(waits)

        def there():
            waits.setText("Zumtobel, 49 seats, 1240 €")
            for name in ("Note the offer", "Dismiss"):
                button = QPushButton(name)
                button.clicked.connect(lambda _=False, name=name: self.keep.count(name))
                self.offers.addWidget(button)

        QTimer.singleShot(2500, there)

    def _singers(self):
        page = QWidget()
        box = QVBoxLayout(page)
        line = QHBoxLayout()
        find = QLineEdit()
        find.setPlaceholderText("Find a singer")
        self.keep.add("Find a singer", find.text)
        line.addWidget(find)
        only = QCheckBox("Only unpaid")
        self.keep.add("Only unpaid", only.isChecked)
        line.addWidget(only)
        add = QPushButton("Add singer...")
        add.clicked.connect(self._add)
        line.addWidget(add)
        box.addLayout(line)
        table = QTableWidget(0, 5)
        table.setHorizontalHeaderLabels(["Name", "Voice", "Fee paid", "Remark", ""])
        table.horizontalHeader().setSectionResizeMode(3, QHeaderView.Stretch)
        table.setColumnWidth(0, 170)
        table.setSelectionBehavior(QAbstractItemView.SelectRows)
        table.setContextMenuPolicy(Qt.CustomContextMenu)
        table.customContextMenuRequested.connect(lambda at: self._row_menu(at))
        self.table = table
        self.new = []
        for row in SINGERS:
            self._row(*row)
        self.keep.add("new singers", lambda: self.new)
        self.keep.add(
            "selected",
            lambda: sorted({table.item(i.row(), 0).text() for i in table.selectedIndexes()}),
        )
        only.toggled.connect(
            lambda on: [
                table.setRowHidden(r, on and table.item(r, 2).checkState() == Qt.Checked)
                for r in range(table.rowCount())
            ]
        )
        find.textChanged.connect(
            lambda text: [
                table.setRowHidden(r, text.lower() not in table.item(r, 0).text().lower())
                for r in range(table.rowCount())
            ]
        )
        self.keep.add("rows", lambda: [table.item(r, 0).text() for r in range(table.rowCount())])
        self.order = ""
        table.horizontalHeader().sectionClicked.connect(self._sort)
        self.keep.add("sorted", lambda: self.order)
        box.addWidget(table)
        return page

    def _sort(self, column):
        down = self.order == f"{column} up"
        self.order = f"{column} {'down' if down else 'up'}"
        self.table.sortItems(column, Qt.DescendingOrder if down else Qt.AscendingOrder)

    def _row(self, name, voice, paid, remark, known=True):
        row = self.table.rowCount()
        self.table.insertRow(row)
        items = [QTableWidgetItem(text) for text in (name, voice, "", remark)]
        items[0].setFlags(items[0].flags() & ~Qt.ItemIsEditable)
        items[1].setFlags(items[1].flags() & ~Qt.ItemIsEditable)
        items[2].setFlags(Qt.ItemIsUserCheckable | Qt.ItemIsEnabled | Qt.ItemIsSelectable)
        items[2].setCheckState(Qt.Checked if paid else Qt.Unchecked)
        for column, item in enumerate(items):
            self.table.setItem(row, column, item)
        if known:
            self.keep.add("paid " + name, lambda: items[2].checkState() == Qt.Checked)
            self.keep.add("remark " + name, items[3].text)
            self.keep.known("Details " + name)
        letter = QToolButton(text="Details", autoRaise=True)
        letter.clicked.connect(lambda: self.keep.count("Details " + name))
        self.table.setCellWidget(row, 4, letter)

    def _row_menu(self, at):
        item = self.table.itemAt(at)
        if item is None:
            return
        name = self.table.item(item.row(), 0).text()
        menu = QMenu(self)
        for text in ("Call", "Copy address", "Put on waiting list"):
            menu.addAction(text, lambda text=text: self.keep.count(f"{text} {name}"))
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _add(self):
        box = QDialog(self)
        box.setWindowTitle("New singer")
        form = QFormLayout(box)
        name, voice, paid = QLineEdit(), QComboBox(), QCheckBox("Fee already paid")
        voice.addItems(["Soprano", "Alto", "Tenor", "Bass"])
        form.addRow("Full name", name)
        form.addRow("Voice", voice)
        form.addRow(paid)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        form.addRow(buttons)
        buttons.accepted.connect(box.accept)
        buttons.rejected.connect(box.reject)

        def done():
            self._row(name.text(), voice.currentText(), paid.isChecked(), "", known=False)
            fee = "paid" if paid.isChecked() else "unpaid"
            self.new = [*self.new, f"{name.text()}, {voice.currentText()}, {fee}"]

        box.accepted.connect(done)
        box.open()

    def _rooms(self):
        page = QWidget()
        box = QVBoxLayout(page)
        box.addWidget(QLabel("Drag the singers into their rooms."))
        line = QHBoxLayout()
        for title, names in (
            ("Without a room", ["Brunner", "Hartl", "Kern", "Oberhuber"]),
            ("Room 11", ["Siegl"]),
            ("Room 12", []),
        ):
            column = QVBoxLayout()
            column.addWidget(QLabel(f"<b>{title}</b>"))
            people = Dropping(names)
            people.setAccessibleName(title)
            self.keep.add(title, people.names)
            column.addWidget(people)
            line.addLayout(column)
        box.addLayout(line)
        line = QHBoxLayout()
        for name in ("Empty all rooms", "Show floor plan"):
            button = QPushButton(name)
            self.keep.known(name)
            button.clicked.connect(lambda _=False, name=name: self.keep.count(name))
            line.addWidget(button)
        box.addLayout(line)
        return page

    def _programme(self):
        page = QWidget()
        box = QVBoxLayout(page)
        tree = QTreeWidget()
        tree.setHeaderLabels(["Piece", "Copies"])
        tree.setColumnWidth(0, 320)
        for half, pieces in PIECES.items():
            top = QTreeWidgetItem([half, ""])
            tree.addTopLevelItem(top)
            self.keep.add("open " + half, top.isExpanded)
            for piece in pieces:
                node = QTreeWidgetItem([piece, "32"])
                node.setCheckState(0, Qt.Unchecked)
                top.addChild(node)
                self.keep.add("ticked " + piece, lambda node=node: node.checkState(0) == Qt.Checked)
        tree.topLevelItem(1).setExpanded(True)
        self.keep.add("piece", lambda: [item.text(0) for item in tree.selectedItems()])
        box.addWidget(tree)
        line = QHBoxLayout()
        line.addWidget(QLabel("Conductor"))
        who = QComboBox(editable=True)
        who.addItems(["Ottilie Rehm", "Jan Vetter"])
        self.keep.add("Conductor", who.currentText)
        line.addWidget(who)
        for name, icon in (("Move up", Qt.UpArrow), ("Move down", Qt.DownArrow)):
            button = QToolButton(arrowType=icon, toolTip=name)
            button.clicked.connect(lambda _=False, name=name: self.keep.count(name))
            self.keep.known(name)
            line.addWidget(button)
        box.addLayout(line)
        return page


def main():
    app = QApplication(sys.argv)
    window = Window(sys.argv[1])
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
