"""What tells of a run outside the window, from the press that asks for it to its end: pill and tray."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.macro_control import MacroControl
from app.run_starter import RunStarter
from app.tray import Tray
from automation.core.events import Ended, Proposed, RunEvent, Started, Working
from automation.core.proposal import Outcome

if TYPE_CHECKING:
    from app.confirmer import OverlayConfirmer

ANSWER_MS: Final = 100
"""A press is answered within this time; a macro that is read sooner shows its run or its question."""


class RunSigns(QObject):
    """Owned by the application; UI thread."""

    def __init__(
        self, runs: RunStarter, control: MacroControl, tray: Tray, parent: QObject
    ) -> None:
        """Follow what begins.

        Args:
            runs: tells when a run is accepted, before its hands are ready and a picture is taken, and
                when one that waited for them is dropped.
            control: tells while a macro is read that is to be played.
            tray: shows the run's state.
            parent: owns this.
        """
        super().__init__(parent)
        self._runs = runs
        self._tray = tray
        self._overlay: OverlayConfirmer | None = None
        self._is_announced = False
        """Pill and tray tell of what may yet come to no run."""
        self._answer = QTimer(self)
        self._answer.setSingleShot(True)
        self._answer.setInterval(ANSWER_MS)
        self._answer.timeout.connect(self._announce)
        runs.accepted.connect(self._announce)
        runs.dropped.connect(self._take_back)
        control.reading.connect(self._on_reading)

    def use(self, overlay: "OverlayConfirmer") -> None:
        """Have a pill from here on."""
        self._overlay = overlay

    def take(self, happening: RunEvent) -> None:
        """Show an event of the run."""
        self._is_announced = False
        if self._overlay is not None:
            self._overlay.show_progress(happening)
        match happening:
            case Started():
                self._tray.show_state("observing")
            case Proposed():
                self._tray.show_state("confirming")
            case Working():
                self._tray.show_state(happening.state)
            case Ended():
                self._tray.show_state("done" if happening.outcome is Outcome.DONE else "")
            case _:
                pass

    def _on_reading(self, is_reading: bool) -> None:
        if is_reading:
            self._answer.start()
            return
        self._answer.stop()
        self._take_back()

    def _take_back(self) -> None:
        """Tell of nothing any more, unless it has begun or still waits to."""
        if self._is_announced and not self._runs.is_running:
            self._is_announced = False
            self._tray.show_state("")
            if self._overlay is not None:
                self._overlay.show_nothing()

    def _announce(self) -> None:
        """Tell that something begins, and can be stopped."""
        self._answer.stop()
        self._is_announced = True
        self._tray.show_state("loading")
        if self._overlay is not None:
            self._overlay.show_beginning()
