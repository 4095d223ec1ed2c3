"""Asks in the window, once, whether sleeping programs are woken; looks on a thread of its own."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.gui.background import Background
from app.gui.preferences.keeper import SettingsKeeper
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

    def __init__(self, window: "MainWindow", keeper: SettingsKeeper, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._background = Background(self, "sleepers")
        window.commands.wake.connect(self._on_chosen)
        window.came_to_front.connect(self.look)

    @property
    def _is_unsaid(self) -> bool:
        return self._keeper.current.wake_programs == "unsaid"

    def look(self) -> None:
        """Look whether the program in front sleeps; what is found comes later."""
        if self._is_unsaid and not self._background.is_busy and not self._window.is_busy:
            self._background.run(self._look, self._on_found)

    def _look(self) -> "FrontSleeper | None":
        from app.executor_host import own_pids  # noqa: PLC0415  # not needed for a start
        from app.wake_choice import front_sleeper  # noqa: PLC0415

        return front_sleeper(self._keeper.current, own_pids())

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
        self._background.run_on_main(lambda: self._on_problem(problem))

    def _on_problem(self, problem: str) -> None:
        sentence = KEPT_BUT.format(problem)
        if not self._keeper.show_notice(sentence):
            self._window.say(sentence, is_error=True)

    def close(self) -> None:
        """Wait for a look that is under way."""
        self._background.join(JOIN_S)
