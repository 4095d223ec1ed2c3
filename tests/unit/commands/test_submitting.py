"""`and submit` is a step of its own: it presses the one button that sends the form, or asks."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Outcome, Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

PAGE = win(1, "Join", "chromium", is_active=True)
FIELD = states("editable", "focusable")


def form(*buttons):
    """A field for a name over buttons, each a name or (name, state)."""
    parts = [
        element("Name", "text", Rect(40, 60, 60, 20)),
        element("Name", "field", Rect(120, 60, 200, 24), states=FIELD, value=""),
    ]
    for n, what in enumerate(buttons):
        name, *more = (what,) if isinstance(what, str) else what
        on = frozenset({"showing"}) if "grey" in more else states(*more)
        parts.append(element(name, "button", Rect(40 + 130 * n, 120, 120, 30), states=on))
    return screen([PAGE], parts)


@pytest.mark.parametrize(
    "said",
    [
        "type Bob into Name and submit",
        "type Bob into Name and submit it",
        "type Bob into Name, then submit",
        "type Bob into Name, then submit it",
        "type Bob into Name and then submit the form",
        "type Bob into Name and send it off",
        "gib Bob in Name ein und absenden",
        "gib Bob in Name ein und schick es ab",
        "gib Bob in Name ein und sende das Formular ab",
        "gib Bob in Name ein, dann abschicken",
    ],
)
@pytest.mark.parametrize("button", ["Submit", "Absenden", "Send", ("Register", "default")])
def test_submit_at_the_end_presses_the_button_that_sends(said, button):
    name = button if isinstance(button, str) else button[0]
    assert told(said, form("Cancel", button)) == f"write 'Bob' @Name; click {name}"


@pytest.mark.parametrize(
    "said", ["type Bob into Name and submit", "gib Bob in Name ein und absenden"]
)
def test_where_no_button_is_known_to_send_nothing_more_is_done_and_it_is_said(said):
    driver = Driver(said, form("Cancel", "Clear"))
    assert driver.step().intent.text == "Bob"
    end = driver.step()
    assert end.outcome is Outcome.NOT_UNDERSTOOD
    assert "none was pressed" in end.message or "wurde keiner gedrückt" in end.message


HELD = (":fake", "/form/join")


def page(*buttons):
    """A page whose form holds the field and these buttons, over a button that no form holds."""
    seen = form(*buttons)
    inside = [replace(e, form=HELD) for e in seen.reader.elements]
    other = element("Search", "button", Rect(900, 20, 80, 30), states=states())
    return screen([PAGE], [element("Join", "document", Rect(0, 0, 1280, 700)), *inside, other])


def dialog(*buttons):
    """A program's dialog with a field for a name over buttons."""
    return screen([replace(PAGE, is_dialog=True)], form(*buttons).reader.elements)


@pytest.mark.parametrize(
    "said", ["type Bob into Name and submit", "gib Bob in Name ein und absenden"]
)
@pytest.mark.parametrize(
    "seen",
    [
        page("Register", ("Later", "grey")),
        page("Register"),
        dialog("Register", "Cancel", "Help"),
        dialog("Register", ("Later", "grey"), "Schließen"),
    ],
)
def test_the_only_button_that_can_be_pressed_where_the_field_stands_is_the_one(said, seen):
    assert told(said, seen) == "write 'Bob' @Name; click Register"


@pytest.mark.parametrize(
    "seen",
    [
        page("Cancel"),
        page("Clear search", ("Later", "grey")),
        page("Reset"),
        page("Close"),
        page("Zurücksetzen"),
        page("✕"),
        page(""),
        page("Register", "Later"),
        page("Register", "Cancel"),
        page(("Later", "grey")),
        dialog("Register", "Later", "Cancel"),
        dialog("Register", ""),
        dialog("Cancel", "Help"),
        form("Register"),
    ],
)
def test_of_other_buttons_none_is_taken_for_the_one_that_sends(seen):
    driver = Driver("type Bob into Name and submit", seen)
    assert driver.step().intent.text == "Bob"
    assert driver.step().outcome is Outcome.NOT_UNDERSTOOD


def test_the_only_button_of_a_dialog_is_not_pressed_where_nothing_was_filled_in():
    assert Driver("submit", dialog("Erase", "Cancel")).decide().outcome is Outcome.NOT_UNDERSTOOD


def test_of_several_buttons_that_send_one_is_asked_for_and_the_answer_pressed():
    driver = Driver("type Bob into Name and submit", form("Send form", "Submit request"))
    driver.step()
    question = driver.decide()
    assert isinstance(question, Question)
    assert [c.name for c in question.candidates] == ["Send form", "Submit request"]
    driver.chosen = 2
    assert driver.step().element.name == "Submit request"


def test_two_buttons_of_the_very_name_are_asked_about():
    driver = Driver("submit", form("Submit", "Submit"))
    assert isinstance(driver.decide(), Question)


def test_a_button_that_sends_later_is_not_taken_for_it():
    assert Driver("submit", form("Send later")).decide().outcome is Outcome.NOT_UNDERSTOOD


def test_a_greyed_out_button_is_told():
    end = Driver("submit the form", form(("Submit request", "grey"))).decide()
    assert end.outcome is Outcome.FAILED


def test_the_words_in_quotes_stay_text():
    assert told('type "read and submit" into Name', form("Submit")) == (
        "write 'read and submit' @Name"
    )
