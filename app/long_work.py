"""Long work that is no run (a download, a check, a point test), and how `deskhand stop` ends it.

Whoever does such work listens meanwhile on a socket of its own in the user's private runtime
folder, mode 0600, same user only, which knows one word. Its file names the process and the work, so
that one that does not answer can be named too. No display is part of the name: this work has none.
"""

import os
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from app.control import only_stop
from automation.desktop.input.word_socket import REPLY_TIMEOUT_S, WordServer, ask_word

Fate = Literal["stopped", "stopping", "silent"]
"""It ended; it was told and ends between two pieces; it did not answer."""

END_S: Final = 5.0
"""How long is waited for the end of work that was told: a token of a small model on a slow machine."""
MOST_ASKED: Final = 16
"""Works that are told at the same time."""
_LOOK_S: Final = 0.02
_FILE: Final = re.compile(r"work-([0-9]{1,9})-([a-z-]{1,40})\.sock")


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one piece of work that was told to stop."""

    name: str
    """What it is, in two words: `model check`."""
    pid: int
    fate: Fate


class LongWork:
    """Heard by `deskhand stop` between enter and exit; a context manager of the working process."""

    def __init__(self, runtime: Path, name: str, stop: Callable[[], None]) -> None:
        """Prepare without listening.

        Args:
            runtime: the user's private folder of locks and sockets.
            name: what is done, in small letters and spaces.
            stop: ends it; called on a thread of the socket's.
        """
        self._server = WordServer(runtime, _file_name(name), only_stop(stop))

    def __enter__(self) -> Self:
        """Listen.

        Raises:
            OSError: the socket cannot be made.
        """
        self._server.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()


def stop_work(
    runtime: Path, *, answer_s: float = REPLY_TIMEOUT_S, end_s: float = END_S
) -> tuple[Told, ...]:
    """Tell all long work of this user to stop, at the same time, and wait a while for its end.

    Args:
        runtime: the user's private folder of locks and sockets.
        answer_s: how long one may take to answer.
        end_s: how long one may take to end after that, before it counts as `stopping`.
    """
    paths = sorted(path for path in runtime.glob("work-*") if _FILE.fullmatch(path.name))
    if not paths:
        return ()
    with ThreadPoolExecutor(min(MOST_ASKED, len(paths))) as beside:
        told = beside.map(lambda path: _tell(path, answer_s, end_s), paths)
        return tuple(one for one in told if one is not None)


def _tell(path: Path, answer_s: float, end_s: float) -> Told | None:
    pid, name = _named(path.name)
    try:
        answer = ask_word(path.parent, path.name, "stop", timeout_s=answer_s)
    except (OSError, ValueError):  # too late, no socket of ours, or no answer of ours
        return Told(name, pid, "silent")
    if answer is None:
        if not Path(f"/proc/{pid}").exists():
            path.unlink(missing_ok=True)
        return None
    if answer.get("running") is not True:
        return Told(name, pid, "silent")
    until_s = time.monotonic() + end_s
    while path.exists():
        if time.monotonic() > until_s:
            return Told(name, pid, "stopping")
        time.sleep(_LOOK_S)
    return Told(name, pid, "stopped")


def _file_name(name: str) -> str:
    return f"work-{os.getpid()}-{name.replace(' ', '-')}.sock"


def _named(file_name: str) -> tuple[int, str]:
    """Return process and name of the work by its socket's file."""
    found = _FILE.fullmatch(file_name)
    assert found, f"{file_name!r}: the name of a socket of long work is expected"
    return int(found[1]), found[2].replace("-", " ")
