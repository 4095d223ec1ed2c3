"""Seams at which the n-th call fails, and a run that crosses all of them."""

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from unittest import mock

import xcffib

from automation.core.actions import Aim, Click, Drag, Hotkey, KeyDown, KeyUp, Shown, Write
from automation.core.errors import (
    CaptureError,
    ExecutorGone,
    InputError,
    NoDisplay,
    PolicyError,
    Refused,
)
from automation.core.events import Working
from automation.core.geometry import Rect
from automation.core.proposal import Candidate, Confirmation, Proposal, Question
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.proof.fault_kinds_model import Panic
from tests.proof.fault_kinds_paper import POINT, PaperHands

SHORT_TEXT = "Hé ☃"
_DISK = (
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.EMFILE, "Too many open files"),
    OSError(errno.EACCES, "Permission denied"),
    MemoryError(),
)
_UNFORESEEN = (RuntimeError("nobody foresaw this"), MemoryError(), Panic("index out of bounds"))


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
    errors: tuple[BaseException, ...]


class Nth:
    """Calls through; the n-th call raises instead, and from then on too when it is lasting."""

    def __init__(self, real, n: int, error: BaseException, *, is_lasting: bool) -> None:
        self._real, self._n, self._error, self._is_lasting = real, n, error, is_lasting
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
        if at == self._n or (self._is_lasting and at > self._n):
            # One error fails many runs: what it came through before would be told with it each time.
            self._error.__context__ = None
            raise self._error.with_traceback(None)
        return self._real(*args, **kwargs)


class CarriedConnection:
    """A connection of SQLite whose `execute` can be replaced."""

    def __init__(self, real) -> None:
        self._real = real

    def execute(self, text, *values):
        return self._real.execute(text, *values)

    def __getattr__(self, name):
        return getattr(self._real, name)


def _on_system(module, name):
    return lambda desk: (module, name)


def _on(part, name):
    return lambda desk: (getattr(desk, part), name)


def _on_parts(part, name):
    return lambda desk: (getattr(desk.parts, part), name)


def _writer(desk):
    return desk.store._ledger._connection, "execute"


def _reader(desk):
    return desk.store._reader, "execute"


SEAMS: tuple[Seam, ...] = (
    Seam("open", _on_system(os, "open"), _DISK),
    Seam("fdopen", _on_system(os, "fdopen"), _DISK),
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
    Seam("accessibility call", _on("reader", "focused"), (TimeoutError("no answer"), *_UNFORESEEN)),
    Seam("listener", _on("desk", "hear"), (BrokenPipeError(32, "Broken pipe"), *_UNFORESEEN)),
    Seam("capture", _on("paper", "grab"), (CaptureError("cannot see; wake it"), NoDisplay("no display"), MemoryError())),
    Seam("windows on a picture", _on("paper", "seen"), _WINDOWS),
    Seam("windows beside a picture", _on("paper", "listed"), _WINDOWS),
    Seam("windows before a press", _on("paper", "windows"), _WINDOWS),
    Seam("executor prepare", _on("hands", "prepare"), _EXECUTOR),
    Seam("executor execute", _on("hands", "execute"), _EXECUTOR),
    Seam("display send", _on_parts("backend", "send"), _DISPLAY),
    Seam("display pointer", _on_parts("backend", "pointer"), _DISPLAY),
    Seam("display modifiers", _on_parts("backend", "held_modifiers"), _DISPLAY),
    Seam("executor window under the point", _on_parts("windows", "top_at"), _DISPLAY),
    Seam("executor focus", _on_parts("windows", "focus"), _DISPLAY),
    Seam("executor picture", _on_parts("parts", "display_grab"), (CaptureError("cannot see"), *_DISPLAY)),
)  # fmt: skip


class NthHands(PaperHands):
    """As the process has it: what its library raises comes back as an error of ours.

    A release that fails ends the process; its dead-man lets go of what the ledger holds.
    """

    def prepare(self, action):
        return self._answered(lambda: super(NthHands, self).prepare(action))

    def execute(self, nonce, confirmation, stop, progress):
        run = super().execute
        return self._answered(lambda: run(nonce, confirmation, stop, progress))

    def release_all(self):
        try:
            self._answered(super().release_all)
        except BaseException:
            backend, held = self._parts.backend, self._parts.ledger.held
            backend._keys.clear()
            backend._buttons.clear()
            backend.lent.clear()
            held.clear()
            raise

    def _answered(self, doing):
        try:
            return doing()
        except (xcffib.XcffibException, OSError) as error:
            message = str(error) or type(error).__name__
            raise InputError(message) from error


class HalfHeartedUser:
    """Chooses, rejects the first step once, and accepts the rest."""

    def __init__(self) -> None:
        self._asked = 0

    def confirm(self, proposal, risk, observation, stop):
        stop.check()
        self._asked += 1
        if self._asked == 1:
            return Confirmation("rejected", "user", reason="not there")
        return Confirmation("accepted", "user", decided_s=time.monotonic())

    def choose(self, question, observation, stop):
        stop.check()
        return 1


def whole_policy() -> ScriptedPolicy:
    """Return a policy of every kind of step, which asks first which one is meant."""
    question = Question("Which one?", (Candidate(1, "Save", "button", Rect(200, 200, 20, 20)),))

    def first(history):
        return _proposal(Click(Aim(POINT))) if history.chosen else question

    return ScriptedPolicy(
        [
            first,
            _proposal(Click(Aim(POINT))),
            _proposal(KeyDown("7")),
            _proposal(Write(SHORT_TEXT)),
            _proposal(Hotkey(("ctrl", "s"))),
            _proposal(Drag((POINT, POINT.offset(40, 30)), duration_s=0.05)),
            _proposal(Shown("Saved")),
            _proposal(KeyUp("7")),
        ],
        name="holotron",
    )


def stopped_policy(desk) -> ScriptedPolicy:
    """Return a policy that types until the user stops it."""

    def hear(event):
        if isinstance(event, Working) and " of " in event.note:
            desk.stop.stop("user")

    desk.hear = hear
    return ScriptedPolicy([_proposal(KeyDown("7")), _proposal(Write(SHORT_TEXT * 20))])


def _proposal(intent) -> Proposal:
    return Proposal(intent=intent, sentence=type(intent).__name__)


def patched(target, name: str, nth: Nth):
    """Put the failing call in its place; a method of a class keeps its `self`."""
    if isinstance(target, type):
        return mock.patch.object(target, name, lambda *args, **kwargs: nth(*args, **kwargs))
    return mock.patch.object(target, name, nth)


def failures(seam: Seam) -> Iterator[tuple[BaseException, bool]]:
    """Return each error, once for one call and once for all calls from then on."""
    for error in seam.errors:
        yield error, False
        yield error, True
