"""What was read of a picture is kept exactly as long as the picture is the same."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_target

from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.core.pictures import CARET_MAX_WIDTH_PX
from automation.core.timing import StopToken
from automation.macros.find.finder import LadderFinder
from automation.macros.find.scene import (
    KeptLines,
    box_around,
    near_area,
    pressing_point,
    scale_ratio,
)
from automation.macros.found import Found
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.fake_screen import picture
from tests.fakes.macro_targets import NO_IMAGES, FakeImages, cut, place
from tests.fakes.screens import EDITOR, screen, win

PART = Rect(0, 0, 300, 200)
SAVE = Rect(100, 100, 60, 24)


def with_mark(observation, width=CARET_MAX_WIDTH_PX + 1, height=15):
    """The same desktop with a mark of some pixels."""
    frame = observation.frame
    pixels = frame.pixels.copy()
    part = pixels[5 : 5 + height, 5 : 5 + width]
    part[:] = 255 - part
    return replace(observation, frame=Frame(pixels, frame.origin, 0.0))


def again(observation):
    """Another look at a desktop on which nothing has changed."""
    frame = observation.frame
    return replace(observation, frame=Frame(frame.pixels.copy(), frame.origin, 1.0))


def other_windows(observation):
    return replace(observation, windows=(win(9, "Other", "other"), *observation.windows))


def masked(observation):
    return replace(observation, masked=(Rect(1, 2, 3, 4),))


@pytest.fixture
def seen():
    return screen([EDITOR], [], [line("Save", SAVE)])


def test_what_was_read_of_the_same_picture_is_not_read_again(seen):
    kept = KeptLines(seen.reader)
    first = kept.text(seen.observation, PART)
    seen.reader.lines.clear()
    assert list(kept.text(again(seen.observation), PART)) == list(first)
    assert [x.name for x in first] == ["Save"]
    assert seen.reader.readings == 1


def test_a_caret_that_blinks_is_read_in_both_its_phases_and_no_more(seen):
    kept, blinked = KeptLines(seen.reader), with_mark(seen.observation, CARET_MAX_WIDTH_PX)
    for look in (seen.observation, blinked, again(seen.observation), again(blinked)):
        assert kept.text(look, PART)
    assert seen.reader.readings == 2


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (CARET_MAX_WIDTH_PX, 9)])
def test_a_dot_or_a_digit_that_comes_is_read(seen, width, height):
    kept = KeptLines(seen.reader)
    kept.text(seen.observation, PART)
    seen.reader.lines[0] = line("Save.", SAVE)
    found = kept.text(with_mark(seen.observation, width, height), PART)
    assert [x.name for x in found] == ["Save."]


def test_small_changes_do_not_add_up_to_one_that_is_not_read(seen):
    kept = KeptLines(seen.reader)
    for width in range(5):
        kept.text(with_mark(seen.observation, width), PART)
    assert seen.reader.readings == 5


def test_a_search_that_failed_is_gone_through_once_for_each_phase_of_a_caret(seen, images):
    finder, blinked = LadderFinder(seen.reader), with_mark(seen.observation, 1)
    for look in (seen.observation, blinked):
        finder.find(GONE, look, images, StopToken())
    asked = images.asked
    for look in (again(seen.observation), again(blinked)):
        finder.find(GONE, look, images, StopToken())
    assert (images.asked, seen.reader.readings) == (asked, 2)


@pytest.mark.parametrize("change", [with_mark, other_windows, masked])
def test_whatever_changes_is_read_again(seen, change):
    kept = KeptLines(seen.reader)
    kept.text(seen.observation, PART)
    seen.reader.lines.clear()
    assert not kept.text(change(seen.observation), PART)


def test_another_part_is_read_for_itself(seen):
    kept = KeptLines(seen.reader)
    assert not kept.text(seen.observation, Rect(500, 500, 10, 10))
    assert kept.text(seen.observation, PART)


def test_the_tree_is_asked_each_time(seen):
    kept = KeptLines(seen.reader)
    assert not kept.tree(seen.observation)
    seen.reader.elements.append(element("Save"))
    assert kept.tree(seen.observation)


def test_a_search_that_looks_again_reads_an_unchanged_window_once(seen):
    finder, gone = LadderFinder(seen.reader), Target(role="button", name="Send", text="Send")
    for look in (seen.observation, again(seen.observation), again(seen.observation)):
        finder.find(gone, look, NO_IMAGES, StopToken())
    assert seen.reader.readings == 1
    finder.find(gone, with_mark(seen.observation), NO_IMAGES, StopToken())
    assert seen.reader.readings == 2


class CountingImages(FakeImages):
    """Counts how often a picture was asked for."""

    asked = 0

    def image(self, path):
        self.asked += 1
        return super().image(path)


@pytest.fixture
def images():
    return CountingImages(a=cut(picture((Rect(20, 20, 9, 9), 40)), Rect(0, 0, 64, 32)))


GONE = Target(role="button", name="Send", text="Send", image="img/a.png", press=(8, 8))


def test_a_search_that_failed_is_not_gone_through_again_while_nothing_changes(seen, images):
    finder = LadderFinder(seen.reader)
    first = finder.find(GONE, seen.observation, images, StopToken())
    asked = images.asked
    assert finder.find(GONE, again(seen.observation), images, StopToken()) == first
    assert (images.asked, asked > 0) == (asked, True)


@pytest.mark.parametrize("change", [with_mark, other_windows])
def test_a_search_that_failed_is_gone_through_again_on_another_picture(seen, images, change):
    finder = LadderFinder(seen.reader)
    finder.find(GONE, seen.observation, images, StopToken())
    asked = images.asked
    finder.find(GONE, change(seen.observation), images, StopToken())
    assert images.asked > asked


def test_what_comes_into_the_tree_alone_is_found(seen, images):
    finder = LadderFinder(seen.reader)
    finder.find(GONE, seen.observation, images, StopToken())
    seen.reader.elements.append(element("Send", box=SAVE))
    assert isinstance(finder.find(GONE, seen.observation, images, StopToken()), Found)


@pytest.mark.parametrize("change", [{"name": "Save"}, {"window": ""}, {"row": ("Harz",)}])
def test_another_target_is_looked_for_itself(seen, images, change):
    finder = LadderFinder(seen.reader)
    finder.find(GONE, seen.observation, images, StopToken())
    asked = images.asked
    finder.find(
        replace_target(GONE, **{"about": "else", **change}), seen.observation, images, StopToken()
    )
    assert images.asked > asked


def test_a_rung_that_is_allowed_later_is_used(seen, images):
    finder, read = LadderFinder(seen.reader), Target(name="Save", text="Save")
    assert (
        finder.find(read, seen.observation, images, StopToken(), lowest="tree").why == "not_allowed"
    )
    assert isinstance(finder.find(read, seen.observation, images, StopToken()), Found)


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


def test_a_box_for_a_number_without_a_recorded_part_is_pressed_at_the_front_of_its_text():
    """Before the two buttons at the end of one of GTK a strip takes no press."""
    box = element("x", "spinner", Rect(391, 189, 152, 34), states=frozenset({"editable"}))
    point = pressing_point(box, None, 1.0)
    assert (point.x, point.y) == (408, 206)
    assert pressing_point(box, place(Rect(0, 0, 152, 34), press=(140, 17)), 1.0).x == 531


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
