"""What a program is called, and whether its file says what runs."""

import re
from pathlib import PurePath
from typing import Final

_INTERPRETER: Final = re.compile(
    r"(?:python|pypy|perl|ruby|node|nodejs|java|javaw|mono|wine|wine64|electron|lua|php|gjs|bwrap"
    r"|flatpak|snap|bash|dash|zsh|fish|sh|busybox|qemu|wscript|cscript|dotnet|julia|guile|tclsh|wish"
    r"|osascript|xdg-open|env)[\d.-]*(?:\.exe|\.bin)?",
    re.IGNORECASE,
)


def is_interpreter(executable: str) -> bool:
    """Tell whether the file runs whatever program it is given."""
    return bool(_INTERPRETER.fullmatch(PurePath(executable).name))


def program_name(executable: str, window_class: str) -> str:
    """Return what people call a program: its file's name, or its class when an interpreter runs it.

    Args:
        executable: resolved path of the file; empty when unknown.
        window_class: what the window says of itself; any program can write anything there.
    """
    name = PurePath(executable).name
    return window_class if window_class and (not name or is_interpreter(executable)) else name
