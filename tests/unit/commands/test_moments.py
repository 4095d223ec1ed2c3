"""Dates and times in people's words, and the parts of the fields that take them."""

import pytest

from automation.commands.do_setting import (
    keys_of,
    moment,
    numbers_of,
    parts_by_ranges,
    parts_by_text,
    shown,
)
from automation.core.observation import NumberRange

WEB_DATE = ((1, 12), (1, 31), (1, 275760))
WEB_SLOT = (*WEB_DATE, (1, 12), (0, 59), (1, 2))


def parts(ends):
    return parts_by_ranges([NumberRange(1, low, high) for low, high in ends])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-12-24", {"year": 2026, "month": 12, "day": 24}),
        ("24.12.2026", {"year": 2026, "month": 12, "day": 24}),
        ("3.4.2026", {"year": 2026, "month": 4, "day": 3}),
        ("12/24/2026", {"year": 2026, "month": 12, "day": 24}),
        ("24/12/2026", {"year": 2026, "month": 12, "day": 24}),
        ("24 December 2026", {"year": 2026, "month": 12, "day": 24}),
        ("December 24th, 2026", {"year": 2026, "month": 12, "day": 24}),
        ("17:45", {"hour": 17, "minute": 45}),
        ("5:45 pm", {"hour": 17, "minute": 45}),
        ("12 am", {"hour": 0, "minute": 0}),
        ("17:45:10", {"hour": 17, "minute": 45, "second": 10}),
        ("2026-12-24 at 9:05", {"year": 2026, "month": 12, "day": 24, "hour": 9, "minute": 5}),
        ("2026-12-24T09:05", {"year": 2026, "month": 12, "day": 24, "hour": 9, "minute": 5}),
        ("3/4/2026", None), ("31.13.2026", None), ("25:00", None), ("13 pm", None), ("soon", None), ("7", None),
        ("2026-12-24 or so", None),
    ],
)  # fmt: skip
def test_a_moment_in_words(text, told):
    assert moment(text) == told


@pytest.mark.parametrize(
    ("order", "month"), [(("month", "day", "year"), 3), (("day", "month", "year"), 4)]
)
def test_two_small_numbers_are_read_as_the_field_has_them(order, month):
    assert moment("3/4/2026", order)["month"] == month


def test_the_boxes_of_a_page_are_known_by_what_they_reach_to():
    assert parts(WEB_DATE) == ("month", "day", "year")
    assert parts(WEB_SLOT) == ("month", "day", "year", "hour12", "minute", "half")
    assert parts(((0, 23), (0, 59), (0, 59))) == ("hour", "minute", "second")
    assert parts(((1, 53), (1, 275760))) == ()


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("04.03.2026", ("day", "month", "year")),
        ("2026-03-04 09:00", ("year", "month", "day", "hour", "minute")),
        ("08:30", ("hour", "minute")),
        ("03/04/2026", ()),
        ("4 Mar 2026", ()),
        ("08:30 AM", ()),
    ],
)
def test_the_parts_of_a_text_are_known_or_not_guessed(held, told):
    assert parts_by_text(held) == told


def test_what_is_typed_fills_every_part():
    slot = parts(WEB_SLOT)
    numbers = numbers_of(moment("2026-07-08 16:30"), slot)
    assert numbers == (7, 8, 2026, 4, 30, 2)
    assert keys_of(numbers, slot, year_digits=6) == "07080020260430PM"
    assert keys_of((12, 24, 2026), parts(WEB_DATE), year_digits=6) == "12242026"


def test_a_part_that_nobody_says_is_missing():
    assert numbers_of(moment("2026-07-08"), parts(WEB_SLOT)) is None


def test_a_text_is_shown_with_other_numbers():
    assert shown((4, 5, 2027), "24.12.2026") == "04.05.2027"
