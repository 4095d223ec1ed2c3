"""Prints what the accessibility tree shows, as `one_step/look.py`, and also the labels,
and which tab of Qt and which page of a list is up.

    python3 look.py APPLICATION WINDOW ...

A window is read if one of the given parts stands in its title.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.strangers.one_step import look  # noqa: E402

of_the_first_set = look.values


def label_inside(node):
    """The text of the first label in a thing that has no name of its own."""
    if node is None:
        return ""
    if node.get_role_name() == "label":
        return node.get_name()
    inside = (label_inside(node.get_child_at_index(i)) for i in range(node.get_child_count()))
    return next(filter(None, inside), "")


def values(node, role, states, found):
    of_the_first_set(node, role, states, found)
    if role == "label" and (name := node.get_name()):
        found.setdefault("texts", []).append(name)
    elif role == "page tab list" and (name := node.get_name()):
        found.setdefault("tabs up", []).append(name)
    chosen = role == "list item" and states.contains(look.Atspi.StateType.SELECTED)
    if chosen and not node.get_name():
        found.setdefault("chosen page", []).append(label_inside(node))


if __name__ == "__main__":
    look.values = values
    look.main()
