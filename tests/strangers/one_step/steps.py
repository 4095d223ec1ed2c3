"""Brings a program that has just been started into its prepared state, then says so in a file.

    python3 steps.py APPLICATION FILE [STEP ...]

A step is `key KEYS`, `type TEXT`, `tab NAME` or `size WIDTH HEIGHT`.
"""

import subprocess
import sys
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def nodes(node, left=24):
    if node is None or left <= 0:
        return
    yield node
    for index in range(min(node.get_child_count(), 150)):
        yield from nodes(node.get_child_at_index(index), left - 1)


def windows(application):
    desk = Atspi.get_desktop(0)
    apps = [desk.get_child_at_index(index) for index in range(desk.get_child_count())]
    for app in apps:
        if app is not None and app.get_name() == application:
            yield from (app.get_child_at_index(index) for index in range(app.get_child_count()))


def showing(window):
    return window is not None and window.get_state_set().contains(Atspi.StateType.SHOWING)


def named(application, role, name):
    for window in windows(application):
        for node in nodes(window):
            if node.get_role_name() == role and node.get_name() == name:
                return node
    raise SystemExit(f"no {role} {name!r}")


def tool(*argv):
    subprocess.run(["xdotool", *argv], check=True)


def do(application, step):
    kind, _, rest = step.partition(" ")
    if kind == "key":
        tool("key", "--clearmodifiers", *rest.split())
    elif kind == "type":
        tool("type", "--delay", "30", rest)
    elif kind == "tab":
        tab = named(application, "page tab", rest)
        Atspi.Selection.select_child(tab.get_parent(), tab.get_index_in_parent())
    elif kind == "size":
        tool("getactivewindow", "windowsize", *rest.split())


def main():
    application, ready, *steps = sys.argv[1:]
    tool("mousemove", "1270", "790")
    for _ in range(300):
        try:
            if any(showing(window) for window in windows(application)):
                break
        except GLib.Error:
            pass
        time.sleep(0.2)
    time.sleep(1.5)
    for step in steps:
        do(application, step)
        time.sleep(1)
    Path(ready).touch()


if __name__ == "__main__":
    main()
