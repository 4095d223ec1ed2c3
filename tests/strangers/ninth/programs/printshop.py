"""A print shop's desk (Qt): the lay-out of a flyer, the queue of the press, the archive of orders."""

import sys

from keep import facts, fields, keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTextEdit,
    QToolBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

JOBS = [
    "Menus Café Lindo",
    "Posters theatre",
    "Business cards Brandt",
    "Calendar savings bank",
    "Labels honey",
]
ORDERS = (
    ("5102", "Rowing club", "Flyers"),
    ("5107", "City museum", "Books"),
    ("5110", "Bakery Lenz", "Posters"),
    ("5114", "Dr. Achebe", "Flyers"),
    ("5121", "Opera friends", "Posters"),
)
PAGES = 6


def add_page(tools, name, rows):
    page = QWidget()
    form = QFormLayout(page)
    for label, widget in rows:
        form.addRow(label, widget)
    tools.addItem(page, name)


def spin(key, value, top):
    widget = QSpinBox()
    widget.setRange(0, top)
    widget.setValue(value)
    fields[key] = widget.value
    return widget


def choice(key, items):
    widget = QComboBox()
    widget.addItems(items)
    fields[key] = widget.currentText
    return widget


def tick(key, text, on=False):
    widget = QCheckBox(text)
    widget.setChecked(on)
    fields[key] = widget.isChecked
    return widget


def layout():
    window = QWidget()
    window.setWindowTitle("Print Desk - Flyer")
    window.resize(820, 580)
    halves = QHBoxLayout(window)
    tools = QToolBox()
    paper = [
        ("Format", choice("format", ["A4", "A5", "A6", "DIN long"])),
        ("Weight", choice("weight", ["90 g", "135 g", "170 g", "250 g"])),
        ("Copies", spin("copies", 250, 9999)),
        ("", tick("recycled", "Recycled paper")),
        ("", tick("both sides", "Print on both sides", True)),
    ]
    add_page(tools, "Paper", paper)
    colour = [
        ("Main colour", main_colour(window)),
        ("Ink strength", ink_strength()),
        ("", tick("grey", "Greyscale")),
    ]
    add_page(tools, "Colour", colour)
    finish = [
        ("Fold", choice("fold", ["none", "half", "letter fold", "zigzag"])),
        ("Punch holes", spin("holes", 0, 4)),
        ("", tick("lacquer", "Matt lacquer")),
    ]
    add_page(tools, "Finish", finish)
    fields["section"] = lambda: tools.itemText(tools.currentIndex())
    halves.addWidget(tools, 1)
    halves.addLayout(words(window), 1)
    return window


def main_colour(window):
    value = QLineEdit("#224466")
    fields["hex"] = value.text
    pick = QPushButton("Pick...")

    def choose():
        dialog = QColorDialog(QColor(value.text()), window)
        dialog.setOption(QColorDialog.DontUseNativeDialog)
        dialog.setWindowTitle("Main colour")
        dialog.colorSelected.connect(lambda colour: value.setText(colour.name()))
        dialog.open()

    pick.clicked.connect(choose)
    row = QWidget()
    inner = QHBoxLayout(row)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.addWidget(value)
    inner.addWidget(pick)
    return row


def ink_strength():
    slider = QSlider(Qt.Horizontal)
    slider.setRange(0, 100)
    slider.setValue(40)
    slider.setAccessibleName("Ink strength")
    fields["ink"] = slider.value
    label = QLabel("40 %")
    slider.valueChanged.connect(lambda value: label.setText(f"{value} %"))
    row = QWidget()
    inner = QHBoxLayout(row)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.addWidget(slider)
    inner.addWidget(label)
    return row


def words(window):
    """The column with what the flyer says."""
    column = QVBoxLayout()
    heading = QLineEdit("Spring sale")
    fields["heading"] = heading.text
    column.addWidget(QLabel("Heading"))
    column.addWidget(heading)
    column.addLayout(alignment(window))
    column.addWidget(QLabel("Text"))
    text = QTextEdit()
    text.setPlainText("All shrubs reduced.\nOpen on Sunday.\nFree parking behind the hall.")
    fields["text"] = text.toPlainText
    column.addWidget(text)
    column.addWidget(QLabel("Small print"))
    small = QLineEdit()
    fields["small print"] = small.text
    column.addWidget(small)
    return column


