"""Events of the user's hands as a recording keeps them: one type from the display to the macro.

Numbers are those of the file of a recording (`events.bin`).
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

MOVE: Final = 1
"""The pointer went to x, y."""
PRESS: Final = 2
"""A button went down at x, y; the wheel turns as buttons 4 to 7 (up, down, left, right)."""
RELEASE: Final = 3
KEY_DOWN: Final = 4
KEY_UP: Final = 5
FOCUS: Final = 6
"""The keyboard focus went to another field or window."""
SECRET: Final = 7
"""From here on something secret is typed; the keys are left out."""
SECRET_OVER: Final = 8
PAUSED: Final = 9
"""The user paused the recording."""
RESUMED: Final = 10
LOST: Final = 11
"""Events were lost here: nothing is known of what is held down."""
KINDS: Final = range(MOVE, LOST + 1)

SHIFT: Final = 0x01
LOCK: Final = 0x02
CTRL: Final = 0x04
ALT: Final = 0x08
NUM: Final = 0x10
SUPER: Final = 0x40
ALTGR: Final = 0x80
"""Bits of `state`, as modifiers usually lie on X; a listener whose Alt lies elsewhere puts it here."""

COMPOSED: Final = 0x01
"""Flag: an input method stands between the key and the text, so keysyms do not tell the text."""

UNTOLD: Final = 0x02
"""Flag of `SECRET`: it may be no secret, but nothing told where the keys went."""

FIRST_WHEEL_BUTTON: Final = 4
LAST_WHEEL_BUTTON: Final = 7
WHEEL: Final = range(FIRST_WHEEL_BUTTON, LAST_WHEEL_BUTTON + 1)
"""Buttons that are the wheel: up, down, left, right."""
COMMANDS: Final = CTRL | ALT | SUPER
"""With one of these held a key types nothing."""


class HandEvent(NamedTuple):
    """One event. A tuple and not a dataclass because a recording has a million of them."""

    t_us: int
    """Monotonic time in microseconds."""
    kind: int
    button: int = 0
    x: int = 0
    y: int = 0
    """Pointer in device pixels of the desktop."""
    keycode: int = 0
    keysym: int = 0
    """What the key gives under `state` and `group`; 0 for nothing."""
    state: int = 0
    """Modifiers that were held or locked just before the event."""
    group: int = 0
    """Layout, from 0."""
    flags: int = 0
    base: int = 0
    """What the key gives in this layout without any modifier: the key of Ctrl+Shift+1 is 1."""
    window: int = 0
    """Top-level window under the pointer, or for keys the one that has the focus; 0 if not known."""

    @property
    def is_untold(self) -> bool:
        """Tell whether text is left out because nothing told where it went; it may be no secret."""
        return self.kind == SECRET and bool(self.flags & UNTOLD)


_BITS: Final = {"shift": SHIFT, "ctrl": CTRL, "alt": ALT, "super": SUPER, "altgr": ALTGR}


def bits_of(modifiers: Iterable[str]) -> int:
    """Return the bits of `state` for modifiers that are held."""
    return sum(_BITS[name] for name in modifiers if name in _BITS)
