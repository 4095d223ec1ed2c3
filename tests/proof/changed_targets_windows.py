"""Opens and destroys windows at a word on standard input; a process of its own, as a stranger is.

`open X Y W H KIND INVISIBLE PARENT` answers with the window's id, `destroy ID` with `ok`.
"""

import sys

import xcffib.xproto

from automation.core.geometry import Rect
from automation.desktop.x11 import connect
from tests.desktop.drawn_windows import DrawnWindows


class Here:
    """Stands for the desktop that this process runs on."""

    def connect(self):
        return connect()


def main():
    """Serve until standard input ends."""
    windows = DrawnWindows(Here())
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == "destroy":
            windows.destroy(int(words[0]))
            answer = "ok"
        else:
            answer = opened(windows, words)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    windows.close()


def opened(windows, words):
    rect = Rect(*(int(word) for word in words[:4]))
    kind, is_invisible, parent = words[4], words[5] == "1", int(words[6])
    window = windows.create(
        rect, title="stranger", unmanaged=not parent, input_only=is_invisible, is_mapped=False
    )
    if kind != "-":
        windows.set_kind(window, kind)
    if parent:
        atoms = xcffib.xproto.Atom
        data = parent.to_bytes(4, "little")
        windows.core.ChangeProperty(0, window, atoms.WM_TRANSIENT_FOR, atoms.WINDOW, 32, 1, data)
    windows.core.MapWindow(window)
    windows.flush()
    return window


if __name__ == "__main__":
    main()
