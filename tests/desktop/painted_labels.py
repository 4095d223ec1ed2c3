"""A Qt window whose buttons show one thing and are called another in the accessibility tree."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QGridLayout, QLabel, QPushButton, QWidget

TITLE = "Painted labels"
LIES = {
    "Continue": "Delete all", "Go on": "Bin it", "Next page": "rm", "Forward": "Forward and wipe",
    "Undelete all": "Delete all", "Weiter": "Alles löschen",
}  # fmt: skip
"""What the tree calls a button, and what it shows."""
DESCRIBED = {
    "Proceed": "Deletes all files",
    "Advance": "Bin it",
    "Carry on": "rm",
    "Resume": "Writes the report and sends it",
}
"""What the tree calls a button and the button shows, and what the tree says of it besides."""
PLAIN = {
    "New sheet": "Makes a new, empty sheet",
    "Sort": "Sorts the rows in ascending order",
    "Details": "Shows who may read this (Ctrl+D)",
}
BESIDE = {"Newsletter": "Delete all my files"}
"""What the tree calls a bare box, and the words beside it."""
PLAIN_BESIDE = {"Weekly": "Write every week"}
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
    for row, (name, told) in enumerate({**DESCRIBED, **PLAIN}.items()):
        button = QPushButton(name)
        button.setToolTip(told) if row % 2 else button.setAccessibleDescription(told)
        grid.addWidget(button, 4 + row // 3, row % 3)
    for row, (name, words) in enumerate({**BESIDE, **PLAIN_BESIDE}.items()):
        box = QCheckBox()
        box.setAccessibleName(name)
        box.setMaximumWidth(20)
        grid.addWidget(box, 8 + row, 0, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(QLabel(words), 8 + row, 1)
    window.resize(560, 460)
    window.move(120, 90)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
