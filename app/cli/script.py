"""`deskhand script FILE`: runs a Python script of the user's in the Python that deskhand runs in."""

import argparse
import os
import runpy
import sys
from pathlib import Path
from typing import Final

from app.run_lines import complain
from automation.core.proposal import EXIT_CODES, Outcome

EXIT_INTERRUPTED: Final = 130
"""128 + SIGINT, as the shell reports it."""


def script(arguments: argparse.Namespace) -> int:
    """Run the file and return its exit status; what it raises is told as Python tells it."""
    file = Path(arguments.file).absolute()
    if not file.is_file():
        complain(f"there is no file {file}")
        return EXIT_CODES[Outcome.USAGE]
    sys.argv = [str(file), *arguments.arguments]
    sys.path.append(os.fspath(file.parent))  # what lies there replaces no module of ours
    try:
        runpy.run_path(str(file), run_name="__main__")
    except SystemExit as leaving:
        return _status(leaving.code)
    except BaseException as error:  # noqa: BLE001 - as the interpreter's own top frame
        sys.excepthook(type(error), error, error.__traceback__)
        is_interrupted = isinstance(error, KeyboardInterrupt)
        return EXIT_INTERRUPTED if is_interrupted else EXIT_CODES[Outcome.ERROR]
    return 0


def _status(code: object) -> int:
    """Return what Python itself makes of an exit code."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    sys.stderr.write(f"{code}\n")
    return EXIT_CODES[Outcome.ERROR]
