"""Another text beside a target where a recorded one stood, in windows without a tree."""

import msgspec
import pytest

from automation.core.geometry import Rect
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import FakeImages, cut, landmark, place, searched
from tests.fakes.screens import file_manager, screen, win
from tests.unit.macros.finder.test_by_picture import AREA, page, seen

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


WINDOW = win(1, "Desk", "desk", is_active=True)
SAVE = Rect(100, 100, 40, 16)


def read(*lines, elements=()):
    return screen([WINDOW], list(elements), list(lines))


def spaced(name, widths, x=100):
    """A line of text whose characters are ten pixels wide, its spaces as given."""
    edges, at, spaces = [x], x, iter(widths)
    for char in name:
        at += next(spaces) if char == " " else 10
        edges.append(at)
    return line(name, Rect(x, 100, at - x, 20), edges=tuple(edges))


def test_only_line_that_says_so_is_found():
    found = searched(file_manager(), Target(text="notes.md"))
    assert isinstance(found, Found)
    assert (found.rung, found.element.name) == ("text", "notes.md")


def test_same_text_twice_is_several():
    answer = searched(
        read(line("Save", SAVE), line("Save", Rect(300, 300, 40, 16))), Target(text="Save")
    )
    assert answer.why == "several"
    assert len(answer.candidates) == 2


@pytest.mark.parametrize("there", ["Save As", "Don't Save", "Saved", "Save the whale"])
def test_word_of_a_longer_text_is_not_it(there):
    assert searched(read(line(there, SAVE)), Target(text="Save")).why == "missing"


def test_names_that_were_read_as_one_line_are_told_apart_by_their_gaps():
    found = searched(read(spaced("File Edit View", (18, 18))), Target(text="Edit"))
    assert found.box == Rect(158, 100, 40, 20)


def test_words_of_one_name_are_not_taken_apart():
    assert searched(read(spaced("Save As", (6,))), Target(text="Save")).why == "missing"


def test_heading_that_says_what_the_button_said_is_not_it():
    heading = element("Delete", "heading", Rect(90, 90, 100, 40))
    seen = read(line("Delete", SAVE), elements=[heading])
    assert isinstance(searched(seen, Target(role="button", text="Delete")), Missed)


def test_thing_of_that_role_with_another_name_is_not_it():
    button = element("Delete all", "button", Rect(90, 90, 100, 40))
    seen = read(line("Delete", SAVE), elements=[button])
    assert isinstance(searched(seen, Target(role="button", name="Delete", text="Delete")), Missed)


def test_what_a_field_holds_is_not_how_it_is_found():
    seen = read(line("Berlin", SAVE))
    assert isinstance(searched(seen, Target(role="field", name="City", text="Berlin")), Missed)


def test_name_beside_a_check_box_is_not_pressed_for_it():
    seen = read(line("Terms", SAVE))
    assert isinstance(searched(seen, Target(role="checkbox", name="Terms")), Missed)


def test_single_signs_are_not_read():
    assert isinstance(
        searched(read(line("1", SAVE)), Target(role="button", name="/", text="1")), Missed
    )


def test_row_text_chooses_among_equal_texts():
    lines = []
    for n, town in enumerate(("Harz", "Eifel", "Ostsee")):
        lines += [
            line(town, Rect(40, 100 + 40 * n, 80, 16)),
            line("Edit", Rect(300, 100 + 40 * n, 40, 16)),
        ]
    found = searched(read(*lines), Target(text="Edit", row=("Ostsee",)))
    assert found.point.y == 188
    assert isinstance(searched(read(*lines), Target(text="Edit", row=("Alpen",))), Missed)


def test_text_far_from_its_place_needs_something_else_that_speaks_for_it():
    there = Rect(700, 600, 40, 16)
    target = Target(text="Save", place=place(SAVE))
    assert searched(read(line("Save", there)), target).why == "unsure"
    assert isinstance(searched(read(line("Save", SAVE)), target), Found)
    marks = tuple(
        landmark(name, Rect(SAVE.x, SAVE.y + dy, 40, 16), SAVE.center)
        for name, dy in (("Top", -40), ("Foot", 40))
    )
    lines = [line(n, Rect(700, 600 + dy, 40, 16)) for n, dy in (("Top", -40), ("Foot", 40))]
    with_marks = Target(text="Save", place=place(SAVE), near=marks)
    assert isinstance(searched(read(line("Save", there), *lines), with_marks), Found)
