"""The model in the window: its two pages, made when first asked for, and what they are told."""

from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.modelpage.figures import StepLog
from app.modelpage.weights import WeightsStatus
from app.widgets.theme import Theme
from automation.core.engine import EngineStatus
from automation.core.events import RunEvent

if TYPE_CHECKING:
    from app.modelpage.page import ModelPage
    from app.modelpage.weights_page import WeightsPage

PROGRESS_MS: Final = 100
"""Progress is shown ten times a second at most; other changes at once."""
TITLE: Final = "Model"
WEIGHTS_TITLE: Final = "Get the weights"


class ModelPages(QObject):
    """What the application tells of the model comes in here, what the user presses goes out.

    Owned by the main window; UI thread.
    """

    load_pressed = Signal(str)
    """Load the model in this folder."""
    eject_pressed = Signal()
    cancel_pressed = Signal()
    """End loading or calibrating."""
    calibrate_pressed = Signal()
    folder_chosen = Signal(str)
    """The user named the model's folder: to be kept in the settings."""
    weights_wanted = Signal()
    """The page for getting the weights opened: tell it folder, host and free space."""
    ask_pressed = Signal(str)
    """Ask the host for size and licence; the folder that the weights would go to."""
    get_pressed = Signal(str)
    """Fetch into this folder; the licence was accepted."""
    pause_pressed = Signal()
    resume_pressed = Signal()
    stop_getting_pressed = Signal()
    place_changed = Signal(str)
    """Another folder to fetch into: tell its free space."""
    changed = Signal(object)
    """An `EngineStatus` for everything else in the window that shows it."""

    noted = Signal(str)
    """What the model page was given to say; empty for nothing."""
    page_wanted = Signal(QWidget, str)
    """Show a page under a title."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: ModelPage | None = None
        self._weights_page: WeightsPage | None = None
        self._status = EngineStatus()
        self._shown = self._status
        self._weights = WeightsStatus()
        self._folder = ""
        self._note = ("", False)
        self._log = StepLog()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PROGRESS_MS)
        self._timer.timeout.connect(self._tell)
        for pressed in (self.load_pressed, self.eject_pressed, self.calibrate_pressed):
            pressed.connect(self._forget_note)

    @property
    def status(self) -> EngineStatus:
        """What the engine said last."""
        return self._status

    @property
    def folder(self) -> str:
        """The folder that would be loaded; empty for none."""
        return self._folder

    def show_status(self, status: EngineStatus) -> None:
        """Show what the engine says of itself; mere progress waits for the next frame."""
        self._status = status
        if replace(status, loading=None) == replace(self._shown, loading=None):
            if status != self._shown and not self._timer.isActive():
                self._timer.start()
            return
        self._tell()

    def _tell(self) -> None:
        self._timer.stop()
        if self._status.state != self._shown.state and self._status.state in ("empty", "loading"):
            self._forget_note()
        self._shown = self._status
        if self._page is not None:
            self._page.show_status(self._shown)
        self.changed.emit(self._shown)

    def show_folder(self, folder: str) -> None:
        """Show the folder that would be loaded; empty for none."""
        is_other, self._folder = folder != self._folder, folder
        if self._page is not None:
            self._page.show_folder(folder)
        if is_other and self._status.state == "failed":  # what failed was the folder before it
            self.show_status(EngineStatus(memory=self._status.memory))

    def show_note(self, text: str, *, is_error: bool = False) -> None:
        """Say on the model page what came of a press; empty takes it away.

        Whatever page shows stays: a sentence about the model belongs to no run.
        """
        self._note = (text, is_error)
        if self._page is not None:
            self._page.show_note(text, is_error=is_error)
        self.noted.emit(text)

    def _forget_note(self) -> None:
        if self._note[0]:
            self.show_note("")

    def show_weights(self, status: WeightsStatus) -> None:
        """Show how far getting the weights has come."""
        self._weights = status
        if self._weights_page is not None:
            self._weights_page.show_status(status)

    def take(self, happening: RunEvent) -> None:
        """Keep what a step cost."""
        if self._log.take(happening, self._status.last) and self._page is not None:
            self._page.show_log(self._log)

    def keep_only(self, kept: Container[str]) -> None:
        """Forget what the steps of runs that are not among these cost."""
        if self._log.keep_only(kept) and self._page is not None:
            self._page.show_log(self._log)

    def want_model(self) -> None:
        """Load the model if its folder is known, and show the page either way."""
        if self._folder and self._status.state in ("empty", "failed"):
            self.load_pressed.emit(self._folder)
        self.open()

    def open(self) -> None:
        """Show the model page."""
        if self._page is None:
            self._page = self._made_page()
        self.page_wanted.emit(self._page, TITLE)
        self._page.setFocus()

    def open_weights(self) -> None:
        """Show the page for getting the weights."""
        if self._weights_page is None:
            self._weights_page = self._made_weights_page()
        self.weights_wanted.emit()
        self.page_wanted.emit(self._weights_page, WEIGHTS_TITLE)
        self._weights_page.setFocus()

    def _made_page(self) -> "ModelPage":
        from app.modelpage.page import ModelPage  # noqa: PLC0415  # not needed for a start

        page = ModelPage(self._theme)
        page.load_pressed.connect(self.load_pressed)
        page.eject_pressed.connect(self.eject_pressed)
        page.cancel_pressed.connect(self.cancel_pressed)
        page.calibrate_pressed.connect(self.calibrate_pressed)
        page.weights_pressed.connect(self.open_weights)
        page.folder_chosen.connect(self._on_folder_chosen)
        page.show_folder(self._folder)
        page.show_status(self._status)
        page.show_log(self._log)
        page.show_note(self._note[0], is_error=self._note[1])
        return page

    def _made_weights_page(self) -> "WeightsPage":
        from app.modelpage.weights_page import WeightsPage  # noqa: PLC0415  # not for a start

        page = WeightsPage(self._theme)
        page.back_pressed.connect(self.open)
        page.ask_pressed.connect(self.ask_pressed)
        page.get_pressed.connect(self.get_pressed)
        page.pause_pressed.connect(self.pause_pressed)
        page.resume_pressed.connect(self.resume_pressed)
        page.cancel_pressed.connect(self.stop_getting_pressed)
        page.folder_changed.connect(self.place_changed)
        page.existing_chosen.connect(self._on_existing_chosen)
        page.load_pressed.connect(self._on_fetched_load)
        page.show_status(self._weights)
        return page

    def _on_folder_chosen(self, folder: str) -> None:
        self.show_folder(folder)
        self.folder_chosen.emit(folder)

    def _on_existing_chosen(self, folder: str) -> None:
        self._on_folder_chosen(folder)
        self.open()

    def _on_fetched_load(self, folder: str) -> None:
        self._on_folder_chosen(folder)
        self.want_model()
