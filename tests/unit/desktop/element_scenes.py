"""A program `Editor` with one window, as the tests of the element reader see it."""

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_screen import observation

PID = 4242
PLACE = Rect(100, 50, 400, 300)
FOCUSED = (*SHOWING, 12)


def frame(*children, box=PLACE, name="Editor", role=23):
    return Thing(role, name, box, children=list(children))


def window(window_id=1, title="Editor", rect=PLACE, pid=PID, **more):
    return WindowInfo(window_id, title, "editor", pid, rect, **{"is_active": True, **more})


def look(*windows):
    return observation(None, *(windows or (window(),)))


def read(*children, windows=(), **bus):
    return DesktopReader(bus=FakeBus((PID, [frame(*children)]), **bus)).tree(look(*windows))


def names(elements):
    return [e.name for e in elements if e.role != "window"]


def named(elements, name):
    return next(e for e in elements if e.name == name and e.role != "window")


def button(name="Save", x=120, y=60, **more):
    return Thing(43, name, Rect(x, y, 60, 20), **more)


class Eyes:
    """OCR that keeps what it was shown and reads what the test says."""

    problem = ""

    def __init__(self, *lines):
        self.read = list(lines)
        self.shown = []

    def lines(self, frame):
        self.shown.append(frame)
        return self.read

    def warm_up(self):
        """Nothing to load."""

    def close(self):
        """Nothing to give back."""
