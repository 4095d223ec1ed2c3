"""Words that fit two things of a window, of which only one was meant: each was done wrongly for somebody."""

import pytest

from automation.commands.forms import Assign
from automation.commands.read.by_values import meant_for_passwords
from automation.commands.read.grammar import parse
from automation.core.geometry import Rect
from tests.fakes.driver import Driver, short, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

PAGE = win(1, "Recipe", "browser", is_active=True)
DOCUMENT = element("Recipe", "document", Rect(0, 80, 1280, 720))
FIELD = states("editable", "focusable")
SWITCH = states("checkable", "focusable")


def page(*parts):
    return screen([PAGE], [DOCUMENT, *parts])


def card():
    """A form on the left, and beside it a table whose rows stand as high as the form's."""
    parts = [element("Serves", "label", Rect(94, 249, 60, 34))]
    parts.append(element("Serves", "spinner", Rect(192, 249, 268, 34), value="4", label="Serves"))
    for x, head in ((490, "Amount"), (630, "Ingredient")):
        parts.append(element(head, "column_header", Rect(x, 210, 138, 25)))
    for n, names in enumerate((("250 g", "Flour"), ("120 g", "Butter"))):
        for x, name in zip((490, 630), names, strict=True):
            parts.append(element(name, "cell", Rect(x, 236 + 23 * n, 138, 21)))
    return page(*parts)


def test_the_row_of_a_cell_ends_before_the_form_beside_its_table():
    said = told("The amount of the butter should be 150 g", card())
    assert said == "click2 120 g; write '150 g'; unverified"


@pytest.mark.parametrize("said", ["type it", "type it into Recipe name", "schreib es"])
def test_a_word_for_another_text_is_not_typed(said):
    assert told(said, recipe()) == "needs_model"


def notice(*more):
    return page(
        element("Traffic jam on the ring road", "text", Rect(40, 120, 300, 24)),
        element("Dismiss", "button", Rect(600, 120, 24, 24)),
        *more,
    )


@pytest.mark.parametrize(
    ("said", "pressed"),
    [
        ("close the warning", "click Dismiss"),
        ("close the traffic jam warning", "click Dismiss"),
        ("close the flood warning", "not_found"),
        ("close the traffic jam warning and zoom in twice on the map", "not_found"),
    ],
)
def test_a_notice_is_closed_when_all_that_is_said_of_it_stands_there(said, pressed):
    assert told(said, notice()) == pressed


def recipe():
    return page(
        element("Recipe name", "field", Rect(176, 181, 316, 34), states=FIELD, value="Stew"),
        element("Preview line", "field", Rect(176, 231, 316, 34), states=FIELD, value=""),
        element("Public", "toggle", Rect(176, 435, 46, 25), states=SWITCH),
    )


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("the recipe should be public", "click Public"),
        ("set recipe to public", "click Public"),
        ("the recipe name should be public", "write 'public' @Recipe name over"),
        ("set recipe to Soup", "write 'Soup' @Recipe name over"),
        (
            "The recipe name should be Soup, and the preview line Come and meet the cook",
            "write 'Soup' @Recipe name over; write 'Come and meet the cook' @Preview line over",
        ),
    ],
)
def test_a_part_of_a_name_does_not_take_the_state_of_a_switch(said, meaning):
    assert told(said, recipe()) == meaning


def test_a_new_row_is_not_added_by_choosing_what_it_is_for():
    row = element("Project for a new row", "combo", Rect(64, 349, 163, 36), value="Website")
    add = element("+ Add row", "button", Rect(231, 350, 110, 34))
    assert told("Add a row for the project Training", page(row, add)) == "needs_model"


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        ("give it the tags winter and one-pot", ["winter", "one-pot"]),
        ("type winter, soup into Tags", ["winter", "soup"]),
    ],
)
def test_a_field_that_shows_its_tags_gets_one_after_the_other(said, texts):
    tags = element("Tags", "field", Rect(265, 395, 246, 24), states=FIELD, value="")
    cross = element("Remove tag vegan", "button", Rect(236, 398, 21, 18))
    expected = "; ".join(f"write {text!r} @Tags; keys enter" for text in texts)
    assert told(said, page(tags, cross)) == expected
    assert "keys enter" not in told(said, page(tags))


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Close job", "click Close job"),
        ("close Job card", "close Job card - Garage - Chromium"),
        ("close Chromium", "close Job card - Garage - Chromium"),
        ("close Garage", "close Job card - Garage - Chromium"),
    ],
)
def test_a_part_of_a_title_closes_no_window(said, done):
    window = win(1, "Job card - Garage - Chromium", "chromium", is_active=True)
    parts = [
        element("Lamps", "checkbox", Rect(40, 120, 100, 24), states=states("checkable")),
        element("Close job", "button", Rect(600, 520, 90, 24)),
    ]
    driver = Driver(said, screen([window], parts))
    assert short(driver.step()) == done


def test_a_button_that_is_called_close_is_pressed_after_another_step():
    window = win(1, "Job card - Garage - Chromium", "chromium", is_active=True)
    lamps = element("Lamps", "checkbox", Rect(40, 120, 100, 24), states=states("checkable"))
    close = element("Close job", "button", Rect(600, 520, 90, 24))
    driver = Driver("tick Lamps, then Close job", screen([window], [lamps, close]))
    assert [short(driver.step()), short(driver.step())] == ["click Lamps", "click Close job"]


@pytest.mark.parametrize(
    "said",
    ["Press Hand over in the row of the grey rucksack", "click Hand over for the grey rucksack"],
)
def test_over_belongs_to_the_name_where_another_word_says_the_place(said):
    parts = [element("Show handed-over items", "checkbox", Rect(700, 120, 160, 20), states=SWITCH)]
    for n, name in enumerate(("Blue umbrella", "Grey rucksack")):
        parts.append(element(name, "cell", Rect(40, 200 + 40 * n, 500, 36)))
        parts.append(element("Hand over", "button", Rect(760, 200 + 40 * n, 100, 36)))
    step = Driver(said, page(*parts)).step()
    assert (short(step), step.element.box.y) == ("click Hand over", 240)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("press Shift", "click Shift"),
        ("hit Shift", "click Shift"),
        ("press the Shift key", "keys shift"),
        ("press Shift+Tab", "keys shift+tab"),
    ],
)
def test_a_button_shift_that_shows_is_meant_and_not_the_lone_key(said, meaning):
    button = element("Shift", "button", Rect(40, 40, 80, 24))
    window = win(1, "Shift times", "subtitles", is_active=True)
    assert told(said, screen([window], [button])) == meaning
    if said == "press Shift":
        assert told(said, screen([window], [])) == "keys shift"


@pytest.mark.parametrize(
    ("said", "secrets"),
    [
        ("pin Milo's message Who has the key?", ()),
        ("open Chat, pin that post", ()),
        ("and then pin her note to the top", ()),
        ("pin 4417", ("4417",)),
        ("Pin hunter2 message", ("hunter2",)),
        ("my PIN Milo's", ("Milo's",)),
    ],
)
def test_what_is_pinned_is_no_secret(said, secrets):
    assert meant_for_passwords(said) == secrets


def test_a_number_behind_a_colon_counts_no_clicks():
    assert isinstance(parse("Zoom: 90").clauses[0].forms[0], Assign)
