"""Things and windows without a name: told by their kind and place, never by empty quotes."""

import pytest

from automation.commands import phrases
from automation.core.geometry import Rect
from automation.core.proposal import Proposal, Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

WINDOW = win(1, "w", "a", is_active=True)
OFF = frozenset({"showing"})


def said(text, *elements, window=WINDOW):
    """Return what the first decision tells."""
    decision = Driver(text, screen([window], elements)).decide()
    match decision:
        case Proposal():
            return decision.sentence
        case Question():
            return decision.text
        case _:
            return decision.message


def nameless(role, x=100, y=100, **more):
    return element("", role, Rect(x, y, 40, 20), **more)


def test_a_hint_that_only_the_picture_shows_names_the_field_around_it():
    field = element("", "field", Rect(100, 100, 200, 30), states=states("editable"), value="")
    seen = screen([WINDOW], [field], [line("Policy number", Rect(106, 106, 90, 18))])
    assert told("type A 7 as the policy number", seen).startswith("write 'A 7' @")


@pytest.mark.parametrize(
    ("more", "comes_to"),
    [
        # Only the word that it tells itself is written anew, where that is seen.
        ({"value": "Two cups of lentils"}, "click <field>; click2 <field>; write 'beans'"),
        ({"value": None}, "not_found"),
        ({"states": states("multi_line")}, "not_found"),
    ],
)
def test_what_a_field_holds_is_no_name_of_it(more, comes_to):
    field = element("", "field", Rect(100, 100, 200, 30), **{"states": states("editable"), **more})
    seen = screen([WINDOW], [field], [line("lentils", Rect(106, 106, 90, 18))])
    assert told("change lentils to beans", seen) == comes_to


def test_the_proposal_tells_where_a_target_without_a_name_is_by_the_nearest_text():
    street = element("Street", "label", Rect(100, 70, 60, 20))
    far = element("Remarks", "label", Rect(700, 500, 60, 20))
    field = element("", "field", Rect(100, 100, 200, 30), states=states("editable"), value="")
    driver = Driver("click the field", screen([WINDOW], [far, street, field]))
    assert driver.decide().beside == "below “Street”"
    beside = element("Street", "label", Rect(20, 100, 60, 20))
    assert Driver("click the field", screen([WINDOW], [beside, field])).decide().beside == (
        "right of “Street”"
    )
    assert Driver("click the field", screen([WINDOW], [field])).decide().beside == ""
    named = Driver("click Save", screen([WINDOW], [street, element("Save")]))
    assert named.decide().beside == ""


def test_what_a_blank_would_press():
    held = nameless("button", states=states("focused"))
    assert said("type hello world", held).startswith(
        "The keyboard is on the button without a name at 120, 110, and a blank would press it."
    )


def test_what_is_dragged_and_where_to():
    icons = nameless("icon"), nameless("icon", x=300)
    assert said("drag the first icon to the second icon", *icons) == (
        "Drag the icon without a name at 120, 110 to the icon without a name at 320, 110"
    )
    assert said("drag the first icon by 40 px right", *icons) == (
        "Drag the icon without a name at 120, 110 40 px to the right"
    )


@pytest.mark.parametrize(
    ("there", "message"),
    [
        (nameless("button", states=OFF), "The button without a name at 120, 110 is greyed out."),
        (
            nameless("button", x=2000),
            "The button without a name at 2020, 110 lies outside of the screen.",
        ),
    ],
)
def test_what_cannot_be_pressed(there, message):
    assert said("click the first button", there).startswith(message)


def test_what_may_be_on_or_off():
    assert said("tick the first icon", nameless("icon")) == (
        "I cannot read whether the icon without a name at 120, 110 is on. Press 1 to click it."
    )


def test_what_is_only_likely_to_be_meant():
    label = element("Your City now", "label", Rect(20, 100, 70, 20))
    asked = said("type Bonn into City", label, nameless("field", states=states("editable")))
    assert "Did you mean the field without a name at 120, 110?" in asked


def test_what_is_chosen_among():
    rows = [element(n, "cell", Rect(10, 100 + 40 * i, 60, 20)) for i, n in enumerate("AB")]
    buttons = [nameless("button", y=100 + 40 * i) for i in range(2)]
    question = Driver("click the button", screen([WINDOW], [*rows, *buttons])).decide()
    assert [c.name for c in question.candidates] == ["Without a name (A)", "Without a name (B)"]


def test_a_window_without_title_and_program():
    blank = win(1, " ", "", is_active=True)
    assert said("close the window", window=blank) == "Close the window without a title"
    assert phrases.window_words("", "galculator") == "“galculator”"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Jump to the last page", "click »"),
        ("go to the next page", "click >"),
        ("click previous page", "click <"),
        ("the first page please", "click «"),
    ],
)
def test_a_button_that_shows_a_sign_is_called_by_its_tip(said, meaning):
    tips = {"«": "First page", "<": "Previous page", ">": "Next page", "»": "Last page"}
    signs = [element(s, "button", Rect(100 + 40 * n, 300, 30, 24)) for n, s in enumerate(tips)]
    rows = [
        element(s, "cell", Rect(100, 60 + 30 * n, 90, 28)) for n, s in enumerate(("5102", "5107"))
    ]
    label = element("Page 1 of 6", "label", Rect(300, 300, 80, 24))
    seen = screen([win(1, "Archive", "desk", is_active=True)], [*rows, *signs, label])
    seen.reader.tips = {sign.handle: tips[sign.name] for sign in signs}
    assert told(said, seen) == meaning


def test_a_text_that_tells_the_page_is_not_the_last_page():
    label = element("Page 1 of 6", "label", Rect(300, 300, 80, 24))
    rows = [
        element(s, "cell", Rect(100, 60 + 30 * n, 90, 28)) for n, s in enumerate(("5102", "5107"))
    ]
    assert "click" not in told(
        "go to the last page", screen([win(1, "Archive", "desk", is_active=True)], [*rows, label])
    )
