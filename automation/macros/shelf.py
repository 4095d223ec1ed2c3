"""The list of the library: read once, then kept in a file beside the macros that fits or is made again.

What stands in the list decides nothing: a macro is always read from its own file.
"""

import contextlib
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.macros.codec import FILE, open_text
from automation.macros.files import read_whole, write_whole
from automation.macros.macro import Macro
from automation.macros.naming import same_name
from automation.macros.walking import count
from automation.macros.yaml_tree import MAX_YAML_BYTES

INDEX: Final = ".index.json"
_MAX_INDEX_BYTES: Final = 64 * 1024 * 1024
_PROBLEM_CHARS: Final = 500


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of one folder, and of which state of its file."""

    stamp: tuple[int, int, int]
    """Time of the last change in ns, size, number of the file: other bytes have another stamp."""
    name: str
    about: str = ""
    steps: int = 0
    by: str = "hand"
    params: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A macro as the list shows it."""

    slug: str
    """Name of its folder."""
    name: str
    """Of a macro that cannot be read the folder's."""
    about: str
    steps: int
    by: str
    params: tuple[str, ...]
    changed_s: float
    """When its file was last written, seconds since 1970."""
    problem: str
    """Why it cannot be read; empty when it can."""
    is_double: bool = False
    """Another macro is called so too: only their folders tell them apart."""


class Shelf:
    """The list of one library, for any thread. It writes down what it read; that it cannot is no harm."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lines: dict[str, Line] | None = None
        self._lock = threading.Lock()

    def entries(self) -> tuple[Entry, ...]:
        """Return what there is, by name."""
        with self._lock:
            return _told(self._settled())

    def _settled(self) -> dict[str, Line]:
        known = self._lines if self._lines is not None else self._read_index()
        lines = {}
        for folder in self._folders():
            stamp = _stamp(folder)
            if stamp is None:
                continue
            before = known.get(folder.name)
            lines[folder.name] = (
                before if before and before.stamp == stamp else _look(folder, stamp)
            )
        if lines != known:
            self._write_index(lines)
        self._lines = lines
        return lines

    def put(self, folder: Path, macro: Macro) -> None:
        """Note a macro that was just written."""
        stamp = _stamp(folder)
        if stamp is None:
            return
        with self._lock:
            self._lines = {**(self._lines or self._read_index()), folder.name: _line(macro, stamp)}
            self._write_index(self._lines)

    def _folders(self) -> list[Path]:
        try:
            return sorted(
                one
                for one in self._root.iterdir()
                if not one.name.startswith(".") and not one.is_symlink() and one.is_dir()
            )
        except OSError:
            return []

    def _read_index(self) -> dict[str, Line]:
        try:
            data = read_whole(self._root / INDEX, _MAX_INDEX_BYTES)
            return msgspec.json.decode(data, type=dict[str, Line])
        except (OSError, MacroError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return {}

    def _write_index(self, lines: dict[str, Line]) -> None:
        if self._root.is_dir():
            with contextlib.suppress(OSError):
                write_whole(self._root / INDEX, msgspec.json.encode(lines))


def _stamp(folder: Path) -> tuple[int, int, int] | None:
    """Return what tells states of the macro's file apart; None where there is no file."""
    try:
        info = (folder / FILE).lstat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino


def _look(folder: Path, stamp: tuple[int, int, int]) -> Line:
    try:
        macro = open_text(read_whole(folder / FILE, MAX_YAML_BYTES)).macro
    except MacroError as error:
        return Line(stamp, folder.name, problem=str(error)[:_PROBLEM_CHARS])
    except OSError as error:
        return Line(stamp, folder.name, problem=f"it cannot be read: {error.strerror or error}")
    return _line(macro, stamp)


def _line(macro: Macro, stamp: tuple[int, int, int]) -> Line:
    return Line(stamp, macro.name, macro.about, count(macro), macro.made.by, tuple(macro.params))


def _told(lines: dict[str, Line]) -> tuple[Entry, ...]:
    """Return the list, by name and folder."""
    times = Counter(same_name(line.name) for line in lines.values())
    found = [
        Entry(
            slug=folder,
            name=line.name,
            about=line.about,
            steps=line.steps,
            by=line.by,
            params=line.params,
            changed_s=line.stamp[0] / 1e9,
            problem=line.problem,
            is_double=times[same_name(line.name)] > 1,
        )
        for folder, line in lines.items()
    ]
    return tuple(sorted(found, key=lambda one: (same_name(one.name), one.slug)))
