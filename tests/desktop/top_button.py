"""A small Qt window at the top of the screen, in its middle, where the pill of a run stands; it prints presses."""

import sys

from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

TITLE = "Top button"
SIZE = (220, 110)


def main():
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle(TITLE)
    column = QVBoxLayout(window)
    column.setContentsMargins(4, 2, 4, 2)
    for name in ("Ring", "Rest"):
        button = QPushButton(name)
        button.clicked.connect(lambda _=False, told=name: print(told, flush=True))  # noqa: T201
        column.addWidget(button)
    width = application.primaryScreen().geometry().width()
    window.resize(*SIZE)
    window.move((width - SIZE[0]) // 2, 0)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
