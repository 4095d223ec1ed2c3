"""Import of PyMacroRecord's files: which keys and buttons went down and up where, and nothing more.

Such a file knows pixels of one screen and no targets, and pixels are never enough to press. So clicks,
drags and scrolls become steps that are off and tell where they were, until somebody picks their
targets. Texts and keys become steps as they are, off too after a click or drag: it put the keyboard
where they belong.

Source of the format: what PyMacroRecord writes (github.com/LOUDO56/PyMacroRecord, 2023 to 2025): a
JSON object with a list `events`, each with `type`, seconds since the event before, and `x`, `y`,
`pressed`, `dx`, `dy` or `key`; keys are written as pynput prints them.

Keys as pynput prints them (`Key.enter`, `a`, `<65437>`), as keysyms and names of ours.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec

from automation.core import hand_events
from automation.core.errors import MacroError
from automation.core.geometry import ScreenPoint
from automation.core.hand_events import HandEvent
from automation.macros import macro as grammar
from automation.macros.macro import MAX_STEPS, Box, Macro, Made, Place, Step, Target
from automation.macros.record.coalesce import coalesce
from automation.macros.record.drafts import BY_WORDS, Drafter
from automation.macros.record.gestures import Click, Drag, Gesture, Pause, Scroll
from automation.macros.record.keys import Sort, meaning

_UNICODE: Final = 0x0100_0000
"""Unicode keysyms are this and the code point (X11 protocol, appendix A)."""

_NAMED: Final[dict[str, tuple[int, str]]] = {
    "alt": (0xFFE9, ""), "alt_l": (0xFFE9, ""), "alt_r": (0xFFEA, ""), "alt_gr": (0xFE03, ""),
    "ctrl": (0xFFE3, ""), "ctrl_l": (0xFFE3, ""), "ctrl_r": (0xFFE4, ""), "shift": (0xFFE1, ""),
    "shift_l": (0xFFE1, ""), "shift_r": (0xFFE2, ""), "cmd": (0xFFEB, ""), "cmd_l": (0xFFEB, ""),
    "cmd_r": (0xFFEC, ""), "caps_lock": (0xFFE5, ""), "num_lock": (0xFF7F, ""),
    "scroll_lock": (0xFF14, ""), "backspace": (0xFF08, "backspace"), "delete": (0xFFFF, "delete"),
    "down": (0xFF54, "down"), "end": (0xFF57, "end"), "enter": (0xFF0D, "enter"),
    "esc": (0xFF1B, "esc"), "home": (0xFF50, "home"), "insert": (0xFF63, "insert"),
    "left": (0xFF51, "left"), "menu": (0xFF67, "menu"), "page_down": (0xFF56, "pagedown"),
    "page_up": (0xFF55, "pageup"), "pause": (0xFF13, "pause"), "print_screen": (0xFF61, "print"),
    "right": (0xFF53, "right"), "space": (0x20, "space"), "tab": (0xFF09, "tab"),
    "up": (0xFF52, "up"), "media_play_pause": (0x1008FF14, "playpause"),
    "media_volume_mute": (0x1008FF12, "volumemute"), "media_volume_down": (0x1008FF11, "volumedown"),
    "media_volume_up": (0x1008FF13, "volumeup"), "media_previous": (0x1008FF16, "prevtrack"),
    "media_next": (0x1008FF17, "nexttrack"),
    **{f"f{n}": (0xFFBD + n, f"f{n}") for n in range(1, 21)},
}  # fmt: skip
"""pynput's names of keys: the keysym of X and our name; modifiers and locks need none."""
_NAMES: Final = {keysym: name for keysym, name in _NAMED.values() if name}
_CODE: Final = re.compile(r"<(\d{1,6})>")
_PAD_CODES: Final = {**{96 + n: str(n) for n in range(10)}, 65437: "5", 106: "*", 107: "+",
                     109: "-", 110: ".", 111: "/"}  # fmt: skip
"""Windows codes of the numeric pad's keys, and X's of its middle key, which pynput has no name for."""
_SIGNS: Final = re.compile(r"[^A-Za-z0-9_.<>]")
_CONTROL: Final = re.compile(r"\\x([01][0-9a-f])")
_DEAD: Final = re.compile(r"(?P<sign>['\"])(?P<char>.)(?P=sign)")
_DEAD_KEYSYMS: Final = {
    "`": 0xFE50, "\u00b4": 0xFE51, "^": 0xFE52, "~": 0xFE53, "\u00a8": 0xFE57, "\u00b0": 0xFE58,
    "\u02c7": 0xFE5A, "\u00b8": 0xFE5B,
}  # fmt: skip


