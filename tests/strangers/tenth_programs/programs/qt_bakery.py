"""A board for a bakery, in Qt: switches, stars, chips, pages, sections, tabs with a cross."""

import sys

from keep import Keep
from PySide6.QtCore import QDateTime, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QComboBox,
    QDateTimeEdit,
    QDial,
    QDialog,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

STYLE = """
QMainWindow, QScrollArea, QScrollArea > QWidget > QWidget { background: #faf7f2; }
QPushButton { background: #ffffff; border: 1px solid #c9bda9; border-radius: 6px; padding: 6px 14px; }
QPushButton:checked { background: #8d5a2b; color: white; }
QPushButton#main { background: #8d5a2b; color: white; }
QFrame#chip { background: #eadfce; border-radius: 12px; }
QFrame#bar { background: #fff3cd; border: 1px solid #e2c775; border-radius: 6px; }
QFrame#card { background: white; border: 1px solid #e3d9c8; border-radius: 8px; }
QToolButton#fold { border: none; font-weight: bold; text-align: left; padding: 4px; }
"""
REVIEWS = (
    "Rye loaf",
    "Poppy roll",
    "Plum slice",
    "Spelt stick",
    "Nut crescent",
    "Seed bun",
    "Butter plait",
)


class Switch(QAbstractButton):
    """A painted switch, as phones have them."""

    def __init__(self, name, on):
        super().__init__()
        self.setCheckable(True)
        self.setChecked(on)
        self.setAccessibleName(name)
        self.setFixedSize(44, 24)

    def sizeHint(self):
        return QSize(44, 24)

    def paintEvent(self, _event):
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.Antialiasing)
            painter.setPen(Qt.NoPen)
            painter.setBrush(QColor("#8d5a2b" if self.isChecked() else "#c8c8c8"))
            painter.drawRoundedRect(QRectF(0, 0, 44, 24), 12, 12)
            painter.setBrush(QColor("white"))
            painter.drawEllipse(QPointF(32 if self.isChecked() else 12, 12), 9, 9)


class Swatch(QAbstractButton):
    """A round spot of a colour."""

    def __init__(self, name, code):
        super().__init__()
        self.code = code
        self.setCheckable(True)
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setFixedSize(28, 28)

    def paintEvent(self, _event):
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.Antialiasing)
            painter.setBrush(QColor(self.code))
            painter.setPen(QPen(QColor("#222222"), 3) if self.isChecked() else Qt.NoPen)
            painter.drawEllipse(3, 3, 22, 22)


