"""Print the accessible things of the named program that show: [role, name, text, states, value]."""

import contextlib
import json
import sys

import gi

KEPT = ("CHECKED", "SELECTED", "EXPANDED", "PRESSED", "SENSITIVE", "FOCUSED")


class Reader:
    """Reads the accessibility tree, as far as it answers."""

    def __init__(self):
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi

        self.atspi = Atspi
        self.found = []

    def text_of(self, node):
        if not node.get_interfaces() or "Text" not in node.get_interfaces():
            return ""
        text = node.get_text_iface()
        length = min(self.atspi.Text.get_character_count(text), 20000)
        return self.atspi.Text.get_text(text, 0, length)

    def value_of(self, node):
        if "Value" not in node.get_interfaces():
            return None
        return self.atspi.Value.get_current_value(node.get_value_iface())

    def walk(self, node, depth):
        if depth > 40 or len(self.found) > 3000:
            return
        # Things go away while they are read, and some answer nothing: what is known by then stays.
        with contextlib.suppress(Exception):
            states = node.get_state_set()
            if depth > 1 and not states.contains(self.atspi.StateType.SHOWING):
                return
            role = node.get_role_name()
            text = self.text_of(node)
            kept = [k.lower() for k in KEPT if states.contains(getattr(self.atspi.StateType, k))]
            value = self.value_of(node)
            self.found.append([role, node.get_name() or "", text, kept, value])
            for number in range(min(node.get_child_count(), 400)):
                child = node.get_child_at_index(number)
                if child is not None:
                    self.walk(child, depth + 1)

    def read(self, names):
        self.atspi.init()
        self.atspi.set_timeout(2000, 5000)
        desktop = self.atspi.get_desktop(0)
        for number in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(number)
            if program is None or (program.get_name() or "").lower() not in names:
                continue
            for at in range(program.get_child_count()):
                window = program.get_child_at_index(at)
                if window is not None:
                    self.walk(window, 1)
        return self.found


def main():
    found = Reader().read(sys.argv[1:])
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
