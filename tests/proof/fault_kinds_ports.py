"""Faults of everything around the loop but the model: eyes, hands, record, clock, user, system."""

import os
import shutil
import sqlite3
import threading
import time
from datetime import datetime

import numpy as np

from automation.core.errors import CaptureError, InputError, NoDisplay, Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Confirmation, Outcome
from automation.desktop.input.kill_switch import InputEvent
from automation.records import blobs, rows
from tests.fakes.fake_windows import window
from tests.fakes.keyboards import keyboard
from tests.proof.fault_kinds_model import Panic
from tests.proof.fault_kinds_parts import ENVIRONMENT, FAILED, FINE, STOPPED, Kind

_ERROR = frozenset({Outcome.ERROR})
_BLOCKED = frozenset({Outcome.BLOCKED})
_LIMIT = frozenset({Outcome.LIMIT})
_UNSEEN = frozenset({Outcome.UNVERIFIED})


def _raiser(error):
    def fail(*args, **kwargs):
        raise error

    return fail


def _breaks(part, name, error):
    """Return what makes every later call of a part's method raise."""

    def strike(desk):
        target = getattr(desk, part)
        desk.patch(target, name, _raiser(error))

    return strike


def _listener_raises(desk):
    desk.hear = _raiser(RuntimeError("the window is gone"))


def _no_answer(desk):
    desk.patch(desk.user, "confirm", lambda *args: None)


def _nonsense_answer(desk):
    desk.patch(desk.user, "confirm", lambda *args: Confirmation("perhaps", "user"))


def _black(desk):
    desk.paper.is_black = True


def _frozen(desk):
    desk.paper.is_frozen = True


def _other_geometry(desk):
    desk.parts.size = desk.parts.backend.size = (640, 500)


def _huge_screen(desk):
    """A wall of monitors, 16 times as many pixels; the pictures of it find no room."""
    desk.parts.size = desk.parts.backend.size = (3200, 2400)
    whole = window(1, Rect(0, 0, 3200, 2400))
    desk.parts.windows.stack = [whole]


def _monitor_gone_while_grabbing(desk):
    desk.patch(desk.paper, "grab", _raiser(NoDisplay("the display does not answer; wake it")))


def _locker(desk):
    cover = window(9, Rect(0, 0, *desk.parts.size), title="locked", app="locker")
    desk.parts.windows.stack.insert(0, cover)
    desk.parts.windows.focused = 9


def _own_window(desk):
    own = window(8, Rect(0, 0, *desk.parts.size), pid=999, is_own=True)
    desk.parts.windows.stack.insert(0, own)
    desk.parts.windows.focused = 8


def _target_gone(desk):
    desk.parts.windows.stack, desk.parts.windows.focused = [], None


def _other_focus(desk):
    desk.parts.windows.stack.append(window(7))
    desk.parts.windows.focused = 7


def _other_layout(desk):
    desk.parts.backend.keymap = keyboard("us", "ru", group=1)


def _key_the_layout_lost(desk):
    desk.patch(desk.parts.backend, "key_code", _raiser(InputError("this keyboard has no such key")))


def _kill_key(desk):
    desk.parts.session.kill()
    desk.stop.stop("kill_key")


def _user_stops(desk):
    desk.stop.stop("user")
    desk.parts.session.stop("user")


def _user_moves(desk):
    at = ScreenPoint(5, 5)
    desk.parts.knock(at)
    desk.parts.clock.advance(1.0)
    desk.parts.session.hear_user(InputEvent("pointer", point=at), lambda: at)


def _deaf(desk):
    desk.parts.is_armed = False


def _forward(desk):
    desk.parts.clock.advance(3600.0)


def _wall_clock(seconds):
    """Set the clock on the wall: everything of the record that tells the time goes by it."""

    def strike(desk):
        real = time.time

        class Set(datetime):
            @classmethod
            def now(cls, tz=None):
                return cls.fromtimestamp(real() + seconds, tz)

        desk.patch(time, "time", lambda: real() + seconds)
        desk.patch(rows, "datetime", Set)

    return strike


def _no_threads(desk):
    desk.patch(threading.Thread, "start", _raiser(RuntimeError("can't start new thread")))


def _disk_full(desk):
    _refuse_writes(desk, "database or disk is full", "SQLITE_FULL", 13)


def _disk_broken(desk):
    _refuse_writes(desk, "disk I/O error", "SQLITE_IOERR", 10)


def _refuse_writes(desk, words, name, code):
    error = sqlite3.OperationalError(words)
    error.sqlite_errorname, error.sqlite_errorcode = name, code
    real = desk.store._ledger._connection
    desk.patch(desk.store._ledger, "_connection", _Refusing(real, error))


class _Refusing:
    """A connection that refuses every change, as a full disk does, and still can roll back."""

    def __init__(self, real, error):
        self._real, self._error = real, error

    @property
    def in_transaction(self):
        return self._real.in_transaction

    def execute(self, text, *values):
        if text.startswith(("INSERT", "UPDATE", "DELETE")):
            raise self._error
        return self._real.execute(text, *values)

    def close(self):
        self._real.close()


def _read_only(desk):
    connection = desk.store._ledger._connection
    connection.execute("PRAGMA query_only = ON")
    desk.undo.callback(connection.execute, "PRAGMA query_only = OFF")


