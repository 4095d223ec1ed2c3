"""A plain program under a window manager: it writes down what reaches it, a JSON line for each thing.

The first one is worked by the twelve tasks; a second one is what windows are switched to, put away and closed with.
"""

import json
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

TITLE, SECOND = "Workbench", "Second paper"
SIZE = (560, 520)
_QUIET = ("active", "minimised", "closed", "name", "scrolled")
FAR = 40
"""A drag that ends so many pixels from where it began has moved something."""


class Board(QWidget):
    """Two marks, one to be dragged onto the other."""

    def __init__(self, say):
        super().__init__()
        self._say, self._from = say, None
        self.setFixedHeight(50)
        self.peg, self.hole = QLabel("Peg", self), QLabel("Hole", self)
        self.peg.setGeometry(QRect(10, 10, 60, 30))
        self.hole.setGeometry(QRect(360, 10, 60, 30))

    def paintEvent(self, _event):
        with QPainter(self) as painter:
            for mark in (self.peg, self.hole):
                painter.fillRect(mark.geometry(), QColor("#cfe3ff"))

    def mousePressEvent(self, event):
        is_peg = self.peg.geometry().contains(event.position().toPoint())
        self._from = event.position().x() if is_peg else None

    def mouseReleaseEvent(self, event):
        if self._from is not None and event.position().x() - self._from > FAR:
            self._say("dragged", self.hole.geometry().contains(event.position().toPoint()))


class Window(QMainWindow):
    """Everything that the tasks do has one part of its own."""

    def __init__(self, log, title):
        super().__init__()
        self._log = Path(log)
        self.setWindowTitle(title)
        self._told = QLabel("Nothing yet")
        if title == TITLE:
            self._fill()
        else:
            self.setCentralWidget(QLabel("Nothing to do here"))

    def say(self, field, value=True):
        line = json.dumps({"field": field, "value": value})
        with self._log.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        if field not in _QUIET:
            self._told.setText(f"Told of: {field}")

    def _fill(self):
        save, ask = QPushButton("Save"), QPushButton("Ask")
        plate = QPushButton("Plate")
        plate.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        plate.customContextMenuRequested.connect(lambda _: self.say("context"))
        name = QLineEdit()
        name.setAccessibleName("Name")
        rows = QListWidget()
        rows.setAccessibleName("Rows")
        rows.addItems([f"Row {n}" for n in range(1, 61)])
        save.clicked.connect(lambda: self.say("saved"))
        ask.clicked.connect(self._ask)
        name.textChanged.connect(lambda text: self.say("name", text))
        rows.itemDoubleClicked.connect(lambda item: self.say("opened", item.text()))
        rows.verticalScrollBar().valueChanged.connect(lambda value: self.say("scrolled", value))
        page = QWidget()
        column = QVBoxLayout(page)
        for part in (save, plate, ask, name, Board(self.say), rows, self._told):
            column.addWidget(part)
        self.setCentralWidget(page)
        export = self.menuBar().addMenu("File").addMenu("Export")
        text = QAction("As text", self)
        text.triggered.connect(lambda: self.say("exported"))
        export.addAction(text)
        mark = QAction("Mark", self)
        mark.setShortcut(QKeySequence("Ctrl+M"))
        mark.triggered.connect(lambda: self.say("marked"))
        self.menuBar().addMenu("Edit").addAction(mark)

    def _ask(self):
        answer = QMessageBox.question(self, "Really?", "Save the plate?")
        self.say("answered", answer == QMessageBox.StandardButton.Yes)

    def changeEvent(self, event):
        if event.type() == QEvent.Type.WindowStateChange:
            self.say("minimised", self.isMinimized())
        elif event.type() == QEvent.Type.ActivationChange:
            self.say("active", self.isActiveWindow())
        super().changeEvent(event)

    def closeEvent(self, event):
        self.say("closed")
        super().closeEvent(event)


def main():
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    window = Window(sys.argv[1], sys.argv[2])
    window.resize(*SIZE if sys.argv[2] == TITLE else (300, 200))
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
