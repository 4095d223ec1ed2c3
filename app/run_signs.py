"""What tells of a run outside the window, from the press that asks for it to its end: pill, tray, notification."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.macro_control import MacroControl
from app.run_starter import RunStarter
from app.tray import Tray
from automation.core.events import Asked, Confirmed, Ended, Proposed, RunEvent, Started, Working
from automation.core.proposal import Outcome

if TYPE_CHECKING:
    from app.confirmer import OverlayConfirmer

ANSWER_MS: Final = 100
"""A press is answered within this time; a macro that is read sooner shows its run or its question."""
UNSEEN_MS: Final = 5_000
"""A question that waits for so long while the window is away is told of by a notification."""
WAITING: Final = "Waiting for you"
WAITS: Final = "The task waits for your answer: on its card, or in the window of deskhand."


class RunSigns(QObject):
    """Owned by the application; UI thread."""

    def __init__(
        self,
        runs: RunStarter,
        control: MacroControl,
        tray: Tray,
        is_in_sight: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """Follow what begins.

        Args:
            runs: tells when a run is accepted, before its hands are ready and a picture is taken, and
                when one that waited for them is dropped.
            control: tells while a macro is read that is to be played.
            tray: shows the run's state.
            is_in_sight: tells whether the user looks at the window, which shows questions too.
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
        self._is_in_sight = is_in_sight
        self._has_notified = False
        """The open question was told of; it may be asked anew many times before it is answered."""
        self._unseen = QTimer(self)
        self._unseen.setSingleShot(True)
        self._unseen.setInterval(UNSEEN_MS)
        self._unseen.timeout.connect(self._notify)
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
        self._watch_question(happening)
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

    def show_end(self, ended: Ended) -> None:
        """Show how a run ended where the window does not come back to say so."""
        if self._overlay is not None:
            self._overlay.show_end(ended)

    def _watch_question(self, happening: RunEvent) -> None:
        """Have an open question told of once, if nobody answers it."""
        match happening:
            case Proposed() if self._has_notified:
                pass
            case Proposed() | Asked():
                self._unseen.start()
            case Confirmed():
                self._unseen.stop()
                self._has_notified &= happening.confirmation.verdict == "expired"
            case Working(state="asking" | "confirming"):
                pass
            case Working(state="executing") | Ended():
                self._unseen.stop()
                self._has_notified = False
            case Working():
                self._unseen.stop()
            case _:
                pass

    def _notify(self) -> None:
        if self._is_in_sight():
            return
        from app.desktop_notice import notify  # noqa: PLC0415  # not needed for a start

        self._has_notified = True
        threading.Thread(target=notify, args=(WAITING, WAITS), name="notice", daemon=True).start()

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
