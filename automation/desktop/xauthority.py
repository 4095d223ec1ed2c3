"""Writes the file that lets only our own programs into an X server of ours.

A server started without such a file lets every user of the machine in through its socket (tried
with Xvfb 21.1.7: another user could connect, and could so read keys and send input).
"""

import contextlib
import os
import secrets
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

_PROTOCOL = b"MIT-MAGIC-COOKIE-1"
_FAMILY_LOCAL = 256
_FAMILY_WILD = 65535
PRIVATE_FILE_MODE = 0o600


def new_cookie() -> bytes:
    """Return 16 random bytes."""
    return secrets.token_bytes(16)


@contextlib.contextmanager
def used(path: Path) -> Iterator[None]:
    """Let connections that are opened inside the block use this file; not for several threads.

    WORKAROUND: xcffib 1.13 takes a cookie as an argument but frees its copy before libxcb reads it
    (the server then answers "Authorization protocol not supported"); drop when that is mended.
    """
    before = os.environ.get("XAUTHORITY")
    os.environ["XAUTHORITY"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["XAUTHORITY"]
        else:
            os.environ["XAUTHORITY"] = before


def write(path: Path, cookie: bytes, display: int | None = None) -> None:
    """Write an authority file, readable by its owner only.

    Args:
        path: the file; replaced if it exists.
        cookie: what a client must show.
        display: display number; None writes only the entry that fits every display. The entry
            with the number is for python-xlib, which does not know the other kind.
    """
    entries = [_entry(_FAMILY_WILD, b"", b"", cookie)]
    if display is not None:
        host = socket.gethostname().encode()
        entries.insert(0, _entry(_FAMILY_LOCAL, host, str(display).encode(), cookie))
    path.touch(mode=PRIVATE_FILE_MODE)
    path.chmod(PRIVATE_FILE_MODE)
    path.write_bytes(b"".join(entries))


def _entry(family: int, address: bytes, number: bytes, cookie: bytes) -> bytes:
    fields = (address, number, _PROTOCOL, cookie)
    return struct.pack(">H", family) + b"".join(
        struct.pack(">H", len(field)) + field for field in fields
    )
