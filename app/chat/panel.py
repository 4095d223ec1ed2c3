"""The chat panel: the list of rows, the status line, and the field for the next task."""

import time
from collections.abc import Container
from itertools import groupby
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.chat.composer import Composer
from app.chat.model import ChatModel
from app.chat.plan_panel import PlanPlaces
from app.chat.rows import KeepRow
from app.chat.status_line import ENDED, StatusLine, end_state
from app.chat.step_list import BAR_GAP, BAR_WIDTH, StepList
from app.modelpage.wording import run_facts
from app.widgets.theme import Theme
from automation.core.engine import EngineStatus, TextKind
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

    sent = Signal(str)
    stop_pressed = Signal()
    pause_pressed = Signal()
    resume_pressed = Signal()
    show_pressed = Signal()
    accept_pressed = Signal()
    reject_pressed = Signal()
    choice_made = Signal(int)
    load_pressed = Signal()
    """Load the model: what was asked for needs one."""
    keep_pressed = Signal(str, str, object)
    """A run, the name of the macro that it becomes, and the names of the texts that it asks for."""
    edit_pressed = Signal(str)
    """A macro's folder."""
    wake_chosen = Signal(bool)
    play_again_pressed = Signal(str)
    """A run that played a macro; its words are no task."""

    def __init__(self, theme: Theme, stop_key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._task = self._run = ""
        self._is_play = False
        """The task is to play a macro."""
        self._step = 0
        self._engine = EngineStatus()
        self._streamed: Working | None = None
        self._words: list[Streamed] = []
        self.plan = PlanPlaces(theme)
        self.model = ChatModel(time.monotonic, self)
        self.steps = StepList(theme, self.model, is_live=True)
        self.status = StatusLine(theme, stop_key)
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
        self.composer.sent.connect(self.sent)
        self.status.again_pressed.connect(self._again)
        self.status.stop_pressed.connect(self.stop_pressed)
        self.status.pause_pressed.connect(self.pause_pressed)
        self.status.resume_pressed.connect(self.resume_pressed)
        self.status.show_pressed.connect(self.show_pressed)
        self.steps.accept_pressed.connect(self.accept_pressed)
        self.steps.reject_pressed.connect(self.reject_pressed)
        self.steps.choice_made.connect(self._on_choice_made)
        self.steps.load_pressed.connect(self.load_pressed)
        self.steps.keep_pressed.connect(self._on_keep_pressed)
        self.steps.edit_pressed.connect(self.edit_pressed)
        self.steps.wake_chosen.connect(self.wake_chosen)

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
            self.play_again_pressed.emit(self._run)
        else:
            self.sent.emit(self._task)

    def _on_choice_made(self, number: int) -> None:
        self.model.answer(number)
        self.choice_made.emit(number)

    def _on_keep_pressed(self, row: KeepRow, name: str, asked: frozenset[str]) -> None:
        self.model.offer_to_keep(row.pressed(name, asked))
        self.keep_pressed.emit(row.run, name, asked)

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
