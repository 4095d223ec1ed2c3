"""From raw events to gestures, event by event, so that a live list and a whole file come out alike.

Events may be impossible: releases without a press, presses without a release, time that runs back.
Nothing of that stops it, and no character is lost. A gesture that is settled never changes; until then a
next event may add to a text or a click, or take back from it.
"""

import copy
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from automation.core import hand_events
from automation.core.actions import Button, Direction, Modifier
from automation.core.geometry import ScreenPoint
from automation.core.hand_events import (
    ALT,
    ALTGR,
    COMMANDS,
    COMPOSED,
    CTRL,
    SHIFT,
    SUPER,
    HandEvent,
)
from automation.macros.record.gestures import (
    Chord,
    Click,
    Doubt,
    Drag,
    Gesture,
    Hold,
    Path,
    Scroll,
    Secret,
    Settling,
    Span,
    Text,
)
from automation.macros.record.keys import Composer, KeyNames, Made, Meaning, Meanings, Sort

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

    span: Span
    window: int
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
        return now_us - self.span.end_us <= TEXT_US or self.is_waiting

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
        self.span, self.code = self.span.until(index, now_us), code

    def gesture(self) -> Gesture | None:
        """Return it as it is; None when nothing is left of it."""
        if not self.chars and not self.doubt:
            return None
        text = "".join(self.chars)
        return Text(
            self.span, text, self.doubt, self.window, self.enter, self.is_pending, self.has_enter
        )

    def _add(self, made: Made) -> None:
        self.chars += made.text
        if made.text:
            self.made_by += [tuple(self._waiting), *[()] * (len(made.text) - 1)]
            self._waiting = []
        if not made.is_sure:
            self.doubt = self.doubt or "composed"


BUTTONS: Final[dict[int, Button]] = {
    1: "left", 2: "middle", 3: "right", 8: "back", 9: "forward",
}  # fmt: skip
"""Core button numbers; X.Org's drivers give the side buttons 8 and 9. Others have no name here."""
WHEEL: Final[dict[int, Direction]] = {4: "up", 5: "down", 6: "left", 7: "right"}
LOST_PRESS_US: Final = 60_000_000
"""A button that nothing was heard of for so long was let go without our hearing it."""
CLICK_PX: Final = 5
"""A hand shakes by so much between press and release; toolkits begin a drag at 4 to 10 px."""
DOUBLE_CLICK_US: Final = 400_000
"""From press to press: the time of GTK and Qt unless it is set otherwise."""
MOST_CLICKS: Final = 3
"""A triple click takes the line or paragraph; no toolkit gives a fourth a meaning."""
WHEEL_US: Final = 150_000
"""Between two notches of one turn; lifting the finger for the next turn takes longer."""
MOST_NOTCHES: Final = 1000
TAP_US: Final = 400_000
"""Between taps of one key that belong together, as for clicks."""
MOST_TAPS: Final = 100

_BITS: Final = ((CTRL, "ctrl"), (ALT, "alt"), (ALTGR, "altgr"), (SHIFT, "shift"), (SUPER, "super"))


def modifiers(state: int) -> tuple[Modifier, ...]:
    """Return the modifiers of a click; AltGr is none that an action may hold."""
    names: tuple[Modifier, ...] = ("ctrl", "alt", "shift", "super")
    bits = {name: bit for bit, name in _BITS}
    return tuple(name for name in names if state & bits[name])


def chord_keys(key: Meaning, base: Meaning | None, state: int) -> tuple[str, ...]:
    """Return the names of the keys of a chord, modifiers first.

    Args:
        base: what it gives without them; None when that is not told.
    """
    chosen = base if base is not None and state & SHIFT else key
    is_char = chosen.sort is Sort.CHAR
    held = state
    if is_char:
        held &= ~ALTGR
        if chosen is key and not key.text.isalpha():
            held &= ~SHIFT  # it was needed to get the sign at all
    return (*(name for bit, name in _BITS if held & bit), _name(chosen))


