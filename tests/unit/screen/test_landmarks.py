"""Steady texts around a thing, as a recording and as a compiled run choose them."""

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.screen.rows import is_steady, level_first, nearest_on_each_side
from tests.fakes.fake_reader import line

BOX = Rect(200, 200, 80, 24)
POINT = BOX.center


@pytest.mark.parametrize("text", ["12:30", "1 / 20", "50 %", "2026-01-31", " ", "x" * 61])
def test_numbers_and_prose_are_not_steady(text):
    assert not is_steady(text)


def test_digits_in_a_word_and_few_letters_are_up_to_who_asks():
    assert is_steady("Item 9")
    assert not is_steady("Item 9", may_have_digits=False)
    assert is_steady("€")
    assert not is_steady("OK", least_letters=3)


def test_a_recording_takes_the_nearest_text_on_each_side():
    texts = [
        ("Far", Rect(20, 204, 40, 16)), ("Name", Rect(140, 204, 40, 16)), ("Unit", Rect(300, 204, 40, 16)),
        ("Title", Rect(200, 150, 80, 16)), ("12:30", Rect(200, 180, 40, 16)),
    ]  # fmt: skip
    found = nearest_on_each_side(texts, BOX)
    assert [(m.text, m.side) for m in found] == [
        ("Name", "right_of"), ("Unit", "left_of"), ("Title", "below"),
    ]  # fmt: skip


def test_a_run_takes_all_texts_at_the_things_height_before_nearer_ones():
    lines = [
        line("Above", Rect(200, 180, 80, 16)), line("Name", Rect(140, 204, 40, 16)),
        line("Far", Rect(20, 204, 40, 16)), line("Twice", Rect(20, 400, 40, 16)),
        line("Twice", Rect(20, 500, 40, 16)), line("Item 9", Rect(300, 204, 40, 16)),
        line("Ada Lovelace", Rect(300, 240, 90, 16)), line("Save", BOX),
    ]  # fmt: skip
    found = level_first(lines, BOX, POINT, ["Ada"])
    assert [(m.text, m.side) for m in found] == [
        ("Name", "right_of"), ("Far", "right_of"), ("Above", "below"),
    ]  # fmt: skip


def test_the_side_is_told_from_the_pressed_pixel():
    wide = line("Wide", Rect(100, 204, 400, 16))
    at = level_first([wide], Rect(100, 200, 20, 24), ScreenPoint(110, 212), ())
    assert [m.side for m in at] == ["left_of"]
