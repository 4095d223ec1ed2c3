"""The three programs of the drift suite as a test holds them: opened, moved about, and read back."""

import json
import subprocess
import sys
from pathlib import Path

from automation.core.geometry import Rect
from automation.desktop.windows_x11 import X11Windows
from tests.kit.waiting import wait_for
from tests.kit.web import chromium
from tests.macros_live.guest_book import DIALOG, TITLE, Flags
from tests.macros_live.web_app import Pages

ROOT = Path(__file__).parents[2]
"""Longest wait for a program; a busy machine needs a while to start a browser."""
HOME = Rect(60, 50, 860, 660)
_GEOMETRY = 15
"""X, y, width and height of a ConfigureWindow request."""
_NEAR_PX = 20
"""A window manager's frame is not counted alike by all programs."""


class App:
    """One program; `open` shows a fresh book in it."""

    name = ""
    title = TITLE
    zoom_env = None
    """Variables that show everything at 125 %."""
    has_inner_dialogs = False
    """Dialogs are part of the window and no windows of their own."""

    def __init__(self, desktop, folder, *, is_zoomed=False):
        folder.mkdir(parents=True, exist_ok=True)
        self.desktop, self.folder, self.is_zoomed = desktop, folder, is_zoomed
        self.log = folder / "told.jsonl"
        self.log.write_text("")
        self.windows = X11Windows(desktop.display)
        self.book = 0
        self._told, self._read_bytes = [], 0
        self._process = None

    def start(self):
        """Start the program and wait for its window."""
        self._process = self._launch()
        wait_for(self.window, what=f"the window of {self.name}")
        return self

    def _launch(self):
        raise NotImplementedError

    def _send(self, number, flags):
        raise NotImplementedError

    def window(self):
        """Return the program's main window; None while there is none."""
        found = (w for w in self.windows.windows() if w.title == self.title and not w.is_popup)
        return next(found, None)

    def open(self, flags=None, place=HOME):
        """Open a fresh book, with the window in front and in this place; wait until it is painted."""
        flags = flags or Flags()
        if not self._is_in_front():
            self._show(Flags())  # puts away the dialog that keeps the window from the front
        self.put(place)
        self._show(flags)
        if flags.dialog in ("once", "stays") and not self.has_inner_dialogs:
            wait_for(self._dialog, what=f"the dialog of {self.name}")

    def _show(self, flags):
        self.book += 1
        self._send(self.book, flags)
        wait_for(lambda: self.told("shown"), what=f"{self.name} to show book {self.book}")

    def _is_in_front(self):
        window = self.window()
        return window is not None and window.is_active

    def _dialog(self):
        return any(w.title == DIALOG for w in self.windows.windows())

    def put(self, place):
        """Move the window, and bring it to the front."""
        window = wait_for(self.window, what=f"the window of {self.name}")
        if _is_there(window.rect, place) and window.is_active:
            return
        connection = self.desktop.connect()
        connection.core.ConfigureWindow(
            window.window_id, _GEOMETRY, [place.x, place.y, place.w, place.h], is_checked=True
        ).check()
        connection.disconnect()
        wait_for(lambda: self._lies_in(place), what=f"{self.name} to be at {place}")
        self.windows.activate(window.window_id)
        wait_for(self._is_in_front, what=f"{self.name} to be in front")

    def _lies_in(self, place):
        window = self.window()
        return window is not None and _is_there(window.rect, place)

    def lines(self):
        """Return what the program told of the book that is open."""
        with self.log.open("rb") as log:
            log.seek(self._read_bytes)
            whole = log.read().rpartition(b"\n")[0]
        self._read_bytes += len(whole) + 1 if whole else 0
        self._told += [json.loads(line) for line in whole.splitlines()]
        self._told = [line for line in self._told if line["book"] >= self.book]
        return [line for line in self._told if line["book"] == self.book]

    def told(self, what):
        """Return all that was told of one kind, in order."""
        return [line[what] for line in self.lines() if what in line]

    @property
    def presses(self):
        """What the presses of the mouse have landed on, in order."""
        return self.told("press")

    @property
    def saved(self):
        """What was saved, in order."""
        return self.told("saved")

    def close(self):
        """End the program."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
            gone = lambda: self.window() is None  # noqa: E731 - one condition
            wait_for(gone, what=f"the window of {self.name} to go")
        self.windows.close()


def _is_there(rect, place):
    """Tell whether a window lies in a place."""
    is_near = max(abs(rect.x - place.x), abs(rect.y - place.y)) <= 2 * _NEAR_PX
    return is_near and max(abs(rect.w - place.w), abs(rect.h - place.h)) <= _NEAR_PX


class _Module(App):
    """A program of ours in a process of its own, told on standard input."""

    module = ""

    def _env(self):
        env = {**self.desktop.env, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        return {**env, **(self.zoom_env if self.is_zoomed else {})}

    def _launch(self):
        argv = [sys.executable, "-m", self.module, str(self.log)]
        with (self.folder / "errors.txt").open("ab") as errors:
            return subprocess.Popen(
                argv, cwd=ROOT, env=self._env(), stdin=subprocess.PIPE, stdout=errors, stderr=errors
            )

    def _send(self, number, flags):
        order = json.dumps({"book": number, "flags": flags.plain()})
        self._process.stdin.write(order.encode() + b"\n")
        self._process.stdin.flush()

    def close(self):
        if self._process is not None:
            self._process.stdin.close()
        super().close()


class QtApp(_Module):
    """Qt widgets."""

    name = "qt"
    module = "tests.macros_live.qt_app"
    zoom_env = {"QT_SCALE_FACTOR": "1.25"}  # noqa: RUF012 - never changed

    def _env(self):
        return {**super()._env(), "QT_QPA_PLATFORM": "xcb"}


class GtkApp(_Module):
    """GTK 3 widgets."""

    name = "gtk"
    module = "tests.macros_live.gtk_app"
    zoom_env = {"GDK_DPI_SCALE": "1.25"}  # noqa: RUF012 - never changed


class WebApp(App):
    """A local page in Chromium."""

    name = "web"
    has_inner_dialogs = True

    def __init__(self, desktop, folder, *, is_zoomed=False):
        super().__init__(desktop, folder, is_zoomed=is_zoomed)
        self._pages = Pages(self.log)

    def _launch(self):
        zoom = ("--force-device-scale-factor=1.25",) if self.is_zoomed else ()
        place = f"--window-size={HOME.w},{HOME.h}"
        page = f"--app={self._pages.address}"
        return self.desktop.spawn(chromium(self.folder, *zoom, place, page, placed=False))

    def start(self):
        super().start()
        wait_for(lambda: self.told("shown"), what="the page to load")
        return self

    def _send(self, number, flags):
        self._pages.open(number, flags)

    def close(self):
        try:
            super().close()
        finally:
            self._pages.close()


APPS = {app.name: app for app in (QtApp, GtkApp, WebApp)}
