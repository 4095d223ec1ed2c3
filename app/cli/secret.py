"""`deskhand secret`: puts secrets into the system keyring by name. Prints no value, ever.

Finds the program that a person names: permissions and secrets are kept by its file.
"""

import argparse
import getpass
import os
import shutil
import sys
import warnings
from pathlib import Path
from typing import Final

from automation.core.errors import NoKeyring, SecretsError
from automation.core.observation import is_interpreter
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.secrets import SecretEntry, is_secret_name, reference
from automation.desktop import secrets


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


EXIT_OK: Final = 0
EXIT_USAGE: Final = EXIT_CODES[Outcome.USAGE]
EXIT_INTERRUPTED: Final = 130
"""128 + SIGINT, as the shell reports a program that Ctrl+C ended."""
INTERRUPTED: Final = "interrupted; deskhand secret list shows what is stored"
MAX_VALUE_CHARS: Final = 5000
"""What one action may type by default."""


def secret(arguments: argparse.Namespace) -> int:
    """Set, list or remove; returns the exit status."""
    try:
        match arguments.secret_command:
            case "set":
                return _set(arguments.name, arguments.program or [])
            case "remove":
                secrets.remove(arguments.name)
                sys.stdout.write(f"Removed the secret {arguments.name}.\n")
                return EXIT_OK
            case _:
                return _list()
    except NoKeyring as error:
        return _complain(str(error), EXIT_CODES[Outcome.ENVIRONMENT])
    except SecretsError as error:
        return _complain(str(error), EXIT_CODES[Outcome.FAILED])
    except KeyboardInterrupt:
        return _complain(INTERRUPTED, EXIT_INTERRUPTED)


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


def _set(name: str, programs: list[str]) -> int:
    if not is_secret_name(name):
        sentence = (
            f"{name!r} cannot be the name of a secret; take letters, digits, dots, dashes and "
            "underscores, up to 60 of them, and begin with a letter or digit"
        )
        return _complain(sentence, EXIT_USAGE)
    paths, problem = only_for(programs)
    if problem:
        return _complain(problem, EXIT_USAGE)
    try:
        value = _read_value(name)
    except getpass.GetPassWarning:
        return _complain(
            "this terminal would show what you type, and nothing was stored; use another one, or "
            f"hand it over: deskhand secret set {name} < FILE",
            EXIT_USAGE,
        )
    except (EOFError, UnicodeDecodeError):
        return _complain("no text came that could be stored", EXIT_USAGE)
    problem = secrets.value_problem(value)
    if not problem and len(value) > MAX_VALUE_CHARS:
        problem = f"the secret is longer than {MAX_VALUE_CHARS} characters; nothing was stored"
    if problem:
        return _complain(problem, EXIT_USAGE)
    secrets.keep(name, value, paths)
    where = f" into {', '.join(paths)}" if paths else " into any password field, and ask each time"
    sys.stdout.write(f"Stored. Write {reference(name)} and I type it{where}.\n")
    return EXIT_OK


def _read_value(name: str) -> str:
    """Read from the terminal without an echo, or all of standard input less one line break."""
    if sys.stdin.isatty():
        with warnings.catch_warnings():
            # Where the echo cannot be switched off, getpass would warn and show what is typed.
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(f"The secret {name} (it is not shown): ")
    text = sys.stdin.read(MAX_VALUE_CHARS + 3)
    return text.removesuffix("\n").removesuffix("\r")


def _list() -> int:
    found = secrets.entries(may_prompt=True)
    for entry in found:
        sys.stdout.write(f"{entry.name}  {scope_words(entry)}\n")
    if not found:
        sys.stdout.write("There is no secret yet; add one with: deskhand secret set NAME\n")
    return EXIT_OK


def scope_words(entry: SecretEntry, anywhere: str = "any password field") -> str:
    """Say which programs a secret is for."""
    if not entry.is_scope_told:
        return f"no program: the keyring does not say which; set it anew: deskhand secret set {entry.name}"
    return ", ".join(entry.programs) or anywhere


def _complain(sentence: str, status: int) -> int:
    sys.stderr.write(f"deskhand: {sentence}\n")
    return status
