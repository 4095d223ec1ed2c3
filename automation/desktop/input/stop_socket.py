"""The stop socket: how `deskhand stop` reaches the process that sends input, past the app.

Each executor listens in its state folder under its display and process number. It can be told to
stop and to say how it is, and nothing else. Whoever stops hears whether everything is up.
"""

import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.desktop.display_name import display_key
from automation.desktop.input.ledger import ledger_path
from automation.desktop.input.word_socket import ask_word

TITLE: Final = "deskhand-executor"
ANSWER_S: Final = 2.0
"""An executor that takes longer hangs, or is frozen: it is ended, and its dead-man lets go."""
DEATH_S: Final = 3.0
"""The dead-man is done 0.2 s after a death; a busy machine gets more."""
_POLL_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class Stopped:
    """What became of one executor."""

    pid: int
    is_released: bool
    """Everything that it held is up: the display said so, or its dead-man has finished."""
    was_busy: bool = False
    """An action was being sent."""
    was_ended: bool = False
    """It did not answer and was killed."""


def socket_name(environ: Mapping[str, str], pid: int) -> str:
    """Return the file name of this executor's stop socket."""
    return f"{_start(environ)}{pid}.sock"


def stop_executors(
    folder: Path, environ: Mapping[str, str], *, answer_s: float = ANSWER_S
) -> tuple[Stopped, ...]:
    """Stop every executor of this folder on this display; forget those that are dead.

    Raises:
        OSError: a socket there is not ours.
        ValueError: an answer is none of ours.
    """
    found = []
    for path in sorted(folder.glob(f"{_start(environ)}*.sock")):
        number = path.name.removeprefix(_start(environ)).removesuffix(".sock")
        if number.isdecimal():
            stopped = _stop(folder, path.name, int(number), environ, answer_s)
            if stopped is not None:
                found.append(stopped)
    return tuple(found)


def forget_dead(folder: Path, environ: Mapping[str, str]) -> None:
    """Remove the sockets of executors that are gone without an end."""
    for path in folder.glob(f"{_start(environ)}*.sock"):
        number = path.name.removeprefix(_start(environ)).removesuffix(".sock")
        if number.isdecimal() and not Path(f"/proc/{number}").exists():
            path.unlink(missing_ok=True)


def _stop(
    folder: Path, name: str, pid: int, environ: Mapping[str, str], answer_s: float
) -> Stopped | None:
    try:
        answer = ask_word(folder, name, "stop", timeout_s=answer_s)
    except TimeoutError:
        return _end(folder, pid, environ)
    if answer is None:
        (folder / name).unlink(missing_ok=True)
        return _ended(folder, pid, environ)
    return Stopped(
        pid,
        is_released=answer.get("released") is True,
        was_busy=answer.get("busy") is True,
    )


def _end(folder: Path, pid: int, environ: Mapping[str, str]) -> Stopped:
    """Kill an executor that does not answer, and wait until its dead-man is done."""
    if not _is_executor(pid):
        return Stopped(pid, is_released=False)
    os.kill(pid, signal.SIGKILL)
    return Stopped(pid, is_released=_is_over(_ledger(folder, pid, environ)), was_ended=True)


def _ended(folder: Path, pid: int, environ: Mapping[str, str]) -> Stopped | None:
    """Return what became of an executor that ends by itself; None for one that is long gone."""
    ledger = _ledger(folder, pid, environ)
    return Stopped(pid, is_released=_is_over(ledger)) if ledger.exists() else None


def _ledger(folder: Path, pid: int, environ: Mapping[str, str]) -> Path:
    return ledger_path(folder, environ.get("DISPLAY", ""), pid)


def _is_over(ledger: Path) -> bool:
    """Wait until the executor or its dead-man has let go of everything and removed the ledger."""
    deadline_s = time.monotonic() + DEATH_S
    while ledger.exists() and time.monotonic() < deadline_s:
        time.sleep(_POLL_S)
    return not ledger.exists()


def _is_executor(pid: int) -> bool:
    try:
        title = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return title.rstrip(b"\0 ").decode(errors="replace") == TITLE


def _start(environ: Mapping[str, str]) -> str:
    return f"executor-{display_key(environ)}-"
