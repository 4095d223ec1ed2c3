"""Brings a program that has just been started into its prepared state, then says so in a file.

    python3 steps.py APPLICATION FILE [STEP ...]

Besides the steps of one_step's: `press ROLE: NAME` acts on the first showing control of that role with that
name or description (a menu item also in a closed menu), `focus ROLE: NAME` gives it the keyboard, `choose ROLE: NAME` selects it in what it stands
in, `wait TITLE` waits for a window whose title has that part, and `rest SECONDS`.
"""

import contextlib
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "one_step"))

import steps as first  # noqa: E402
from gi.repository import Atspi, GLib  # noqa: E402

SECONDS = 30.0


def until(condition, what):
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            if value := condition():
                return value
        except GLib.Error:
            pass
        time.sleep(0.2)
    raise SystemExit(f"not there: {what}")


def there(application, role, name):
    for window in first.windows(application):
        for node in first.nodes(window):
            if node is None or node.get_role_name() != role:
                continue
            named = name in (node.get_name(), node.get_description())
            if named and (role == "menu item" or first.showing(node)):
                return node
    return None


def titled(part):
    done = subprocess.run(["wmctrl", "-l"], capture_output=True, text=True, check=False)
    return any(part in line for line in done.stdout.splitlines())


def do(application, step):
    kind, _, rest = step.partition(" ")
    if kind in {"press", "focus", "choose"}:
        role, _, name = rest.partition(": ")
        node = until(lambda: there(application, role, name), rest)
        if kind == "press":
            with contextlib.suppress(GLib.Error):  # a dialog that keeps the program in its own loop
                Atspi.Action.do_action(node, 0)
        elif kind == "focus":
            Atspi.Component.grab_focus(node)
        else:
            Atspi.Selection.select_child(node.get_parent(), node.get_index_in_parent())
    elif kind == "wait":
        until(lambda: titled(rest), rest)
    elif kind == "rest":
        time.sleep(float(rest))
    else:
        first.do(application, step)


def main():
    application, ready, *steps = sys.argv[1:]
    Atspi.set_timeout(5000, 5000)
    first.tool("mousemove", "1270", "790")
    until(lambda: titled(""), "a window")
    time.sleep(1)  # a program that is asked while it registers stays without a name
    until(lambda: any(first.showing(window) for window in first.windows(application)), application)
    time.sleep(1.5)
    for step in steps:
        do(application, step)
        time.sleep(0.7)
    Path(ready).touch()


if __name__ == "__main__":
    main()
