"""Decides what the overlay shows: one session at a time, the pill while a run lives. UI thread."""

import time
from dataclasses import replace
from typing import Final, assert_never

from PySide6.QtCore import QObject, Qt, Signal

from app.gui import tr
from app.gui.background import timer
from app.gui.overlay.approval import ApprovalSession, ChoiceSession, SessionOptions
from app.gui.overlay.draft import DraftSession
from app.gui.overlay.pill import Pill, PillStatus, question_status
from app.gui.overlay.placement import MonitorMap, Scene, monitor_map, place_pill
from app.gui.overlay.requests import (
    AskApproval,
    AskChoice,
    Judged,
    Request,
    SetVeil,
    Withdraw,
    crossed_points,
)
from app.gui.overlay.scenery import OverlayPicture
from app.gui.overlay.shapes import Box, Spot
from app.gui.overlay.stage import Stage
from app.gui.overlay.x11 import (
    open_focus_keeper,
    open_window_server,
)
from app.gui.widgets.theme import Theme
from automation.core.events import Draft
from automation.core.geometry import Monitor, ScreenPoint, monitor_at
from automation.core.proposal import Proposal, RiskLevel

STOPPING: Final = PillStatus(tr("Stopping"), icon="stop", tone="text2")
"""Until the run says something again: what it is in the middle of may take a moment."""
OVER_MS: Final = 8_000
"""How long the pill says how a run ended."""
_RISK_TONES = {RiskLevel.R3: "r3"}


