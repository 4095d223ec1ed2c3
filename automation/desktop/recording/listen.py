"""Hears the user's hands on X11: every key and button, and what a recording sees of the desktop at one moment.

Built on the same listener as the kill key, so whose event it is is decided by the same rule. Nothing
is grabbed but the chord that pauses.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import xcffib
import xcffib.xkb
import xcffib.xproto

from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import (
    COMPOSED,
    FOCUS,
    KEY_DOWN,
    KEY_UP,
    MOVE,
    PAUSED,
    PRESS,
    RELEASE,
    RESUMED,
    WHEEL,
    FieldValue,
    HandEvent,
    Handle,
    bits_of,
)
from automation.core.observation import Frame, Private, ScreenElement, WindowInfo
from automation.core.process import be_quiet
from automation.desktop.capture import ScreenGrabber
from automation.desktop.input.keyboard_x11 import ButtonMap, KeymapReader
from automation.desktop.input.keys import parse_chord
from automation.desktop.input.kill_switch import Announced, InputEvent
from automation.desktop.input.listener import Listener
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.x11 import atom, connect, root_of


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """The whole desktop and its windows, topmost first, at one moment."""

    frame: Frame
    windows: tuple[WindowInfo, ...]
    """Those that a press can reach."""
    seen: tuple[WindowInfo, ...] = ()
    """All that the picture shows: those too that let presses through, as tooltips do."""
    earlier: tuple[WindowInfo, ...] = ()
    """All that could be seen right before: one may have moved or gone since, and be on the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the accessibility tree told between two moments."""

    began_us: int
    """When the focus was asked for; what else there is may have been read before."""
    ended_us: int
    windows: tuple[WindowInfo, ...]
    elements: tuple[ScreenElement, ...] = ()
    focused: ScreenElement | None = None
    secret_boxes: tuple[Rect, ...] = ()
    """Password fields, in device pixels."""
    pages: frozenset[int] = frozenset()
    """Windows that have told of a page: in another browser's a password may be shown anywhere."""
    is_secret: bool = False
    """What has the focus must not be recorded."""
    has_tree: bool = True
    """The program that has the focus tells anything at all."""
    is_told: bool = True
    """It is known what has the focus, and that no password is typed there without our knowing."""
    fields_us: int | None = None
    """When the reading of the password fields began; None when the look began with it."""
    tree_us: int | None = None
    """When the reading of the elements began; None when the look began with it."""
    held: FieldValue | None = None
    """What has the focus and what that holds, read with the look; None where it does not tell."""
    read_again: tuple[Handle, str] | None = None
    """Handle of a field that was asked for after the look began, and what it holds; None when none was."""

    @property
    def fields_read_us(self) -> int:
        """Since when no password field is missing in it."""
        return self.began_us if self.fields_us is None else self.fields_us

    @property
    def tree_read_us(self) -> int:
        """Since when no element is missing in it."""
        return self.began_us if self.tree_us is None else self.tree_us

    @property
    def shows_secret(self) -> bool:
        """Tell whether something secret could get the focus."""
        return self.is_secret or bool(self.secret_boxes)

    def covers(self, window_id: int) -> bool:
        """Tell whether anything of this window was read."""
        return any(element.window_id == window_id for element in self.elements)


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A box as it was read again after it was pressed."""

    box: ScreenElement
    began_us: int
    ended_us: int


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What was known when a button or key went down, kept until there is time to work it out."""

    point: ScreenPoint
    """For a key the middle of the window that it goes to."""
    window: WindowInfo | None
    windows: tuple[WindowInfo, ...]
    frame: Frame | None = None
    """The picture before, around the point; nothing is painted over yet."""
    look: Look | None = None
    """The last one that had ended."""
    seen: tuple[WindowInfo, ...] = ()
    """All windows that the picture shows."""
    earlier: tuple[WindowInfo, ...] = ()
    """Those that could be seen right before it was taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Released:
    """An event that may be recorded, with what was seen."""

    event: HandEvent
    moment: Moment | None = None
    """Of a button; of a key it tells the window as it was before."""
    look: Look | None = None
    """Of a key: where it went."""
    is_alone: bool = False
    """Of the key that begins a text: it was seen to stand alone in its field."""


def smallest(
    elements: Sequence[ScreenElement], window: WindowInfo, at: ScreenPoint
) -> ScreenElement | None:
    """Return the smallest thing of a window at a pixel; None where the tree tells of none."""
    hit = [e for e in elements if e.window_id == window.window_id and e.box.contains(at)]
    # Of equally large ones the inner comes later: the only entry of a menu fills it.
    return min(reversed(hit), key=lambda e: e.box.area, default=None)


def owner(window: WindowInfo, windows: Sequence[WindowInfo]) -> WindowInfo:
    """Return the managed window that an open menu or list belongs to; the window itself else."""
    if not window.is_popup:
        return window
    same = [w for w in windows if not w.is_popup and w.pid == window.pid and w.pid]
    return next((w for w in same if w.is_active), same[0] if same else window)


def parts_of(
    window: WindowInfo, windows: Sequence[WindowInfo], elements: Sequence[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return what the tree tells of a window, and of the one that it belongs to if it is a menu or list.

    What another window says tells nothing of a thing in this one: it need not be there next time.
    """
    ids = {window.window_id, owner(window, windows).window_id}
    return tuple(e for e in elements if e.window_id in ids)


