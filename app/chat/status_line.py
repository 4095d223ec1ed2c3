"""The status line: what goes on, in words, and the only run buttons of the window."""

import time
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.chat.rows import clock
from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel
from app.widgets.theme import Theme
from automation.agent.states import FLAGS, AgentState, Flags
from automation.core.events import Ended
from automation.core.proposal import Outcome

HEIGHT: Final = 48
TICK_MS: Final = 1000
CLOCK_FROM_S: Final = 1.0
ROOM: Final = 120
"""What the icon, the margins and the note take at least."""


@dataclass(frozen=True, slots=True)
class Look:
    """Icon, its colour token, and the state in words."""

    icon: str
    token: str
    word: str


LOOKS: Final = {
    "loading": Look("more", "text2", "Getting ready"),
    "observing": Look("eye", "accent", "Looking"),
    "deciding": Look("eye", "accent", "Looking"),
    "asking": Look("hand", "r2", "Waiting for you"),
    "confirming": Look("hand", "r2", "Waiting for you"),
    "executing": Look("pointer", "accent", "Working"),
    "verifying": Look("eye", "accent", "Looking"),
    "paused": Look("pause", "r2", "Paused"),
    "done": Look("check", "ok", "Done"),
    "done_unseen": Look("check", "r2", "Done"),
    "partial": Look("check", "r2", "Partly done"),
    "unverified": Look("question", "r2", "Not seen"),
    "stopped": Look("stop", "text2", "Stopped"),
    "rejected": Look("close", "text2", "Rejected"),
    "failed": Look("warning", "r3", "Failed"),
    "impossible": Look("warning", "r3", "Not possible"),
}
FLAGS_OF: Final = {str(state): flags for state, flags in FLAGS.items()}
ENDED: Final = (
    "done", "done_unseen", "partial", "unverified", "stopped", "rejected", "failed", "impossible",
)  # fmt: skip
_END_STATES: Final = {
    Outcome.DONE: "done",
    Outcome.PARTIAL: "partial",
    Outcome.UNVERIFIED: "unverified",
    Outcome.STOPPED: "stopped",
    Outcome.REJECTED: "rejected",
    Outcome.ENVIRONMENT: "impossible",
    Outcome.NEEDS_MODEL: "impossible",
    Outcome.BLOCKED: "stopped",
    Outcome.LIMIT: "stopped",
}
ASSERTIVE: Final = ("asking", "confirming", "stopped")
"""States that a screen reader says at once; the others wait for a pause."""


def end_state(ended: Ended) -> str:
    """Return the state in which a run is that ended so; one of `ENDED`."""
    if ended.outcome is Outcome.DONE and ended.unseen:
        return "done_unseen"
    return _END_STATES.get(ended.outcome, "failed")


