"""How long a thread may keep the interpreter while the one that paints waits for it."""

import sys
from typing import Final

SWITCH_S: Final = 0.0005
"""Python's own value is 5 ms (sys.setswitchinterval), and the thread that paints lets the interpreter
go at every call into Qt: beside a thread that reads a macro of 10,000 steps, a small card of 90 such
calls took 0.4 s to come up. With this it takes less than 0.03 s, and the reading a tenth longer."""


def switch_often() -> None:
    """Let threads take turns every `SWITCH_S` seconds, in this process."""
    sys.setswitchinterval(SWITCH_S)
