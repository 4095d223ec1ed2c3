"""The order desk of an optician."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTimer
from PySide6.QtGui import QAction
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
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

FRAMES = ["Aviator gold", "Cat-eye black", "Round tortoise", "Sport blue", "Titanium rimless"]
ORDERS = [
    ["1041", "Helga Brandt", "Sent to lab", False],
    ["1042", "Omar Haddad", "Ready", False],
    ["1043", "Lucy Pike", "New", True],
    ["1044", "Viktor Salo", "New", False],
]
STARTS = {
    "patient": {"tab": 0, "first": "Helga", "last": "Brant", "email": "", "frame": -1},
    "lenses": {
        "tab": 1,
        "first": "Omar",
        "last": "Haddad",
        "email": "omar@haddad.example",
        "frame": 0,
    },
    "orders": {"tab": 2, "first": "", "last": "", "email": "", "frame": -1},
}


class Desk(QMainWindow):
    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Clearview Optical Orders")
        self.resize(900, 640)
        self.keep = Keep()
        self.asked = ""
        self.sent = []
        self.menus()
        self.tabs = QTabWidget()
        self.tabs.addTab(self.patient(start), "Patient")
        self.tabs.addTab(self.lenses(start), "Lenses && frame")
        self.tabs.addTab(self.orders(), "Orders")
        self.tabs.setCurrentIndex(start["tab"])
        self.setCentralWidget(self.tabs)
        names = ["Patient", "Lenses", "Orders"]
        self.keep.add("tab", lambda: names[self.tabs.currentIndex()])
        self.keep.add("dialog", lambda: self.asked)
        self.keep.add("sent", lambda: list(self.sent))
        self.statusBar().showMessage("Signed in as Desk 2")

    def menus(self):
        self.keep.known("Save", "Print prescription")
        record = self.menuBar().addMenu("&Record")
        bar = self.addToolBar("Record")
        for name in ("Save", "Print prescription"):
            action = QAction(name, self)
            action.triggered.connect(lambda _=0, n=name: self.keep.count(n))
            record.addAction(action)
            bar.addAction(action)
        send = QAction("Send to lab…", self)
        send.triggered.connect(self.send)
        record.addAction(send)
        bar.addAction(send)
        view = self.menuBar().addMenu("&View")
        for name, on in (("Show prices", True), ("High contrast", False)):
            action = QAction(name, self, checkable=True, checked=on)
            view.addAction(action)
            self.keep.add(name.lower(), action.isChecked)

    def patient(self, start):
        page = QWidget()
        form = QFormLayout(page)
        title = QComboBox()
        title.addItems(["Mr", "Mrs", "Ms", "Dr", "Prof"])
        first = QLineEdit(start["first"])
        last = QLineEdit(start["last"])
        born = QDateEdit(QDate(1970, 1, 1), displayFormat="dd/MM/yyyy")
        email = QLineEdit(start["email"])
        mobile = QLineEdit(placeholderText="Mobile number")
        form.addRow("&Title:", title)
        form.addRow("&First name:", first)
        form.addRow("&Last name:", last)
        form.addRow("Date of &birth:", born)
        form.addRow("&E-mail:", email)
        form.addRow("&Mobile:", mobile)
        self.reminder = QButtonGroup(self)
        line = QHBoxLayout()
        for name in ("Letter", "E-mail", "Text message"):
            radio = QRadioButton(name, checked=name == "Letter")
            self.reminder.addButton(radio)
            line.addWidget(radio)
        line.addStretch()
        form.addRow("Remind by:", line)
        contact = QCheckBox("Wears contact lenses")
        glaucoma = QCheckBox("Glaucoma in the family")
        offers = QCheckBox("May receive offers", checked=True)
        for check in (contact, glaucoma, offers):
            form.addRow("", check)
        notes = QPlainTextEdit()
        notes.setTabChangesFocus(True)
        form.addRow("&Notes:", notes)
        add = self.keep.add
        add("title", title.currentText)
        add("first name", first.text)
        add("last name", last.text)
        add("born", lambda: born.date().toString("yyyy-MM-dd"))
        add("email", email.text)
        add("mobile", mobile.text)
        add("remind by", lambda: self.reminder.checkedButton().text())
        add("contact lenses", contact.isChecked)
        add("glaucoma", glaucoma.isChecked)
        add("offers", offers.isChecked)
        add("notes", notes.toPlainText)
        return page

    def lenses(self, start):
        page = QWidget()
        across = QHBoxLayout(page)
        left = QVBoxLayout()
        box = QGroupBox("Prescription")
        grid = QGridLayout(box)
        for c, name in enumerate(("Sphere", "Cylinder", "Axis")):
            grid.addWidget(QLabel(name), 0, c + 1)
        for r, eye in enumerate(("Right eye", "Left eye")):
            grid.addWidget(QLabel(eye), r + 1, 0)
            for c, name in enumerate(("sphere", "cylinder")):
                spin = QDoubleSpinBox(minimum=-20, maximum=20, singleStep=0.25, value=0)
                spin.setAccessibleName(f"{eye} {name}")
                grid.addWidget(spin, r + 1, c + 1)
                self.keep.add(f"{eye.lower()} {name}", spin.value)
            axis = QSpinBox(minimum=0, maximum=180, suffix="°")
            axis.setAccessibleName(f"{eye} axis")
            grid.addWidget(axis, r + 1, 3)
            self.keep.add(f"{eye.lower()} axis", axis.value)
        left.addWidget(box)
        coats = QGroupBox("Coatings")
        down = QVBoxLayout(coats)
        for name, on in (
            ("Anti-glare", True),
            ("Scratch-proof", False),
            ("Blue-light filter", False),
        ):
            check = QCheckBox(name, checked=on)
            down.addWidget(check)
            self.keep.add(name.lower(), check.isChecked)
        left.addWidget(coats)
        form = QFormLayout()
        material = QComboBox()
        material.addItems(["Standard plastic", "Thin plastic", "Polycarbonate", "Glass"])
        tint = QSlider(Qt.Horizontal, minimum=0, maximum=80, singleStep=5)
        shown = QLabel("0 %")
        tint.valueChanged.connect(lambda n: shown.setText(f"{n} %"))
        form.addRow("&Material:", material)
        form.addRow("T&int:", tint)
        form.addRow("", shown)
        left.addLayout(form)
        left.addStretch()
        across.addLayout(left, 3)
        right = QVBoxLayout()
        caption = QLabel("&Frame")
        self.frames = QListWidget()
        self.frames.addItems(FRAMES)
        self.frames.setCurrentRow(start["frame"])
        caption.setBuddy(self.frames)
        case = QCheckBox("Hard case included")
        right.addWidget(caption)
        right.addWidget(self.frames)
        right.addWidget(case)
        across.addLayout(right, 2)
        add = self.keep.add
        add("material", material.currentText)
        add("tint", tint.value)
        add(
            "frame", lambda: self.frames.currentItem().text() if self.frames.selectedItems() else ""
        )
        add("hard case", case.isChecked)
        return page

    def orders(self):
        page = QWidget()
        down = QVBoxLayout(page)
        top = QHBoxLayout()
        caption = QLabel("&Find:")
        self.find = QLineEdit()
        caption.setBuddy(self.find)
        self.find.textChanged.connect(self.filter)
        top.addWidget(caption)
        top.addWidget(self.find)
        down.addLayout(top)
        self.table = QTableWidget(len(ORDERS), 4)
        self.table.setHorizontalHeaderLabels(["Order", "Patient", "Status", "Urgent"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.Stretch)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QAbstractItemView.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SingleSelection)
        for r, row in enumerate(ORDERS):
            for c in range(3):
                self.table.setItem(r, c, QTableWidgetItem(row[c]))
            mark = QTableWidgetItem("")
            mark.setFlags(Qt.ItemIsEnabled | Qt.ItemIsSelectable | Qt.ItemIsUserCheckable)
            mark.setCheckState(Qt.Checked if row[3] else Qt.Unchecked)
            self.table.setItem(r, 3, mark)
            self.keep.add("urgent " + row[0], lambda m=mark: m.checkState() == Qt.Checked)
            self.keep.add("status " + row[0], self.table.item(r, 2).text)
        down.addWidget(self.table)
        line = QHBoxLayout()
        word = QLabel("&New status:")
        self.status = QComboBox()
        self.status.addItems(["New", "Sent to lab", "Ready", "Collected", "Cancelled"])
        word.setBuddy(self.status)
        apply = QPushButton("Apply to selected")
        apply.clicked.connect(self.apply)
        line.addWidget(word)
        line.addWidget(self.status)
        line.addWidget(apply)
        line.addStretch()
        self.keep.known("Call patient")
        call = QPushButton("Call patient")
        call.clicked.connect(lambda: self.keep.count("Call patient"))
        line.addWidget(call)
        down.addLayout(line)
        self.keep.add("find", self.find.text)
        self.keep.add("new status", self.status.currentText)
        self.keep.add(
            "selected order", lambda: self.table.item(self.at(), 0).text() if self.at() >= 0 else ""
        )
        return page

    def at(self):
        picked = self.table.selectionModel().selectedRows()
        return picked[0].row() if picked else -1

    def filter(self, text):
        for r in range(self.table.rowCount()):
            row = " ".join(self.table.item(r, c).text() for c in range(3))
            self.table.setRowHidden(r, text.lower() not in row.lower())

    def apply(self):
        if self.at() >= 0:
            self.table.item(self.at(), 2).setText(self.status.currentText())

    def send(self):
        box = QDialog(self)
        box.setWindowTitle("Send to lab")
        form = QFormLayout(box)
        lab = QComboBox()
        lab.addItems(["Lensworks", "Optilab North", "Brightglass"])
        days = QSpinBox(minimum=1, maximum=30, value=7)
        remark = QLineEdit()
        express = QCheckBox("Express")
        form.addRow("&Lab:", lab)
        form.addRow("&Days:", days)
        form.addRow("&Remark:", remark)
        form.addRow(express)
        ends = QDialogButtonBox()
        ends.addButton("Send", QDialogButtonBox.AcceptRole)
        ends.addButton(QDialogButtonBox.Cancel)
        ends.accepted.connect(box.accept)
        ends.rejected.connect(box.reject)
        form.addRow(ends)
        self.asked = "Send to lab"

        def done(answer):
            self.asked = ""
            if answer:
                kind = "express" if express.isChecked() else "normal"
                self.sent.append(f"{lab.currentText()} | {days.value()} | {remark.text()} | {kind}")
                self.statusBar().showMessage("Sent to " + lab.currentText())

        box.finished.connect(done)
        box.open()


app = QApplication(sys.argv)
desk = Desk(STARTS[sys.argv[1]])
desk.show()
desk.raise_()
desk.activateWindow()
timer = QTimer()
timer.timeout.connect(desk.keep.write)
timer.start(100)
sys.exit(app.exec())
