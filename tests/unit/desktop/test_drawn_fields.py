"""Fields found on pictures that toolkits without a tree paint."""

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.desktop.elements import drawn as fields
from automation.desktop.elements.drawn import drawn_cells
from tests.fakes.fake_reader import line

GREY, WHITE, BLACK, BLUE = 0xD9, 0xFF, 0x00, (0xCC, 0x66, 0x33)
FIELD = Rect(120, 40, 200, 20)


ORIGIN = ScreenPoint(50, 30)


def painted(*parts, size=(400, 300)):
    """Return a grey picture with filled oblongs: (rect, colour)."""
    pixels = np.full((size[1], size[0], 4), GREY, np.uint8)
    for rect, colour in parts:
        pixels[rect.y : rect.bottom, rect.x : rect.right, :3] = colour
    return Frame(pixels, ORIGIN, 0.0)


def drawn_fields(frame, texts):
    return [(d.box, d.is_empty) for d in fields.drawn_fields(fields.Shapes(frame), texts)]


def bordered(rect, colour=WHITE):
    return (rect.grown(1), BLACK), (rect, colour)


def moved(rect):
    return Rect(rect.x + ORIGIN.x, rect.y + ORIGIN.y, rect.w, rect.h)


def test_an_empty_oblong_on_other_ground_is_a_field():
    assert drawn_fields(painted(*bordered(FIELD)), []) == [(moved(FIELD), True)]


def test_a_text_in_it_leaves_it_a_field_that_is_not_empty():
    ink = Rect(124, 44, 40, 10)
    frame = painted(*bordered(FIELD), (ink, BLACK))
    assert drawn_fields(frame, [moved(ink)]) == [(moved(FIELD), False)]


def test_a_coloured_button_with_its_text_in_the_middle_is_none():
    ink = Rect(200, 44, 40, 10)
    frame = painted((FIELD, BLUE), (ink, WHITE))
    assert drawn_fields(frame, [moved(ink)]) == []


def test_rows_of_a_list_and_pages_of_text_are_none():
    page = Rect(20, 20, 300, 200)
    row = Rect(20, 60, 300, 20)
    assert drawn_fields(painted(*bordered(page), (row, BLUE)), []) == []


def test_what_is_too_small_is_none():
    assert drawn_fields(painted(*bordered(Rect(20, 20, 14, 14))), []) == []
    assert drawn_fields(painted(*bordered(Rect(20, 20, 200, 6))), []) == []


def test_fields_come_in_reading_order():
    low, left = Rect(120, 100, 200, 20), Rect(20, 40, 80, 20)
    frame = painted(*bordered(low), *bordered(FIELD), *bordered(left))
    assert [box for box, _ in drawn_fields(frame, [])] == [moved(left), moved(FIELD), moved(low)]


def test_a_button_no_wider_than_its_text_is_none():
    ink = Rect(FIELD.x + 7, 44, FIELD.w - 15, 10)
    frame = painted(*bordered(FIELD, BLUE), (ink, WHITE))
    assert drawn_fields(frame, []) == []


def test_a_field_that_is_full_to_its_end_stays_one():
    ink = Rect(FIELD.x + 3, 48, FIELD.w - 3, 3)
    assert drawn_fields(painted(*bordered(FIELD), (ink, BLACK)), []) == [(moved(FIELD), False)]


def test_a_button_is_none_whose_text_was_read_as_one_line_with_that_of_the_next():
    ink, more = Rect(200, 44, 40, 10), Rect(350, 44, 30, 10)
    frame = painted((FIELD, BLUE), (ink, WHITE), (Rect(330, 40, 60, 20), BLUE), (more, WHITE))
    read = Rect(200, 44, 180, 10)
    assert moved(FIELD) not in [box for box, _ in drawn_fields(frame, [moved(read)])]


def headings(columns, rows, *, x=250, y=285, step=81):
    """Return the letters above and the numbers beside a sheet, each at its middle."""
    across = [line(name, Rect(x + step * n - 8, y - 8, 16, 16)) for n, name in enumerate(columns)]
    down = [line(name, Rect(180, y + 14 + 18 * n, 14, 16)) for n, name in enumerate(rows)]
    return [*across, *(text for text in down if text.name)]


def test_cells_lie_where_the_letters_and_the_numbers_of_a_sheet_meet():
    texts = [*headings("ABC", "1234"), line("12", Rect(353, 315, 29, 16)), line("Task")]
    cells = dict(drawn_cells(texts))
    assert len(cells) == 12
    assert cells["B3"].center == ScreenPoint(331, 343)


def test_a_sheet_that_is_scrolled_has_the_cells_that_its_headings_say():
    assert [name for name, _ in drawn_cells(headings(["Z", "AA", "AB"], ["99", "100", "101"]))][:3] == [
        "Z99", "AA99", "AB99",
    ]  # fmt: skip


def test_a_heading_that_was_read_as_the_one_before_it_names_no_cell():
    # The I was not read and the J was read as an I: it stands two columns behind the H.
    texts = [t for t in headings("ABCDEFGHXI", "12345") if t.name != "X"]
    assert {name[0] for name, _ in drawn_cells(texts)} == set("ABCDEFGH")
    rows = headings("ABC", ["1", "2", "3", "", "4", "6"])  # 4 not read, 5 read as 4
    assert {name[1] for name, _ in drawn_cells(rows)} == set("123")


def test_letters_without_numbers_beside_them_are_no_sheet():
    assert drawn_cells(headings("ABCDEFG", "")) == []
    assert drawn_cells(headings("A", "123")) == []
    assert drawn_cells(headings("ABC", "157")) == []


def test_numbers_in_a_column_of_the_sheet_are_not_its_rows():
    inside = [line(str(n), Rect(215, 299 + 18 * n, 10, 16)) for n in range(1, 5)]
    cells = dict(drawn_cells([*headings("ABC", ["7", "8", "9", "10"]), *inside]))
    assert cells.keys() == {c + r for c in "ABC" for r in ("7", "8", "9", "10")}
