# ruff: noqa: BLE001
"""Prints what the accessibility tree of the named programs shows, as JSON."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

TEXTS = ("text", "entry", "paragraph", "document text", "terminal", "editbar")
state = {"texts": [], "checked": [], "labels": []}


def text_of(node):
    try:
        part = node.get_text_iface()
        return Atspi.Text.get_text(part, 0, Atspi.Text.get_character_count(part)) if part else ""
    except Exception:
        return ""


def walk(node, depth=0):
    if node is None or depth > 25:
        return
    try:
        role = node.get_role_name()
        states = node.get_state_set()
        if role in TEXTS and states.contains(Atspi.StateType.SHOWING):
            state["texts"].append(text_of(node))
        elif role == "label" and states.contains(Atspi.StateType.SHOWING):
            state["labels"].append(node.get_name() or text_of(node))
        if states.contains(Atspi.StateType.CHECKED) and node.get_name():
            state["checked"].append(f"{role} {node.get_name()}")
        count = min(node.get_child_count(), 300)
    except Exception:
        return
    for number in range(count):
        try:
            walk(node.get_child_at_index(number), depth + 1)
        except Exception:
            continue


desktop = Atspi.get_desktop(0)
for number in range(desktop.get_child_count()):
    program = desktop.get_child_at_index(number)
    if program and (program.get_name() or "").lower() in sys.argv[1:]:
        walk(program)
state["checked"].sort()
json.dump(state, sys.stdout)
