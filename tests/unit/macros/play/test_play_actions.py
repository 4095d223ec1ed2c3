"""Text goes into its field without a press only where the keyboard truly is in that field."""

from dataclasses import replace

import pytest
from msgspec import structs

from automation.core import actions
from automation.core.actions import Aim
from automation.core.geometry import Rect
from automation.core.proposal import Confirmation, Execution, Proposal, Risk, RiskLevel, StepRecord
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.step_actions import aim, pressed_by
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
    targets = {"target": Found(found.box.center, found.box, "tree", 1.0, found)}
    return aim(step, targets, seen.observation, seen.reader, is_trusted=True).proposal.intent


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


def over(field, *, text="Ada", target=True, seen_as=None, pressed=None, **more):
    """Return the proposal of a step that leaves nothing but its text in “Name”."""
    seen = screen([win(NOTES, "Notes", "Notes", is_active=True)], [field])
    named = Target(name="Name") if target else None
    step = grammar.Type(id="t", text=text, target=named, replace=True, **more)
    as_found = replace(seen_as or field, value=None)  # a tree is read without what fields hold
    found = {"target": Found(field.box.center, field.box, "tree", 1.0, as_found)} if target else {}
    aimed = aim(step, found, seen.observation, seen.reader, is_trusted=True, pressed=pressed)
    return aimed.proposal


def test_what_stands_in_a_field_is_replaced_and_the_sentence_and_the_mark_say_so():
    proposal = over(replace(NAME, value="Bob"))
    assert proposal.intent.overwrite
    assert proposal.sentence == "Type “Ada” into “Name”, replacing what is there"
    assert proposal.element.value == "Bob"


def test_nothing_is_said_to_be_replaced_in_an_empty_field():
    proposal = over(replace(NAME, value=""), enter=True)
    assert not proposal.intent.overwrite
    assert proposal.sentence == "Type “Ada” into “Name”, then Enter"
    assert proposal.element.value == ""


def test_a_field_that_is_to_hold_the_text_alone_is_pressed_though_it_is_empty_and_has_the_keyboard():
    assert over(replace(NAME, value="")).intent.at.point == NAME.box.center


def test_an_empty_field_that_the_step_before_has_pressed_is_not_pressed_twice():
    empty = replace(NAME, value="")
    assert over(empty, pressed=NAME).intent.at is None
    assert over(empty, pressed=OTHER).intent.at.point == NAME.box.center
    assert over(empty, pressed=replace(NAME, window_id=CHAT)).intent.at.point == NAME.box.center
    nameless = replace(NAME, handle=None)
    assert over(empty, seen_as=nameless, pressed=nameless).intent.at.point == NAME.box.center
    without = replace(empty, states=frozenset())
    assert over(without, pressed=NAME).intent.at.point == NAME.box.center


def test_a_field_that_holds_something_or_is_to_be_cleared_is_pressed_again():
    at = NAME.box.center
    assert over(replace(NAME, value="Bob"), pressed=NAME).intent.at.point == at
    assert over(replace(NAME, value=None), pressed=NAME).intent.at.point == at
    assert over(replace(NAME, value=""), text="", pressed=NAME).intent.at.point == at


CLICK = actions.Click(Aim(NAME.box.center))


def record(action=CLICK, intent=CLICK, *, verdict="accepted", sent=True):
    return StepRecord(
        1,
        Proposal(intent, element=NAME),
        Risk(RiskLevel.R1),
        Confirmation(verdict, "user"),
        action,
        NAME.box.center,
        execution=Execution(3, 20.0, completed=sent),
    )


def test_only_one_plain_click_that_was_sent_as_it_was_proposed_has_pressed():
    assert pressed_by(record()) == NAME
    for other in (
        structs.replace(CLICK, count=2),
        structs.replace(CLICK, button="right"),
        structs.replace(CLICK, modifiers=("ctrl",)),
        actions.Write("Ada", CLICK.at),
    ):
        assert pressed_by(record(other, other)) is None
    elsewhere = structs.replace(CLICK, at=Aim(OTHER.box.center))
    assert pressed_by(record(elsewhere, verdict="edited")) is None
    assert pressed_by(record(verdict="rejected")) is None
    assert pressed_by(record(sent=False)) is None


def test_a_field_of_which_nobody_tells_what_it_holds_is_typed_over_as_the_macro_says():
    assert over(replace(NAME, value=None)).intent.overwrite
    hidden = replace(NAME, role="password", value="")
    assert over(hidden).intent.overwrite
    gone = over(replace(NAME, value=""), seen_as=replace(NAME, handle=None))
    assert gone.intent.overwrite


def test_a_field_is_cleared_even_where_it_is_empty():
    assert over(replace(NAME, value=""), text="").intent.overwrite


@pytest.mark.parametrize(("held", "is_over"), [("Bob", True), ("", False)])
def test_text_for_what_has_the_keyboard_is_judged_by_what_that_holds(held, is_over):
    proposal = over(replace(NAME, value=held), target=False)
    assert proposal.intent.overwrite is is_over
    assert ("replacing" in proposal.sentence) is is_over


def test_a_picture_that_was_found_is_judged_by_the_field_under_it():
    seen = screen([win(NOTES, "Notes", "Notes", is_active=True)], [replace(NAME, value="")])
    step = grammar.Type(id="t", text="Ada", target=Target(name="Name"), replace=True)
    found = {"target": Found(NAME.box.center, NAME.box, "image", 0.95)}
    made = aim(step, found, seen.observation, seen.reader, is_trusted=True)
    assert not made.proposal.intent.overwrite
