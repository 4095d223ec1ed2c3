import pytest

from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation
from automation.macros.find.scene import box_around, near_area, pressing_point, scale_ratio
from automation.macros.macro import Target
from tests.fakes.fake_reader import element
from tests.fakes.fake_screen import picture
from tests.fakes.macro_targets import place
from tests.fakes.screens import win

FIELD = Rect(100, 100, 80, 24)


@pytest.mark.parametrize(
    ("role", "was", "press", "box", "expected"),
    [
        ("button", Rect(0, 0, 80, 24), (5, 5), Rect(100, 100, 40, 24), (120, 112)),
        ("spinner", Rect(0, 0, 80, 24), (74, 5), Rect(100, 100, 200, 24), (294, 105)),
        ("tree_item", Rect(0, 0, 80, 20), (6, 10), Rect(10, 10, 300, 20), (16, 20)),
        ("slider", Rect(0, 0, 100, 20), (80, 10), Rect(0, 0, 200, 20), (160, 10)),
        ("field", Rect(0, 0, 80, 24), (40, 12), Rect(0, 0, 200, 24), (100, 12)),
        ("spinner", Rect(0, 0, 80, 24), (79, 0), Rect(0, 0, 4, 4), (2, 1)),
    ],
)
def test_press_keeps_to_the_part_of_the_thing_that_was_pressed(role, was, press, box, expected):
    point = pressing_point(element("x", role, box), place(was, press=press), 1.0)
    assert (point.x, point.y) == expected


def test_press_without_a_recorded_part_is_the_middle():
    assert pressing_point(element("x", "spinner", FIELD), place(FIELD), 1.0) == FIELD.center
    assert pressing_point(element("x", "spinner", FIELD), None, 1.0) == FIELD.center


@pytest.mark.parametrize(("name", "x"), [("Terms", 12), ("\u05d0\u05d1", 188)])
def test_wide_check_box_is_pressed_on_its_mark(name, x):
    box = Rect(0, 0, 200, 24)
    assert pressing_point(element(name, "checkbox", box), None, 1.0) == ScreenPoint(x, 12)


@pytest.mark.parametrize(
    ("window", "pressed"),
    [
        (Rect(50, 60, 1280, 800), ScreenPoint(50 + 140, 60 + 112)),  # moved
        (Rect(0, 0, 1600, 800), ScreenPoint(140, 112)),  # wider, kept left
        (Rect(0, 0, 1600, 800), ScreenPoint(460, 112)),  # wider, kept right
        (Rect(0, 0, 1600, 800), ScreenPoint(300, 112)),  # wider, kept in the middle
        (Rect(0, 0, 1280, 900), ScreenPoint(140, 112 + 48)),  # a line further down
    ],
)
def test_near_is_where_the_thing_would_be_in_a_moved_or_resized_window(window, pressed):
    assert near_area(place(FIELD), window, 1.0).contains(pressed)


def test_near_is_not_everywhere():
    area = near_area(place(FIELD), Rect(0, 0, 1280, 800), 1.0)
    assert not area.contains(ScreenPoint(140, 112 + 60))
    assert not area.contains(ScreenPoint(300, 112))


def test_scale_ratio_compares_the_monitors():
    window = win(1, "A", "a", Rect(0, 0, 100, 100))
    frame = picture()
    seen = Observation(frame, (Monitor(1, frame.rect, 1.5),), (window,), ScreenPoint(0, 0))
    assert scale_ratio(place(FIELD, scale=1.0), window, seen) == 1.5
    assert scale_ratio(place(FIELD, scale=1.5), window, seen) == 1.0
    assert scale_ratio(None, window, seen) == 1.0


def test_box_around_a_press_is_the_recorded_one():
    target = Target(place=place(FIELD, press=(10, 4)))
    assert box_around(ScreenPoint(110, 104), target, 1.0) == FIELD
    assert box_around(ScreenPoint(10, 10), Target(), 1.0) == Rect(9, 9, 2, 2)
