"""Text that is being typed: what a next key adds to it or takes back."""

import unicodedata
from dataclasses import dataclass, field
from typing import Final

from automation.macros.recording.gestures import Doubt, Gesture, Span, Text
from automation.macros.recording.texts import Composer, Made, Meaning, Sort

TEXT_US: Final = 1_500_000
"""Somebody who types on rests for less; after more they looked at something."""
MOST_STROKES: Final = 4000
"""Keys in one text: below what the executor types in one action, and a step that can be read."""

_CONFIRMS: Final = frozenset({"enter", "esc"})
"""Keys that end what an input method composes."""
_CHOOSES: Final = frozenset(
    {"left", "right", "up", "down", "home", "end", "pageup", "pagedown", "delete"}
    | {f"f{n}" for n in range(6, 11)}
)
"""Keys that it takes for itself meanwhile: other readings and scripts, parts of a sentence."""


@dataclass(slots=True)
class OpenText:
    """Text that is typed."""

    first: int
    begin_us: int
    window: int
    last: int
    end_us: int
    code: int = 0
    """Keycode of the last key."""
    enter: bool = False
    doubt: Doubt = ""
    chars: list[str] = field(default_factory=list)
    made_by: list[tuple[int, ...]] = field(default_factory=list)
    """Of each character the events of its keys; of several by one key all but the first have none."""
    strokes: int = 0
    """Keys that were pressed."""
    is_pending: bool = False
    """An input method may hold keys that it has written nothing for."""
    is_number: bool = False
    """Hex digits of one sign are typed, as after Ctrl+Shift+U."""
    has_enter: bool = False
    composer: Composer = field(default_factory=Composer)
    _waiting: list[int] = field(default_factory=list)
    """Events of the keys that have made no character yet."""

    def takes(self, now_us: int, window: int) -> bool:
        """Tell whether another key goes on with it; a dead key waits for its letter for ever."""
        if self.enter or window != self.window or self.strokes >= MOST_STROKES:
            return False
        return now_us - self.end_us <= TEXT_US or self.is_waiting

    @property
    def is_waiting(self) -> bool:
        """Tell whether what comes next may belong to what was pressed before, however late."""
        return self.composer.is_waiting or self.is_pending

    def press(self, index: int, key: Meaning, *, is_composed: bool) -> None:
        """Press a key that types something, or leads to it."""
        self.strokes += 1
        if is_composed:
            self.doubt, self.is_pending = "method", True
        elif self.is_number and key.text == " ":
            self.is_number = self.is_pending = False
        self._waiting.append(index)
        match key.sort:
            case Sort.DEAD:
                made = self.composer.dead(key.text)
            case Sort.COMPOSE:
                made = self.composer.compose()
            case _:
                made = self.composer.char(key.text)
        self._add(made)

    def compose(self, name: str) -> bool:
        """Press a key that types nothing; tell whether it goes to an input method that holds keys."""
        if not self.is_pending or name not in _CONFIRMS | _CHOOSES:
            return False
        self.strokes += 1
        if name in _CONFIRMS:
            self.has_enter = self.has_enter or (name == "enter" and not self.is_number)
            self.is_number = self.is_pending = False
        return True

    def take_back(self, index: int) -> tuple[int, ...]:
        """Press BackSpace; return the events of all keys that came to nothing by it.

        Empty when there is nothing of this text to take back.
        """
        if not (self.chars or self.composer.is_waiting):
            return ()
        self.strokes += 1
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
        """Press Enter; tell whether there is a text that it ends. It may still be held too long.

        What an input method wrote is read before it: afterwards the field may hold something else.
        """
        if not self.chars or self.composer.is_waiting or self.doubt == "method":
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
        text = "".join(self.chars)
        return Text(
            span, text, self.doubt, self.window, self.enter, self.is_pending, self.has_enter
        )

    def _add(self, made: Made) -> None:
        self.chars += made.text
        if made.text:
            self.made_by += [tuple(self._waiting), *[()] * (len(made.text) - 1)]
            self._waiting = []
        if not made.is_sure:
            self.doubt = self.doubt or "composed"