def _held_by_another(desk):
    """Another program has the history and does not let go."""
    desk.store._ledger._connection.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(desk.home / "history.db", isolation_level=None, check_same_thread=False)
    desk.undo.callback(other.close)
    desk.undo.callback(other.execute, "ROLLBACK")
    other.execute("BEGIN IMMEDIATE")


def _pictures_gone(desk):
    shutil.rmtree(desk.home / "blobs")
    (desk.home / "blobs").write_text("a file where the folder was")
    desk.undo.callback(desk.store._blobs.prepare)
    desk.undo.callback((desk.home / "blobs").unlink)


def _no_room_for_pictures(error):
    def strike(desk):
        desk.patch(blobs, "png_bytes", _raiser(error))

    return strike


def _live_lock_gone(desk):
    for path in (desk.home / "live").iterdir():
        path.unlink()


def _no_descriptors(desk):
    desk.patch(os, "open", _raiser(OSError(24, "Too many open files")))


def _picture_of_no_pixels(desk):
    empty = Frame(np.zeros((0, 0, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    desk.patch(desk.paper, "grab", lambda region=None: empty)


def _receipt_of_nothing(desk):
    desk.patch(desk.verifier, "receipt", lambda *args: None)


def _refuses_for_good(desk):
    desk.patch(
        desk.hands, "prepare", _raiser(Refused("budget", "the budget of this run is used up"))
    )


PORT_KINDS: tuple[Kind, ...] = (
    Kind(
        "capture fails",
        _breaks("screen", "_seen", CaptureError("cannot see; wake it")),
        ENVIRONMENT,
        "wake",
    ),
    Kind("screen all black", _black, ENVIRONMENT, "(?i)cannot see"),
    Kind("screen frozen", _frozen, _UNSEEN, "(?i)not seen"),
    Kind("picture of no pixels", _picture_of_no_pixels, ENVIRONMENT | _ERROR),
    Kind("display gone while looking", _monitor_gone_while_grabbing, ENVIRONMENT, "wake"),
    Kind("monitors change", _other_geometry, FINE | _BLOCKED | FAILED),
    Kind("huge screen", _huge_screen, FINE | _BLOCKED | FAILED),
    Kind("lock screen", _locker, FINE | _BLOCKED | FAILED | STOPPED | ENVIRONMENT),
    Kind("window of ours comes up", _own_window, _BLOCKED | FAILED),
    Kind("application closes", _target_gone, FINE | _BLOCKED | FAILED),
    Kind("focus goes elsewhere", _other_focus, FINE | _BLOCKED | FAILED),
    Kind("layout changes", _other_layout, FINE),
    Kind("keyboard loses its keys", _key_the_layout_lost, FAILED | FINE),
    Kind("kill key", _kill_key, STOPPED, "Stopped"),
    Kind("user stops", _user_stops, STOPPED, "Stopped"),
    Kind("user moves the mouse", _user_moves, STOPPED | FINE),
    Kind("kill key not heard", _deaf, ENVIRONMENT | FINE),
    Kind("executor refuses", _refuses_for_good, _LIMIT, "budget"),
    Kind("hands fail", _breaks("hands", "execute", InputError("the display is odd")), FAILED),
    Kind(
        "hands run out of memory", _breaks("hands", "execute", MemoryError()), ENVIRONMENT, "memory"
    ),
    Kind("monotonic clock jumps an hour", _forward, _LIMIT | _BLOCKED | FINE),
    Kind("wall clock jumps back a year", _wall_clock(-31_536_000.0), FINE),
    Kind("wall clock jumps ahead a year", _wall_clock(31_536_000.0), FINE),
    Kind("no further thread", _no_threads, FINE | ENVIRONMENT),
    Kind("no further descriptor", _no_descriptors, FINE | ENVIRONMENT),
    Kind("disk full", _disk_full, ENVIRONMENT, "(?i)disk is full"),
    Kind("disk broken", _disk_broken, ENVIRONMENT, "(?i)could not"),
    Kind("history read-only", _read_only, ENVIRONMENT, "(?i)could not"),
    Kind("history held by another program", _held_by_another, ENVIRONMENT, "another program"),
    Kind("folder of pictures gone", _pictures_gone, FINE),
    Kind("no memory for a picture", _no_room_for_pictures(MemoryError()), FINE),
    Kind("picture that cannot be encoded", _no_room_for_pictures(ValueError("shape")), FINE),
    Kind("mark of the living run gone", _live_lock_gone, FINE),
    Kind("confirmer raises", _breaks("user", "confirm", RuntimeError("no card")), _ERROR),
    Kind("confirmer panics", _breaks("user", "confirm", Panic("no card")), _ERROR),
    Kind("confirmer says nothing", _no_answer, _ERROR),
    Kind("confirmer says nonsense", _nonsense_answer, _ERROR),
    Kind("listener raises", _listener_raises, _ERROR),
    Kind("reader raises", _breaks("reader", "at", RuntimeError("no tree")), _ERROR),
    Kind("reader panics", _breaks("reader", "at", Panic("no tree")), _ERROR),
    Kind("verifier raises", _breaks("verifier", "receipt", ValueError("no")), _ERROR),
    Kind("verifier panics", _breaks("verifier", "receipt", Panic("no")), _ERROR),
    Kind("verifier says nothing", _receipt_of_nothing, _ERROR),
)
