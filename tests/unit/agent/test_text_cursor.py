"""A text cursor that blinks on the screen: what is one, and what only changes."""

from dataclasses import replace

import numpy as np
import pytest

from automation.agent.parts import Eyes
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.timing import StopToken
from automation.safety.evidence import Evidence
from automation.safety.risk_rules import Astray, may_hold_editor
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_screen import observation

BOX = Rect(10, 10, 80, 60)
STROKE = Rect(30, 20, 2, 15)


class Blinking:
    """A screen that shows one part after the other, over and over."""

    def __init__(self, *parts):
        self._parts = parts
        self._looks = 0

    def observe_now(self):
        pixels = np.full((100, 120, 4), 255, np.uint8)
        part = self._parts[self._looks % len(self._parts)]
        self._looks += 1
        if part is not None:
            pixels[part.y : part.bottom, part.x : part.right, :3] = 0
        return replace(observation(None), frame=Frame(pixels, ScreenPoint(0, 0), 0.0))


def sees(*parts):
    return Eyes(Blinking(*parts), FakeClock(), StopToken()).sees_text_cursor(BOX)


def test_a_stroke_that_comes_and_goes_is_a_text_cursor():
    assert sees(None, None, STROKE, STROKE)
    assert sees(STROKE, STROKE, None)


@pytest.mark.parametrize(
    "parts",
    [
        (None,),
        (None, Rect(30, 20, 8, 15)),  # a block, as editors show it that take letters as commands
        (None, Rect(30, 20, 15, 2)),
        (None, Rect(30, 12, 2, 4)),
        (None, Rect(100, 20, 2, 15)),  # elsewhere
        (None, STROKE, Rect(40, 20, 2, 15)),
    ],
)
def test_what_only_changes_is_none(parts):
    assert not sees(*parts)


def test_a_stroke_that_stays_is_none():
    assert not sees(None, *(STROKE,) * 40)


FOCUSED = frozenset({"focused"})


@pytest.mark.parametrize(
    ("why", "evidence", "may"),
    [
        (Astray.UNKNOWN, Evidence(role="canvas"), True),
        (Astray.UNKNOWN, Evidence(), True),
        (Astray.NO_ENTRY, Evidence(role="list_item", states=FOCUSED), True),
        (Astray.NO_ENTRY, Evidence(role="list_item"), False),
        (Astray.NO_ENTRY, Evidence(role="button", states=FOCUSED), False),
        (Astray.PRESSED, Evidence(role="list_item", states=FOCUSED), False),
    ],
)
def test_only_a_drawn_document_and_an_entry_are_watched_for_one(why, evidence, may):
    assert may_hold_editor(why, evidence) is may