def alignment(window):
    row = QHBoxLayout()
    group = QButtonGroup(window)
    for name, sign in (("Left", "⇤"), ("Centre", "↔"), ("Right", "⇥")):
        button = QToolButton()
        button.setText(sign)
        button.setToolTip("Align: " + name.lower())
        button.setAccessibleName("Align " + name.lower())
        button.setCheckable(True)
        button.setChecked(name == "Left")
        button.setProperty("n", name)
        group.addButton(button)
        row.addWidget(button)
    row.addStretch()
    fields["align"] = lambda: group.checkedButton().property("n")
    return row


def queue():
    window = QWidget()
    window.setWindowTitle("Print Desk - Press queue")
    window.resize(760, 540)
    halves = QHBoxLayout(window)
    facts.update({"hurried": [], "stopped": False, "press": "idle", "dialog": ""})
    jobs = list_of_jobs(window)
    halves.addWidget(jobs, 1)
    right = QVBoxLayout()
    add_arrows(right, jobs)
    hold = QPushButton("Hold the queue")
    hold.setCheckable(True)
    right.addWidget(hold)
    fields["held"] = hold.isChecked
    add_note(right, window)
    add_press(right, window)
    inks = QListWidget()
    inks.setSelectionMode(QListWidget.MultiSelection)
    inks.addItems(["Cyan", "Magenta", "Yellow", "Black", "Gold"])
    right.addWidget(QLabel("Inks to refill"))
    right.addWidget(inks)
    fields["inks"] = lambda: sorted(item.text() for item in inks.selectedItems())
    right.addStretch()
    halves.addLayout(right, 1)
    return window


def list_of_jobs(window):
    jobs = QListWidget()
    jobs.addItems(JOBS)
    jobs.setDragDropMode(QListWidget.InternalMove)
    fields["queue"] = lambda: [jobs.item(i).text() for i in range(jobs.count())]
    jobs.setContextMenuPolicy(Qt.CustomContextMenu)

    def open_menu(position):
        item = jobs.itemAt(position)
        if not item:
            return
        menu = QMenu(window)
        menu.addAction("Hurry", lambda: facts.update(hurried=[*facts["hurried"], item.text()]))
        menu.addAction(
            "Print twice", lambda: jobs.insertItem(jobs.row(item) + 1, item.text() + " (2)")
        )
        menu.addAction("Send to the end", lambda: jobs.addItem(jobs.takeItem(jobs.row(item))))
        menu.popup(jobs.viewport().mapToGlobal(position))

    jobs.customContextMenuRequested.connect(open_menu)
    return jobs


def add_arrows(column, jobs):
    def shift(by):
        row = jobs.currentRow()
        if row >= 0 and 0 <= row + by < jobs.count():
            item = jobs.takeItem(row)
            jobs.insertItem(row + by, item)
            jobs.setCurrentItem(item)

    for sign, by, name in (("▲", -1, "Earlier"), ("▼", 1, "Later")):
        button = QPushButton(sign)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda _=0, by=by: shift(by))
        column.addWidget(button)


def add_note(column, window):
    button = QPushButton("Note for the night shift...")

    def ask():
        dialog = QDialog(window)
        dialog.setWindowTitle("Night shift")
        inner = QVBoxLayout(dialog)
        line = QLineEdit()
        inner.addWidget(QLabel("What should they know?"))
        inner.addWidget(line)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)

        def note():
            facts["note"] = line.text()
            dialog.accept()

        buttons.accepted.connect(note)
        buttons.rejected.connect(dialog.reject)
        inner.addWidget(buttons)
        dialog.finished.connect(lambda *_: facts.update(dialog=""))
        facts["dialog"] = "Night shift"
        dialog.open()

    button.clicked.connect(ask)
    facts["note"] = ""
    column.addWidget(button)


