"""A box that a press did not move ends the way: what follows would be done with the wrong setting."""

from dataclasses import replace

import pytest

from automation.core.proposal import Outcome, Receipt
from automation.macros import macro as grammar
from automation.macros.macro import Until
from automation.macros.play.step import unmoved_switch
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import Rig, World, click, macro, thing

OFF = frozenset({"enabled", "showing", "checkable"})
ON = OFF | {"checked"}
STILL_OFF = Receipt("denied", "it is still off", code="still")
STILL_ON = Receipt("denied", "it is still on", code="still")
BOX = click("Backup")
THEN = click("Start")


def world(role="checkbox", states=OFF, **more):
    return World([thing("Backup", 0, role=role, states=states), thing("Start", 1)], **more)


def played(desk, *receipts, step=BOX, **more):
    rig = Rig(desk, macro(step, THEN), receipts=list(receipts), **more)
    return rig, rig.run()


@pytest.mark.parametrize(
    ("role", "states", "receipt"),
    [("checkbox", OFF, STILL_OFF), ("checkbox", ON, STILL_ON), ("toggle", OFF, STILL_OFF)],
)
def test_a_macro_stops_at_a_box_that_stays_as_it_was(role, states, receipt):
    rig, ended = played(world(role, states), receipt)
    assert ended.outcome is Outcome.UNVERIFIED
    assert receipt.detail in ended.message
    assert rig.world.pressed == ["Backup"]
    assert rig.states() == [("click-backup", 0, "failed")]
    assert rig.report.steps[0].effect == "not seen"


def test_its_recorded_effect_does_not_make_up_for_it():
    expect = Until(condition=grammar.Shows(text="Start"), within_s=1.0)
    rig, ended = played(world(), STILL_OFF, step=click("Backup", expect=expect))
    assert ended.outcome is Outcome.UNVERIFIED
    assert rig.world.pressed == ["Backup"]


def test_a_box_that_moves_late_is_waited_for():
    desk = world()

    def move(world):
        if world.pressed and world.looks >= 4:
            world.things[0] = replace(world.things[0], states=ON)

    desk.on_look = move
    rig, _ = played(desk, STILL_OFF)
    assert rig.world.pressed == ["Backup", "Start"]


@pytest.mark.parametrize(
    ("role", "states", "receipt"),
    [
        ("button", OFF, STILL_OFF),
        ("checkbox", frozenset({"enabled"}), STILL_OFF),
        ("toggle", ON, STILL_ON),  # of several toggles the pressed one stays on
        ("radio", ON, STILL_ON),
        ("checkbox", OFF, Receipt("not_seen", "the screen moves by itself")),
        ("checkbox", OFF, Receipt("effect_seen", "it is on")),
    ],
)
def test_what_a_press_need_not_move_is_gone_on_from_as_ever(role, states, receipt):
    rig, _ = played(world(role, states), receipt)
    assert rig.world.pressed == ["Backup", "Start"]


def test_a_box_that_is_gone_afterwards_tells_nothing():
    desk = world()
    desk.on_action = lambda world, action: (
        world.things.__delitem__(0) if len(world.things) > 1 else None
    )
    rig, _ = played(desk, STILL_OFF)
    assert rig.world.pressed == ["Backup", "Start"]


class OneThing:
    """A reader to whom every handle means the same thing."""

    def __init__(self, element):
        self._element = element

    def refreshed(self, element):
        return self._element


@pytest.mark.parametrize(("name", "still"), [("Backup", "it is still off"), ("Sync", "")])
def test_a_box_whose_handle_another_one_has_by_now_tells_nothing(name, still):
    rig, _ = played(world(), STILL_OFF)
    record = rig.log.records[0]
    there = replace(record.proposal.element, name=name)
    assert unmoved_switch(record, OneThing(there)) == still


def test_a_double_click_says_nothing_of_a_box():
    rig, _ = played(world(), STILL_OFF, step=click("Backup", count=2))
    assert rig.world.pressed == ["Backup", "Start"]


def test_a_step_that_may_be_left_out_is_told_as_left_out():
    rig, ended = played(world(), STILL_OFF, step=click("Backup", on_mismatch="skip"))
    assert rig.world.pressed == ["Backup", "Start"]
    assert ended.outcome is Outcome.PARTIAL
    assert "the effect of Click “Backup” (click-backup)" in ended.message


def test_the_user_may_have_it_pressed_again():
    desk = world()

    def press(world, action):
        if world.pressed == ["Backup", "Backup"]:
            world.things[0] = replace(world.things[0], states=ON)

    desk.on_action = press
    redo = 3  # look again, go on, do this step again, stop
    rig, _ = played(
        desk, STILL_OFF, step=click("Backup", on_mismatch="ask_me"),
        confirmer=FakeConfirmer(choices=[redo]),
    )  # fmt: skip
    assert rig.world.pressed == ["Backup", "Backup", "Start"]
