"""Import of PyMacroRecord's files: which keys and buttons went down and up where, and nothing more.

Such a file knows pixels of one screen and no targets, and pixels are never enough to press. So clicks,
drags and scrolls become steps that are off and tell where they were, until somebody picks their
targets. Texts and keys become steps as they are, off too after a click or drag: it put the keyboard
where they belong.

Source of the format: what PyMacroRecord writes (github.com/LOUDO56/PyMacroRecord, 2023 to 2025): a
JSON object with a list `events`, each with `type`, seconds since the event before, and `x`, `y`,
`pressed`, `dx`, `dy` or `key`; keys are written as pynput prints them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.core.geometry import ScreenPoint
from automation.macros import macro as grammar
from automation.macros.macro import MAX_STEPS, Box, Macro, Made, Place, Step, Target
from automation.macros.pynput_keys import PynputKeys
from automation.macros.recording import raw
from automation.macros.recording.drafts import BY_WORDS, Drafter
from automation.macros.recording.gestures import Click, Drag, Gesture, Pause, Scroll
from automation.macros.recording.raw import RawEvent
from automation.macros.recording.whole import coalesce

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
    "shift": raw.SHIFT, "ctrl": raw.CTRL, "alt": raw.ALT, "super": raw.SUPER, "altgr": raw.ALTGR,
}  # fmt: skip
_UP, _DOWN, _LEFT, _RIGHT = range(raw.FIRST_WHEEL_BUTTON, raw.LAST_WHEEL_BUTTON + 1)


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
    """Make a macro of a file of PyMacroRecord.

    Args:
        data: the whole file.
        name: what the macro is called.

    Raises:
        MacroError: it is no such file, or larger than one may be.
    """
    reader = _Reader()
    events = list(islice(reader.events(_parsed(data)), MAX_EVENTS + 1))
    if len(events) > MAX_EVENTS:  # the wheel makes many of one
        message = f"it makes more than {MAX_EVENTS:,} events; record it in several parts"
        raise MacroError(message)
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
        message = f"it makes more than {MAX_STEPS:,} steps; record it in several parts"
        raise MacroError(message)
    macro = Macro(deskhand=1, name=name, made=Made(by="import"), steps=steps)
    off = sum(step.off for step in steps)
    notes = list(reader.notes())
    if off:
        notes.append(f"{off} of {len(steps)} steps are off; the comment of each says what it needs")
    return Imported(macro, tuple(notes))


def _parsed(data: bytes) -> list[msgspec.Raw]:
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes, expected at most {MAX_BYTES:,}"
        raise MacroError(message)
    if data.count(b",") > _MOST_COMMAS:
        message = f"the file has more than {MAX_EVENTS:,} events, which is the most that are read"
        raise MacroError(message)
    try:
        events = msgspec.json.decode(data, type=_File).events
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        message = f"this is no file of PyMacroRecord: {str(error)[:200]}"
        raise MacroError(message) from error
    if len(events) > MAX_EVENTS:
        message = f"the file has {len(events):,} events, expected at most {MAX_EVENTS:,}"
        raise MacroError(message)
    return events


class _Reader:
    """Turns events of the file into raw events, and counts what cannot be used."""

    def __init__(self) -> None:
        self.keys = PynputKeys()
        self._t_us = 0
        self._state = 0
        self._odd = 0
        self._unknown: dict[str, int] = {}

    def events(self, found: list[msgspec.Raw]) -> Iterator[RawEvent]:
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

    def _made(self, event: _Event) -> Iterator[RawEvent]:
        x, y = _pixel(event.x), _pixel(event.y)
        match event.type:
            case "cursorMove":
                yield self._event(raw.MOVE, x=x, y=y)
            case "leftClickEvent" | "middleClickEvent" | "rightClickEvent":
                kind = raw.PRESS if event.pressed else raw.RELEASE
                yield self._event(kind, button=_BUTTONS[event.type], x=x, y=y)
            case "scrollEvent":
                for amount, more, less in ((event.dy, _UP, _DOWN), (event.dx, _RIGHT, _LEFT)):
                    for _ in range(_notches(amount)):
                        yield self._event(raw.PRESS, button=more if amount > 0 else less, x=x, y=y)
            case "keyboardEvent":
                yield from self._key(event)
            case _:
                word = event.type[:40] if len(self._unknown) < _MOST_WORDS else "others"
                self._unknown[word] = self._unknown.get(word, 0) + 1

    def _key(self, event: _Event) -> Iterator[RawEvent]:
        if event.key is None:
            return  # PyMacroRecord writes null for keys that it left out itself
        keysym = self.keys.keysym(event.key)
        code = keysym & 0xFFFF or 1
        kind = raw.KEY_DOWN if event.pressed else raw.KEY_UP
        yield self._event(kind, keycode=code, keysym=keysym)
        bit = _MODIFIER_BITS.get(self.keys.modifier(keysym), 0)
        self._state = self._state | bit if event.pressed else self._state & ~bit

    def _event(self, kind: int, **fields: int) -> RawEvent:
        return RawEvent(self._t_us, kind, state=self._state, **fields)


def _pixel(value: float) -> int:
    return round(max(-1e6, min(1e6, value))) if math.isfinite(value) else 0


def _notches(amount: float) -> int:
    return min(_MAX_NOTCHES, math.ceil(abs(amount))) if math.isfinite(amount) else 0


def _desktop(events: list[RawEvent]) -> Box:
    """Return the part of the desktop in which the pointer was: more of it the file does not tell."""
    points = [(e.x, e.y) for e in events if e.kind in (raw.MOVE, raw.PRESS, raw.RELEASE)]
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
    kept = {name: getattr(step, name) for name in step.__struct_fields__}
    comment = (
        f"{said} Nothing tells what was there: name the target in macro.yaml and take `off` out."
    )
    return type(step)(**{**kept, **targets, "off": True, "comment": comment})
