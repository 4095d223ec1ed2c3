"""Where a browser ends and its page begins."""

from collections.abc import Iterable
from typing import Final

from automation.core.observation import ScreenElement

_FIELDS: Final = ("field", "combo")


def is_above_pages(element: ScreenElement, elements: Iterable[ScreenElement]) -> bool:
    """Tell whether it is a field of the browser's own, such as its address bar.

    A page draws nothing above itself, so that no field of a page can stand in for one up there.

    Args:
        element: the one in question.
        elements: those of its window; none of them a page, and it is in no browser.
    """
    pages = [one.box for one in elements if one.role == "document"]
    is_above = bool(pages) and all(element.box.bottom <= page.y for page in pages)
    return is_above and element.role in _FIELDS
