"""What can be done in the editor: each with its key, in the menu behind More and in the list's own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.theme import Theme

Name = Literal[
    "run",
    "test",
    "from_here",
    "to_here",
    "record",
    "save",
    "undo",
    "redo",
    "breakpoint",
    "off",
    "up",
    "down",
    "duplicate",
    "copy",
    "cut",
    "paste",
    "group",
    "ungroup",
    "remove",
    "select_all",
    "add",
    "find",
    "details",
]


@dataclass(frozen=True, slots=True)
class _Told:
    words: str
    keys: str
    icon: str = ""
    is_of_list: bool = False
    """Its key works only while the list has the focus: a field needs it for itself."""


_TOLD: Final[dict[Name, _Told]] = {
    "run": _Told("Run", "F5", "play"),
    "test": _Told("Test this step", "F6", "eye"),
    "from_here": _Told("Run from here", "F7", "play"),
    "to_here": _Told("Run to here", "F8", "play"),
    "record": _Told("Record here", "Ctrl+R", "record"),
    "save": _Told("Save", "Ctrl+S"),
    "undo": _Told("Undo", "Ctrl+Z", "undo"),
    "redo": _Told("Redo", "Ctrl+Shift+Z", "redo"),
    "breakpoint": _Told("Stop here first (breakpoint)", "F9"),
    "off": _Told("On or off", "Space", "", is_of_list=True),
    "up": _Told("Move up", "Alt+Up", "up", is_of_list=True),
    "down": _Told("Move down", "Alt+Down", "down", is_of_list=True),
    "duplicate": _Told("Duplicate", "Ctrl+D", "copy", is_of_list=True),
    "copy": _Told("Copy", "Ctrl+C", "copy", is_of_list=True),
    "cut": _Told("Cut", "Ctrl+X", "", is_of_list=True),
    "paste": _Told("Paste", "Ctrl+V", "clipboard", is_of_list=True),
    "group": _Told("Group", "Ctrl+G", "folder"),
    "ungroup": _Told("Ungroup", "Ctrl+Shift+G"),
    "remove": _Told("Remove", "Del", "trash", is_of_list=True),
    "select_all": _Told("Select all", "Ctrl+A", "", is_of_list=True),
    "add": _Told("Add a step by a command", "Ctrl+L", "plus"),
    "find": _Told("Find a step", "Ctrl+F", "search"),
    "details": _Told("Details of the step", "Ctrl+I", "sidebar"),
}
_MORE: Final[tuple[tuple[Name, ...], ...]] = (
    ("test", "from_here", "to_here", "breakpoint"),
    ("record", "add", "find", "details"),
    ("undo", "redo", "save"),
    ("up", "down", "duplicate", "off", "group", "ungroup"),
    ("copy", "cut", "paste", "select_all", "remove"),
)


class Actions(QObject):
    """The window's actions; made once."""

    def __init__(self, theme: Theme, window: QWidget, rows: QWidget) -> None:
        """Make them.

        Args:
            theme: for icons.
            window: owns them; keys of most work anywhere in it.
            rows: the list; keys of some work only there.
        """
        super().__init__(window)  # else a change of theme would find the actions of a closed window
        self._theme = theme
        self._all: dict[Name, QAction] = {}
        for name, told in _TOLD.items():
            action = QAction(told.words, window)
            action.setShortcut(QKeySequence(told.keys))
            context = Qt.ShortcutContext.WindowShortcut
            holder = window
            if told.is_of_list:
                context, holder = Qt.ShortcutContext.WidgetShortcut, rows
            action.setShortcutContext(context)
            holder.addAction(action)
            self._all[name] = action
        self._paint()
        theme.changed.connect(self._paint)

    def __getitem__(self, name: Name) -> QAction:
        return self._all[name]

    def join(self, does: dict[Name, Callable[[], object]]) -> None:
        """Say what each does."""
        for name, do in does.items():
            self._all[name].triggered.connect(lambda _=False, do=do: do())

    def menu(self, parent: QWidget) -> QMenu:
        """Return a menu with all of them."""
        menu = QMenu(parent)
        menu.setAccessibleName("What can be done")
        for place, group in enumerate(_MORE):
            if place:
                menu.addSeparator()
            for name in group:
                menu.addAction(self._all[name])
        return menu

    def _paint(self) -> None:
        for name, told in _TOLD.items():
            if told.icon:
                self._all[name].setIcon(self._theme.icon(told.icon))
