"""The short names that the last look gave, kept so that another process knows what `e14` means.

They are kept for one display in the runtime folder, for this user alone: names and places of things on the
screen, never what they hold, but for digests by which the next look tells what changed. What is read of them is data; whatever it says, a name counts only while the
very thing is there.
"""

import contextlib
import hashlib
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from automation.commands.find.screen_view import Refs
from automation.core import process
from automation.core.files import private_folder, read, write_whole
from automation.core.observation import ScreenElement
from automation.screen.refs import Change, Changes, Listed, Listing, RefBook, line_of

MOST_BYTES: Final = 8_000_000
"""A file that is larger is none of ours: 4,000 things take about 1.5 MB."""


class _Kept(msgspec.Struct, frozen=True):
    given: dict[str, ScreenElement]
    groups: dict[str, str]
    counts: dict[str, int]
    shown: dict[str, str] = {}
    """Of the last look: by name, a digest of what was told of the thing."""


_DECODER: Final = msgspec.json.Decoder(_Kept)


class LastLook:
    """Reads and keeps the names of one display."""

    def __init__(self, runtime: Path) -> None:
        """Take the runtime folder; nothing is read yet."""
        self._file = runtime / f"look-{process.display_key(os.environ)}.json"
        self._shown: dict[str, str] = {}

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
        self._shown = kept.shown if kept else {}
        return RefBook(kept.given, kept.groups, kept.counts) if kept else RefBook()

    def changes(self, listing: Listing, book: RefBook) -> Changes:
        """Return what this look has that the last one had not, what went, and what is otherwise now.

        Args:
            book: the one that was read here before; all of a first look is new.
        """
        now = {one.ref: one for one in listing}
        went = [ref for ref in self._shown if ref not in now and ref in book.given]
        told = {ref: _digest(one) for ref, one in now.items()}
        changed = [r for r, digest in told.items() if self._shown.get(r, digest) != digest]
        return Changes(
            tuple(one for ref, one in now.items() if ref not in self._shown),
            tuple(Listed(ref, book.given[ref]) for ref in went),
            tuple(Change(now[ref], now[ref]) for ref in changed),
        )

    def keep(self, book: RefBook, listing: Listing | None = None) -> None:
        """Keep the names; with a listing also that this was the last look.

        Raises:
            OSError: they cannot be written.
        """
        if listing is not None:
            self._shown = {one.ref: _digest(one) for one in listing}
        given = {ref: _without_contents(one) for ref, one in book.given.items()}
        private_folder(self._file.parent)
        write_whole(
            self._file, msgspec.json.encode(_Kept(given, book.groups, book.counts, self._shown))
        )


def forget_looks(runtime: Path) -> None:
    """Forget the names of every display; no look gave any then.

    Raises:
        OSError: a file cannot be removed.
    """
    for file in runtime.glob("look-*.json"):
        file.unlink(missing_ok=True)


def _digest(one: Listed) -> str:
    return hashlib.blake2b(line_of(one).encode(), digest_size=8).hexdigest()


def _without_contents(element: ScreenElement) -> ScreenElement:
    return replace(
        element, value=None, description="", label="", states=frozenset(), edges=(), confidence=1.0
    )
