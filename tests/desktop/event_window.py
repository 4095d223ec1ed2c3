"""A window of another process that writes down every event it gets.

It is not in the test's own process, because the executor never touches the windows of that one.
"""

import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from tests.kit.waiting import wait_for

PROGRAM = Path(__file__).with_name("event_program.py")
ROOT = Path(__file__).parents[2]
SETTLED_S = 0.5
"""No event for so long: what the server sent has been read and told."""


class EventWindow:
    """The window as the test sees it."""

    def __init__(self, desktop, rect, title="events", kind="window"):
        self.id = 0
        place = [str(number) for number in (rect.x, rect.y, rect.w, rect.h)]
        self.process = desktop.spawn(
            [sys.executable, str(PROGRAM), kind, title, *place],
            stdout=subprocess.PIPE,
            PYTHONPATH=str(ROOT),
        )
        self.events = []
        self._is_ready = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self._is_ready.wait(60), "the event window did not open"

    def of(self, kind):
        """Return the details (keycode, button, or point) of the events of one kind, in order."""
        return [detail for name, detail in tuple(self.events) if name == kind]

    def wait_for(self, kind, count=1):
        """Wait for so many events of a kind and return their details."""
        wait_for(lambda: len(self.of(kind)) >= count)
        return self.of(kind)

    def settled(self, kind):
        """Return how many events of a kind came, once no more of them are on their way."""
        while True:
            count = len(self.of(kind))
            time.sleep(SETTLED_S)
            if len(self.of(kind)) == count:
                return count

    def close(self):
        self.process.terminate()
        self.process.wait(60)
        self._thread.join(60)
        self.process.stdout.close()

    def _read(self):
        for line in self.process.stdout:
            kind, _, detail = line.decode().strip().partition(":")
            if kind == "ready":
                self.id = int(detail)
                self._is_ready.set()
            else:
                numbers = tuple(int(number) for number in detail.split(","))
                self.events.append((kind, numbers if len(numbers) > 1 else numbers[0]))


@contextmanager
def event_window(desktop, rect, title="events", kind="window"):
    """Open the window.

    Kind `cover` is one that nobody sees and that swallows clicks, `inside` the same in the window whose
    number is the title.
    """
    window = EventWindow(desktop, rect, title, kind)
    try:
        yield window
    finally:
        window.close()
