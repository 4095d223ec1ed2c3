"""One of many look-alikes, recorded in a table that no tree tells, and found in another order."""

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import Frame
from automation.macros import describe as describing
from automation.macros.describe import clues_of, row_of
from automation.macros.found import Found
from automation.macros.walk import escape
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import searched
from tests.fakes.screens import screen, win

WINDOW = win(1, "Orders - Shop", "shop", is_active=True)
NAMES = ("Alice", "Bob", "Carol", "Dora")
MENU = ("Home", "Orders", "Stock", "Help")
FILTERS = ("Open", "Paid", "Late", "Sent")
ORDERS = [("Bob", "Dora", "Alice", "Carol"), ("Zoe", "Alice", "Bob"), ("Bob", "Alice"), ("Bob",)]


def column(texts, x, y=100, step=40, w=80, role="label"):
    return [element(text, role, Rect(x, y + step * n, w, 30)) for n, text in enumerate(texts)]


def table(names, *columns, x=400):
    """A name, texts beside it and a button on each line, with nothing that says so."""
    parts = column(names, x, w=100)
    for n, texts in enumerate(columns):
        parts += column(texts, x + 120 + 100 * n)
    buttons = ["Delete"] * len(names)
    return [*parts, *column(buttons, 900, w=60, role="button")]


def recorded(parts, n):
    """The target of the button on a line."""
    button = [e for e in parts if e.name == "Delete"][n]
    seen = Context(button.box.center, window=WINDOW, element=button, elements=tuple(parts))
    return describing.describe(seen, clues_of(seen)).target


def pressed(target, names, *more):
    """The name on whose line the target is found; empty when it is not."""
    answer = searched(screen([WINDOW], [*table(names), *more]), target, lowest="tree")
    return names[(answer.point.y - 100) // 40] if isinstance(answer, Found) else ""


@pytest.mark.parametrize("names", [NAMES, *ORDERS])
def test_menu_whose_lines_are_not_the_rows_is_no_part_of_them(names):
    aside = [*column(MENU, 10, 90, 33, role="link"), *column(FILTERS, 150, 120, 24)]
    target = recorded([*table(NAMES), *aside], 0)
    assert target.row == ("Alice",)
    assert pressed(target, names, *aside) == ("Alice" if "Alice" in names else "")


@pytest.mark.parametrize("names", ORDERS)
@pytest.mark.parametrize("line", range(4))
def test_menu_that_is_as_regular_as_the_rows_leads_to_no_other_one(names, line):
    aside = [*column(MENU, 10, role="link"), *column(FILTERS, 150)]
    target = recorded([*table(NAMES), *aside], line)
    assert NAMES[line] in target.row
    assert pressed(target, names, *aside) in ("", NAMES[line])


def row_on(n, parts):
    button = [e for e in parts if e.name == "Delete"][n]
    return row_of(button, parts)


def test_row_is_told_by_its_first_telling_text_and_the_nearest_other_one():
    nights, states = ("5 nights", "3 nights", "5 nights", "4 nights"), ("Open",) * 4
    parts = table(NAMES, nights, states)
    assert row_on(0, parts) == ("Alice", "5 nights")
    assert row_on(1, parts) == ("Bob", "3 nights")


def test_column_with_an_empty_cell_is_one_of_the_row():
    notes = ("late", "", "window", "quiet")
    parts = [e for e in table(NAMES, notes) if e.name]
    assert row_on(0, parts) == ("Alice", "late")


def test_without_columns_only_the_next_texts_tell_the_row():
    parts = [
        element("Menu", "link", Rect(10, 100, 60, 30)),
        element("Alice", "label", Rect(200, 100, 80, 30)),
        element("", "checkbox", Rect(300, 104, 20, 20)),
        element("paid", "label", Rect(340, 100, 80, 30)),
        element("Details", "heading", Rect(600, 100, 80, 30)),
    ]
    assert row_of(parts[2], parts) == ("Alice", "paid")


def test_pane_along_several_rows_is_of_none():
    pane = element("About Alice", "label", Rect(1000, 60, 200, 300))
    assert row_on(0, [*table(("Alice",)), pane]) == ("Alice",)


def test_cells_of_high_rows_are_of_them():
    high = [
        part
        for n, name in enumerate(("Alice", "Bob"))
        for part in (
            element(name, "cell", Rect(400, 100 + 80 * n, 100, 80)),
            element("Delete", box=Rect(900, 130 + 80 * n, 60, 20)),
        )
    ]
    assert row_on(0, high) == ("Alice",)
    assert row_on(1, high) == ("Bob",)


def test_cells_in_the_name_of_the_row_go_before_what_stands_beside_them():
    parts = [
        element("Bob", "cell", Rect(40, 100, 100, 30), parent_name="Bob, 5 nights"),
        element("5 nights", "cell", Rect(150, 100, 100, 30), parent_name="Bob, 5 nights"),
        element("Alice", "label", Rect(260, 100, 100, 30)),
    ]
    assert row_of(parts[1], parts) == ("Bob",)


def read_table(names, x=300):
    """Names and a word to press beside each, as they are read where there is no tree."""
    return [
        part
        for n, name in enumerate(names)
        for part in (
            line(name, Rect(x, 100 + 40 * n, 60, 16)),
            line("Delete", Rect(500, 100 + 40 * n, 50, 16)),
        )
    ]


def read_row(lines, seen=WINDOW.rect):
    frame = Frame(np.zeros((seen.h, seen.w, 4), np.uint8), ScreenPoint(seen.x, seen.y), 0.0)
    point = ScreenPoint(520, 108)
    return clues_of(Context(point, frame, WINDOW, lines=tuple(lines))).row


def test_row_is_read_where_there_is_no_tree():
    assert read_row(read_table(NAMES)) == ("Alice",)


def test_sign_that_means_something_in_a_macro_is_escaped_once_however_the_row_is_told():
    names = ("{{Alice", "Bob", "Carol")
    assert read_row(read_table(names)) == recorded(table(names), 0).row == (escape("{{Alice"),)


def test_only_one_of_its_kind_has_no_row_to_be_read():
    assert read_row(read_table(("Alice",))) == ()


def test_text_that_ends_at_the_edge_of_the_picture_may_be_half_a_name():
    cut = Rect(302, 40, 500, 300)
    assert read_row(read_table(NAMES), cut) == ()
    assert read_row(read_table(NAMES, 320), cut) == ("Alice",)
