"""The form that the demo fills: an ordinary Qt window in a process of its own.

It knows nothing of the assistant. Every change and the final save go to a log file as JSON
lines, so that the demo and the tests can check an effect from the application's side.
"""

import argparse
import json
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

TITLE = "Library card"
BRANCHES = ("Harbour", "Northside", "Old Town", "Riverbank")


class LibraryCard(QMainWindow):
    """A form with two fields, a choice, a box, two buttons, a list and a menu."""

    def __init__(self, log_path: Path | None) -> None:
        super().__init__()
        self._log_path = log_path
        self.setWindowTitle(TITLE)
        self._name = QLineEdit()
        self._mail = QLineEdit()
        self._branch = QComboBox()
        self._branch.addItems(BRANCHES)
        self._large_print = QCheckBox("Large print")
        self._cards = QListWidget()
        self._cards.setAccessibleName("Cards")
        self._status = QLabel("Nothing saved yet")
        self.setCentralWidget(self._layout())
        self._make_menu()
        self._connect()

    def _layout(self) -> QWidget:
        form = QFormLayout()
        form.setVerticalSpacing(12)
        form.addRow("Name", self._name)
        form.addRow("E-mail", self._mail)
        form.addRow("Branch", self._branch)
        form.addRow("", self._large_print)
        self._save = QPushButton("Save card")
        self._clear = QPushButton("Clear form")
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._clear)
        buttons.addWidget(self._save)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(16)
        column.addLayout(form)
        column.addLayout(buttons)
        column.addWidget(QLabel("Cards"))
        column.addWidget(self._cards, 1)
        column.addWidget(self._status)
        return page

    def _make_menu(self) -> None:
        menu = self.menuBar().addMenu("Card")
        menu.addAction("Clear all cards", self._clear_cards)
        menu.addAction("Count cards", self._count_cards)

    def _connect(self) -> None:
        self._name.textChanged.connect(lambda text: self._log("name", text))
        self._mail.textChanged.connect(lambda text: self._log("mail", text))
        self._branch.currentTextChanged.connect(lambda text: self._log("branch", text))
        self._large_print.toggled.connect(lambda is_on: self._log("large_print", is_on))
        self._save.clicked.connect(self._save_card)
        self._clear.clicked.connect(self._clear_form)

    def _log(self, field: str, value: object) -> None:
        if self._log_path is None:
            return
        with self._log_path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"field": field, "value": value}, ensure_ascii=False) + "\n")

    def _save_card(self) -> None:
        size = "large print" if self._large_print.isChecked() else "normal print"
        card = f"{self._name.text()}, {self._branch.currentText()}, {size}"
        self._cards.addItem(card)
        self._status.setText(f"Saved: {self._name.text()}")
        self._log("saved", card)

    def _clear_form(self) -> None:
        self._name.clear()
        self._mail.clear()
        self._branch.setCurrentIndex(0)
        self._large_print.setChecked(False)
        self._log("cleared", value=True)

    def _clear_cards(self) -> None:
        self._cards.clear()
        self._status.setText("Nothing saved yet")
        self._log("cards_cleared", value=True)

    def _count_cards(self) -> None:
        self._status.setText(f"{self._cards.count()} cards")
        self._log("counted", self._cards.count())


def main(argv: list[str] | None = None) -> int:
    """Show the form until its window is closed."""
    parser = argparse.ArgumentParser(prog="demo-form")
    parser.add_argument("--log", type=Path, help="append every change to this file")
    parser.add_argument("--at", type=int, nargs=4, metavar=("X", "Y", "W", "H"))
    arguments = parser.parse_args(argv)
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    application.setApplicationName(TITLE)
    application.setApplicationDisplayName("")
    window = LibraryCard(arguments.log)
    x, y, width, height = arguments.at or (120, 90, 560, 560)
    window.setGeometry(x, y, width, height)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
