"""A Qt form whose field takes letters as an input method does: Enter writes a word for them, then it is Enter."""

import sys

from PySide6.QtWidgets import QApplication, QFormLayout, QLineEdit, QPushButton, QWidget

WORDS = {"nihon": "日本", "kana": "かな"}


class Composer(QLineEdit):
    def __init__(self):
        super().__init__()
        self.held = ""

    def keyPressEvent(self, event):
        if event.text().isalpha():
            self.held += event.text()
        elif self.held and event.text() == "\r":
            self.insert(WORDS.get(self.held, self.held))
            self.held = ""
        else:
            super().keyPressEvent(event)


def main():
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle("deskhand-qt-composer")
    layout = QFormLayout(window)
    layout.addRow("Name", Composer())
    done = QPushButton("Done")
    layout.addRow(done)
    window.setGeometry(60, 60, 400, 200)
    window.show()
    done.setFocus()  # so that whoever presses the field moves the keyboard there
    application.exec()


main()
