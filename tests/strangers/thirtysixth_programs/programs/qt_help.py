"""What the Qt programs of the set share: controls that keep their state."""

import sys

from keep import Keep
from PySide6.QtCore import QDate, Qt, QTime, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

app = QApplication(sys.argv)
app.setStyle("Fusion")
keep = Keep()


def plain(text):
    """Free text as it is kept: in lower case, without a stop at its end."""
    return " ".join(text.split()).strip(" .").lower()


def digits(text):
    return text.replace(" ", "")


def button(text, name=None, then=None):
    name = name or text.replace("&", "").rstrip("…").strip()
    made = QPushButton(text)
    keep.known(name)

    def pressed():
        keep.count(name)
        if then:
            then()

    made.clicked.connect(pressed)
    return made


def check(text, key=None, on=False):
    made = QCheckBox(text)
    made.setChecked(on)
    keep.add(key or text, made.isChecked)
    return made


def choice(key, options, now, editable=False):
    made = QComboBox()
    made.addItems(options)
    made.setEditable(editable)
    made.setCurrentText(now)
    keep.add(key, (lambda: plain(made.currentText())) if editable else made.currentText)
    return made


def spin(key, low, high, now, suffix=""):
    made = QSpinBox()
    made.setRange(low, high)
    made.setValue(now)
    made.setSuffix(suffix)
    keep.add(key, lambda: str(made.value()))
    return made


def money(key, now):
    made = QDoubleSpinBox()
    made.setRange(0, 999)
    made.setPrefix("£ ")
    made.setValue(now)
    keep.add(key, lambda: f"{made.value():.2f}")
    return made


def slider(key, low, high, now):
    made = QSlider(Qt.Orientation.Horizontal)
    made.setRange(low, high)
    made.setPageStep(1)
    made.setValue(now)
    made.setTickPosition(QSlider.TickPosition.TicksBelow)
    made.setTickInterval(1)
    keep.add(key, lambda: str(made.value()))
    return made


def line(key, text="", read=plain, hint=""):
    made = QLineEdit(text)
    made.setPlaceholderText(hint)
    keep.add(key, lambda: read(made.text()))
    return made


def area(key, text="", height=80):
    made = QPlainTextEdit(text)
    made.setFixedHeight(height)
    made.setTabChangesFocus(True)
    keep.add(key, lambda: plain(made.toPlainText()))
    return made


def date(key, now, shown="dd/MM/yyyy", popup=True):
    made = QDateEdit(QDate.fromString(now, "yyyy-MM-dd"))
    made.setDisplayFormat(shown)
    made.setCalendarPopup(popup)
    keep.add(key, lambda: made.date().toString("yyyy-MM-dd"))
    return made


def time(key, now, shown="HH:mm"):
    made = QTimeEdit(QTime.fromString(now, "HH:mm"))
    made.setDisplayFormat(shown)
    keep.add(key, lambda: made.time().toString("HH:mm"))
    return made


def radios(key, options, now):
    """Radio buttons of one group; each goes where the caller puts it."""
    made = [QRadioButton(option) for option in options]
    for one in made:
        one.setChecked(one.text() == now)
    keep.add(key, lambda: next((one.text() for one in made if one.isChecked()), ""))
    return made


def put(layout, *things):
    for thing in things:
        if thing is None:
            layout.addStretch(1)
        elif isinstance(thing, str):
            layout.addWidget(QLabel(thing))
        elif isinstance(thing, QWidget):
            layout.addWidget(thing)
        else:
            layout.addLayout(thing)
    return layout


def across(*things):
    return put(QHBoxLayout(), *things)


def down(*things):
    return put(QVBoxLayout(), *things)


def holding(layout):
    made = QWidget()
    made.setLayout(layout)
    return made


def big(text, size=15):
    made = QLabel(text)
    made.setStyleSheet(f"font-size: {size}pt; font-weight: 600;")
    return made


def go(window, title, width, height):
    window.setWindowTitle(title)
    window.resize(width, height)
    window.move(30, 20)
    window.show()
    timer = QTimer()
    timer.timeout.connect(keep.write)
    timer.start(100)
    sys.exit(app.exec())
