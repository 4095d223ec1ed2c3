"""What a recording hears and sees of the user's hands: one type from the display to the macro.

Numbers are those of the file of a recording (`events.bin`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo

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


Handle = tuple[str, str]
"""Bus name and object path of a thing in the accessibility tree."""


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What could be seen around a place just before something was done there; everything may be missing.

    Captured before a press, since hover and press change the picture.
    """

    point: ScreenPoint
    """Where the button went down; for keys the middle of what has the focus, else the pointer."""
    frame: Frame | None = None
    """The picture before, at least of what lies around the place; secrets, private windows and our own
    are painted over already."""
    window: WindowInfo | None = None
    """The managed window that the press reached; for an open menu or list the window it belongs to."""
    element: ScreenElement | None = None
    """The smallest thing of the tree there; for keys what has the focus, with an empty value where
    it is known to have held nothing."""
    elements: tuple[ScreenElement, ...] = ()
    """What else the tree tells of the window: rows, labels and texts are looked for in it."""
    lines: tuple[ScreenElement, ...] = ()
    """Lines of text that OCR read around the place, or in the whole window."""
    scale: float = 1.0
    """Device pixels per logical pixel of the monitor."""


@dataclass(frozen=True, slots=True)
class FieldValue:
    """What a field held while it was read."""

    handle: Handle
    value: str
    began_us: int
    ended_us: int
    """A key that went down later is not in it; one that went down a little before may not be either."""
