"""Freed frames are given back: shown on a process that makes and frees many between small things."""

import subprocess
import sys

import pytest

HOLDS_MB = """
import sys
from app.gui.application import return_large_blocks
if sys.argv[1] == "returned":
    assert return_large_blocks()
def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4 / 1024
before, small = held(), []
for _ in range(20):
    frames = [bytearray(4_000_000) for _ in range(6)]
    small.append(bytearray(100_000))
    del frames
print(held() - before)
"""


def _held_mb(how):
    done = subprocess.run(
        [sys.executable, "-c", HOLDS_MB, how], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="the option is glibc's")
def test_freed_frames_are_not_held():
    assert _held_mb("returned") < 5
    assert _held_mb("kept") > 5  # else the option has no use here
