"""Did Enter in a browser's address bar open a page? Asked where the picture cannot tell.

A page that moves by itself keeps a picture from proving anything. The browser's own word does: its bar
gave the keyboard away, and its window has another title. Either alone may happen by itself.
"""

from automation.core.actions import Action, Hotkey
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pages import is_above_pages
from automation.core.ports import ElementReader
from automation.core.proposal import Receipt
from automation.safety.chords import key_name


def opened_page(
    action: Action,
    met: ScreenElement | None,
    looks: tuple[Observation, Observation],
    reader: ElementReader,
) -> Receipt | None:
    """Return the receipt of an Enter that opened a page; None where that is not sure.

    Args:
        action: that was sent.
        met: what had the keyboard when the step was judged.
        looks: the screen right before and after.
        reader: asked for the bar and for what lies below it.
    """
    if not (isinstance(action, Hotkey) and [key_name(k) for k in action.keys] == ["enter"]):
        return None
    if met is None or "focused" not in met.states:
        return None
    was, now = (_window(met, look) for look in looks)
    if was is None or now is None or not now.is_active or was.title == now.title:
        return None
    bar = reader.refreshed(met)
    if bar is None or "focused" in bar.states or not is_above_pages(bar, reader.tree(looks[1])):
        return None
    return Receipt("effect_seen", "the window's title changed, and its bar gave the keyboard away")


def _window(element: ScreenElement, look: Observation) -> WindowInfo | None:
    return next((w for w in look.windows if w.window_id == element.window_id), None)
