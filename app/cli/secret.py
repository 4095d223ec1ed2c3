"""`deskhand secret`: puts secrets into the system keyring by name. Prints no value, ever."""

import argparse
import getpass
import sys
import warnings
from typing import Final

from app.run_lines import complain
from app.settings import MAX_VALUE_CHARS, only_for, scope_words
from automation.core.errors import NoKeyring, SecretsError
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.secrets import is_secret_name, reference
from automation.desktop import secrets

EXIT_OK: Final = 0
EXIT_USAGE: Final = EXIT_CODES[Outcome.USAGE]
EXIT_INTERRUPTED: Final = 130
"""128 + SIGINT, as the shell reports a program that Ctrl+C ended."""
INTERRUPTED: Final = "interrupted; deskhand secret list shows what is stored"


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
        return complain(error, EXIT_CODES[Outcome.ENVIRONMENT])
    except SecretsError as error:
        return complain(error, EXIT_CODES[Outcome.FAILED])
    except KeyboardInterrupt:
        return complain(INTERRUPTED, EXIT_INTERRUPTED)


def _set(name: str, programs: list[str]) -> int:
    if not is_secret_name(name):
        sentence = (
            f"{name!r} cannot be the name of a secret; take letters, digits, dots, dashes and "
            "underscores, up to 60 of them, and begin with a letter or digit"
        )
        return complain(sentence, EXIT_USAGE)
    paths, problem = only_for(programs)
    if problem:
        return complain(problem, EXIT_USAGE)
    try:
        value = _read_value(name)
    except getpass.GetPassWarning:
        return complain(
            "this terminal would show what you type, and nothing was stored; use another one, or "
            f"hand it over: deskhand secret set {name} < FILE",
            EXIT_USAGE,
        )
    except (EOFError, UnicodeDecodeError):
        return complain("no text came that could be stored", EXIT_USAGE)
    problem = secrets.value_problem(value)
    if not problem and len(value) > MAX_VALUE_CHARS:
        problem = f"the secret is longer than {MAX_VALUE_CHARS} characters; nothing was stored"
    if problem:
        return complain(problem, EXIT_USAGE)
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
