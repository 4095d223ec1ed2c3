"""Targets and pictures of macros for tests of the finder."""

import numpy as np

from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.timing import StopToken
from automation.macros.find.finder import LadderFinder
from automation.macros.found import Images
from automation.macros.macro import Box, Landmark, Place

WHOLE = Rect(0, 0, 1280, 800)


class FakeImages:
    """The pictures of a macro, by path."""

    def __init__(self, **frames):
        """Take pictures by the stem of their path: `a` is `img/a.png`."""
        self._frames = {f"img/{stem}.png": frame for stem, frame in frames.items()}

    def image(self, path: str) -> Frame:
        """Return the picture; an unknown path is an error."""
        if path not in self._frames:
            raise AssistantError(f"no picture {path}")
        return self._frames[path]


NO_IMAGES = FakeImages()
_TYPED: Images = NO_IMAGES


def searched(seen, target, *, images=NO_IMAGES, lowest="landmarks"):
    """Look for a target on a screen of `tests.fakes.screens`."""
    finder = LadderFinder(seen.reader)
    return finder.find(target, seen.observation, images, StopToken(), lowest=lowest)


def place(box, window=WHOLE, *, scale=1.0, press=None):
    """Return where something was recorded; the box is relative to the window."""
    return Place(
        box=Box(x=box.x, y=box.y, w=box.w, h=box.h),
        window=Box(x=window.x, y=window.y, w=window.w, h=window.h),
        scale=scale,
        press=press,
    )


def landmark(text, text_box, pressed):
    """Return a landmark from where its text stood and where was pressed."""
    middle = text_box.center
    dx, dy = pressed.x - middle.x, pressed.y - middle.y
    if abs(dx) >= abs(dy):
        side = "right_of" if dx > 0 else "left_of"
    else:
        side = "below" if dy > 0 else "above"
    return Landmark(text=text, side=side, dx=dx, dy=dy)


def cut(frame, rect):
    """Return a part of a picture as a recorder keeps it."""
    part = frame.crop(rect)
    return Frame(np.ascontiguousarray(part.pixels), ScreenPoint(0, 0), 0.0)
