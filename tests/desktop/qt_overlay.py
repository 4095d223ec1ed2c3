"""A real overlay in a process of its own: override-redirect, transparent to clicks, with a marker.

Reads `show`, `hide` or `frozen` (claim to be hidden and stay) from standard input, a line each, and
answers every line with one word when Qt has done it.
"""

import sys
import threading

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from automation.desktop.capture import MARKER_SIZE_PX, marker_pixels

GREEN = (90, 200, 30)
"""B, G, R."""


class Overlay(QWidget):
    """A box of one colour with a marker in its top left corner."""

    def __init__(self, rect):
        super().__init__()
        self.setWindowFlags(
            Qt.WindowType.X11BypassWindowManagerHint
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowTransparentForInput
            | Qt.WindowType.WindowDoesNotAcceptFocus
        )
        self.setGeometry(*rect)

    def paintEvent(self, _event):
        pixels = np.ascontiguousarray(marker_pixels(GREEN))
        size = (MARKER_SIZE_PX, MARKER_SIZE_PX)
        marker = QImage(pixels, *size, pixels.strides[0], QImage.Format.Format_BGR888)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(*GREEN[::-1]))
            painter.drawImage(0, 0, marker)


class Lines(QObject):
    """Brings lines of standard input into Qt's thread."""

    came = Signal(str)

    def read(self):
        for line in sys.stdin:
            self.came.emit(line.strip())
        self.came.emit("end")


def main():
    application = QApplication(sys.argv)
    overlay = Overlay([int(number) for number in sys.argv[1].split(",")])
    lines = Lines()

    def obey(command):
        if command == "end":
            application.quit()
            return
        if command in ("show", "hide"):
            overlay.setVisible(command == "show")
            application.sync()
        print(command, flush=True)  # noqa: T201 - the protocol of this program

    lines.came.connect(obey, Qt.ConnectionType.QueuedConnection)
    threading.Thread(target=lines.read, daemon=True).start()
    application.exec()


main()
