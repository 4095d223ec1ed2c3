"""Primitive events and the seam to what sends them.

An action is turned into primitives; the emitter sends one primitive at a time and looks at the
stop flag, the budgets and the window under the pointer in between. A backend never loops, never
sleeps and never decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from automation.core.geometry import ScreenPoint

KeyCode = int | str
"""An X keycode (8..255), or the key name that pyautogui uses."""

Receiver = tuple[int, ...]
"""First what the display itself calls the window that a press would reach now, then what else the press
depends on; empty where the display cannot be held still."""


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """Put the pointer on one device pixel."""

    point: ScreenPoint


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """Press or release a button: 1 left, 2 middle, 3 right, 4..7 wheel up, down, left, right, 8 back, 9 forward.

    In a plan it is what the program shall hear; what is sent is the button of the mouse that means it
    (`Backend.button_code`).
    """

    number: int
    is_down: bool


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """Press or release one key."""

    code: KeyCode
    is_down: bool


@dataclass(frozen=True, slots=True)
class Tap(KeyEvent):
    """A press whose release is the very next primitive.

    Both are sent at once: on a busy machine the release can be so late that the key repeats.
    """

    is_down: bool = True


@dataclass(frozen=True, slots=True)
class BriefPress(ButtonEvent):
    """A press of a button whose release is the very next primitive; both are sent at once."""

    is_down: bool = True


@dataclass(frozen=True, slots=True)
class Remap:
    """Give spare keycodes these keysyms (X11 only); an empty keysym (0) clears the keycode."""

    codes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """Let time pass; the emitter does the waiting so that a stop ends it."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Typed:
    """Marks that the character at this index of the text has gone out; sends nothing."""

    index: int


Primitive = MoveEvent | ButtonEvent | KeyEvent | Remap | Pause | Typed


class Backend(Protocol):
    """Sends primitives. Owned by the emitter's thread; every call returns at once."""

    @property
    def name(self) -> str:
        """`x11` or `pyautogui`."""
        ...

    def key_code(self, key_name: str) -> KeyCode:
        """Return the code of a key by its name in our table.

        Raises:
            UnknownKey: the name is not in the table, or this keyboard has no such key.
        """
        ...

    def button_code(self, number: int) -> int:
        """Return the button to send so that programs hear this one: people swap the buttons of their mouse.

        Raises:
            Refused: `unsupported`: no button means it as the mouse is set up now.
        """
        ...

    def plan_text(self, text: str) -> Iterable[Primitive]:
        """Return the primitives that type the text exactly, whatever the layout.

        Raises:
            InputError: a character cannot be typed; names it. Nothing has been sent.
        """
        ...

    def send(self, primitive: Primitive) -> None:
        """Send one primitive and flush it; `Pause` and `Typed` are not sent."""
        ...

    def has_taken_keys(self, within_s: float) -> bool | None:
        """Ask the program with the keyboard whether it has looked up every key sent so far.

        Returns:
            None where it cannot be asked; False when it did not say so in time.
        """
        ...

    def receiver(self, press: KeyEvent | ButtonEvent) -> Receiver:
        """Return whom this press would reach if it were sent now."""
        ...

    def hold_still(self, press: KeyEvent | ButtonEvent, receiver: Receiver) -> bool:
        """Keep other programs from changing what a press would reach until `let_go`.

        Nothing is kept, and the answer is False, when the receiver is another one by now.
        True without keeping anything where the display cannot be held still. Every True is
        followed by `let_go` within the time of a few requests: all programs wait meanwhile.
        """
        ...

    def let_go(self) -> None:
        """Send what was kept back for it, and let everything move again; nothing where nothing is kept."""
        ...

    @property
    def is_still(self) -> bool:
        """Tell whether the display is kept so."""
        ...

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        ...

    def held(self) -> tuple[frozenset[KeyCode], frozenset[int]]:
        """Return the keys and buttons that are down now, whoever pressed them."""
        ...

    def held_modifiers(self) -> frozenset[str]:
        """Return the names of the modifiers (ctrl, shift, alt, super, altgr) that are down."""
        ...

    def close(self) -> None:
        """Give the connection back."""
        ...
