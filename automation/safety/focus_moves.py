"""What a press changes by taking the keyboard alone: rings and frames of other things.

A press on a button moves the focus to it, whether or not the button does anything. What had the
focus loses its ring, and another button stops being the default: neither is an effect.
"""

from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.ports import ElementReader

RING_PX: Final = 8
"""How far a ring reaches past the box of what it is drawn round."""
FRAME_PX: Final = 4
"""How far the frame of a field reaches into its box."""
_RINGED: Final = frozenset({"focused", "default"})
_WHOLE: Final = frozenset(
    {"button", "toggle", "link", "checkbox", "radio", "tab", "list_item", "tree_item"}
)
"""Things whose whole face is drawn anew when they lose the focus; what they are is their states."""


@runtime_checkable
class RemembersFocus(Protocol):
    """A reader that still knows what it read last, from before the action."""

    @property
    def holders(self) -> Sequence[ScreenElement]:
        """What had the focus, or was the default, when the tree was last read."""
        ...


def focus_holders(reader: ElementReader) -> Sequence[ScreenElement]:
    """Return what had the focus, or was the default, when the reader last read the tree."""
    return reader.holders if isinstance(reader, RemembersFocus) else ()


def left_by_focus(reader: ElementReader, target: ScreenElement | None) -> tuple[Rect, ...]:
    """Return the parts that look otherwise only because the focus moved away from them.

    What changed in more than that, or is gone, is told by its pixels as ever.
    """
    found: list[Rect] = []
    for was in focus_holders(reader):
        if target is None or was.handle != target.handle:
            found += _left(was, reader.refreshed(was))
    return tuple(found)


def _left(was: ScreenElement, fresh: ScreenElement | None) -> tuple[Rect, ...]:
    if fresh is None or was.states & _RINGED == fresh.states & _RINGED:
        return ()
    if was.states - _RINGED != fresh.states - _RINGED or was.name != fresh.name:
        return ()
    ring = was.box.grown(RING_PX)
    if was.role in _WHOLE or (was.value is not None and was.value == fresh.value):
        return (ring,)
    return _around(ring, was.box.grown(-FRAME_PX)) if was.value is None else ()


def _around(outer: Rect, inner: Rect) -> tuple[Rect, ...]:
    """Return the outer rectangle less the inner one."""
    if inner.w <= 0 or inner.h <= 0:
        return (outer,)
    return (
        Rect(outer.x, outer.y, outer.w, inner.y - outer.y),
        Rect(outer.x, inner.bottom, outer.w, outer.bottom - inner.bottom),
        Rect(outer.x, inner.y, inner.x - outer.x, inner.h),
        Rect(inner.right, inner.y, outer.right - inner.right, inner.h),
    )
