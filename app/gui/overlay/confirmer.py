"""Asks the user on the overlay: the confirmer that the agent thread calls while the UI thread shows.

`confirm` and `choose` are called on the agent thread and wait there, as do the methods of the veil that
hides the overlay while a picture is taken; everything else belongs to the UI thread unless it says
otherwise.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from app.gui import tr, tr_said
from app.gui.background import timer
from app.gui.chat.panel import LOOKS, end_state
from app.gui.chat.rows import readable
from app.gui.overlay.approval import (
    MENU_NOTE,
    PREFIX,
    SessionOptions,
    approval_chords,
    card_keys,
    choice_chords,
    keys_now,
)
from app.gui.overlay.card_state import CardTiming
from app.gui.overlay.choice_card import MOST
from app.gui.overlay.director import Director
from app.gui.overlay.pill import PillStatus, question_status
from app.gui.overlay.placement import shown_monitors
from app.gui.overlay.requests import AskApproval, AskChoice, Judged, SetVeil, Ticket, Withdraw
from app.gui.overlay.secret_mark import SecretMark, mark_from, new_mark
from app.gui.widgets.theme import Theme
from app.settings import Settings
from automation.core.actions import Action
from automation.core.errors import AssistantError, CaptureError
from automation.core.events import (
    Asked,
    Drafted,
    Ended,
    Proposed,
    RunEvent,
    SentTo,
    Started,
    Stepped,
    Streamed,
    Working,
)
from automation.core.observation import Frame, Observation
from automation.core.proposal import Confirmation, Proposal, Question, Risk, RiskLevel
from automation.core.text import visible_text
from automation.core.timing import StopToken
from automation.desktop.capture import Marker

if TYPE_CHECKING:
    from app.executor_host import ExecutorHost

TURN_MS: Final = 100
"""The pill changes so often at most, however fast words come."""
MOST_SHOWN: Final = 120
MOST_KEPT: Final = 20_000
"""Characters of one reply that are read for its sentences."""


class PillWords(QObject):
    """Collects what is streamed and shows its end now and then. UI thread."""

    def __init__(self, show: Callable[[str], None], parent: QObject) -> None:
        """Prepare; `show` is called with the words in quotation marks, or with none to take them away."""
        super().__init__(parent)
        self._show = show
        self._said = {"thinking": "", "answer": ""}
        self._timer = timer(self, TURN_MS, self._tell)

    def take(self, piece: Streamed) -> None:
        """Take some more of what the model writes."""
        whole = self._said[piece.kind] + piece.text
        # Thinking counts by its end, a reply by its beginning, where its sentences are.
        self._said[piece.kind] = (
            whole[-MOST_SHOWN * 2 :] if piece.kind == "thinking" else whole[:MOST_KEPT]
        )
        if not self._timer.isActive():
            self._timer.start()

    def clear(self) -> None:
        """Take the words away: they led to a step, or are void."""
        self._timer.stop()
        self._said = dict.fromkeys(self._said, "")
        self._show("")

    def _tell(self) -> None:
        words = " ".join((readable(self._said["answer"]) or self._said["thinking"]).split())
        self._show(f"“{visible_text(words[-MOST_SHOWN:])}”" if words else "")


log = logging.getLogger(__name__)

HIDE_S: Final = 2.0
"""Longest wait for the UI thread to hide the overlay."""


class OverlayVeil:
    """Implements `automation.desktop.capture.Veil` over the UI thread's queue."""

    def __init__(
        self, post: Callable[[SetVeil], None], markers: Callable[[], tuple[Marker, ...]]
    ) -> None:
        """Take how a request is handed to the UI thread, and what tells the markers; both from any thread."""
        self._post = post
        self.markers = markers
        """Tells which markers are on the screen now."""

    def hide(self) -> None:
        """Return when the UI thread has hidden everything and the X server knows of it.

        Raises:
            CaptureError: the UI thread did not answer.
        """
        asked = SetVeil(is_hidden=True)
        self._post(asked)
        if not asked.ticket.wait_for(HIDE_S):
            raise CaptureError(
                f"the overlay may be visible: the window did not hide it within {HIDE_S:g} s, "
                "because it is busy. No picture was taken; try again"
            )

    def show(self) -> None:
        """Show the overlay again, without waiting for it."""
        self._post(SetVeil(is_hidden=False))


