"""The parts that the three programs of Qt have in common."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFormLayout,
    QHBoxLayout,
    QMainWindow,
    QRadioButton,
    QTabWidget,
)


def frame(title):
    """Return the application, the window and its tabs."""
    app, tabs = QApplication(sys.argv[:1]), QTabWidget()
    window = QMainWindow(windowTitle=title)
    window.setCentralWidget(tabs)
    window.resize(900, 640)
    return app, window, tabs


def form(parent, *rows):
    made = QFormLayout(parent)
    for name, widget in rows:
        made.addRow(name, widget)
    return made


def radios(active, *names):
    group, across = QButtonGroup(), QHBoxLayout()
    for name in names:
        radio = QRadioButton(name, checked=name == active)
        group.addButton(radio)
        across.addWidget(radio)
    return group, across


def go(app, window, keep):
    timer = QTimer(interval=100)
    timer.timeout.connect(keep.write)
    timer.start()
    window.show()
    sys.exit(app.exec())
