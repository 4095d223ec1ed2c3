"""The lost property office of a station: found things, a new entry, the rules of keeping."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

KINDS = ("Bags", "Clothing", "Electronics", "Keys", "Other")
ITEMS = (
    ("1038", "Blue umbrella", "Platform 4", "Other", "Kept"),
    ("1039", "Silver watch", "Waiting room", "Electronics", "Kept"),
    ("1040", "Grey rucksack", "Train 17:12", "Bags", "Kept"),
    ("1041", "Three house keys", "Ticket hall", "Keys", "Kept"),
    ("1042", "Child's mitten", "Platform 1", "Clothing", "Kept"),
    ("1043", "Black phone", "Bus stop C", "Electronics", "Kept"),
)


class Window(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Lost Property Office - Central Station")
        self.keep = Keep()
        self.status = {name: state for _, name, _, _, state in ITEMS}
        self.given = {name: "" for _, name, *_ in ITEMS}
        self.registered = []
        self.dialog = None
        self.tabs = QTabWidget()
        self.tabs.addTab(self.items_page(), "Found items")
        self.tabs.addTab(self.entry_page(), "New entry")
        self.tabs.addTab(self.rules_page(), "Storage rules")
        self.setCentralWidget(self.tabs)
        self.tabs.setCurrentIndex({"items": 0, "entry": 1, "rules": 2}[start])
        self.keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        self.keep.add("dialog", lambda: self.dialog and self.dialog.windowTitle())
        self.keep.add("registered", lambda: list(self.registered))
        for name in self.status:
            self.keep.add("status " + name, lambda name=name: self.status[name])
            self.keep.add("given to " + name, lambda name=name: self.given[name])
        self.resize(1040, 640)
        self.timer = QTimer(self, interval=120, timeout=self.keep.write)
        self.timer.start()
        self.keep.write()

    def items_page(self):
        page = QWidget()
        search = QLineEdit(placeholderText="Search items", clearButtonEnabled=True)
        kind = QComboBox()
        kind.addItems(("All kinds", *KINDS))
        returned = QCheckBox("Show handed-over items")
        label = QLabel("&Kind:")
        label.setBuddy(kind)
        top = QHBoxLayout()
        top.addWidget(search, 1)
        top.addWidget(label)
        top.addWidget(kind)
        top.addWidget(returned)
        self.table = QTableWidget(len(ITEMS), 6)
        self.table.setHorizontalHeaderLabels(("No.", "Item", "Found at", "Kind", "Status", ""))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.Stretch)
        self.table.verticalHeader().setDefaultSectionSize(38)
        for row, values in enumerate(ITEMS):
            for column, value in enumerate(values):
                self.table.setItem(row, column, QTableWidgetItem(value))
            button = QPushButton("Hand over")
            button.clicked.connect(lambda _=False, row=row: self.hand_over(row))
            self.table.setCellWidget(row, 5, button)
        tags = QPushButton("Print shelf tags")
        tags.clicked.connect(lambda: self.keep.count("Print shelf tags"))
        self.keep.known("Print shelf tags")
        bottom = QHBoxLayout()
        bottom.addWidget(QLabel("6 items kept"))
        bottom.addStretch()
        bottom.addWidget(tags)
        box = QVBoxLayout(page)
        box.addLayout(top)
        box.addWidget(self.table)
        box.addLayout(bottom)

        def show():
            for row, (_, name, _, its, _) in enumerate(ITEMS):
                fits = search.text().lower() in name.lower()
                fits = fits and kind.currentText() in ("All kinds", its)
                fits = fits and (returned.isChecked() or self.status[name] == "Kept")
                self.table.setRowHidden(row, not fits)

        self.show_rows = show
        search.textChanged.connect(show)
        kind.currentTextChanged.connect(show)
        returned.toggled.connect(show)
        self.keep.add("search", search.text)
        self.keep.add("kind filter", kind.currentText)
        self.keep.add("show handed over", returned.isChecked)
        return page

    def hand_over(self, row):
        name = ITEMS[row][1]
        self.table.selectRow(row)
        dialog = QDialog(self)
        dialog.setWindowTitle(f"Hand over {name}")
        to = QLineEdit()
        proof = QCheckBox("ID checked")
        buttons = QDialogButtonBox(QDialogButtonBox.Cancel)
        confirm = buttons.addButton("Confirm", QDialogButtonBox.AcceptRole)
        confirm.setEnabled(False)
        form = QFormLayout(dialog)
        form.addRow("Name of the owner:", to)
        form.addRow(proof)
        form.addRow(buttons)
        ready = lambda: confirm.setEnabled(bool(to.text()) and proof.isChecked())  # noqa: E731
        to.textChanged.connect(ready)
        proof.toggled.connect(ready)
        buttons.accepted.connect(dialog.accept)
        buttons.rejected.connect(dialog.reject)

        def done(result):
            if result:
                self.status[name] = "Handed over"
                self.given[name] = to.text()
                self.table.item(row, 4).setText("Handed over")
                self.show_rows()
            self.dialog = None

        dialog.finished.connect(done)
        self.dialog = dialog
        dialog.resize(380, 140)
        dialog.open()

    def entry_page(self):
        page = QWidget()
        item = QLineEdit()
        kind = QComboBox()
        kind.addItems(KINDS)
        colours = QButtonGroup(page)
        row = QHBoxLayout()
        for name in ("Dark", "Light", "Mixed"):
            radio = QRadioButton(name)
            radio.setChecked(name == "Dark")
            colours.addButton(radio)
            row.addWidget(radio)
        row.addStretch()
        colour = QGroupBox("Colour")
        colour.setLayout(row)
        date = QDateEdit(QDate(2026, 11, 2), displayFormat="dd/MM/yyyy", calendarPopup=True)
        place = QComboBox(editable=True)
        place.addItems(("Ticket hall", "Waiting room", "Platform 1", "Platform 4", "Bus stop C"))
        shelf = QSpinBox(minimum=1, maximum=40, value=5)
        valuable = QCheckBox("Valuable, keep in the safe")
        remarks = QPlainTextEdit(tabChangesFocus=True)
        register = QPushButton("Register")
        clear = QPushButton("Clear form")
        form = QFormLayout(page)
        form.addRow("Item:", item)
        form.addRow("Kind of item:", kind)
        form.addRow(colour)
        form.addRow("Found on:", date)
        form.addRow("Place:", place)
        form.addRow("Shelf:", shelf)
        form.addRow(valuable)
        form.addRow("Remarks:", remarks)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(clear)
        buttons.addWidget(register)
        form.addRow(buttons)

        def reset():
            item.clear()
            kind.setCurrentIndex(0)
            colours.buttons()[0].setChecked(True)
            date.setDate(QDate(2026, 11, 2))
            place.setCurrentIndex(0)
            shelf.setValue(5)
            valuable.setChecked(False)
            remarks.clear()

        def add():
            self.registered.append(
                f"{item.text()} / {kind.currentText()} / {colours.checkedButton().text()}"
                f" / {place.currentText()} / shelf {shelf.value()}"
            )
            reset()

        register.clicked.connect(add)
        clear.clicked.connect(lambda: (self.keep.count("Clear form"), reset()))
        self.keep.known("Clear form")
        self.keep.add("item", item.text)
        self.keep.add("kind of item", kind.currentText)
        self.keep.add("colour", lambda: colours.checkedButton().text())
        self.keep.add("found on", date.text)
        self.keep.add("place", place.currentText)
        self.keep.add("shelf", shelf.text)
        self.keep.add("valuable", valuable.isChecked)
        self.keep.add("remarks", remarks.toPlainText)
        return page

    def rules_page(self):
        page = QWidget()
        weeks = QSlider(Qt.Horizontal, minimum=2, maximum=30, value=12, pageStep=4)
        weeks.setAccessibleName("Keep items for")
        shown = QLabel("12 weeks")
        weeks.valueChanged.connect(lambda number: shown.setText(f"{number} weeks"))
        line = QHBoxLayout()
        line.addWidget(weeks)
        line.addWidget(shown)
        opens = QTimeEdit(QTime(9, 0), displayFormat="HH:mm")
        closes = QTimeEdit(QTime(17, 30), displayFormat="HH:mm")
        fee = QDoubleSpinBox(minimum=0, maximum=50, value=3, decimals=2, singleStep=0.5, prefix="£")
        after = QComboBox()
        after.addItems(("Give to charity", "Sell at auction", "Destroy"))
        remind = QGroupBox("Reminders")
        box = QVBoxLayout(remind)
        for name, on in (("By e-mail", True), ("By text message", True), ("By letter", False)):
            check = QCheckBox(name)
            check.setChecked(on)
            box.addWidget(check)
            self.keep.add("reminder " + name, check.isChecked)
        apply = QPushButton("Apply rules")
        apply.clicked.connect(lambda: self.keep.count("Apply rules"))
        self.keep.known("Apply rules")
        form = QFormLayout(page)
        form.addRow("Keep items for:", line)
        form.addRow("Desk opens at:", opens)
        form.addRow("Desk closes at:", closes)
        form.addRow("Storage fee:", fee)
        form.addRow("Afterwards:", after)
        form.addRow(remind)
        form.addRow(apply)
        self.keep.add("keep weeks", weeks.value)
        self.keep.add("opens", opens.text)
        self.keep.add("closes", closes.text)
        self.keep.add("fee", fee.value)
        self.keep.add("afterwards", after.currentText)
        return page


app = QApplication(sys.argv[:1])
window = Window(sys.argv[1])
window.show()
sys.exit(app.exec())
