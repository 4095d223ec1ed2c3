"""Long work that is no run (a download, a check, a point test): its pace, its progress, and how it is stopped.

Whoever does such work listens meanwhile on a socket of its own in the user's private runtime folder,
mode 0600, same user only, which knows one word. Its file names the process and the work, so that one
that does not answer can be named too. No display is part of the name: this work has none.
"""

import mmap
import os
import re
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TextIO

from app.run_lock import only_stop
from automation.core.generation import LoadProgress
from automation.desktop.input.stop_socket import REPLY_TIMEOUT_S, WordServer, ask_word

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


LOOK_BACK_S: Final = 60.0
"""Work of less than a minute is not estimated; a slower beginning or a resumed part is forgotten."""
STEP_S: Final = 0.5
"""Marks are so far apart at least: a fast download would leave thousands a second."""
MINUTE_S: Final = 60


class Pace:
    """Told every now and then how much is done of how much; one piece of work each."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._began_s: float | None = None
        self._marks: deque[tuple[float, int]] = deque()

    def words(self, done: int, total: int) -> str:
        """Return `about 12 min left`; empty while that cannot be known.

        Args:
            done: pieces or bytes, never fewer than the last time.
        """
        now_s, marks = self._now(), self._marks
        if self._began_s is None:
            self._began_s = now_s
        if len(marks) > 1 and now_s - marks[-2][0] < STEP_S:
            marks.pop()
        marks.append((now_s, done))
        while len(marks) > 2 and now_s - marks[0][0] > LOOK_BACK_S:
            marks.popleft()
        (first_s, first), (_, last) = marks[0], marks[-1]
        if now_s - self._began_s < LOOK_BACK_S or last <= first or last >= total:
            return ""
        return f"about {_time((total - last) * (now_s - first_s) / (last - first))} left"


def _time(seconds: float) -> str:
    minutes = max(1, round(seconds / MINUTE_S))
    if minutes < 60:
        return f"{minutes} min"
    if minutes >= 600:
        return f"{round(minutes / 60)} h"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


GB: Final = 1_000_000_000
"""Files are counted as disks and download pages do."""
LOG_STEP: Final = 10
"""Percent between two lines where nobody watches."""


def progress_words(progress: LoadProgress) -> str:
    """Return how far loading has come, such as `Loading weights, 5.2 of 7.9 GB`."""
    if progress.total_bytes <= 0:
        return progress.doing
    done, total = progress.done_bytes / GB, progress.total_bytes / GB
    return f"{progress.doing}, {done:.1f} of {total:.1f} GB"


class Meter:
    """Shows the percentage: in place on a terminal, as a line now and then elsewhere.

    Work of more than a minute gets an estimate of what is left.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        left: str = "{}",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Show nothing yet.

        Args:
            left: how the estimate is put, such as `{} at most`.
            now: seconds of a clock that never goes back.
        """
        self._out = out
        self._left = left
        self._now = now
        self._is_live = out.isatty()
        self._shown = ("", -1)
        self._shown_s = 0.0
        self._pace = Pace(now)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_live and self._shown[1] >= 0:
            self._out.write("\n")
            self._out.flush()

    def __call__(self, progress: LoadProgress) -> None:
        """Show how far the work is; the same figure is not written twice in a minute."""
        if progress.doing != self._shown[0]:
            self._pace = Pace(self._now)
        left = self._pace.words(progress.done_bytes, progress.total_bytes)
        percent = 100 * progress.done_bytes // max(1, progress.total_bytes)
        shown = progress.doing, percent if self._is_live else percent - percent % LOG_STEP
        now_s = self._now()
        if shown == self._shown and not (left and now_s - self._shown_s >= LOOK_BACK_S):
            return
        self._shown, self._shown_s = shown, now_s
        text = f"{progress.doing}: {percent if left else shown[1]} %"
        if left:
            text += f", {self._left.format(left)}"
        self._out.write(f"\r{text}\x1b[K" if self._is_live else text + "\n")
        self._out.flush()


LEAST_ROOM: Final = 160 << 20
"""Bytes of address space that `deskhand do` takes while it loads, on two cores.

Measured: with less, OpenBLAS prints a line of its own and ends the process with status 1.
"""


def check_room() -> None:
    """Ask for the room and give it back at once; no page of it is touched.

    Raises:
        MemoryError: there is less, by a limit of the process (`ulimit -v`) or of the machine.
    """
    try:
        mmap.mmap(-1, LEAST_ROOM).close()
    except OSError as error:
        raise MemoryError(f"{LEAST_ROOM >> 20} MiB are needed") from error
