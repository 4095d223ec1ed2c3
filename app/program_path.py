"""Finds the program that a person names: permissions and secrets are kept by its file."""

import os
import shutil
from pathlib import Path


def program_path(text: str) -> tuple[str, str]:
    """Return the path of a program that the user named, and what is wrong with it.

    A name without a slash is looked up as a terminal would; links are followed, since permissions
    are kept for the file that really runs.
    """
    wanted = text.strip()
    if not wanted:
        return "", "Name a program, such as /usr/bin/xterm."
    found = shutil.which(wanted) if "/" not in wanted else str(Path(wanted).expanduser())
    path = Path(found).resolve() if found else None
    if path is None or not path.is_file():
        return "", f"There is no program {wanted}. Nothing was added."
    if not os.access(path, os.X_OK):
        return "", f"{path} is not a program: it cannot be run. Nothing was added."
    return str(path), ""


def permission_key(path: str) -> str:
    """Return what a program's permission is kept under: its file, or the id of a Flatpak.

    A Flatpak's own file has a path inside its sandbox, where others may have the same; the starter
    that Flatpak exports for it is a script that bears the id.
    """
    starter = Path(path)
    is_exported = starter.parent.parts[-2:] == ("export", "bin") and "flatpak" in starter.parts
    return f"flatpak:{starter.name}" if is_exported else path
