"""Macros of other kinds: written as a Python script with its pictures, and read from PyMacroRecord's files."""

import os
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Final

from app.macros.library import LibraryImages, linked_macro
from automation.core.errors import MacroError
from automation.core.files import write_whole
from automation.core.text import visible_text
from automation.macros.import_pymacrorecord import MAX_BYTES, import_pymacrorecord
from automation.macros.library import Kept, Library
from automation.macros.macro_files import as_file_error, read_whole
from automation.macros.package import Package
from automation.macros.play.linking import Source
from automation.macros.script.script_writer import Written, pictures_folder, written
from automation.macros.trust import TrustBook

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
    with as_file_error(path, "read"):
        data = read_whole(path, MAX_BYTES)
    found = import_pymacrorecord(data, path.stem[:_MAX_NAME_CHARS])
    return Package(found.macro), tuple(visible_text(note) for note in found.notes)


ENDING: Final = ".py"
"""What a file is called that a script is written to."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    name: str
    """The macro's."""
    file: Path
    folder: str
    """Name of the folder beside it with its pictures; empty where it has none."""


def is_script(file: Path) -> bool:
    """Tell by its ending whether a file is to be a script."""
    return file.suffix.casefold() == ENDING


def export_script(
    kept: Kept, out: Path, library: Library, book: TrustBook, *, may_replace: bool
) -> Exported:
    """Write a script that does what a macro does, and its pictures.

    A script is nobody's but the user's, and asks no more than any program does: so only what the user
    trusts becomes one.

    Args:
        out: the script; pictures lie in `NAME_img` beside it, or in `NAME_img_2` and so on where
            other pictures would be written over.

    Raises:
        MacroError: the macro or one that it calls is not trusted, cannot be read or is not
            replayed, or the files cannot be written.
    """
    linked = linked_macro(kept, library, book)
    if linked.untrusted:
        told = visible_text(linked.untrusted[0])
        raise MacroError(
            f"“{told}” is not trusted, and a script is run without the look at each step that it "
            "would get. Read its steps and trust it, then export again"
        )
    if out.exists() and not may_replace:
        raise MacroError(f"{out} is there already and may hold your changes; write to another name")
    made = written(linked, out.name)
    try:
        folder = _free_folder(made, out) if made.pictures else ""
        if folder not in ("", pictures_folder(out.name)):
            made = written(linked, out.name, folder)
        for path, (source, image) in made.pictures.items():
            file = out.parent / path
            file.parent.mkdir(exist_ok=True)
            write_whole(file, _bytes(source, image))
        write_whole(out, made.text.encode())
    except OSError as error:
        raise MacroError(f"cannot write {out}: {error.strerror or error}") from error
    return Exported(linked.main.macro.name, out, folder)


def _free_folder(made: Written, out: Path) -> str:
    """Return the name of a folder where no picture of the script writes over another."""
    usual = pictures_folder(out.name)
    names = chain([usual], (f"{usual}_{number}" for number in count(2)))
    return next(name for name in names if _has_room(out.parent / name, made))


def _has_room(folder: Path, made: Written) -> bool:
    if not os.path.lexists(folder):
        return True
    return folder.is_dir() and all(
        _is_free(folder / Path(path).name, source, image)
        for path, (source, image) in made.pictures.items()
    )


def _is_free(file: Path, source: Source, image: str) -> bool:
    """Tell whether there is no such file, or one that holds this very picture."""
    if not os.path.lexists(file):
        return True
    wanted = _bytes(source, image)
    try:
        return read_whole(file, len(wanted)) == wanted
    except (OSError, MacroError):  # no file of its own, or larger than the picture
        return False


def _bytes(source: Source, image: str) -> bytes:
    assert isinstance(source.images, LibraryImages), "it came from the library"
    return source.images.read(image)


def told(made: Exported) -> str:
    """Return what was written, in a sentence."""
    beside = f", its pictures are in {made.folder}" if made.folder else ""
    return f"“{visible_text(made.name)}” is written to {made.file}{beside}."
