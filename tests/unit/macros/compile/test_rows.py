"""Rows of look-alikes that no tree tells: read off the picture beside the thing that was pressed."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Pictures
from automation.macros.describe import has_doubles, read_row_of
from tests.fakes.run_records import painted
from tests.unit.macros.compile.sample_run import click, made, thing

SHOT = Pictures(before="shot")
EDIT = Rect(200, 60, 60, 20)


def line(text, x, y, w=40, confidence=1.0, edges=()):
    box = Rect(x, y, w, 12)
    return ScreenElement(text, "text", box, "ocr", confidence=confidence, edges=edges)


def table(*rows):
    """The lines of a table whose rows are 30 pixels apart; the second one is at the thing's height."""
    return [
        line(text, 30 + 60 * column, 34 + 30 * n)
        for n, row in enumerate(rows)
        for column, text in enumerate(row)
    ]


ROWS = (
    ("R-11", "Ostsee", "Ada", "Edit"),
    ("R-17", "Harz", "Bo", "Edit"),
    ("R-71", "Harz", "Bo", "Edit"),
    ("R-18", "Eifel", "Bo", "Edit"),
)


def test_one_of_many_is_told_by_the_texts_beside_it_the_most_telling_first():
    assert read_row_of("Edit", EDIT, table(*ROWS)) == ("R-17", "Harz", "Bo")


def test_what_stands_in_every_row_tells_nothing():
    lines = table(*((row[0], "", "", "Edit", "Remove") for row in ROWS))
    assert read_row_of("Edit", EDIT, lines) == ("R-17",)


def test_cells_that_were_read_as_one_line_are_taken_apart():
    text = "R-17 Harz"
    edges = (30, 36, 42, 48, 54, 90, 96, 102, 108, 114)
    lines = [x for x in table(*ROWS) if x.name not in ("R-17", "Harz")]
    joined = line(text, 30, 64, 84, edges=edges)
    assert read_row_of("Edit", EDIT, [*lines, joined])[0] == "R-17"


def test_a_cell_that_may_be_misread_is_left_to_the_others():
    lines = [replace(x, confidence=0.6) if x.name == "R-17" else x for x in table(*ROWS)]
    assert read_row_of("Edit", EDIT, lines) == ("Harz", "Bo")


@pytest.mark.parametrize(
    ("lines", "is_so"),
    [
        (table(*ROWS), True),
        (table(("", "", "", "Edit"), ("Name", "", "", "Edit")), True),
        (table(("Edit", "", "", ""), ("", "", "", "Edit")), False),
        (table(("", "", "", "", "Edit"), ("", "", "", "Edit", "")), False),
        (table(("", "", "", ""), ("Edit", "", "", "Edit")), False),
        (table(("", "", "", "Remove"), ("", "", "", "Edit")), False),
    ],
)
def test_only_the_same_name_in_the_same_column_is_a_double(lines, is_so):
    assert has_doubles("Edit", EDIT, lines) == is_so


def compiled_row(element, lines):
    compiled = made(
        click(1, element, pictures=SHOT), load=lambda address: painted(5), read=lambda frame: lines
    )
    return compiled.macro.steps[0].target.row


def test_a_compiled_press_on_one_of_many_keeps_its_row():
    assert compiled_row(thing("Edit", box=EDIT), table(*ROWS)) == ("R-17", "Harz", "Bo")


def test_the_row_that_the_tree_tells_goes_before_what_is_read():
    button = thing("Edit", box=EDIT, parent_name="R-17, Harz, Edit")
    assert compiled_row(button, table(*ROWS)) == ("R-17", "Harz")


def test_a_thing_without_a_double_has_no_row():
    assert compiled_row(thing("Edit", box=EDIT), table(("Name", "", "", "Edit"))) == ()


def test_a_field_has_no_row_of_what_it_holds():
    assert compiled_row(thing("Edit", "field", box=EDIT), table(*ROWS)) == ()


def with_aside(texts, x, y, step):
    """The table with a column beside it that is not of it."""
    aside = [line(text, x, y + step * n) for n, text in enumerate(texts)]
    return [*(replace(x, box=replace(x.box, x=x.box.x + 300)) for x in table(*ROWS)), *aside]


MENU = ("Home", "Orders", "Stock", "Help", "About")
FAR_EDIT = Rect(500, 60, 60, 20)


def test_menu_beside_a_table_is_no_cell_of_its_rows():
    lines = with_aside(MENU, 30, 20, 23)
    assert read_row_of("Edit", FAR_EDIT, lines) == ("R-17", "Harz", "Bo")


def test_the_nearest_cells_are_never_left_out_for_further_ones():
    lines = with_aside(MENU, 30, 34, 30)
    more = [line(text, 130, 34 + 30 * n) for n, text in enumerate(("Open", "Paid", "Late", "Sent"))]
    assert read_row_of("Edit", FAR_EDIT, [*lines, *more]) == ("Orders", "R-17", "Paid")
