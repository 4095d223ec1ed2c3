"""Bringing a macro back that was taken out of the library."""

import os
from pathlib import Path

from automation.core.errors import MacroError
from automation.macros.codec import FILE
from automation.macros.files import FileError, flush_folder, locked
from automation.macros.library import Library
from automation.macros.naming import same_name, slug

_LOCK = ".lock"
"""The library's own: no other process changes it meanwhile."""


def restore(shelf: Library, kept: Path, name: str) -> Path:
    """Put a removed macro back and return its folder: where it was, or a free one if that is taken.

    Args:
        shelf: the library.
        kept: what `Library.remove` returned.
        name: what the macro is called.

    Raises:
        MacroError: another macro has its name meanwhile, or it cannot be moved.
    """
    root = kept.parent.parent
    try:
        with locked(root / _LOCK):
            taken = any(same_name(one.name) == same_name(name) for one in shelf.entries())
            if taken:
                message = (
                    f"there is another macro called “{name}” by this time; rename it, and “{name}” "
                    "can be brought back"
                )
                raise MacroError(message)
            if not (kept / FILE).exists():
                message = f"“{name}” is gone for good: nothing is left of it in {kept}"
                raise MacroError(message)
            folder = _free(root, kept.name, name)
            kept.replace(folder)
            flush_folder(root)
    except OSError as error:
        raise FileError(kept, "bring back", error) from error
    return folder


def _free(root: Path, before: str, name: str) -> Path:
    """Return the folder that the macro had, or one of its name that nothing has."""
    if not os.path.lexists(root / before):
        return root / before
    return root / slug(name, {one.name for one in root.iterdir()})