def covering(
    at: ScreenPoint, seen: Sequence[WindowInfo], reached: Sequence[WindowInfo]
) -> tuple[WindowInfo, ...]:
    """Return the windows that hide what lies below them, topmost first.

    One that lets presses through and lies over the pressed pixel does not, however large: the person
    saw through it what they pressed. One beside the pixel does, as a tooltip.
    """
    ids = {window.window_id for window in reached}
    return tuple(w for w in seen if w.window_id in ids or not w.rect.contains(at))


def lines_of(
    window: WindowInfo, windows: Sequence[WindowInfo], lines: Sequence[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return the lines of text that were read off a window, or off the one that it belongs to.

    Args:
        windows: all that hide what lies below them, topmost first.
    """
    ids = {window.window_id, owner(window, windows).window_id}
    return tuple(line for line in lines if _shown_at(line.box.center, windows) in ids)


def _shown_at(at: ScreenPoint, windows: Sequence[WindowInfo]) -> int:
    """Return the id of the topmost window at a pixel, its title bar included; 0 for none."""
    shown = (w for w in windows if not w.is_minimised and (w.frame or w.rect).contains(at))
    return next((w.window_id for w in shown), 0)


EVERY_S: Final = 0.1
KEPT: Final = 4
"""33 MB each at 3840 x 2160."""
BEFORE_S: Final = 0.02
"""A picture that was finished less than this before a press was heard may show what the press did."""

OnWindows = Callable[[int, int, tuple[WindowInfo, ...]], None]
_LOG = logging.getLogger(__name__)


class FrameRing:
    """The last pictures of the desktop, so that the one before a press is there when the press is heard.

    Hover and press change what is pressed, so a picture taken afterwards shows another thing.
    """

    def __init__(
        self,
        display: str | None,
        own_pids: frozenset[int],
        on_windows: OnWindows = lambda began_us, ended_us, windows: None,
    ) -> None:
        """Connect and begin.

        Args:
            display: X display name; None takes `DISPLAY`.
            on_windows: called on the thread with the windows each time that they are others, and
                with the moments between which they were asked for, in microseconds.
        """
        self._windows = X11Windows(display, own_pids)
        self._grabber = ScreenGrabber(display)
        self._on_windows = on_windows
        self._told: tuple[WindowInfo, ...] | None = None
        self._glances: deque[Glance] = deque(maxlen=KEPT)
        self._closing = threading.Event()
        self._is_off = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="recording-frames", daemon=True)
        self._thread.start()

    def latest(self) -> Glance | None:
        """Return the last picture; None before the first."""
        return self._glances[-1] if self._glances else None

    def before(self, t_us: int) -> Glance | None:
        """Return the last picture that was finished before a moment; None when none is left."""
        latest_s = t_us / 1e6 - BEFORE_S
        found = [glance for glance in tuple(self._glances) if glance.frame.t_mono_s <= latest_s]
        return found[-1] if found else None

    def pause(self, *, is_off: bool) -> None:
        """Take no pictures, and forget those that were taken; or go on."""
        if is_off:
            self._is_off.set()
            self._glances.clear()
        else:
            self._is_off.clear()

    def close(self) -> None:
        """End the thread and forget the pictures."""
        self._closing.set()
        self._thread.join()
        self._glances.clear()

    def _serve(self) -> None:
        be_quiet()
        try:
            while not self._closing.wait(EVERY_S):
                if not self._is_off.is_set():
                    self._glance()
        finally:
            self._grabber.close()
            self._windows.close()

    def _glance(self) -> None:
        try:
            earlier = self._windows.seen()
            frame = self._grabber.grab()
            began_us = time.monotonic_ns() // 1000
            seen, reached = self._windows.listed()
            ended_us = time.monotonic_ns() // 1000
            glance = Glance(frame, reached, seen, earlier)
        except AssistantError as error:  # a locked screen, monitors that change
            _LOG.warning("no picture for the recording: %s", type(error).__name__)
            self._glances.clear()
            return
        if self._is_off.is_set():
            return
        self._glances.append(glance)
        if glance.windows != self._told:
            self._told = glance.windows
            self._on_windows(began_us, ended_us, glance.windows)


class KeyFocus:
    """Follows to which window keys go, as the window manager tells it, else the display itself."""

    def __init__(self, connection: xcffib.Connection, windows: X11Windows) -> None:
        self._connection, self._windows = connection, windows
        self._root = root_of(connection)
        self._active_atom = atom(connection, "_NET_ACTIVE_WINDOW")
        self.window: WindowInfo | None = None
        """None where nothing is known of it."""
        self.window_id = -1
        self.follow()

    def follow(self) -> bool:
        """Look again; tell whether keys go to another window than before."""
        active = self._active()
        if active == self.window_id:
            return False
        self.window_id = active
        found = self._windows.windows()
        self.window = next((w for w in found if w.window_id == active), None) or next(
            (w for w in found if w.is_active), None
        )
        return True

    def moment(self, before: Glance | None, t_us: int) -> Moment | None:
        """Return the window that a key was pressed for, called as it was before; None where nobody knows it.

        Args:
            before: the last picture before the key.
            t_us: when the key was heard.
        """
        if self.window is None:
            return None
        windows = before.windows if before is not None else ()
        found = next((w for w in windows if w.window_id == self.window.window_id), None)
        if found is None and before is not None and t_us / 1e6 - before.frame.t_mono_s < UNSEEN_S:
            # A window that came since is what the key opened: on a busy machine the key is heard late.
            found = next((w for w in windows if w.is_active), None)
        found = found or self.window
        return Moment(found.rect.center, owner(found, windows), ())

    def _active(self) -> int:
        core = self._connection.core
        kind = xcffib.xproto.Atom.WINDOW
        asked = core.GetProperty(False, self._root, self._active_atom, kind, 0, 1)
        focus = core.GetInputFocus()
        reply, focused = asked.reply(), int(focus.reply().focus)
        named = int(reply.value.to_atoms()[0]) if reply.value_len else 0
        return named or focused


UNSEEN_S: Final = 0.4
"""Nobody reads a window and presses a key for it in less."""
PAUSE: Final = "record_pause"
MOVE_EVERY_US: Final = 8_000
"""A drag is drawn well enough with 125 places a second."""
TURN_US: Final = 150_000
"""Notches of the wheel that come sooner belong to one turn and need one picture."""
AROUND: Final = Rect(0, 0, 640, 280)
"""What is kept of the picture: the thing, its label, the cells of its row."""

STALE_S: Final = 1.0
"""A list of windows that is older was taken before somebody could see what they pressed."""

Sink = Callable[[HandEvent, Moment | None], None]


class Hands:
    """The listening thread's business; `sink` and `on_stop` are called on it."""

    def __init__(
        self,
        display: str | None,
        *,
        stop_keys: tuple[str, ...],
        pause_chord: str,
        own_pids: frozenset[int],
        is_private: Private,
        frames: FrameRing,
        latest_look: Callable[[], Look | None],
        sink: Sink,
        on_stop: Callable[[tuple[str, ...], str], None],
        on_note: Callable[[str], None],
        is_composed: Callable[[], bool] = lambda: False,
    ) -> None:
        """Connect and listen.

        Args:
            display: X display name; None takes `DISPLAY`.
            pause_chord: pauses it and lets it go on; empty for none.
            is_private: tells windows that the user never wants looked at.
            on_stop: takes the keys that were recorded already, of a stop key that is pressed twice,
                and a sentence if nothing is heard any more.
            is_composed: tells whether an input method is on; must not wait.

        Raises:
            NoDisplay: the display does not answer.
            InputError: the display tells nothing of keys, or a chord cannot be pressed.
        """
        self._is_composed = is_composed
        self._frames, self._latest_look = frames, latest_look
        self._sink, self._on_stop, self._on_note = sink, on_stop, on_note
        self._is_private = is_private
        self._windows = X11Windows(display, own_pids)
        self._connection = connect(display)
        self._connection(xcffib.xkb.key).UseExtension(1, 0).reply()
        self._keymap = KeymapReader(self._connection)
        self._buttons = ButtonMap(self._connection)
        self._meant: dict[int, int] = {}
        """What programs heard of each button when it went down."""
        self._focus = KeyFocus(self._connection, self._windows)
        self._at: ScreenPoint | None = None
        self._held: set[int] = set()
        self._down: set[int] = set()
        self._skipped: set[tuple[str, int]] = set()
        self._moved_us = self._turned_us = 0
        self._is_command = False
        self._told_private = False
        self.is_paused = False
        self.is_held_off: Callable[[], bool] = lambda: False
        """Tells that a run of ours works the desktop: what is heard then is left out."""
        self._was_held_off = False
        self._listener = Listener(display, stop_keys, Announced(), self)
        conflicts = self._listener.grab(((PAUSE, pause_chord),)) if pause_chord else ()
        self.problem = " ".join(conflict.message for conflict in conflicts)
        """Why the pause chord cannot be had; empty when it can."""

    def close(self) -> None:
        """Hear nothing any more."""
        self._listener.close()
        self._windows.close()
        self._connection.disconnect()

    def pause(self) -> None:
        """Leave out what is done from here on, or record again; returns at once."""
        self.is_paused = not self.is_paused
        self._frames.pause(is_off=self.is_paused)
        self._sink(HandEvent(_now_us(), PAUSED if self.is_paused else RESUMED), None)
        self._down.clear()

    # The listener's callbacks

    def on_kill(self, chord: str) -> None:
        """The user pressed a stop key: the recording ends."""
        self._is_command = True
        first, *more = chord.split()
        self._on_stop(parse_chord(first) if more else (), "")

    def on_chord(self, name: str) -> None:
        """The user pressed the pause chord."""
        self._is_command = True
        if name == PAUSE:
            self.pause()

    def on_corner(self) -> None:
        """No corner is watched here."""

    def on_ours(self, event: InputEvent) -> None:
        """An event of ours is left out."""

    def on_disarmed(self, message: str) -> None:
        """Nothing is heard any more."""
        self._on_stop((), "nothing is heard any more: " + message)

    def on_user(self, event: InputEvent, pointer: Callable[[], ScreenPoint]) -> None:
        """The user pressed, released or moved something."""
        if event.kind == "pointer":
            self._at = event.point
            self._is_left_out()  # told now: at a press it would count as a change of what is pressed
            if self._down:
                self._move(pointer)
            return
        is_command, self._is_command = self._is_command, False
        self._note_held(event)
        if self._is_left_out() or is_command:
            self._skipped.add((event.kind, event.code))
            return
        mark = (event.kind, event.code)
        if not event.is_down and mark in self._skipped:
            self._skipped.discard(mark)
            return
        self._skipped.discard(mark)
        if event.kind == "button":
            self._button(event, pointer)
        else:
            self._key(event)

    def _is_left_out(self) -> bool:
        is_held_off = self.is_held_off()
        if is_held_off != self._was_held_off:
            self._was_held_off = is_held_off
            self._sink(HandEvent(_now_us(), PAUSED if is_held_off else RESUMED), None)
        return self.is_paused or is_held_off

    def _note_held(self, event: InputEvent) -> None:
        if event.kind == "key":
            (self._held.add if event.is_down else self._held.discard)(event.code)

    # Buttons

    def _move(self, pointer: Callable[[], ScreenPoint]) -> None:
        now_us = _now_us()
        if now_us - self._moved_us < MOVE_EVERY_US:
            return
        self._moved_us = now_us
        at = self._at or pointer()
        self._sink(HandEvent(now_us, MOVE, x=at.x, y=at.y), None)

    def _heard_as(self, event: InputEvent) -> int:
        """Return what the program heard: a hand's button goes through the server's maps."""
        if event.is_down:
            meanings = self._buttons.meanings(event.device)
            known = 1 <= event.code <= len(meanings)
            self._meant[event.code] = meanings[event.code - 1] if known else event.code
        return self._meant.get(event.code, event.code)

    def _button(self, event: InputEvent, pointer: Callable[[], ScreenPoint]) -> None:
        now_us, at = _now_us(), self._at or pointer()
        code = self._heard_as(event)
        heard = HandEvent(now_us, RELEASE, code, at.x, at.y, state=self._state())
        if not event.is_down:
            moment = self._moment(heard, at) if code in self._down else None
            self._down.discard(code)
            self._sink(heard, moment)
            return
        is_turning = code in WHEEL and now_us - self._turned_us < TURN_US
        self._turned_us = now_us if code in WHEEL else 0
        windows = self._windows_before(now_us)
        window = _reached(windows, at)
        if window is not None and self._is_hidden(window):
            self._skipped.add((event.kind, event.code))
            return
        heard = heard._replace(kind=PRESS, window=window.window_id if window else 0)
        if code not in WHEEL:
            self._down.add(code)
        self._sink(heard, None if is_turning else self._kept(heard, at, window, windows))

    def _windows_before(self, t_us: int) -> tuple[WindowInfo, ...]:
        """Return the windows as they were before a press, which may have opened or closed one."""
        glance = self._frames.before(t_us)
        if glance is not None and t_us / 1e6 - glance.frame.t_mono_s < STALE_S:
            return glance.windows
        return self._windows.windows()

    def _moment(self, heard: HandEvent, at: ScreenPoint) -> Moment:
        """Return what is known where a button comes up, as a drag ends there."""
        glance = self._frames.before(heard.t_us)
        windows = glance.windows if glance else ()
        return self._kept(heard, at, _reached(windows, at), windows)

    def _kept(
        self,
        heard: HandEvent,
        at: ScreenPoint,
        window: WindowInfo | None,
        windows: tuple[WindowInfo, ...],
    ) -> Moment:
        glance = self._frames.before(heard.t_us)
        frame = None
        if glance is not None and window is not None:
            part = glance.frame.crop(AROUND.around(at).intersection(window.rect))
            frame = replace(part, pixels=part.pixels.copy()) if part.rect.area else None
        seen, earlier = (glance.seen, glance.earlier) if glance is not None else ((), ())
        return Moment(at, window, windows, _unwritable(frame), self._latest_look(), seen, earlier)

    def _is_hidden(self, window: WindowInfo) -> bool:
        if window.is_own:
            return True
        if not self._is_private(window):
            return False
        if not self._told_private:
            self._told_private = True
            self._on_note("What you do in a window that you keep private is not recorded.")
        return True

    # Keys

    def _key(self, event: InputEvent) -> None:
        now_us = _now_us()
        if self._focus.follow():
            self._sink(HandEvent(now_us, FOCUS, window=self._focus.window_id), None)
        window, window_id = self._focus.window, self._focus.window_id
        moment = self._focus.moment(self._frames.before(now_us), now_us) if event.is_down else None
        windows = (window, moment.window if moment is not None else None)
        if any(found is not None and self._is_hidden(found) for found in windows):
            if event.is_down:
                self._skipped.add((event.kind, event.code))
            return
        if not event.is_down:
            self._sink(HandEvent(now_us, KEY_UP, keycode=event.code, window=window_id), None)
            return
        keymap = self._keymap.read()
        state = keymap.locked | self._bits(keymap.modifier_rows, without=event.code)
        row = keymap.row(event.code)
        self._sink(
            HandEvent(
                now_us, KEY_DOWN, keycode=event.code, keysym=row.keysym(keymap.group, state),
                base=row.keysym(keymap.group, 0),
                state=bits_of(keymap.modifiers(state & ~keymap.locked)), group=keymap.group,
                window=window_id, flags=COMPOSED if self._is_composed() else 0,
            ),
            moment,
        )  # fmt: skip

    def _state(self) -> int:
        """Return the modifiers that are held, as an event tells them."""
        keymap = self._keymap.read() if self._held else None
        return (
            bits_of(keymap.modifiers(self._bits(keymap.modifier_rows))) if keymap is not None else 0
        )

    def _bits(self, rows: tuple[frozenset[int], ...], without: int = -1) -> int:
        held = self._held - {without}
        return sum(1 << index for index, codes in enumerate(rows) if codes & held)


def _reached(windows: tuple[WindowInfo, ...], at: ScreenPoint) -> WindowInfo | None:
    """Return what a press reaches, by title bar or border too."""
    shown = (w for w in windows if not w.is_minimised)
    return next((w for w in shown if (w.frame or w.rect).contains(at)), None)


def _unwritable(frame: Frame | None) -> Frame | None:
    if frame is not None:
        frame.pixels.flags.writeable = False
    return frame


def _now_us() -> int:
    return time.monotonic_ns() // 1000
