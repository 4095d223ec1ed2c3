"""What was read of a picture is kept exactly as long as the picture is the same."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.observation import Frame
from automation.core.pictures import CARET_MAX_WIDTH_PX
from automation.core.stopping import StopToken
from automation.macros.finder.kept_lines import KeptLines
from automation.macros.finder.ladder import LadderFinder
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import NO_IMAGES
from tests.fakes.screens import EDITOR, screen, win

PART = Rect(0, 0, 300, 200)
SAVE = Rect(100, 100, 60, 24)


def with_mark(observation, width=CARET_MAX_WIDTH_PX + 1):
    """The same desktop with a mark of some pixels."""
    frame = observation.frame
    pixels = frame.pixels.copy()
    pixels[5:20, 5 : 5 + width] = 255 - pixels[5:20, 5 : 5 + width]
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


def test_a_caret_that_blinks_is_no_change(seen):
    kept = KeptLines(seen.reader)
    kept.text(seen.observation, PART)
    assert kept.text(with_mark(seen.observation, CARET_MAX_WIDTH_PX), PART)
    assert seen.reader.readings == 1


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
