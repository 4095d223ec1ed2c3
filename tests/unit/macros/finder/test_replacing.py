"""Another text beside a target where a recorded one stood, in windows without a tree."""

import msgspec
import pytest

from automation.core.geometry import Rect
from automation.macros.found import Found
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import FakeImages, cut, landmark, place, searched
from tests.unit.macros.finder.test_image_rung import AREA, page, seen

NAME = Rect(40, 90, 44, 16)
BUTTON = Rect(494, 85, 56, 26)
CROP = Rect(450, 80, 160, 40)
IMAGES = FakeImages(publish=cut(page([("Delete", 500, 90)]), CROP))
TARGET = Target(
    window="Desk",
    app="desk",
    text="Delete",
    image="img/publish.png",
    press=(BUTTON.center.x - CROP.x, BUTTON.center.y - CROP.y),
    place=place(BUTTON, AREA),
    near=(landmark("Alice", NAME, BUTTON.center),),
)


def look(*read, elements=(), near=(), target=TARGET, **how):
    """Look at a window with one button, and what is read on it."""
    lines = [line("Delete", Rect(500, 90, 44, 16)), *read]
    target = msgspec.structs.replace(target, near=(*target.near, *near))
    window = seen(page([("Delete", 500, 90)]), elements, lines)
    return searched(window, target, images=IMAGES, **how)


def test_only_button_that_is_left_is_not_pressed_beside_another_text():
    answer = look(line("Bob", NAME))
    assert answer.why == "unsure"
    assert "“Bob” stands beside it where “Alice” stood" in answer.sentence


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Page 1 of 3", "Page 2 of 3"),
        ("Inbox (3)", "Inbox (7)"),
        ("invoice-17.pdf", "invoice-18.pdf"),
        ("EUR 5.00", "EUR 1,234.50"),
    ],
)
def test_text_whose_numbers_changed_is_a_doubt_for_risky_steps_only(was, now):
    """A pager, a count and an amount change while the same button stands beside them."""
    box = Rect(40, 90, 110, 16)
    mark = landmark(was, box, BUTTON.center)
    target = msgspec.structs.replace(TARGET, near=(mark,))
    assert isinstance(look(line(now, box), target=target), Found)
    assert look(line(now, box), target=target, lowest="image_near").why == "unsure"


def test_changed_number_does_not_speak_for_the_row_of_another_text():
    mark = landmark("Page 1 of 3", Rect(600, 90, 90, 16), BUTTON.center)
    pager = line("Page 2 of 3", Rect(600, 90, 90, 16))
    assert look(line("Bob", NAME), pager, near=(mark,)).why == "unsure"


@pytest.mark.parametrize(("was", "now"), [("1042", "1043"), ("Room 12", "Suite 15")])
def test_other_number_alone_or_other_word_with_it_is_another_text(was, now):
    target = msgspec.structs.replace(TARGET, near=(landmark(was, NAME, BUTTON.center),))
    assert look(line(now, NAME), target=target).why == "unsure"


def test_text_that_moved_elsewhere_is_a_doubt_for_risky_steps_only():
    """A table beside a button is sorted, and the button is the same."""
    moved = line("Alice", Rect(40, 220, 44, 16))
    assert isinstance(look(line("Bob", NAME), moved), Found)
    assert look(line("Bob", NAME), moved, lowest="image_near").why == "unsure"


@pytest.mark.parametrize(
    "read",
    [
        (),
        (line("Alice", NAME),),
        (line("Alice 5 nights", Rect(40, 90, 120, 16)),),
        (line("Alce", NAME),),
        (line("Bob", NAME, confidence=0.6),),
        (line("Alice", Rect(140, 90, 44, 16)), line("5 nights", NAME)),
        (line("Bob", Rect(40, 140, 44, 16)),),
        (line("\u2013", NAME),),
    ],
)
def test_picture_is_it_where_no_other_text_is_surely_read_beside_it(read):
    assert isinstance(look(*read), Found)


def test_text_that_the_tree_tells_beside_it_is_there():
    told = element("Alice", "label", Rect(30, 85, 100, 26))
    assert isinstance(look(line("Ring", NAME), elements=(told,)), Found)


def test_one_of_two_neighbours_may_change_for_a_step_that_is_not_risky():
    """The one that is left tells the row; where harm could be done both have to."""
    other = line("Rename", Rect(600, 90, 50, 16))
    mark = landmark("Rename", other.box, BUTTON.center)
    assert isinstance(look(line("Bob", NAME), other, near=(mark,)), Found)
    assert look(line("Bob", NAME), other, near=(mark,), lowest="image_near").why == "unsure"
    assert look(line("Bob", NAME), line("Move", other.box), near=(mark,)).why == "unsure"


def test_text_that_was_read_together_with_its_neighbour_is_there_in_pieces():
    mark = landmark("StandardExpress", Rect(40, 90, 140, 16), BUTTON.center)
    pieces = (line("Standard", Rect(40, 90, 70, 16)), line("Express", Rect(120, 90, 60, 16)))
    target = msgspec.structs.replace(TARGET, near=(mark,))
    window = seen(page([("Delete", 500, 90)]), (), pieces)
    assert isinstance(searched(window, target, images=IMAGES), Found)
