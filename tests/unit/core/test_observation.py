"""What is a browser's own, and what a page may have drawn.

What a picture tells of a change: whether what lay somewhere has moved.

Programs are named so that a person knows them.
"""

import re

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import (
    BROWSERS,
    Frame,
    Observation,
    ScreenElement,
    WindowInfo,
    is_above_pages,
    is_browser,
    program_name,
)
from automation.core.pictures import has_moved_at, moved_rows

PAGE = ScreenElement("News", "document", Rect(0, 80, 800, 500), "tree")
LOWER = ScreenElement("Advertisement", "document", Rect(0, 600, 800, 100), "tree")


def field(y, h=20, role="field"):
    return ScreenElement("Address", role, Rect(100, y, 300, h), "tree")


@pytest.mark.parametrize("role", ["field", "combo"])
def test_a_field_above_all_pages_is_the_browsers(role):
    bar = field(60, role=role)
    assert is_above_pages(bar, [LOWER, bar, PAGE])


@pytest.mark.parametrize(
    "element",
    [
        field(61),  # its last line lies on the page
        field(300),
        field(590),  # above one page, below another
        field(60, role="button"),
    ],
)
def test_what_a_page_may_have_drawn_is_not(element):
    assert not is_above_pages(element, [PAGE, LOWER, element])


def test_a_program_without_pages_has_none():
    assert not is_above_pages(field(10), [field(10)])


def rows(*bands):
    """Return a picture 40 px wide of bands (first row, height, seed), each with a pattern of its own."""
    pixels = np.full((200, 40, 4), 240, np.uint8)
    for top, height, seed in bands:
        pattern = np.random.default_rng(seed).integers(0, 200, (height, 40, 3))
        pixels[top : top + height, :, :3] = pattern
    return pixels


BUTTON, RING, FIELD = 1, 2, 3


def test_what_lies_around_a_row_has_moved_only_if_it_is_gone_from_there():
    before = rows((20, 20, RING), (60, 20, FIELD), (100, 16, BUTTON))
    lost_its_ring = rows((20, 20, FIELD), (60, 20, FIELD), (100, 16, BUTTON))
    scrolled = rows((10, 20, RING), (50, 20, FIELD), (90, 16, BUTTON))
    assert moved_rows(before, lost_its_ring)
    assert not has_moved_at(108, before, lost_its_ring)
    assert has_moved_at(108, before, scrolled)
    assert not has_moved_at(108, before, before)


@pytest.mark.parametrize(
    ("executable", "window_class", "name"),
    [
        ("/usr/bin/mousepad", "Anything", "mousepad"),
        ("/usr/bin/python3.11", "Library card", "Library card"),
        ("/usr/bin/python3.11", "", "python3.11"),
        ("", "XTerm", "XTerm"),
        ("", "", ""),
    ],
)
def test_a_file_names_a_program_unless_it_runs_any(executable, window_class, name):
    assert program_name(executable, window_class) == name


def test_every_browser_is_a_name_of_a_program():
    names = BROWSERS.split()
    assert all(re.fullmatch(r"[a-z][a-z-]*", name) for name in names), names
    assert is_browser("Firefox")
    assert is_browser("nyxt")
    assert not any(map(is_browser, ("file", "program", "window", "what")))


def window(number, **more):
    return WindowInfo(number, "Notes", "notes", 1, Rect(number, 0, 9, 9), **more)


@pytest.mark.parametrize(
    ("windows", "front"),
    [
        ((window(1), window(2, is_active=True)), 2),
        ((window(1, is_own=True, is_active=True), window(2, is_popup=True), window(3)), 3),
        ((window(1, is_minimised=True), window(2)), 2),
        ((window(1, is_own=True),), None),
    ],
)
def test_the_front_window_is_the_active_one_or_the_topmost_of_others(windows, front):
    frame = Frame(np.zeros((9, 9, 3), np.uint8), ScreenPoint(0, 0), 0.0)
    found = Observation(frame, (), windows, ScreenPoint(5, 5)).front_window
    assert (found and found.window_id) == front


def test_a_box_is_moved_and_keeps_its_size():
    assert Rect(1, 2, 3, 4).offset(-5, 6) == Rect(-4, 8, 3, 4)
