"""Row texts that stand at the height of another row: a pane beside a table says what its rows say."""

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.timing import StopToken
from automation.macros.find.match_evidence import Row
from automation.macros.find.scene import Scene
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import landmark, searched
from tests.fakes.screens import screen, win

WINDOW = win(1, "Files", "files", is_active=True)
PANE = Rect(700, 100, 200, 30)
DELETE = Rect(480, 100, 60, 30)


def rows(*names, role="cell", **told):
    """Rows 40 pixels apart: a name on the left, a button on the right."""
    return [
        part
        for n, name in enumerate(names)
        for part in (
            element(name, role, Rect(40, 100 + 40 * n, 200, 30)),
            element("Delete", box=Rect(480, 100 + 40 * n, 60, 30), **told),
        )
    ]


def delete_of(name, *more, **evidence):
    return Target(
        window="Files", app="files", role="button", name="Delete", row=(name, *more), **evidence
    )


def found(target, *parts, lines=()):
    answer = searched(screen([WINDOW], parts, lines), target)
    return answer.point if isinstance(answer, Found) else None


def named_row(name, nights, y=100):
    return [
        element(name, "cell", Rect(40, y, 200, 30)),
        element(nights, "cell", Rect(250, y, 100, 30)),
        element("Delete", box=Rect(480, y, 60, 30), parent_name=f"{name}, {nights}"),
    ]


@pytest.mark.parametrize("texts", [("Alice",), ("Alice", "5 nights"), ("5 nights", "Alice")])
def test_row_that_the_tree_names_without_the_text_is_another_one(texts):
    pane = element("Alice", "label", PANE)
    seen = [*named_row("Bob", "5 nights"), *named_row("Carol", "7 nights", 140), pane]
    assert found(delete_of(*texts), *seen) is None


def test_row_that_the_tree_names_without_the_text_is_another_one_on_every_rung():
    pane = element("Alice", "label", PANE)
    seen = screen([WINDOW], [*named_row("Bob", "5 nights"), pane], [line("Delete", DELETE)])
    target = Target(window="Files", app="files", text="Delete", role="button", row=("Alice",))
    assert isinstance(searched(seen, target), Missed)


def test_part_of_a_cell_is_not_denied_by_the_name_of_its_row():
    row = named_row("Bob bob@example.org", "5 nights")
    name = element("Bob", "label", Rect(44, 102, 60, 12))
    assert found(delete_of("Bob"), *row, name) == ScreenPoint(510, 115)


def test_row_whose_name_was_cut_denies_nothing():
    long = "n" * 118
    assert found(delete_of("Late"), *named_row("Bob", long), element("Late", "cell", PANE))


def test_container_whose_name_has_a_comma_is_no_row():
    seen = rows("Bob", "Carol", role="label", parent_name="Guests, by name")
    assert found(delete_of("Carol"), *seen) == ScreenPoint(510, 155)


@pytest.mark.parametrize("role", ["cell", "label"])
def test_tall_pane_beside_the_rows_is_of_none_of_them(role):
    pane = element("Alice", "label", Rect(700, 60, 200, 400))
    assert found(delete_of("Alice"), *rows("Bob", role=role), pane) is None


def test_text_beside_rows_of_cells_that_is_no_cell_is_of_none_of_them():
    pane = element("Alice", "label", PANE)
    assert found(delete_of("Alice"), *rows("Bob", "Carol"), pane) is None
    assert found(delete_of("Alice"), *rows("Alice", "Bob"), pane) == ScreenPoint(510, 115)


def test_text_that_stands_on_the_other_side_than_it_did_is_of_another_row():
    mark = landmark("Alice", Rect(40, 100, 200, 30), DELETE.center)
    pane = element("Alice", "label", PANE)
    target = delete_of("Alice", near=(mark,))
    assert found(target, *rows("Bob", role="label"), pane) is None
    assert found(target, *rows("Bob", "Alice", role="label")) == ScreenPoint(510, 155)


def test_label_on_its_recorded_side_is_of_the_row_whatever_cells_stand_on_the_other_one():
    """A tree of folders on the left has cells too."""
    folders = element("Music", "cell", Rect(300, 100, 100, 30))
    name = element("Alice", "label", Rect(560, 100, 80, 30))
    button = element("Delete", box=DELETE)
    mark = landmark("Alice", name.box, DELETE.center)
    assert found(delete_of("Alice", near=(mark,)), folders, button, name) == DELETE.center


def test_cell_of_a_row_may_be_higher_than_its_button():
    cell, button = Rect(40, 80, 200, 60), Rect(480, 98, 60, 21)
    seen = [element("Alice", "cell", cell), element("Delete", box=button)]
    assert found(delete_of("Alice"), *seen) == button.center


@pytest.mark.parametrize("height", [64, 80, 100])
@pytest.mark.parametrize("role", ["cell", "row_header"])
def test_cell_may_be_as_high_as_its_row_whatever_the_height_of_the_button(height, role):
    seen = [
        part
        for n, name in enumerate(("Alice", "Bob"))
        for part in (
            element(name, role, Rect(40, 100 + height * n, 200, height)),
            element("Delete", box=Rect(480, 100 + height * n + (height - 20) // 2, 60, 20)),
        )
    ]
    assert found(delete_of("Bob"), *seen) == seen[3].box.center
    assert found(delete_of("Carol"), *seen) is None


def test_place_of_unknown_size_has_lines_of_text_beside_it():
    seen = screen([WINDOW], [element("Alice", "label", Rect(40, 92, 60, 18))])
    scene = Scene(seen.observation, WINDOW, seen.reader, StopToken())
    assert Row(("Alice",), scene).holds(Rect(499, 100, 2, 2))