class Window(QMainWindow):
    """Tabs with a cross; a bar with a message above them."""

    def __init__(self, start):
        super().__init__()
        self.keep = Keep()
        self.setWindowTitle("Backstube Board")
        self.resize(900, 660)
        self.setStyleSheet(STYLE)
        middle = QWidget()
        self.box = QVBoxLayout(middle)
        self.tabs = QTabWidget(tabsClosable=True)
        self.tabs.addTab(self._oven(), "Oven")
        self.tabs.addTab(self._reviews(), "Reviews")
        self.tabs.addTab(self._recipe(), "Recipe")
        self.tabs.addTab(self._shop(), "Shop window")
        self.tabs.tabCloseRequested.connect(self.tabs.removeTab)
        if start == "Oven":
            self.box.addWidget(self._message())
        self.box.addWidget(self.tabs)
        self.setCentralWidget(middle)
        names = self._names()
        self.tabs.setCurrentIndex(names.index(start))
        self.keep.add("tabs", self._names)
        self.keep.add("tab", lambda: self.tabs.tabText(self.tabs.currentIndex()))
        self.timer = QTimer(self, interval=120)
        self.timer.timeout.connect(self._write)
        self.timer.start()

    def _names(self):
        return [self.tabs.tabText(i) for i in range(self.tabs.count())]

    def _write(self):
        modal = QApplication.activeModalWidget()
        self.keep.write(dialog=modal.windowTitle() if modal else "")

    def _message(self):
        bar = QFrame(objectName="bar")
        line = QHBoxLayout(bar)
        line.addWidget(QLabel("Flour delivery is late today."))
        line.addStretch()
        button = QPushButton("Remind me")
        button.clicked.connect(lambda: self.keep.count("Remind me"))
        self.keep.known("Remind me")
        line.addWidget(button)
        cross = QToolButton(text="✕", autoRaise=True)
        cross.clicked.connect(bar.hide)
        self.keep.add("message", lambda: not bar.isHidden())
        line.addWidget(cross)
        return bar

    def _oven(self):
        page = QWidget()
        grid = QGridLayout(page)
        for row, (name, on) in enumerate(
            (("Steam", False), ("Night mode", True), ("Sound when done", False))
        ):
            grid.addWidget(QLabel(name), row, 0)
            switch = Switch(name, on)
            self.keep.add(name, switch.isChecked)
            grid.addWidget(switch, row, 1)
        grid.addWidget(QLabel("Temperature"), 3, 0)
        heat = QDial(minimum=150, maximum=280, value=210, notchesVisible=True)
        heat.setFixedSize(90, 90)
        heat.setAccessibleName("Temperature")
        shown = QLabel("210 °C")
        heat.valueChanged.connect(lambda value: shown.setText(f"{value} °C"))
        self.keep.add("Temperature", heat.value)
        grid.addWidget(heat, 3, 1)
        grid.addWidget(shown, 3, 2)
        grid.addWidget(QLabel("Next batch"), 4, 0)
        when = QDateTimeEdit(QDateTime.fromString("2026-03-09 04:30", "yyyy-MM-dd HH:mm"))
        when.setDisplayFormat("dd.MM.yyyy HH:mm")
        when.setCalendarPopup(True)
        self.keep.add("Next batch", lambda: when.dateTime().toString("yyyy-MM-dd HH:mm"))
        grid.addWidget(when, 4, 1)
        grid.addWidget(QLabel("Programme"), 5, 0)
        line = QHBoxLayout()
        group = QButtonGroup(page)
        for name in ("Bread", "Rolls", "Cake"):
            button = QPushButton(name, checkable=True, checked=name == "Bread")
            group.addButton(button)
            self.keep.add("programme " + name, button.isChecked)
            line.addWidget(button)
        grid.addLayout(line, 5, 1)
        start = QPushButton("Preheat", objectName="main")
        self.bar = QProgressBar(visible=False)
        start.clicked.connect(self._heat)
        self.keep.known("Preheat", "Confirm oven is empty")
        grid.addWidget(start, 6, 0)
        grid.addWidget(self.bar, 6, 1)
        self.grid = grid
        grid.setRowStretch(8, 1)
        grid.setColumnStretch(3, 1)
        return page

    def _heat(self):
        self.keep.count("Preheat")
        self.bar.setRange(0, 0)
        self.bar.show()

        def warm():
            self.bar.hide()
            sure = QPushButton("Confirm oven is empty")
            sure.clicked.connect(lambda: self.keep.count("Confirm oven is empty"))
            self.grid.addWidget(sure, 7, 0)

        QTimer.singleShot(2000, warm)

    def _reviews(self):
        page = QWidget()
        box = QVBoxLayout(page)
        cards = QVBoxLayout()
        self.at = 0
        frames = []
        for name in REVIEWS:
            card = QFrame(objectName="card")
            line = QHBoxLayout(card)
            line.addWidget(QLabel(name))
            line.addStretch()
            stars = []
            given = [0]

            def rate(number, stars=stars, given=given):
                given[0] = number
                for i, star in enumerate(stars, 1):
                    star.setText("★" if i <= number else "☆")

            for number in range(1, 6):
                star = QToolButton(text="☆", autoRaise=True)
                star.setAccessibleName(f"{number} stars" if number > 1 else "1 star")
                star.setStyleSheet("font-size: 18px; color: #b8860b; border: none;")
                star.clicked.connect(lambda _=False, number=number, rate=rate: rate(number))
                stars.append(star)
                line.addWidget(star)
            self.keep.add("stars " + name, lambda given=given: given[0])
            heart = QToolButton(text="♡", autoRaise=True, checkable=True)
            heart.setAccessibleName("Favourite")
            heart.setStyleSheet("font-size: 18px; border: none;")
            heart.toggled.connect(lambda on, heart=heart: heart.setText("♥" if on else "♡"))
            self.keep.add("favourite " + name, heart.isChecked)
            line.addWidget(heart)
            frames.append(card)
            cards.addWidget(card)
        box.addLayout(cards)
        box.addStretch()
        line = QHBoxLayout()
        line.addStretch()

        def go(number):
            self.at = max(0, min(2, number))
            for i, frame in enumerate(frames):
                frame.setVisible(i // 3 == self.at)

        for text, then in (
            ("‹ Back", lambda: go(self.at - 1)),
            ("1", lambda: go(0)),
            ("2", lambda: go(1)),
            ("3", lambda: go(2)),
            ("Next ›", lambda: go(self.at + 1)),
        ):
            button = QPushButton(text)
            button.clicked.connect(then)
            line.addWidget(button)
        line.addStretch()
        go(0)
        self.keep.add("review page", lambda: self.at + 1)
        box.addLayout(line)
        return page

    def _recipe(self):
        area = QScrollArea(widgetResizable=True)
        page = QWidget()
        area.setWidget(page)
        box = QVBoxLayout(page)
        line = QHBoxLayout()
        line.addWidget(QLabel("Allergens"))
        self.chips = []
        for name in ("Gluten", "Milk", "Nuts", "Sesame"):
            chip = QFrame(objectName="chip")
            inner = QHBoxLayout(chip)
            inner.setContentsMargins(10, 2, 4, 2)
            inner.addWidget(QLabel(name))
            cross = QToolButton(text="×", autoRaise=True)
            cross.setAccessibleName("Remove " + name)

            def drop(_=False, name=name, chip=chip):
                self.chips.remove(name)
                chip.hide()

            cross.clicked.connect(drop)
            inner.addWidget(cross)
            self.chips.append(name)
            line.addWidget(chip)
        line.addStretch()
        self.keep.add("allergens", lambda: list(self.chips))
        box.addLayout(line)
        for title, inside in (
            ("Ingredients", self._ingredients()),
            ("Steps", self._steps()),
            ("Label and price", self._label()),
        ):
            fold = QToolButton(objectName="fold", text=title, arrowType=Qt.RightArrow)
            fold.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)

            def turn(_=False, inside=inside, fold=fold):
                inside.setVisible(inside.isHidden())
                fold.setArrowType(Qt.RightArrow if inside.isHidden() else Qt.DownArrow)

            fold.clicked.connect(turn)
            box.addWidget(fold)
            box.addWidget(inside)
            inside.setVisible(title == "Steps")
            fold.setArrowType(Qt.DownArrow if title == "Steps" else Qt.RightArrow)
            self.keep.add("open " + title, lambda inside=inside: not inside.isHidden())
        box.addStretch()
        return area

    def _ingredients(self):
        names = QListWidget()
        names.setFixedHeight(130)
        for name, on in (("Rye flour", True), ("Honey", False), ("Caraway", False), ("Salt", True)):
            item = QListWidgetItem(name, names)
            item.setCheckState(Qt.Checked if on else Qt.Unchecked)
            self.keep.add("uses " + name, lambda item=item: item.checkState() == Qt.Checked)
        return names

    def _steps(self):
        text = QTextEdit()
        text.setPlainText("Mix the sourdough.\nRest for two hours.\nBake with steam.")
        text.setFixedHeight(120)
        self.keep.add("Steps", text.toPlainText)
        return text

    def _label(self):
        inner = QWidget()
        line = QHBoxLayout(inner)
        line.addWidget(QLabel("Name on the label"))
        name = QLineEdit("Lechbrot")
        self.keep.add("Name on the label", name.text)
        line.addWidget(name)
        line.addWidget(QLabel("Price"))
        price = QDoubleSpinBox(value=4.2, singleStep=0.1, suffix=" €")
        self.keep.add("Price", lambda: round(price.value(), 2))
        line.addWidget(price)
        return inner

    def _shop(self):
        page = QWidget()
        box = QVBoxLayout(page)
        line = QHBoxLayout()
        line.addWidget(QLabel("Colour of the awning"))
        group = QButtonGroup(page)
        for name, code in (
            ("Red", "#c62828"),
            ("Orange", "#ef6c00"),
            ("Green", "#2e7d32"),
            ("Blue", "#1565c0"),
        ):
            spot = Swatch(name, code)
            group.addButton(spot)
            self.keep.add("awning " + name, spot.isChecked)
            line.addWidget(spot)
        line.addStretch()
        box.addLayout(line)
        line = QHBoxLayout()
        line.addWidget(QLabel("Music"))
        music = QComboBox()
        music.addItems(["Off", "Quiet", "Radio", "Accordion"])
        self.keep.add("Music", music.currentText)
        line.addWidget(music)
        line.addStretch()
        box.addLayout(line)
        board = QLabel(
            'Read the <a href="rules">window rules</a> or the <a href="photos">photos of last year</a>.'
        )
        board.linkActivated.connect(lambda where: self.keep.count("link " + where))
        self.keep.known("link rules", "link photos")
        box.addWidget(board)
        tell = QPushButton("Change opening hours")
        tell.clicked.connect(self._hours)
        box.addWidget(tell)
        self.hours = "6:00 to 18:00"
        shown = QLabel("Open from 6:00 to 18:00")
        self.shown = shown
        box.addWidget(shown)
        self.keep.add("hours", lambda: self.hours)
        box.addStretch()
        return page

    def _hours(self):
        dialog = QDialog(self)
        dialog.setWindowTitle("Opening hours")
        box = QVBoxLayout(dialog)
        grid = QGridLayout()
        first, last = QLineEdit("6:00"), QLineEdit("18:00")
        for row, (name, edit) in enumerate((("Opens", first), ("Closes", last))):
            grid.addWidget(QLabel(name), row, 0)
            grid.addWidget(edit, row, 1)
        box.addLayout(grid)
        line = QHBoxLayout()
        line.addStretch()
        no, yes = QPushButton("Never mind"), QPushButton("Apply")
        no.clicked.connect(dialog.reject)
        yes.clicked.connect(dialog.accept)
        line.addWidget(no)
        line.addWidget(yes)
        box.addLayout(line)

        def take():
            self.hours = f"{first.text()} to {last.text()}"
            self.shown.setText("Open from " + self.hours)

        dialog.accepted.connect(take)
        dialog.open()


def main():
    app = QApplication(sys.argv)
    window = Window(sys.argv[1])
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
