"""The second look: right before the first event everything is as it was when it was prepared.

What only takes a moment is waited for: a chord that the user still holds, an animation at the target.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action, ButtonUp, Hotkey, Move, Write
from automation.core.clock import Clock
from automation.core.errors import Refused
from automation.core.focus import needs_focus
from automation.core.stopping import StopToken
from automation.desktop.input.changes import difference
from automation.desktop.input.display import Display
from automation.desktop.input.secure_input import FREE_WITHIN_S, POLL_S, TAKEN
from automation.desktop.input.targets import Target

SAME_WITHIN_S: Final = 0.15
"""How long a changed picture may take to become the approved one again (an animation, a fade)."""
SAME_POLL_S: Final = 0.02
_ESC: Final = frozenset({"esc", "escape"})


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Looks on behalf of one action; every wait ends with its stop token, by `Stopped`."""

    display: Display
    clock: Clock
    stop: StopToken

    def await_keyboard(self, action: Action) -> None:
        """Refuse keys while another program holds the keyboard; wait for a chord to be let go.

        Esc alone goes out where the mouse is held too, as by an open menu that is no window of its own:
        it gives nothing away, and closes what it meets.

        Raises:
            Refused: `secure_input`.
        """
        if _closes_a_menu(action) and self.display.mouse.is_taken():
            return
        if isinstance(action, Write) or needs_focus(action):
            self._await(self._check_keyboard, FREE_WITHIN_S, POLL_S)

    def await_mouse(self, action: Action, target: Target) -> None:
        """Refuse a press while another program holds the mouse; wait for what ends by itself.

        Raises:
            Refused: `mouse_taken`.
        """
        if target.spots and not isinstance(action, Move | ButtonUp):
            self._await(lambda: self._check_mouse(action, target), FREE_WITHIN_S, POLL_S)

    def await_same(self, action: Action, target: Target) -> None:
        """Wait until the target is as it was prepared.

        Raises:
            Refused: it is another one and stays so.
        """
        self._await(lambda: self._check_same(action, target), SAME_WITHIN_S, SAME_POLL_S)

    def _await(self, check: Callable[[], None], within_s: float, poll_s: float) -> None:
        deadline_s = self.clock.now_s() + within_s
        while True:
            try:
                return check()
            except Refused:
                if self.clock.now_s() > deadline_s:
                    raise
            self.clock.wait(poll_s, self.stop)

    def _check_keyboard(self) -> None:
        if self.display.is_input_secure():
            raise Refused("secure_input", TAKEN)

    def _check_mouse(self, action: Action, target: Target) -> None:
        mouse = self.display.mouse
        if not mouse.is_taken():
            return
        for spot in target.spots:
            mouse.check_explained(spot.window, before_text=isinstance(action, Write))

    def _check_same(self, action: Action, target: Target) -> None:
        if sentence := difference(target, action, self.display):
            raise Refused("changed", f"{sentence}; look again")


def _closes_a_menu(action: Action) -> bool:
    """Tell whether the action is Esc alone."""
    return isinstance(action, Hotkey) and {key.casefold() for key in action.keys} <= _ESC
