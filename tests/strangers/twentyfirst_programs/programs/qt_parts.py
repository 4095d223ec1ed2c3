"""What the PySide6 programs of this set share."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QSlider,
    QWidget,
)  # fmt: skip

START = sys.argv[1]
app = QApplication(sys.argv)
keep = Keep()
window = QMainWindow()
shown = {"dialog": ""}
keep.add("dialog", lambda: shown["dialog"])


def counter(name):
    keep.known(name)
    return lambda *_: keep.count(name)


def push(label, act, into):
    button = QPushButton(label)
    button.clicked.connect(act)
    into.addWidget(button)


def combo(values, chosen=None):
    box = QComboBox()
    box.addItems(values)
    box.setCurrentText(chosen or values[0])
    return box


def row(*widgets):
    layout = QHBoxLayout()
    for widget in widgets:
        layout.addWidget(widget)
    return layout


def slider(name, low, high, value):
    """Return a slider and the row in which its value stands beside it."""
    field, number = (
        QSlider(Qt.Horizontal, minimum=low, maximum=high, value=value),
        QLabel(str(value)),
    )
    field.setTickPosition(QSlider.TicksBelow)
    field.setAccessibleName(name)
    field.valueChanged.connect(lambda new: number.setText(str(new)))
    return field, row(field, number)


def form_page(tabs, title, fields):
    page = QWidget()
    form = QFormLayout(page)
    for label, field in fields.items():
        form.addRow(label, field)
    tabs.addTab(page, title)
    return form


def ask(title, fields, yes=QDialogButtonBox.Save):
    """Show a dialog; returns what stands in its fields where the person agreed."""
    dialog = QDialog(window)
    dialog.setWindowTitle(title)
    form = QFormLayout(dialog)
    for label, field in fields.items():
        form.addRow(label, field)
    buttons = QDialogButtonBox(yes | QDialogButtonBox.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    form.addRow(buttons)
    shown["dialog"] = title
    agreed = dialog.exec()
    shown["dialog"] = ""
    return [value_of(field) for field in fields.values()] if agreed else None


def menus(**entries):
    for title, items in entries.items():
        menu = window.menuBar().addMenu("&" + title)
        for label, act in items.items():
            menu.addAction(label).triggered.connect(act or counter(label.replace("&", "").lower()))


def value_of(field):
    readers = ("isChecked", "currentText", "value", "toPlainText", "text")
    return next(getattr(field, reader) for reader in readers if hasattr(field, reader))()


def show(title, body, tabs, page):
    window.setWindowTitle(title)
    window.resize(900, 640)
    window.setCentralWidget(body)
    tabs.setCurrentIndex(page)
    keep.add("tab", lambda: tabs.tabText(tabs.currentIndex()))
    window.show()
    window.raise_()
    timer = QTimer()
    timer.timeout.connect(keep.write)
    timer.start(100)
    sys.exit(app.exec())
