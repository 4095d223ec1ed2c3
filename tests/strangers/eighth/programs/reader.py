"""Writes as JSON the texts, the selected text and the checked entries of one program (asked by AT-SPI)."""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

found = {"texte": [], "markiert": [], "an": []}


def walk(node, depth=0):
    if node is None or depth > 30:
        return
    role = node.get_role_name()
    states = node.get_state_set()
    if role in ("text", "entry", "terminal") or states.contains(Atspi.StateType.EDITABLE):
        text = node.get_text_iface()
        if text and (states.contains(Atspi.StateType.SHOWING) or "--alle" in sys.argv):
            found["texte"].append(Atspi.Text.get_text(text, 0, -1))
            for i in range(Atspi.Text.get_n_selections(text)):
                part = Atspi.Text.get_selection(text, i)
                found["markiert"].append(
                    Atspi.Text.get_text(text, part.start_offset, part.end_offset)
                )
    if states.contains(Atspi.StateType.CHECKED) and node.get_name():
        found["an"].append(node.get_name())
    for i in range(node.get_child_count()):
        walk(node.get_child_at_index(i), depth + 1)


desk = Atspi.get_desktop(0)
for i in range(desk.get_child_count()):
    app = desk.get_child_at_index(i)
    if app and app.get_name() == sys.argv[1]:
        walk(app)
        found["da"] = True
found["an"].sort()
