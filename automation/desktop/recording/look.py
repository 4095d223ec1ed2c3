"""Reads the accessibility tree beside the user: what is there before a press, and where keys went.

A program answers in its own main loop, so it is asked seldom: when the picture changed, or when keys
wait to be told where they went.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import (
    KEY_DOWN,
    PRESS,
    RELEASE,
    SECRET,
    WHEEL,
    Context,
    FieldValue,
    HandEvent,
    Handle,
)
from automation.core.observation import Frame, Observation, Private, ScreenElement, WindowInfo
from automation.core.process import be_quiet
from automation.desktop.capture import hidden_parts, masked
from automation.desktop.elements import nodes
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.grabs import KeyboardProbe
from automation.desktop.recording.listen import (
    FrameRing,
    Glance,
    Look,
    Moment,
    Released,
    Turned,
    covering,
    lines_of,
    owner,
    parts_of,
    smallest,
)
from automation.desktop.recording.privacy import (
    Emptiness,
    IsTerminal,
    PasswordFields,
    may_be_named_beside,
)
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.x11 import connect
from automation.screen.roles import hides_text

TURNED_US: Final = 200_000
"""After the button has come up; toolkits take up to 50 ms."""
_LEFT: Final = 1
_LOG = logging.getLogger(__name__)


class PressedBox:
    """The box that was pressed last: it is read again as soon as its program may have turned it.

    The next look at the whole tree may come only after the next press.
    """

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._due: tuple[int, Moment] | None = None

    def heard(self, event: HandEvent, moment: Moment | None) -> None:
        """Take the next event."""
        if event.kind == PRESS:
            self._moment = moment if event.button == _LEFT else None
            self._due = None
        elif event.kind == RELEASE and self._moment is not None:
            self._due, self._moment = (event.t_us + TURNED_US, self._moment), None

    def due(self) -> ScreenElement | None:
        """Return, once, the box that is to be read again by now."""
        due = self._due
        if due is None or time.monotonic_ns() // 1000 < due[0]:
            return None
        self._due = None
        look, window = due[1].look, due[1].window
        if look is None or window is None:
            return None
        box = smallest(look.elements, window, due[1].point)
        return box if box is not None and box.handle and "checkable" in box.states else None


def read_again(box: ScreenElement, reader: DesktopReader) -> Turned | None:
    """Return what a box is by now; None where its program does not tell."""
    began_us = time.monotonic_ns() // 1000
    try:
        fresh = reader.refreshed(box)
    except AssistantError as error:
        _LOG.warning("a box could not be read: %s", type(error).__name__)
        return None
    return Turned(fresh, began_us, time.monotonic_ns() // 1000) if fresh is not None else None


TICK_S: Final = 0.05
IDLE_EVERY_S: Final = 0.5
KEYS_EVERY_S: Final = 0.1
"""While keys wait and a password field is shown; else as seldom as without keys."""
SHARE: Final = 4
"""A program is asked for at most a fifth of its time."""
SHARE_AT_FIRST: Final = 1
"""For half of it where the focus has moved: what its field holds then is gone soon."""
MOST_REST_S: Final = 1.0
"""Keys wait no longer for the focus to be asked for: on a busy machine everything takes long."""
_COARSE: Final = 4
"""Every fourth pixel of every fourth row tells that something changed."""


class Scout:
    """The thread that looks. `on_look` is called on it."""

    def __init__(
        self,
        reader: DesktopReader,
        frames: FrameRing,
        display: str | None,
        own_pids: frozenset[int],
        *,
        wanted_us: Callable[[], int | None],
        wanted_value: Callable[[], ScreenElement | None] = lambda: None,
        wanted_fields_us: Callable[[], int | None] = lambda: None,
        is_terminal: IsTerminal = lambda window: False,
        on_look: Callable[[Look], None],
        due_box: Callable[[], ScreenElement | None] = lambda: None,
        on_box: Callable[[Turned | None], None] = lambda turned: None,
    ) -> None:
        """Connect and begin.

        Args:
            reader: the tree; used by this thread only.
            display: X display name; None takes `DISPLAY`.
            wanted_us: tells since when a look is waited for; None while nobody waits.
            wanted_fields_us: tells since when password fields must have been looked for again; None
                where nobody waits for that.
            is_terminal: tells windows in which anything may ask for a password.
            due_box: tells, once, which pressed box is to be read again.
            on_box: takes what was read of it; None where it does not tell.
        """
        self._reader, self._frames = reader, frames
        self._windows = X11Windows(display, own_pids)
        self._probe_connection = connect(display)
        self._probe = KeyboardProbe(self._probe_connection)
        self._wanted_us, self._wanted_value = wanted_us, wanted_value
        self._wanted_fields_us = wanted_fields_us
        self._is_terminal, self._on_look = is_terminal, on_look
        self._due_box, self._on_box = due_box, on_box
        self._fields = PasswordFields()
        self._seen: Glance | None = None
        self._took_s = self._looked_s = self._asked_s = self._failed_s = 0.0
        self.latest: Look | None = None
        """None before the first look, and again while no pictures are taken."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="recording-scout", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._thread.join()

    def _serve(self) -> None:
        be_quiet()
        try:
            while not self._closing.wait(TICK_S):
                glance = self._frames.latest()
                if (
                    glance is None
                ):  # what was seen before a pause tells nothing of what comes after it
                    self.latest = self._seen = None
                    self._took_s = 0.0  # no program was asked meanwhile: this one may be at once
                    continue
                last = self.latest
                if last is not None and self._is_asked(last):
                    self._check(glance, last)  # quick, and soon what it tells is something else
                elif (box := self._due_box()) is not None:
                    self._on_box(read_again(box, self._reader))
                elif self._is_due(glance):
                    self._look(glance)
        finally:
            self._windows.close()
            self._probe_connection.disconnect()

    def _is_due(self, glance: Glance) -> bool:
        rest_s = time.monotonic() - self._looked_s
        if rest_s < max(IDLE_EVERY_S, SHARE * self._took_s):
            return False
        return self._has_changed(glance)

    def _is_asked(self, last: Look) -> bool:
        """Tell whether keys wait to be told where they went."""
        wanted_us = self._wanted_us()
        if wanted_us is None:
            return False
        now_s = time.monotonic()
        is_first = last.began_us < wanted_us
        is_pressing = is_first or last.shows_secret or self._is_stale(last)
        every_s = KEYS_EVERY_S if is_pressing else IDLE_EVERY_S
        rest_s = now_s - max(last.ended_us / 1e6, self._failed_s)
        share_s = min(MOST_REST_S, (SHARE_AT_FIRST if is_first else SHARE) * self._asked_s)
        return now_s * 1e6 >= wanted_us and rest_s >= max(every_s, share_s)

    def _has_changed(self, glance: Glance) -> bool:
        before = self._seen
        if before is None or before.windows != glance.windows:
            return True
        first, second = before.frame.pixels, glance.frame.pixels
        return first.shape != second.shape or not np.array_equal(
            first[::_COARSE, ::_COARSE], second[::_COARSE, ::_COARSE]
        )

    def _is_stale(self, last: Look) -> bool:
        """Tell whether keys wait for the password fields to be looked for again."""
        since_us = self._wanted_fields_us()
        return since_us is not None and last.fields_read_us < since_us

    def _look(self, glance: Glance) -> None:
        began_s = time.monotonic()
        try:
            look = self._told(glance, round(began_s * 1e6))
        except AssistantError as error:
            _LOG.warning("the tree could not be read: %s", type(error).__name__)
            self._looked_s = time.monotonic()
            self._took_s = self._looked_s - began_s
            return
        self._check(glance, look)  # the keyboard may be elsewhere since
        self._seen, self._looked_s = glance, time.monotonic()
        self._took_s = self._looked_s - began_s
        if self.latest is None or self.latest.tree_read_us < look.tree_read_us:
            self._tell(look)

    def _check(self, glance: Glance, last: Look) -> None:
        """Ask for the focus alone; what else there is was read a moment ago."""
        began_us = _now_us()
        try:
            look = self._checked(glance, last)
        except AssistantError as error:
            _LOG.warning("the focus could not be read: %s", type(error).__name__)
            # What fails is asked for no more often than what is told.
            self._failed_s = time.monotonic()
            self._asked_s = self._failed_s - began_us / 1e6
            return
        if look is None:
            self._seen = None  # the tree is due, whatever the picture shows
            self._failed_s = time.monotonic()
            return
        self._asked_s = (look.ended_us - began_us) / 1e6
        self._tell(look)

    def _tell(self, look: Look) -> None:
        self.latest = look
        self._on_look(look)

    def _checked(self, glance: Glance, last: Look) -> Look | None:
        """Return what has the focus now; None where only the whole tree tells what that is."""
        fields_us = _now_us()
        windows, pointer = self._windows.windows(), self._windows.pointer()
        seen = Observation(glance.frame, self._windows.monitors(), windows, pointer)
        is_stale = self._is_stale(last)
        boxes = self._secret_boxes(seen) if is_stale else last.secret_boxes
        # Read before the focus is asked for: a key that no look came after is then not in it.
        held = self._held(last.focused) if self._may_be_there(last) else None
        began_us = _now_us()
        holders = self._fields.as_they_are(self._reader.focus(seen), windows)
        handles = {holder.handle for holder in holders}
        known = tuple(e for e in last.elements if e.handle in handles)
        unread = handles - {e.handle for e in known}
        if any(may_be_named_beside(e) for e in holders if e.handle in unread):
            return None
        secret = {e.box for e in (*known, *holders) if hides_text(e)}
        if not secret <= set(boxes):  # it came since, and others may have come with it
            boxes = tuple(dict.fromkeys((*self._secret_boxes(seen), *secret)))
        focused = _focused(known or holders, seen, states=False)
        is_secret = any("secret" in holder.states for holder in holders) or self._is_taken()
        if focused is not None and (hides_text(focused) or focused.box in boxes):
            is_secret = True
        if is_secret or focused is None:
            held = None
        elif held is None or held.handle != focused.handle:
            held = self._held(focused)
        read_again = self._read_again()
        return replace(
            last, began_us=began_us, ended_us=_now_us(), windows=windows, focused=focused,
            fields_us=fields_us if is_stale else last.fields_read_us, tree_us=last.tree_read_us,
            secret_boxes=boxes, pages=self._fields.pages, is_secret=is_secret,
            is_told=self._tells(holders, seen),
            held=held, read_again=read_again,
        )  # fmt: skip

    def _may_be_there(self, last: Look) -> bool:
        """Tell whether the keyboard is probably still where it was."""
        wanted_us = self._wanted_us()
        return wanted_us is None or last.began_us >= wanted_us

    def _held(self, field: ScreenElement | None) -> FieldValue | None:
        """Return what a field holds, to tell later whether keys went there."""
        if field is None or hides_text(field) or field.handle is None:
            return None
        began_us = _now_us()
        fresh = self._reader.refreshed(field)
        if fresh is None or fresh.value is None or hides_text(fresh):
            return None
        return FieldValue(field.handle, fresh.value, began_us, _now_us())

    def _read_again(self) -> tuple[Handle, str] | None:
        """Return what the field holds that is asked about; empty for one that is gone."""
        field = self._wanted_value()
        if field is None or field.handle is None:
            return None
        fresh = self._reader.refreshed(field)
        is_open = fresh is not None and not hides_text(fresh)
        return field.handle, (fresh.value or "") if fresh is not None and is_open else ""

    def _secret_boxes(self, seen: Observation) -> tuple[Rect, ...]:
        boxes = (*self._reader.secret_boxes(seen), *self._fields.boxes(seen.windows))
        return tuple(dict.fromkeys(boxes))

    def _tells(self, holders: Sequence[ScreenElement], seen: Observation) -> bool:
        """Tell whether it is known where keys go, and that nothing there may be a password."""
        active = seen.active_window
        is_blind = active is None or self._is_terminal(active)
        return bool(holders) and not is_blind and all(e.role != "terminal" for e in holders)

    def _is_taken(self) -> bool:
        """Tell whether a password prompt holds the keyboard; open menus do too."""
        return not self._windows.menus() and self._probe.is_taken()

    def _told(self, glance: Glance, began_us: int) -> Look:
        windows, pointer = self._windows.windows(), self._windows.pointer()
        seen = Observation(glance.frame, self._windows.monitors(), windows, pointer)
        read = self._reader.tree(seen, whole_screen=_is_beside(seen, pointer))
        elements = self._fields.marked(read, windows)
        boxes = self._secret_boxes(seen)
        focused = _focused(elements, seen)
        active = seen.active_window
        is_secret = focused is not None and (hides_text(focused) or focused.box in boxes)
        return Look(
            began_us=began_us,
            ended_us=time.monotonic_ns() // 1000,
            windows=windows,
            elements=elements,
            focused=focused,
            secret_boxes=boxes,
            pages=self._fields.pages,
            is_secret=is_secret or self._is_taken(),
            has_tree=active is None or any(e.window_id == active.window_id for e in elements),
            is_told=self._tells(() if focused is None else (focused,), seen),
        )


