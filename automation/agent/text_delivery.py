"""Did a text come to its field? No key and no further text follows one of which its field denies it.

What an Enter would send off then is something else, or it presses what has the keyboard instead.
Where no field tells what it holds, puts it its own way or may show it all the same, nothing is denied:
what follows goes out as after any step.
"""

from dataclasses import replace
from typing import Final

import msgspec

from automation.agent.pending import Pending
from automation.core.actions import (
    MAX_TEXT_CHARS,
    Action,
    Check,
    Click,
    Hotkey,
    KeyUp,
    Move,
    Scroll,
    Write,
    needs_focus,
    sends_input,
)
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import CountsLetters, ElementReader
from automation.core.proposal import Execution, Receipt
from automation.core.secrets import holds_reference, literal
from automation.core.text import worded
from automation.core.wording import quoted
from automation.safety.checks import is_put_its_own_way
from automation.safety.key_risk import key_name
from automation.safety.receipts import read_again
from automation.safety.screen_changes import HIGHLIGHT_PX, is_still
from automation.screen.roles import TYPED_FIELDS, hides_text

_TELLS: Final = "field"
"""A cell, a drop-down and a number's box may tell of a text only once Enter has taken it."""
PRESS_IT: Final = worded("Press the field before you type again.")
"""For who can find another way: what may follow."""
_PRESSES_NOTHING: Final = (Move, Scroll, KeyUp)
_WAYS_BACK: Final = frozenset({"esc"})
"""Keys that may follow all the same. Tab is a letter in an editor, and arrows move a choice or a slider."""
_MOVES_ON: Final = frozenset("\n\r\t")
"""Typed as keys that send a text off or leave its field."""


class Delivery:
    """Serves one run; owned by the agent thread."""

    def __init__(self, reader: ElementReader) -> None:
        self._reader = reader
        self._denies: ScreenElement | None = None
        """The field that did not get the last text, with what it holds."""
        self._is_pressed = False
        """That or another entry was pressed since: a text may be tried there."""

    def field_before(self, pending: Pending, action: Action) -> ScreenElement | None:
        """Return the field or slider that the action is for, with what it holds now; None if none tells.

        A slider may move by itself, as the position of a player does while somebody reads a card. A
        password field is given as many dots as it holds characters: nothing else of it is asked.
        """
        meant = pending.proposal.element
        if meant is not None and meant.role == "slider" and isinstance(action, Click | Hotkey):
            return read_again(self._reader, meant)
        if not isinstance(action, Write):
            return None
        elements = [e for e in (pending.proposal.element, pending.met) if e is not None]
        if any(hides_text(e) for e in elements):
            return self._in_dots(elements[0]) if hides_text(elements[0]) else None
        field = next((e for e in elements if e.role in TYPED_FIELDS), None)
        return read_again(self._reader, field) if field is not None else None

    def _in_dots(self, field: ScreenElement) -> ScreenElement | None:
        reader = self._reader
        count = reader.letters(field) if isinstance(reader, CountsLetters) else None
        is_told = count is not None and 0 <= count <= MAX_TEXT_CHARS
        return replace(field, value="•" * count) if count is not None and is_told else None

    def took(
        self,
        pending: Pending,
        action: Action,
        receipt: Receipt,
        looks: tuple[Observation, Observation],
    ) -> None:
        """Take in what came of an action that was sent."""
        if isinstance(action, Write):
            field = pending.held
            is_denied = (
                field is not None
                and _is_denied(action, field, receipt)
                and _shows_nothing_new(field, looks)
            )
            self._denies = field if is_denied else None
            self._is_pressed = False
        elif sends_input(action) and not _may_follow(action):
            element = pending.proposal.element or pending.met
            self._is_pressed = element is not None and element.role in TYPED_FIELDS
            if not (isinstance(action, Click) and self._is_pressed):
                self._denies = None

    def why_withheld(self, intent: Action | Check) -> str:
        """Return in a sentence why a key or a text may not follow the last text; empty where it may."""
        field = self._denies
        if field is None or not self._is_withheld(intent):
            return ""
        now = read_again(self._reader, field)
        is_read = now is not None and now.value is not None
        if now is not None and is_read and now.value != field.value:
            self._denies = None
            return ""
        return _why(field, is_read=is_read)

    def _is_withheld(self, intent: Action | Check) -> bool:
        if isinstance(intent, Write):
            return not self._is_pressed
        if not isinstance(intent, Action) or _may_follow(intent):
            return False
        return needs_focus(intent)


def _is_denied(action: Write, field: ScreenElement, receipt: Receipt) -> bool:
    """Tell whether the field tells for sure that it does not hold the text, in no way of its own."""
    if receipt.code != "as_it_was" or field.role != _TELLS or action.press_enter:
        return False
    held = field.value or ""
    if len(held) >= MAX_TEXT_CHARS:  # of more a reader cuts off the end
        return False
    return not (_MOVES_ON & set(action.text) or is_put_its_own_way(action.text, held))


def _shows_nothing_new(field: ScreenElement, looks: tuple[Observation, Observation]) -> bool:
    """Tell whether the picture bears the field out: what it swallowed is nowhere to be seen.

    An editor or a terminal in a page may take its text by a hidden area that always tells "": then
    all of its window has to be as it was.
    """
    before, after = looks
    rect = field.box.grown(HIGHLIGHT_PX) if field.value else _window_box(field, before)
    return is_still(before, after, rect)


def _window_box(field: ScreenElement, seen: Observation) -> Rect:
    window = next((w for w in seen.windows if w.window_id == field.window_id), None)
    return window.rect if window is not None else seen.frame.rect


def _may_follow(action: Action) -> bool:
    if isinstance(action, Hotkey):
        return {key_name(key) for key in action.keys} <= _WAYS_BACK
    return isinstance(action, _PRESSES_NOTHING)


def _why(field: ScreenElement, *, is_read: bool) -> str:
    name = quoted(field.name) if field.name else worded("the field")
    if is_read:
        return worded(
            "The text did not arrive: {0} is as it was, so nothing more was pressed.", name
        )
    return worded(
        "It is not known whether the text arrived: {0} can no longer be read, so nothing more was pressed.",
        name,
    )


def as_typed(action: Action, execution: Execution) -> Action:
    """Return the action with what the verifier may look for.

    Of a secret that is as many dots as characters were typed: nothing else of it is known here.
    """
    if not isinstance(action, Write):
        return action
    if not holds_reference(action.text):
        return _literal(action)
    return msgspec.structs.replace(action, text="•" * execution.text_sent_chars)


def _literal(action: Write) -> Write:
    text = literal(action.text)
    return action if text == action.text else msgspec.structs.replace(action, text=text)