class PynputKeys:
    """The `KeyNames` of a file that pynput's names stand in."""

    def __init__(self) -> None:
        self._odd: dict[str, int] = {}
        self._odd_names: dict[int, str] = {}

    def keysym(self, key: str) -> int:
        """Return the keysym of a key as it is written; a number of our own for an unknown one."""
        if key.startswith("Key."):
            named = _NAMED.get(key.removeprefix("Key."))
            return named[0] if named else self._unknown(key)
        if code := _CODE.fullmatch(key):
            char = _PAD_CODES.get(int(code[1]), "")
            return _of_char(char) if char else self._unknown(key)
        if control := _CONTROL.fullmatch(key):
            # With Ctrl down Windows gives the control character instead of its letter.
            letter = int(control[1], 16) | 0x60
            return letter if 0x61 <= letter <= 0x7A else self._unknown(key)
        if dead := _DEAD.fullmatch(key):
            return _DEAD_KEYSYMS.get(dead["char"]) or self._unknown(key)
        if key == "\\\\":
            return _of_char("\\")
        return _of_char(key) if len(key) == 1 and key.isprintable() else self._unknown(key)

    def char(self, keysym: int) -> str:
        """Return the character that it types; empty when it types none."""
        if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
            return chr(keysym)
        return chr(keysym - _UNICODE) if _UNICODE < keysym < _UNICODE + 0x11_0000 else ""

    def name(self, keysym: int) -> str:
        """Return the name of the key in our table; what the file calls it for one that has none."""
        return _NAMES.get(keysym) or self._odd_names.get(keysym, "")

    def _unknown(self, key: str) -> int:
        """Return a number that no keysym has."""
        if key not in self._odd:
            self._odd[key] = 0x7000_0000 + len(self._odd)
            self._odd_names[self._odd[key]] = f"keycode {_SIGNS.sub('?', key[:30])}"
        return self._odd[key]


def _of_char(char: str) -> int:
    code = ord(char)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else _UNICODE | code


MAX_BYTES: Final = 64 * 1024 * 1024
MAX_EVENTS: Final = 500_000
"""A person makes some 100 events a second at most, movements included: more than an hour of it."""
_MOST_COMMAS: Final = 8 * MAX_EVENTS
"""An event has up to six fields and a comma after it. More of them are too many events for sure, and
are refused before anything is made of them."""
_MAX_SECONDS: Final = 3600.0
_MAX_NOTCHES: Final = 100
"""Of one event; drivers send one."""
_MOST_WORDS: Final = 10
"""Unknown types that are told by name."""
_BUTTONS: Final = {"leftClickEvent": 1, "middleClickEvent": 2, "rightClickEvent": 3}
_MODIFIER_BITS: Final = {
    "shift": hand_events.SHIFT, "ctrl": hand_events.CTRL, "alt": hand_events.ALT, "super": hand_events.SUPER, "altgr": hand_events.ALTGR,
}  # fmt: skip
_UP, _DOWN, _LEFT, _RIGHT = range(hand_events.FIRST_WHEEL_BUTTON, hand_events.LAST_WHEEL_BUTTON + 1)


class _Event(msgspec.Struct):
    """One event; fields that its type does not have, or that are missing, keep their defaults."""

    type: str = ""
    timestamp: float = 0.0
    x: float = 0.0
    y: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    pressed: bool = False
    key: str | None = None


class _File(msgspec.Struct):
    events: list[msgspec.Raw]


@dataclass(frozen=True, slots=True)
class Imported:
    """The macro that came out, and what a person should know of it."""

    macro: Macro
    notes: tuple[str, ...] = ()


def import_pymacrorecord(data: bytes, name: str) -> Imported:
    """Make a macro of a file of PyMacroRecord."""
    reader = _Reader()
    events = list(islice(reader.events(_parsed(data)), MAX_EVENTS + 1))
    if len(events) > MAX_EVENTS:  # the wheel makes many of one
        raise MacroError(f"it makes more than {MAX_EVENTS:,} events; record it in several parts")
    gestures = coalesce(events, reader.keys)
    drafter = Drafter()
    desktop = _desktop(events)
    drafted = (
        _placed(step, gesture, desktop)
        for gesture in gestures
        for step in drafter.steps(gesture, {})
    )
    steps = tuple(islice(drafted, MAX_STEPS + 1))
    if len(steps) > MAX_STEPS:
        raise MacroError(f"it makes more than {MAX_STEPS:,} steps; record it in several parts")
    macro = Macro(deskhand=1, name=name, made=Made(by="import"), steps=steps)
    off = sum(step.off for step in steps)
    notes = list(reader.notes())
    if off:
        notes.append(f"{off} of {len(steps)} steps are off; the comment of each says what it needs")
    return Imported(macro, tuple(notes))


def _parsed(data: bytes) -> list[msgspec.Raw]:
    if len(data) > MAX_BYTES:
        raise MacroError(f"the file has {len(data):,} bytes, expected at most {MAX_BYTES:,}")
    if data.count(b",") > _MOST_COMMAS:
        raise MacroError(
            f"the file has more than {MAX_EVENTS:,} events, which is the most that are read"
        )
    try:
        events = msgspec.json.decode(data, type=_File).events
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MacroError(f"this is no file of PyMacroRecord: {str(error)[:200]}") from error
    if len(events) > MAX_EVENTS:
        raise MacroError(f"the file has {len(events):,} events, expected at most {MAX_EVENTS:,}")
    return events


