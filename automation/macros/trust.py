"""Which macros may run without a look at every step: those whose very content was trusted.

Trust belongs to a digest of everything that a replay uses: every step, target, parameter and setting,
by meaning and not by how the file is laid out, and every picture that a target names. Not part of it
are the raw recording, which a replay never reads, and macros that are called: each of them is trusted
or not by its own content.

What the user's own hand made is trusted first, then kept, so that no quit comes in between.
"""

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.core.files import private_folder, write_whole
from automation.macros.codec import canonical
from automation.macros.images import ReadImage, image_paths
from automation.macros.macro import Macro
from automation.macros.macro_files import as_file_error, aside, locked, read_json

By = Literal["made", "you"]
"""`made` here, by recording or from a run; or trusted by the user after a look at the listing."""
_BEGIN: Final = b"deskhand macro 1\n"
_MAX_BYTES: Final = 8 * 1024 * 1024
_MAX_ENTRIES: Final = 20_000
"""The oldest go first; what they stood for is asked about again."""


def digest(macro: Macro, read: ReadImage) -> str:
    """Return the SHA-256 (hex) of all that a replay of the macro uses."""
    total = hashlib.sha256(_BEGIN + msgspec.json.encode(canonical(macro), order="deterministic"))
    for path in image_paths(macro):
        total.update(f"\n{path} {hashlib.sha256(read(path)).hexdigest()}".encode())
    return total.hexdigest()


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One content that is trusted."""

    digest: str
    name: str
    """What the macro was called then; for people."""
    by: By
    at: str
    """UTC, ISO 8601."""


class _Book(Struct, frozen=True, forbid_unknown_fields=True):
    v: Literal[1]
    entries: tuple[Entry, ...] = ()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class TrustBook:
    """The contents that are trusted, in a file of ours.

    A file that cannot be used trusts nothing, and says so (`problem`) for as long as it stands there.
    """

    def __init__(self, file: Path, now: Callable[[], str] = _now) -> None:
        self._file = file
        self._now = now

    @property
    def problem(self) -> str:
        """Why nothing is trusted, in a sentence; empty where the file can be used or is missing."""
        why = self._read()[1]
        return (
            f"{why}, so no macro is trusted. Mend it, or trust again what you have read."
            if why
            else ""
        )

    def entries(self) -> tuple[Entry, ...]:
        """Return what is trusted, oldest first; nothing where the file is missing or damaged."""
        return self._read()[0]

    def _read(self) -> tuple[tuple[Entry, ...], str]:
        """Return what is trusted, and what is wrong with the file."""
        why = f"The list of trusted macros {self._file} cannot be"
        try:
            return read_json(self._file, _MAX_BYTES, _Book).entries, ""
        except FileNotFoundError:
            return (), ""
        except OSError as error:
            return (), f"{why} read ({error.strerror or error})"
        except MacroError as error:
            return (), f"{why} used ({error})"

    def entry(self, content: str) -> Entry | None:
        """Return what is known of a content; None when it is not trusted."""
        return next((one for one in self.entries() if one.digest == content), None)

    def is_trusted(self, content: str) -> bool:
        """Tell whether this very content may run without a look at every step."""
        return self.entry(content) is not None

    def trust(self, content: str, name: str, by: By) -> None:
        """Trust this very content from now on.

        Raises:
            MacroError: that cannot be written down; nothing changed.
        """
        with self._alone():
            others = self._others(content)
            self._keep((*others, Entry(content, name, by, self._now())))

    def forget(self, content: str) -> bool:
        """Trust this content no more; tell whether it was trusted."""
        with self._alone():
            if why := self._read()[1]:
                raise MacroError(f"it may be trusted again later: {why}")
            if not self.is_trusted(content):
                return False
            self._keep(self._others(content))
            return True

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes away between reading and writing: none undoes the other."""
        with as_file_error(self._file, "note what is trusted in"):
            private_folder(self._file.parent)
            with locked(self._file.with_name(f".{self._file.name}.lock")):
                yield

    def _others(self, content: str) -> tuple[Entry, ...]:
        known, why = self._read()
        if why:
            with contextlib.suppress(OSError):
                aside(self._file)  # kept for who wants to look
        return tuple(one for one in known if one.digest != content)

    def _keep(self, entries: tuple[Entry, ...]) -> None:
        with as_file_error(self._file, "note what is trusted in"):
            write_whole(self._file, msgspec.json.encode(_Book(1, entries[-_MAX_ENTRIES:])))


def keep_own(save: Callable[[], Path], content: str, name: str, book: TrustBook) -> Path:
    """Keep a macro that was made here, trusted; return its folder.

    Trust is of a content, so that it can be written down before there is a macro of it.

    Raises:
        MacroError: it cannot be kept, and then is not trusted either; or trust cannot be written down.
    """
    was_trusted = book.is_trusted(content)
    book.trust(content, name, "made")
    try:
        return save()
    except BaseException:
        if not was_trusted:
            book.forget(content)
        raise
