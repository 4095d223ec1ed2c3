"""What a key did, where no picture proves it: it opened a page, or it moved the text cursor.

A page that moves by itself keeps a picture from proving anything. The browser's own word does: its bar
gave the keyboard away, and its window has another title. Either alone may happen by itself. A text
cursor blinks, so that a picture of it proves nothing; its field tells where it stands.
"""

from typing import Final, Protocol, runtime_checkable

from automation.core.actions import Action, Hotkey
from automation.core.observation import Observation, ScreenElement, TextCursor, WindowInfo
from automation.core.pages import is_above_pages
from automation.core.ports import ElementReader
from automation.core.proposal import Receipt
from automation.safety.chords import key_name

_TO_START: Final = frozenset({"home", "ctrl+home", "left"})
_TO_END: Final = frozenset({"end", "ctrl+end", "right"})


@runtime_checkable
class ReadsCursor(Protocol):
    """A reader that can say where the text cursor of a field stands."""

    def text_cursor(self, element: ScreenElement) -> TextCursor | None:
        """Return where it stands and what is selected; None where the field does not tell."""
        ...


def cursor_before(
    action: Action, met: ScreenElement | None, reader: ElementReader
) -> TextCursor | None:
    """Return the text cursor of what has the keyboard, right before keys are sent; None for others."""
    if not isinstance(action, Hotkey) or met is None or "editable" not in met.states:
        return None
    if "secret" in met.states or not isinstance(reader, ReadsCursor):
        return None
    return reader.text_cursor(met)


def moved_cursor(
    action: Action, met: ScreenElement | None, before: TextCursor | None, reader: ElementReader
) -> Receipt | None:
    """Return the receipt of keys that moved the text cursor, selected a text or changed its length.

    A key that leads to where the cursor stands already has landed. None where nothing is told.
    """
    if before is None or met is None or not isinstance(action, Hotkey):
        return None
    now = reader.text_cursor(met) if isinstance(reader, ReadsCursor) else None
    if now is None:
        return None
    if now.characters != before.characters:
        return Receipt("effect_seen", "the text in the field has another length")
    if (now.start, now.end) != (before.start, before.end):
        return Receipt("effect_seen", "another part of the text is selected")
    if now.offset != before.offset:
        return Receipt("effect_seen", "the text cursor moved")
    keys = "+".join(key_name(key) for key in action.keys)
    is_there = (keys in _TO_START and now.offset == 0) or (
        keys in _TO_END and now.offset == now.characters
    )
    return Receipt("landed", "the text cursor stands there already") if is_there else None


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
