"""Freed frames are given back: shown on a process that makes and frees many between small things.

The window's process lets its threads take turns often, before anything is shown.
"""

import os
import subprocess
import sys

import pytest

from app.gui.application import SWITCH_S

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


START = """
import sys
from app.gui.application import open_window
status = open_window()
print(status, sys.getswitchinterval())
"""


def test_the_window_that_starts_lets_threads_take_turns_often(tmp_path):
    env = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    done = subprocess.run(
        [sys.executable, "-c", START],
        env=env | {"DESKHAND_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    status, interval_s = done.stdout.split()
    assert status == "9", done.stderr  # there is no display
    assert float(interval_s) == SWITCH_S