def _name(key: Meaning) -> str:
    if key.sort is not Sort.CHAR:
        return key.text or "dead key"
    lowered = key.text.lower()
    return "space" if key.text == " " else lowered if len(lowered) == 1 else key.text


@dataclass(slots=True)
class OpenPress:
    """A button that is down."""

    span: Span
    button: Button
    state: int
    window: int
    at: ScreenPoint
    path: Path
    is_drag: bool = False

    def move(self, index: int, now_us: int, x: int, y: int) -> None:
        """Follow the pointer to a pixel."""
        self.span = self.span.until(index, now_us)
        self.path.add(x, y)
        self.is_drag = self.is_drag or (x - self.at.x) ** 2 + (y - self.at.y) ** 2 > CLICK_PX**2

    def is_lost(self, now_us: int) -> bool:
        """Tell whether it must have come up without our hearing it."""
        return now_us - self.span.end_us > LOST_PRESS_US

    def gesture(self, *, is_whole: bool) -> Click | Drag:
        """Return what it is if it ends here."""
        span, held = self.span, modifiers(self.state)
        if self.is_drag:
            return Drag(span, self.path.points(), self.button, held, self.window, is_whole)
        seconds = (span.end_us - span.begin_us) / 1e6
        return Click(span, self.at, self.button, 1, held, self.window, seconds)


@dataclass(slots=True)
class OpenClick:
    """A click that may become a double or triple click."""

    click: Click
    press_us: int
    """When the button went down the last time."""

    @property
    def span(self) -> Span:
        """Its events."""
        return self.click.span

    def takes(self, press: OpenPress) -> bool:
        """Tell whether a press goes on with it."""
        one = self.click
        return (
            one.count < MOST_CLICKS
            and press.span.begin_us - self.press_us <= DOUBLE_CLICK_US
            and press.button == one.button
            and press.window == one.window
            and modifiers(press.state) == one.modifiers
            and (press.at.x - one.at.x) ** 2 + (press.at.y - one.at.y) ** 2 <= CLICK_PX**2
        )

    def add(self, press: OpenPress) -> None:
        """Count one more."""
        one, last = self.click, press.span
        self.click = replace(
            one,
            span=one.span.until(last.last, last.end_us),
            count=one.count + 1,
            held_s=(last.end_us - last.begin_us) / 1e6,
        )
        self.press_us = last.begin_us

    def gesture(self) -> Gesture:
        """Return it as it is."""
        return self.click


@dataclass(slots=True)
class OpenScroll:
    """A wheel that turns."""

    span: Span
    at: ScreenPoint
    direction: Direction
    state: int
    window: int
    amount: int = 1

    def takes(self, now_us: int, direction: Direction, state: int, window: int) -> bool:
        """Tell whether another notch goes on with it."""
        return (
            self.direction == direction
            and now_us - self.span.end_us <= WHEEL_US
            and self.amount < MOST_NOTCHES
            and self.window == window
            and modifiers(self.state) == modifiers(state)
        )

    def add(self, index: int, now_us: int) -> None:
        """Count one more notch."""
        self.span = self.span.until(index, now_us)
        self.amount += 1

    def gesture(self) -> Gesture:
        """Return it as it is."""
        held = modifiers(self.state)
        return Scroll(self.span, self.at, self.direction, self.amount, held, self.window)


