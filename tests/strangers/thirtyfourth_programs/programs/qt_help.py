"""What the three programs in Qt share: forms, the start of the window and the writing of the state."""

import sys

from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QDate, Qt, QTime, QTimer


def form(box, *rows):
    layout = Qw.QFormLayout(box)
    for caption, field in rows:
        layout.addRow(caption, field)
    return box


def dialog(window, title, done, caption, *rows):
    """Make a dialog with Cancel and one button that calls `done` before it closes."""
    box = Qw.QDialog(window, windowTitle=title)
    buttons = Qw.QDialogButtonBox()
    buttons.addButton(caption, Qw.QDialogButtonBox.AcceptRole)
    buttons.addButton("Cancel", Qw.QDialogButtonBox.RejectRole)
    buttons.accepted.connect(box.accept)
    buttons.rejected.connect(box.reject)
    box.accepted.connect(done)
    return form(box, *rows, ("", buttons))


def radios(title, *texts, layout=Qw.QHBoxLayout):
    group, inside = Qw.QGroupBox(title), layout()
    buttons = {text: Qw.QRadioButton(text) for text in texts}
    for button in buttons.values():
        inside.addWidget(button)
    group.setLayout(inside)
    return group, buttons


def chosen(buttons):
    return lambda: next(text for text, button in buttons.items() if button.isChecked())


def run(window, tabs, keep, reads, first=None):
    for name, read in reads.items():
        keep.add(name, read)
    keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()).replace("&", ""))
    timer = QTimer(window, interval=100)
    timer.timeout.connect(keep.write)
    timer.start()
    window.setGeometry(120, 70, 900, 640)
    window.show()
    window.raise_()
    window.activateWindow()
    if first:
        first()
    sys.exit(Qw.QApplication.instance().exec())


def spin(low, high, value, suffix="", step=1):
    field = Qw.QSpinBox(minimum=low, maximum=high, suffix=suffix, singleStep=step)
    field.setValue(value)
    return field


def combo(now, *texts, free=False):
    field = Qw.QComboBox(editable=free)
    field.addItems(texts)
    field.setCurrentText(now)
    return field


def slider(low, high, value, unit):
    """Make a slider with its number beside it: the row and the slider."""
    row, field, shown = Qw.QWidget(), Qw.QSlider(Qt.Horizontal), Qw.QLabel(f"{value}{unit}")
    field.setRange(low, high)
    field.setValue(value)
    field.valueChanged.connect(lambda now: shown.setText(f"{now}{unit}"))
    inside = Qw.QHBoxLayout(row)
    inside.setContentsMargins(0, 0, 0, 0)
    inside.addWidget(field)
    inside.addWidget(shown)
    return row, field


def day(year, month, date):
    field = Qw.QDateEdit(QDate(year, month, date), displayFormat="dd/MM/yyyy", calendarPopup=True)
    return field, lambda: field.date().toString("dd/MM/yyyy")


def hour(hours, minutes):
    field = Qw.QTimeEdit(QTime(hours, minutes), displayFormat="HH:mm")
    return field, lambda: field.time().toString("HH:mm")


def button(text, then):
    field = Qw.QPushButton(text)
    field.setAutoDefault(False)
    field.clicked.connect(lambda: then())
    return field


def row(*fields):
    box = Qw.QWidget()
    inside = Qw.QHBoxLayout(box)
    inside.setContentsMargins(0, 0, 0, 0)
    for field in fields:
        inside.addWidget(field)
    inside.addStretch()
    return box


def column(*fields):
    box = Qw.QWidget()
    inside = Qw.QVBoxLayout(box)
    for field in fields:
        inside.addWidget(field)
    return box


def menu(window, title, *items):
    top = window.menuBar().addMenu(title)
    for caption, then in items:
        action = top.addAction(caption)
        if isinstance(then, bool):
            action.setCheckable(True)
            action.setChecked(then)
        else:
            action.triggered.connect(lambda _=False, then=then: then())
        yield action