class StatusLine(QFrame):
    """48 px over the composer, there while a run lives and after it until the next."""

    stop_pressed = Signal()
    pause_pressed = Signal()
    resume_pressed = Signal()
    show_pressed = Signal()
    again_pressed = Signal()

    def __init__(self, theme: Theme, stop_key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = ""
        self._note = ""
        self._started_s = 0.0
        self._seconds = 0.0
        self.setMinimumHeight(HEIGHT)
        self._icon = QLabel()
        self._icon.setFixedSize(QSize(16, 16))
        self._word = ElidedLabel(theme, "", "bold")
        self._word.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._rest = ElidedLabel(theme, "", "body", "dim")
        self._facts = ElidedLabel(theme, "", "caption", "dim")
        self._facts.setFont(theme.font("caption", tabular=True))
        self._facts.hide()
        self._show = self._button("Show on screen", "eye", "")
        self._pause = self._button("Pause", "pause", "")
        self._go_on = Button(theme, "Go on", icon="play", size="compact")
        self._again = self._button("Run again", "play", "")
        self._stop = Button(theme, "Stop", icon="stop", kind="stop", size="compact", keys=stop_key)
        for button, signal in (
            (self._show, self.show_pressed),
            (self._pause, self.pause_pressed),
            (self._go_on, self.resume_pressed),
            (self._again, self.again_pressed),
            (self._stop, self.stop_pressed),
        ):
            button.clicked.connect(signal)
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        theme.changed.connect(self._repaint_icon)

    def _button(self, text: str, icon: str, keys: str) -> Button:
        return Button(self._theme, text, icon=icon, kind="flat", size="compact", keys=keys)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        words = QVBoxLayout()
        words.setSpacing(0)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self._word)
        first.addWidget(self._rest, 1)
        first.addStretch(0)  # takes the room where the note is not shown
        words.addLayout(first)
        words.addWidget(self._facts)
        row.addLayout(words, 1)
        for button in (self._show, self._pause, self._go_on, self._again, self._stop):
            row.addWidget(button)

    @property
    def state(self) -> str:
        """The state that is shown; empty when there was no run."""
        return self._state

    @property
    def can_pause(self) -> bool:
        """Tell whether the run can be paused."""
        return self._flags.can_pause

    @property
    def can_resume(self) -> bool:
        """Tell whether a paused run can go on."""
        return self._flags.can_resume

    @property
    def _flags(self) -> Flags:
        return FLAGS_OF.get(self._state, FLAGS[AgentState.DONE])

    def begin(self) -> None:
        """Start the clock of a new run."""
        self._started_s, self._seconds = time.monotonic(), 0.0
        self._timer.start()

    def show_state(self, state: str, note: str = "") -> None:
        """Show a state of the run; `note` is one short fact behind it."""
        is_new, self._state, self._note = state != self._state, state, note
        is_ended = state in ENDED
        if is_ended:
            self._tick()
            self._timer.stop()
        self._stop.setVisible(not is_ended)
        self._again.setVisible(is_ended)
        self._pause.setVisible(self.can_pause and state not in ("confirming", "asking"))
        self._go_on.setVisible(self.can_resume)
        self.setVisible(bool(state))
        if not is_new:
            self._say_rest()
            return
        self._word.set_whole_text(LOOKS.get(state, LOOKS["deciding"]).word)
        self._fit()
        self.setProperty(
            "kind", "waiting" if state in ("confirming", "asking", "paused") else "card"
        )
        self.style().unpolish(self)
        self.style().polish(self)
        self._repaint_icon()
        self._say_rest()
        self._announce()

    def show_facts(self, facts: str) -> None:
        """Show how the model runs, under the state; empty shows nothing."""
        if facts != self._facts.accessibleName():
            self._facts.set_whole_text(facts)
            self._facts.setVisible(bool(facts))

    def _announce(self) -> None:
        """Tell screen readers of a new state, once."""
        if not QAccessible.isActive() or not self.isVisible():
            return
        word = self._word.accessibleName()
        event = QAccessibleAnnouncementEvent(self, f"{word}. {self._note}" if self._note else word)
        politeness = QAccessible.AnnouncementPoliteness
        is_urgent = self._state in ASSERTIVE
        event.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)

    def _say_rest(self) -> None:
        parts = [self._note] if self._note else []
        if self._seconds >= CLOCK_FROM_S and self._state not in ("confirming", "asking", "paused"):
            parts.append(clock(self._seconds))
        self._rest.set_whole_text(" ".join(f"· {part}" for part in parts))

    def _tick(self) -> None:
        self._seconds = time.monotonic() - self._started_s
        self._say_rest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the words to the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where room is short drop the words of the lesser buttons, the note, then Show on screen.

        The state's word and Stop keep theirs.
        """
        words = {self._show: "Show on screen", self._pause: "Pause", self._go_on: "Go on"}
        for button, text in words.items():
            button.setText(text)
            button.setToolTip(text if button is self._show else f"{text} (Ctrl+P)")
        if self._needed() > self.width():
            for button in words:
                button.setText("")
        for button in words:
            button.updateGeometry()
        is_narrow = self._needed() > self.width()
        # Showing may resize the line, which comes here again: never show what is hidden next.
        self._rest.setVisible(not is_narrow)
        self._show.setVisible(self._state == "confirming" and not is_narrow)

    def _needed(self) -> int:
        """Return the width at which the word, every button and a piece of the note fit."""
        buttons = [
            b for b in (self._pause, self._go_on, self._again, self._stop) if not b.isHidden()
        ]
        if self._state == "confirming":
            buttons.append(self._show)
        shown = [button.sizeHint().width() + 8 for button in buttons]
        return ROOM + self._word.sizeHint().width() + sum(shown)

    def _repaint_icon(self) -> None:
        look = LOOKS.get(self._state, LOOKS["deciding"])
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(look.icon, look.token, 16, ratio))
