"""A Qt window with a box, a dialog that a button opens, a clock, and a message that comes by itself."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QLabel,
    QMainWindow,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

TITLE, OPTIONS, MESSAGE = "deskhand-options", "Options", "A message"
TICK_MS = 250


def column(holder, *widgets):
    layout = QVBoxLayout(holder)
    for widget in widgets:
        layout.addWidget(widget)
    return holder


class Window(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle(TITLE)
        self.clock, self.ticks = QLabel("no time"), 0
        opens, plain = QPushButton("Options"), QPushButton("Nothing")
        opens.clicked.connect(self.open_options)
        plain.clicked.connect(lambda: QTimer.singleShot(100, self.message))
        self.setCentralWidget(column(QWidget(), QCheckBox("Send copies"), opens, plain, self.clock))
        self.setGeometry(60, 60, 360, 260)
        self.timer = QTimer(self, interval=TICK_MS)
        self.timer.timeout.connect(self.tick)
        self.timer.start()

    def tick(self):
        self.ticks += 1
        words = ("early", "late", "later still")
        self.clock.setText(f"It is {words[self.ticks % len(words)]}")

    def open_options(self):
        dialog = QDialog(self)
        dialog.setWindowTitle(OPTIONS)
        close = QPushButton("Take them")
        close.clicked.connect(dialog.accept)
        column(dialog, QLabel("There are none"), close)
        dialog.setGeometry(500, 100, 260, 140)
        dialog.open()

    def message(self):
        self.told = column(QWidget(), QLabel("Something came"))
        self.told.setWindowTitle(MESSAGE)
        self.told.setGeometry(500, 400, 220, 100)
        self.told.show()


def main():
    application = QApplication(sys.argv)
    window = Window()
    window.show()
    application.exec()


main()
