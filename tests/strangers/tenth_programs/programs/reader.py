"""Prints what the accessibility tree shows of a program: texts, ticked things, bars that are there."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

CHECKS = {"check box", "radio button", "toggle button", "check menu item", "radio menu item"}
TEXTS = {"editbar", "text", "entry", "spin button", "password text"}


def look(node, found, left):
    if node is None or left <= 0:
        return
    role = node.get_role_name()
    states = node.get_state_set()
    name = node.get_name() or ""
    if role in CHECKS and states.contains(Atspi.StateType.CHECKED) and name:
        found["checked"].append(f"{role} {name}")
    if role == "page tab":
        found["tabs"].append(name + (" *" if states.contains(Atspi.StateType.SELECTED) else ""))
    if role == "combo box" and states.contains(Atspi.StateType.SHOWING):
        found["combos"].append(name)
    if role == "tool bar" and states.contains(Atspi.StateType.SHOWING):
        found["tool bars"] += 1
    if role in TEXTS and states.contains(Atspi.StateType.SHOWING):
        text = node.get_text_iface()
        if text is not None:
            found["texts"].append(
                Atspi.Text.get_text(text, 0, min(2000, text.get_character_count()))
            )
    if role in {"dialog", "alert", "frame"} and states.contains(Atspi.StateType.SHOWING):
        found["tops"].append(name)
    for index in range(min(node.get_child_count(), 200)):
        look(node.get_child_at_index(index), found, left - 1)


def main():
    found = {"checked": [], "tabs": [], "texts": [], "combos": [], "tops": [], "tool bars": 0}
    desk = Atspi.get_desktop(0)
    for index in range(desk.get_child_count()):
        app = desk.get_child_at_index(index)
        if app is not None and app.get_name() in sys.argv[1:]:
            try:
                look(app, found, 26)
            except GLib.Error as gone:
                found["error"] = str(gone)
    for schema in (name for name in sys.argv[1:] if name.startswith("org.")):
        settings = Gio.Settings.new(schema)
        for key in settings.list_keys():
            found["set " + key] = settings.get_value(key).unpack()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
