"""One round of the kill-key proof: who presses, who watches, what is counted.

Two clocks bound the moment of an event from above: when the observer read it, which includes the
observer's own wait for a core, and the server's own stamp, which is cut to milliseconds. Both are
CLOCK_MONOTONIC (Xorg `os/utils.c`, GetTimeInMillis); the lower bound of the two counts.

The observer stamps an event after it has read it. Stamped before, what arrives during the reading
counts as earlier than it was: up to 7 ms under load.
"""

import multiprocessing
import os
import random
import select
import struct
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker

import xcffib

from automation.desktop.input.hear_x11 import RawInput
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.app_under_test import app_under_test
from tests.desktop.event_window import event_window
from tests.desktop.executor_rig import INSIDE, PLACE
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

LOADS = ("idle", "workers", "frozen", "foreign")
KINDS = ("type", "drag")
NEW = multiprocessing.get_context("spawn")
"""A copy of this process would share its connection to the display: what Qt sends there while the copy
takes its windows apart makes the numbers of this one's answers wrong, and Qt aborts later."""
FREEZE_S = 0.35
"""Longer than the wait for the key and the promise together."""
SPREAD_S = 0.1
"""The key comes at a random moment of this span, so that it meets every phase of a letter."""
QUIET_S = 0.06
"""What comes later than this after the end of an action would be seen in the next round."""
BOUND_MS = 1 << 32
_TIME = struct.Struct("=I")
_TIME_AT = 12
"""Where an event of XInput 2 has the server's time: after the kind and the device."""


class TimedInput(RawInput):
    """Raw events together with the server's own time in milliseconds."""

    def _decode(self, event):
        heard = super()._decode(event)
        if not isinstance(heard, InputEvent):
            return None
        (server_ms,) = _TIME.unpack_from(bytes(xcffib.ffi.buffer(event, 32)), _TIME_AT)
        return heard, server_ms


def observe(environ, events, ready):
    """Stamp every raw event; runs as a process of its own."""
    os.environ.update(environ)
    raw = TimedInput()
    ready.set()
    while True:
        select.select([raw.descriptor], [], [])
        for heard, server_ms in raw.events():
            # After the reading: one that came while others were read would be stamped too early.
            events.send((time.monotonic(), server_ms, heard.kind, heard.code, heard.is_down))


@dataclass(frozen=True, slots=True)
class Seen:
    """One event: it happened between these two moments of CLOCK_MONOTONIC."""

    after_s: float
    before_s: float
    kind: str
    code: int
    is_down: bool

    @classmethod
    def of(cls, now_s, server_ms, kind, code, is_down):
        now_ms = int(now_s * 1000)
        age_ms = (now_ms - server_ms) % BOUND_MS
        if age_ms > BOUND_MS // 2:  # the stamp is a little ahead of ours: rounding
            age_ms -= BOUND_MS
        if not -2 <= age_ms < 60_000:
            raise RuntimeError(
                f"the server's clock is not ours: {server_ms} ms against {now_ms} ms"
            )
        at_s = (now_ms - age_ms) / 1000
        return cls(at_s, min(now_s, at_s + 0.001), kind, code, is_down)


@dataclass(slots=True)
class Count:
    """What the rounds of one load and one kind of action found."""

    latencies_ms: list = field(default_factory=list)
    sent_after_flag: list = field(default_factory=list)
    """Presses and movements that were surely sent after the flag was up; one may be in flight."""
    held: int = 0
    missed: int = 0

    def figures(self):
        return {
            "latencies_ms": self.latencies_ms,
            "sent_after_flag_max": max(self.sent_after_flag, default=0),
            "held": self.held,
            "missed": self.missed,
        }


class Bench:
    """A display with an app at work, somebody at the keyboard and an observer."""

    def __init__(self, app, user, events):
        self.app = app
        self.user = user
        self.events = events
        self.kill, self.mark = user.code("pause"), user.code("f12")

    def round(self, kind, freeze_s, delay_s, count):
        """Start an action, press the kill key, and count what came after it."""
        self.app.begin(kind, freeze_s)
        time.sleep(delay_s)  # not a wait for something: it chooses the moment
        killed_s = time.monotonic()
        self.user.press(self.kill)
        self.user.release(self.kill)
        end = self.app.hear()
        time.sleep(QUIET_S)  # for a press that should not come
        ours = [e for e in self._until_mark() if e.code != self.kill]
        if end.get("cause") != "kill_key" or end["completed"] or not ours:
            count.missed += 1
            return
        last_s = max(event.before_s for event in ours)
        fresh = [e for e in ours if (e.is_down or e.kind == "pointer")]
        count.latencies_ms.append(round(max(0.0, last_s - killed_s) * 1000, 2))
        count.sent_after_flag.append(sum(e.after_s > end["heard_s"] for e in fresh))
        count.held += len(self.user.keys_down()) + len(self.user.buttons_down())

    def _until_mark(self):
        """Return what the observer saw up to a key that nobody else presses: all that was sent."""
        self.user.tap("f12")
        seen = []
        while True:
            event = Seen.of(*self.events.recv())
            if event.kind == "key" and event.code == self.mark:
                if not event.is_down:
                    return seen
                continue
            seen.append(event)


@contextmanager
def bench(desktop, folder):
    """Set everything up on a desktop."""
    events, sender = NEW.Pipe(duplex=False)
    ready = NEW.Event()
    observer = NEW.Process(target=observe, args=(desktop.env, sender, ready), daemon=True)
    observer.start()
    user, windows = OtherUser(desktop), X11Windows(desktop.display)
    try:
        assert ready.wait(60), "the observer does not start"
        user.move(5, 5)
        with (
            event_window(desktop, PLACE) as window,
            app_under_test(desktop, folder, INSIDE) as app,
        ):
            windows.activate(window.id)
            wait_for(lambda: (f := windows.focus()) is not None and f.window_id == window.id)
            yield Bench(app, user, events)
    finally:
        windows.close()
        user.close()
        observer.kill()
        observer.join()


def without_tracker():
    """End the process that Python keeps beside new processes; it would outlive what is measured."""
    resource_tracker._resource_tracker._stop()


def burn(nice):
    """Keep a core busy."""
    os.nice(nice)
    while True:
        pass


@contextmanager
def load_of(name):
    """Run what competes for the cores: our own workers at nice +10, or strangers at equal priority."""
    cores = len(os.sched_getaffinity(0))
    number, nice = {"workers": (cores, 10), "foreign": (2 * cores, 0)}.get(name, (0, 0))
    hogs = [NEW.Process(target=burn, args=(nice,), daemon=True) for _ in range(number)]
    for hog in hogs:
        hog.start()
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.join()
        without_tracker()


def measure(desktop, folder, load, kind, rounds, seed=0):
    """Run so many rounds of one load and one kind of action."""
    chance, count = random.Random(f"{load} {kind} {seed}"), Count()
    with load_of(load), bench(desktop, folder) as rig:
        for _ in range(rounds):
            freeze_s = FREEZE_S if load == "frozen" else 0.0
            rig.round(kind, freeze_s, chance.uniform(0.0, SPREAD_S), count)
    return count.figures()