class Director(QObject):
    """Takes requests of the agent thread in order; a session answers the ticket of its own."""

    stop_pressed = Signal()
    open_pressed = Signal()

    def __init__(
        self,
        theme: Theme,
        options: SessionOptions,
        *,
        has_motion: bool = True,
        stop_key: str = "Pause",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._options = options
        self._stop_key = stop_key
        self.now = time.monotonic
        """Measures the delays of the next cards."""
        self.stage = Stage(theme, open_window_server(), has_motion=has_motion, parent=self)
        self._keeper = open_focus_keeper()
        self.draft = DraftSession(
            self.stage, theme, options.mark,
            now=lambda: self.now(), occupied=self._occupied, parent=self,
        )  # fmt: skip
        """What shows the mark of a reply that is still being written."""
        self.session: ApprovalSession | ChoiceSession | None = None
        """The card that is up."""
        self._asked: AskApproval | AskChoice | None = None
        self._picture: OverlayPicture | None = None
        self.pill: Pill | None = None
        """The status pill, while a run lives."""
        self._status: PillStatus | None = None
        self._host = ""
        self._monitors: tuple[Monitor, ...] = ()
        self._points: tuple[ScreenPoint, ...] = ()
        self._over = timer(self, OVER_MS, lambda: self.set_status(None))
        """Takes the pill away after the end of a run."""
        self.stage.compositor_changed.connect(self._on_compositor_changed)
        self.stage.lost.connect(self._on_lost, Qt.ConnectionType.QueuedConnection)

    def take_away(self) -> None:
        """Take card and pill off the screen without an answer."""
        self._drop_session()
        self.set_status(None)

    def set_options(self, options: SessionOptions, *, has_motion: bool, stop_key: str) -> None:
        """Use other settings from the next card on."""
        self._options = options
        self._stop_key = stop_key
        self.draft.set_mark(options.mark)
        self.stage.set_motion(has_motion=has_motion)

    def take(self, request: Request) -> None:
        """Do what the agent thread asks for."""
        match request:
            case AskApproval() | AskChoice():
                self._open(request)
            case Withdraw():
                if request.asked is self._asked:
                    self._drop_session()
            case Judged():
                if request.asked is self._asked and isinstance(self.session, ApprovalSession):
                    self.session.show_judged(request.action, request.risk)
            case SetVeil():
                if request.is_hidden:
                    self.stage.suspend()
                else:
                    self.stage.resume()
                request.ticket.answer(True)
            case _:
                assert_never(request)

    def show_draft(self, draft: Draft | None) -> None:
        """Show where the model is about to act, while a run lives and no card is up; None ends it.

        It is no session: chords, Stop and the window's buttons never reach it.
        """
        if draft is None:
            self.draft.end()
        elif self.session is None and self._status is not None:
            self.stage.refresh_compositor()
            self.draft.show(draft)

    def on_chord(self, name: str) -> None:
        """React to a chord that was grabbed for the card."""
        if self.session is not None:
            self.session.on_chord(name)

    def set_status(self, status: PillStatus | None, monitors: tuple[Monitor, ...] = ()) -> None:
        """Show what the run is doing on the pill; None takes the pill away."""
        self._over.stop()
        self._status = status
        self._monitors = monitors or self._monitors
        if status is None:
            self._points = ()
            self.draft.end()
            if self.pill is not None:
                self.stage.remove_window(self.pill)
                self.pill = None
            return
        self._show_pill(status)

    def set_host(self, host: str) -> None:
        """Name a host on the pill, whatever the run does; empty when nothing leaves this computer."""
        self._host = host
        if self._status is not None and self.pill is not None:
            self._show_pill(replace(self.pill.status, host=host))

    def show_end(self, status: PillStatus) -> None:
        """Show on the pill how a run ended, until the next one begins or some seconds have passed."""
        self.set_status(status, self._monitors)
        self._over.start()

    def _open_window(self) -> None:
        self.set_status(None)
        self.open_pressed.emit()

    def stand_aside(self, proposal: Proposal) -> None:
        """Leave free what a step is going to press, also one that no card is shown for."""
        self._points = crossed_points(proposal)
        if self._status is not None and self.session is None:
            self._show_pill(self._status)

    def set_words(self, words: str) -> None:
        """Show on the pill what the model is saying; nothing while a card is up."""
        pill, status = self.pill, self._status
        if pill is None or status is None or self.session is not None:
            return
        if pill.set_words(words):
            self._show_pill(status)

    def picture(self) -> OverlayPicture | None:
        """Return what the picture of the card that is up, or was up last, is painted from."""
        session = self.session
        return (session.picture if session is not None else None) or self._picture

    def forget_picture(self) -> None:
        """Have no picture until the next card is up; from any thread."""
        self._picture = None

    def press_stop(self) -> None:
        """End the card that is up and tell that the user wants the run to stop."""
        self.draft.end()
        if self.session is not None:
            self.session.stop()
        if self._status is not None:
            self._show_pill(STOPPING)
        self.stop_pressed.emit()

    def _open(self, asked: AskApproval | AskChoice) -> None:
        self._drop_session()
        self.stage.refresh_compositor()
        self._asked = asked
        self._picture = None
        self._monitors = asked.observation.monitors or self._monitors
        if isinstance(asked, AskApproval):
            self._points = crossed_points(asked.proposal)
            session: ApprovalSession | ChoiceSession = ApprovalSession(
                asked, self.stage, self._theme, self._options, self._keeper, now=self.now
            )
        else:
            self._points = ()
            session = ChoiceSession(asked, self.stage, self._theme, self._options, now=self.now)
        self.session = session
        if self.pill is not None:
            self.pill.set_words("")
        session.ended.connect(self._on_ended)
        self._show_waiting(asked)
        session.open(self._occupied())

    def _show_waiting(self, asked: AskApproval | AskChoice) -> None:
        if self._status is None:
            return
        if isinstance(asked, AskChoice):
            status = question_status(asked.question.candidates, self._status.note)
        else:
            tone = _RISK_TONES.get(asked.risk.level, "r2")
            status = PillStatus(tr("Waiting for you"), self._status.note, "hand", tone)
        self._show_pill(status)

    def _on_ended(self) -> None:
        session = self.session
        if session is None:
            return
        self._picture = session.picture
        self.session, self._asked = None, None
        session.deleteLater()
        if self._status is not None:
            self._show_pill(self._status)

    def _drop_session(self) -> None:
        self.draft.end()
        if self.session is not None:
            self._picture = self.session.picture
            self.session.withdraw()
            self.session.deleteLater()
        self.session, self._asked = None, None

    def _on_lost(self) -> None:
        """Show the card that is up anew, from the beginning: another program has changed its window."""
        if self._asked is not None:
            self._open(self._asked)

    def _on_compositor_changed(self) -> None:
        """Make every window anew: what was translucent must be opaque, or the other way round."""
        self.draft.end()
        if self.pill is not None:
            self.stage.remove_window(self.pill)
            self.pill = None
        asked = self._asked
        if asked is not None:
            self._open(asked)
        elif self._status is not None:
            self._show_pill(self._status)

    def _show_pill(self, status: PillStatus) -> None:
        view = self._pill_view()
        if view is None:
            return
        if self.pill is None:
            self.pill = Pill(self._theme, is_solid=self.stage.is_solid, stop_key=self._stop_key)
            self.pill.stop_pressed.connect(self.press_stop)
            self.pill.open_pressed.connect(self._open_window)
        self.pill.set_status(replace(status, host=self._host))
        self.stage.show_window(self.pill, view, self._pill_corner(view))

    def _pill_view(self) -> MonitorMap | None:
        if not self._monitors:
            return None
        point = self._points[-1] if self._points else None
        monitor = monitor_at(self._monitors, point) if point else None
        return monitor_map(monitor or self._monitors[0])

    def _pill_corner(self, view: MonitorMap) -> Spot:
        if self.pill is None:
            return Spot(0, 0)
        size = self.pill.measured()
        spots = tuple(view.to_spot(p) for p in self._points if view.rect.contains(p))
        return place_pill(size.width(), size.height(), Scene(view.size, spots))

    def _occupied(self) -> tuple[Box, ...]:
        view = self._pill_view()
        if self.pill is None or view is None:
            return ()
        corner, size = self._pill_corner(view), self.pill.measured()
        return (Box(corner.x, corner.y, size.width(), size.height()).grown(8),)
