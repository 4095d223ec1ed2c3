"""From raw events to gestures, event by event, so that a live list and a whole file come out alike.

Events may be impossible: releases without a press, presses without a release, time that runs back.
Nothing of that stops it, and no character is lost. A gesture that is settled never changes.
"""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.core.actions import Direction
from automation.core.geometry import ScreenPoint
from automation.macros.recording import raw
from automation.macros.recording.gestures import Click, Drag, Gesture, Secret, Span
from automation.macros.recording.keys_down import REPEAT_US, KeysDown, Tap, means_something
from automation.macros.recording.open_items import (
    BUTTONS,
    COMMAND_BITS,
    WHEEL,
    OpenChord,
    OpenClick,
    OpenItem,
    OpenPress,
    OpenScroll,
    chord_keys,
)
from automation.macros.recording.open_text import OpenText
from automation.macros.recording.paths import Path
from automation.macros.recording.raw import COMPOSED, RawEvent
from automation.macros.recording.settling import Settling
from automation.macros.recording.texts import KeyNames, Meaning, Meanings, Sort

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

    def skip(self, count: int) -> None:
        """Pass over movements while no button is down: they mean nothing, but are counted."""
        self._count += count

    def move(self, times: Sequence[int], xs: Sequence[int], ys: Sequence[int]) -> None:
        """Take movements that follow each other while a button is down."""
        if not times:
            return
        self._count += len(times)
        self._now_us = max(self._now_us, *times)
        for press in self._presses.values():
            press.move(self._count - 1, self._now_us, xs, ys)

    def feed(self, event: RawEvent) -> None:
        """Take the next event."""
        kind = event.kind
        if kind == raw.MOVE:
            if self._presses:
                self.move((event.t_us,), (event.x,), (event.y,))
            else:
                self.skip(1)
            return
        if self._is_secret and kind in (raw.KEY_DOWN, raw.KEY_UP):
            return  # no file has it, so it has no index either
        index, self._count = self._count, self._count + 1
        if event.t_us > self._now_us:
            self._now_us = event.t_us
        if self._presses:
            self._expire()
        if kind == raw.KEY_DOWN:
            self._key_down(index, event)
        elif kind == raw.KEY_UP:
            self._key_up(index, event)
        elif kind == raw.PRESS:
            self._press(index, event)
        elif kind == raw.RELEASE:
            self._release(index, event)
        else:
            self._told(index, event)

    def _told(self, index: int, event: RawEvent) -> None:
        """Take what is neither a key nor the mouse."""
        if event.kind == raw.FOCUS:
            if isinstance(self._open, OpenText | OpenChord):
                self._close()
        elif event.kind == raw.SECRET:
            self._close()
            self._keys = self._keys.fresh()
            if not self._is_secret:
                span = Span(index, index, self._now_us, self._now_us)
                self._put(Secret(span, event.window, bool(event.flags & raw.UNTOLD)))
            self._is_secret = True
        elif event.kind == raw.SECRET_OVER:
            self._is_secret = False
        elif event.kind in (raw.PAUSED, raw.RESUMED, raw.LOST):
            self._forget()

    # Buttons

    def _press(self, index: int, event: RawEvent) -> None:
        self._keys.begin_tap(None)
        if event.button in WHEEL:
            self._wheel(index, event, WHEEL[event.button])
            return
        name = BUTTONS.get(event.button)
        if name is None:
            return
        self._end(event.button, is_whole=False)
        x, y, now_us = event.x, event.y, self._now_us
        press = OpenPress(
            index, now_us, name, event.state, event.window, x, y, Path(x, y), index, now_us
        )
        if not isinstance(self._open, OpenClick):
            self._close()
        self._presses[event.button] = press

    def _release(self, index: int, event: RawEvent) -> None:
        if event.button in self._presses:
            press = self._presses[event.button]
            press.move(index, self._now_us, (event.x,), (event.y,))
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
        elif self._presses or self._list.is_waiting or (before and before.first > press.first):
            self._list.wait(ended)
        else:
            self._close()
            if isinstance(ended, Click) and is_whole:
                self._open = OpenClick(ended, press.begin_us)
            else:
                self._put(ended)
        if not self._presses:
            self._list.settle_waiting()

    def _wheel(self, index: int, event: RawEvent, direction: Direction) -> None:
        turning, now_us = self._open, self._now_us
        if isinstance(turning, OpenScroll) and turning.takes(
            now_us, direction, event.state, event.window
        ):
            turning.add(index, now_us)
            return
        self._close()
        at = ScreenPoint(event.x, event.y)
        self._open = OpenScroll(
            index, now_us, at, direction, event.state, event.window, index, now_us
        )

    def _expire(self) -> None:
        for button, press in tuple(self._presses.items()):
            if press.is_lost(self._now_us):
                self._end(button, is_whole=False)

    # Keys

    def _key_down(self, index: int, event: RawEvent) -> None:
        code, now_us = event.keycode, self._now_us
        is_repeat = self._keys.press(code, now_us)
        self._keys.doubt_held(self._open, now_us)
        key = self._meanings.of(event.keysym, code)
        if key.sort is Sort.MODIFIER:
            is_alone = not (is_repeat or event.state & (COMMAND_BITS | raw.SHIFT | raw.ALTGR))
            self._keys.begin_tap(Tap(code, key.text, index, now_us) if is_alone else None)
            return
        self._keys.begin_tap(None)
        if key.sort is Sort.LOCK or self._numbers(index, event):
            return
        if event.state & COMMAND_BITS or key.sort in (Sort.NAMED, Sort.UNKNOWN):
            self._command(index, event, key, is_repeat=is_repeat)
        else:
            self._type(index, event, key)

    def _type(self, index: int, event: RawEvent, key: Meaning) -> None:
        text, now_us = self._open, self._now_us
        if not isinstance(text, OpenText) or not text.takes(now_us, event.window):
            self._close()
            text = self._open = OpenText(index, now_us, event.window, index, now_us)
        text.press(index, key, is_composed=bool(event.flags & COMPOSED))
        text.touch(index, now_us, event.keycode)

    def _numbers(self, index: int, event: RawEvent) -> bool:
        """Take a hex digit after Ctrl+Shift+U, with the two held or not; tell whether it is one."""
        before, now_us = self._open, self._now_us
        key = self._meanings.of(event.base or event.keysym, event.keycode)
        is_plain = event.state & COMMAND_BITS in (0, raw.CTRL)
        if not is_plain or key.sort is not Sort.CHAR or key.text.lower() not in _HEX:
            return False
        text = before if isinstance(before, OpenText) and before.is_number else None
        if isinstance(before, OpenChord) and (before.keys, before.times) == (_NUMBER, 1):
            text = OpenText(
                before.first, before.begin_us, before.window, before.last, before.end_us
            )
        if text is None or not text.takes(now_us, event.window):
            return False
        text.is_number, self._open = True, text
        text.press(index, key, is_composed=True)
        text.touch(index, now_us, event.keycode)
        return True

    def _command(self, index: int, event: RawEvent, key: Meaning, *, is_repeat: bool) -> None:
        """Take a key that types nothing, or does not because of Ctrl, Alt or Super."""
        if not event.state & COMMAND_BITS and self._edits(index, event, key):
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
        self._open = OpenChord(index, now_us, keys, event.keycode, event.window, index, now_us)

    def _edits(self, index: int, event: RawEvent, key: Meaning) -> bool:
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
        is_plain = key.text == "enter" and not event.state & (raw.SHIFT | raw.ALTGR)
        if is_taken := is_plain and text.press_enter():
            text.touch(index, self._now_us, event.keycode)
        return is_taken

    def _key_up(self, index: int, event: RawEvent) -> None:
        code, now_us = event.keycode, self._now_us
        held_us, item = self._keys.held_us(code, now_us), self._open
        is_held = self._keys.doubt_held(item, now_us)
        if is_held and isinstance(item, OpenChord) and item.code == code:
            item.last = index
        self._keys.release(code)
        if isinstance(item, OpenText) and item.enter and item.code == code:
            self._close()
        if (tap := self._keys.end_tap(code)) and means_something(tap, held_us):
            self._close()
            begun, keys = (tap.first, tap.begin_us), (tap.name,)
            self._open = OpenChord(*begun, keys, code, event.window, index, now_us)

    # Gestures

    def _forget(self) -> None:
        """Settle everything: what comes next has nothing to do with what was."""
        for button, _ in sorted(self._presses.items(), key=lambda item: item[1].first):
            self._end(button, is_whole=False)
        self._close()
        self._keys = self._keys.fresh()

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
