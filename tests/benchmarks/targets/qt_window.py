"""A Qt window with one of each control that writes down what was done to it, one line an event."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
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
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

TOWNS = ("Ostsee", "Harz", "Eifel")
LOG = Path(sys.argv[1])


def told(text):
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"{text}\n")


def button(name, event):
    made = QPushButton(name)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.clicked.connect(lambda: told(event))
    return made


def field(label, value=""):
    made = QLineEdit(value)
    made.textChanged.connect(lambda text: told(f"{label}={text}"))
    return made


def person():
    page = QWidget()
    layout = QFormLayout(page)
    for label, value in (("Name", ""), ("City", "Berlin"), ("Straße", "")):
        layout.addRow(label, field(label, value))
    password = field("Password")
    password.setEchoMode(QLineEdit.EchoMode.Password)
    layout.addRow("Password", password)
    notes = QPlainTextEdit()
    notes.setFixedHeight(60)
    notes.textChanged.connect(lambda: told(f"Notes={notes.toPlainText()!r}"))
    layout.addRow("Notes", notes)
    colour = QComboBox()
    colour.addItems(["Red", "Green", "Blue"])
    colour.currentTextChanged.connect(lambda text: told(f"Colour={text}"))
    layout.addRow("Colour", colour)
    nights = QSpinBox()
    nights.setRange(0, 99)
    nights.valueChanged.connect(lambda n: told(f"Nights={n}"))
    layout.addRow("Nights", nights)
    volume = QSlider(Qt.Orientation.Horizontal)
    volume.setRange(0, 100)
    volume.setValue(50)
    volume.valueChanged.connect(lambda n: told(f"Volume={n}"))
    volume.setAccessibleName("Volume")
    layout.addRow("Volume", volume)
    for name, on in (("Newsletter", False), ("Terms", True)):
        box = QCheckBox(name)
        box.setChecked(on)
        box.toggled.connect(lambda state, n=name: told(f"{n}={'on' if state else 'off'}"))
        layout.addRow(box)
    for name in ("Standard", "Express"):
        radio = QRadioButton(name)
        radio.setChecked(name == "Standard")
        radio.toggled.connect(lambda state, n=name: state and told(f"chose {n}"))
        layout.addRow(radio)
    row = QHBoxLayout()
    for name in ("Book", "Bookmark", "Copy and Paste"):
        row.addWidget(button(name, f"clicked {name}"))
    layout.addRow(row)
    return page


def places():
    page = QWidget()
    layout = QVBoxLayout(page)
    table = QTableWidget(len(TOWNS), 3)
    table.setHorizontalHeaderLabels(["Place", "Change", "Remove"])
    for n, town in enumerate(TOWNS):
        table.setItem(n, 0, QTableWidgetItem(town))
        table.setCellWidget(n, 1, button("Edit", f"edit {town}"))
        table.setCellWidget(n, 2, button("Remove", f"remove {town}"))
    layout.addWidget(table)
    items = QListWidget()
    items.addItems(["Alpha", "Beta", "Gamma"])
    items.itemDoubleClicked.connect(lambda item: told(f"opened {item.text()}"))
    items.currentTextChanged.connect(lambda text: told(f"selected {text}"))
    layout.addWidget(items)
    tree = QTreeWidget()
    tree.setHeaderHidden(True)
    top = QTreeWidgetItem(tree, ["Projects"])
    QTreeWidgetItem(top, ["Harbour"])
    tree.itemExpanded.connect(lambda item: told(f"expanded {item.text(0)}"))
    layout.addWidget(tree)
    return page


class Window(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Booking desk")
        menu = self.menuBar().addMenu("&File")
        for name in ("New", "Save", "Save As...", "Export"):
            menu.addAction(name).triggered.connect(lambda _=False, n=name: told(f"menu {n}"))
        edit = self.menuBar().addMenu("&Edit")
        edit.addAction("Copy and Paste").triggered.connect(lambda: told("menu Copy and Paste"))
        more = edit.addMenu("More")
        more.addAction("Tidy up").triggered.connect(lambda: told("menu Tidy up"))
        tabs = QTabWidget()
        tabs.addTab(person(), "Person")
        tabs.addTab(places(), "Places")
        tabs.currentChanged.connect(lambda n: told(f"tab {tabs.tabText(n)}"))
        self.setCentralWidget(tabs)

    def contextMenuEvent(self, event):
        told("context menu")


def main():
    application = QApplication(sys.argv)
    window = Window()
    window.setGeometry(80, 60, 560, 640)
    window.show()
    application.exec()


main()
