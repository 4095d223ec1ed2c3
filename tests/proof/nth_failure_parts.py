"""Seams at which the n-th call of a run fails, and the ways in which each can."""

import errno
import fcntl
import os
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any
from unittest import mock

import xcffib
from dbus_fast.errors import DBusFastError

from automation.core.errors import (
    CaptureError,
    ExecutorGone,
    InputError,
    NoDisplay,
    NoKeyring,
    PolicyError,
    Refused,
)
from automation.core.geometry import Rect
from automation.desktop import secret_value
from automation.desktop.input import stop_socket
from automation.desktop.input.lock_watch import LockState
from tests.fakes.fake_windows import window
from tests.proof.fault_kinds_model import Panic
from tests.proof.nth_failure_files import Answers, Done, Half, HalfThenFull, Silence

_DISK = (
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.EMFILE, "Too many open files"),
    OSError(errno.EACCES, "Permission denied"),
    MemoryError(),
)
_FULL, _BROKEN = _DISK[:2]
_ODD = RuntimeError("nobody foresaw this")
_UNFORESEEN = (_ODD, MemoryError(), Panic("index out of bounds"))


def _database(name, words):
    error = sqlite3.OperationalError(words)
    error.sqlite_errorname = name
    return error


_SQLITE = (
    _database("SQLITE_FULL", "database or disk is full"),
    _database("SQLITE_IOERR", "disk I/O error"),
    _database("SQLITE_BUSY", "database is locked"),
    _database("SQLITE_CORRUPT", "database disk image is malformed"),
    MemoryError(),
)
_CLOSING = (Done(_BROKEN), Done(_FULL))
_READER = (TimeoutError("no answer"), *_UNFORESEEN)
_BUS = (DBusFastError("gone"), EOFError(), ConnectionResetError(104, "reset"), RuntimeError("odd"))
_KEYRING = (TimeoutError("no answer"), *_UNFORESEEN)
_SECRET = (Refused("no_secret", "the system keyring is locked; unlock it"), *_KEYRING)
_LINK = (
    ConnectionResetError(104, "Connection reset by peer"),
    OSError(errno.ENOBUFS, "No buffer space available"),
)
_LOCKER = window(9, Rect(0, 0, 640, 400), app="i3lock", is_popup=True)
_WINDOWS = (NoDisplay("no display"), xcffib.ConnectionException(1), MemoryError())
_DISPLAY = (
    InputError("the display refused"),
    NoDisplay("the display does not answer"),
    xcffib.ConnectionException(1),
    MemoryError(),
)
_EXECUTOR = (
    ExecutorGone("the process that sends input ended; start it again"),
    InputError("the display is odd"),
    Refused("changed", "the target changed; look again"),
    TimeoutError("no answer"),
    *_UNFORESEEN,
)


@dataclass(frozen=True, slots=True)
class Seam:
    """One place where the run touches what can fail."""

    name: str
    find: Callable[[Any], tuple[Any, str]]
    """From a desk to the object and the name of its callable."""
    errors: tuple[Any, ...]
    """What it raises, or faults with a `strike` of their own: half of the bytes, a wrong answer."""


class Nth:
    """Calls through; the n-th call raises instead, and from then on too when it is lasting."""

    def __init__(self, real, n: int, error: Any, *, is_lasting: bool) -> None:
        self._real, self._n, self._error, self.is_lasting = real, n, error, is_lasting
        self._lock = threading.Lock()
        self.calls = 0

    @property
    def has_failed(self) -> bool:
        """Tell whether the n-th call came."""
        return self.calls >= self._n

    def __call__(self, *args, **kwargs):
        with self._lock:
            self.calls += 1
            at = self.calls
        if at == self._n or (self.is_lasting and at > self._n):
            if not isinstance(self._error, BaseException):
                return self._error.strike(self._real, args, kwargs)
            # One error fails many runs: what it came through before would be told with it each time.
            self._error.__context__ = None
            raise self._error.with_traceback(None)
        return self._real(*args, **kwargs)


def _on_system(module, name):
    return lambda desk: (module, name)


def _on(part, name):
    return lambda desk: (getattr(desk, part), name)


def _on_parts(part, name):
    return lambda desk: (getattr(desk.parts, part), name)


def _lock_bus(desk):
    desk.watches_locks = True
    return desk.lock_bus, "call"


