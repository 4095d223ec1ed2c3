"""Did a text come to its field? No key and no further text follows one of which its field denies it.

What an Enter would send off then is something else, or it presses what has the keyboard instead.
Where no field tells what it holds nothing is denied: what follows goes out as after any step.
"""

from typing import Final

import msgspec

from automation.agent.pending import Pending, RunEnds
from automation.core.actions import (
    MAX_TEXT_CHARS,
    Action,
    Check,
    Click,
    KeyUp,
    Move,
    Scroll,
    Write,
    sends_input,
)
from automation.core.clock import Clock
from automation.core.focus import needs_focus
from automation.core.observation import ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import Execution, Finish, Outcome, Receipt
from automation.core.secrets import holds_reference, literal
from automation.core.stopping import StopToken
from automation.core.wording import quoted
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.read_back import AS_IT_WAS

LATE_S: Final = 1.0
"""How long a field is asked again before it is believed: pages tell late what was typed."""
POLL_S: Final = 0.05
_TELLS: Final = "field"
"""A cell, a drop-down and a number's box may tell of a text only once Enter has taken it."""
_PRESSES_NOTHING: Final = (Move, Scroll, KeyUp)


class Delivery:
    """Serves one run; owned by the agent thread."""

    def __init__(self, reader: ElementReader, clock: Clock, stop: StopToken) -> None:
        self._reader = reader
        self._clock = clock
        self._stop = stop
        self._denies: ScreenElement | None = None
        """The field that did not get the last text, with what it holds."""
        self._is_pressed = False
        """That or another entry was pressed since: a text may be tried there."""

    def field_before(self, pending: Pending, action: Action) -> ScreenElement | None:
        """Return the field that the action types into, with what it holds now; None if none tells."""
        if not isinstance(action, Write):
            return None
        elements = [e for e in (pending.proposal.element, pending.met) if e is not None]
        if any(e.role == "password" or "secret" in e.states for e in elements):
            return None
        field = next((e for e in elements if e.role in ENTRY_ROLES), None)
        return self._again(field) if field is not None else None

    def took(self, pending: Pending, action: Action, receipt: Receipt) -> None:
        """Take in what came of an action that was sent."""
        if isinstance(action, Write):
            self._denies = pending.held if _is_denied(action, pending.held, receipt) else None
            self._is_pressed = False
        elif sends_input(action) and not isinstance(action, _PRESSES_NOTHING):
            element = pending.proposal.element or pending.met
            self._is_pressed = element is not None and element.role in ENTRY_ROLES
            if not (isinstance(action, Click) and self._is_pressed):
                self._denies = None

    def check(self, intent: Action | Check) -> None:
        """Let pass what may follow the last text.

        Raises:
            RunEnds: that text did not arrive, and this is a key or a text.
            Stopped: the user or a limit stopped it.
        """
        field = self._denies
        if field is None or not self._is_withheld(intent):
            return
        until_s = self._clock.now_s() + LATE_S
        while not self._holds_other(field):
            if self._clock.now_s() >= until_s:
                name = quoted(field.name) if field.name else "the field"
                said = f"The text did not arrive: {name} is as it was, so nothing more was pressed."
                raise RunEnds(Finish(Outcome.UNVERIFIED, said))
            self._clock.wait(POLL_S, self._stop)
        self._denies = None

    def _is_withheld(self, intent: Action | Check) -> bool:
        if isinstance(intent, Write):
            return not self._is_pressed
        return isinstance(intent, Action) and needs_focus(intent) and not isinstance(intent, KeyUp)

    def _holds_other(self, field: ScreenElement) -> bool:
        now = self._again(field)
        return now is not None and now.value is not None and now.value != field.value

    def _again(self, element: ScreenElement) -> ScreenElement | None:
        """Read an element again; None where it is gone, or its handle means a thing of another kind."""
        fresh = self._reader.refreshed(element)
        return fresh if fresh is not None and fresh.role == element.role else None


def _is_denied(action: Write, field: ScreenElement | None, receipt: Receipt) -> bool:
    """Tell whether the field tells for sure that it did not get the text."""
    if receipt.detail != AS_IT_WAS or field is None or field.role != _TELLS or not action.text:
        return False
    return len(field.value or "") < MAX_TEXT_CHARS  # of more a reader cuts off the end


def as_typed(action: Action, execution: Execution) -> Action:
    """Return the action with what the verifier may look for.

    Of a secret that is as many dots as characters were typed: nothing else of it is known here.
    """
    if not isinstance(action, Write):
        return action
    if not holds_reference(action.text):
        return _literal(action)
    return msgspec.structs.replace(action, text="•" * execution.text_sent_chars)


def _literal(action: Write) -> Write:
    text = literal(action.text)
    return action if text == action.text else msgspec.structs.replace(action, text=text)
