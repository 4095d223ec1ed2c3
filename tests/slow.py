"""Cases that show for more toolkits and programs what a quicker case shows for one: `./test --slow`."""

from typing import Any

import pytest


def slow(*values: Any) -> list[Any]:
    """Return values of a parameter whose cases run only with `--slow`."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
