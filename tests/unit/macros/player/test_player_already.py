"""A box that is already as the step left it is not pressed: that would turn it back."""

from dataclasses import replace

import msgspec
import pytest

from automation.core.actions import Click
from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.effects import holds
from automation.macros.macro import Target, Until
from tests.fakes.macro_world import Rig, World, click, macro, thing

OFF = frozenset({"enabled", "showing", "checkable"})
ON = OFF | {"checked"}
TARGET = Target(name="Vegetarian", role="checkbox")
OTHER = Target(name="Express", role="checkbox")


def turned(world, action):
    """Turn the box over, as a press does."""
    if isinstance(action, Click) and world.pressed[-1:] == ["Vegetarian"]:
        box = world.things[0]
        world.things[0] = replace(box, states=OFF if "checked" in box.states else ON)


def played(states, value, step=None, **more):
    box = thing("Vegetarian", 0, role="checkbox", states=states)
    world = World([box, thing("Book", 1)], on_action=turned)
    expect = Until(condition=holds(TARGET, value), within_s=1.0)
    step = step or grammar.Click(id="tick", target=TARGET, expect=expect, on_mismatch="stop")
    rig = Rig(world, macro(step, click("Book")), **more)
    rig.run()
    return rig


@pytest.mark.parametrize(("states", "value"), [(ON, "on"), (OFF, "off")])
def test_a_box_that_is_so_already_is_not_pressed(states, value):
    rig = played(states, value)
    assert rig.ended.outcome is Outcome.DONE
    assert rig.world.pressed == ["Book"]
    assert rig.report.steps[0].effect == "seen"
    assert rig.world.things[0].states == states


@pytest.mark.parametrize(("states", "value"), [(OFF, "on"), (ON, "off")])
def test_a_box_that_is_otherwise_is_pressed(states, value):
    rig = played(states, value)
    assert rig.ended.outcome is Outcome.DONE
    assert rig.world.pressed == ["Vegetarian", "Book"]


@pytest.mark.parametrize(
    "change",
    [
        {"expect": None},
        {"count": 2},
        {"button": "right"},
        {"modifiers": ("ctrl",)},
        {"expect": Until(condition=holds(OTHER, "on"), within_s=0.1)},
    ],
    ids=["nothing expected", "twice", "right", "with Ctrl", "another box"],
)
def test_what_means_more_than_the_state_of_its_box_is_pressed(change):
    expect = Until(condition=holds(TARGET, "on"), within_s=1.0)
    step = grammar.Click(id="tick", target=TARGET, expect=expect, on_mismatch="stop")
    rig = played(ON, "on", msgspec.structs.replace(step, **change))
    assert rig.world.pressed[0] == "Vegetarian"


def test_a_box_whose_state_nobody_tells_is_pressed():
    rig = played(frozenset({"enabled", "showing"}), "on")
    assert rig.world.pressed[0] == "Vegetarian"
