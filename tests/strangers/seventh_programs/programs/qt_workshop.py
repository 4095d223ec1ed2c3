# ruff: noqa: PLR0915, RUF001
"""The planning board of a bicycle workshop, and its settings (Qt)."""

import math
import sys

from keep import keep
from PySide6.QtCore import QPointF, QSize, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QCompleter,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QPushButton,
    QTimeEdit,
    QToolBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

CARDS = {
    "Waiting": ["Red tandem, new chain", "Ms Okafor, brakes", "School bike 7, puncture"],
    "On the stand": ["Postal trike, lights", "Mr Lund, wheel true"],
    "Ready": ["Folding bike, service"],
}


class Stars(QWidget):
    """Five painted stars to be clicked."""

    def __init__(self, name):
        super().__init__()
        self.value = 0
        self.setAccessibleName(name)
        self.setFixedSize(QSize(150, 30))

    def mousePressEvent(self, event):
        self.value = int(event.position().x() // 30) + 1
        self.update()

    def paintEvent(self, _event):
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.Antialiasing)
            for n in range(5):
                points = []
                for k in range(10):
                    r = 13 if k % 2 == 0 else 5.5
                    a = -math.pi / 2 + k * math.pi / 5
                    points.append(QPointF(15 + 30 * n + r * math.cos(a), 15 + r * math.sin(a)))
                painter.setBrush(QColor("#e0a000") if n < self.value else QColor("#ffffff"))
                painter.setPen(QColor("#8a6a00"))
                painter.drawPolygon(QPolygonF(points))


class Chip(QWidget):
    gone = Signal(str)

    def __init__(self, text):
        super().__init__()
        self.setObjectName("chip")
        self.setAttribute(Qt.WA_StyledBackground)
        self.setStyleSheet("#chip { background: #dbe7f3; border-radius: 11px; }")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 1, 4, 1)
        row.addWidget(QLabel(text))
        cross = QToolButton()
        cross.setText("✕")
        cross.setAutoRaise(True)
        cross.setToolTip(f"Remove {text}")
        cross.clicked.connect(lambda: self.gone.emit(text))
        row.addWidget(cross)