class Table(Qw.QTableWidget):
    """Rows of texts with a choice of one; the state has a key for each first row and a list of the new ones."""

    def __init__(self, kind, headers, rows, free=()):
        super().__init__(0, len(headers))
        self.kind, self.free, self.old = kind, free, [each[0] for each in rows]
        self.setHorizontalHeaderLabels(headers)
        self.horizontalHeader().setSectionResizeMode(Qw.QHeaderView.Stretch)
        self.verticalHeader().hide()
        if not free:
            self.setSelectionBehavior(Qw.QAbstractItemView.SelectRows)
        self.setSelectionMode(Qw.QAbstractItemView.SingleSelection)
        for each in rows:
            self.add(*each)

    def add(self, *texts):
        at = self.rowCount()
        self.insertRow(at)
        for place, text in enumerate(texts):
            item = Qw.QTableWidgetItem(text)
            if place not in self.free:
                item.setFlags(item.flags() & ~Qt.ItemIsEditable)
            self.setItem(at, place, item)

    def texts(self, at):
        return [self.item(at, place).text() for place in range(self.columnCount())]

    def chosen(self):
        items = self.selectedItems()
        return items[0].row() if items else -1

    def put(self, place, text):
        if self.chosen() >= 0:
            self.item(self.chosen(), place).setText(text)

    def remove(self):
        if self.chosen() >= 0:
            self.removeRow(self.chosen())

    def seek(self, text):
        for at in range(self.rowCount()):
            self.setRowHidden(at, text.lower() not in " ".join(self.texts(at)).lower())

    def reads(self):
        def rows():
            return [self.texts(at) for at in range(self.rowCount())]

        def one(name):
            return lambda: next((" | ".join(r[1:]) for r in rows() if r[0] == name), "gone")

        reads = {f"{self.kind} {name}": one(name) for name in self.old}
        reads[f"{self.kind} new"] = lambda: [" | ".join(r) for r in rows() if r[0] not in self.old]
        reads[f"{self.kind} chosen"] = lambda: (
            self.item(self.chosen(), 0).text() if self.chosen() >= 0 else ""
        )
        return reads


def boxes(*pairs):
    """Make a list whose rows have boxes, and its reads."""
    field, reads = Qw.QListWidget(), {}
    for text, on in pairs:
        item = Qw.QListWidgetItem(text, field)
        item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
        item.setCheckState(Qt.Checked if on else Qt.Unchecked)
        reads[text] = lambda item=item: item.checkState() == Qt.Checked
    return field, reads


def toolbar(window, *items):
    bar = window.addToolBar("Main")
    bar.setMovable(False)
    bar.setToolButtonStyle(Qt.ToolButtonTextOnly)
    for item in items:
        if isinstance(item, tuple):
            bar.addAction(item[0]).triggered.connect(lambda _=False, then=item[1]: then())
        else:
            bar.addWidget(item)


def search(text, table):
    field = Qw.QLineEdit(placeholderText=text, clearButtonEnabled=True)
    field.textChanged.connect(table.seek)
    return field


class Tree(Qw.QTreeWidget):
    """Groups with rows under them; the state has a key for each row."""

    def __init__(self, kind, headers, groups):
        super().__init__()
        self.kind, self.leaves = kind, {}
        self.setHeaderLabels(headers)
        for group, rows in groups.items():
            top = Qw.QTreeWidgetItem(self, [group])
            for each in rows:
                self.leaves[f"{group} {each[0]}"] = Qw.QTreeWidgetItem(top, list(each))
        self.expandAll()
        self.setColumnWidth(0, 260)

    def put(self, place, text):
        for item in self.selectedItems():
            if item.parent():
                item.setText(place, text)

    def reads(self):
        def one(item):
            return lambda: " | ".join(item.text(at) for at in range(1, self.columnCount()))

        def chosen():
            return next((n for n, item in self.leaves.items() if item.isSelected()), "")

        reads = {f"{self.kind} {name}": one(item) for name, item in self.leaves.items()}
        return reads | {f"{self.kind} chosen": chosen}
