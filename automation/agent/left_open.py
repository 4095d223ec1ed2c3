"""What a run leaves: menus that are open still, and windows that it opened or raised.

Nothing closes the menus, so that its end says so. Where a menu is no window of its own, as in Swing,
what tells of it is that its program holds the mouse, which it did not before a press of the run.

When a run ends before its last step there is no approval left: after a stop or a rejection nothing
more may be sent, and over an open menu nobody can be asked whether it may be closed.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from automation.core.observation import Observation, WindowInfo

HELD: Final = (
    "A program holds the mouse since this run, as an open menu does: press Esc to close it."
)


class OpenedMenus:
    """Serves one run; owned by the agent thread."""

    def __init__(self) -> None:
        self._opened: frozenset[int] = frozenset()
        self._before: frozenset[int] | None = None
        self._was_free = False

    def pressing(self, before: Observation, *, is_mouse_taken: bool) -> None:
        """Remember which menus are open right before something is sent, and whether a program holds the mouse."""
        self._before = _open(before.windows)
        self._was_free |= not is_mouse_taken

    def pressed(self, after: Observation) -> None:
        """Remember what came up since, by that press or by the user's: nobody tells which."""
        if self._before is not None:
            self._opened |= _open(after.windows) - self._before
        self._before = None

    def left(self, windows: Sequence[WindowInfo], *, is_mouse_taken: bool) -> str:
        """Return a sentence on those that are open still, and how they are closed; empty for none.

        Args:
            windows: as they are at the end. Where the look after the last press was cut short,
                what they have more than before it came up since.
            is_mouse_taken: a program holds the mouse.
        """
        now = _open(windows)
        mine = self._opened & now
        if self._before is not None:
            mine |= now - self._before
        if not mine:
            is_told = any(w.is_menu for w in windows)
            return HELD if is_mouse_taken and self._was_free and not is_told else ""
        if len(mine) == 1:
            return "A menu that came up during this run is still open: press Esc to close it."
        return (
            f"{len(mine)} menus that came up during this run are still open: "
            "press Esc once for each."
        )


class BroughtUp:
    """Knows whether a run has opened or raised a window. Serves one run; owned by the agent thread."""

    def __init__(self) -> None:
        self._known: frozenset[int] | None = None
        self._active = 0

    def begins(self, first: Observation) -> None:
        """Remember the windows of the first look."""
        self._known = frozenset(window.window_id for window in first.windows)
        self._active = first.active_window.window_id if first.active_window else 0

    def is_shown(self, windows: Sequence[WindowInfo]) -> bool:
        """Tell whether one was opened, or another one has the focus than at first."""
        return self._known is not None and any(
            w.window_id not in self._known or (w.is_active and w.window_id != self._active)
            for w in windows
            if not (w.is_own or w.is_popup or w.is_minimised)
        )


def _open(windows: Iterable[WindowInfo]) -> frozenset[int]:
    return frozenset(w.window_id for w in windows if w.is_menu and not (w.is_own or w.is_minimised))
