"""What the windows of the named programs hold, read from the accessibility tree, as JSON."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

LIMIT = 1500
TEXTS = ("text", "entry", "password text", "terminal", "spin button", "paragraph", "editbar")
TICKS = ("check box", "radio button", "toggle button", "check menu item", "radio menu item")


def on(node, state):
    return node.get_state_set().contains(state)


def add(found, node):
    role = node.get_role_name()
    if role in TEXTS and on(node, Atspi.StateType.SHOWING):
        length = Atspi.Text.get_character_count(node)
        found["texts"].append(Atspi.Text.get_text(node, 0, length))
    elif role in TICKS and on(node, Atspi.StateType.CHECKED):
        found["ticked"].append(node.get_name())
    elif role == "page tab" and on(node, Atspi.StateType.SELECTED):
        found["tabs"].append(node.get_name())
    elif role == "combo box" and on(node, Atspi.StateType.SHOWING):
        found["choices"].append(node.get_name())
    elif role == "label" and on(node, Atspi.StateType.SHOWING):
        found["labels"].append(node.get_name())


def main():
    found = {"texts": [], "ticked": [], "tabs": [], "labels": [], "choices": []}
    desktop = Atspi.get_desktop(0)
    left = LIMIT
    for i in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(i)
        if program is None or not any(n in (program.get_name() or "") for n in sys.argv[1:]):
            continue
        todo = [program]
        while todo and left:
            left -= 1
            node = todo.pop(0)
            try:
                add(found, node)
                if node is not program and not on(node, Atspi.StateType.SHOWING):
                    continue
                count = min(node.get_child_count(), 120)
                todo += filter(None, (node.get_child_at_index(c) for c in range(count)))
            except GLib.Error:
                continue
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
