"""Prints what the accessibility tree shows: texts, ticked things, chosen things."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

CHECKS = {"check box", "radio button", "toggle button", "check menu item", "radio menu item"}


def look(node, found, left):
    if node is None or left <= 0:
        return
    role = node.get_role_name()
    states = node.get_state_set()
    name = node.get_name() or ""
    if role in CHECKS and states.contains(Atspi.StateType.CHECKED):
        found["checked"].append(f"{role} {name}")
    if states.contains(Atspi.StateType.SELECTED) and role == "page tab":
        found["tabs"].append(name)
    if role in {"text", "entry", "spin button"} and states.contains(Atspi.StateType.SHOWING):
        text = node.get_text_iface()
        if text is not None:
            found["texts"].append(
                Atspi.Text.get_text(text, 0, min(2000, text.get_character_count()))
            )
    for index in range(min(node.get_child_count(), 150)):
        look(node.get_child_at_index(index), found, left - 1)


def main():
    found = {"checked": [], "tabs": [], "texts": []}
    desk = Atspi.get_desktop(0)
    for index in range(desk.get_child_count()):
        app = desk.get_child_at_index(index)
        if app is not None and app.get_name() in sys.argv[1:]:
            try:
                look(app, found, 24)
            except GLib.Error as gone:
                found["error"] = str(gone)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
