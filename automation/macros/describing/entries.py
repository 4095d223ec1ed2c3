"""Fields whose whole content is one short answer."""

from typing import Final

from automation.core.observation import ScreenElement

_SHORT: Final = frozenset({"field", "spinner"})


def is_short_entry(element: ScreenElement) -> bool:
    """Tell whether selecting all of it selects one line of text and nothing else.

    In a table that would be every cell, in a terminal the cursor jumps, and a text of many lines
    is something that people add to.
    """
    is_entry = element.role in _SHORT or (element.role == "combo" and "editable" in element.states)
    return is_entry and "multi_line" not in element.states
