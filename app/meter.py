"""Progress of long work as text on a terminal or in a log."""

from types import TracebackType
from typing import Final, Self, TextIO

from automation.core.engine import LoadProgress

LOG_STEP: Final = 10
"""Percent between two lines where nobody watches."""


class Meter:
    """Shows the percentage: in place on a terminal, as a line now and then elsewhere."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._is_live = out.isatty()
        self._shown = ("", -1)

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
        """Show how far the work is; the same figure is not written twice."""
        percent = 100 * progress.done_bytes // max(1, progress.total_bytes)
        if not self._is_live:
            percent -= percent % LOG_STEP
        if (progress.doing, percent) == self._shown:
            return
        self._shown = (progress.doing, percent)
        text = f"{progress.doing}: {percent} %"
        self._out.write(f"\r{text}\x1b[K" if self._is_live else text + "\n")
        self._out.flush()
