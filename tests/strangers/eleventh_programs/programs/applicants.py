"""The applicants for a firm's open posts."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTimer
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
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QToolBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

POSTS = {
    "Office": ["Receptionist", "Bookkeeper"],
    "Workshop": ["Welder", "Apprentice"],
    "Transport": ["Van driver", "Dispatcher"],
}
STAGES = ["New", "Invited", "Interviewed", "Offer made", "Turned down"]
PEOPLE = [
    ("Harriet Boone", "Bookkeeper", "2026-05-04", "New"),
    ("Milan Kovac", "Welder", "2026-05-06", "Invited"),
    ("Sunita Rao", "Receptionist", "2026-04-28", "New"),
    ("Peter Lindqvist", "Van driver", "2026-05-11", "Interviewed"),
    ("Grace Adeyemi", "Bookkeeper", "2026-05-02", "Invited"),
    ("Owen Pritchard", "Apprentice", "2026-05-13", "New"),
    ("Lucia Ferrer", "Dispatcher", "2026-04-30", "Turned down"),
]


class NewApplicant(QDialog):
    """What is known of a new applicant."""

    def __init__(self, parent):
        super().__init__(parent)
        self.setWindowTitle("New applicant")
        self.name = QLineEdit()
        self.email = QLineEdit()
        self.post = QComboBox()
        self.post.addItems([name for names in POSTS.values() for name in names])
        form = QFormLayout()
        form.addRow("Full name", self.name)
        form.addRow("E-mail", self.email)
        form.addRow("Post", self.post)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Save | kinds.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        outer = QVBoxLayout(self)
        outer.addLayout(form)
        outer.addWidget(buttons)
        self.resize(380, 180)


class Applicants(QMainWindow):
    """Posts, the people, and the file of the one who is chosen."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Applicants - Hollis & Webb")
        self.resize(1190, 690)
        self.keep = Keep()
        self.records = {}
        self.deleted = []
        self.added_now = {}
        self.current = ""
        self.loading = False
        self.dialog = None
        self.question = None
        self.bars()
        split = QSplitter()
        split.addWidget(self.tree())
        split.addWidget(self.people())
        split.addWidget(self.record())
        split.setSizes([200, 600, 390])
        self.setCentralWidget(split)
        for person in PEOPLE:
            self.put(*person)
        self.pick("")
        if start == "record":
            self.table.selectRow(1)
        if start == "new":
            QTimer.singleShot(50, self.new)
        self.keep.add("chosen", lambda: self.current)
        self.keep.add("dialog", self.of_dialog)
        self.keep.add("asked", lambda: bool(self.question and self.question.isVisible()))
        self.keep.add("deleted", lambda: list(self.deleted))
        self.keep.add("shown", self.shown)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.write)
        self.timer.start(120)
        self.write()

    def write(self):
        more = {}
        for name, record in self.records.items():
            more |= {f"{name}: {key}": value for key, value in record.items()}
        more |= {"cell " + name: text for name, text in self.added_now.items()}
        self.keep.write(**more)

    def shown(self):
        rows = range(self.table.rowCount())
        return [self.table.item(row, 0).text() for row in rows if not self.table.isRowHidden(row)]

    def of_dialog(self):
        one = self.dialog
        if one is None or not one.isVisible():
            return ""
        return f"{one.name.text()} | {one.email.text()} | {one.post.currentText()}"

    def bars(self):
        menu = self.menuBar().addMenu("&Applicant")
        menu.addAction("&New applicant…", self.new)
        menu.addAction("&Delete…", self.delete)
        menu.addSeparator()
        menu.addAction("&Quit", self.close)
        view = self.menuBar().addMenu("&View")
        stripes = QAction("&Striped rows", self, checkable=True)
        stripes.toggled.connect(lambda on: self.table.setAlternatingRowColors(on))
        self.keep.add("striped", stripes.isChecked)
        posts = QAction("&Posts", self, checkable=True, checked=True)
        posts.toggled.connect(lambda on: self.posts.setVisible(on))
        self.keep.add("posts shown", posts.isChecked)
        view.addActions([stripes, posts])
        bar = QToolBar("Tools")
        bar.setMovable(False)
        self.addToolBar(bar)
        style = self.style()
        kinds = QStyle.StandardPixmap
        for name, icon, act in (
            ("New applicant", kinds.SP_FileIcon, self.new),
            ("Delete applicant", kinds.SP_TrashIcon, self.delete),
            ("Print list", kinds.SP_FileDialogContentsView, lambda: self.keep.count("Print list")),
            ("Refresh", kinds.SP_BrowserReload, lambda: self.keep.count("Refresh")),
        ):
            action = QAction(style.standardIcon(icon), name, self)
            action.setToolTip(name)
            action.triggered.connect(act)
            bar.addAction(action)
        self.keep.known("Print list", "Refresh")
        bar.addSeparator()
        bar.addWidget(QLabel(" Find "))
        self.find = QLineEdit()
        self.find.setPlaceholderText("Name or post")
        self.find.setMaximumWidth(240)
        self.find.textChanged.connect(self.filter)
        self.keep.add("find", self.find.text)
        bar.addWidget(self.find)

    def filter(self):
        part = self.find.text().lower()
        for row in range(self.table.rowCount()):
            cells = (self.table.item(row, column).text().lower() for column in (0, 1))
            self.table.setRowHidden(row, not any(part in cell for cell in cells))

    def tree(self):
        self.posts = QTreeWidget()
        self.posts.setHeaderLabel("Open posts")
        for number, (name, posts) in enumerate(POSTS.items()):
            top = QTreeWidgetItem(self.posts, [name])
            for post in posts:
                QTreeWidgetItem(top, [post])
            top.setExpanded(number == 0)
            self.keep.add("open " + name, top.isExpanded)
        self.keep.add("post", lambda: "".join(item.text(0) for item in self.posts.selectedItems()))
        return self.posts

    def people(self):
        page = QWidget()
        outer = QVBoxLayout(page)
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels(["Name", "Post", "Received", "Stage"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSortingEnabled(False)
        header = self.table.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self.sort)
        self.order = (-1, Qt.SortOrder.AscendingOrder)
        self.table.itemSelectionChanged.connect(self.picked)
        outer.addWidget(self.table)
        return page

    def sort(self, column):
        up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        self.order = (column, down if self.order == (column, up) else up)
        self.table.sortItems(*self.order)
        self.table.horizontalHeader().setSortIndicatorShown(True)
        self.table.horizontalHeader().setSortIndicator(*self.order)

    def put(self, name, post, received, stage):
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, text in enumerate((name, post, received, stage)):
            self.table.setItem(row, column, QTableWidgetItem(text))
        self.records[name] = {
            "stage": stage,
            "interview": "2026-06-01",
            "with": "Mr Hollis",
            "references": False,
            "licence": False,
            "remarks": "",
        }

    def row_of(self, name):
        rows = range(self.table.rowCount())
        return next((row for row in rows if self.table.item(row, 0).text() == name), None)

    def record(self):
        self.file = QGroupBox("Applicant's file")
        form = QFormLayout(self.file)
        self.title = QLabel("")
        form.addRow("Name", self.title)
        self.stage = QComboBox()
        self.stage.addItems(STAGES)
        self.stage.currentTextChanged.connect(self.changed)
        form.addRow("Stage", self.stage)
        self.date = QDateEdit(QDate(2026, 6, 1))
        self.date.setDisplayFormat("dd/MM/yyyy")
        self.date.setCalendarPopup(True)
        self.date.dateChanged.connect(self.changed)
        form.addRow("Interview on", self.date)
        self.by = QComboBox()
        self.by.addItems(["Mr Hollis", "Mrs Webb", "Ms Tanaka", "Workshop foreman"])
        self.by.currentTextChanged.connect(self.changed)
        form.addRow("Interviewer", self.by)
        self.references = QCheckBox("References checked")
        self.licence = QCheckBox("Driving licence seen")
        for box in (self.references, self.licence):
            box.toggled.connect(self.changed)
            form.addRow("", box)
        self.remarks = QPlainTextEdit()
        self.remarks.textChanged.connect(self.changed)
        form.addRow("Remarks", self.remarks)
        letter = QPushButton("Send invitation")
        letter.clicked.connect(lambda: self.keep.count("Send invitation"))
        self.keep.known("Send invitation")
        form.addRow("", letter)
        return self.file

    def picked(self):
        rows = self.table.selectionModel().selectedRows()
        self.pick(self.table.item(rows[0].row(), 0).text() if rows else "")

    def pick(self, name):
        self.loading = True
        self.current = name if name in self.records else ""
        record = self.records.get(name)
        self.file.setEnabled(bool(record))
        self.title.setText(self.current or "(nobody chosen)")
        if record:
            self.stage.setCurrentText(record["stage"])
            self.date.setDate(QDate.fromString(record["interview"], Qt.DateFormat.ISODate))
            self.by.setCurrentText(record["with"])
            self.references.setChecked(record["references"])
            self.licence.setChecked(record["licence"])
            self.remarks.setPlainText(record["remarks"])
        self.loading = False

    def changed(self, *_more):
        if self.loading or self.current not in self.records:
            return
        self.records[self.current] = {
            "stage": self.stage.currentText(),
            "interview": self.date.date().toString(Qt.DateFormat.ISODate),
            "with": self.by.currentText(),
            "references": self.references.isChecked(),
            "licence": self.licence.isChecked(),
            "remarks": self.remarks.toPlainText(),
        }
        row = self.row_of(self.current)
        if row is not None:
            self.table.item(row, 3).setText(self.stage.currentText())

    def new(self):
        self.dialog = NewApplicant(self)
        self.dialog.accepted.connect(self.added)
        self.dialog.open()

    def added(self):
        one = self.dialog
        if one.name.text():
            self.put(one.name.text(), one.post.currentText(), "2026-05-18", "New")
            self.added_now[one.name.text()] = f"{one.post.currentText()} | {one.email.text()}"

    def delete(self):
        if not self.current:
            return
        box = QMessageBox(self)
        box.setWindowTitle("Delete applicant")
        box.setText(f"Delete the file of {self.current}?")
        yes = box.addButton("Delete", QMessageBox.ButtonRole.AcceptRole)
        box.addButton("Keep", QMessageBox.ButtonRole.RejectRole)
        name = self.current

        def answered(button):
            if button is yes:
                self.deleted.append(name)
                self.table.removeRow(self.row_of(name))
                self.records.pop(name, None)
                self.picked()

        box.buttonClicked.connect(answered)
        self.question = box
        box.open()


def main():
    app = QApplication(sys.argv[:1])
    window = Applicants(sys.argv[1] if len(sys.argv) > 1 else "")
    window.show()
    sys.exit(app.exec())


if __name__ == "__main__":
    main()
