"""A Qt form of thirty steps: `python -m tests.macros_live.long_form LOG`; it ends with standard input.

It tells of each thing as soon as it has happened, so that a script can go on at that very moment.
"""

import sys

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tests.macros_live.told import Log, Orders

TITLE = "Long form"
FIELDS = (
    "First name", "Last name", "Street", "House", "Postcode", "Town",
    "Country", "Telephone", "Employer", "Trade", "Arrival", "Remarks",
)  # fmt: skip
BOXES = ("Breakfast", "Parking", "Late arrival", "Pets", "Invoice")
SAVE = "Keep form"
NOTHING_KEPT, KEPT = "Nothing kept", "The form is kept"
TEXTS = (
    "Ada", "Lovelace", "Long Lane", "twelve", "wq", "London",
    "England", "none", "nobody", "author", "monday", "a quiet room",
)  # fmt: skip
"""What is typed into the fields; 30 steps are a press and a text for each, the boxes and the button."""


class Field(QLineEdit):
    """A field that tells when it has the keyboard."""

    def __init__(self, label, log):
        super().__init__()
        self._label, self._log = label, log
        self.textChanged.connect(lambda text: log.tell(text=[label, text]))

    def focusInEvent(self, event):
        super().focusInEvent(event)
        self._log.tell(focus=self._label)


class Form(QWidget):
    """The form; every line on standard input empties it."""

    woken = Signal()

    def __init__(self, log):
        super().__init__()
        self.setWindowTitle(TITLE)
        self._log = log
        outer, form, boxes = QVBoxLayout(self), QFormLayout(), QHBoxLayout()
        self._fields = {label: Field(label, log) for label in FIELDS}
        for label, field in self._fields.items():
            form.addRow(label, field)
        self._boxes = {name: QCheckBox(name) for name in BOXES}
        for name, box in self._boxes.items():
            box.toggled.connect(lambda on, n=name: log.tell(toggled=[n, on]))
            boxes.addWidget(box)
        save = QPushButton(SAVE)
        save.clicked.connect(self._save)
        self._status = QLabel(NOTHING_KEPT)
        for part in (form, boxes):
            outer.addLayout(part)
        for part in (save, self._status):
            outer.addWidget(part)
        self.woken.connect(self._obey, Qt.ConnectionType.QueuedConnection)
        self._orders = Orders(self.woken.emit)

    def _save(self):
        texts = {label: field.text() for label, field in self._fields.items()}
        on = [name for name, box in self._boxes.items() if box.isChecked()]
        self._status.setText(KEPT)
        self._log.tell(saved={"texts": texts, "on": on})

    def _obey(self):
        for order in self._orders.all():
            if order is None:
                QApplication.quit()
                return
            self._log.book = order[0]
            for field in self._fields.values():
                field.clear()
                field.clearFocus()
            for box in self._boxes.values():
                box.setChecked(False)
            self._status.setText(NOTHING_KEPT)
            self._log.tell(shown=True)


def main(path):
    """Serve until standard input ends."""
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    form = Form(Log(path))
    form.resize(640, 560)
    form.show()
    application.exec()


if __name__ == "__main__":
    main(sys.argv[1])
