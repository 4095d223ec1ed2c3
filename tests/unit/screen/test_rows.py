"""What stands in one row, and the names that rows get."""

from automation.core.geometry import Rect
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
