"""The box for all rows stands in the row of the heads of a table: `tick the box in the table header`."""

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

STORE = win(1, "Stock room", "browser", is_active=True)
BOX = states("checkable")


def box(name, x, y, *more):
    return element(name, "checkbox", Rect(x, y, 18, 18), states=states("checkable", *more))


def goods(*head, rows=True, filtered=False):
    """A table with boxes in its rows, a filter above it, and what its first head holds."""
    parts = [
        box("Low stock only", 300, 120),
        element("Goods", "table", Rect(40, 170, 700, 200)),
        element("", "column_header", Rect(40, 170, 30, 28)),
        element("Article", "column_header", Rect(80, 170, 150, 28)),
        *head,
    ]
    if filtered:
        parts.append(box("Mine", 200, 175))
    for n, name in enumerate(("Bolts", "Washers")):
        parts.append(element(name, "cell", Rect(80, 200 + 30 * n, 150, 30)))
        parts += [box(name, 45, 205 + 30 * n)] if rows else []
    return screen([STORE], parts)


@pytest.mark.parametrize(
    "said",
    [
        "tick the box in the table header",
        "tick the box at the top of the table",
        "check the checkbox in the header row",
        "tick the tick box in the heading of the table",
        "tick all rows",
        "select all rows",
        "select everything with the box in the table header",
        "hake das Kästchen im Tabellenkopf an",
        "wähle alle Zeilen aus",
    ],
)
@pytest.mark.parametrize("name", ["Select all rows", "", "All"])
def test_the_box_for_all_rows_is_found_by_its_place(said, name):
    seen = goods(box(name, 45, 175))
    assert Driver(said, seen).step().element.box == Rect(45, 175, 18, 18)


@pytest.mark.parametrize(
    "said",
    ["tick the box in the table header", "tick the box at the top of the table", "tick all rows"],
)
def test_a_table_without_such_a_box_takes_none_that_stands_over_it(said):
    assert told(said, goods()) in ("not_found", "needs_model")


@pytest.mark.parametrize(
    "said", ["tick the topmost box in the table", "setz den Haken oben in der Tabelle"]
)
def test_a_box_over_the_table_is_not_the_topmost_one_in_it(said):
    assert Driver(said, goods()).step().element.name == "Bolts"


def test_a_box_that_filters_a_column_ticks_no_rows():
    assert told("tick all rows", goods(rows=False, filtered=True)) == "needs_model"


def test_of_two_boxes_among_the_heads_one_is_asked_for():
    seen = goods(box("All", 45, 175), filtered=True)
    assert isinstance(Driver("tick the box in the table header", seen).step(), Question)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("select all the files", "click Select all"),
        ("tick all files, then Export", "click Select all; click Export"),
        ("select every file", "click Select all"),
        ("select all the files but the last", "needs_model"),
        ("select all the old files", "needs_model"),
    ],
)
def test_all_of_what_a_page_lists_is_the_one_box_that_is_called_so(said, meaning):
    box = element("Select all", "checkbox", Rect(20, 40, 14, 14), states=states("checkable"))
    files = [
        element(f"Select {n}", "checkbox", Rect(20, y, 14, 14), states=states("checkable"))
        for n, y in (("Lease", 80), ("Offer", 120))
    ]
    seen = screen(
        [win(1, "Files", "files", is_active=True)],
        [box, *files, element("Export", "button", Rect(200, 40, 80, 26))],
    )
    assert told(said, seen) == meaning
    seen.reader.elements.remove(box)
    assert "click" not in told(said, seen)
