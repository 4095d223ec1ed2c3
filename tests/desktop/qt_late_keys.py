"""A Qt window with a name and a password field; the name shows each key a while after it was typed."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFormLayout, QLineEdit, QWidget

TITLE = "deskhand-late-keys"
LATE_MS = 400


class LateField(QLineEdit):
    """Shows what is typed as late as a program does that has much else to do."""

    def keyPressEvent(self, event):
        """Take the key later, in its turn."""
        kept = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
        QTimer.singleShot(LATE_MS, self, lambda: QLineEdit.keyPressEvent(self, kept))


def main():
    application = QApplication(sys.argv)
    page = QWidget()
    page.setWindowTitle(TITLE)
    layout = QFormLayout(page)
    password = QLineEdit()
    password.setEchoMode(QLineEdit.EchoMode.Password)
    layout.addRow("Password", password)
    layout.addRow("Name", LateField("Ada"))
    page.setGeometry(60, 60, 400, 160)
    page.show()
    application.exec()


if __name__ == "__main__":
    main()
