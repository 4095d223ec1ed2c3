"""The control panel of a nursery's glass houses."""

import sys

from keep import Keep
from PySide6.QtCore import Qt, QTime, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

TABS = ["Climate", "Watering", "Alarms"]
BEDS = [
    ("Bed 1", "Tomatoes", "06:00", 12, True),
    ("Bed 2", "Cucumbers", "06:30", 15, True),
    ("Bed 3", "Basil", "07:00", 5, False),
    ("Bed 4", "Peppers", "06:45", 10, True),
    ("Bed 5", "Lettuce", "05:30", 8, False),
]
ALARMS = {
    "Frost": True,
    "Overheating": True,
    "Pump failure": True,
    "Low water tank": False,
    "Door left open": False,
    "Power cut": True,
}


class AddBed(QDialog):
    """What a new bed needs."""

    def __init__(self, parent):
        super().__init__(parent)
        self.setWindowTitle("Add bed")
        self.name = QLineEdit()
        self.crop = QComboBox()
        self.crop.addItems(["Tomatoes", "Cucumbers", "Basil", "Peppers", "Lettuce", "Radishes"])
        self.start = QTimeEdit(QTime(6, 0))
        self.start.setDisplayFormat("HH:mm")
        self.minutes = QSpinBox()
        self.minutes.setRange(1, 60)
        self.minutes.setValue(10)
        form = QFormLayout()
        form.addRow("Name", self.name)
        form.addRow("Crop", self.crop)
        form.addRow("Start", self.start)
        form.addRow("Minutes", self.minutes)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        outer = QVBoxLayout(self)
        outer.addLayout(form)
        outer.addWidget(buttons)
        self.resize(340, 220)