def add_press(column, window):
    warm = QPushButton("Warm up the press")
    bar = QProgressBar()
    bar.setVisible(False)
    bar.setValue(0)
    proof = QPushButton("Print a proof")
    proof.setEnabled(False)
    facts["proofs"] = 0
    proof.clicked.connect(lambda: facts.update(proofs=facts["proofs"] + 1))
    timer = QTimer(window)

    def warmer():
        bar.setValue(min(100, bar.value() + 10))
        if bar.value() >= 100:
            timer.stop()
            facts["press"] = "ready"
            proof.setEnabled(True)

    def warm_up():
        bar.setVisible(True)
        facts["press"] = "warming"
        timer.start(300)

    timer.timeout.connect(warmer)
    warm.clicked.connect(warm_up)
    for widget in (warm, bar, proof):
        column.addWidget(widget)


def archive():
    window = QMainWindow()
    window.setWindowTitle("Print Desk - Archive")
    window.resize(860, 560)
    add_menu(window)
    body = QWidget()
    column = QVBoxLayout(body)
    top = QHBoxLayout()
    customers = QLineEdit()
    customers.setPlaceholderText("Filter customers")
    top.addWidget(customers)
    top.addWidget(choice("kind", ["All kinds", "Flyers", "Books", "Posters"]))
    column.addLayout(top)
    table = table_of_orders()
    fields["filter"] = customers.text

    def show_found(text):
        for row in range(table.rowCount()):
            found = text.lower() in table.item(row, 1).text().lower()
            table.setRowHidden(row, not found)

    customers.textChanged.connect(show_found)
    column.addWidget(table)
    column.addLayout(pager())
    window.setCentralWidget(body)
    return window


def add_menu(window):
    menu = window.menuBar().addMenu("Orders")
    facts.update({"menu": "", "folder": "2025"})
    menu.addAction("Mark all as read", lambda: facts.update(menu="read"))
    years = menu.addMenu("Year")
    for year in ("2023", "2024", "2025"):
        years.addAction(year, lambda year=year: facts.update(folder=year))


def table_of_orders():
    table = QTableWidget(0, 5)
    table.setHorizontalHeaderLabels(["Order", "Customer", "Kind", "Remark", "Keep"])
    for row, order in enumerate(ORDERS):
        table.insertRow(row)
        for column, text in enumerate(order):
            item = QTableWidgetItem(text)
            item.setFlags(item.flags() & ~Qt.ItemIsEditable)
            table.setItem(row, column, item)
        table.setItem(row, 3, QTableWidgetItem(""))
        tick_item = QTableWidgetItem()
        tick_item.setFlags(Qt.ItemIsUserCheckable | Qt.ItemIsEnabled)
        tick_item.setCheckState(Qt.Unchecked)
        table.setItem(row, 4, tick_item)
    table.setSortingEnabled(True)
    table.horizontalHeader().setSortIndicator(0, Qt.AscendingOrder)

    def rows():
        return range(table.rowCount())

    def item_of(number, column):
        return table.item(next(i for i in rows() if table.item(i, 0).text() == number), column)

    for number, *_ in ORDERS:
        fields["remark " + number] = lambda number=number: item_of(number, 3).text()
        fields["keep " + number] = lambda number=number: (
            item_of(number, 4).checkState() == Qt.Checked
        )
    fields["order"] = lambda: [table.item(row, 1).text() for row in rows()]
    return table


def pager():
    row = QHBoxLayout()
    label = QLabel(f"Page 1 of {PAGES}")
    facts["page"] = 1

    def go(page):
        facts["page"] = min(PAGES, max(1, page))
        label.setText(f"Page {facts['page']} of {PAGES}")

    for sign, tip, page in (
        ("«", "First page", lambda: 1),
        (
            "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
            "Previous page",
            lambda: facts["page"] - 1,
        ),
        ("\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", "Next page", lambda: facts["page"] + 1),
        ("»", "Last page", lambda: PAGES),
    ):
        button = QPushButton(sign)
        button.setToolTip(tip)
        button.setMaximumWidth(40)
        button.clicked.connect(lambda _=0, page=page: go(page()))
        row.addWidget(button)
    row.insertWidget(2, label)
    row.addStretch()
    return row


WINDOWS = {"layout": layout, "queue": queue, "archive": archive}

start = sys.argv[1]
app = QApplication(sys.argv)
app.setStyle("Fusion")
window = WINDOWS[start]()
window.show()
timer = QTimer()
timer.timeout.connect(keep)
timer.start(150)
sys.exit(app.exec())
