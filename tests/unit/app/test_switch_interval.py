"""The window's process lets its threads take turns often, before anything is shown."""

import os
import subprocess
import sys

from app.gui.application import SWITCH_S

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
