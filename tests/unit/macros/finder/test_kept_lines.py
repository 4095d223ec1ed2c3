"""What was read of a picture is kept exactly as long as the picture is the same."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_target

from automation.core.geometry import Rect
from automation.core.observation import Frame
from automation.core.pictures import CARET_MAX_WIDTH_PX
from automation.core.timing import StopToken
from automation.macros.find.finder import LadderFinder
from automation.macros.find.scene import KeptLines
from automation.macros.found import Found
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.fake_screen import picture
from tests.fakes.macro_targets import NO_IMAGES, FakeImages, cut
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
