"""A Qt window whose button opens a menu a while after it was pressed; it prints what was chosen."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

TITLE = "Late menu"
LATE_MS = 1800
ENTRIES = ("Export", "Import", "Share copies")


def main():
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle(TITLE)
    column = QVBoxLayout(window)
    button = QPushButton("Options")
    menu = QMenu(window)
    for name in ENTRIES:
        menu.addAction(name, lambda told=name: print(told, flush=True))  # noqa: T201
    corner = button.rect().bottomLeft
    button.clicked.connect(
        lambda: QTimer.singleShot(LATE_MS, lambda: menu.popup(button.mapToGlobal(corner())))
    )
    column.addWidget(button)
    column.addWidget(QLabel("The menu takes its time"), 1)
    window.resize(900, 600)
    window.move(60, 60)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
