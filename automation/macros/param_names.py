"""Names for parameters where one is taken: `vendor`, `vendor_2`, `vendor_3`."""

from collections.abc import Iterator
from itertools import count
from typing import Final

MOST_CHARS: Final = 40
"""Longest name of a parameter."""


def numbered(name: str) -> Iterator[str]:
    """Yield a name and then what it may be called instead, without end."""
    yield name
    for number in count(2):
        end = f"_{number}"
        yield f"{name[: MOST_CHARS - len(end)]}{end}"
