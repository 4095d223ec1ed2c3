"""The buttons of a run, in window and tray alike: stop, pause, go on, show, and the card's own keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.tray import Tray
from app.window.main_window import MainWindow
from app.window_place import WindowPlace

if TYPE_CHECKING:
    from app.confirmer import OverlayConfirmer
    from automation.agent.pausing import PauseGate

OUT_OF_THE_WAY_MS: Final = 200
"""How long a window manager takes to minimise a window, with room to spare."""


class RunButtons(QObject):
    """Owned by the application; UI thread."""

    def __init__(
        self,
        window: MainWindow,
        tray: Tray,
        place: WindowPlace,
        stop: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._place = place
        self._gate: PauseGate | None = None
        self._overlay: OverlayConfirmer | None = None
        for buttons in (window, tray):
            buttons.stop_pressed.connect(stop)
            buttons.pause_pressed.connect(self._pause)
            buttons.show_pressed.connect(place.get_out_of_the_way)
        window.resume_pressed.connect(self._go_on)
        window.accept_pressed.connect(lambda: self._answer("accept"))
        window.reject_pressed.connect(lambda: self._answer("reject"))
        window.choice_made.connect(lambda number: self._answer(f"pick.{number}"))

    def use(self, gate: "PauseGate", overlay: "OverlayConfirmer") -> None:
        """Press this gate and these cards from here on."""
        self._gate, self._overlay = gate, overlay

    def _tell_card(self, name: str) -> None:
        """Press a key of the card from the window; arming and risk count as for the card itself."""
        if self._overlay is not None:
            self._overlay.director.on_chord(name)

    def _pause(self) -> None:
        if self._gate is not None:
            self._gate.pause()

    def _go_on(self) -> None:
        self._place.get_out_of_the_way()
        if self._gate is not None:
            self._gate.resume()

    def _answer(self, name: str) -> None:
        """Answer once the window is out of the way: it may cover what the run looks at next."""
        self._place.get_out_of_the_way()
        QTimer.singleShot(OUT_OF_THE_WAY_MS, lambda: self._tell_card(name))
