"""Programs as a person names them: their files, and which of them a permission or a secret is for."""

import os
import shutil
from pathlib import Path
from typing import Final

from automation.core.observation import is_interpreter
from automation.core.secrets import SecretEntry


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


MAX_VALUE_CHARS: Final = 5000
"""What one action may type by default."""


def only_for(names: list[str]) -> tuple[tuple[str, ...], str]:
    """Return the paths of the programs that a secret is to be for, and what is wrong with them."""
    paths = []
    for name in names:
        path, problem = program_path(name)
        if problem:
            return (), problem
        if is_interpreter(path):
            return (), f"{path} runs whatever program it is given, so a secret cannot be for it."
        if _is_script(path):
            return (), (
                f"{path} is a script that starts another program, and a secret is kept for the file "
                "that really runs. Start it and ask which that is: "
                f"readlink /proc/$(pgrep -n {Path(path).name})/exe"
            )
        paths.append(path)
    return tuple(dict.fromkeys(paths)), ""


def _is_script(path: str) -> bool:
    """Tell whether the kernel would hand the file to an interpreter (execve(2))."""
    try:
        with Path(path).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


def scope_words(entry: SecretEntry, anywhere: str = "any password field") -> str:
    """Say which programs a secret is for."""
    if not entry.is_scope_told:
        return f"no program: the keyring does not say which; set it anew: deskhand secret set {entry.name}"
    return ", ".join(entry.programs) or anywhere
