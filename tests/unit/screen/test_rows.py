"""What stands in one row, and the names that rows get."""

import pytest

from automation.core.geometry import Rect
from automation.screen.composed import with_drawn_rows
from automation.screen.rows import (
    ROW_NAME_CHARS,
    cells_of,
    is_cut,
    is_in_row,
    is_next,
    row_name,
    rows_of,
    shares_row,
    stands_beside,
)
from tests.fakes.fake_reader import element


def test_row_name_holds_whole_cells_only():
    assert is_in_row("Alice", "Alice, Window, 12A")
    assert is_in_row("12A", "Alice, Window, 12A")
    assert not is_in_row("Alice", "Alice Smith, Window")
    assert not is_in_row("", "Alice")


def test_boxes_share_a_row_from_half_the_height_of_the_lower_one():
    box = Rect(0, 100, 50, 40)
    assert shares_row(box, Rect(80, 130, 50, 20))
    assert not shares_row(box, Rect(80, 131, 50, 20))
    assert not shares_row(box, Rect(80, 140, 50, 20))


def test_a_pane_beside_a_table_stands_in_no_row_of_it_but_a_high_cell_does():
    row, pane = Rect(0, 100, 50, 20), Rect(80, 0, 50, 300)
    assert not stands_beside(pane, row, is_cell=False)
    assert stands_beside(pane, row, is_cell=True)


def test_the_next_text_has_no_other_one_between():
    button, near, far = Rect(200, 0, 50, 20), Rect(100, 0, 50, 20), Rect(0, 0, 50, 20)
    assert is_next(near, button, [near, far])
    assert not is_next(far, button, [near, far])


def test_rows_are_read_from_the_top_and_from_the_left():
    boxes = {"a": Rect(0, 2, 40, 20), "b": Rect(60, 0, 40, 20), "c": Rect(0, 40, 40, 20)}
    found = rows_of(element(name, box=boxes[name]) for name in "cba")
    assert [[e.name for e in row] for row in found] == [["a", "b"], ["c"]]


def test_a_row_is_named_by_its_cells_each_once():
    assert row_name(["Alice", "", "12A", "Alice"]) == "Alice, 12A"
    assert cells_of("Alice, 12A") == ["Alice", "12A"]
    assert not is_cut("Alice, 12A")
    assert is_cut(row_name(f"cell {n}" for n in range(99)))
    assert len(row_name(f"cell {n}" for n in range(99))) == ROW_NAME_CHARS


def test_boxes_overlap_by_a_part_of_what_they_cover_together():
    box = Rect(0, 0, 10, 10)
    assert box.overlap(box) == 1.0
    assert box.overlap(Rect(5, 0, 10, 10)) == 50 / 150
    assert box.overlap(Rect(10, 0, 10, 10)) == 0.0
    assert Rect(0, 0, 0, 0).overlap(Rect(0, 0, 0, 0)) == 0.0


def card(name, x, y, *, note="Small"):
    """A title, a note, a list and a button, one below the other, as loose widgets."""
    return [
        element(name, "label", Rect(x, y, 9 * len(name), 20)),
        element(note, "label", Rect(x, y + 24, 60, 14)),
        element("Driver", "combo", Rect(x, y + 44, 140, 22)),
        element("Log fuel", "button", Rect(x + 60, y + 70, 80, 22)),
    ]


def in_rows(elements):
    return {(e.name, e.role): e.parent_name for e in with_drawn_rows(elements) if e.parent_name}


@pytest.mark.parametrize(
    "places", [[(40, 80), (300, 80), (560, 80), (40, 200)], [(40, 100 * n) for n in range(4)]]
)
def test_cards_of_loose_widgets_are_rows_that_their_titles_name(places):
    cars = ("Blue Corsa", "Red Fiesta", "White Yaris", "Grey Leaf")
    parts = [e for name, at in zip(cars, places, strict=True) for e in card(name, *at)]
    around = [element("Cars", "label", Rect(40, 40, 60, 20)), element("Add car", "button", Rect(700, 20, 80, 22))]  # fmt: skip
    found = with_drawn_rows([*around, *parts])
    assert [e.parent_name for e in found] == ["", "", *(name for name in cars for _ in range(4))]
    assert [e.name for e in found if e.role == "cell"] == list(cars)


