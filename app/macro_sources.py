"""A macro of the library as a run uses it: its pictures as they were trusted, and whether it is. No Qt."""

import hashlib
from pathlib import Path
from shlex import quote
from typing import Final

from automation.core.errors import MacroError
from automation.core.observation import Frame
from automation.macros.images import decode
from automation.macros.kept import Kept
from automation.macros.library import Library
from automation.macros.player.linking import Linked, Source, link
from automation.macros.trust import TrustBook, digest

_CACHED: Final = 64
"""Pictures that are kept unpacked; each is about 160 x 64."""


def library_of(data: Path) -> Library:
    """Return the macros that are kept in the user's data folder.

    A macro that is made gets nothing of one that had its folder and was deleted by hand; where that
    cannot be dropped it is not made. Else the timer or the key of the other one would play it.
    """

    def forget(slug: str) -> None:
        from app.macros.library.beside import forget_all  # noqa: PLC0415  # only a new macro needs it

        if problem := forget_all(data, slug):
            message = (
                f"nothing was kept: a macro that was deleted by hand had the folder {slug}, and not "
                f"all that belonged to it can be dropped.{problem} Mend that, or take another name"
            )
            raise MacroError(message)

    return Library(data / "macros", forget)


def trust_of(data: Path) -> TrustBook:
    """Return what the user trusts, as the data folder has it."""
    return TrustBook(data / "macros-trusted.json")


class LibraryImages:
    """Implements `found.Images` for a macro of the library, with the pictures that were trusted."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._frames: dict[str, Frame] = {}
        self._marks: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        """Return the file of a picture, the same at every call.

        Raises:
            MacroError: it is missing, or another one than before.
        """
        data = self._kept.image(path)
        mark = hashlib.sha256(data).digest()
        if self._marks.setdefault(path, mark) != mark:
            message = f"the picture {path} was changed while the macro was played; play it again"
            raise MacroError(message)
        return data

    def image(self, path: str) -> Frame:
        """Return the picture of this path.

        Raises:
            MacroError: it is missing or cannot be read.
        """
        if path not in self._frames:
            if len(self._frames) >= _CACHED:
                self._frames.pop(next(iter(self._frames)))
            self._frames[path] = decode(self.read(path))
        return self._frames[path]


def linked_macro(kept: Kept, shelf: Library, book: TrustBook) -> Linked:
    """Return a macro with everything that it calls.

    Raises:
        MacroError: one of them cannot be read, is not replayed, or is not what was saved last.
    """
    return link(_source(kept, book), lambda name: _source(shelf.open_called(name), book))


def _source(kept: Kept, book: TrustBook) -> Source:
    if kept.note:  # what would be played is not what was saved last
        message = f"{kept.note}. Look at it first: deskhand macro show {quote(kept.folder.name)}"
        raise MacroError(message)
    images = LibraryImages(kept)
    content = digest(kept.macro, images.read)
    return Source(kept.macro, images, book.is_trusted(content), content, kept.folder.name)
