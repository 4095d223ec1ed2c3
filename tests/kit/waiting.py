"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable
from typing import Any

WAIT_S = 150.0
"""A busy machine takes a minute for what a quiet one does in a second."""


def wait_for(condition: Callable[[], Any], seconds: float = WAIT_S, what: str = "") -> Any:
    """Poll until the condition holds and return its value; fail when it never does."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"not within {seconds:.0f} s: {what or condition}"
        time.sleep(0.02)
    return value
