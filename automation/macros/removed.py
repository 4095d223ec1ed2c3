"""Bringing a macro back that was taken out of the library."""

from pathlib import Path

from automation.core.errors import MacroError
from automation.macros.codec import FILE
from automation.macros.files import FileError, flush_folder, locked
from automation.macros.library import Library
from automation.macros.naming import same_name

_LOCK = ".lock"
"""The library's own: no other process changes it meanwhile."""


def restore(shelf: Library, kept: Path, name: str) -> Path:
    """Put a removed macro back where it was and return its folder.

    Args:
        shelf: the library.
        kept: what `Library.remove` returned.
        name: what the macro is called.

    Raises:
        MacroError: another macro has its name or its folder meanwhile, or it cannot be moved.
    """
    root = kept.parent.parent
    folder = root / kept.name
    try:
        with locked(root / _LOCK):
            taken = any(same_name(one.name) == same_name(name) for one in shelf.entries())
            if taken or folder.exists():
                message = (
                    f"there is another macro called “{name}” by this time; rename it, and “{name}” "
                    "can be brought back"
                )
                raise MacroError(message)
            if not (kept / FILE).exists():
                message = f"“{name}” is gone for good: nothing is left of it in {kept}"
                raise MacroError(message)
            kept.replace(folder)
            flush_folder(root)
    except OSError as error:
        raise FileError(kept, "bring back", error) from error
    return folder
