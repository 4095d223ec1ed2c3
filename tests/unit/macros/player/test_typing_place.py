"""Text goes into its field without a press only where the keyboard truly is in that field."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.player.intents import Aimed, intent_of
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

NOTES, CHAT = 1, 2
NAME = element("Name", "field", Rect(40, 60, 200, 24), states=states("focused"), window_id=NOTES)
OTHER = element("Other", "field", Rect(40, 160, 200, 24), states=states("focused"), window_id=NOTES)
MESSAGE = element(
    "Message", "field", Rect(700, 60, 200, 24), states=states("focused"), window_id=CHAT
)


def written(elements, front, found=NAME):
    """Return the action of a step that types into “Name”, with the window `front` active."""
    windows = [
        win(number, title, title, is_active=number == front)
        for number, title in ((NOTES, "Notes"), (CHAT, "Chat"))
    ]
    seen = screen(windows, elements)
    step = grammar.Type(id="t", text="Ada", target=Target(name="Name"))
    aimed = Aimed(step, Found(found.box.center, found.box, "tree", 1.0, found))
    return intent_of(aimed, seen.observation, seen.reader, is_trusted=True).proposal.intent


def test_a_field_that_has_the_keyboard_is_not_pressed():
    assert written([NAME, MESSAGE], NOTES).at is None


def test_a_field_with_the_focus_of_a_window_behind_is_pressed():
    assert written([NAME, MESSAGE], CHAT).at.point == NAME.box.center


def test_a_field_is_pressed_where_another_one_has_the_keyboard():
    assert written([OTHER, NAME], NOTES).at.point == NAME.box.center


def test_a_field_is_pressed_where_nobody_tells_what_has_the_keyboard():
    assert written([], NOTES).at.point == NAME.box.center


@pytest.mark.parametrize("front", [NOTES, CHAT])
def test_a_field_of_an_untold_window_is_judged_by_what_has_the_keyboard(front):
    untold = replace(NAME, window_id=0)
    at = written([untold] if front == NOTES else [MESSAGE], front, untold).at
    assert (at is None) == (front == NOTES)
