"""A Qt window with a button that is another one, and says so, as soon as it is pressed."""

import sys

from PySide6.QtWidgets import QApplication, QPushButton

LOOK = "border: 0; color: white; background: {}"


def main():
    application = QApplication(sys.argv)
    button = QPushButton("Before")
    button.setWindowTitle("deskhand-turning")
    button.setStyleSheet(LOOK.format("#0000c0"))

    def turn():
        button.setText("After")
        button.setStyleSheet(LOOK.format("#c00000"))

    button.pressed.connect(turn)
    button.setGeometry(80, 80, 300, 120)
    button.show()
    application.exec()


main()
