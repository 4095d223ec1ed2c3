"""The seam to the window system: which windows there are, what lies under a pixel, who has focus."""

from typing import Protocol

from automation.core.geometry import ScreenPoint
from automation.core.observation import WindowInfo


class WindowSystem(Protocol):
    """One connection to the window system; owned by one thread."""

    def windows(self) -> tuple[WindowInfo, ...]:
        """Return all top-level windows, topmost first, menus and minimised ones included."""

    def ids(self) -> frozenset[int]:
        """Return the ids of what `windows` tells of, and of what lets clicks through; much cheaper."""

    def menus(self) -> tuple[WindowInfo, ...]:
        """Return those of them that say they are an open menu or list."""

    def top_at(self, point: ScreenPoint) -> WindowInfo | None:
        """Return what a click at the pixel would reach; sees invisible input-only windows too."""

    def large_popups(self, width: int, height: int) -> tuple[WindowInfo, ...]:
        """Return shown unmanaged windows of at least this size, topmost first, invisible ones too."""

    def focus(self) -> WindowInfo | None:
        """Return the window that receives keys; None when none does."""

    def seen_as(self) -> int:
        """Return what the window system itself calls what `focus` or `top_at` told of last; 0 for nothing."""

    def over(self, window: WindowInfo) -> frozenset[int]:
        """Return ids of foreign windows that lie over a window, input-only ones and its dialogs too.

        What comes and goes by itself (tooltips, notifications) is left out.
        """

    def desktop_number(self) -> int:
        """Return which virtual desktop is shown, counted from 0."""

    def activate(self, window_id: int) -> None:
        """Ask for focus and the top of the stack."""

    def close_window(self, window_id: int) -> None:
        """Ask the window to close, as its close button would."""

    def minimise(self, window_id: int) -> None:
        """Ask for the window to be minimised."""

    def maximise(self, window_id: int) -> None:
        """Ask for the window to fill its monitor."""

    def close(self) -> None:
        """Give the connection back."""