@dataclass(slots=True)
class OpenChord:
    """Keys that may be pressed again, or held."""

    span: Span
    keys: tuple[str, ...]
    code: int
    window: int
    times: int = 1
    held_us: int = 0

    def takes(self, now_us: int, keys: tuple[str, ...], window: int, *, is_repeat: bool) -> bool:
        """Tell whether pressing these keys goes on with it."""
        is_soon = is_repeat or now_us - self.span.end_us <= TAP_US
        is_open = self.times < MOST_TAPS and not self.held_us
        return is_open and is_soon and keys == self.keys and window == self.window

    def add(self, index: int, now_us: int) -> None:
        """Count one more."""
        self.span = self.span.until(index, now_us)
        self.times += 1

    def hold(self, now_us: int, held_us: int) -> None:
        """Say that its last press lasts."""
        self.span, self.held_us = self.span.until(self.span.last, now_us), held_us

    def gesture(self) -> Gesture:
        """Return it as it is."""
        if self.held_us:
            return Hold(self.span, self.keys, self.held_us / 1e6, self.times, self.window)
        return Chord(self.span, self.keys, self.times, self.window)


OpenItem = OpenClick | OpenScroll | OpenChord | OpenText


REPEAT_US: Final = 660_000
"""After which X servers begin to repeat a key unless that is set otherwise; raw events tell no repeats."""
ONCE_US: Final = 1_000_000
"""How long keys may be held that programs answer to once, or alike each time, as Ctrl+S."""
_PILING: Final = frozenset("dntvwxyz")
"""With Ctrl they do one more each time: put in a text, take a change back, close a tab."""
_TAPPED_ALONE: Final = frozenset({"super", "alt"})
"""Modifiers that do something by themselves: they open the launcher and the menu bar. Fingers rest on
Shift and Ctrl without meaning anything."""


class Tap(NamedTuple):
    """A modifier that went down with no other key."""

    code: int
    name: str
    span: Span


class KeysDown:
    """Serves one recording; forgotten whole where what comes next has nothing to do with it."""

    def __init__(self, repeat_us: int = REPEAT_US) -> None:
        self._repeat_us = repeat_us
        self._down: dict[int, tuple[int, bool]] = {}
        """Keycode -> when it went down, and whether it repeated."""
        self._tap: Tap | None = None

    def fresh(self) -> "KeysDown":
        """Return one for the same keyboard by which no key is down."""
        return KeysDown(self._repeat_us)

    def press(self, code: int, now_us: int) -> bool:
        """Take a key that goes down; tell whether it was down already and only repeats."""
        is_repeat = code in self._down
        self._down[code] = (self._down[code][0] if is_repeat else now_us, is_repeat)
        return is_repeat

    def begin_tap(self, tap: Tap | None) -> None:
        """Take a modifier that was pressed alone, or that something else was pressed with it."""
        self._tap = tap

    def held_us(self, code: int, now_us: int) -> int:
        """Return for how long a key is down that nobody told repeats of; 0 for any other."""
        began_us, did_repeat = self._down.get(code, (now_us, False))
        return 0 if did_repeat else now_us - began_us

    def doubt_held(self, item: OpenItem | None, now_us: int) -> bool:
        """Tell whether the last key of what is open is down for so long that a program may repeat it.

        The item is told. Asked when the key comes up, and before it does when another key ends that
        or something completes the item.
        """
        if not isinstance(item, OpenText | OpenChord):
            return False
        held_us = self.held_us(item.code, now_us)
        if held_us < max(self._limit_us(item), now_us - item.span.end_us):
            return False  # or it went down again and has typed nothing yet
        item.hold(now_us, held_us)
        return True

    def _limit_us(self, item: OpenText | OpenChord) -> int:
        is_once = isinstance(item, OpenChord) and _is_done_once(item.keys)
        return max(ONCE_US, self._repeat_us) if is_once else self._repeat_us

    def release(self, code: int) -> None:
        """Take a key that comes up."""
        self._down.pop(code, None)

    def end_tap(self, code: int) -> Tap | None:
        """Return the tap that a key ends which comes up."""
        tap, self._tap = self._tap, None
        return tap if tap is not None and tap.code == code else None


def means_something(tap: Tap, held_us: int) -> bool:
    """Tell whether a modifier that was pressed alone does something by itself."""
    return tap.name in _TAPPED_ALONE and held_us < REPEAT_US


