"""Asks in the window, once, whether sleeping programs are woken; looks on a thread of its own."""

import contextlib
import threading
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

from app.gui.preferences.window import SettingsKeeper
from automation.core.events import Ended, RunEvent
from automation.core.ports import Sleep

if TYPE_CHECKING:
    from app.gui.window.main_window import MainWindow
    from app.wake_choice import FrontSleeper


JOIN_S: Final = 3.0
"""Seconds that closing waits for a look that is under way."""
WOKEN: Final = (
    "Such programs are woken from now on. Browsers that are open have to be closed and opened again. "
    "You can change this in Settings."
)
LEFT: Final = "Such programs are left asleep. You can change this in Settings."
KEPT_BUT: Final = "Your choice is kept, but {0}."
_ASKED_AFTER: Final = (str(Sleep.UNTIL_WOKEN), str(Sleep.UNTIL_NEW_START))


class WakeControl(QObject):
    """Owned by the application; UI thread."""

    chosen = Signal()
    """The user has chosen: the settings in force are others."""
    _found_came = Signal(object)
    _problem_came = Signal(str)

    def __init__(self, window: "MainWindow", keeper: SettingsKeeper, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._looking: threading.Thread | None = None
        self._found_came.connect(self._on_found, Qt.ConnectionType.QueuedConnection)
        self._problem_came.connect(self._on_problem, Qt.ConnectionType.QueuedConnection)
        window.wake_chosen.connect(self._on_chosen)
        window.came_to_front.connect(self.look)

    @property
    def _is_unsaid(self) -> bool:
        return self._keeper.current.wake_programs == "unsaid"

    def look(self) -> None:
        """Look whether the program in front sleeps; what is found comes later."""
        is_looking = self._looking is not None and self._looking.is_alive()
        if self._is_unsaid and not is_looking and not self._window.is_busy:
            self._looking = threading.Thread(target=self._look, name="sleepers", daemon=True)
            self._looking.start()

    def _look(self) -> None:
        from app.executor_host import own_pids  # noqa: PLC0415  # not needed for a start
        from app.wake_choice import front_sleeper  # noqa: PLC0415

        found = front_sleeper(self._keeper.current, own_pids())
        with contextlib.suppress(RuntimeError):  # the application went meanwhile
            self._found_came.emit(found)

    def take(self, happening: RunEvent) -> None:
        """Ask in the chat after a run that found too little for that reason."""
        if isinstance(happening, Ended) and happening.cause in _ASKED_AFTER and self._is_unsaid:
            self._window.chat.model.offer_to_wake()

    def _on_found(self, found: "FrontSleeper | None") -> None:
        if found is not None and self._is_unsaid:
            self._window.idle.ask_to_wake(found.title, found.words)
        else:
            self._window.idle.ask_to_wake("", "")

    def _on_chosen(self, is_on: bool) -> None:
        self._keeper.keep(wake_programs="on" if is_on else "off")
        self.settle()
        self.chosen.emit()

    def settle(self) -> None:
        """Take the question away once the user has chosen, here or in Settings."""
        if not self._is_unsaid:
            is_on = self._keeper.current.wake_programs == "on"
            self._window.idle.ask_to_wake("", "")
            self._window.chat.model.drop_wake_offer(WOKEN if is_on else LEFT)

    def tell_problem(self, problem: str) -> None:
        """Say, where the choice was made, what is in the way of it; any thread."""
        with contextlib.suppress(RuntimeError):  # the application went meanwhile
            self._problem_came.emit(problem)

    def _on_problem(self, problem: str) -> None:
        sentence = KEPT_BUT.format(problem)
        if not self._keeper.show_notice(sentence):
            self._window.say(sentence, is_error=True)

    def close(self) -> None:
        """Wait for a look that is under way."""
        if self._looking is not None:
            self._looking.join(JOIN_S)
