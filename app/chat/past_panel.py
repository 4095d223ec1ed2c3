"""A run that is over, as it was kept: read only."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.chat.model import ChatModel
from app.chat.over_rows import stored_rows
from app.chat.panel import page_of
from app.chat.rows import KeepRow, SayRow
from app.chat.step_list import StepList
from app.chat.stored_pictures import ReadPicture, StoredPictures, Wanted
from app.script_words import is_script_run
from app.widgets.announce import announce
from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel
from app.widgets.theme import Theme
from automation.core.proposal import StepRecord

if TYPE_CHECKING:
    from automation.records.run_info import RunInfo

MOST_WINDOWS: Final = 6
SAVE: Final = "Save as macro"
SAVE_TIP: Final = "Keep what was done as a macro that replays without a model"
LOOKING: Final = "Looking whether a macro can be made of it"


class PastPanel(QWidget):
    """Owned by the main window. UI thread; pictures come from a worker of its own."""

    again_pressed = Signal(str)
    """The task of the run."""
    play_again_pressed = Signal(str)
    """A run that played a macro; its words are no task."""
    pin_pressed = Signal(str, bool)
    """The run, and whether it is to stay whatever its age."""
    opened = Signal(str)
    """A run is shown: whoever makes macros tells by `show_keepable` whether one can be made of it."""
    keep_pressed = Signal(str, str, object)
    """A run, the name of the macro that it becomes, and the names of the texts that it asks for."""
    edit_pressed = Signal(str)
    """A macro's folder."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._task, self._run, self._when = "", "", ""
        self._is_pinned = self._is_play = False
        self.model = ChatModel(time.monotonic, self)
        self.steps = StepList(theme, self.model, is_live=False)
        self._pictures = StoredPictures(self)
        self._pictures.loaded.connect(self.model.put_crop)
        self._pictures.lost.connect(self.model.lose_crop)
        self.model.fetch_crops_with(self._pictures.ask)
        self._words = ElidedLabel(theme, "", "body", "dim")
        self.again = Button(theme, "Run again", icon="play", kind="flat", size="compact")
        self.again.clicked.connect(self._again)
        self.pin = Button(theme, "Pin", icon="pin", kind="flat", size="compact")
        self.pin.clicked.connect(lambda: self.pin_pressed.emit(self._run, not self._is_pinned))
        self.keep = Button(theme, SAVE, icon="macro", kind="flat", size="compact")
        self.keep.clicked.connect(self._offer)
        self._offered: KeepRow | None = None
        """What the run would be as a macro; None while that is not known, or where it cannot be one."""
        self.steps.keep_pressed.connect(self._on_keep_pressed)
        self.steps.edit_pressed.connect(self.edit_pressed)
        strip = QFrame()
        strip.setProperty("kind", "card")
        strip.setMinimumHeight(48)
        line = QHBoxLayout(strip)
        line.setContentsMargins(14, 6, 8, 6)
        line.addWidget(self._words, 1)
        for button in (self.pin, self.keep, self.again):
            line.addWidget(button)
        page_of(self, self.steps, strip)
        self.setFocusProxy(self.steps)

    @property
    def run(self) -> str:
        """The run that shows; empty while none does."""
        return self._run

    def forget(self) -> None:
        """Show no run any more, and hold nothing of the one that showed."""
        self._task, self._run, self._when = "", "", ""
        self._pictures.forget()
        self._offered = None
        self._words.set_whole_text("")
        self.model.clear()

    def show_run(
        self, info: "RunInfo", steps: Sequence[StepRecord], read: ReadPicture, when: str
    ) -> None:
        """Show a run.

        Args:
            info: what the history says of it.
            steps: its steps.
            read: returns a picture of it; called on a worker.
            when: the day and time of it, in words.
        """
        self._task, self._run, self._when = info.task, info.run, when
        self._is_play = info.policy == "macro"
        # Of what was not kept nobody has the words, nor of a script its command line.
        self.again.setHidden(not info.is_kept or is_script_run(info.policy, info.task))
        wanted = {
            str(step.n): Wanted(
                step.pictures.before,
                step.proposal.element.box if step.proposal.element else None,
                step.point,
            )
            for step in steps
            if step.pictures.before and (step.proposal.element or step.point)
        }
        self._pictures.serve(wanted, read)
        rows = stored_rows(
            info.task,
            steps,
            outcome=info.outcome,
            message=info.message,
            unseen=info.unseen,
            asked=info.asked,
            waited_s=info.waited_s,
            seconds=_seconds(info.started_utc, info.ended_utc),
            crop_key=lambda step: str(step.n) if str(step.n) in wanted else "",
        )
        told = (text for text in (_touched(steps), info.pictures_note) if text)
        self.model.show((*rows, *(SayRow(text) for text in told)))
        self._show_pin(is_pinned=info.is_pinned)
        self._show_keep(None, LOOKING)
        self.steps.scrollToTop()
        self.opened.emit(info.run)

    def show_keepable(self, run: str, found: KeepRow | str) -> None:
        """Show whether a macro can be made of a run, if it is the one that shows.

        Args:
            run: which.
            found: what it would be as a macro, or in a sentence why it cannot be one.
        """
        if run != self._run:
            return
        if isinstance(found, KeepRow):
            self._show_keep(found, SAVE_TIP)
        else:
            self._show_keep(None, found)

    def _show_keep(self, offered: KeepRow | None, tip: str) -> None:
        self._offered = offered
        self.keep.setEnabled(offered is not None)
        self.keep.setToolTip(tip)
        self.keep.setAccessibleDescription(tip)

    def _again(self) -> None:
        if self._is_play:
            self.play_again_pressed.emit(self._run)
        else:
            self.again_pressed.emit(self._task)

    def _offer(self) -> None:
        """Put the card at the end, as under a run that has just ended."""
        if self._offered is not None:
            self.model.put_offer(self._offered)
            self.steps.focus_card()

    def _on_keep_pressed(self, row: KeepRow, name: str, asked: frozenset[str]) -> None:
        self.model.put_offer(row.pressed(name, asked))
        self.keep_pressed.emit(row.run, name, asked)

    def show_pin(self, run: str, *, is_pinned: bool) -> None:
        """Show whether a run stays whatever its age, if it is the one that shows."""
        if run == self._run:
            self._show_pin(is_pinned=is_pinned)
            announce(self.pin, "Pinned" if is_pinned else "Not pinned any more")

    def _show_pin(self, *, is_pinned: bool) -> None:
        self._is_pinned = is_pinned
        kept = "pinned, stays whatever its age" if is_pinned else "as it was kept"
        self._words.set_whole_text(f"{self._when} · {kept}")
        self.pin.setText("Unpin" if is_pinned else "Pin")
        what = "let it go with the others in its time" if is_pinned else "keep it whatever its age"
        self.pin.setAccessibleName(f"{self.pin.text()} this run: {what}")
        self.pin.setToolTip(what[:1].upper() + what[1:])
        self.pin.updateGeometry()

    def close_pictures(self) -> None:
        """End the worker; before the application ends."""
        self._pictures.close()


def _touched(steps: Sequence[StepRecord]) -> str:
    """Say in which windows something was done; titles are those of the time."""
    titles: dict[str, None] = {}
    for step in steps:
        element = step.proposal.element
        if step.execution is not None and element is not None and element.window_title:
            titles.setdefault(element.window_title)
    if not titles:
        return ""
    named = [f"“{title}”" for title in list(titles)[:MOST_WINDOWS]]
    more = len(titles) - len(named)
    return "It touched: " + ", ".join(named) + (f" and {more} more." if more > 0 else ".")


def _seconds(started_utc: str, ended_utc: str) -> float:
    try:
        took = datetime.fromisoformat(ended_utc) - datetime.fromisoformat(started_utc)
    except ValueError:
        return 0.0
    return took.total_seconds()
