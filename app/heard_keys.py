"""The keys that are heard all over the desktop, and where it is told that they are, or why not."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from app.bar_control import BarControl
from app.doctor_stop import StopFacts
from app.promise_control import PromiseControl
from app.settings_keeper import SettingsKeeper
from app.tray import Tray
from app.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.composition import Desk


class HeardKeys(QObject):
    """Owned by the application; UI thread, but for `disarm`."""

    _disarmed = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        tray: Tray,
        bar: BarControl,
        promises: PromiseControl,
        keeper: SettingsKeeper,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._tray = tray
        self._bar = bar
        self._promises = promises
        self._keeper = keeper
        self._desk: Desk | None = None
        self._disarmed.connect(self._on_disarmed, Qt.ConnectionType.QueuedConnection)

    def use(self, desk: "Desk") -> None:
        """Hear keys with this desk."""
        self._desk = desk
        self.grab()

    def grab(self) -> None:
        """Listen to the key of the command bar that the settings name."""
        if self._desk is None:
            return
        problem = self._bar.grab(self._desk, self._keeper.current.keys.command_bar)
        self.show()
        if problem:
            self._window.say(f"{problem} Choose another key in Settings.", is_error=True)

    def show(self) -> None:
        """Show the keys that are heard now, or why they are not."""
        desk = self._desk
        if desk is not None:
            self._window.foot.show_keys(
                stop=desk.stop_key, bar=self._bar.key, problem=desk.stop_problem
            )
            self._tell_of_stop(desk.stop_problem)

    def lack(self, problem: str) -> None:
        """Show that no key is heard, for this reason."""
        self._window.foot.show_keys(stop="", bar="", problem=problem)
        self._tell_of_stop(problem)

    def disarm(self, sentence: str) -> None:
        """Show that the stop key is heard no more; from any thread."""
        self._disarmed.emit(sentence)

    def _on_disarmed(self, sentence: str) -> None:
        chord = self._keeper.current.keys.command_bar
        self._window.foot.show_keys(stop="", bar=chord, problem=sentence)
        self._tray.show_problem(sentence)
        self._tell_of_stop(sentence)

    def _tell_of_stop(self, problem: str) -> None:
        """Let the page of promises know which ways to stop work."""
        settings = self._keeper.current
        self._promises.show_stop(
            StopFacts(
                keys=settings.keys.stop,
                key_problem=problem,
                has_tray=self._tray.is_shown,
                corner=settings.stop_corner,
            )
        )
