"""Raw events of a recording: what a listener heard, before anybody made sense of it.

A listener tells the keysym (what the key gave under the layout and modifiers of that moment), because
the layout is another one tomorrow. What is typed into a secret field is never an event: the listener
sends `SECRET` when the first such key is pressed, leaves the keys out, and sends `SECRET_OVER` when the
focus has left the field, or before Enter, Tab or Esc, which tell nothing of the secret. Where nothing
tells what has the focus text is left out in the same way, with the flag `UNTOLD`.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

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

LAST_WHEEL_BUTTON: Final = 7
FIRST_WHEEL_BUTTON: Final = 4


class RawEvent(NamedTuple):
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


DTYPE: Final = np.dtype(
    [
        ("t_us", "<i8"),
        ("window", "<u8"),
        ("keysym", "<u4"),
        ("base", "<u4"),
        ("x", "<i4"),
        ("y", "<i4"),
        ("state", "<u2"),
        ("keycode", "<u2"),
        ("kind", "u1"),
        ("button", "u1"),
        ("group", "u1"),
        ("flags", "u1"),
        ("check", "<u4"),
    ]
)
"""An event as it lies in a file; `check` is `raw_file`'s business."""

Events = npt.NDArray[np.void]
"""(n,) of `DTYPE`."""
_ORDER: Final = list(RawEvent._fields)


def to_array(events: "list[RawEvent] | tuple[RawEvent, ...]") -> Events:
    """Return events as an array; a number that does not fit its field is cut to the nearest that does."""
    array = np.zeros(len(events), DTYPE)
    if not events:
        return array
    for name, column in zip(_ORDER, zip(*events, strict=True), strict=True):
        limits = np.iinfo(DTYPE[name])
        array[name] = [min(max(value, limits.min), limits.max) for value in column]
    return array


def to_events(array: Events) -> list[RawEvent]:
    """Return an array's events as values."""
    columns = [array[name].tolist() for name in _ORDER]
    return [RawEvent._make(row) for row in zip(*columns, strict=True)]
