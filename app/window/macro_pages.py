"""The macros in the window: their page and the windows before a run, made when first asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.macro_request import PlayRequest
from app.widgets.theme import Theme
from automation.core.events import ApproveMode

if TYPE_CHECKING:
    from app.macro_control import MacroControl
    from app.macros.library.before_run import BeforeRun
    from app.macros.library.control import LibraryControl
    from app.macros.library.macro_key import Starter
    from app.macros.library.page import LibraryPage
    from automation.macros.player.values import Asked

TITLE: Final = "Macros"


class HasMode(Protocol):
    """What is needed of the window's head; no callable of the window's, which would keep it alive."""

    @property
    def mode(self) -> ApproveMode:
        """How the user wants actions approved now."""
        ...


class MacroPages(QObject):
    """What runs want comes in here, what the user presses goes out. Owned by the main window."""

    page_wanted = Signal(QWidget, str)
    said = Signal(str, bool)
    """A sentence of a window that belongs to no page, and whether it is an error."""

    def __init__(self, theme: Theme, mode: HasMode, parent: QObject | None = None) -> None:
        """Prepare; nothing is read.

        Args:
            theme: colours and fonts.
            mode: who knows how the user wants actions approved.
            parent: owns this.
        """
        super().__init__(parent)
        self._theme, self._mode_of = theme, mode
        self._data: Path | None = None
        self._macros: MacroControl | None = None
        self._keeps: Callable[[], bool] = bool
        self._starter: Starter | None = None
        self._control: LibraryControl | None = None
        self._before_run: BeforeRun | None = None

    def use(self, data: Path, macros: "MacroControl", keeps: Callable[[], bool]) -> None:
        """Work with the macros of this user from here on.

        Args:
            data: the folder of the user's data.
            macros: who plays and opens them.
            keeps: tells whether what is filled in before a run may be remembered.
        """
        self._data, self._macros, self._keeps = data, macros, keeps
        macros.values_wanted.connect(self._on_values_wanted)
        macros.trust_wanted.connect(self._on_trust_wanted)

    def use_keys(self, starter: "Starter") -> None:
        """Show and set the keys that this one keeps."""
        self._starter = starter
        if self._control is not None:
            self._control.use_keys(starter)

    @property
    def page(self) -> "LibraryPage | None":
        """The page, once it was asked for."""
        return self._control.page if self._control is not None else None

    @property
    def before_run(self) -> "BeforeRun":
        """The form and the reading; only once there are macros."""
        assert self._data is not None, "used before there are macros"
        assert self._macros is not None, "used before there are macros"
        if self._before_run is None:
            from app.macros.library.before_run import BeforeRun  # noqa: PLC0415  # not for a start

            made = BeforeRun(self._theme, self._data, self._macros, self._keeps, self)
            made.said.connect(self._on_said)
            self._before_run = made
        return self._before_run

    def open(self) -> None:
        """Show the page."""
        if self._data is None or self._macros is None:
            return
        if self._control is None:
            from app.macros.library.control import (  # noqa: PLC0415  # not needed for a start
                LibraryControl,
            )

            self._control = LibraryControl(
                self._theme,
                self._data,
                self._macros,
                self.before_run,
                lambda: self._mode_of.mode,
                self,
            )
            if self._starter is not None:
                self._control.use_keys(self._starter)
        self.page_wanted.emit(self._control.page, TITLE)
        self._control.read()
        self._control.page.focus_first()

    def show_kept(self, name: str) -> None:
        """Show the page with a macro chosen that was just recorded."""
        self.open()
        if self._control is not None:
            self._control.show_kept(name)

    def close(self) -> None:
        """Close the windows and end the threads; before the application ends."""
        if self._control is not None:
            self._control.close()
        if self._before_run is not None:
            self._before_run.close()

    def _on_values_wanted(self, request: PlayRequest, asked: "Asked") -> None:
        self.before_run.ask_values(request, asked)

    def _on_trust_wanted(self, request: PlayRequest) -> None:
        self.before_run.ask_trust(request)

    def _on_said(self, sentence: str, is_error: bool) -> None:
        """Say it on the page while that shows, else in the window."""
        page = self.page
        if page is not None and page.isVisible():
            page.notice.say(sentence, is_error=is_error)
        else:
            self.said.emit(sentence, is_error)
