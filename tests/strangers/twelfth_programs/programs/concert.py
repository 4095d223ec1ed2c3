"""The programme of a choir's concert: the pieces in their order, the singers, the evening."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, QSize, Qt, QTime, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStyle,
    QTabWidget,
    QTextEdit,
    QTimeEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

PIECES = {
    "Ave Verum": ["Mozart", 4, False],
    "Evening Rise": ["Traditional", 3, False],
    "Fair Phyllis": ["Farmer", 2, False],
    "The Long Day Closes": ["Sullivan", 5, False],
    "Sleep": ["Whitacre", 6, False],
    "Now Is the Month of Maying": ["Morley", 2, False],
}
VOICES = {
    "Soprano": (("Anna Berg", True), ("Carla Moretti", True), ("Joan Fisher", False)),
    "Alto": (("Greta Lind", True), ("Ruth Abel", True), ("Tessa Boyle", False)),
    "Tenor": (("Ivan Horak", True), ("Luke Perry", False)),
    "Bass": (("Owen Tate", True), ("Paul Novak", False), ("Sam Whitby", True)),
}


class Window(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Spring Concert - Programme Planner")
        self.keep = Keep()
        self.dialog = None
        self.pieces = {name: list(values) for name, values in PIECES.items()}
        self.tabs = QTabWidget()
        self.tabs.addTab(self.pieces_page(), "Programme")
        self.tabs.addTab(self.singers_page(), "Singers")
        self.tabs.addTab(self.evening_page(), "Evening")
        self.tabs.setCurrentIndex({"programme": 0, "singers": 1, "evening": 2}[start])
        self.setCentralWidget(self.tabs)
        self.bars()
        self.keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        self.keep.add("dialog", lambda: self.dialog and self.dialog.windowTitle())
        self.resize(980, 640)
        self.timer = QTimer(self, interval=120, timeout=self.keep.write)
        self.timer.start()
        self.keep.write()

    def counted(self, menu, name):
        action = menu.addAction(name)
        action.triggered.connect(lambda: self.keep.count(name))
        self.keep.known(name)
        return action

    def bars(self):
        file = self.menuBar().addMenu("&File")
        self.counted(file, "Save programme")
        self.counted(file, "Export for the printer")
        view = self.menuBar().addMenu("&View")
        large = QAction("Large print", self, checkable=True)
        times = QAction("Show running times", self, checkable=True, checked=True)
        view.addAction(large)
        view.addAction(times)
        self.keep.add("large print", large.isChecked)
        self.keep.add("running times", times.isChecked)
        languages = view.addMenu("Language of titles")
        group = QActionGroup(self)
        for name in ("English", "Original", "Both"):
            action = QAction(name, self, checkable=True, checked=name == "English")
            group.addAction(action)
            languages.addAction(action)
        self.keep.add("titles in", lambda: group.checkedAction().text())
        bar = self.addToolBar("Main")
        bar.setMovable(False)
        bar.setIconSize(QSize(22, 22))
        for name, icon in (
            ("Play the first notes", QStyle.SP_MediaPlay),
            ("Stop playing", QStyle.SP_MediaStop),
            ("Send to all singers", QStyle.SP_CommandLink),
            ("Reload from disk", QStyle.SP_BrowserReload),
        ):
            action = bar.addAction(self.style().standardIcon(icon), name)
            action.setToolTip(name)
            action.triggered.connect(lambda _=False, name=name: self.keep.count(name))
            self.keep.known(name)

    def pieces_page(self):
        page = QWidget()
        self.list = QListWidget()
        self.list.setAccessibleName("Pieces")
        self.list.setDragDropMode(QAbstractItemView.InternalMove)
        self.list.addItems(list(self.pieces))
        self.list.setSpacing(4)
        up, down, off = QPushButton("Move up"), QPushButton("Move down"), QPushButton("Remove")
        add = QPushButton("Add piece...")
        buttons = QHBoxLayout()
        for button in (up, down, off, add):
            buttons.addWidget(button)
        left = QVBoxLayout()
        left.addWidget(QLabel("Drag the pieces into their order"))
        left.addWidget(self.list)
        left.addLayout(buttons)
        composer = QLineEdit()
        minutes = QSpinBox(minimum=1, maximum=30)
        encore = QCheckBox("Sung as encore")
        details = QGroupBox("Selected piece")
        form = QFormLayout(details)
        form.addRow("Composer:", composer)
        form.addRow("Minutes:", minutes)
        form.addRow(encore)
        box = QHBoxLayout(page)
        box.addLayout(left, 3)
        box.addWidget(details, 2)

        def name():
            item = self.list.currentItem()
            return item.text() if item and item.isSelected() else None

        def show(*_):
            details.setEnabled(name() is not None)
            values = self.pieces.get(name(), ["", 1, False])
            for field in (composer, minutes, encore):
                field.blockSignals(True)
            composer.setText(values[0])
            minutes.setValue(values[1])
            encore.setChecked(values[2])
            for field in (composer, minutes, encore):
                field.blockSignals(False)

        def put(at):
            def change(value):
                if name():
                    self.pieces[name()][at] = value

            return change

        def move(by):
            row = self.list.currentRow()
            if name() and 0 <= row + by < self.list.count():
                self.list.insertItem(row + by, self.list.takeItem(row))
                self.list.setCurrentRow(row + by)

        def remove():
            if name():
                self.list.takeItem(self.list.currentRow())
                self.list.clearSelection()

        composer.textChanged.connect(put(0))
        minutes.valueChanged.connect(put(1))
        encore.toggled.connect(put(2))
        self.list.itemSelectionChanged.connect(show)
        up.clicked.connect(lambda: move(-1))
        down.clicked.connect(lambda: move(1))
        off.clicked.connect(remove)
        add.clicked.connect(self.ask)
        show()
        self.keep.add("order", lambda: [self.list.item(i).text() for i in range(self.list.count())])
        self.keep.add("selected", name)
        for piece in PIECES:
            for at, what in enumerate(("composer", "minutes", "encore")):
                self.keep.add(f"{what} {piece}", lambda p=piece, at=at: self.pieces[p][at])
        return page

    def ask(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("Add a piece")
        title = QLineEdit()
        form = QFormLayout(dialog)
        form.addRow("Title of the piece:", title)
        buttons = QDialogButtonBox(QDialogButtonBox.Cancel)
        buttons.addButton("Add", QDialogButtonBox.AcceptRole)
        form.addRow(buttons)
        buttons.accepted.connect(dialog.accept)
        buttons.rejected.connect(dialog.reject)

        def done(result):
            if result and title.text():
                self.pieces[title.text()] = ["", 3, False]
                self.list.addItem(title.text())
            self.dialog = None

        dialog.finished.connect(done)
        self.dialog = dialog
        dialog.open()

    def singers_page(self):
        page = QWidget()
        tree = QTreeWidget()
        tree.setHeaderLabels(("Singer", "Rehearsals"))
        tree.setColumnWidth(0, 320)
        for voice, people in VOICES.items():
            top = QTreeWidgetItem(tree, (voice, ""))
            for count, (person, on) in enumerate(people):
                item = QTreeWidgetItem(top, (person, f"{9 - count} of 9"))
                item.setCheckState(0, Qt.Checked if on else Qt.Unchecked)
                self.keep.add("sings " + person, lambda item=item: item.checkState(0) == Qt.Checked)
            top.setExpanded(voice in ("Soprano", "Alto"))
            self.keep.add("open " + voice, top.isExpanded)
        self.keep.add("singer", lambda: [item.text(0) for item in tree.selectedItems()])
        absent = QCheckBox("List absent singers on the poster")
        box = QVBoxLayout(page)
        box.addWidget(tree)
        box.addWidget(absent)
        self.keep.add("list absent", absent.isChecked)
        return page

    def evening_page(self):
        page = QWidget()
        date = QDateEdit(QDate(2027, 4, 17), displayFormat="dd/MM/yyyy", calendarPopup=True)
        begin = QTimeEdit(QTime(19, 30), displayFormat="HH:mm")
        hall = QComboBox()
        hall.addItems(("Town Hall", "St Mary's Church", "School Gym", "Open-air Stage"))
        price = QDoubleSpinBox(minimum=0, maximum=100, value=10, decimals=2, suffix=" EUR")
        pause = QGroupBox("Interval", checkable=True, checked=True)
        minutes = QSpinBox(minimum=5, maximum=60, value=20, suffix=" min")
        drinks, free = QRadioButton("Sell drinks"), QRadioButton("Free water only")
        drinks.setChecked(True)
        inner = QFormLayout(pause)
        inner.addRow("Length:", minutes)
        inner.addRow(drinks)
        inner.addRow(free)
        poster = QTextEdit(tabChangesFocus=True, acceptRichText=False)
        form = QFormLayout(page)
        form.addRow("Date:", date)
        form.addRow("Begins at:", begin)
        form.addRow("Hall:", hall)
        form.addRow("Ticket price:", price)
        form.addRow(pause)
        form.addRow("Line on the poster:", poster)
        self.keep.add("date", date.text)
        self.keep.add("begins", begin.text)
        self.keep.add("hall", hall.currentText)
        self.keep.add("price", price.value)
        self.keep.add("interval", pause.isChecked)
        self.keep.add("interval minutes", minutes.value)
        self.keep.add("interval offer", lambda: "drinks" if drinks.isChecked() else "water")
        self.keep.add("poster", poster.toPlainText)
        return page


app = QApplication(sys.argv[:1])
window = Window(sys.argv[1])
window.show()
sys.exit(app.exec())
