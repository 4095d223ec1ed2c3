"""What the three programs in Qt share: pages, forms, tables, dialogs and the writing of the state."""

import sys

from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QDate, QLocale, Qt, QTime, QTimer


def app(style):
    QLocale.setDefault(QLocale(QLocale.German, QLocale.Germany))
    made = Qw.QApplication(sys.argv[:1])
    made.setStyle("Fusion")
    made.setStyleSheet(style)
    return made


def run(window, page, keep, reads, first=None, size=(980, 620)):
    for name, read in reads.items():
        keep.add(name, read)
    keep.add("Seite", page)
    timer = QTimer(window, interval=100)
    timer.timeout.connect(keep.write)
    timer.start()
    window.setGeometry(110, 50, *size)
    window.show()
    window.raise_()
    window.activateWindow()
    if first:
        first()
    sys.exit(Qw.QApplication.instance().exec())


def form(box, *rows):
    layout = Qw.QFormLayout(box)
    layout.setVerticalSpacing(10)
    for caption, field in rows:
        layout.addRow(caption, field)
    return box


def beside(*fields, stretch=True):
    box = Qw.QWidget()
    inside = Qw.QHBoxLayout(box)
    inside.setContentsMargins(0, 0, 0, 0)
    for field in fields:
        inside.addWidget(Qw.QLabel(field) if isinstance(field, str) else field)
    if stretch:
        inside.addStretch()
    return box


def below(*fields, stretch=False):
    box = Qw.QWidget()
    inside = Qw.QVBoxLayout(box)
    for field in fields:
        inside.addWidget(field)
    if stretch:
        inside.addStretch()
    return box


def group(title, *fields, across=False):
    box = Qw.QGroupBox(title)
    inside = Qw.QHBoxLayout(box) if across else Qw.QVBoxLayout(box)
    for field in fields:
        inside.addWidget(field)
    return box


def radios(now, *texts, title="", across=True):
    """Make a group of radio buttons and the function that reads it."""
    buttons = [Qw.QRadioButton(text, checked=text == now) for text in texts]
    box = group(title, *buttons, across=across) if title else beside(*buttons)
    return box, lambda: next(each.text() for each in buttons if each.isChecked())


def spin(low, high, value, suffix="", step=1):
    field = Qw.QSpinBox(minimum=low, maximum=high, suffix=suffix, singleStep=step)
    field.setValue(value)
    return field


def decimal(low, high, value, suffix="", step=0.5):
    field = Qw.QDoubleSpinBox(minimum=low, maximum=high, suffix=suffix, singleStep=step, decimals=1)
    field.setValue(value)
    return field


def combo(now, *texts, free=False):
    field = Qw.QComboBox(editable=free)
    field.addItems(texts)
    field.setCurrentText(now)
    return field


def slider(low, high, value, unit, step=1):
    """Make a slider with its number beside it: the row and the slider."""
    field, shown = Qw.QSlider(Qt.Horizontal), Qw.QLabel(f"{value}{unit}")
    field.setRange(low, high)
    field.setSingleStep(step)
    field.setValue(value)
    field.valueChanged.connect(lambda now: shown.setText(f"{now}{unit}"))
    return beside(field, shown, stretch=False), field


def day(year, month, date):
    field = Qw.QDateEdit(QDate(year, month, date), displayFormat="dd.MM.yyyy", calendarPopup=True)
    return field, lambda: field.date().toString("dd.MM.yyyy")


def hour(hours, minutes):
    field = Qw.QTimeEdit(QTime(hours, minutes), displayFormat="HH:mm")
    return field, lambda: field.time().toString("HH:mm")


def button(text, then):
    field = Qw.QPushButton(text, autoDefault=False)
    field.clicked.connect(lambda: then())
    return field


def switch(text, on=False):
    field = Qw.QCheckBox(text, checked=on)
    field.setStyleSheet(
        "QCheckBox::indicator {width: 34px; height: 16px; border-radius: 8px; background: #b9b9b9}"
        "QCheckBox::indicator:checked {background: #2f8f5b}"
    )
    return field


def counter(low, high, value):
    """Make a number between - and +: the row and the function that reads it."""
    shown = Qw.QLabel(str(value), alignment=Qt.AlignCenter, minimumWidth=36)

    def by(step):
        shown.setText(str(min(high, max(low, int(shown.text()) + step))))

    less, more = button("−", lambda: by(-1)), button("+", lambda: by(1))
    for each in (less, more):
        each.setFixedWidth(34)
    return beside(less, shown, more), lambda: int(shown.text())


