"""The macros in the tray's menu: those with a key, those played last, and where the others are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.widgets.theme import Theme
from automation.core.visible import visible_text

MOST: Final = 9
NAME_CHARS: Final = 48
TITLE: Final = "Macros"
BUSY: Final = "A task is running: stop it to play a macro"
NONE: Final = "No macro has a key or was played yet"
ASKED: Final = "Played from here, each step is asked about"


@dataclass(frozen=True, slots=True)
class MenuMacro:
    """One macro of the menu."""

    slug: str
    """Name of its folder."""
    name: str
    key: str = ""
    """The chord that plays it; empty where there is none."""


class MacroMenu(QMenu):
    """Owned by the tray. A row says how macros are played from here, or why none can be."""

    macro_pressed = Signal(str)
    """Name of the macro's folder."""
    all_pressed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(TITLE)
        self._theme = theme
        self.setIcon(theme.icon("macro", "text2"))
        self._reason = self.addAction("")
        self._reason.setEnabled(False)
        self._rule = self.addSeparator()
        everything = self.addAction(theme.icon("list", "text2"), "All macros, and recording…")
        everything.triggered.connect(self.all_pressed)
        self._rows: list[QAction] = []
        self._is_busy = False
        self.show_macros(())

    def show_macros(self, macros: Sequence[MenuMacro]) -> None:
        """List these, at most nine."""
        for row in self._rows:
            self.removeAction(row)
            row.deleteLater()
        self._rows = [self._row(macro) for macro in macros[:MOST]]
        self.insertActions(self._rule, self._rows)
        self._tell()

    def show_busy(self, is_busy: bool) -> None:
        """Let nothing be played while a run lives, and say so."""
        self._is_busy = is_busy
        self._tell()

    def _row(self, macro: MenuMacro) -> QAction:
        name = visible_text(macro.name)
        if len(name) > NAME_CHARS:
            name = name[: NAME_CHARS - 1].rstrip() + "…"
        # A tray shows no shortcuts, and takes "&" for the mark of a letter.
        text = f"{name}  ({macro.key})" if macro.key else name
        row = QAction(self._theme.icon("play", "text2"), text.replace("&", "&&"), self)
        row.triggered.connect(lambda: self.macro_pressed.emit(macro.slug))
        return row

    def _tell(self) -> None:
        self._reason.setText(BUSY if self._is_busy else ASKED if self._rows else NONE)
        for action in self._rows:
            action.setEnabled(not self._is_busy)
