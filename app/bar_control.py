"""The command bar in the application: its key, when it opens, and who gets the focus back."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

from app.overlay.focus import NoFocusKeeper, X11FocusKeeper
from app.widgets.theme import Theme

if TYPE_CHECKING:
    from app.commandbar.bar import CommandBar
    from app.commandbar.macro_words import BarMacro
    from app.composition import Desk

BAR_CHORD: Final = "command_bar"


class BarControl(QObject):
    """Owned by the application; UI thread, but for `want`."""

    task_sent = Signal(str, bool)
    """A task, and whether it is only to be shown."""
    macro_sent = Signal(str, object, bool)
    """The folder's name of a macro, its values by parameter, and whether it is only to be shown."""
    _wanted = Signal()

    def __init__(
        self, theme: Theme, recent_tasks: Callable[[], Sequence[str]], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._recent_tasks = recent_tasks
        self.macros: Callable[[], Sequence[BarMacro]] = tuple
        """Returns what can be played; set before the bar opens."""
        self.refusal: Callable[[], str] = str
        """Returns why no run can begin at this moment; empty when one can."""
        self._bar: CommandBar | None = None
        self._focus = X11FocusKeeper() if sys.platform == "linux" else NoFocusKeeper()
        self.key = ""
        """The chord that opens it now; empty while there is none."""
        self._wanted.connect(self.open, Qt.ConnectionType.QueuedConnection)

    def grab(self, desk: "Desk", chord: str) -> str:
        """Listen to the bar's key; return a sentence when it cannot be had."""
        desk.ungrab_chords(BAR_CHORD)
        problem = desk.grab_chords({BAR_CHORD: chord})
        self.key = "" if problem else chord
        return problem

    def want(self) -> None:
        """Open the bar; from any thread."""
        self._wanted.emit()

    def open(self) -> None:
        """Open the bar over whatever has the focus."""
        if self._bar is None:
            self._bar = self._made()
        self._focus.save()
        self._bar.open()

    def _made(self) -> "CommandBar":
        from app.commandbar.bar import CommandBar  # noqa: PLC0415  # not needed for a start
        from app.composition import preview  # noqa: PLC0415  # names concrete classes

        bar = CommandBar(
            self._theme,
            preview=preview,
            history=self._recent_tasks,
            macros=lambda: self.macros(),
            refusal=lambda: self.refusal(),
        )
        bar.task_sent.connect(self._on_task)
        bar.macro_sent.connect(self._on_macro)
        bar.dismissed.connect(self._focus.restore)
        return bar

    def _on_task(self, text: str, is_dry: bool) -> None:
        self._focus.restore()
        self.task_sent.emit(text, is_dry)

    def _on_macro(self, slug: str, values: object, is_dry: bool) -> None:
        self._focus.restore()
        self.macro_sent.emit(slug, values, is_dry)
