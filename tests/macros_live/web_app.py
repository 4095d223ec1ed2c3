"""The guest book as a local page, and the server that opens it afresh and writes down what it tells."""

import json
import threading
from pathlib import Path

from tests.kit.web import Site
from tests.macros_live import guest_book as book

_PAGE = Path(__file__).with_suffix(".html")


def page(number, flags):
    """Return the page of one open book."""
    words = {
        "rows": book.rows_of(flags), "buttons": book.buttons_of(flags), "edit": book.EDIT,
        "show": book.SHOW, "heading": book.HEADING, "name": book.NAME, "city": book.CITY,
        "newsletter": book.NEWSLETTER, "notice": book.NOTICE, "loading": book.LOADING,
        "dialog": book.DIALOG, "dialog_text": book.DIALOG_TEXT, "saved": book.SAVED,
        "dialog_button": book.DIALOG_BUTTON, "goes_ms": int(1000 * book.GOES_S),
        "nothing_saved": book.NOTHING_SAVED, "chosen": book.CHOSEN,
    }  # fmt: skip
    whole = _PAGE.read_text(encoding="utf-8").replace("TITLE", book.TITLE)
    for name, value in (("BOOK", number), ("FLAGS", flags.plain()), ("WORDS", words)):
        whole = whole.replace(name, json.dumps(value), 1)
    return whole


class Pages(Site):
    """Serves the book; what the page tells goes to the log's file."""

    def __init__(self, log):
        self._log = log
        self._writing = threading.Lock()
        self._book = (0, book.Flags())
        self._newer = threading.Condition()
        self._is_open = True
        super().__init__(self._page, lambda _, body: self.told(body))

    def _page(self, path):
        if not path.startswith("/next"):
            return page(*self.now())
        self.wait_after(int(path.rpartition("=")[2]))
        return ""

    def now(self):
        """Return number and flags of the book that is open."""
        with self._newer:
            return self._book

    def open(self, number, flags):
        """Open another book; the page loads itself again."""
        with self._newer:
            self._book = (number, flags)
            self._newer.notify_all()

    def wait_after(self, number):
        """Wait until a later book is open."""
        with self._newer:
            self._newer.wait_for(lambda: self._book[0] > number or not self._is_open)

    def told(self, body):
        """Write down what the page says."""
        line = json.loads(body)
        with self._writing, self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def close(self):
        """End the server."""
        with self._newer:
            self._is_open = False
            self._newer.notify_all()
        super().close()