A = TypeVar("A")


_STATES = {
    "observing": PillStatus(tr("Looking"), icon="eye"),
    "deciding": PillStatus(tr("Deciding"), icon="eye"),
    "confirming": PillStatus(tr("Waiting for you"), icon="hand", tone="r2"),
    "executing": PillStatus(tr("Working"), icon="pointer"),
    "verifying": PillStatus(tr("Checking"), icon="eye"),
    "paused": PillStatus(tr("Paused"), icon="pause", tone="text2"),
    "loading": PillStatus(tr("Getting ready"), icon="wait"),
}


class OverlayConfirmer(QObject):
    """Implements `core.ports.Confirmer`. Made on the UI thread and lives there."""

    _posted = Signal(object)
    _chord = Signal(str)

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        chords: "ExecutorHost | None" = None,
        *,
        parent: QObject | None = None,
    ) -> None:
        """Prepare; nothing is shown. Without `chords`, which grabs global keys, cards work by mouse only."""
        super().__init__(parent)
        self._theme = theme
        self._chords = chords
        self.mark = mark_from(settings.mark) or new_mark()
        """The user's mark; to be kept in the settings as `mark.text` when they hold none."""
        self._options = _options(settings, self.mark)
        self.director = Director(
            theme,
            self._options,
            has_motion=not settings.reduced_motion,
            stop_key=settings.keys.stop[0],
            parent=self,
        )
        """What shows cards and pill."""
        self._words = PillWords(self.director.set_words, self)
        self.stop_pressed = self.director.stop_pressed
        """The user pressed Stop on the pill; delivered on the UI thread."""
        self.window_wanted = self.director.open_pressed
        """The user wants to read more of a run that is over."""
        queued = Qt.ConnectionType.QueuedConnection
        self._posted.connect(self.director.take, queued)
        self._chord.connect(self.director.on_chord, queued)
        self.veil = OverlayVeil(self._posted.emit, self.director.stage.markers)
        self._steps = 0
        self._away: list[str] = []
        """Hosts on other computers that the run has told something."""
        self._judge: Callable[[Action], Risk] | None = None

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        """Show the proposal and return the user's decision; called on the agent thread.

        Raises:
            Stopped: the run was stopped while the card was up; the card is withdrawn.
        """
        keys = keys_now(self._options.keys, observation)
        note = MENU_NOTE if keys != self._options.keys else ""
        chords = approval_chords(keys, is_danger=risk.level >= RiskLevel.R3)
        with self._grabbed(chords) as lost:
            asked = AskApproval(proposal, risk, observation, f"{note} {lost}".strip())
            judge, self._judge = self._judge, None
            return self._answer(asked, asked.ticket, stop, lambda: self._judge_wish(asked, judge))

    def judge_with(self, judge: Callable[[Action], Risk]) -> None:
        """Say on the next card how this judges what the user makes of it; called on the agent thread."""
        self._judge = judge

    def _judge_wish(self, asked: AskApproval, judge: Callable[[Action], Risk] | None) -> None:
        """Judge the last action that the card asks about, on the agent thread, which reads the screen."""
        wish: Action | None = None
        while not asked.wishes.empty():
            wish = asked.wishes.get()
        if wish is not None and judge is not None:
            with suppress(AssistantError):  # it is judged when it is used, and said then
                self._posted.emit(Judged(asked, wish, judge(wish)))

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        """Show the candidates and return the number chosen; called on the agent thread.

        Raises:
            Stopped: the run was stopped while the card was up; the card is withdrawn.
        """
        numbers = range(1, 1 + min(MOST, len(question.candidates)))
        with self._grabbed(choice_chords(self._options.keys, numbers)):
            asked = AskChoice(question, observation)
            return self._answer(asked, asked.ticket, stop)

    def overlay_picture(self) -> Frame | None:
        """Return the last card and its marks painted on the clean picture; any thread.

        The user's secret mark is left out. None before the first card.
        """
        picture = self.director.picture()
        return None if picture is None else picture.painted(self._theme)

    def on_chord(self, name: str) -> None:
        """Take a pressed chord; may be called from any thread, also with names of others."""
        if name.startswith(PREFIX):
            self._chord.emit(name.removeprefix(PREFIX))

    def set_settings(self, settings: Settings) -> None:
        """Use other settings from the next card on."""
        self.mark = mark_from(settings.mark) or self.mark
        self._options = _options(settings, self.mark)
        self.director.set_options(
            self._options, has_motion=not settings.reduced_motion, stop_key=settings.keys.stop[0]
        )

    def show_beginning(self) -> None:
        """Show the pill before there is a run that tells anything."""
        self._steps = 0
        self._words.clear()
        self.director.set_status(_STATES["loading"], shown_monitors())

    def show_nothing(self) -> None:
        """Take the pill away: what was to begin does not."""
        self.director.set_status(None)

    def show_end(self, ended: Ended) -> None:
        """Show for a while how a run ended."""
        look = LOOKS[end_state(ended)]
        said = tr_said(ended.message).removeprefix(f"{look.word}.").strip()
        self.director.show_end(PillStatus(look.word, said, look.icon, look.token, is_over=True))

    def show_progress(self, happening: RunEvent) -> None:
        """Keep pill and draft in step with the run."""
        match happening:
            case Started():
                self._steps = 0
                self._words.clear()
                self._away.clear()
                self.director.set_host("")
                self.director.set_status(
                    PillStatus(tr("Looking"), tr("step 1")), happening.monitors
                )
            case Working():
                self._show_state(happening.state)
            case Proposed():
                self.director.stand_aside(happening.proposal)
            case Asked():
                note = tr("step {0}").format(self._steps + 1)
                self.director.set_status(question_status(happening.candidates, note))
            case SentTo():
                is_known = happening.is_here or happening.host in self._away
                self._away += () if is_known else (happening.host,)
                self.director.set_host(", ".join(self._away))
            case Streamed():
                self._words.take(happening)
            case Drafted():
                self.director.show_draft(happening.draft)
            case Stepped():
                self._steps = happening.record.n
            case Ended():
                self._words.clear()
                self.director.set_status(None)
            case _:
                return

    def _show_state(self, state: str) -> None:
        if state != "deciding":
            self._words.clear()
        if state == "asking":
            return  # what is asked follows at once, and says which words fit
        status = _STATES.get(state) or PillStatus(state.capitalize())
        self.director.set_status(replace(status, note=tr("step {0}").format(self._steps + 1)))

    def _answer(
        self,
        asked: AskApproval | AskChoice,
        ticket: Ticket[A],
        stop: StopToken,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> A:
        self.director.forget_picture()
        try:
            self._posted.emit(asked)
            return ticket.wait(stop, meanwhile)
        finally:
            self._posted.emit(Withdraw(asked))

    @contextmanager
    def _grabbed(self, chords: dict[str, str]) -> Iterator[str]:
        """Have the card's chords for a while; yields a sentence on those that are taken."""
        if self._chords is None:
            yield ""
            return
        try:
            lost = self._chords.grab_chords(chords)
            if lost:
                log.warning("some keys of the card are taken: %s", lost)
            yield lost
        finally:
            self._chords.ungrab_chords(*chords)


def _options(settings: Settings, mark: SecretMark) -> SessionOptions:
    approval = settings.approval
    timing = CardTiming(
        arming_s=approval.arming_s,
        expiry_s=approval.expiry_s,
        countdown_s=approval.countdown_s,
    )
    return SessionOptions(mark, card_keys(settings.keys), timing)
