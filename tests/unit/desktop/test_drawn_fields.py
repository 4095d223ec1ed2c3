"""Fields found on pictures that toolkits without a tree paint."""

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.desktop.elements.drawn_fields import drawn_fields

GREY, WHITE, BLACK, BLUE = 0xD9, 0xFF, 0x00, (0xCC, 0x66, 0x33)
FIELD = Rect(120, 40, 200, 20)


ORIGIN = ScreenPoint(50, 30)


def painted(*parts, size=(400, 300)):
    """Return a grey picture with filled oblongs: (rect, colour)."""
    pixels = np.full((size[1], size[0], 4), GREY, np.uint8)
    for rect, colour in parts:
        pixels[rect.y : rect.bottom, rect.x : rect.right, :3] = colour
    return Frame(pixels, ORIGIN, 0.0)


def bordered(rect, colour=WHITE):
    return (rect.grown(1), BLACK), (rect, colour)


def moved(rect):
    return Rect(rect.x + ORIGIN.x, rect.y + ORIGIN.y, rect.w, rect.h)


def test_an_empty_oblong_on_other_ground_is_a_field():
    assert drawn_fields(painted(*bordered(FIELD)), []) == [(moved(FIELD), True)]


def test_a_text_in_it_leaves_it_a_field_that_is_not_empty():
    ink = Rect(124, 44, 40, 10)
    frame = painted(*bordered(FIELD), (ink, BLACK))
    assert drawn_fields(frame, [moved(ink)]) == [(moved(FIELD), False)]


def test_a_coloured_button_with_its_text_in_the_middle_is_none():
    ink = Rect(200, 44, 40, 10)
    frame = painted((FIELD, BLUE), (ink, WHITE))
    assert drawn_fields(frame, [moved(ink)]) == []


def test_rows_of_a_list_and_pages_of_text_are_none():
    page = Rect(20, 20, 300, 200)
    row = Rect(20, 60, 300, 20)
    assert drawn_fields(painted(*bordered(page), (row, BLUE)), []) == []


def test_what_is_too_small_is_none():
    assert drawn_fields(painted(*bordered(Rect(20, 20, 14, 14))), []) == []
    assert drawn_fields(painted(*bordered(Rect(20, 20, 200, 6))), []) == []


def test_fields_come_in_reading_order():
    low, left = Rect(120, 100, 200, 20), Rect(20, 40, 80, 20)
    frame = painted(*bordered(low), *bordered(FIELD), *bordered(left))
    assert [box for box, _ in drawn_fields(frame, [])] == [moved(left), moved(FIELD), moved(low)]


def test_a_button_no_wider_than_its_text_is_none():
    ink = Rect(FIELD.x + 7, 44, FIELD.w - 15, 10)
    frame = painted(*bordered(FIELD, BLUE), (ink, WHITE))
    assert drawn_fields(frame, []) == []


def test_a_field_that_is_full_to_its_end_stays_one():
    ink = Rect(FIELD.x + 3, 48, FIELD.w - 3, 3)
    assert drawn_fields(painted(*bordered(FIELD), (ink, BLACK)), []) == [(moved(FIELD), False)]


def test_a_button_is_none_whose_text_was_read_as_one_line_with_that_of_the_next():
    ink, more = Rect(200, 44, 40, 10), Rect(350, 44, 30, 10)
    frame = painted((FIELD, BLUE), (ink, WHITE), (Rect(330, 40, 60, 20), BLUE), (more, WHITE))
    read = Rect(200, 44, 180, 10)
    assert moved(FIELD) not in [box for box, _ in drawn_fields(frame, [moved(read)])]
