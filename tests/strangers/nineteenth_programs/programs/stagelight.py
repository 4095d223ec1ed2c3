"""The lighting desk of a small theatre."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

LEVELS = {
    "&Front": 60,
    "&Back": 40,
    "&Left side": 30,
    "&Right side": 30,
    "Back&drop": 20,
    "&House lights": 0,
}
CUES = [
    ["1", "Doors open", 5, False],
    ["2", "Storm", 2, False],
    ["3", "Garden", 4, False],
    ["4", "Kitchen", 3, True],
    ["5", "Dream", 10, False],
    ["6", "Applause", 1, False],
]


class EditCue(QDialog):
    """The values of one cue."""

    def __init__(self, parent):
        super().__init__(parent)
        self.setWindowTitle("Edit cue")
        self.name = QLineEdit()
        self.fade = QSpinBox(maximum=60, suffix=" s")
        self.follow = QCheckBox("Start &automatically after the previous cue")
        form = QFormLayout(self)
        form.addRow("&Name:", self.name)
        form.addRow("&Fade time:", self.fade)
        form.addRow(self.follow)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
        self.resize(380, 160)


class Desk(QMainWindow):
    """The cues on the left, what burns on the right."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Cue Desk - Lakeside Theatre")
        self.resize(900, 640)
        self.cues = [list(cue) for cue in CUES]
        self.live = 1
        self.edit = EditCue(self)
        self.edit.accepted.connect(self.edited)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.addLayout(self.make_cues(), 5)
        row.addWidget(self.make_tabs(), 5)
        self.setCentralWidget(middle)
        self.make_menu()
        self.fill(2)
        self.tabs.setCurrentIndex(1 if start == "effects" else 0)
        if start == "edit":
            QTimer.singleShot(200, self.open_edit)

    def make_menu(self):
        show = self.menuBar().addMenu("&Show")
        show.addAction("&Go", self.go)
        show.addAction("&Back", self.back)
        show.addSeparator()
        show.addAction("&Quit", self.close)
        cue = self.menuBar().addMenu("&Cue")
        cue.addAction("&Edit…", self.open_edit)
        cue.addAction("&Delete", self.delete)
        desk = self.menuBar().addMenu("&Desk")
        self.rehearsal = desk.addAction("&Rehearsal mode")
        self.blackout = desk.addAction("&Blackout")
        self.lock = desk.addAction("&Lock faders")
        for action in (self.rehearsal, self.blackout, self.lock):
            action.setCheckable(True)

    def make_cues(self):
        column = QVBoxLayout()
        self.shown = QLabel()
        self.shown.setStyleSheet("font-size: 16px")
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels(["No.", "Cue", "Fade", "Automatic"])
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for place in (0, 2, 3):
            self.table.setColumnWidth(place, 70)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        column.addWidget(self.shown)
        column.addWidget(self.table)
        line = QHBoxLayout()
        for text, do in (
            ("&Go", self.go),
            ("Back", self.back),
            ("&Edit cue…", self.open_edit),
            ("De&lete cue", self.delete),
        ):
            button = QPushButton(text)
            button.clicked.connect(do)
            line.addWidget(button)
        column.addLayout(line)
        return column

    def make_tabs(self):
        self.tabs = QTabWidget()
        page = QWidget()
        grid = QGridLayout(page)
        self.levels = {}
        for row, (name, value) in enumerate(LEVELS.items()):
            slider = QSlider(Qt.Orientation.Horizontal, maximum=100)
            number = QSpinBox(maximum=100, suffix=" %")
            slider.valueChanged.connect(number.setValue)
            number.valueChanged.connect(slider.setValue)
            slider.setValue(value)
            label = QLabel(name)
            label.setBuddy(number)
            slider.setAccessibleName(name.replace("&", "") + " fader")
            for place, part in enumerate((label, slider, number)):
                grid.addWidget(part, row, place)
            self.levels[name.replace("&", "").lower()] = slider
        grid.setRowStretch(len(LEVELS), 1)
        self.tabs.addTab(page, "Levels")

        page = QWidget()
        form = QFormLayout(page)
        self.haze = QCheckBox("&Haze machine")
        self.strobe = QCheckBox("&Strobe light")
        self.strobe.setChecked(True)
        self.ball = QCheckBox("&Mirror ball")
        self.wash = QComboBox()
        self.wash.addItems(["No colour", "Amber", "Lavender", "Steel blue", "Deep red"])
        self.wash.setCurrentText("Lavender")
        self.speed = QSlider(Qt.Orientation.Horizontal, maximum=100)
        speed = QSpinBox(maximum=100)
        self.speed.valueChanged.connect(speed.setValue)
        speed.valueChanged.connect(self.speed.setValue)
        self.speed.setValue(40)
        label = QLabel("S&peed:")
        label.setBuddy(speed)
        line = QHBoxLayout()
        line.addWidget(self.speed)
        line.addWidget(speed)
        for box in (self.haze, self.strobe, self.ball):
            form.addRow(box)
        form.addRow("&Colour wash:", self.wash)
        form.addRow(label, line)
        self.tabs.addTab(page, "Effects")

        page = QWidget()
        form = QFormLayout(page)
        self.show_name = QLineEdit("A Midsummer Night")
        self.operator = QComboBox()
        self.operator.addItems(["Aled", "Mona", "Pieter", "Guest"])
        group = QGroupBox("Blackout")
        inside = QVBoxLayout(group)
        self.style_group = QButtonGroup(self)
        for text in ("At once", "Over three seconds"):
            radio = QRadioButton(text)
            radio.setChecked(text == "At once")
            self.style_group.addButton(radio)
            inside.addWidget(radio)
        self.sound = QCheckBox("&Click at every cue")
        form.addRow("Sho&w:", self.show_name)
        form.addRow("&Operator:", self.operator)
        form.addRow(group)
        form.addRow(self.sound)
        self.tabs.addTab(page, "Setup")
        return self.tabs

    def fill(self, chosen):
        self.table.setRowCount(len(self.cues))
        for row, (number, name, fade, follow) in enumerate(self.cues):
            for place, text in enumerate((number, name, f"{fade} s", "yes" if follow else "")):
                self.table.setItem(row, place, QTableWidgetItem(text))
        self.table.selectRow(min(chosen, len(self.cues) - 1))
        self.show_live()

    def title(self, row):
        return " ".join(self.cues[row][:2]) if 0 <= row < len(self.cues) else ""

    def show_live(self):
        self.shown.setText(
            f"On stage: <b>{self.title(self.live)}</b> &nbsp; Next: {self.title(self.live + 1)}"
        )

    def go(self):
        self.live = min(self.live + 1, len(self.cues) - 1)
        self.show_live()

    def back(self):
        self.live = max(self.live - 1, 0)
        self.show_live()

    def delete(self):
        row = self.table.currentRow()
        if row >= 0 and len(self.cues) > 1:
            del self.cues[row]
            self.live -= row < self.live
            self.fill(row)

    def open_edit(self):
        cue = self.cues[self.table.currentRow()]
        self.edit.name.setText(cue[1])
        self.edit.fade.setValue(cue[2])
        self.edit.follow.setChecked(cue[3])
        self.edit.open()

    def edited(self):
        row = self.table.currentRow()
        self.cues[row][1:] = [
            self.edit.name.text().strip(),
            self.edit.fade.value(),
            self.edit.follow.isChecked(),
        ]
        self.fill(row)

    def state(self):
        return {name: slider.value() for name, slider in self.levels.items()} | {
            "cues": [
                f"{number} {name}, {fade} s" + (", automatic" if follow else "")
                for number, name, fade, follow in self.cues
            ],
            "selected": self.title(self.table.currentRow()),
            "on stage": self.title(self.live),
            "tab": self.tabs.tabText(self.tabs.currentIndex()),
            "haze": self.haze.isChecked(),
            "strobe": self.strobe.isChecked(),
            "mirror ball": self.ball.isChecked(),
            "wash": self.wash.currentText(),
            "speed": self.speed.value(),
            "show": self.show_name.text(),
            "operator": self.operator.currentText(),
            "blackout style": self.style_group.checkedButton().text(),
            "click sound": self.sound.isChecked(),
            "rehearsal": self.rehearsal.isChecked(),
            "blackout": self.blackout.isChecked(),
            "lock": self.lock.isChecked(),
            "dialog": "Edit cue" if self.edit.isVisible() else "",
        }


app = QApplication(sys.argv)
keep = Keep()
window = Desk(sys.argv[1])
window.show()
window.raise_()
window.activateWindow()
timer = QTimer()
timer.timeout.connect(lambda: keep.write(**window.state()))
QTimer.singleShot(600, lambda: timer.start(100))
app.exec()
