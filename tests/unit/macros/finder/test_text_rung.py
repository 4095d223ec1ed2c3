import pytest

from automation.core.geometry import Rect
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import landmark, place, searched
from tests.fakes.screens import file_manager, screen, win

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
