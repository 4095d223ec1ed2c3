"""A private desktop under one of many window managers, and twelve tasks judged by the program that they reach."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from automation.desktop import windows_x11
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import ROOT, command, said_in
from tests.desktop.manager_window import SECOND, TITLE
from tests.kit.waiting import wait_for

SIZE = (1280, 800)
READY_S = 60.0
"""A busy machine starts a program in this time."""
_I3 = """font pango:monospace 8
bindsym Mod1+2 workspace 2
"""
_TWM = """RandomPlacement
NoGrabServer
TitleFont "fixed"
ResizeFont "fixed"
MenuFont "fixed"
IconFont "fixed"
IconManagerFont "fixed"
"""


@dataclass(frozen=True)
class Manager:
    """How a window manager is started, and what it cannot do."""

    argv: tuple[str, ...]
    """`{config}` stands for a file with the text of `config`."""
    config: str = ""
    lacks: dict[str, str] = field(default_factory=dict)
    """Tasks that it has no answer to, and why: the run has to end without saying that it is done."""


MANAGERS = {
    "openbox": Manager(("openbox", "--sm-disable")),
    "xfwm4": Manager(("xfwm4", "--compositor=off")),
    "i3": Manager(
        ("i3", "-c", "{config}"), _I3, {"minimise": "i3 does not know minimised windows"}
    ),
    "icewm": Manager(("icewm",)),
    "fluxbox": Manager(("fluxbox",)),
    "awesome": Manager(("awesome",)),
    "metacity": Manager(("metacity",)),
    "mutter": Manager(("mutter", "--x11")),
    "kwin_x11": Manager(("kwin_x11",)),
    "jwm": Manager(("jwm",)),
    "wmaker": Manager(("wmaker",)),
    "blackbox": Manager(("blackbox",)),
    "twm": Manager(("twm", "-f", "{config}"), _TWM),
}
"""Six put clients into unmanaged frames: i3, IceWM, Fluxbox, awesome, Window Maker, Blackbox. i3 and awesome lay
windows out by themselves. The others are those of the large desktops (Xfce, GNOME old and new, KDE) and two small
ones. twm knows nothing of EWMH: no list of windows, no active one, no virtual desktops.
"""
COUNTED = tuple(name for name in MANAGERS if name not in ("blackbox", "twm"))
"""The eleven whose tasks are counted."""
ORDINARY = ("openbox", "i3", "icewm")
"""Those that every `./test` works under."""


@dataclass(frozen=True)
class Task:
    """Words, and what the program has to tell when they were done."""

    words: str
    is_done: Callable[["ManagedDesk"], bool]
    prepare: Callable[["ManagedDesk"], None] = lambda desk: None


class ManagedDesk:
    """Two programs on a desktop under a manager; owned by the thread that made it."""

    def __init__(self, desktop, folder):
        self.desktop, self._folder = desktop, folder
        self.windows = X11Windows(desktop.display)
        self.log, self.second_log = folder / "main.jsonl", folder / "second.jsonl"
        self.open(SECOND, self.second_log)
        self.open(TITLE, self.log)

    def open(self, title, log):
        """Start a program and wait until its window is shown."""
        argv = [sys.executable, "-m", "tests.desktop.manager_window", str(log), title]
        self.desktop.spawn(argv, PYTHONPATH=str(ROOT))
        wait_for(lambda: (w := self.window(title)) and not w.is_minimised, READY_S)

    def window(self, title):
        """Return the window of this title; None when there is none."""
        return next((w for w in self.windows.windows() if w.title == title), None)

    def said(self, field, *, second=False):
        """Return what one of the programs has told under this name."""
        return said_in(self.second_log if second else self.log, field)

    def bring(self, title):
        """Bring a window to the front, as a person would before anything else."""
        window = self.window(title)
        self.windows.activate(window.window_id)
        wait_for(lambda: (f := self.windows.focus()) and f.title == title, READY_S)

    def send_away(self, title):
        """Put a window on another virtual desktop, where the manager has more than one."""
        number = str(self.window(title).window_id)
        subprocess.run(["wmctrl", "-i", "-r", number, "-t", "1"], check=False)

    def do(self, words):
        """Run one task; return its exit status, and its last line."""
        status, lines, _ = command("do", words, "--json", "--approve", "auto")
        return status, lines[-1] if lines else {}

    def close(self):
        self.windows.close()


def _before_switch(desk):
    desk.send_away(SECOND)
    desk.bring(TITLE)


def _shown(desk):
    desk.bring(SECOND)


TASKS = {
    "click": Task("click Save", lambda d: d.said("saved") == [True]),
    "right click": Task("right-click Plate", lambda d: d.said("context") == [True]),
    "double click": Task("double-click Row 2", lambda d: d.said("opened") == ["Row 2"]),
    "drag": Task("drag Peg to Hole", lambda d: d.said("dragged") == [True]),
    "scroll": Task("scroll down in Rows", lambda d: bool(d.said("scrolled"))),
    "type": Task('type "abc" into Name', lambda d: d.said("name")[-1:] == ["abc"]),
    "hotkey": Task("press Ctrl+M", lambda d: d.said("marked") == [True]),
    "menu path": Task("open File > Export > As text", lambda d: d.said("exported") == [True]),
    "dialog": Task("click Ask, click Yes", lambda d: d.said("answered") == [True]),
    "activate": Task(
        f"switch to {SECOND}",
        lambda d: d.said("active", second=True)[-1:] == [True],
        _before_switch,
    ),
    "minimise": Task(
        f"minimise {SECOND}", lambda d: d.said("minimised", second=True)[-1:] == [True], _shown
    ),
    "close": Task(f"close {SECOND}", lambda d: d.said("closed", second=True) == [True], _shown),
}


@contextmanager
def managed_desk(name, folder):
    """Start a desktop under a manager, with both programs; the environment points to it meanwhile."""
    manager, config = MANAGERS[name], Path(folder) / "manager.conf"
    config.write_text(manager.config)
    before = dict(os.environ)
    with VirtualDesktop.start(SIZE, wm=None) as desktop:
        os.environ.update(desktop.env)
        os.environ["DESKHAND_HOME"] = str(Path(folder) / "deskhand")
        try:
            desktop.spawn([part.format(config=config) for part in manager.argv])
            windows = X11Windows(desktop.display)
            wait_for(lambda: windows_x11.has_manager(windows._server), READY_S)
            windows.close()
            desk = ManagedDesk(desktop, Path(folder))
            try:
                yield desk
            finally:
                desk.close()
        finally:
            os.environ.clear()
            os.environ.update(before)