def _is_beside(seen: Observation, pointer: ScreenPoint) -> bool:
    """Tell whether the pointer is over another window than the active one and its popups."""
    under = nodes.window_at(seen, pointer)
    ids = {window.window_id for window in nodes.active_group(seen)}
    return under is not None and under.window_id not in ids and not under.is_own


def _focused(
    elements: tuple[ScreenElement, ...], seen: Observation, *, states: bool = True
) -> ScreenElement | None:
    """Return what has the focus in the active window; a password field before all else.

    Args:
        states: what the elements say of themselves counts; else all of them have the focus.
    """
    ids = {window.window_id for window in nodes.active_group(seen)}
    holders = [e for e in elements if e.window_id in ids and ("focused" in e.states or not states)]
    return max(holders, key=lambda e: (hides_text(e), "editable" in e.states), default=None)


def _now_us() -> int:
    return time.monotonic_ns() // 1000


LOOK_S: Final = 1.0
"""How long a press in a window that was never looked at waits for the next look."""
POLL_S: Final = 0.1
STILL_PX: Final = 5
"""A button that comes up nearer than this to where it went down ended no drag."""

ReadLines = Callable[[Frame], Sequence[ScreenElement]]


class Sights:
    """What was seen around a place just before something was done there, worked out after it was decided."""

    def __init__(
        self,
        display: str | None,
        own_pids: frozenset[int],
        is_private: Private,
        is_browser: Callable[[WindowInfo], bool] = lambda window: False,
        *,
        read_lines: ReadLines | None,
        latest_look: Callable[[], Look | None],
    ) -> None:
        """Connect.

        Args:
            display: X display name; None takes `DISPLAY`.
            read_lines: reads text off a picture; None reads none.
        """
        self._windows = X11Windows(display, own_pids)
        self._is_private, self._is_browser = is_private, is_browser
        self._read_lines = read_lines
        self._latest_look = latest_look
        self._last_look: Look | None = None
        self._pressed_at: dict[int, ScreenPoint] = {}
        self._emptiness = Emptiness()

    def close(self) -> None:
        """Disconnect."""
        self._windows.close()

    def looked(self, look: Look) -> None:
        """Take what the tree told."""
        self._last_look = look
        self._emptiness.looked(look.held)

    def of(self, released: Released) -> Context | None:
        """Return what was seen before an event; None for one that is aimed at nothing."""
        try:
            return self._before(released)
        finally:
            self._emptiness.heard(released.event)

    def _before(self, released: Released) -> Context | None:
        event, moment, look = released.event, released.moment, released.look
        if event.kind in (PRESS, RELEASE):
            return self._of_button(event, moment) if moment is not None else None
        if event.kind not in (KEY_DOWN, SECRET):
            return None
        before = moment.window if moment is not None else None
        if look is not None and look.focused is not None and not event.is_untold:
            return self._of_focus(released, look, look.focused, before)
        told = look or self._last_look
        found = before or (_window(event.window, told) if event.is_untold else None)
        return Context(found.rect.center, None, found) if found is not None else None

    def _of_focus(
        self, released: Released, look: Look, focused: ScreenElement, before: WindowInfo | None
    ) -> Context:
        event = released.event
        window = _window(focused.window_id, look)
        if before is not None and (window is None or window.is_popup or _is_one(window, before)):
            window = before
        scale = self._scale(focused.box.center)
        is_alone = released.is_alone or self._emptiness.was_empty(focused, event.t_us)
        if event.kind == KEY_DOWN and is_alone:
            focused = replace(focused, value="")
        parts = tuple(e for e in look.elements if e.window_id == focused.window_id)
        return Context(focused.box.center, None, window, focused, parts, (), scale)

    def _of_button(self, event: HandEvent, moment: Moment) -> Context | None:
        at = moment.point
        if event.kind == PRESS:
            self._pressed_at[event.button] = at
        else:
            began = self._pressed_at.pop(event.button, at)
            if max(abs(began.x - at.x), abs(began.y - at.y)) <= STILL_PX:
                return None
        window = moment.window
        if window is None:
            return Context(at)
        look = self._look_for(window, moment.look)
        elements = look.elements if look is not None else ()
        frame = self._painted(moment, look)
        is_wheel = event.button in WHEEL
        read = self._read_lines(frame) if self._read_lines and frame and not is_wheel else ()
        windows = covering(at, moment.seen or moment.windows, moment.windows)
        return Context(
            at, frame, owner(window, moment.windows), smallest(elements, window, at),
            parts_of(window, moment.windows, elements), lines_of(window, windows, read),
            self._scale(at),
        )  # fmt: skip

    def _look_for(self, window: WindowInfo, look: Look | None) -> Look | None:
        """Return what the tree told of a window: before the press, else as soon as may be."""
        if look is not None and look.covers(window.window_id):
            return look
        deadline_s = time.monotonic() + LOOK_S
        while time.monotonic() < deadline_s:
            latest = self._latest_look()
            if latest is not None and latest.covers(window.window_id):
                return latest
            if latest is not None and look is not None and latest.tree_read_us > look.ended_us:
                return latest  # it was looked at again, and tells nothing of this window
            time.sleep(POLL_S)
        return look

    def _painted(self, moment: Moment, look: Look | None) -> Frame | None:
        """Return the picture without secrets; none while it is not known where those are."""
        if moment.frame is None or look is None:
            return None
        parts = list(look.secret_boxes)
        if self._last_look is not None:
            parts += self._last_look.secret_boxes
        for windows in dict.fromkeys((moment.earlier, moment.seen)):
            parts += self._hidden_parts(windows, moment.look)
        return masked(moment.frame, parts)

    def _hidden_parts(self, windows: tuple[WindowInfo, ...], look: Look | None) -> tuple[Rect, ...]:
        """Return where windows are that nobody may see; of one that is gone the display tells nothing."""
        hidden = {w.window_id for w in windows if self._is_hidden(w) or self._is_silent(w, look)}
        if not hidden:
            return ()
        opaque = self._windows.opaque_parts(windows)
        return hidden_parts(windows, lambda w: w.window_id in hidden, opaque)

    def _is_silent(self, window: WindowInfo, look: Look | None) -> bool:
        """Tell whether a browser had told of no page by then: silence is no "there is no password"."""
        if look is not None and window.window_id in look.pages:
            return False
        is_page = not (window.is_minimised or window.is_own or window.is_popup or window.is_dialog)
        return is_page and self._is_browser(window)

    def _is_hidden(self, window: WindowInfo) -> bool:
        return window.is_own or self._is_private(window)

    def _scale(self, at: ScreenPoint) -> float:
        found = (m.scale for m in self._windows.monitors() if m.rect.contains(at))
        return next(found, 1.0)


def _window(window_id: int, look: Look | None) -> WindowInfo | None:
    windows = look.windows if look is not None else ()
    return next((w for w in windows if w.window_id == window_id), None)


def _is_one(window: WindowInfo, other: WindowInfo) -> bool:
    return window.window_id == other.window_id