def test_what_heads_a_column_is_of_no_row_and_names_what_stands_under_it():
    parts = [element(n, "label", Rect(x, 30, 60, 14)) for n, x in (("Item", 40), ("Charge", 300))]
    for n, name in enumerate(("Top hat", "Waistcoat", "Cane")):
        y = 60 + 35 * n
        parts += [
            element(name, "label", Rect(40, y, 200, 22)),
            element("Returned", "checkbox", Rect(250, y, 40, 18)),
            element("" if n else "Charge", "spinner", Rect(300, y, 80, 22)),
        ]
    found = with_drawn_rows(parts)
    assert [e.parent_name for e in found if e.name in ("Item", "Charge")] == ["", "", "Top hat", "Waistcoat", "Cane"]  # fmt: skip


def test_a_row_may_have_many_buttons_of_one_size():
    parts = []
    for n, name in enumerate(("Ann", "Bob", "Cem")):
        parts.append(element(name, "label", Rect(40, 30 * n, 100, 20)))
        parts += [
            element(word, "button", Rect(200 + 90 * k, 30 * n, 80, 20))
            for k, word in enumerate(("Edit", "Copy", "Move", "Delete"))
        ]
    assert [e.parent_name for e in with_drawn_rows(parts)] == [n for n in ("Ann", "Bob", "Cem") for _ in range(5)]  # fmt: skip


def test_cards_of_two_kinds_are_not_taken_for_one():
    parts = []
    for n, (let, free) in enumerate((("1", "4"), ("2", "7"), ("3", "9"))):
        for y, plot, button in ((40, let, "End"), (240, free, f"Offer {free}")):
            parts += [
                element(f"Plot {plot}", "text", Rect(40 + 280 * n, y, 56, 20)),
                element(f"Tenant {plot}", "text", Rect(40 + 280 * n, y + 40, 84, 16)),
                element(button, "button", Rect(40 + 280 * n, y + 120, 120, 30)),
            ]
    assert in_rows(parts) == {}


def test_what_a_stepper_is_called_stays_its_label():
    parts = []
    for n, name in enumerate(("Adults", "Children", "Dogs")):
        parts += [
            element(name, "label", Rect(40, 40 * n, 80, 30)),
            element("Fewer", "button", Rect(140, 40 * n, 30, 30)),
            element("1", "label", Rect(176, 40 * n, 20, 30)),
            element("More", "button", Rect(202, 40 * n, 30, 30)),
        ]
    assert in_rows(parts) == {}


def test_no_row_is_made_where_nothing_names_it_or_the_tree_tells_rows():
    twins = [e for n in range(3) for e in card("Car", 40, 120 * n)]
    assert in_rows(twins) == {}
    told = [element(n, "cell", Rect(40, 30 * k, 90, 20), parent_name=n) for k, n in enumerate("ab")]
    told += [element("Open", "button", Rect(200, 30 * k, 60, 20), parent_name=n) for k, n in enumerate("ab")]  # fmt: skip
    assert with_drawn_rows(told) == tuple(told)


def test_a_field_with_its_label_and_a_button_is_no_row():
    parts = []
    for n, name in enumerate(("Photo", "Logo", "Stamp")):
        parts += [
            element(name, "label", Rect(40, 40 * n, 60, 20)),
            element(name, "field", Rect(120, 40 * n, 160, 20)),
            element("Browse", "button", Rect(300, 40 * n, 60, 20)),
        ]
    assert in_rows(parts) == {}
