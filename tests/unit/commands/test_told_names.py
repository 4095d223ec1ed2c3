"""What a thing is called in our sentences: the user's own words, never cut short."""

import pytest

from automation.commands.policy import CommandsPolicy
from automation.commands.targets import phrase
from automation.commands.words import Quotes
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, web_form, win


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Line Numbers", "Line Numbers"),
        ("the Line Numbers box", "Line Numbers"),
        ("Address and search bar", "Address and search bar"),
        ("the Address and search bar", "Address and search bar"),
        ("Copy link", "Copy link"),
        ("Close tab", "Close tab"),
        ("Field Names", "Field Names"),
        ("List of figures", "List of figures"),
        ("the last button", "last button"),
        ("the Save button", "Save"),
        ("Save button", "Save"),
        ("button Save", "Save"),
        ("the File menu", "File"),
        ("the menu called Help", "Help"),
        ("checkbox: Newsletter", "Newsletter"),
        ("the “Save” button", "Save"),
    ],
)
def test_a_name_is_told_whole_and_without_the_kind_that_is_no_part_of_it(words, name):
    quotes = Quotes(words)
    assert phrase(quotes.masked, quotes).label == name


def test_the_steps_of_a_menu_path_are_told_by_their_whole_names():
    assert CommandsPolicy.preview("open View > Line Numbers") == ("Choose “View” > “Line Numbers”",)
    view = screen([win(1, "w", "a", is_active=True)], [element("View", "menu")])
    proposal = Driver("open View > Line Numbers", view).decide()
    assert proposal.sentence == "Click “View”, then “Line Numbers”"
    assert proposal.leads_to == ("Line Numbers",)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("click Line Numbers", "“Line Numbers” is not in this window."),
        ("type x into Row Colours", "“Row Colours” is in this window, but as a button."),
    ],
)
def test_what_is_not_found_is_told_by_its_whole_name(said, message):
    seen = web_form().with_elements(element("Row Colours", "button"))
    assert Driver(said, seen).decide().message.startswith(message)
