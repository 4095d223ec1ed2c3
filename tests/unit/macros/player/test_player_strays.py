"""A press that went to another thing ends the way, unless what it should do is seen all the same."""

import pytest

from automation.core.proposal import Outcome, Receipt
from automation.core.wording import landing_receipt
from automation.macros import macro as grammar
from automation.macros.macro import Until
from tests.fakes.fake_reader import element
from tests.fakes.macro_world import Rig, World, click, macro, thing

STRAYED = landing_receipt(element("City", "field"))
THEN = click("Start")


def played(step, *receipts):
    world = World([thing("Save", 0), thing("Start", 1)])
    rig = Rig(world, macro(step, THEN), receipts=list(receipts))
    return rig, rig.run()


@pytest.mark.parametrize("expect", [None, Until(condition=grammar.Changed(), within_s=1.0)])
def test_a_macro_stops_after_a_press_that_went_to_another_thing(expect):
    rig, ended = played(click("Save", expect=expect), STRAYED)
    assert ended.outcome is Outcome.UNVERIFIED
    assert "the press went to “City”, which had come to its place" in ended.message
    assert rig.world.pressed == ["Save"]
    assert rig.states() == [("click-save", 0, "failed")]
    assert rig.report.steps[0].effect == "not seen"


def test_an_effect_of_its_own_that_is_seen_says_that_it_was_right():
    expect = Until(condition=grammar.Shows(text="Start"), within_s=1.0)
    rig, _ = played(click("Save", expect=expect), STRAYED)
    assert rig.world.pressed == ["Save", "Start"]


def test_something_else_that_changed_ends_nothing():
    other = Receipt("not_seen", "something changed outside the window")
    rig, _ = played(click("Save"), other)
    assert rig.world.pressed == ["Save", "Start"]
