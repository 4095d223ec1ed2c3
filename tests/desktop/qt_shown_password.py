"""A Qt window whose password can be shown, by another field in the place of the one that hid it."""

import sys

from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)


def main():
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle("deskhand-shown-password")
    hidden, shown, both = QLineEdit(), QLineEdit(), QStackedWidget()
    hidden.setEchoMode(QLineEdit.EchoMode.Password)
    for field in (hidden, shown):
        field.setAccessibleName("Magic word")
        both.addWidget(field)
    both.setFixedWidth(70)
    show, enter = QPushButton("Show"), QPushButton("Enter")
    show.clicked.connect(lambda: (shown.setText(hidden.text()), both.setCurrentWidget(shown)))
    line = QHBoxLayout(window)
    for part in (both, enter, show):
        line.addWidget(part)
    window.setGeometry(80, 80, 260, 60)
    window.show()
    application.exec()


main()
