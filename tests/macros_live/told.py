"""What the programs of the drift suite say of themselves: one JSON line for each thing that happened."""

import json
import queue
import sys
import threading
from pathlib import Path

from tests.macros_live.guest_book import flags_of


class Log:
    """The log of one program; every line has the number of the book that was open then."""

    def __init__(self, path):
        self._file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115 - as long as the program
        self.book = 0

    def tell(self, **words):
        """Write one line; it is in the file when this returns."""
        self._file.write(json.dumps({"book": self.book, **words}) + "\n")
        self._file.flush()

    def pressed(self, what):
        """Tell that a button of the mouse went down on something."""
        self.tell(press=what)


class Orders:
    """Books to open, as they come in on standard input; `None` when it ends."""

    def __init__(self, wake):
        self._orders = queue.SimpleQueue()
        self._wake = wake
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in sys.stdin:
            self._orders.put(json.loads(line))
            self._wake()
        self._orders.put(None)
        self._wake()

    def all(self):
        """Return what has come in: pairs of number and flags, or None at the end."""
        found = []
        while not self._orders.empty():
            order = self._orders.get()
            found.append(order and (order["book"], flags_of(order["flags"])))
        return found
