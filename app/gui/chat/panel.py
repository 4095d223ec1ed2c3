"""The chat panel: the list of rows, the status line with the run's buttons, and the field for the next task."""

import time
from collections.abc import Container
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetricsF,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.gui.chat.model import ChatModel
from app.gui.chat.plan import PlanPlaces
from app.gui.chat.rows import KeepRow, clock
from app.gui.chat.step_list import BAR_GAP, BAR_WIDTH, StepList
from app.gui.commands import Commands
from app.gui.model_page.wording import run_facts
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel
from app.gui.widgets.theme import Theme
from automation.agent.journal import FLAGS, AgentState, Flags
from automation.core.events import (
    Ended,
    Planned,
    Proposed,
    RunEvent,
    Started,
    Stepped,
    Streamed,
    Working,
)
from automation.core.generation import EngineStatus, TextKind
from automation.core.proposal import Outcome

MAX_LINES: Final = 6
PADDING: Final = 10
FIELD_MARGIN: Final = 5


class _Field(QPlainTextEdit):
    """Plain text only; tells Enter and focus to its frame."""

    entered = Signal()
    focus_changed = Signal(bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Enter, break the line on Shift+Enter."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.entered.emit()
            return
        super().keyPressEvent(event)

    def event(self, happening: QEvent) -> bool:
        """Watch the focus."""
        if happening.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focus_changed.emit(happening.type() == QEvent.Type.FocusIn)
        return super().event(happening)


class Composer(QFrame):
    """The field and its Send button."""

    sent = Signal(str)
    """The text, as written, without surrounding white space; never empty."""

    def __init__(self, theme: Theme, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "compose")
        self._theme = theme
        self._field = _Field()
        self._field.setProperty("kind", "bare")
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName("Task")
        self._field.setTabChangesFocus(True)
        self._field.setFont(theme.font("body"))
        self._field.document().setDocumentMargin(0)
        self._field.setViewportMargins(0, FIELD_MARGIN, 0, 0)
        self._field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._field.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._field.viewport().setAutoFillBackground(False)
        self._field.entered.connect(self._send)
        self._field.textChanged.connect(self._on_text_changed)
        self._field.focus_changed.connect(self._on_focus_changed)
        self._button = Button(theme, "Send", icon="send", kind="primary", size="compact")
        self._button.clicked.connect(self._send)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, PADDING - 2, 7, PADDING - 2)
        row.setSpacing(8)
        row.addWidget(self._field, 1)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        self.setFocusProxy(self._field)
        self._on_text_changed()

    def set_text(self, text: str) -> None:
        """Put a text into the field, the caret behind it."""
        self._field.setPlainText(text)
        cursor = self._field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self._field.setTextCursor(cursor)

    def set_hint(self, hint: str) -> None:
        """Show other words in the empty field."""
        if hint != self._field.placeholderText():
            self._field.setPlaceholderText(hint)

    def set_busy(self, *, is_busy: bool) -> None:
        """Take no task while a run lives."""
        self._field.setReadOnly(is_busy)
        self.set_hint("A task is running" if is_busy else "What next?")
        self._on_text_changed()

    def _on_text_changed(self) -> None:
        has_text = bool(self._field.toPlainText().strip())
        self._button.setEnabled(has_text and not self._field.isReadOnly())
        line = QFontMetricsF(self._field.font()).lineSpacing()
        lines = max(1, min(MAX_LINES, round(self._field.document().size().height())))
        height = round(line * lines) + 2 * FIELD_MARGIN
        self._field.setFixedHeight(height)
        self.setFixedHeight(max(28, height) + 2 * PADDING - 4)

    def _on_focus_changed(self, has_focus: bool) -> None:
        self.setProperty("active", "true" if has_focus else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    def _send(self) -> None:
        text = self._field.toPlainText().strip()
        if text and not self._field.isReadOnly():
            self._field.clear()
            self.sent.emit(text)


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

    again_pressed = Signal()

    def __init__(
        self, theme: Theme, stop_key: str, commands: Commands, parent: QWidget | None = None
    ) -> None:
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
            (self._show, commands.show_card),
            (self._pause, commands.pause),
            (self._go_on, commands.resume),
            (self._again, self.again_pressed),
            (self._stop, commands.stop),
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


COLUMN_WIDTH: Final = 720
PLAN_FROM: Final = 860
"""The plan stands beside the chat from this width on: a window of 1100 px with its sidebar."""
MARGIN: Final = 24
BAR_ROOM: Final = BAR_WIDTH + BAR_GAP
"""The list's bar stands right of the column, so that everything else keeps one edge."""
STREAM_MS: Final = 34
"""What streams is shown at most 30 times a second."""
YOURS: Final = "mouse and keyboard are yours"


class ChatPanel(QWidget):
    """Shows one chat. UI thread."""

    def __init__(
        self,
        theme: Theme,
        stop_key: str,
        commands: Commands | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.commands = commands or Commands(self)
        self._task = self._run = ""
        self._is_play = False
        """The task is to play a macro."""
        self._step = 0
        self._engine = EngineStatus()
        self._streamed: Working | None = None
        self._words: list[Streamed] = []
        self.plan = PlanPlaces(theme)
        self.model = ChatModel(time.monotonic, self)
        self.steps = StepList(theme, self.model, self.commands, is_live=True)
        self.status = StatusLine(theme, stop_key, self.commands)
        self.status.hide()
        self.composer = Composer(theme, "What next?")
        self.plan.bar.keep_away(right=BAR_ROOM)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(STREAM_MS)
        self._timer.timeout.connect(self._flush)
        self._connect()
        _lay_out_beside(
            self, column_of(self.steps, self.status, self.composer, above=self.plan.bar), self.plan
        )

    def _connect(self) -> None:
        self.composer.sent.connect(self.commands.send)
        self.status.again_pressed.connect(self._again)
        self.commands.choose.connect(self.model.answer)
        self.steps.keep_pressed.connect(self._on_keep_pressed)

    def take(self, happening: RunEvent) -> None:
        """Show an event of the run; what only streams waits for the next frame."""
        if isinstance(happening, Streamed):
            self._words.append(happening)
        elif isinstance(happening, Working) and happening.state == self.status.state:
            self._streamed = happening
        else:
            self._flush()
            self._show(happening)
            return
        if not self._timer.isActive():
            self._timer.start()

    def append_streamed(self, text: str, kind: TextKind) -> None:
        """Write on in the last row; the same as a `Streamed` event."""
        self.take(Streamed("", text, kind))

    def show_engine(self, status: EngineStatus) -> None:
        """Show how the model runs under the state of the run; what is over keeps its own."""
        self._engine = status
        if self.status.state not in ENDED:
            self.status.show_facts(run_facts(status))

    def _flush(self) -> None:
        """Show what streamed since the last frame, each kind of words in one piece."""
        self._timer.stop()
        if self._streamed is not None:
            happening, self._streamed = self._streamed, None
            self._show(happening)
        words, self._words = self._words, []
        for _, group in groupby(words, key=lambda piece: (piece.run, piece.kind)):
            pieces = list(group)
            text = "".join(piece.text for piece in pieces)
            self.model.take(Streamed(pieces[0].run, text, pieces[0].kind))

    def _show(self, happening: RunEvent) -> None:
        self.model.take(happening)
        match happening:
            case Planned():
                self.plan.take(happening.goals, happening.note)
            case Started():
                self.plan.clear()
                self._task, self._run, self._step = happening.task.text, happening.run, 0
                self._is_play = happening.task.policy == "macro"
                self.composer.set_busy(is_busy=True)
                self.status.begin()
                self.status.show_facts(run_facts(self._engine))
                self.status.show_state("observing")
            case Proposed():
                self._step = happening.n
                self.status.show_state(
                    "confirming", f"step {happening.n} · nothing moves till then"
                )
            case Working():
                self._show_working(happening)
            case Stepped():
                self._step = happening.record.n
            case Ended():
                state, note = end_state(happening), YOURS
                if state == "done_unseen":
                    note = f"{happening.unseen} not verified · {YOURS}"
                self.status.show_state(state, note)
                self.composer.set_busy(is_busy=False)
            case _:
                return

    def _show_working(self, happening: Working) -> None:
        step = f"step {self._step}" if self._step else ""
        match happening.state:
            case "paused":
                note = happening.note.removeprefix("Paused, ").rstrip(".")
            case "confirming" | "asking":
                note = f"{step} · nothing moves till then" if step else "nothing moves till then"
            case "executing" if happening.note:
                note = f"{step} · {happening.note}" if step else happening.note
            case _:
                note = step
        self.status.show_state(happening.state, note)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the plan where there is room for it."""
        super().resizeEvent(event)
        self.plan.fit(is_wide=event.size().width() >= PLAN_FROM)

    def _again(self) -> None:
        if self._is_play:
            self.commands.play_again.emit(self._run)
        else:
            self.commands.send.emit(self._task)

    def _on_keep_pressed(self, row: KeepRow, name: str, asked: frozenset[str]) -> None:
        self.model.offer_to_keep(row.pressed(name, asked))
        self.commands.keep_run.emit(row.run, name, asked)

    def clear(self) -> None:
        """Begin an empty chat."""
        self._forget_last()
        self.model.clear()

    def keep_only(self, kept: Container[str]) -> None:
        """Forget all runs but these; one that lives is among them."""
        if self._run not in kept:
            self._forget_last()
        self.model.keep_only(kept)

    @property
    def run(self) -> str:
        """The run that was told of last; empty while there is none."""
        return self._run

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was asked for or said."""
        return self.model.rowCount() == 0

    def _forget_last(self) -> None:
        self._streamed, self._words = None, []
        self._task = self._run = ""
        self.plan.clear()
        self.status.hide()


def page_of(page: QWidget, steps: StepList, *below: QWidget) -> None:
    """Lay out a chat page: one centred column, the rows at its lower end, the rest under them."""
    whole = QHBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(column_of(steps, *below))


def _lay_out_beside(page: QWidget, column: QWidget, plan: PlanPlaces) -> None:
    whole = QHBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addWidget(column, 1)
    whole.addWidget(plan.aside)


def column_of(steps: StepList, *below: QWidget, above: QWidget | None = None) -> QWidget:
    """Return a centred column: `above` at its top, rows at its lower end, the rest under them."""
    column = QWidget()
    column.setMaximumWidth(COLUMN_WIDTH + BAR_ROOM)
    lines = QVBoxLayout(column)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(0)
    if above is not None:
        lines.addWidget(above)
    lines.addStretch(1)
    lines.addWidget(steps, 10_000)
    rest = QVBoxLayout()
    rest.setContentsMargins(0, 0, BAR_ROOM, 0)
    rest.setSpacing(8)
    for widget in below:
        rest.addWidget(widget)
    lines.addLayout(rest)
    inner = QWidget()
    line = QHBoxLayout(inner)
    line.setContentsMargins(MARGIN, 0, MARGIN - BAR_ROOM, 16)
    line.setSpacing(0)
    line.addStretch(1)
    line.addWidget(column, 10_000)
    line.addStretch(1)
    return inner
