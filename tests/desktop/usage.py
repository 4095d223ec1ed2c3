"""What a program takes of memory and time."""

import os
import time
from pathlib import Path

from tests.kit.waiting import wait_for

_IDLE_TICKS = 3
"""Of a hundredth of a second, in one second: a caret that blinks is drawn."""


class Usage:
    """Asks the kernel about one process."""

    def __init__(self, pid):
        self._folder = Path("/proc") / str(pid)

    def resident_kb(self):
        """Return how much memory it has."""
        pages = int((self._folder / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024

    def ticks(self):
        """Return how long it has run, in hundredths of a second."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def wait_until_idle(self):
        """Wait until it has done next to nothing for a second."""
        wait_for(self._rested)

    def _rested(self):
        before = self.ticks()
        time.sleep(1.0)  # the length of what is measured, no wait for a condition
        return self.ticks() - before <= _IDLE_TICKS
