"""The short names that the last look gave, kept so that another process knows what `e14` means.

They are kept for one display in the runtime folder, for this user alone: names and places of things on the
screen, never what they hold. What is read of them is data; whatever it says, a name counts only while the
very thing is there.
"""

import contextlib
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from automation.commands.screen_view import Refs
from automation.core import process
from automation.core.files import private_folder, read, write_whole
from automation.core.observation import ScreenElement
from automation.screen.refs import RefBook

MOST_BYTES: Final = 8_000_000
"""A file that is larger is none of ours: 4,000 things take about 1.5 MB."""


class _Kept(msgspec.Struct, frozen=True):
    given: dict[str, ScreenElement]
    groups: dict[str, str]
    counts: dict[str, int]


_DECODER: Final = msgspec.json.Decoder(_Kept)


class LastLook:
    """Reads and keeps the names of one display."""

    def __init__(self, runtime: Path) -> None:
        """Take the runtime folder; nothing is read yet."""
        self._file = runtime / f"look-{process.display_key(os.environ)}.json"

    def refs(self) -> Refs:
        """Return the names for one run; new ones are kept, where that can be."""

        def keep(book: RefBook) -> None:
            with contextlib.suppress(OSError):
                self.keep(book)

        return Refs(self.book(), keep=keep)

    def book(self) -> RefBook:
        """Return what was kept; an empty book where nothing was, or where it cannot be used."""
        try:
            data = read(self._file, MOST_BYTES)
            kept = _DECODER.decode(data) if len(data) <= MOST_BYTES else None
        except (OSError, msgspec.MsgspecError):
            kept = None
        return RefBook(kept.given, kept.groups, kept.counts) if kept else RefBook()

    def keep(self, book: RefBook) -> None:
        """Keep the names.

        Raises:
            OSError: they cannot be written.
        """
        given = {ref: _without_contents(one) for ref, one in book.given.items()}
        private_folder(self._file.parent)
        write_whole(self._file, msgspec.json.encode(_Kept(given, book.groups, book.counts)))


def forget_looks(runtime: Path) -> None:
    """Forget the names of every display; no look gave any then.

    Raises:
        OSError: a file cannot be removed.
    """
    for file in runtime.glob("look-*.json"):
        file.unlink(missing_ok=True)


def _without_contents(element: ScreenElement) -> ScreenElement:
    return replace(
        element, value=None, description="", states=frozenset(), edges=(), confidence=1.0
    )
