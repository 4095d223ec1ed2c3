"""Several selected steps: what can be done to all of them at once, each with a button."""

from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.macros.editor.actions import Actions, Name
from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.labels import Label
from app.widgets.theme import Theme

_OFFERED: Final[tuple[tuple[Name, str], ...]] = (
    ("group", "folder"),
    ("duplicate", "copy"),
    ("off", "eye-off"),
    ("breakpoint", "pause"),
    ("up", "up"),
    ("down", "down"),
    ("copy", "clipboard"),
    ("remove", "trash"),
)


class SeveralPage(QWidget):
    """Shown in the inspector; the buttons do what keys and menus do."""

    def __init__(self, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self.buttons = [self._button(theme, actions, *one) for one in _OFFERED]
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(12)
        words = "What is done by button, key or menu is done to all of them."
        lines.addWidget(Label(theme, words, "small", "dim", wraps=True))
        lines.addWidget(Flow(self.buttons, 8, 8))

    def _button(self, theme: Theme, actions: Actions, name: Name, icon: str) -> Button:
        action = actions[name]
        words = "Breakpoint" if name == "breakpoint" else action.text()
        button = Button(theme, words, icon=icon, size="compact")
        button.setToolTip(f"{action.text()} ({action.shortcut().toString()})")
        button.clicked.connect(action.trigger)
        return button
