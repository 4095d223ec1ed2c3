"""The command bar: opened by a global key over any app, takes one task, gives the keyboard back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.commandbar.bar_window import BarWindow
from app.commandbar.macro_words import BarMacro
from app.overlay.stacking import WindowServer, open_window_server
from app.widgets.theme import Theme


class CommandBar(QObject):
    """One instance for the life of the application. UI thread.

    Whether windows can be translucent is known when the bar opens, so its window is made anew when
    a compositor came or went.
    """

    task_sent = Signal(str, bool)
    """The task, and whether it is only to be shown (dry run)."""
    macro_sent = Signal(str, object, bool)
    """The folder's name of a macro, its values by parameter, and whether it is only to be shown."""
    dismissed = Signal()

    def __init__(
        self,
        theme: Theme,
        *,
        preview: Callable[[str], Sequence[str]],
        history: Callable[[], Sequence[str]],
        macros: Callable[[], Sequence[BarMacro]] = tuple,
        refusal: Callable[[], str] = str,
        server: WindowServer | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Prepare the bar without showing anything.

        Args:
            theme: colours and fonts.
            preview: the sentences of what the built-in commands would do; empty when they cannot.
            history: tasks of earlier runs, newest first.
            macros: what can be played, what fits best first.
            refusal: why nothing can begin at this moment, in a sentence; empty when something can.
            server: tells whether a compositor runs; None asks the one that Qt uses.
            parent: owns the bar.
        """
        super().__init__(parent)
        self._theme = theme
        self._preview = preview
        self._history_of = history
        self._macros_of = macros
        self._refusal_of = refusal
        self._server = server if server is not None else open_window_server()
        self._window: BarWindow | None = None
        self._is_solid = False

    @property
    def window(self) -> BarWindow:
        """The window; made when it is first needed."""
        if self._window is None:
            self._window = BarWindow(
                self._theme, self._preview, self._refusal_of, is_solid=self._is_solid
            )
            self._window.task_sent.connect(self.task_sent)
            self._window.macro_sent.connect(self.macro_sent)
            self._window.dismissed.connect(self.dismissed)
        return self._window

    @property
    def is_open(self) -> bool:
        """Tell whether the bar is on the screen."""
        return self._window is not None and self._window.isVisible()

    def open(self) -> None:
        """Show the bar, empty, and take the keyboard; an open bar keeps its text."""
        if self.is_open:
            self.window.activateWindow()
            return
        is_solid = not self._server.has_compositor()
        if is_solid != self._is_solid and self._window is not None:
            self._window.deleteLater()
            self._window = None
        self._is_solid = is_solid
        self.window.open(self._history_of(), self._macros_of())

    def dismiss(self) -> None:
        """Go away without a task."""
        if self._window is not None:
            self._window.dismiss()
