"""A window system that holds what the test puts into it."""

from dataclasses import replace

from automation.core.errors import InputError
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo


def window(window_id, rect=None, **facts):
    """Return a window of a program called `app`, as large as a 1080p desktop unless told."""
    facts = {"title": f"window {window_id}", "app": "app", "pid": 100 + window_id} | facts
    return WindowInfo(window_id=window_id, rect=rect or Rect(0, 0, 1920, 1080), **facts)


class FakeWindows:
    """Implements `WindowSystem`; `stack` is topmost first, `focused` the id that gets keys."""

    def __init__(self, *stack, focused=None):
        self.stack = list(stack)
        self.focused = focused
        self.asked = []
        self.desktop = 0
        self.invisible = set()
        self._seen_as = 0

    def over(self, window):
        """Everything above it; ids in `invisible` lie over every window and are seen by nothing else."""
        ids = [w.window_id for w in self.stack]
        above = self.stack[: ids.index(window.window_id)] if window.window_id in ids else []
        passing = (w for w in above if not (w.is_own or w.is_tooltip))
        touching = {w.window_id for w in passing if w.rect.intersection(window.rect).area}
        return frozenset(touching | self.invisible)

    def desktop_number(self):
        return self.desktop

    def windows(self):
        return tuple(map(self._told, self.stack))

    def _told(self, window):
        is_active = window.window_id == self.focused
        return window if window.is_active == is_active else replace(window, is_active=is_active)

    def ids(self):
        return frozenset(w.window_id for w in self.stack)

    def menus(self):
        return tuple(w for w in self.windows() if w.is_menu and not w.is_minimised)

    def top_at(self, point):
        visible = (w for w in self.windows() if not w.is_minimised)
        return self._seen(next((w for w in visible if w.rect.contains(point)), None))

    def large_popups(self, width, height):
        shown = (w for w in self.windows() if w.is_popup and not w.is_minimised)
        return tuple(w for w in shown if w.rect.w >= width and w.rect.h >= height)

    def focus(self):
        return self._seen(next((w for w in self.windows() if w.window_id == self.focused), None))

    def seen_as(self):
        return self._seen_as

    def _seen(self, window):
        self._seen_as = window.window_id if window else 0
        return window

    def activate(self, window_id):
        self._ask("activate", window_id)
        self.focused = window_id

    def close_window(self, window_id):
        self._ask("close", window_id)
        self.stack = [w for w in self.stack if w.window_id != window_id]

    def minimise(self, window_id):
        self._ask("minimise", window_id)

    def maximise(self, window_id):
        self._ask("maximise", window_id)

    def close(self):
        self.stack = []

    def _ask(self, what, window_id):
        if all(w.window_id != window_id for w in self.stack):
            raise InputError(f"the window {window_id} is gone")
        self.asked.append((what, window_id))
