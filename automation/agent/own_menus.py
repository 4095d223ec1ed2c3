"""Waits for the user to close a menu of ours: while it is open it would get what is sent."""

from typing import Final

from automation.agent.parts import Parts
from automation.core.observation import WindowInfo
from automation.core.programs import OWN_PROGRAM
from automation.core.stopping import StopToken

CLOSED_WITHIN_S: Final = 60.0
"""Longer than anybody reads a menu."""
POLL_S: Final = 0.1


def await_no_own_menu(parts: Parts, stop: StopToken) -> None:
    """Wait until no menu of ours is open, for `CLOSED_WITHIN_S` at most; not where nobody tells.

    Raises:
        Stopped: the user or a limit stopped the run.
    """
    until_s = parts.clock.now_s() + CLOSED_WITHIN_S
    while any(map(_is_own_menu, parts.windows())) and parts.clock.now_s() < until_s:
        parts.clock.wait(POLL_S, stop)


def _is_own_menu(window: WindowInfo) -> bool:
    is_own = window.is_own or window.app.casefold() == OWN_PROGRAM
    return is_own and window.is_menu and not window.is_minimised
