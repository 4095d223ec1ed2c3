"""Reading a thing of the screen again, while its handle still means the same one."""

from automation.core.observation import ScreenElement
from automation.core.ports import ElementReader
from automation.macros.finder.texts import comparable


def read_again(element: ScreenElement, reader: ElementReader) -> ScreenElement | None:
    """Return a thing as it is by now; None where it is gone.

    Lists hand the handle of a row that has left to another row: what is called otherwise is that one.
    """
    fresh = reader.refreshed(element)
    if fresh is None or fresh.role != element.role:
        return None
    # Qt and GTK call a drop-down without a label by its choice, which is what it holds.
    is_same = fresh.role == "combo" or comparable(fresh.name) == comparable(element.name)
    return fresh if is_same else None
