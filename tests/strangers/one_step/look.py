"""Prints what the accessibility tree shows in some windows of a program: each value with its name.

    python3 look.py APPLICATION WINDOW ...

A window is read if one of the given parts stands in its title.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

TICKED = {"check box", "radio button", "toggle button", "check menu item", "radio menu item"}
WRITTEN = {"text", "entry", "password text"}
NUMBERS = {"spin button", "slider"}
CLOSED = {"menu bar", "menu", "menu item"}


def label_of(node):
    for relation in node.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            for index in range(relation.get_n_targets()):
                if name := (relation.get_target(index).get_name() or "").strip(" :"):
                    return name
    return ""


def name_of(node):
    """The name, or the one of the label that belongs to it or to the box around it."""
    name = (node.get_name() or "").strip() or label_of(node)
    if not name and node.get_role_name() in WRITTEN:
        parent = node.get_parent()
        name = label_of(parent) if parent is not None else ""
        lines = (node.get_description() or "").splitlines()
        name = name or (lines[0] if lines else "")
    return name


def put(found, key, value):
    number, name = 1, key
    while name in found:
        number += 1
        name = f"{key} #{number}"
    found[name] = value


def values(node, role, states, found):  # noqa: C901 - one case a kind of control
    name = name_of(node)
    if role in TICKED:
        put(found, f"{role} {name}".strip(), states.contains(Atspi.StateType.CHECKED))
    elif role in NUMBERS:
        value = node.get_value_iface()
        if value is not None:
            put(found, f"{role} {name}".strip(), round(Atspi.Value.get_current_value(value), 3))
    elif role in WRITTEN:
        text = node.get_text_iface()
        if text is not None:
            length = min(2000, Atspi.Text.get_character_count(text))
            put(found, f"{role} {name}".strip(), Atspi.Text.get_text(text, 0, length))
    elif role == "combo box":
        choice = node.get_selection_iface()
        chosen = Atspi.Selection.get_selected_child(choice, 0) if choice is not None else None
        value = (chosen.get_name() if chosen is not None else "") or node.get_name() or ""
        put(found, f"combo box {label_of(node)}".strip(), value)
    elif role in {"page tab", "table cell", "list item", "icon", "tree item"}:
        if states.contains(Atspi.StateType.SELECTED):
            found.setdefault(f"chosen {role}", []).append(name)
        if role == "table cell" and name:
            found.setdefault("first cell", name)
            found["cells"].append(name)
    elif role == "push button" and name:
        found["buttons"].append(name)


def look(node, found, left):
    if node is None or left <= 0:
        return
    role = node.get_role_name()
    states = node.get_state_set()
    if role in CLOSED or (
        not states.contains(Atspi.StateType.SHOWING) and role not in {"application", "page tab"}
    ):
        return
    values(node, role, states, found)
    if role in {"menu", "window", "list"} and node.get_parent().get_role_name() == "combo box":
        return
    for index in range(min(node.get_child_count(), 150)):
        look(node.get_child_at_index(index), found, left - 1)


def main():
    seen = False
    found = {"cells": [], "buttons": [], "chosen page tab": [], "chosen table cell": []}
    application, *parts = sys.argv[1:]
    desk = Atspi.get_desktop(0)
    try:
        for index in range(desk.get_child_count()):
            app = desk.get_child_at_index(index)
            if app is None or app.get_name() != application:
                continue
            for number in range(app.get_child_count()):
                window = app.get_child_at_index(number)
                if window is not None and any(p in (window.get_name() or "") for p in parts):
                    look(window, found, 24)
                    seen = True
    except GLib.Error:
        seen = False  # it is changing right now
    sys.stdout.write(json.dumps(found if seen else {}))


if __name__ == "__main__":
    main()
