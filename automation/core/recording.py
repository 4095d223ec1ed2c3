"""What a recording of the user's hands saw, as plain values that the desktop makes and a macro is made of."""

from dataclasses import dataclass

from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo

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