def fold(title, inside):
    """Make a part that is shut until its title is clicked."""
    head = Qw.QToolButton(text=title, checkable=True, arrowType=Qt.RightArrow, autoRaise=True)
    head.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
    inside.hide()

    def turn(on):
        inside.setVisible(on)
        head.setArrowType(Qt.DownArrow if on else Qt.RightArrow)

    head.toggled.connect(turn)
    box = below(head, inside)
    box.layout().setContentsMargins(0, 0, 0, 0)
    return box, head.isChecked


def dialog(window, title, done, caption, *rows):
    """Make a dialog with a button to leave and one that calls `done` after it closes."""
    box = Qw.QDialog(window, windowTitle=title)
    buttons = Qw.QDialogButtonBox()
    buttons.addButton(caption, Qw.QDialogButtonBox.AcceptRole)
    buttons.addButton("Abbrechen", Qw.QDialogButtonBox.RejectRole)
    buttons.accepted.connect(box.accept)
    buttons.rejected.connect(box.reject)
    box.accepted.connect(done)
    return form(box, *rows, ("", buttons))


def confirm(window, title, question, yes, no, then):
    box = Qw.QMessageBox(Qw.QMessageBox.Question, title, question, parent=window)
    sure = box.addButton(yes, Qw.QMessageBox.AcceptRole)
    box.addButton(no, Qw.QMessageBox.RejectRole)
    box.setAttribute(Qt.WA_DeleteOnClose)
    box.buttonClicked.connect(lambda pressed: then() if pressed is sure else None)
    box.open()


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


class Sidebar(Qw.QWidget):
    """Pages that a list on the left turns."""

    def __init__(self, **pages):
        super().__init__()
        self.names, self.list, self.stack = list(pages), Qw.QListWidget(), Qw.QStackedWidget()
        self.list.setFixedWidth(150)
        self.list.setSpacing(6)
        for title, page in pages.values():
            self.list.addItem(title)
            self.stack.addWidget(page)
        self.list.currentRowChanged.connect(self.stack.setCurrentIndex)
        inside = Qw.QHBoxLayout(self)
        inside.addWidget(self.list)
        inside.addWidget(self.stack)

    def turn(self, name):
        self.list.setCurrentRow(self.names.index(name))

    def page(self):
        return self.list.currentItem().text()


class Table(Qw.QTableWidget):
    """Rows of texts with a choice of one; the state has a key for each first row and a list of the new ones."""

    def __init__(self, kind, headers, rows, buttons=0):
        super().__init__(0, len(headers) + buttons)
        self.kind, self.width = kind, len(headers)
        self.old = [each[0] for each in rows]
        self.setHorizontalHeaderLabels([*headers, *([""] * buttons)])
        self.horizontalHeader().setSectionResizeMode(Qw.QHeaderView.Stretch)
        self.verticalHeader().hide()
        self.setEditTriggers(Qw.QAbstractItemView.NoEditTriggers)
        self.setSelectionBehavior(Qw.QAbstractItemView.SelectRows)
        self.setSelectionMode(Qw.QAbstractItemView.SingleSelection)
        for each in rows:
            self.add(*each)

    def add(self, *texts):
        at = self.rowCount()
        self.insertRow(at)
        for place, text in enumerate(texts):
            self.setItem(at, place, Qw.QTableWidgetItem(text))

    def texts(self, at):
        return [self.item(at, place).text() for place in range(self.width)]

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
            return lambda: next((" | ".join(r[1:]) for r in rows() if r[0] == name), "weg")

        reads = {f"{self.kind} {name}": one(name) for name in self.old}
        reads[f"{self.kind} neu"] = lambda: [" | ".join(r) for r in rows() if r[0] not in self.old]
        reads[f"{self.kind} gewählt"] = lambda: (
            self.item(self.chosen(), 0).text() if self.chosen() >= 0 else ""
        )
        return reads


class Tree(Qw.QTreeWidget):
    """Groups with rows under them; the state has a key for each row."""

    def __init__(self, kind, headers, groups):
        super().__init__()
        self.kind, self.leaves = kind, {}
        self.setHeaderLabels(headers)
        for title, rows in groups.items():
            top = Qw.QTreeWidgetItem(self, [title])
            for each in rows:
                self.leaves[each[0]] = Qw.QTreeWidgetItem(top, list(each))
        self.expandAll()
        self.setColumnWidth(0, 300)

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
        return reads | {f"{self.kind} gewählt": chosen}


def boxes(kind, *pairs):
    """Make a list whose rows have boxes, and its reads."""
    field, reads = Qw.QListWidget(), {}
    for text, on in pairs:
        item = Qw.QListWidgetItem(text, field)
        item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
        item.setCheckState(Qt.Checked if on else Qt.Unchecked)
        reads[f"{kind} {text}"] = lambda item=item: item.checkState() == Qt.Checked
    return field, reads
