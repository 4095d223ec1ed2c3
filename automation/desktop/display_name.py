"""One name for one display, however it is written."""

import hashlib
from collections.abc import Mapping
from typing import Final

_HERE: Final = ("unix", "unix/", "/unix")


def canonical(display: str) -> str:
    """Return a display name without screen number and without a spelled-out local host.

    >>> canonical("unix:0.0")
    ':0'
    """
    host, colon, number = display.rpartition(":")
    if not colon:
        return display
    return f"{'' if host in _HERE else host}:{number.partition('.')[0]}"


def display_key(environ: Mapping[str, str]) -> str:
    """Return a short name for the display of this environment, safe in a file name."""
    display = canonical(environ.get("DISPLAY", ""))
    if ":" not in display:
        display = environ.get("WAYLAND_DISPLAY", "") or "none"
    return hashlib.sha256(display.encode()).hexdigest()[:12]
