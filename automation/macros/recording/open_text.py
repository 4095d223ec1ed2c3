"""Text that is being typed: what a next key adds to it or takes back."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from automation.macros.recording.gestures import Doubt, Gesture, Span, Text
from automation.macros.recording.texts import Composer, Made, Meaning, Sort

TEXT_US: Final = 1_500_000
"""Somebody who types on rests for less; after more they looked at something."""
MOST_STROKES: Final = 4000
"""Keys in one text: below what the executor types in one action, and a step that can be read."""

StrokeKeys = Callable[[Meaning, int], tuple[str, ...]]


@dataclass(slots=True)
class OpenText:
    """Text that is typed."""

    first: int
    begin_us: int
    window: int
    last: int
    end_us: int
    stroke_keys: StrokeKeys
    """Returns the names of the keys of one stroke; empty for a key without a name."""
    code: int = 0
    """Keycode of the last key."""
    enter: bool = False
    doubt: Doubt = ""
    chars: list[str] = field(default_factory=list)
    made_by: list[tuple[int, ...]] = field(default_factory=list)
    """Of each character the events of its keys; of several by one key all but the first have none."""
    strokes: list[tuple[Meaning, int]] = field(default_factory=list)
    """Keys as pressed, with the modifiers."""
    composer: Composer = field(default_factory=Composer)
    _waiting: list[int] = field(default_factory=list)
    """Events of the keys that have made no character yet."""

    def takes(self, now_us: int, window: int) -> bool:
        """Tell whether another key goes on with it; a dead key waits for its letter for ever."""
        if self.enter or window != self.window or len(self.strokes) >= MOST_STROKES:
            return False
        return now_us - self.end_us <= TEXT_US or self.composer.is_waiting

    def press(self, index: int, key: Meaning, state: int, *, is_composed: bool) -> None:
        """Press a key that types something, or leads to it."""
        self.strokes.append((key, state))
        self._waiting.append(index)
        match key.sort:
            case Sort.DEAD:
                made = self.composer.dead(key.text)
            case Sort.COMPOSE:
                made = self.composer.compose()
            case _:
                made = self.composer.char(key.text)
        self._add(made)
        if is_composed:
            self.doubt = self.doubt or "composed"

    def take_back(self, index: int, key: Meaning, state: int) -> tuple[int, ...]:
        """Press BackSpace; return the events of all keys that came to nothing by it.

        Empty when there is nothing of this text to take back.
        """
        if not (self.chars or self.composer.is_waiting):
            return ()
        self.strokes.append((key, state))
        if self.composer.clear() or unicodedata.combining(self.chars[-1]):
            # How much of a composed letter goes differs from program to program.
            self.doubt = self.doubt or "composed"
        gone = [*self._waiting, index]
        self._waiting = []
        if self.chars:
            self.chars.pop()
            gone += self.made_by.pop()
        return tuple(gone)

    def press_enter(self) -> bool:
        """Press Enter; tell whether there is a text that it ends. It may still be held too long."""
        if not self.chars or self.composer.is_waiting:
            return False
        self.enter = True
        return True

    def hold(self, _now_us: int, _held_us: int) -> None:
        """Say that its last key is held."""
        self.doubt = self.doubt or "held"

    def touch(self, index: int, now_us: int, code: int) -> None:
        """Note the last key."""
        self.last, self.end_us, self.code = index, now_us, code

    def gesture(self) -> Gesture | None:
        """Return it as it is; None when nothing is left of it."""
        if not self.chars and not self.doubt:
            return None
        span = Span(self.first, self.last, self.begin_us, self.end_us)
        keys = tuple(self.stroke_keys(*stroke) for stroke in self.strokes) if self.doubt else ()
        return Text(span, "".join(self.chars), self.doubt, keys, self.window, self.enter)

    def _add(self, made: Made) -> None:
        self.chars += made.text
        if made.text:
            self.made_by += [tuple(self._waiting), *[()] * (len(made.text) - 1)]
            self._waiting = []
        if not made.is_sure:
            self.doubt = self.doubt or "composed"