class Panel(QMainWindow):
    """The three tabs."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Greenhouse Control")
        self.resize(1150, 690)
        self.keep = Keep()
        self.applied = ""
        self.dialog = None
        self.tabs = QTabWidget()
        self.tabs.addTab(self.climate(), TABS[0])
        self.tabs.addTab(self.watering(), TABS[1])
        self.tabs.addTab(self.alarms(), TABS[2])
        self.setCentralWidget(self.tabs)
        self.keep.add("tab", lambda: TABS[self.tabs.currentIndex()])
        self.keep.add("applied", lambda: self.applied)
        self.keep.add("dialog", self.of_dialog)
        self.keep.add("status", lambda: self.statusBar().currentMessage())
        self.statusBar().showMessage("Connected to the weather station")
        if start in TABS:
            self.tabs.setCurrentIndex(TABS.index(start))
        if start == "Add":
            self.tabs.setCurrentIndex(1)
            QTimer.singleShot(50, self.add_bed)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.write)
        self.timer.start(120)
        self.write()

    def write(self):
        more = {}
        for row in range(self.table.rowCount()):
            cells = [self.table.item(row, column) for column in range(5)]
            if all(cell is not None for cell in cells):
                on = "on" if cells[4].checkState() == Qt.CheckState.Checked else "off"
                texts = [cell.text() for cell in cells[1:4]]
                more["cell " + cells[0].text()] = " | ".join([*texts, on])
        self.keep.write(**more)

    def of_dialog(self):
        one = self.dialog
        if one is None or not one.isVisible():
            return ""
        start = one.start.time().toString("HH:mm")
        return f"{one.name.text()} | {one.crop.currentText()} | {start} | {one.minutes.value()}"

    def check(self, box, name, on):
        box.setChecked(on)
        self.keep.add(name, box.isChecked)
        return box

    def spin(self, name, low, high, value, suffix):
        one = QSpinBox()
        one.setRange(low, high)
        one.setValue(value)
        one.setSuffix(suffix)
        one.setMaximumWidth(130)
        self.keep.add(name, one.value)
        return one

    def climate(self):
        page = QWidget()
        outer = QVBoxLayout(page)
        top = QHBoxLayout()
        house = QComboBox()
        house.addItems(["North house", "South house", "Propagation", "Orchid room"])
        self.keep.add("house", house.currentText)
        label = QLabel("&House")
        label.setBuddy(house)
        top.addWidget(label)
        top.addWidget(house)
        top.addStretch()
        outer.addLayout(top)

        columns = QHBoxLayout()
        heat = QGroupBox("Temperature and air")
        form = QFormLayout(heat)
        form.addRow("Day temperature", self.spin("day", 10, 35, 22, " °C"))
        form.addRow("Night temperature", self.spin("night", 5, 25, 16, " °C"))
        form.addRow("Humidity limit", self.spin("humidity", 30, 95, 70, " %"))
        line = QHBoxLayout()
        vents = QSlider(Qt.Orientation.Horizontal)
        vents.setRange(0, 100)
        vents.setValue(20)
        vents.setAccessibleName("Roof vents")
        shown = QLabel("20 %")
        shown.setMinimumWidth(50)
        vents.valueChanged.connect(lambda value: shown.setText(f"{value} %"))
        self.keep.add("vents", vents.value)
        line.addWidget(vents)
        line.addWidget(shown)
        form.addRow("Roof vents", line)
        columns.addWidget(heat)

        gear = QGroupBox("Equipment")
        box = QVBoxLayout(gear)
        box.addWidget(self.check(QCheckBox("Shade screen"), "shade", False))
        box.addWidget(self.check(QCheckBox("Misting"), "misting", True))
        box.addWidget(self.check(QCheckBox("Circulation fans"), "fans", False))
        box.addWidget(self.check(QCheckBox("Grow lights"), "lights", False))
        box.addStretch()
        columns.addWidget(gear)

        mode = QGroupBox("Mode")
        box = QVBoxLayout(mode)
        group = QButtonGroup(self)
        for name in ("Automatic", "Manual", "Holiday"):
            radio = QRadioButton(name)
            radio.setChecked(name == "Automatic")
            group.addButton(radio)
            box.addWidget(radio)
        box.addStretch()
        self.keep.add("mode", lambda: group.checkedButton().text())
        columns.addWidget(mode)
        outer.addLayout(columns)
        outer.addStretch()

        bottom = QHBoxLayout()
        bottom.addStretch()
        apply = QPushButton("Apply")
        self.keep.known("Open all vents")
        airing = QPushButton("Open all vents")
        airing.clicked.connect(lambda: self.keep.count("Open all vents"))

        def applying():
            self.applied = f"{house.currentText()}, {group.checkedButton().text()}"
            self.statusBar().showMessage("Settings sent to " + house.currentText())

        apply.clicked.connect(applying)
        bottom.addWidget(airing)
        bottom.addWidget(apply)
        outer.addLayout(bottom)
        return page

    def watering(self):
        page = QWidget()
        outer = QVBoxLayout(page)
        self.table = QTableWidget(0, 5)
        self.table.setHorizontalHeaderLabels(["Bed", "Crop", "Start", "Minutes", "Active"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        for bed in BEDS:
            self.put(*bed)
        self.keep.add("bed", self.chosen)
        outer.addWidget(self.table)
        line = QHBoxLayout()
        for name, act in (
            ("Add bed…", self.add_bed),
            ("Remove bed", self.remove_bed),
            ("Water now", self.water),
        ):
            button = QPushButton(name)
            button.clicked.connect(act)
            line.addWidget(button)
        line.addStretch()
        rain = QCheckBox("Skip on rainy days")
        line.addWidget(self.check(rain, "skip rain", True))
        outer.addLayout(line)
        return page

    def chosen(self):
        rows = self.table.selectionModel().selectedRows()
        return self.table.item(rows[0].row(), 0).text() if rows else ""

    def put(self, name, crop, start, minutes, on):
        row = self.table.rowCount()
        self.table.insertRow(row)
        fixed = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        for column, text in enumerate((name, crop, start, str(minutes), "")):
            item = QTableWidgetItem(text)
            if column in (0, 1):
                item.setFlags(fixed)
            if column == 4:
                item.setFlags(fixed | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            self.table.setItem(row, column, item)

    def add_bed(self):
        self.dialog = AddBed(self)
        self.dialog.accepted.connect(self.added)
        self.dialog.open()

    def added(self):
        one = self.dialog
        start = one.start.time().toString("HH:mm")
        name = one.name.text() or f"Bed {self.table.rowCount() + 1}"
        self.put(name, one.crop.currentText(), start, one.minutes.value(), True)

    def remove_bed(self):
        if self.chosen():
            self.table.removeRow(self.table.currentRow())

    def water(self):
        if self.chosen():
            self.statusBar().showMessage("Watering " + self.chosen())

    def alarms(self):
        page = QWidget()
        outer = QHBoxLayout(page)
        left = QGroupBox("Alarms in use")
        box = QVBoxLayout(left)
        names = QListWidget()
        for name, on in ALARMS.items():
            item = QListWidgetItem(name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            names.addItem(item)
            self.keep.add(
                "alarm " + name, lambda item=item: item.checkState() == Qt.CheckState.Checked
            )
        self.names = names
        box.addWidget(names)
        outer.addWidget(left)
        right = QGroupBox("How to tell us")
        form = QFormLayout(right)
        phone = QLineEdit("0161 555 0142")
        self.keep.add("phone", phone.text)
        form.addRow("Phone number", phone)
        tone = QComboBox()
        tone.addItems(["Bell", "Siren", "Three beeps", "Silent"])
        self.keep.add("tone", tone.currentText)
        form.addRow("Tone", tone)
        form.addRow("Repeat every", self.spin("repeat", 1, 60, 10, " min"))
        form.addRow("", self.check(QCheckBox("Send a text message as well"), "text too", False))
        words = QPlainTextEdit("Please check the glass house.")
        words.setMaximumHeight(110)
        self.keep.add("words", words.toPlainText)
        form.addRow("Message", words)
        test = QPushButton("Test alarm")
        self.keep.known("Test alarm")
        test.clicked.connect(lambda: self.keep.count("Test alarm"))
        form.addRow("", test)
        outer.addWidget(right)
        return page


def main():
    app = QApplication(sys.argv[:1])
    panel = Panel(sys.argv[1] if len(sys.argv) > 1 else "")
    panel.show()
    sys.exit(app.exec())


if __name__ == "__main__":
    main()
