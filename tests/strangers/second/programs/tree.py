"""Prints what the accessibility tree of one program shows: texts, labels, ticks, choices."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

CHECKS = {"check box", "radio button", "toggle button", "check menu item", "radio menu item"}
TEXTS = {"text", "entry", "spin button", "password text", "paragraph"}
CHOICES = {"list item", "table cell", "icon", "tree item", "table row", "label"}


def text_of(node):
    part = node.get_text_iface()
    if part is None:
        return ""
    return Atspi.Text.get_text(part, 0, min(2000, part.get_character_count()))


def look(node, found, left):
    if node is None or left <= 0:
        return
    role = node.get_role_name()
    states = node.get_state_set()
    name = node.get_name() or ""
    shown = states.contains(Atspi.StateType.SHOWING)
    if role in CHECKS and states.contains(Atspi.StateType.CHECKED):
        found["checked"].append(f"{role} {name}")
    if states.contains(Atspi.StateType.SELECTED) and role == "page tab":
        found["tabs"].append(name)
    if states.contains(Atspi.StateType.SELECTED) and role in CHOICES and name:
        found["selected"].append(name)
    if role in TEXTS and shown:
        found["texts"].append(text_of(node))
    if role in {"label", "status bar"} and shown:
        found["labels"].append(name or text_of(node))
    for index in range(min(node.get_child_count(), 120)):
        look(node.get_child_at_index(index), found, left - 1)


def main():
    keys = ("checked", "tabs", "texts", "labels", "selected")
    found = {key: [] for key in keys}
    desk = Atspi.get_desktop(0)
    names = [name for name in sys.argv[1:] if name]
    for index in range(desk.get_child_count()):
        app = desk.get_child_at_index(index)
        if app is not None and (not names or app.get_name() in names):
            try:
                look(app, found, 24)
            except GLib.Error as gone:
                found["error"] = str(gone)
            found["programs"] = [*found.get("programs", []), app.get_name()]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
