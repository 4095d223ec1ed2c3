"""Plans the keystrokes that type a text exactly, whatever the keyboard layout.

A character on the two lower levels of the active layout goes by its own key, with Shift where it
needs it. Every other one - AltGr levels, dead keys' signs, other scripts, emoji - is lent a spare
keycode that gives its keysym directly; a text with more of them than spare keycodes goes in
chunks. The text is sent as given, code point by code point, nothing composed or normalised; a
line break (LF, CR LF or CR) is the Return key and a tab the Tab key. Num Lock plays no part,
Caps Lock is the backend's business.

The keyboard map is read when a chunk begins, not when the plan is made: a click that focuses the
target may switch the layout first.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.core.errors import InputError
from automation.desktop.input.backend import KeyEvent, Pause, Primitive, Remap, Tap, Typed
from automation.desktop.input.keymap import Keymap, Stroke
from automation.desktop.input.keysyms import RETURN, TAB, keysym_for_char

KEY_PACE_S: Final = 0.004
"""After each character: fewer milliseconds let a stop arrive later under load (measured)."""
REMAP_S: Final = 0.03
"""From lending keycodes to using them: toolkits read the whole map anew when it changes."""
SETTLE_S: Final = 0.08
"""From the last key to taking keycodes back: an application that lags would look up nothing."""

_BYTE_ORDER_MARK: Final = "\ufeff"
_UNTYPABLE_CATEGORIES: Final = {
    "Cc": "a control character",
    "Cs": "half of a character",
    "Zl": "a line separator, which some applications turn into a line break,",
    "Zp": "a paragraph separator, which some applications turn into a line break,",
}
"""What no key means, and what does not arrive as sent: Qt 6.11 drops a byte order mark and breaks
the line at a separator (seen in its text edit)."""

_KEYS: Final = {"\n": RETURN, "\t": TAB}


@dataclass(slots=True)
class _Chunk:
    """Characters that go out under one keyboard map."""

    strokes: list[tuple[int, Stroke]] = field(default_factory=list)
    """Index in the text, and the key."""
    lent: dict[str, int] = field(default_factory=dict)
    """Characters on spare keycodes."""


def plan_text(text: str, read_keymap: Callable[[], Keymap]) -> Iterator[Primitive]:
    """Return the primitives that type the text; the keyboard map is read as they are taken.

    Raises:
        InputError: a character cannot be typed, at once; or, while the primitives are taken, that
            the keyboard has no spare keycode for it.
    """
    characters = _characters(text)
    return _primitives(characters, read_keymap)


def _characters(text: str) -> list[tuple[int, str]]:
    """Return each character to type with its index; refuse what no key can mean."""
    characters = []
    for index, char in enumerate(text):
        if char == "\n" and text[index - 1 : index] == "\r":
            continue
        if char not in "\n\r\t" and (reason := _untypable(char)):
            message = (
                f"character {index + 1} of the text, U+{ord(char):04X}, is {reason} and cannot be"
                " typed; nothing was sent. Remove it from the text"
            )
            raise InputError(message)
        characters.append((index, "\n" if char == "\r" else char))
    return characters


def _untypable(char: str) -> str:
    code = ord(char)
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return "no character"
    if char == _BYTE_ORDER_MARK:
        return "a byte order mark, which some applications drop,"
    return _UNTYPABLE_CATEGORIES.get(unicodedata.category(char), "")


def _primitives(
    characters: Sequence[tuple[int, str]], read_keymap: Callable[[], Keymap]
) -> Iterator[Primitive]:
    lent: tuple[int, ...] = ()
    done = 0
    while done < len(characters):
        keymap = read_keymap().without(lent)
        chunk = _next_chunk(characters[done:], keymap)
        done += len(chunk.strokes)
        codes = {code: keysym_for_char(char) for char, code in chunk.lent.items()}
        if lent:
            yield Pause(SETTLE_S)
        if lent or codes:
            yield Remap(tuple((dict.fromkeys(lent, 0) | codes).items()))
        if codes:
            yield Pause(REMAP_S)
        lent = tuple(codes)
        yield from _keystrokes(chunk.strokes, keymap.shift_code)
    if lent:
        yield Pause(SETTLE_S)
        yield Remap(tuple(dict.fromkeys(lent, 0).items()))


def _next_chunk(characters: Sequence[tuple[int, str]], keymap: Keymap) -> _Chunk:
    """Take characters for as long as there are keycodes for them."""
    spare = list(keymap.spare)
    chunk = _Chunk()
    for index, char in characters:
        stroke = _stroke(char, keymap, chunk)
        if stroke is None:
            if not spare and chunk.strokes:
                break
            stroke = _lend(char, spare, chunk)
        chunk.strokes.append((index, stroke))
    if keymap.is_caps_on and not chunk.lent:
        # Lending is what makes the backend switch Caps Lock off, so there must be some of it.
        _lend(" ", spare, chunk)
    return chunk


def _stroke(char: str, keymap: Keymap, chunk: _Chunk) -> Stroke | None:
    if char in chunk.lent:
        return Stroke(chunk.lent[char], needs_shift=False)
    if char not in _KEYS:
        return keymap.strokes.get(char)
    code = keymap.code_of_keysym(_KEYS[char])
    if code is None:
        label = "Return" if char == "\n" else "Tab"
        message = f"this keyboard has no {label} key, which the text needs; choose another layout"
        raise InputError(message)
    return Stroke(code, needs_shift=False)


def _lend(char: str, spare: list[int], chunk: _Chunk) -> Stroke:
    if not spare:
        message = (
            f"U+{ord(char):04X} is not on this keyboard and no keycode is free to lend to it;"
            " paste the text instead"
        )
        raise InputError(message)
    chunk.lent[char] = spare.pop(0)
    return Stroke(chunk.lent[char], needs_shift=False)


def _keystrokes(strokes: list[tuple[int, Stroke]], shift: int | None) -> Iterator[Primitive]:
    is_shifted = False
    for index, stroke in strokes:
        if shift is not None and stroke.needs_shift != is_shifted:
            is_shifted = stroke.needs_shift
            yield KeyEvent(shift, is_shifted)
        yield Tap(stroke.code)
        yield KeyEvent(stroke.code, is_down=False)
        yield Typed(index)
        yield Pause(KEY_PACE_S)
    if shift is not None and is_shifted:
        yield KeyEvent(shift, is_down=False)
