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
from automation.core.observation import Observation, ScreenElement
from automation.core.priority import be_quiet
from automation.desktop.elements import scope
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.secure_input import KeyboardProbe
from automation.desktop.recording.blind_spots import IsTerminal
from automation.desktop.recording.frames import FrameRing
from automation.desktop.recording.heard import Glance, Held, Look, Turned
from automation.desktop.recording.password_fields import (
    PasswordFields,
    is_password,
    may_be_named_beside,
)
from automation.desktop.recording.pressed_box import read_again
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.xserver import connect

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

_LOG = logging.getLogger(__name__)


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
            frames: tells what changed.
            display: X display name; None takes `DISPLAY`.
            own_pids: processes of ours.
            wanted_us: tells since when a look is waited for; None while nobody waits.
            wanted_value: tells which field is to be read again with the next look.
            wanted_fields_us: tells since when password fields must have been looked for again; None
                where nobody waits for that.
            is_terminal: tells windows in which anything may ask for a password.
            on_look: takes each look.
            due_box: tells, once, which pressed box is to be read again.
            on_box: takes what was read of it; None where it does not tell.

        Raises:
            NoDisplay: the display does not answer.
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
                if glance is None:
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
        secret = {e.box for e in (*known, *holders) if is_password(e)}
        if not secret <= set(boxes):  # it came since, and others may have come with it
            boxes = tuple(dict.fromkeys((*self._secret_boxes(seen), *secret)))
        focused = _focused(known or holders, seen, states=False)
        is_secret = any("secret" in holder.states for holder in holders) or self._is_taken()
        if focused is not None and (is_password(focused) or focused.box in boxes):
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

    def _held(self, field: ScreenElement | None) -> Held | None:
        """Return what a field holds, to tell later whether keys went there."""
        if field is None or is_password(field) or field.handle is None:
            return None
        began_us = _now_us()
        fresh = self._reader.refreshed(field)
        if fresh is None or fresh.value is None or is_password(fresh):
            return None
        return Held(field.handle, fresh.value, began_us, _now_us())

    def _read_again(self) -> tuple[object, str] | None:
        """Return what the field holds that is asked about; empty for one that is gone."""
        field = self._wanted_value()
        if field is None:
            return None
        fresh = self._reader.refreshed(field)
        is_open = fresh is not None and not is_password(fresh)
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
        is_secret = focused is not None and (is_password(focused) or focused.box in boxes)
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
    under = scope.window_at(seen, pointer)
    ids = {window.window_id for window in scope.active_group(seen)}
    return under is not None and under.window_id not in ids and not under.is_own


def _focused(
    elements: tuple[ScreenElement, ...], seen: Observation, *, states: bool = True
) -> ScreenElement | None:
    """Return what has the focus in the active window; a password field before all else.

    Args:
        elements: of the windows that were read.
        seen: tells which window is active.
        states: what the elements say of themselves counts; else all of them have the focus.
    """
    ids = {window.window_id for window in scope.active_group(seen)}
    holders = [e for e in elements if e.window_id in ids and ("focused" in e.states or not states)]
    return max(holders, key=lambda e: (is_password(e), "editable" in e.states), default=None)


def _now_us() -> int:
    return time.monotonic_ns() // 1000
