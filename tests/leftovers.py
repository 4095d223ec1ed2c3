"""What a desktop test left behind: keys or buttons held down, windows, processes."""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import xcffib
import xcffib.xproto
import xcffib.xtest

from automation.desktop.x11 import atom, root_of
from tests.kit import loaded

_SETTLE_S = 20.0
"""How long a program that the test ended may take to go, on a busy machine, before it counts as left."""
_SERVICES = {
    "at-spi-bus-laun", "at-spi2-registr", "dbus-daemon", "dconf-service",
    "gvfsd", "gvfsd-metadata", "gvfs-udisks2-vo", loaded.NAME,
}  # fmt: skip
"""Started by the session bus when an app first asks, or by a test, and meant to stay; names as the kernel cuts them."""
_BUTTON_MASKS = {1: 1 << 8, 2: 1 << 9, 3: 1 << 10, 4: 1 << 11, 5: 1 << 12}
_KEY_RELEASE, _BUTTON_RELEASE = 3, 5
_VIEWABLE = 2


class Leftovers:
    """Compares the desktop after a test with what it was before."""

    def __init__(self, desktop, settle_s=_SETTLE_S):
        self._desktop = desktop
        self._settle_s = settle_s
        self._connection = desktop.connect()
        self._root = root_of(self._connection)
        self._tooltip = atom(self._connection, "_NET_WM_WINDOW_TYPE_TOOLTIP")
        self._processes_before = desktop.processes()
        self._windows_before = set(self._windows())

    def clear(self):
        """Wait for the desktop to be clean; else clean it and say what was found, "" if nothing."""
        deadline = time.monotonic() + self._settle_s
        while (complaint := self._complaint()) and time.monotonic() < deadline:
            _let_qt_finish()
            time.sleep(0.01)
        if complaint:
            self._release_all()
            for pid in self._processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._connection.disconnect()
        return complaint

    def _complaint(self):
        found = []
        if keys := self._keys_down():
            found.append(f"keys held down (key codes {keys})")
        if buttons := self._buttons_down():
            found.append(f"buttons held down ({buttons})")
        if windows := set(self._windows()) - self._windows_before:
            found.append(f"windows left open ({[self._title(window) for window in windows]})")
        if processes := self._processes():
            found.append(f"processes left running ({[_name(pid) for pid in processes]})")
        return "the test left behind: " + "; ".join(found) if found else ""

    def _keys_down(self):
        keymap = bytes(self._connection.core.QueryKeymap().reply().keys)
        return [
            8 * at + bit for at, byte in enumerate(keymap) for bit in range(8) if byte >> bit & 1
        ]

    def _buttons_down(self):
        mask = self._connection.core.QueryPointer(self._root).reply().mask
        return [button for button, bit in _BUTTON_MASKS.items() if mask & bit]

    def _windows(self):
        core = self._connection.core
        for window in core.QueryTree(self._root).reply().children:
            with suppress(xcffib.xproto.WindowError):
                shown = core.GetWindowAttributes(window).reply().map_state == _VIEWABLE
                if shown and self._tooltip not in self._property(window, "_NET_WM_WINDOW_TYPE"):
                    yield window

    def _property(self, window, name):
        number = atom(self._connection, name)
        reply = self._connection.core.GetProperty(False, window, number, 0, 0, 64).reply()
        return reply.value.to_atoms() if reply.format == 32 else []

    def _title(self, window):
        """Return the title of a window, or of the client in a manager's frame."""
        core = self._connection.core
        with suppress(xcffib.xproto.WindowError):
            value = core.GetProperty(False, window, 39, 0, 0, 64).reply().value  # 39: WM_NAME
            if len(value):
                return value.to_string()
            titles = [self._title(child) for child in core.QueryTree(window).reply().children]
            return next(filter(None, titles), "")
        return ""

    def _processes(self):
        started = self._desktop.processes() - self._processes_before
        return [pid for pid in started if _name(pid) not in _SERVICES | {""}]

    def _release_all(self):
        fake = self._connection(xcffib.xtest.key).FakeInput
        for key in self._keys_down():
            fake(_KEY_RELEASE, key, 0, self._root, 0, 0, 0)
        for button in self._buttons_down():
            fake(_BUTTON_RELEASE, button, 0, self._root, 0, 0, 0)
        self._connection.core.GetInputFocus().reply()  # a round trip: they have been seen


def _name(pid):
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def _let_qt_finish():
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is not None and widgets.QApplication.instance() is not None:
        widgets.QApplication.processEvents()
