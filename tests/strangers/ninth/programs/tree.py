"""Print the accessible things of the named program that show: [role, name, text, states]."""

import json, sys
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

KEPT = ("CHECKED", "SELECTED", "EXPANDED", "PRESSED", "SENSITIVE", "FOCUSED")


def walk(node, out, depth=0):
    if depth > 40 or len(out) > 3000:
        return
    try:
        states = node.get_state_set()
        if depth > 1 and not states.contains(Atspi.StateType.SHOWING):
            return
        role = node.get_role_name()
        text = ""
        if node.get_interfaces() and "Text" in node.get_interfaces():
            iface = node.get_text_iface()
            text = Atspi.Text.get_text(iface, 0, min(Atspi.Text.get_character_count(iface), 20000))
        kept = [k.lower() for k in KEPT if states.contains(getattr(Atspi.StateType, k))]
        value = None
        if "Value" in node.get_interfaces():
            value = Atspi.Value.get_current_value(node.get_value_iface())
        out.append([role, node.get_name() or "", text, kept, value])
        for i in range(min(node.get_child_count(), 400)):
            child = node.get_child_at_index(i)
            if child is not None:
                walk(child, out, depth + 1)
    except Exception:
        return


Atspi.init()
Atspi.set_timeout(2000, 5000)
desktop = Atspi.get_desktop(0)
out = []
for i in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(i)
    if app is not None and (app.get_name() or "").lower() in sys.argv[1:]:
        for j in range(app.get_child_count()):
            window = app.get_child_at_index(j)
            if window is not None:
                walk(window, out, 1)
print(json.dumps(out, ensure_ascii=False))
