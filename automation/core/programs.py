"""What a program is called, and whether its file says what runs."""

import re
from pathlib import PurePath
from typing import Final

OWN_PROGRAM: Final = "deskhand"
"""Its windows are ours whatever process the server names: a second start, or one in a container."""
_INTERPRETER: Final = re.compile(
    r"(?:python|pythonw|ipython|pypy|perl|ruby|node|nodejs|deno|bun|java|javaw|jamvm|mono|mono-sgen"
    r"|wine|wine64|wine(?:64)?-preloader|electron|nw|lua|luajit|php|gjs|gjs-console|cjs|seed|bwrap"
    r"|flatpak|snap|snap-exec|firejail|bash|dash|zsh|fish|ksh|tcsh|sh|busybox|toybox|qemu[\w-]*"
    r"|box64|box86|fex\w*|ld-linux[\w-]*|ld-musl[\w-]*|ld\.so|gdb|strace|valgrind|proot|apprun[\w.]*"
    r"|wscript|cscript|pwsh|powershell|dotnet|julia|guile|racket|sbcl|tclsh|wish|rscript|r|beam\.smp"
    r"|love|osascript|xdg-open|env)(?:[\d.-]*|-x86[-_]64|\.so(?:\.\d+)?)(?:\.exe|\.bin)?",
    re.IGNORECASE,
)

BROWSERS: Final = """firefox firefox-esr firefox-bin librewolf waterfox iceweasel chromium
    chromium-browser chrome google-chrome google-chrome-stable brave brave-browser msedge
    microsoft-edge vivaldi vivaldi-bin opera epiphany epiphany-browser falkon qutebrowser
    midori konqueror safari arc zen zen-browser tor-browser min surf luakit badwolf nyxt"""
"""What browsers are called, by program file or window class."""
_BROWSERS: Final = frozenset(BROWSERS.split())


def is_browser(name: str) -> bool:
    """Tell whether a program of this name shows pages of the web."""
    return name.casefold() in _BROWSERS


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
