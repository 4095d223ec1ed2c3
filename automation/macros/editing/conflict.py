"""What is said where the file of an open macro is another than the one that was opened."""

from pathlib import Path

from automation.core.errors import MacroError
from automation.macros.codec import FILE
from automation.macros.editing.opening import disk_digest
from automation.macros.files import FileError


class Conflict(MacroError):
    """The file on the disk is another than the one that was opened; `save` wrote nothing."""


def check_unchanged(folder: Path, disk: str, name: str) -> None:
    """Refuse to write over what somebody else wrote.

    Args:
        folder: the macro's.
        disk: digest of its file as it was read or written last.
        name: what the macro is called.

    Raises:
        Conflict: the file is another, or gone.
        MacroError: it cannot be read.
    """
    try:
        found = disk_digest(folder)
    except FileNotFoundError:
        message = (
            f"“{name}” is not in its folder any more; nothing was written. "
            "Save it under another name"
        )
        raise Conflict(message) from None
    except OSError as error:
        raise FileError(folder / FILE, "read", error) from error
    if found != disk:
        raise conflict(name)


def conflict(name: str) -> Conflict:
    """Return what is said of a macro whose file was changed meanwhile."""
    message = (
        f"the file of “{name}” was changed since it was opened here, by hand or by "
        "another program; nothing was written. Save this one under another name, or "
        "discard your edits and open the macro again"
    )
    return Conflict(message)
