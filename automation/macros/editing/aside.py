"""Drafts that cannot be used, kept out of the way: `macros/SLUG/.draft-kept-N`."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.macros.editing.disk import told
from automation.macros.files import flush_folder, private_folder, write_whole

KEPT: Final = ".draft-kept"
_MOST_KEPT: Final = 1000


def copied_aside(macro_folder: Path, name: str, data: bytes) -> Path:
    """Keep a copy of a file out of the way and return the folder that has it.

    Args:
        macro_folder: the macro's.
        name: what the file is called.
        data: what it holds.

    Raises:
        FileError: it cannot be written.
        MacroError: too many are kept already.
    """
    kept = _place(macro_folder)
    with told(kept, "write"):
        private_folder(kept)
        write_whole(kept / name, data)
    return kept


def moved_aside(macro_folder: Path, draft: Path, names: Iterable[str]) -> Path:
    """Take a draft that cannot be used out of the way and return the folder that has it.

    Args:
        macro_folder: the macro's.
        draft: the draft's.
        names: what of it is taken, as far as it is there.

    Raises:
        FileError: it cannot be moved.
        MacroError: too many are kept already.
    """
    kept = _place(macro_folder)
    with told(draft, "keep aside"):
        private_folder(kept)
        for name in names:
            if os.path.lexists(draft / name):
                (draft / name).rename(kept / name)
        flush_folder(kept)
        flush_folder(draft)
    return kept


def _place(macro_folder: Path) -> Path:
    for number in range(1, _MOST_KEPT):
        place = macro_folder / f"{KEPT}-{number}"
        if not os.path.lexists(place):
            return place
    message = (
        f"{macro_folder} holds {_MOST_KEPT - 1} drafts that were kept aside, and no more "
        f"are; move or delete the folders {KEPT}-… in it that you do not need, then open the "
        "macro again"
    )
    raise MacroError(message)
