"""Past runs in the window: their page, made when the first of them is looked at."""

from collections.abc import Callable, Container, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.theme import Theme
from app.window.days import day_words, local_time, time_words
from automation.core.proposal import StepRecord

if TYPE_CHECKING:
    from app.chat.past_panel import PastPanel
    from automation.records.run_info import RunInfo


class PastPages(QObject):
    """What the history tells of a run comes in here, what the user presses goes out.

    Owned by the main window.
    """

    again_pressed = Signal(str)
    """The task of the run."""
    pin_pressed = Signal(str, bool)
    """A run, and whether it is to stay whatever its age."""
    page_made = Signal(object)
    """The `PastPanel`, when the first past run is about to be shown."""
    page_wanted = Signal(QWidget, str)
    shown = Signal(str)
    """The run that is looked at."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: PastPanel | None = None

    @property
    def page(self) -> "PastPanel | None":
        """The page; None until a run was looked at."""
        return self._page

    def show_run(
        self, info: "RunInfo", steps: Sequence[StepRecord], read_picture: Callable[[str], bytes]
    ) -> None:
        """Show a run that is over; a run that lives goes on behind it.

        Args:
            info: what the history says of it.
            steps: its steps.
            read_picture: returns a stored picture as PNG; called on another thread.
        """
        page = self._page or self._made()
        then = local_time(info.started_utc)
        now = datetime.now().astimezone()
        when = f"{day_words(then, now)}, {time_words(then)}" if then else "Earlier"
        page.show_run(info, steps, read_picture, when)
        self.page_wanted.emit(page, info.task)
        page.setFocus()
        self.shown.emit(info.run)

    def show_pin(self, run: str, *, is_pinned: bool) -> None:
        """Show whether a past run stays whatever its age."""
        if self._page is not None:
            self._page.show_pin(run, is_pinned=is_pinned)

    def keep_only(self, kept: Container[str]) -> None:
        """Show no run that is not among these."""
        if self._page is not None and self._page.run not in kept:
            self._page.forget()

    def close_pictures(self) -> None:
        """End what reads stored pictures; before the application ends."""
        if self._page is not None:
            self._page.close_pictures()

    def _made(self) -> "PastPanel":
        from app.chat.past_panel import PastPanel  # noqa: PLC0415  # not needed for a start

        self._page = PastPanel(self._theme)
        self._page.again_pressed.connect(self.again_pressed)
        self._page.pin_pressed.connect(self.pin_pressed)
        self.page_made.emit(self._page)
        return self._page
