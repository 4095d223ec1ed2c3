"""The second look: right before the first event everything is as it was when it was prepared.

What only takes a moment is waited for: a chord that the user still holds, an animation at the target.
"""

from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action, Write
from automation.core.clock import Clock
from automation.core.errors import Refused
from automation.core.focus import needs_focus
from automation.core.stopping import StopToken
from automation.desktop.input.changes import difference
from automation.desktop.input.secure_input import FREE_WITHIN_S, POLL_S, TAKEN
from automation.desktop.input.targets import Display, Target

SAME_WITHIN_S: Final = 0.15
"""How long a changed picture may take to become the approved one again (an animation, a fade)."""
SAME_POLL_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Looks on behalf of one action; every wait ends with its stop token, by `Stopped`."""

    display: Display
    clock: Clock
    stop: StopToken

    def await_keyboard(self, action: Action) -> None:
        """Refuse keys while another program holds the keyboard; wait for a chord to be let go.

        Raises:
            Refused: `secure_input`.
        """
        if not (isinstance(action, Write) or needs_focus(action)):
            return
        deadline_s = self.clock.now_s() + FREE_WITHIN_S
        while self.display.is_input_secure():
            if self.clock.now_s() > deadline_s:
                raise Refused("secure_input", TAKEN)
            self.clock.wait(POLL_S, self.stop)

    def await_same(self, action: Action, target: Target) -> None:
        """Wait until the target is as it was prepared.

        Raises:
            Refused: it is another one and stays so.
        """
        deadline_s = self.clock.now_s() + SAME_WITHIN_S
        while True:
            refusal = self._refusal(action, target)
            if refusal is None:
                return
            if self.clock.now_s() > deadline_s:
                raise refusal
            self.clock.wait(SAME_POLL_S, self.stop)

    def _refusal(self, action: Action, target: Target) -> Refused | None:
        try:
            sentence = difference(target, action, self.display)
        except Refused as error:
            return error
        return Refused("changed", f"{sentence}; look again") if sentence else None
