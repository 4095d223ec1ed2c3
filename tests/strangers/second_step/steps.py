"""Brings a program that has just been started into its prepared state, then says so in a file.

    python3 steps.py APPLICATION FILE [STEP ...]

A step is one of those of `one_step/steps.py`, or `press ROLE/NAME` for a thing of the tree.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.strangers.one_step import steps  # noqa: E402

of_the_first_set = steps.do


def window_up():
    """Wait for a window; a Qt program that is asked for its tree before it has one may stay unknown."""
    for _ in range(300):
        if subprocess.run(["wmctrl", "-l"], check=False, capture_output=True).stdout:
            break
        time.sleep(0.2)
    time.sleep(1)


def waited(application, role, name):
    """The thing, which may come a while after the window."""
    for _ in range(100):
        try:
            return steps.named(application, role, name)
        except (SystemExit, steps.GLib.Error):
            time.sleep(0.2)
    return steps.named(application, role, name)


def do(application, step):
    kind, _, rest = step.partition(" ")
    if kind != "press":
        return of_the_first_set(application, step)
    node = waited(application, *rest.split("/"))
    return steps.Atspi.Action.do_action(node.get_action_iface(), 0)


if __name__ == "__main__":
    window_up()
    steps.do = do
    steps.main()
