"""What only a picture shows is pressed once it is still, and looked at for long only by a single click."""

import numpy as np
import pytest

from automation.core.actions import Aim, Click
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.desktop.input.plan import DRAWN_WAIT_S, HOVER_S, ButtonEvent, MoveEvent
from tests.fakes.executor_parts import ExecutorParts

AT = ScreenPoint(500, 300)
READ = Aim(AT, ScreenElement("Save", "text", Rect(480, 290, 40, 20), "ocr"))
LATE_S = 0.19
"""So long after an event Swing may draw what it made of it."""
DOUBLE_S = 0.2
"""The shortest double-click time in use."""


class Program(ExecutorParts):
    """A drawn program; its grey at a moment follows from when the pointer came and the button went down."""

    def __init__(self, grey):
        super().__init__()
        self._grey = grey
        self.came_s = float("inf")
        self.downs_s = []
        self.on_send = self.heard

    def heard(self, primitive):
        if isinstance(primitive, MoveEvent) and primitive.point == AT:
            self.came_s = min(self.came_s, self.clock.now_s())
        if isinstance(primitive, ButtonEvent) and primitive.is_down:
            self.downs_s.append(self.clock.now_s())

    def grab(self, rect):
        now_s = self.clock.now_s()
        down_s = self.downs_s[0] if self.downs_s else float("inf")
        self.level = self._grey(now_s - self.came_s, now_s - down_s)
        return super().grab(rect)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("late_s", [0.03, 0.1, LATE_S])
def test_what_looks_otherwise_under_the_pointer_does_not_look_pressed(late_s, count):
    program = Program(lambda lies_s, down_s: 220 if lies_s >= late_s else 200)
    assert program.do(Click(READ, count=count)).pressed is None


@pytest.mark.parametrize("late_s", [0.01, 0.1, LATE_S])
def test_what_looks_pressed_late_is_seen(late_s):
    program = Program(lambda lies_s, down_s: 100 if down_s >= late_s else 200)
    assert program.do(Click(READ)).pressed is not None


def test_both_presses_of_a_double_click_come_within_its_time():
    program = Program(lambda lies_s, down_s: 200)
    program.do(Click(READ, count=2))
    first, second = program.downs_s
    assert second - first < DOUBLE_S


def test_what_is_never_still_is_pressed_in_time_and_tells_nothing():
    program = Program(lambda lies_s, down_s: 100 + int(max(lies_s, 0.0) * 100 % 2) * 100)
    assert program.do(Click(READ)).pressed is None
    assert program.downs_s[0] - program.came_s <= DRAWN_WAIT_S + HOVER_S + 0.02


def test_a_stop_ends_the_wait_and_nothing_is_pressed():
    program = Program(lambda lies_s, down_s: 200)
    wait = program.clock.wait

    def stopping(seconds, stop):
        if program.clock.now_s() - program.came_s > LATE_S / 2:
            program.session.stop()
        wait(seconds, stop)

    program.clock.wait = stopping
    assert program.do(Click(READ)).cause == "stopped"
    assert program.downs_s == []


def test_what_moves_away_while_it_is_waited_for_is_not_pressed():
    class Moving(Program):
        def grab(self, rect):
            moved = 40 if self.clock.now_s() - self.came_s > LATE_S / 2 else 0
            rows = np.arange(rect.y, rect.y + rect.h) - moved
            pixels = np.zeros((rect.h, rect.w, 4), np.uint8)
            pixels[:, :, 0] = ((rows * 37) % 251)[:, None]
            pixels[:, ::2, 1] = (rows % 256)[:, None]
            return Frame(pixels, ScreenPoint(rect.x, rect.y), 0.0)

    program = Moving(None)
    assert program.do(Click(READ)).cause == "changed"
    assert program.downs_s == []