class _Reader:
    """Turns events of the file into raw events, and counts what cannot be used."""

    def __init__(self) -> None:
        self.keys = PynputKeys()
        self._t_us = 0
        self._state = 0
        self._odd = 0
        self._unknown: dict[str, int] = {}

    def events(self, found: list[msgspec.Raw]) -> Iterator[HandEvent]:
        """Yield the raw events, in the order of the file."""
        for each in found:
            try:
                event = msgspec.json.decode(each, type=_Event, strict=False)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                self._odd += 1
                continue
            self._t_us += round(min(_MAX_SECONDS, abs(event.timestamp)) * 1e6)
            yield from self._made(event)

    def notes(self) -> Iterator[str]:
        """Say what was left out."""
        if self._odd:
            yield f"{self._odd} events could not be read and were left out"
        for kind, times in sorted(self._unknown.items()):
            yield f"{times} events of the unknown type “{kind}” were left out"

    def _made(self, event: _Event) -> Iterator[HandEvent]:
        x, y = _pixel(event.x), _pixel(event.y)
        match event.type:
            case "cursorMove":
                yield self._event(hand_events.MOVE, x=x, y=y)
            case "leftClickEvent" | "middleClickEvent" | "rightClickEvent":
                kind = hand_events.PRESS if event.pressed else hand_events.RELEASE
                yield self._event(kind, button=_BUTTONS[event.type], x=x, y=y)
            case "scrollEvent":
                for amount, more, less in ((event.dy, _UP, _DOWN), (event.dx, _RIGHT, _LEFT)):
                    for _ in range(_notches(amount)):
                        yield self._event(
                            hand_events.PRESS, button=more if amount > 0 else less, x=x, y=y
                        )
            case "keyboardEvent":
                yield from self._key(event)
            case _:
                word = event.type[:40] if len(self._unknown) < _MOST_WORDS else "others"
                self._unknown[word] = self._unknown.get(word, 0) + 1

    def _key(self, event: _Event) -> Iterator[HandEvent]:
        if event.key is None:
            return  # PyMacroRecord writes null for keys that it left out itself
        keysym = self.keys.keysym(event.key)
        code = keysym & 0xFFFF or 1
        kind = hand_events.KEY_DOWN if event.pressed else hand_events.KEY_UP
        yield self._event(kind, keycode=code, keysym=keysym)
        key = meaning(keysym, self.keys)
        bit = _MODIFIER_BITS.get(key.text, 0) if key.sort is Sort.MODIFIER else 0
        self._state = self._state | bit if event.pressed else self._state & ~bit

    def _event(self, kind: int, **fields: int) -> HandEvent:
        return HandEvent(self._t_us, kind, state=self._state, **fields)


def _pixel(value: float) -> int:
    return round(max(-1e6, min(1e6, value))) if math.isfinite(value) else 0


def _notches(amount: float) -> int:
    return min(_MAX_NOTCHES, math.ceil(abs(amount))) if math.isfinite(amount) else 0


def _desktop(events: list[HandEvent]) -> Box:
    """Return the part of the desktop in which the pointer was: more of it the file does not tell."""
    points = [
        (e.x, e.y)
        for e in events
        if e.kind in (hand_events.MOVE, hand_events.PRESS, hand_events.RELEASE)
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs, default=0), min(ys, default=0)
    width, height = max(xs, default=0) - left + 1, max(ys, default=0) - top + 1
    return Box(x=left, y=top, w=min(width, 100_000), h=min(height, 100_000))


def _placed(step: Step, gesture: Gesture | Pause, desktop: Box) -> Step:
    """Give a step of the mouse the place where it was, and leave it off."""
    match step, gesture:
        case grammar.Click(), Click():
            at = gesture.at
            return _off(step, f"It was at {at.x}, {at.y}.", target=_at(at, desktop))
        case grammar.Drag(), Drag():
            begin, end = gesture.path[0], gesture.path[-1]
            said = f"It went from {begin.x}, {begin.y} to {end.x}, {end.y}."
            said = f"{said} {BY_WORDS}" if gesture.is_after_click else said
            return _off(step, said, target=_at(begin, desktop), to=_at(end, desktop))
        case grammar.Scroll(), Scroll():
            at = gesture.at
            return _off(step, f"It was at {at.x}, {at.y}.", target=_at(at, desktop))
        case _:
            return step


def _at(point: ScreenPoint, desktop: Box) -> Target:
    box = Box(x=point.x - desktop.x, y=point.y - desktop.y, w=1, h=1)
    return Target(place=Place(box=box, window=desktop))


def _off(step: Step, said: str, **targets: Target) -> Step:
    comment = (
        f"{said} Nothing tells what was there: name the target in macro.yaml and take `off` out."
    )
    fields: dict[str, object] = {**targets, "off": True, "comment": comment}
    return msgspec.structs.replace(step, **fields)
