"""Has the same thing the keyboard still? Asked right before keys are sent that name no place.

The executor compares windows and their titles; a page or a dialog that is drawn in the same window
takes the keyboard without changing either. The tree is asked for what it said had the keyboard when
the step was judged. Where it said nothing then, nothing is known.
"""

from collections.abc import Callable
from typing import Final

from automation.agent.pending import Pending
from automation.agent.still_there import SLACK_PX
from automation.core.actions import Action, Write
from automation.core.clock import Clock
from automation.core.errors import Refused
from automation.core.focus import needs_focus
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.stopping import StopToken
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.text_places import TELLS_NOTHING

BACK_WITHIN_S: Final = 1.0
"""How long the keyboard may be elsewhere: a card that was pressed had it, and programs tell late."""
POLL_S: Final = 0.02
ELSEWHERE: Final = (
    "what had the keyboard when the keys were approved has it no more; nothing was sent"
)
TAKES_NONE: Final = (
    "something that takes no text has got the keyboard, which letters could press; nothing was sent"
)


class SameFocus:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self, reader: ElementReader, clock: Clock, look: Callable[[], Observation]
    ) -> None:
        """Take the ways to look.

        Args:
            reader: asked for one element, by its handle.
            clock: for the wait.
            look: takes a fresh picture; only asked where the element does not answer for itself.
        """
        self._reader, self._clock, self._look = reader, clock, look

    def check(self, pending: Pending, action: Action, stop: StopToken) -> None:
        """Let keys pass that go where they went when the step was judged.

        Raises:
            Refused: `changed`.
            CaptureError: it had to be looked for, and there is no picture.
            Stopped: the user or a limit stopped it.
        """
        met = pending.met
        if not needs_focus(action):
            return
        if met is None or "focused" not in met.states:
            if isinstance(action, Write) and self._is_lost():
                raise Refused("changed", TAKES_NONE)
            return
        until_s = self._clock.now_s() + BACK_WITHIN_S
        while not self._has_keyboard(met):
            if self._clock.now_s() >= until_s:
                raise Refused("changed", ELSEWHERE)
            self._clock.wait(POLL_S, stop)

    def _is_lost(self) -> bool:
        """Tell whether something that takes no text has the keyboard now, where nothing was told before."""
        found = self._reader.focused(self._look())
        if found is None or found.role in TELLS_NOTHING:
            return False
        return found.role not in ENTRY_ROLES and "editable" not in found.states

    def _has_keyboard(self, met: ScreenElement) -> bool:
        now = self._reader.refreshed(met)
        if now is not None:
            return "focused" in now.states
        # Some toolkits forget their handles.
        found = self._reader.focused(self._look())
        return found is not None and _is_same(met, found)


def _is_same(met: ScreenElement, found: ScreenElement) -> bool:
    """Tell whether they are one thing, by what it is called; without a name by where it is."""
    alike = ("name", "role", "window_id")
    if any(getattr(met, one) != getattr(found, one) for one in alike):
        return False
    is_there = max(abs(met.box.x - found.box.x), abs(met.box.y - found.box.y)) <= SLACK_PX
    return ("secret" in met.states) == ("secret" in found.states) and (bool(met.name) or is_there)
