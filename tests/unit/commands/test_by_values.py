"""Clauses that no pattern reads: a value, and the control that all other words say."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "Paper & Co - Chromium", "chromium", is_active=True)


def thing(name, role, x, y, w=140, h=22, **more):
    held = states("editable") if role in ("field", "spinner") else states()
    return element(name, role, Rect(x, y, w, h), window_id=1, **{"states": held, **more})


def form(*more):
    """A page with fields, a slider, choices, icons and a table."""
    seen = screen([WINDOW], [
        thing("Order form", "document", 0, 90, 1280, 700),
        thing("First name", "field", 200, 100, value=""), thing("Last name", "field", 200, 130, value=""),
        thing("Delivery date", "field", 200, 160, value=""),
        thing("Maximum price per sheet", "slider", 200, 190), thing("Copies", "spinner", 200, 220, value="1"),
        thing("Month", "tab", 500, 100, 60), thing("Week", "tab", 560, 100, 60),
        thing("Express", "radio", 500, 140, 16, 16, states=states("checkable"), parent_name="Delivery"),
        thing("Add Stapler to favourites", "toggle", 500, 200, 30, 30),
        thing("Add Desk lamp to favourites", "toggle", 600, 200, 30, 30),
        thing("Choose delivery date", "button", 344, 160, 24),
        thing("Only necessary", "button", 900, 700, 110), thing("Accept all", "button", 1020, 700, 90),
        *(thing(n, "column_header", 500 + 100 * i, 300, 100) for i, n in enumerate(("Room", "10:00", "11:00"))),
        *(thing(n, "cell", 500, 330 + 30 * i, 100) for i, n in enumerate(("Library", "Tower"))),
        *(thing("taken", "cell", 600 + 100 * i, 330 + 30 * i, 100) for i in range(2)),
        *more,
    ])  # fmt: skip
    slider = seen.element("Maximum price per sheet")
    seen.reader.numbers[slider.handle] = NumberRange(40, 0, 200, 1)
    return seen


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Drag the price slider to 120", "click Maximum price per sheet"),
        ("make 4 the number of copies", "write '4' @Copies"),
        ("first name Klara, last name Weiss", "write 'Klara' @First name; write 'Weiss' @Last name"),
        ("put Klara as the first name and Weiss as the last name", "write 'Klara' @First name; write 'Weiss' @Last name"),
        ("give express as the delivery", "click Express"),
        ("Switch the form to the week", "click Week"),
        ("click the heart of the desk lamp", "click Add Desk lamp to favourites"),
        ("click the little calendar next to Delivery date", "click Choose delivery date"),
        ("only the necessary please", "click Only necessary"),
    ],
)  # fmt: skip
def test_what_all_words_say_is_done(said, meaning):
    assert told(said, form()).replace(" over", "").startswith(meaning)


@pytest.mark.parametrize(
    ("said", "ending"),
    [
        ("make 4 the number of sheets", "needs_model"),
        ("first name Klara, nickname Lala", "needs_model"),
        ("put Klara as the nickname", "not_found"),
        ("give the cheapest as the delivery", "needs_model"),
        ("only the necessary and the rest", "needs_model"),
        ("click the heart of the whiteboard", "not_found"),
        ("do not only the necessary", "needs_model"),
        ("move Stapler up", "needs_model"),  # to choose it is not to move it
        ("bring the month down", "needs_model"),
    ],
)
def test_a_word_that_nothing_explains_ends_it(said, ending):
    assert told(said, form()) == ending


def test_beside_a_password_field_no_value_is_guessed():
    seen = form(thing("Password", "password", 200, 260))
    assert told("first name Klara, last name Weiss", seen) == "needs_model"


def test_a_cell_that_holds_nothing_is_where_its_row_and_column_cross():
    step = Driver("pick the Library at 11:00", form()).step()
    assert step.intent.at.point == Rect(700, 330, 100, 22).center


@pytest.mark.parametrize(
    "said",
    [
        "write Ida into 11:00 of the Library",
        "set the 11:00 of the Library to Ida",
        "click 11:00 of the Library",
    ],
)
def test_the_cell_of_another_column_is_not_the_one_that_names_the_row(said):
    step = Driver(said, form()).step()
    assert step.intent.at.point == Rect(700, 330, 100, 22).center


def test_a_cell_behind_the_first_column_may_name_the_row():
    more = thing("Ida", "cell", 600, 330, 100)
    step = Driver("write free into 11:00 of Ida", form(more)).step()
    assert step.intent.at.point == Rect(700, 330, 100, 22).center


@pytest.mark.parametrize(
    "said", ["Library is not free", "Tower is taken now", "the Library is closed", "Room is empty"]
)
def test_what_is_said_of_a_cell_is_no_value_for_it(said):
    assert told(said, form()) in ("needs_model", "not_understood")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("write a first name: Klara", "write 'Klara' @First name"),
        ("type the last name: Weiss", "write 'Weiss' @Last name"),
        ("write a letter: Dear Klara", "not_found"),
        ("schreibe einen Brief: Liebe Klara", "needs_model"),
    ],
)
def test_words_before_a_colon_are_the_field_and_no_text(said, meaning):
    assert told(said, form()) == meaning


def test_the_cell_that_names_its_row_takes_no_value_and_labels_no_field_beside_the_table():
    """The text of the cell is read from the picture, too, and a large field lies in the same row."""
    memo = thing("", "field", 900, 300, 300, 400, states=states("editable", "multi_line"))
    seen = form(memo)
    seen.reader.lines.append(line("1 Library", Rect(500, 330, 90, 22), window_id=1))
    assert told("set Library to waiting", seen) == "not_found"
    assert told("type waiting into Library", seen) == "not_found"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("click the second row", "click Tower[]"),
        ("select the last row", "click Tower[]"),
        ("choose the first row", "click Library[]"),
    ],
)
def test_rows_of_a_table_are_counted_and_not_its_cells(said, meaning):
    assert told(said, form()).replace("[]", "") == meaning.replace("[]", "")


def test_a_drop_down_is_no_list_to_scroll_and_a_label_no_choice():
    country = thing("Country", "combo", 200, 260)
    label = thing("Country", "label", 120, 260, 60)
    title = thing("Suppliers", "label", 120, 400, 60)
    seen = form(country, label, title)
    assert told("scroll the list down", seen) == "not_found"
    assert "click" not in told("select all suppliers", seen)


@pytest.mark.parametrize(
    ("said", "is_on", "meaning"),
    [
        ("gift wrap", False, "click Gift wrap"),
        ("gift wrap", True, "done"),  # a second press would take the tick away
        ("with gift wrap", True, "done"),
        ("no gift wrap", True, "click Gift wrap"),
        ("without gift wrap", False, "done"),
        ("don't gift wrap", True, "click Gift wrap"),
        ("no gift card", True, "needs_model"),
    ],
)
def test_a_box_that_is_only_named_is_to_be_on_and_a_denied_one_off(said, is_on, meaning):
    held = states("checkable", *(["checked"] if is_on else []))
    box = thing("Gift wrap", "checkbox", 700, 140, 100, states=held)
    assert told(said, form(box)) == meaning


@pytest.mark.parametrize(
    ("said", "is_on", "meaning"),
    [
        ("gift wrap on", True, "done"),
        ("gift wrap on", False, "click Gift wrap"),
        ("no gift wrap", True, "click Gift wrap"),
        ("choose gift wrap", True, "done"),
    ],
)
def test_a_switch_that_is_only_named_is_to_be_on(said, is_on, meaning):
    held = states("checkable", *(["checked"] if is_on else []))
    box = thing("Gift wrap", "toggle", 700, 140, 100, states=held)
    assert told(said, form(box)) == meaning


def test_files_are_not_counted_among_the_folders_of_a_tree():
    tree = [
        thing(n, "tree_item", 20, 300 + 30 * i, 90) for i, n in enumerate(("Photos", "Minutes"))
    ]
    assert told("click the second file", form(*tree)) == "ask 1"
    assert told("click the second folder", form(*tree)) == "click Minutes"
