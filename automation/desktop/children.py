"""Child processes that end with us: parent-death signal, ordered end, stragglers found by a mark."""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from automation.core.errors import NoDisplay

_PR_SET_PDEATHSIG = 1
_POLL_S = 0.005


def find_program(name: str, package: str) -> str:
    """Return the full path of a program.

    Raises:
        NoDisplay: it is not installed; the message names the Debian package that has it.
    """
    path = shutil.which(name)
    if path is None:
        message = f"{name} is not installed; install it with: apt-get install {package}"
        raise NoDisplay(message)
    return path


def start(
    argv: Sequence[str],
    env: Mapping[str, str],
    *,
    log: Path,
    stdout: int | None = None,
    pass_fds: Sequence[int] = (),
    at_parent_death: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own that gets a signal when we die.

    The kernel ties that signal to the *thread* that starts the child: start children from a thread
    that lives as long as they should, usually the main one.

    Args:
        argv: program and arguments; never a shell line.
        env: the whole environment.
        log: file that its error output (and its output, if `stdout` is None) is appended to.
        stdout: as for `subprocess.Popen`; None appends to `log`.
        pass_fds: open descriptors that the child keeps.
        at_parent_death: SIGTERM for a server that cleans up after itself, SIGKILL for the rest.
    """
    with log.open("ab") as file:
        return subprocess.Popen(
            list(argv),
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=file if stdout is None else stdout,
            stderr=file,
            pass_fds=pass_fds,
            start_new_session=True,
            preexec_fn=_dies_with(os.getpid(), at_parent_death),
        )


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _dies_with(parent: int, signal_number: signal.Signals) -> Callable[[], None]:
    libc = _libc()  # loaded before the fork: a child of a threaded process must not import

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, int(signal_number))
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def read_line(descriptor: int, process: subprocess.Popen[bytes], seconds: float, log: Path) -> str:
    """Read from a child's pipe to the newline and return the line without it.

    Xvfb writes its display number and the newline apart; who reads once and closes kills it.

    Raises:
        NoDisplay: the child ended, or said nothing in time.
    """
    os.set_blocking(descriptor, False)
    line = b""

    def has_line() -> bool:
        nonlocal line
        try:
            line += os.read(descriptor, 256)
        except BlockingIOError:
            return False
        return line.endswith(b"\n")

    wait_until(has_line, seconds, "its first line", process, log)
    return line.decode().strip()


def wait_until(
    condition: Callable[[], bool],
    seconds: float,
    what: str,
    process: subprocess.Popen[bytes],
    log: Path,
) -> None:
    """Wait for a condition that a child brings about.

    Raises:
        NoDisplay: the child ended first, or the time ran out; the message quotes its log.
    """
    name = Path(str(process.args[0] if isinstance(process.args, list) else process.args)).name
    deadline_s = time.monotonic() + seconds
    while not condition():
        status = process.poll()
        if status is not None:
            message = f"{name} ended with status {status} before {what}{_tail(log)}"
            raise NoDisplay(message)
        if time.monotonic() > deadline_s:
            message = f"{name} did not bring {what} in {seconds:g} s{_tail(log)}"
            raise NoDisplay(message)
        time.sleep(_POLL_S)


def _tail(log: Path) -> str:
    try:
        text = log.read_text(errors="replace").strip()
    except FileNotFoundError:
        text = ""
    return f"; it wrote: {text[-400:]}" if text else ""


def end(process: subprocess.Popen[bytes], seconds: float = 2.0) -> None:
    """End a child and its process group: ask, wait at most `seconds`, then kill.

    A child whose end was seen before is left alone, its group too: their number may be another's by now.
    """
    if process.returncode is None:
        _signal_group(process.pid, signal.SIGTERM)
        _await_end(process.pid, seconds)
        _signal_group(process.pid, signal.SIGKILL)
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _await_end(pid: int, seconds: float) -> None:
    """Wait for a child's end without taking note of it, which would set its number free."""
    deadline_s = time.monotonic() + seconds
    how = os.WEXITED | os.WNOHANG | os.WNOWAIT
    with contextlib.suppress(ChildProcessError):
        while os.waitid(os.P_PID, pid, how) is None and time.monotonic() < deadline_s:
            time.sleep(_POLL_S)


def _signal_group(group: int, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal_number)


def marked(name: str, value: str) -> Iterator[int]:
    """Yield the ids of processes, other than ours, that were started with this variable set."""
    wanted = f"{name}={value}".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue  # it ended, or belongs to someone else
        if wanted in environment.split(b"\0"):
            yield int(entry.name)


def end_marked(name: str, value: str, seconds: float = 2.0) -> None:
    """End every process that `marked` finds: ask, kill after `seconds`, give up after twice that."""
    started_s = time.monotonic()
    asked: set[int] = set()
    while left := set(marked(name, value)):
        waited_s = time.monotonic() - started_s
        if waited_s > 2 * seconds:
            return
        late = waited_s > seconds
        for pid in left if late else left - asked:
            _signal(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked |= left
        time.sleep(_POLL_S)


def _signal(pid: int, signal_number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal_number)