class Board(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Spoke & Chain - Jobs this week")
        self.resize(980, 600)
        root = QWidget()
        column = QVBoxLayout(root)
        self.notice = QWidget()
        self.notice.setAttribute(Qt.WA_StyledBackground)
        self.notice.setStyleSheet("background: #fff3cd;")
        line = QHBoxLayout(self.notice)
        line.addWidget(QLabel("The delivery of inner tubes is late and comes on Thursday."), 1)
        cross = QToolButton()
        cross.setText("×")
        cross.setToolTip("Dismiss")
        cross.clicked.connect(self.notice.hide)
        line.addWidget(cross)
        column.addWidget(self.notice)
        line = QHBoxLayout()
        line.addWidget(QLabel("Mechanic"))
        self.mechanic = QComboBox()
        self.mechanic.setEditable(True)
        self.mechanic.addItems(["Anyone", "Theo", "Brigid", "Masaki"])
        line.addWidget(self.mechanic)
        line.addWidget(QLabel("Tags"))
        self.chips = QHBoxLayout()
        self.tags = ["urgent", "warranty", "e-bike"]
        line.addLayout(self.chips)
        line.addStretch()
        column.addLayout(line)
        lanes = QHBoxLayout()
        self.lanes = {}
        for name, cards in CARDS.items():
            box = QVBoxLayout()
            title = QLabel(f"<b>{name}</b>")
            box.addWidget(title)
            lane = QListWidget()
            lane.setAccessibleName(name)
            lane.setSpacing(4)
            lane.setDragDropMode(QListWidget.DragDrop)
            lane.setDefaultDropAction(Qt.MoveAction)
            lane.setStyleSheet(
                "QListWidget { background: #eef0f2; } QListWidget::item { background: white;"
                " border: 1px solid #b8c0c8; border-radius: 4px; padding: 9px; color: black; }"
                "QListWidget::item:selected { background: #cfe3ff; }"
            )
            for card in cards:
                lane.addItem(QListWidgetItem(card))
            lane.itemDoubleClicked.connect(self.edit)
            self.lanes[name] = lane
            box.addWidget(lane)
            lanes.addLayout(box)
        column.addLayout(lanes, 1)
        line = QHBoxLayout()
        line.addWidget(QLabel("How did the last job go?"))
        self.stars = Stars("How did the last job go?")
        line.addWidget(self.stars)
        line.addStretch()
        add = QPushButton("+ Add job")
        add.clicked.connect(self.add)
        line.addWidget(add)
        column.addLayout(line)
        self.setCentralWidget(root)
        self.show_tags()

    def show_tags(self):
        while self.chips.count():
            self.chips.takeAt(0).widget().deleteLater()
        for tag in self.tags:
            chip = Chip(tag)
            chip.gone.connect(self.untag)
            self.chips.addWidget(chip)

    def untag(self, tag):
        self.tags.remove(tag)
        QTimer.singleShot(0, self.show_tags)

    def add(self):
        text, good = QInputDialog.getText(self, "New job", "What is to be done?")
        if good and text.strip():
            self.lanes["Waiting"].addItem(text.strip())

    def edit(self, item):
        text, good = QInputDialog.getText(self, "Change job", "Text of the card", text=item.text())
        if good and text.strip():
            item.setText(text.strip())

    def state(self):
        return {
            "notice": self.notice.isVisible(),
            "mechanic": self.mechanic.currentText(),
            "tags": self.tags,
            "stars": self.stars.value,
            **{k: [v.item(i).text() for i in range(v.count())] for k, v in self.lanes.items()},
        }


class Settings(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Spoke & Chain - Shop settings")
        self.resize(560, 560)
        self.closed = 0
        self.colour_name = "#2e7d32"
        self.box = QToolBox()
        hours = QWidget()
        grid = QGridLayout(hours)
        grid.addWidget(QLabel("Opens"), 0, 1)
        grid.addWidget(QLabel("Closes"), 0, 2)
        self.hours = {}
        for row, day in enumerate(
            ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"), 1
        ):
            grid.addWidget(QLabel(day), row, 0)
            opens, closes = QTimeEdit(QTime(9, 0)), QTimeEdit(QTime(13 if row == 6 else 18, 0))
            for field, what in ((opens, "opens"), (closes, "closes")):
                field.setDisplayFormat("HH:mm")
                field.setAccessibleName(f"{day} {what}")
                self.hours[f"{day} {what}"] = field
            grid.addWidget(opens, row, 1)
            grid.addWidget(closes, row, 2)
        self.lunch = QCheckBox("Closed for lunch from 12 to 1")
        grid.addWidget(self.lunch, 7, 0, 1, 3)
        grid.setRowStretch(9, 1)
        self.box.addItem(hours, "Opening hours")
        prices = QWidget()
        grid = QGridLayout(prices)
        self.prices = {}
        for row, (what, price) in enumerate(
            (("Puncture", 8.5), ("Small service", 45), ("Wheel true", 18))
        ):
            grid.addWidget(QLabel(what), row, 0)
            spin = QDoubleSpinBox()
            spin.setRange(0, 500)
            spin.setSingleStep(0.5)
            spin.setPrefix("£ ")
            spin.setValue(price)
            spin.setAccessibleName(what)
            grid.addWidget(spin, row, 1)
            self.prices[what] = spin
        grid.setRowStretch(9, 1)
        self.box.addItem(prices, "Prices")
        looks = QWidget()
        grid = QGridLayout(looks)
        grid.addWidget(QLabel("Sign colour"), 0, 0)
        self.colour = QPushButton()
        self.colour.setAccessibleName("Sign colour")
        self.colour.clicked.connect(self.pick)
        grid.addWidget(self.colour, 0, 1)
        grid.addWidget(QLabel("Slogan"), 1, 0)
        self.slogan = QLineEdit("We keep you rolling")
        self.slogan.setAccessibleName("Slogan")
        grid.addWidget(self.slogan, 1, 1)
        grid.addWidget(QLabel("Town"), 2, 0)
        self.town = QLineEdit()
        self.town.setPlaceholderText("Start typing")
        self.town.setCompleter(
            QCompleter(["Aldbury", "Aldermere", "Aldwick on Sea", "Barton", "Barnham"])
        )
        self.town.completer().setCaseSensitivity(Qt.CaseInsensitive)
        grid.addWidget(self.town, 2, 1)
        grid.setRowStretch(9, 1)
        self.box.addItem(looks, "Shop front")
        self.setCentralWidget(self.box)
        self.paint()

    def paint(self):
        self.colour.setText(self.colour_name)
        self.colour.setStyleSheet(f"background: {self.colour_name}; color: white; padding: 6px;")

    def pick(self):
        new = QColorDialog.getColor(QColor(self.colour_name), self, "Sign colour")
        if new.isValid():
            self.colour_name = new.name()
            self.paint()

    def state(self):
        return {
            "section": self.box.itemText(self.box.currentIndex()),
            **{k: v.time().toString("HH:mm") for k, v in self.hours.items()},
            **{k: v.value() for k, v in self.prices.items()},
            "lunch": self.lunch.isChecked(),
            "colour": self.colour_name,
            "slogan": self.slogan.text(),
            "town": self.town.text(),
        }


app = QApplication(sys.argv)
window = {"board": Board, "settings": Settings}[sys.argv[1]]()
window.show()
timer = QTimer()
timer.timeout.connect(lambda: keep(window.state()))
timer.start(150)
sys.exit(app.exec())