def _link(end, name):
    def find(desk):
        desk.uses_link = True
        return getattr(desk, end), name

    return find


def _stop_word(part, name):
    def find(desk):
        desk.uses_link = desk.says_stop = True
        return part, name

    return find


def _writer(desk):
    return desk.store._ledger._connection, "execute"


def _reader(desk):
    return desk.store._reader, "execute"


SEAMS: tuple[Seam, ...] = (
    Seam("open", _on_system(os, "open"), _DISK),
    Seam("fdopen", _on_system(os, "fdopen"), _DISK),
    Seam("write", _on("files", "write"), (_FULL, _BROKEN, MemoryError(), Half(), HalfThenFull(_FULL))),
    Seam("flush", _on("files", "flush"), (_FULL, _BROKEN, MemoryError())),
    Seam("close of a file", _on("files", "close"), _CLOSING),
    Seam("close", _on_system(os, "close"), _CLOSING),
    Seam("fstat", _on_system(os, "fstat"), (_BROKEN, MemoryError())),
    Seam("flock", _on_system(fcntl, "flock"), (OSError(errno.ENOLCK, "No locks available"), MemoryError())),
    Seam("fsync", _on_system(os, "fsync"), _DISK),
    Seam("rename", _on_system(os, "replace"), _DISK),
    Seam("unlink", _on_system(os, "unlink"), _DISK),
    Seam("mkdir", _on_system(os, "mkdir"), _DISK),
    Seam("lstat", _on_system(os, "stat"), _DISK),
    Seam("database write", _writer, _SQLITE),
    Seam("database read", _reader, _SQLITE),
    Seam("thread start", _on_system(threading.Thread, "start"), (RuntimeError("can't start new thread"), MemoryError())),
    Seam("policy", _on("policy_now", "propose"), (PolicyError("no next step"), ConnectionError(111, "refused"), *_UNFORESEEN)),
    Seam("confirmer", _on("user", "confirm"), _UNFORESEEN),
    Seam("chooser", _on("user", "choose"), _UNFORESEEN),
    Seam("verifier", _on("verifier", "receipt"), (TimeoutError("no answer"), *_UNFORESEEN)),
    Seam("check", _on("verifier", "check"), (TimeoutError("no answer"), *_UNFORESEEN)),
    Seam("effect told", _on("verifier", "told"), _READER),
    Seam("accessibility call", _on("bus", "replies"), (Silence(),)),
    Seam("accessibility thread", _on("bus", "run"), (TimeoutError(), CancelledError(), MemoryError())),
    Seam("reader focused", _on("reader", "focused"), _READER),
    Seam("reader tree", _on("reader", "tree"), _READER),
    Seam("reader text", _on("reader", "text"), _READER),
    Seam("reader at", _on("reader", "at"), _READER),
    Seam("reader refreshed", _on("reader", "refreshed"), _READER),
    Seam("reader letters", _on("reader", "letters"), _READER),
    Seam("reader secret boxes", _on("reader", "secret_boxes"), _READER),
    Seam("OCR", _on("ocr", "lines"), _UNFORESEEN),
    Seam("secret looked up", _on("desk", "find_secret"), (NoKeyring("the system keyring is locked"), *_KEYRING)),
    Seam("executor secret looked up", _on_parts("secrets", "entry"), _SECRET),
    Seam("executor secret read", _on_parts("secrets", "value"), _SECRET),
    Seam("executor without core file", _on_system(secret_value, "leave_no_core_file"), (_SECRET[0], PermissionError(1, "no"))),
    Seam("keyring bus", _on("keyring", "connect"), (*_BUS, ValueError("address"))),
    Seam("keyring call", _on("keyring", "call"), _BUS),
    Seam("lock call", _lock_bus, _BUS),
    Seam("executor told of locks", _on("desk", "told_locked"), (Answers(LockState(True, 1)), _ODD)),
    Seam("executor desktop number", _on_parts("windows", "desktop_number"), (Answers(3), *_DISPLAY)),
    Seam("executor lockers", _on_parts("windows", "large_popups"), (Answers((_LOCKER,)), *_DISPLAY)),
    Seam("listener", _on("desk", "hear"), (BrokenPipeError(32, "Broken pipe"), *_UNFORESEEN)),
    Seam("veil hide", _on("veil", "hide"), (CaptureError("our windows may be seen"), *_UNFORESEEN)),
    Seam("veil show", _on("veil", "show"), _UNFORESEEN),
    Seam("capture", _on("paper", "grab"), (CaptureError("cannot see; wake it"), NoDisplay("no display"), MemoryError())),
    Seam("windows on a picture", _on("paper", "seen"), _WINDOWS),
    Seam("windows beside a picture", _on("paper", "listed"), _WINDOWS),
    Seam("monitors beside a picture", _on("paper", "monitors"), _WINDOWS),
    Seam("pointer beside a picture", _on("paper", "pointer"), _WINDOWS),
    Seam("windows before a press", _on("paper", "windows"), _WINDOWS),
    Seam("link send", _link("app_end", "send"), (*_LINK, HalfThenFull(_LINK[1]))),
    Seam("link receive", _link("app_end", "recv"), (*_LINK, Answers(b""))),
    Seam("executor link send", _link("executor_end", "send"), (*_LINK, HalfThenFull(_LINK[1]))),
    Seam("executor link receive", _link("executor_end", "recv"), (*_LINK, Answers(b""))),
    Seam("stop word accepted", _stop_word(socket.socket, "accept"), (OSError(errno.ENOBUFS, "No buffer space available"), _DISK[2])),
    Seam("stop word read", _stop_word(stop_socket, "_read_line"), (TimeoutError("timed out"), *_LINK, ValueError("too long"), MemoryError())),
    Seam("executor prepare", _on("hands", "prepare"), _EXECUTOR),
    Seam("executor execute", _on("hands", "execute"), _EXECUTOR),
    Seam("executor release", _on_parts("session", "release_all"), (InputError("not everything"), *_EXECUTOR[:1], *_UNFORESEEN)),
    Seam("kill key is heard", _on_parts("parts", "check_armed"), (Refused("no_kill_key", "the kill key is not heard"), *_UNFORESEEN)),
    Seam("dead-man is alive", _on_parts("parts", "check_alive"), (Refused("stopped", "the computer slept"), InputError("no dead-man"), _ODD)),
    Seam("ledger note", _on_parts("ledger", "add"), (InputError("too much is held"), MemoryError())),
    Seam("clipboard set", _on("desk", "put_on_clipboard"), _DISPLAY),
    Seam("launcher check", _on_parts("parts", "check_foreign"), (Refused("own_window", "it would start this"), PermissionError(13, "no"), MemoryError())),
    Seam("launcher start", _on("desk", "start_program"), (InputError("it does not start"), PermissionError(13, "no"), *_UNFORESEEN)),
    Seam("window activate", _on_parts("windows", "activate"), _DISPLAY),
    Seam("display send", _on("desk", "display_send"), _DISPLAY),
    Seam("display pointer", _on_parts("backend", "pointer"), _DISPLAY),
    Seam("display receiver", _on_parts("backend", "receiver"), _DISPLAY),
    Seam("display held still", _on_parts("backend", "hold_still"), (Answers(False), *_DISPLAY)),
    Seam("display let go", _on_parts("backend", "let_go"), _DISPLAY),
    Seam("display modifiers", _on_parts("backend", "held_modifiers"), _DISPLAY),
    Seam("executor window under the point", _on_parts("windows", "top_at"), _DISPLAY),
    Seam("executor windows above", _on_parts("windows", "over"), _WINDOWS),
    Seam("executor menus", _on_parts("windows", "menus"), _WINDOWS),
    Seam("executor windows", _on_parts("windows", "windows"), _WINDOWS[:2]),
    Seam("keyboard taken", _on_parts("parts", "is_keyboard_taken"), (Answers(True), *_WINDOWS[:2])),
    Seam("executor focus", _on_parts("windows", "focus"), _DISPLAY),
    Seam("executor picture", _on_parts("parts", "display_grab"), (CaptureError("cannot see"), *_DISPLAY)),
)  # fmt: skip


def patched(target, name: str, nth: Nth):
    """Put the failing call in its place; a method of a class keeps its `self`."""
    if isinstance(target, type):

        def call(*args, **kwargs):
            return nth(*args, **kwargs)

        call.nth = nth
        return mock.patch.object(target, name, call)
    return mock.patch.object(target, name, nth)


def failures(seam: Seam) -> Iterator[tuple[Any, bool]]:
    """Return each error, once for one call and once for all calls from then on."""
    for error in seam.errors:
        yield error, False
        yield error, True
