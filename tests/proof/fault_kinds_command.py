"""Faults of a whole process: `deskhand do` gets a signal, or lacks files, memory, room or readers."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from automation.core.geometry import Rect
from tests.desktop.event_window import ROOT, EventWindow
from tests.desktop.other_user import OtherUser
from tests.proof.fault_kinds_parts import STRIKE_AT, Phase, record_faults, sentence_faults

TASK = f'in events, type "{"lazy dog " * 30}", wait 2 seconds'
"""The window is named: it tells nothing of itself, and a text goes only where it is meant to."""
PLACE = Rect(300, 150, 500, 400)
WAIT_S = 60.0
QUIET_S = 0.3
_KILLED = (-signal.SIGKILL, -signal.SIGQUIT, -signal.SIGSEGV)


@dataclass(frozen=True, slots=True)
class CommandKind:
    """One fault; `strike` gets the running process, `prepare` its folder before the start."""

    name: str
    strike: Callable[["Run"], None] = lambda run: None
    prepare: Callable[[Path], None] = lambda home: None
    limit: tuple[int, int] | None = None
    """A resource and its limit."""
    stdout: str = ""
    """A file instead of a pipe."""
    statuses: tuple[int, ...] = (0, 10)


class Run:
    """One `deskhand do` on the desktop, and the window that it types into."""

    def __init__(self, desktop, home: Path, kind: CommandKind) -> None:
        self.lines: list[dict] = []
        self.err = ""
        self.stdout = Path(kind.stdout).open("wb") if kind.stdout else subprocess.PIPE  # noqa: SIM115
        argv = [sys.executable, "-m", "app.main", "do", TASK, "--approve", "auto", "--json"]
        env = {**os.environ, **desktop.env, "DESKHAND_HOME": str(home)}
        self.process = subprocess.Popen(
            argv,
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=self.stdout,
            stderr=subprocess.PIPE,
            preexec_fn=_limited(kind.limit),
        )

    def until(self, event: str) -> None:
        """Read lines up to one of this event, or to the end."""
        for text in self.process.stdout or ():
            self.lines.append(json.loads(text))
            if self.lines[-1]["event"] == event:
                return

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self) -> int:
        """Wait for the end and return the status."""
        out, err = self.process.communicate(timeout=WAIT_S)
        self.lines += [json.loads(text) for text in (out or b"").splitlines()]
        self.err = err.decode()
        if self.stdout not in (None, subprocess.PIPE):
            self.stdout.close()
        return self.process.returncode


def on_command_line(
    desktop, scratch: Path, cases: Sequence[tuple[CommandKind, Phase]]
) -> dict[str, list[str]]:
    """Run cases as processes of their own; return what is wrong, by kind and phase."""
    user, window = OtherUser(desktop), EventWindow(desktop, PLACE)
    found = {}
    try:
        for at, (kind, phase) in enumerate(cases):
            home = scratch / f"home-{at}"
            home.mkdir(mode=0o700, parents=True)
            found[f"{kind.name}, {phase}"] = _strike(desktop, home, kind, phase, user, window)
    finally:
        window.close()
        user.close()
    return found


def _strike(desktop, home, kind, phase, user, window) -> list[str]:
    kind.prepare(home)
    window.events.clear()
    run = Run(desktop, home, kind)
    try:
        _await_phase(run, phase, window, has_lines=not kind.stdout)
        kind.strike(run)
        status = run.end()
    finally:
        run.process.kill()
        run.process.wait()
    faults = []
    if status not in kind.statuses:
        faults.append(f"status {status}, expected {kind.statuses}: {run.err[-300:]}")
    if "Traceback" in run.err:
        faults.append(f"a traceback: {run.err[-300:]}")
    faults += _quiet_faults(user, window)
    faults += _said_faults(run, status)
    return faults + _next_faults(desktop, home, was_killed=status in _KILLED)


def _await_phase(run: Run, phase: Phase, window, *, has_lines: bool) -> None:
    """Wait for the moment; a run that cannot begin ends instead."""
    if phase == "before":
        if has_lines:
            run.until("start")
        return
    if phase == "after" and has_lines:
        run.until("step")
        return
    deadline_s = time.monotonic() + WAIT_S
    while (
        len(window.of("key down")) < STRIKE_AT
        and run.process.poll() is None
        and time.monotonic() < deadline_s
    ):
        time.sleep(0.005)


def _quiet_faults(user, window) -> list[str]:
    deadline_s = time.monotonic() + 10.0
    while (held := user.keys_down() + user.buttons_down()) and time.monotonic() < deadline_s:
        time.sleep(0.01)
    before = len(window.events)
    time.sleep(QUIET_S)
    faults = [f"still held: {held}"] if held else []
    if len(window.events) > before:
        faults.append(f"{len(window.events) - before} events came after the end")
    return faults


def _said_faults(run: Run, status: int) -> list[str]:
    """Return what is wrong with what was said; a process that was killed says nothing."""
    ends = [line for line in run.lines if line["event"] == "end"]
    if status in _KILLED or run.stdout is not subprocess.PIPE:
        return []
    if len(ends) != 1:
        return [f"the end was told {len(ends)} times"]
    return sentence_faults(ends[0]["message"])


def _next_faults(desktop, home: Path, *, was_killed: bool) -> list[str]:
    """Return what is wrong with the record after the next start, and with a next task."""
    argv = [sys.executable, "-m", "app.main", "do", "wait 0.1 seconds", "--approve", "auto"]
    env = {**os.environ, **desktop.env, "DESKHAND_HOME": str(home)}
    _whole(home)
    done = subprocess.run(
        argv,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=WAIT_S,
        check=False,
    )
    if done.returncode != 0:
        return [f"the next task ended with {done.returncode}: {done.stderr[-300:]!r}"]
    if was_killed:
        _sweep_the_picture_in_hand(home / "data")
    return record_faults(home / "data", None)


def _sweep_the_picture_in_hand(data: Path) -> None:
    """Do what a start does an hour later: of what was killed, the half of one picture may be left."""
    for half in list((data / "blobs").glob("??/.new-*"))[:1]:
        half.unlink()


def _whole(home: Path) -> None:
    """Take away what stood in the way."""
    with suppress(OSError):
        (home / "data").is_file() and (home / "data").unlink()


def _limited(limit: tuple[int, int] | None) -> Callable[[], None] | None:
    if limit is None:
        return None
    what, most = limit

    def set_limit() -> None:
        resource.setrlimit(what, (most, most))

    return set_limit


def _signal(number: signal.Signals) -> Callable[[Run], None]:
    return lambda run: run.send(number)


def _reader_goes(run: Run) -> None:
    """Nobody reads the lines any more; what comes later meets a closed pipe."""
    run.process.stdout.close()
    run.process.stdout = None
    run.stdout = None


def _settings(text: str) -> Callable[[Path], None]:
    def write(home: Path) -> None:
        (home / "config").mkdir(mode=0o700)
        (home / "config" / "settings.json").write_text(text)

    return write


def _damaged_history(home: Path) -> None:
    (home / "data").mkdir(mode=0o700)
    (home / "data" / "history.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)


def _file_for_folder(home: Path) -> None:
    (home / "data").write_text("a file where the folder should be")


COMMAND_KINDS: tuple[CommandKind, ...] = (
    CommandKind("app SIGKILL", _signal(signal.SIGKILL), statuses=(-signal.SIGKILL,)),
    CommandKind("app SIGQUIT", _signal(signal.SIGQUIT), statuses=(-signal.SIGQUIT,)),
    CommandKind("app SIGSEGV", _signal(signal.SIGSEGV), statuses=(-signal.SIGSEGV,)),
    CommandKind("app SIGTERM", _signal(signal.SIGTERM), statuses=(143,)),
    CommandKind("app SIGINT", _signal(signal.SIGINT), statuses=(130,)),
    CommandKind("app SIGHUP", _signal(signal.SIGHUP), statuses=(129,)),
    CommandKind("nobody reads its lines", _reader_goes, statuses=(0, 6, 9, 10, 141)),
    CommandKind("no room for its lines", stdout="/dev/full", statuses=(9,)),
    CommandKind("few file descriptors", limit=(resource.RLIMIT_NOFILE, 14), statuses=(9,)),
    CommandKind("no file may grow", limit=(resource.RLIMIT_FSIZE, 20_000), statuses=(9,)),
    CommandKind(
        "settings damaged", prepare=_settings('{"approval": {"arming_s": "x'), statuses=(7,)
    ),
    CommandKind("history damaged", prepare=_damaged_history),
    CommandKind("data folder is a file", prepare=_file_for_folder, statuses=(9,)),
)
