"""The chat panel: the list of rows, the status line with the run's buttons, and the field for the next task."""

import time
from collections.abc import Callable, Container
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from app.gui import tr, tr_said
from app.gui.background import timer
from app.gui.chat.model import ChatModel
from app.gui.chat.plan import PlanPlaces
from app.gui.chat.rows import KeepRow, clock
from app.gui.chat.step_list import BAR_GAP, BAR_WIDTH, StepList
from app.gui.commands import Commands
from app.gui.model_page.wording import run_facts
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, Icon, announce
from app.gui.widgets.layout import Framed, centred, column, row
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
from automation.core.generation import EngineStatus
from automation.core.proposal import REFUSED, Outcome

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


class Composer(Framed):
    """The field and its Send button."""

    sent = Signal(str)
    """The text, as written, without surrounding white space; never empty."""

    def __init__(self, theme: Theme, placeholder: str) -> None:
        super().__init__("compose")
        self._theme = theme
        self._field = _Field()
        self._field.setProperty("kind", "bare")
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName(tr("Task"))
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
        self._button = Button(theme, tr("Send"), icon="send", kind="primary", size="compact")
        self._button.clicked.connect(self._send)
        send = (self._button, 0, Qt.AlignmentFlag.AlignBottom)
        margins = (14, PADDING - 2, 7, PADDING - 2)
        row((self._field, 1), send, gap=8, margins=margins, into=self)
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
            self._field.viewport().update()  # Qt paints it anew only where it comes or goes

    def set_busy(self, *, is_busy: bool) -> None:
        """Take no task while a run lives."""
        self._field.setReadOnly(is_busy)
        self.set_hint(tr("A task is running") if is_busy else tr("What next?"))
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
    "loading": Look("more", "text2", tr("Getting ready")),
    "observing": Look("eye", "accent", tr("Looking")),
    "deciding": Look("eye", "accent", tr("Looking")),
    "asking": Look("hand", "r2", tr("Waiting for you")),
    "confirming": Look("hand", "r2", tr("Waiting for you")),
    "executing": Look("pointer", "accent", tr("Working")),
    "verifying": Look("eye", "accent", tr("Looking")),
    "paused": Look("pause", "r2", tr("Paused")),
    "done": Look("check", "ok", tr("Done")),
    "done_unseen": Look("check", "r2", tr("Done")),
    "partial": Look("check", "r2", tr("Partly done")),
    "unverified": Look("question", "r2", tr("Not seen")),
    "stopped": Look("stop", "text2", tr("Stopped")),
    "rejected": Look("close", "text2", tr("Rejected")),
    "failed": Look("warning", "r3", tr("Failed")),
    "impossible": Look("warning", "r3", tr("Not possible")),
    "unclear": Look("question", "text2", tr("Say it otherwise")),
}
FLAGS_OF: Final = {str(state): flags for state, flags in FLAGS.items()}
ENDED: Final = (
    "done", "done_unseen", "partial", "unverified", "stopped", "rejected", "failed", "impossible", "unclear",
)  # fmt: skip
_END_STATES: Final = {
    Outcome.DONE: "done",
    Outcome.PARTIAL: "partial",
    Outcome.UNVERIFIED: "unverified",
    Outcome.STOPPED: "stopped",
    Outcome.REJECTED: "rejected",
    Outcome.ENVIRONMENT: "impossible",
    **dict.fromkeys(REFUSED, "unclear"),
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

    def __init__(
        self, theme: Theme, stop_key: str, commands: Commands, again: Callable[[], None]
    ) -> None:
        super().__init__()
        self.state = ""
        """The state that is shown; empty when there was no run."""
        self._note = ""
        self._started_s = 0.0
        self._is_users = True
        self._seconds = 0.0
        self.setMinimumHeight(HEIGHT)
        self._icon = Icon(theme, LOOKS["deciding"].icon, LOOKS["deciding"].token)
        self._word = ElidedLabel(theme, "", "bold")
        self._word.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._rest = ElidedLabel(theme, "", "body", "dim")
        self._facts = ElidedLabel(theme, "", "caption", "dim")
        self._facts.setFont(theme.font("caption", tabular=True))
        self._facts.hide()
        self._show = Button(theme, tr("Show on screen"), icon="eye", kind="flat", size="compact")
        self._pause = Button(theme, tr("Pause"), icon="pause", kind="flat", size="compact")
        self._go_on = Button(theme, tr("Go on"), icon="play", size="compact")
        self._again = Button(theme, tr("Run again"), icon="play", kind="flat", size="compact")
        self._stop = Button(
            theme, tr("Stop"), icon="stop", kind="stop", size="compact", keys=stop_key
        )
        buttons = (self._show, self._pause, self._go_on, self._again, self._stop)
        asked = (commands.show_card, commands.pause, commands.resume, again, commands.stop)
        for button, wish in zip(buttons, asked, strict=True):
            button.clicked.connect(wish)
        first = row(self._word, (self._rest, 1), (None, 0), gap=8)  # room for a hidden note
        words = column(first, self._facts, gap=0)
        icon = (self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        row(icon, (words, 1), *buttons, gap=8, margins=(14, 6, 8, 6), into=self)
        self._timer = timer(self, TICK_MS, self._tick, repeats=True)

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
        return FLAGS_OF.get(self.state, FLAGS[AgentState.DONE])

    def begin(self, *, is_users: bool) -> None:
        """Start the clock of a new run; only one that the user asked for can be run again."""
        self._is_users = is_users
        self._started_s, self._seconds = time.monotonic(), 0.0
        self._timer.start()

    def show_state(self, state: str, note: str = "") -> None:
        """Show a state of the run; `note` is one short fact behind it."""
        is_new, self.state, self._note = state != self.state, state, note
        is_ended = not state or state in ENDED
        if is_ended:
            self._tick()
            self._timer.stop()
        self._stop.setVisible(not is_ended)
        self._again.setVisible(is_ended and self._is_users)
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
        look = LOOKS.get(state, LOOKS["deciding"])
        self._icon.show_icon(look.icon, look.token)
        self._say_rest()
        if self.isVisible():
            said = f"{look.word}. {note}" if note else look.word
            announce(self, said, is_urgent=state in ASSERTIVE)

    def show_facts(self, facts: str) -> None:
        """Show how the model runs, under the state; empty shows nothing."""
        if facts != self._facts.accessibleName():
            self._facts.set_whole_text(facts)
            self._facts.setVisible(bool(facts))

    def _say_rest(self) -> None:
        parts = [self._note] if self._note else []
        if self._seconds >= CLOCK_FROM_S and self.state not in ("confirming", "asking", "paused"):
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
        words = {
            self._show: tr("Show on screen"),
            self._pause: tr("Pause"),
            self._go_on: tr("Go on"),
        }
        for button, text in words.items():
            button.setText(text)
            button.setToolTip(text if button is self._show else tr("{0} (Ctrl+P)").format(text))
        if self._needed() > self.width():
            for button in words:
                button.setText("")
        for button in words:
            button.updateGeometry()
        is_narrow = self._needed() > self.width()
        # Showing may resize the line, which comes here again: never show what is hidden next.
        self._rest.setVisible(not is_narrow)
        self._show.setVisible(self.state == "confirming" and not is_narrow)

    def _needed(self) -> int:
        """Return the width at which the word, every button and a piece of the note fit."""
        buttons = [
            b for b in (self._pause, self._go_on, self._again, self._stop) if not b.isHidden()
        ]
        if self.state == "confirming":
            buttons.append(self._show)
        shown = [button.sizeHint().width() + 8 for button in buttons]
        return ROOM + self._word.sizeHint().width() + sum(shown)


COLUMN_WIDTH: Final = 720
PLAN_FROM: Final = 860
"""The plan stands beside the chat from this width on: a window of 1100 px with its sidebar."""
MARGIN: Final = 24
BAR_ROOM: Final = BAR_WIDTH + BAR_GAP
"""The list's bar stands right of the column, so that everything else keeps one edge."""
STREAM_MS: Final = 34
"""What streams is shown at most 30 times a second."""


class ChatPanel(QWidget):
    """Shows one chat. UI thread."""

    def __init__(self, theme: Theme, stop_key: str, commands: Commands | None = None) -> None:
        super().__init__()
        self.commands = commands or Commands(self)
        self._task = self.run = ""
        """The run that was told of last; empty while there is none."""
        self._is_play = False
        """The task is to play a macro."""
        self._step = self._total = 0
        self._engine = EngineStatus()
        self._streamed: Working | None = None
        self._words: list[Streamed] = []
        self.plan = PlanPlaces(theme)
        self.model = ChatModel(time.monotonic, self)
        self.steps = StepList(theme, self.model, self.commands, is_live=True)
        self.status = StatusLine(theme, stop_key, self.commands, self._again)
        self.status.hide()
        self.composer = Composer(theme, tr("What next?"))
        self.plan.bar.keep_away(right=BAR_ROOM)
        self._timer = timer(self, STREAM_MS, self._flush)
        page = column_of(self.steps, self.status, self.composer, above=self.plan.bar)
        row((page, 1), self.plan.aside, gap=0, into=self)
        self.composer.sent.connect(self.commands.send)
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
                self._task, self.run = happening.task.text, happening.run
                self._step = self._total = 0
                self._is_play = happening.task.policy == "macro"
                self.composer.set_busy(is_busy=True)
                self.status.begin(is_users=not happening.task.asked_by)
                self.status.show_facts(run_facts(self._engine))
                self.status.show_state("observing")
            case Proposed():
                self._step, self._total = happening.n, happening.proposal.total
                note = tr("{0} · nothing moves till then").format(self._step_words())
                self.status.show_state("confirming", note)
            case Working():
                self._show_working(happening)
            case Stepped():
                self._step = happening.record.n
            case Ended():
                state = end_state(happening)
                note = (
                    tr("{0} not verified").format(happening.unseen)
                    if state == "done_unseen"
                    else ""
                )
                is_answer = happening.outcome is Outcome.DONE and not happening.steps
                self.status.show_state("" if is_answer else state, note)
                self.composer.set_busy(is_busy=False)
            case _:
                return

    def _step_words(self) -> str:
        """Return which step it is, and of how many where that is known."""
        if not self._step:
            return ""
        if not self._total:
            return tr("step {0}").format(self._step)
        return tr("step {0} of {1}").format(self._step, self._total)

    def _show_working(self, happening: Working) -> None:
        step = self._step_words()
        match happening.state:
            case "paused":
                note = tr_said(happening.note).rstrip(".")
                note = note.removeprefix(tr("Paused, "))
            case "confirming" | "asking":
                note = (
                    tr("{0} · nothing moves till then").format(step)
                    if step
                    else tr("nothing moves till then")
                )
            case "executing" if happening.note:
                said = tr_said(happening.note)
                note = f"{step} · {said}" if step else said
            case _:
                note = step
        self.status.show_state(happening.state, note)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the plan where there is room for it."""
        super().resizeEvent(event)
        self.plan.fit(is_wide=event.size().width() >= PLAN_FROM)

    def _again(self) -> None:
        if self._is_play:
            self.commands.play_again.emit(self.run)
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
        if self.run not in kept:
            self._forget_last()
        self.model.keep_only(kept)

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was asked for or said."""
        return self.model.rowCount() == 0

    def _forget_last(self) -> None:
        self._streamed, self._words = None, []
        self._task = self.run = ""
        self.plan.clear()
        self.status.hide()


def column_of(steps: StepList, *below: QWidget, above: QWidget | None = None) -> QWidget:
    """Return a centred column: `above` at its top, rows at its lower end, the rest under them."""
    page = QWidget()
    page.setMaximumWidth(COLUMN_WIDTH + BAR_ROOM)
    rest = column(*below, gap=8, margins=(0, 0, BAR_ROOM, 0))
    top = () if above is None else (above,)
    column(*top, None, (steps, 10_000), rest, gap=0, into=page)
    return centred(page, (MARGIN, 0, MARGIN - BAR_ROOM, 16))
