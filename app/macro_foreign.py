"""Macros of other programs, for `deskhand macro import`: read, never obeyed. No Qt."""

from pathlib import Path
from typing import Final

from automation.core.visible import visible_text
from automation.macros.files import FileError, read_whole
from automation.macros.package import Package
from automation.macros.pymacrorecord import MAX_BYTES, import_pymacrorecord

_ENDINGS: Final = frozenset({".pmr", ".json"})
"""What PyMacroRecord calls its files; no macro of ours ends so."""
_MAX_NAME_CHARS: Final = 100


def is_foreign(path: Path) -> bool:
    """Tell whether a file is another program's macro, by its ending."""
    return path.suffix.casefold() in _ENDINGS


def read_foreign(path: Path) -> tuple[Package, tuple[str, ...]]:
    """Return the macro that a file of PyMacroRecord makes, and what should be known of it.

    Raises:
        MacroError: it cannot be read or is no such file.
    """
    try:
        data = read_whole(path, MAX_BYTES)
    except OSError as error:
        raise FileError(path, "read", error) from error
    found = import_pymacrorecord(data, path.stem[:_MAX_NAME_CHARS])
    return Package(found.macro), tuple(visible_text(note) for note in found.notes)
