"""What was told when a macro was made of a run: steps that were left out, and what should be looked at.

    macros/SLUG/.told.json      the sentences, for who looks at the macro later

It is no part of the macro: it is not packed, not trusted and not replayed, and it only saves a question.
"""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.macros.files import read_whole, write_whole

FILE: Final = ".told.json"
MOST: Final = 500
"""More than the steps that a run usually may have."""
_MOST_BYTES: Final = 1024 * 1024


def keep_told(folder: Path, sentences: Sequence[str]) -> bool:
    """Keep what was told in the folder of a macro; tell whether all of it is kept."""
    with contextlib.suppress(OSError):
        data = msgspec.json.encode(list(sentences[:MOST]))
        if len(data) <= _MOST_BYTES:
            write_whole(folder / FILE, data)
            return len(sentences) <= MOST
    return False


def read_told(folder: Path) -> tuple[str, ...]:
    """Return what was told; nothing where nothing was, or the file is damaged."""
    with contextlib.suppress(
        OSError, MacroError, msgspec.MsgspecError, UnicodeError, RecursionError
    ):
        return msgspec.json.decode(read_whole(folder / FILE, _MOST_BYTES), type=tuple[str, ...])
    return ()
