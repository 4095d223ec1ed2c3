"""Which menus came up as a run pressed and are open still: nothing closes them, so that its end says so.

When a run ends before its last step there is no approval left: after a stop or a rejection nothing
more may be sent, and over an open menu nobody can be asked whether it may be closed.
"""

from collections.abc import Iterable, Sequence

from automation.core.observation import Observation, WindowInfo


class OpenedMenus:
    """Serves one run; owned by the agent thread."""

    def __init__(self) -> None:
        self._opened: frozenset[int] = frozenset()
        self._before: frozenset[int] | None = None

    def pressing(self, before: Observation) -> None:
        """Remember which menus are open right before something is sent."""
        self._before = _open(before.windows)

    def pressed(self, after: Observation) -> None:
        """Remember what came up since, by that press or by the user's: nobody tells which."""
        if self._before is not None:
            self._opened |= _open(after.windows) - self._before
        self._before = None

    def left(self, windows: Sequence[WindowInfo]) -> str:
        """Return a sentence on those that are open still, and how they are closed; empty for none.

        Args:
            windows: as they are at the end. Where the look after the last press was cut short,
                what they have more than before it came up since.
        """
        now = _open(windows)
        mine = self._opened & now
        if self._before is not None:
            mine |= now - self._before
        if not mine:
            return ""
        if len(mine) == 1:
            return "A menu that came up during this run is still open: press Esc to close it."
        return (
            f"{len(mine)} menus that came up during this run are still open: "
            "press Esc once for each."
        )


def _open(windows: Iterable[WindowInfo]) -> frozenset[int]:
    return frozenset(w.window_id for w in windows if w.is_menu and not (w.is_own or w.is_minimised))
