"""Sentences of an office that were refused, or read as something else, on pages as people have them."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

PAGE = win(1, "Quote 2291", "browser", is_active=True)
DOCUMENT = element("Quote 2291", "document", Rect(0, 80, 1280, 720))
FIELD = states("editable", "focusable")


def page(*parts):
    return screen([PAGE], [DOCUMENT, *parts])


def lines():
    """Rows of fields, each with a small button at its end."""
    parts = [element("Description", "column_header", Rect(40, 160, 160, 28))]
    for n, name in enumerate(("Oak shelf", "Fitting")):
        y = 200 + 40 * n
        parts.append(element(name, "cell", Rect(40, y, 160, 36)))
        parts.append(
            element("Description", "field", Rect(44, y + 4, 140, 26), states=FIELD, value=name)
        )
        parts.append(element("Remove line", "button", Rect(300, y + 4, 24, 24)))
    return page(*parts)


@pytest.mark.parametrize("said", ["remove the line Fitting", "delete the line Fitting"])
def test_a_line_of_a_form_is_removed_by_its_button_and_not_out_of_its_field(said):
    driver = Driver(said, lines())
    assert driver.step().element.box == Rect(300, 244, 24, 24)


def expenses(*more):
    """A table of lines, each with a box that is called by the line and a button that takes it away."""
    parts = []
    for n, name in enumerate(("Taxi", "Parking", "Hotel")):
        y, row = 200 + 40 * n, f"{name}, £18.40, Receipt for {name}, Remove"
        parts += [
            element(name, "cell", Rect(40, y, 160, 36), parent_name=row),
            element(f"Receipt for {name}", "checkbox", Rect(210, y + 8, 14, 14), parent_name=row),
            element("Remove", "button", Rect(300, y + 4, 90, 30), parent_name=row),
        ]
    return page(*parts, *more)


@pytest.mark.parametrize(
    ("said", "row"),
    [
        ("remove line: Parking", 1),
        ("delete the line Parking", 1),
        ("remove the Parking row", 1),
        ("remove the first line", 0),
        ("delete the last line", 2),
        ("delete row 2", 1),
        ("entferne die Zeile Hotel", 2),
        ("click the bin of Parking", 1),
    ],
)
def test_a_line_of_a_table_is_taken_away_by_the_button_in_its_row(said, row):
    step = Driver(said, expenses()).step().element
    assert (step.name, step.box.y) == ("Remove", 204 + 40 * row)


@pytest.mark.parametrize("said", ["remove line: Transport", "delete the line Transport to Bern"])
def test_a_field_of_one_line_is_not_emptied_for_a_line_of_a_table(said):
    title = element(
        "Description", "field", Rect(40, 120, 200, 30), states=FIELD, value="Transport to Bern"
    )
    assert told(said, expenses(title)) == "not_found"


def test_what_is_called_so_and_cannot_take_itself_away_is_not_pressed():
    assert told("remove line Untitled claim", page(
        element("Untitled claim", "text", Rect(40, 120, 200, 30)),
    )) == "not_found"  # fmt: skip


def test_the_first_line_of_a_text_is_one_of_the_text():
    states_ = states("editable", "focusable", "multi_line", "focused")
    note = element("Note", "field", Rect(40, 400, 300, 90), states=states_, value="Dear all\nHi")
    assert "Remove" not in told("remove the first line", expenses(note))


@pytest.mark.parametrize(
    ("said", "name", "typed"),
    [
        ("set the discount to 5 %", "Discount (%)", "5"),
        ("give a discount of 5 percent", "Discount (%)", "5"),
    ],
)
def test_a_field_that_counts_in_percent_takes_the_number_as_it_is_said(said, name, typed):
    box = element(name, "spinner", Rect(40, 200, 80, 26), states=FIELD, value="0")
    seen = page(box)
    seen.reader.numbers[box.handle] = NumberRange(0.0, 0.0, 50.0, 1.0)
    assert Driver(said, seen).step().intent.text == typed


def test_a_draft_is_saved_by_the_button_that_says_so_and_not_as_a_file():
    seen = page(element("Save draft", "button", Rect(40, 400, 90, 30)))
    assert told("save it as a draft", seen) == "click Save draft"
    assert told("save it as report", seen).startswith("keys")


@pytest.mark.parametrize(
    ("said", "pressed"),
    [
        ("go to the Boats page", "click Boats"),
        ("switch to month view", "click Month"),
        ("wechsle zur Ansicht Boats", "click Boats"),
        ("geh auf die Boats Seite", "click Boats"),
        ("go to the Planes page", "not_found"),
        ("show page 2", "click 2"),
        ("open page 3", "click 3"),
    ],
)
def test_a_page_or_a_view_is_what_is_called_so(said, pressed):
    parts = [
        element(n, "link", Rect(10, 120 + 30 * k, 90, 24)) for k, n in enumerate(("Fees", "Boats"))
    ]
    parts += [
        element(n, "toggle", Rect(300 + 70 * k, 120, 60, 26))
        for k, n in enumerate(("Week", "Month"))
    ]
    pages = ("Previous page", "1", "2", "3", "Next page")
    parts += [element(n, "button", Rect(200 + 34 * k, 460, 30, 26)) for k, n in enumerate(pages)]
    assert told(said, page(*parts)) == pressed


def test_the_second_of_two_views_is_the_one_that_is_wanted():
    parts = [
        element(n, "toggle", Rect(430 + 70 * k, 120, 66, 26))
        for k, n in enumerate(("Day", "Week", "Month"))
    ]
    assert told("Change the view from Week to Month", page(*parts)) == "click Month"


def mails():
    parts = []
    for n, (sender, about) in enumerate((("Otto Weiss", "Oil"), ("Lars Petit", "Photos"))):
        y = 200 + 40 * n
        parts.append(element("☆", "text", Rect(200, y, 20, 24)))
        parts.append(element(sender, "text", Rect(230, y, 100, 24)))
        parts.append(element(about, "text", Rect(350, y, 100, 24)))
    return page(*parts)


@pytest.mark.parametrize("said", ["star the mail from Lars Petit", "star the message Photos"])
def test_a_mail_gets_its_star(said):
    assert Driver(said, mails()).step().element.box == Rect(200, 240, 20, 24)


def test_a_picture_that_is_there_once_needs_no_place():
    wish = element("Add to wish list", "toggle", Rect(650, 350, 30, 30), states=states("checkable"))
    assert told("click the heart", page(wish)) == "click Add to wish list"
    assert (
        told("click the heart", page(element("Wish list", "button", Rect(600, 350, 120, 30))))
        == "not_found"
    )
    assert told("click the bell", page(wish)) == "not_found"


def journey():
    parts = [
        element(
            "From", "combo", Rect(40, 170, 200, 36), states=FIELD | {"expandable"}, value="Kiel"
        ),
        element("To", "combo", Rect(320, 170, 200, 36), states=FIELD | {"expandable"}, value="Ulm"),
        element(
            "Departure", "radio", Rect(560, 170, 14, 14), states=states("checkable", "checked")
        ),
        element("Arrival", "radio", Rect(560, 190, 14, 14), states=states("checkable")),
    ]
    return page(*parts)


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        (
            "from Quayside to Windmill Hill",
            "write 'Quayside' @From over; write 'Windmill Hill' @To over",
        ),
        ("arrival instead of departure", "click Arrival"),
        ("from quayside to the hill", "needs_model"),
        ("copy it from Quayside to Windmill", "needs_model"),
    ],
)
def test_names_go_into_the_fields_of_both_ends(said, steps):
    assert told(said, journey()) == steps


def courses():
    """A heading of which a word is said, a field for tags, and a button that adds something else."""
    return page(
        element("Course planner, evening school", "heading", Rect(40, 90, 400, 30)),
        element("Add", "button", Rect(310, 180, 40, 30)),
        element("Tags", "text", Rect(40, 460, 60, 24)),
        element("Tags", "field", Rect(290, 458, 150, 26), states=FIELD, value=""),
        element("Length (minutes)", "spinner", Rect(40, 500, 64, 26), states=FIELD, value="60"),
    )


@pytest.mark.parametrize(
    "said", ["add the tag evening", "add a tag evening", "add evening as a tag"]
)
def test_no_button_is_pressed_and_nothing_typed_by_a_part_of_a_title(said):
    assert told(said, courses()) == "needs_model"


def test_the_unit_that_the_name_of_a_field_tells_is_not_typed():
    assert Driver("set the length to 90 minutes", courses()).step().intent.text == "90"