def _is_done_once(keys: tuple[str, ...]) -> bool:
    """Tell whether keys do no more when they are held: a command's letter, with few exceptions."""
    *held, last = keys
    is_letter = len(last) == 1 and last.isalpha()
    return is_letter and last not in _PILING and not {"ctrl", "alt", "super"}.isdisjoint(held)


_BEFORE_ALL_US: Final = -(2**63)
_NUMBER: Final = ("ctrl", "shift", "u")
"""After it GTK, IBus and Fcitx make one sign of hex digits."""
_HEX: Final = frozenset("0123456789abcdef")


class Coalescer:
    """Takes events in the order in which they were heard. Owned by one thread."""

    def __init__(self, names: KeyNames, repeat_us: int = REPEAT_US) -> None:
        self._meanings = Meanings(names)
        self._list = Settling()
        self._open: OpenItem | None = None
        self._presses: dict[int, OpenPress] = {}
        self._keys = KeysDown(repeat_us)
        self._is_secret = False
        self._taken_back: list[int] = []
        self._count = 0
        self._now_us = _BEFORE_ALL_US

    @property
    def settled(self) -> Sequence[Gesture]:
        """The gestures that nothing can change any more; grows at its end only."""
        return self._list.settled

    @property
    def count(self) -> int:
        """The index that the next event will have."""
        return self._count

    def taken_back(self) -> tuple[int, ...]:
        """Return, once, the events of keys that BackSpace has undone since this was asked last."""
        gone, self._taken_back = tuple(self._taken_back), []
        return gone

    @property
    def is_pressing(self) -> bool:
        """Tell whether a button is down, so that movement matters."""
        return bool(self._presses)

    @property
    def is_composing(self) -> bool:
        """Tell whether an input method may hold keys that it has written nothing for."""
        return isinstance(self._open, OpenText) and self._open.is_pending

    def pending(self) -> tuple[Gesture, ...]:
        """Return what would be added to the settled gestures if the recording ended here."""
        twin = copy.copy(self)
        twin._list = self._list.twin()
        twin._presses = dict(self._presses)
        twin._open = copy.copy(self._open)
        return twin.finish()

    def finish(self) -> tuple[Gesture, ...]:
        """End the recording; return all gestures."""
        self._forget()
        return tuple(self._list.settled)

    def feed(self, event: HandEvent) -> None:
        """Take the next event."""
        kind = event.kind
        if self._is_secret and kind in (hand_events.KEY_DOWN, hand_events.KEY_UP):
            return  # no file has it, so it has no index either
        index, self._count = self._count, self._count + 1
        if kind == hand_events.MOVE and not self._presses:
            return
        self._now_us = max(self._now_us, event.t_us)
        if kind == hand_events.MOVE:
            for press in self._presses.values():
                press.move(index, self._now_us, event.x, event.y)
            return
        if self._presses:
            self._expire()
        if kind == hand_events.KEY_DOWN:
            self._key_down(index, event)
        elif kind == hand_events.KEY_UP:
            self._key_up(index, event)
        elif kind == hand_events.PRESS:
            self._press(index, event)
        elif kind == hand_events.RELEASE:
            self._release(index, event)
        else:
            self._told(index, event)

    def _told(self, index: int, event: HandEvent) -> None:
        """Take what is neither a key nor the mouse."""
        if event.kind == hand_events.FOCUS:
            if isinstance(self._open, OpenText | OpenChord):
                self._close()
        elif event.kind == hand_events.SECRET:
            self._close()
            self._keys = self._keys.fresh()
            if not self._is_secret:
                self._put(
                    Secret(self._here(index), event.window, bool(event.flags & hand_events.UNTOLD))
                )
            self._is_secret = True
        elif event.kind == hand_events.SECRET_OVER:
            self._is_secret = False
        elif event.kind in (hand_events.PAUSED, hand_events.RESUMED, hand_events.LOST):
            self._forget()

    # Buttons

    def _press(self, index: int, event: HandEvent) -> None:
        self._keys.begin_tap(None)
        if event.button in WHEEL:
            self._wheel(index, event, WHEEL[event.button])
            return
        name = BUTTONS.get(event.button)
        if name is None:
            return
        self._end(event.button, is_whole=False)
        at, path = ScreenPoint(event.x, event.y), Path(event.x, event.y)
        press = OpenPress(self._here(index), name, event.state, event.window, at, path)
        if not isinstance(self._open, OpenClick):
            self._close()
        self._presses[event.button] = press

    def _release(self, index: int, event: HandEvent) -> None:
        if event.button in self._presses:
            press = self._presses[event.button]
            press.move(index, self._now_us, event.x, event.y)
            self._end(event.button, is_whole=True)

    def _end(self, button: int, *, is_whole: bool) -> None:
        """Take a button for let go; does nothing when it is not down."""
        press = self._presses.pop(button, None)
        if press is None:
            return
        ended, before = press.gesture(is_whole=is_whole), self._open
        click = before if isinstance(before, OpenClick) and before.takes(press) else None
        if isinstance(ended, Drag):
            ended = replace(ended, is_after_click=click is not None)
        if click is not None and isinstance(ended, Click):
            click.add(press)
        elif (
            self._presses
            or self._list.is_waiting
            or (before and before.span.first > press.span.first)
        ):
            self._list.wait(ended)
        else:
            self._close()
            if isinstance(ended, Click) and is_whole:
                self._open = OpenClick(ended, press.span.begin_us)
            else:
                self._put(ended)
        if not self._presses:
            self._list.settle_waiting()

    def _wheel(self, index: int, event: HandEvent, direction: Direction) -> None:
        turning = self._open
        if isinstance(turning, OpenScroll) and turning.takes(
            self._now_us, direction, event.state, event.window
        ):
            turning.add(index, self._now_us)
            return
        self._close()
        at = ScreenPoint(event.x, event.y)
        self._open = OpenScroll(self._here(index), at, direction, event.state, event.window)

    def _expire(self) -> None:
        for button, press in tuple(self._presses.items()):
            if press.is_lost(self._now_us):
                self._end(button, is_whole=False)

    # Keys

    def _key_down(self, index: int, event: HandEvent) -> None:
        code, now_us = event.keycode, self._now_us
        is_repeat = self._keys.press(code, now_us)
        self._keys.doubt_held(self._open, now_us)
        key = self._meanings.of(event.keysym, code)
        if key.sort is Sort.MODIFIER:
            is_alone = not (
                is_repeat or event.state & (COMMANDS | hand_events.SHIFT | hand_events.ALTGR)
            )
            self._keys.begin_tap(Tap(code, key.text, self._here(index)) if is_alone else None)
            return
        self._keys.begin_tap(None)
        if key.sort is Sort.LOCK or self._numbers(index, event):
            return
        if event.state & COMMANDS or key.sort in (Sort.NAMED, Sort.UNKNOWN):
            self._command(index, event, key, is_repeat=is_repeat)
        else:
            self._type(index, event, key)

    def _type(self, index: int, event: HandEvent, key: Meaning) -> None:
        text, now_us = self._open, self._now_us
        if not isinstance(text, OpenText) or not text.takes(now_us, event.window):
            self._close()
            text = self._open = OpenText(self._here(index), event.window)
        text.press(index, key, is_composed=bool(event.flags & COMPOSED))
        text.touch(index, now_us, event.keycode)

    def _numbers(self, index: int, event: HandEvent) -> bool:
        """Take a hex digit after Ctrl+Shift+U, with the two held or not; tell whether it is one."""
        before, now_us = self._open, self._now_us
        key = self._meanings.of(event.base or event.keysym, event.keycode)
        is_plain = event.state & COMMANDS in (0, hand_events.CTRL)
        if not is_plain or key.sort is not Sort.CHAR or key.text.lower() not in _HEX:
            return False
        text = before if isinstance(before, OpenText) and before.is_number else None
        if isinstance(before, OpenChord) and (before.keys, before.times) == (_NUMBER, 1):
            text = OpenText(before.span, before.window)
        if text is None or not text.takes(now_us, event.window):
            return False
        text.is_number, self._open = True, text
        text.press(index, key, is_composed=True)
        text.touch(index, now_us, event.keycode)
        return True

    def _command(self, index: int, event: HandEvent, key: Meaning, *, is_repeat: bool) -> None:
        """Take a key that types nothing, or does not because of Ctrl, Alt or Super."""
        if not event.state & COMMANDS and self._edits(index, event, key):
            return
        now_us, open_item = self._now_us, self._open
        base = self._meanings.of(event.base, event.keycode) if event.base else None
        keys = chord_keys(key, base, event.state)
        if isinstance(open_item, OpenChord) and open_item.takes(
            now_us, keys, event.window, is_repeat=is_repeat
        ):
            open_item.add(index, now_us)
            return
        self._close()
        self._open = OpenChord(self._here(index), keys, event.keycode, event.window)

    def _edits(self, index: int, event: HandEvent, key: Meaning) -> bool:
        """Take BackSpace or Enter into the text that is being typed; tell whether it belongs there."""
        text = self._open
        if not isinstance(text, OpenText) or not text.takes(self._now_us, event.window):
            return False
        if text.compose(key.text):
            text.touch(index, self._now_us, event.keycode)
            return True
        if key.text == "backspace":
            if gone := text.take_back(index):
                self._taken_back += gone
                text.touch(index, self._now_us, event.keycode)
            return bool(gone)
        is_plain = key.text == "enter" and not event.state & (hand_events.SHIFT | hand_events.ALTGR)
        if is_taken := is_plain and text.press_enter():
            text.touch(index, self._now_us, event.keycode)
        return is_taken

    def _key_up(self, index: int, event: HandEvent) -> None:
        code, now_us = event.keycode, self._now_us
        held_us, item = self._keys.held_us(code, now_us), self._open
        is_held = self._keys.doubt_held(item, now_us)
        if is_held and isinstance(item, OpenChord) and item.code == code:
            item.span = item.span.until(index, item.span.end_us)
        self._keys.release(code)
        if isinstance(item, OpenText) and item.enter and item.code == code:
            self._close()
        if (tap := self._keys.end_tap(code)) and means_something(tap, held_us):
            self._close()
            span = tap.span.until(index, now_us)
            self._open = OpenChord(span, (tap.name,), code, event.window)

    # Gestures

    def _forget(self) -> None:
        """Settle everything: what comes next has nothing to do with what was."""
        for button, _ in sorted(self._presses.items(), key=lambda item: item[1].span.first):
            self._end(button, is_whole=False)
        self._close()
        self._keys = self._keys.fresh()

    def _here(self, index: int) -> Span:
        """Return what begins with this event."""
        return Span(index, index, self._now_us, self._now_us)

    def _close(self) -> None:
        """Complete the gesture that is open, if any."""
        open_item, self._open = self._open, None
        self._keys.doubt_held(open_item, self._now_us)
        gesture = open_item.gesture() if open_item is not None else None
        if gesture is not None:
            self._put(gesture)

    def _put(self, gesture: Gesture) -> None:
        """Settle a gesture, or keep it until the button that was pressed before it comes up."""
        if self._presses:
            self._list.wait(gesture)
        else:
            self._list.settle((gesture,))


def coalesce(events: Iterable[HandEvent], names: KeyNames) -> tuple[Gesture, ...]:
    """Return the gestures that events make."""
    coalescer = Coalescer(names)
    for event in events:
        coalescer.feed(event)
    return coalescer.finish()
