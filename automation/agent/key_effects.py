"""What keys or a click did, where no picture proves it: they opened a page, or moved the text cursor.

A page that moves by itself keeps a picture from proving anything. The browser's own word does: its bar
gave the keyboard away, and its window has another title. Either alone may happen by itself. A text
cursor blinks, so that a picture of it proves nothing; its field tells where it stands.
"""

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from automation.core.actions import Action, Click, Hotkey
from automation.core.observation import Observation, ScreenElement, TextCursor, WindowInfo
from automation.core.pages import is_above_pages
from automation.core.ports import ElementReader
from automation.core.proposal import Receipt
from automation.safety.chords import key_name

_TO_START: Final = frozenset({"home", "ctrl+home", "left"})
_TO_END: Final = frozenset({"end", "ctrl+end", "right"})
_MAY_BE_TEXT: Final = frozenset({"text", "document", "group", "canvas", "field"})
"""Roles of what a click may put the text cursor into."""


@runtime_checkable
class ReadsCursor(Protocol):
    """A reader that can say where the text cursor of a field stands."""

    def text_cursor(self, element: ScreenElement) -> TextCursor | None:
        """Return where it stands and what is selected; None where the field does not tell."""
        ...


@dataclass(frozen=True, slots=True)
class HeldCursor:
    """The text that had the keyboard right before an action, and where its cursor stood."""

    holder: ScreenElement
    cursor: TextCursor


def cursor_before(
    action: Action, met: ScreenElement | None, before: Observation, reader: ElementReader
) -> HeldCursor | None:
    """Return the text cursor right before keys are sent, or a click goes to what may be a text."""
    if not isinstance(reader, ReadsCursor):
        return None
    if isinstance(action, Click):
        is_text = action.button == "left" and (met is None or met.role in _MAY_BE_TEXT)
        met = reader.focused(before) if is_text else None
    elif not isinstance(action, Hotkey):
        return None
    if met is None or "editable" not in met.states or "secret" in met.states:
        return None
    cursor = reader.text_cursor(met)
    return None if cursor is None else HeldCursor(met, cursor)


def moved_cursor(
    action: Action, held: HeldCursor | None, after: Observation, reader: ElementReader
) -> Receipt | None:
    """Return the receipt of keys or a click that moved the text cursor or selected a text.

    A key that leads to where the cursor stands already has landed. None where nothing is told.
    """
    if held is None or not isinstance(reader, ReadsCursor):
        return None
    now = reader.focused(after)
    if now is None or "editable" not in now.states or now.window_id != held.holder.window_id:
        return None
    if isinstance(action, Click) and not now.box.contains(action.at.point):
        return None
    if now.handle != held.holder.handle:
        # Some toolkits give the same field another handle.
        is_other = (now.name, now.role, now.box) != (
            held.holder.name,
            held.holder.role,
            held.holder.box,
        )
        return Receipt("effect_seen", "the text cursor went elsewhere") if is_other else None
    cursor, before = reader.text_cursor(now), held.cursor
    if cursor is None:
        return None
    if cursor.characters != before.characters:
        return Receipt("effect_seen", "the text in the field has another length")
    if (cursor.start, cursor.end) != (before.start, before.end):
        return Receipt("effect_seen", "another part of the text is selected")
    if cursor.offset != before.offset:
        return Receipt("effect_seen", "the text cursor moved")
    return (
        Receipt("landed", "the text cursor stands there already")
        if _is_there(action, cursor)
        else None
    )


def _is_there(action: Action, cursor: TextCursor) -> bool:
    """Tell whether the cursor stands where the action leads to."""
    if isinstance(action, Click):
        return True
    keys = "+".join(map(key_name, action.keys)) if isinstance(action, Hotkey) else ""
    return (keys in _TO_START and cursor.offset == 0) or (
        keys in _TO_END and cursor.offset == cursor.characters
    )


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
