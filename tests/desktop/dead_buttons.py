"""A Qt dialog: buttons that do nothing, and one that says that it was pressed."""

import sys

from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QPushButton, QVBoxLayout

TITLE = "Dead buttons"


def main():
    application = QApplication(sys.argv)
    dialog = QDialog()
    dialog.setWindowTitle(TITLE)
    column = QVBoxLayout(dialog)
    names = ("First", "Second", "Third", "Fourth")
    first, *rest = [QPushButton(name) for name in names]
    said, entry = QLabel("Nothing yet."), QLineEdit("a note")
    for part in (first, *rest, entry, said):
        column.addWidget(part)
    first.setDefault(True)
    rest[-1].clicked.connect(lambda: said.setText("It was pressed, and here is a long answer."))
    dialog.resize(420, 320)
    dialog.move(200, 120)
    entry.setFocus()
    entry.deselect()
    dialog.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
