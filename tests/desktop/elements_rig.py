"""Looking at real programs and clicking in them, for tests of the element reader."""

import time
from contextlib import contextmanager

import mss
import numpy as np
import pytest
import xcffib.xtest

from automation.core.geometry import Monitor, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.desktop.windows_x11 import X11Windows
from tests.kit.waiting import wait_for

_PRESS, _RELEASE, _MOTION = 4, 5, 6
APP_S = 90.0
"""A program that kept a reader waiting is left alone by it for a third of this."""


def be_patient(monkeypatch, call_s=60.0):
    """Have readers wait for a busy program; they leave it alone for half a minute otherwise."""
    monkeypatch.setattr("automation.desktop.elements.bus.CALL_TIMEOUT_S", call_s)
    monkeypatch.setattr("automation.desktop.elements.reader.READ_TIMEOUT_S", 100.0)


class Rig:
    """Programs of one test module, and observations of them."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.windows = X11Windows(desktop.display)

    @contextmanager
    def running(self, argv, title, **env):
        """Start a program, yield its process once its window is there, end it."""
        process = self.desktop.spawn(argv, **env)
        try:
            wait_for(lambda: title in self._titles_of(process.pid), APP_S)
            yield process
        finally:  # a failing test must not leave its window in front of the next one
            process.terminate()
            process.wait(60)
            wait_for(lambda: not self._titles_of(process.pid), APP_S)

    def _titles_of(self, pid):
        return " ".join(w.title for w in self.windows.windows() if w.pid == pid)

    def window(self, title):
        """Return the window with this in its title; None if there is none."""
        found = (w for w in self.windows.windows() if title in w.title and not w.is_popup)
        return next(found, None)

    def raise_window(self, title):
        """Bring a window to the front with the focus."""
        self.windows.activate(self.window(title).window_id)
        wait_for(lambda: self.window(title).is_active and self._is_on_top(title))

    def _is_on_top(self, title):
        return title in next(w.title for w in self.windows.windows() if not w.is_popup)

    def look(self):
        """Return what is on the screen."""
        with mss.MSS(display=self.desktop.display) as screen:
            shot = screen.grab(screen.monitors[0])
        pixels = np.frombuffer(shot.bgra, np.uint8).reshape(shot.height, shot.width, 4)
        frame = Frame(pixels, ScreenPoint(0, 0), time.monotonic())
        monitors = (Monitor(1, frame.rect, 1.0),)
        return Observation(frame, monitors, self.windows.windows(), ScreenPoint(0, 0))

    def click(self, point):
        """Press and let go of the left button at a pixel."""
        connection = self.desktop.connect()
        test = connection(xcffib.xtest.key)
        for kind, detail in ((_MOTION, 0), (_PRESS, 1), (_RELEASE, 1)):
            test.FakeInput(kind, detail, 0, 0, point.x, point.y, 0)
        connection.flush()
        connection.core.GetInputFocus().reply()
        connection.disconnect()

    def key(self, code):
        """Tap a key by its keycode on the server's own layout."""
        connection = self.desktop.connect()
        test = connection(xcffib.xtest.key)
        for kind in (2, 3):
            test.FakeInput(kind, code, 0, 0, 0, 0, 0)
        connection.flush()
        connection.core.GetInputFocus().reply()
        connection.disconnect()

    def find(self, reader, name, role=None, *, whole_screen=False):
        """Wait until the tree has an element of this name and role, and return it."""
        deadline = time.monotonic() + APP_S
        while True:
            elements = reader.tree(self.look(), whole_screen=whole_screen)
            for element in elements:
                if element.name == name and role in (None, element.role):
                    return element
            if time.monotonic() > deadline:
                windows = [(w.title, w.pid, w.is_active) for w in self.windows.windows()]
                told = [(e.role, e.name) for e in elements]
                status = reader.status()
                pytest.fail(f"no {role} {name!r} in {APP_S} s: {windows}; {told}; {status}")
            time.sleep(0.01)

    def close(self):
        """Give the connection back."""
        self.windows.close()


ESCAPE = 9
