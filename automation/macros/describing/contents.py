"""What things hold is the user's: it changes, it may be private, and it tells nothing of the thing."""

from collections.abc import Iterable
from typing import Final

from automation.core.observation import ScreenElement

HOLDERS: Final = frozenset(
    {"field", "password", "combo", "spinner", "slider", "terminal", "document"}
)
"""What can be read on these is what they hold."""
_TEXTS: Final = frozenset({"field", "password", "combo", "spinner", "terminal"})
"""Of them those that hold nothing but what somebody entered; a document holds pages and buttons too."""


def is_secret(element: ScreenElement | None) -> bool:
    """Tell whether nothing at all of what a thing shows may be kept."""
    return element is not None and (element.role == "password" or "secret" in element.states)


def holds_text(element: ScreenElement | None) -> bool:
    """Tell whether what can be read on a thing is what somebody entered."""
    if element is None:
        return False
    return element.role in _TEXTS or "editable" in element.states or is_secret(element)


def without_contents(
    lines: Iterable[ScreenElement], elements: Iterable[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return the lines of text that are not read on what somebody entered."""
    holders = [e.box for e in elements if holds_text(e)]
    return tuple(x for x in lines if not any(box.contains(x.box.center) for box in holders))
