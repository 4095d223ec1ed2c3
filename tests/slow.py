"""What only `./test --slow` runs: cases that show for more toolkits and programs what a quicker case shows for one,
and the greater part of the examples of a property; each run of the quicker part draws other ones.
"""

import os
from typing import Any

import pytest

IS_ASKED_FOR = "DESKHAND_SLOW_TESTS" in os.environ
_QUICK_PART = 4
_FEWEST = 10


def slow(*values: Any) -> list[Any]:
    """Return values of a parameter whose cases run only with `--slow`."""
    rows = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*row, marks=pytest.mark.slow) for row in rows]


def examples(count: int) -> int:
    """Return how many of the examples of a property this run draws."""
    return count if IS_ASKED_FOR else max(_FEWEST, count // _QUICK_PART)
