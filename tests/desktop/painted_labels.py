"""A Qt window whose buttons show one thing and are called another in the accessibility tree."""

import sys

from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

TITLE = "Painted labels"
LIES = {
    "Continue": "Delete all",
    "Go on": "Bin it",
    "Next page": "rm",
    "Forward": "Forward and wipe",
    "Undelete all": "Delete all",
    "Weiter": "Alles löschen",
}
"""What the tree calls a button, and what it shows."""
TRUTHS = {
    "OK": "OK",
    "Einstellungen öffnen": "&Einstellungen öffnen…",
    "Straße": "Straße",
    "Mailbox": "Mailbox (12)",
    "Close the notice": "✕",
    "Play": "▶",
}  # fmt: skip


def main():
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle(TITLE)
    grid = QGridLayout(window)
    for at, (name, shown) in enumerate({**LIES, **TRUTHS}.items()):
        button = QPushButton(shown)
        button.setAccessibleName(name)
        button.clicked.connect(lambda _=False, told=name: print(told, flush=True))  # noqa: T201
        grid.addWidget(button, at // 3, at % 3)
    window.resize(560, 260)
    window.move(120, 90)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
