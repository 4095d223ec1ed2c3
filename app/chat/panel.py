"""The chat panel: the list of rows, the status line, and the field for the next task."""

import time
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.chat.composer import Composer
from app.chat.model import ChatModel
from app.chat.status_line import StatusLine
from app.chat.step_list import BAR_GAP, BAR_WIDTH, StepList
from app.widgets.theme import Theme
from automation.core.events import Ended, Proposed, RunEvent, Started, Stepped, Working
from automation.core.proposal import Outcome

COLUMN_WIDTH: Final = 720
MARGIN: Final = 24
BAR_ROOM: Final = BAR_WIDTH + BAR_GAP
"""The list's bar stands right of the column, so that everything else keeps one edge."""
STREAM_MS: Final = 33
"""What streams is shown at most 30 times a second."""
END_STATES: Final = {
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

    def __init__(self, theme: Theme, stop_key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._task = ""
        self._step = 0
        self._streamed: Working | None = None
        self.model = ChatModel(time.monotonic, self)
        self.steps = StepList(theme, self.model, is_live=True)
        self.status = StatusLine(theme, stop_key)
        self.status.hide()
        self.composer = Composer(theme, "What next?")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(STREAM_MS)
        self._timer.timeout.connect(self._flush)
        self._connect()
        page_of(self, self.steps, self.status, self.composer)

    def _connect(self) -> None:
        self.composer.sent.connect(self.sent)
        self.status.again_pressed.connect(lambda: self.sent.emit(self._task))
        self.status.stop_pressed.connect(self.stop_pressed)
        self.status.pause_pressed.connect(self.pause_pressed)
        self.status.resume_pressed.connect(self.resume_pressed)
        self.status.show_pressed.connect(self.show_pressed)
        self.steps.accept_pressed.connect(self.accept_pressed)
        self.steps.reject_pressed.connect(self.reject_pressed)
        self.steps.choice_made.connect(self._on_choice_made)

    def take(self, happening: RunEvent) -> None:
        """Show an event of the run; what only streams waits for the next frame."""
        if isinstance(happening, Working) and happening.state == self.status.state:
            self._streamed = happening
            if not self._timer.isActive():
                self._timer.start()
            return
        self._flush()
        self._show(happening)

    def _flush(self) -> None:
        if self._streamed is not None:
            happening, self._streamed = self._streamed, None
            self._show(happening)

    def _show(self, happening: RunEvent) -> None:
        self.model.take(happening)
        match happening:
            case Started():
                self._task, self._step = happening.task.text, 0
                self.composer.set_busy(is_busy=True)
                self.status.begin()
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
                state = END_STATES.get(happening.outcome, "failed")
                self.status.show_state(state, "hands off your mouse and keyboard")
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

    def _on_choice_made(self, number: int) -> None:
        self.model.answer(number)
        self.choice_made.emit(number)

    def clear(self) -> None:
        """Begin an empty chat."""
        self._streamed = None
        self.model.clear()
        self.status.hide()


def page_of(page: QWidget, steps: StepList, *below: QWidget) -> None:
    """Lay out a chat page: one centred column, the rows at its lower end, the rest under them."""
    column = QWidget()
    column.setMaximumWidth(COLUMN_WIDTH + BAR_ROOM)
    lines = QVBoxLayout(column)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(0)
    lines.addStretch(1)
    lines.addWidget(steps, 10_000)
    rest = QVBoxLayout()
    rest.setContentsMargins(0, 0, BAR_ROOM, 0)
    rest.setSpacing(8)
    for widget in below:
        rest.addWidget(widget)
    lines.addLayout(rest)
    line = QHBoxLayout(page)
    line.setContentsMargins(MARGIN, 0, MARGIN - BAR_ROOM, 16)
    line.setSpacing(0)
    line.addStretch(1)
    line.addWidget(column, 10_000)
    line.addStretch(1)
