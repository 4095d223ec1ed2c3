"""What the three programs in Qt share: forms, the start of the window and the writing of the state."""

import sys

from PySide6 import QtWidgets as Qw
from PySide6.QtCore import QTimer


def form(box, *rows):
    layout = Qw.QFormLayout(box)
    for caption, field in rows:
        layout.addRow(caption, field)
    return box


def dialog(window, title, done, caption, *rows):
    """Make a dialog with Cancel and one button that calls `done` before it closes."""
    box = Qw.QDialog(window, windowTitle=title)
    buttons = Qw.QDialogButtonBox(Qw.QDialogButtonBox.Cancel)
    buttons.addButton(caption, Qw.QDialogButtonBox.AcceptRole)
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
