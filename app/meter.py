"""Progress of long work as text on a terminal or in a log."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self, TextIO

from app.pace import LOOK_BACK_S, Pace
from automation.core.engine import LoadProgress

LOG_STEP: Final = 10
"""Percent between two lines where nobody watches."""


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
            out: where to.
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
