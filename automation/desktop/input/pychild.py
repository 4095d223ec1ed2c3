"""How to start one of our own modules as another process."""

import sys
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parents[3]
"""The folder that holds our top-level packages, in a checkout as in an installation."""
_START: Final = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def argv_of(module: str, *arguments: str) -> list[str]:
    """Return the command line that runs a module of ours with the interpreter we run in.

    The working folder is not put on the module path (`-P`), so a file that happens to lie there is
    never imported, and no variable is set that programs started later would inherit.
    """
    return [sys.executable, "-P", "-c", _START, str(_ROOT), module, *arguments]
