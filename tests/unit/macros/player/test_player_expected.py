"""What a step is expected to do is read from what it was done to; where nothing tells, the receipt does."""

from dataclasses import dataclass, replace

import msgspec
import pytest

from automation.core.proposal import Outcome, Receipt
from automation.macros import macro as grammar
from automation.macros.effects import holds
from automation.macros.found import Found
from automation.macros.macro import Place, Target, Until
from automation.macros.play.mismatch import DOUBT_WAIT_S
from automation.macros.play.repair import Pointed
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_verifier import SEEN
from tests.fakes.macro_world import Rig, World, WorldFinder, click, macro, thing

SHOW = 2
OFF = frozenset({"enabled", "showing", "checkable"})
ON = OFF | {"checked"}
CHANGED = Receipt("not_seen", "something changed")
TERMS = Target(
    name="Accept terms",
    role="checkbox",
    image="images/terms.png",
    press=(4, 4),
    place=Place(box=grammar.Box(x=0, y=0, w=30, h=8), window=grammar.Box(x=0, y=0, w=160, h=120)),
)
TICKED = Until(condition=holds(TERMS, "on"), within_s=10.0)
AGREE = thing("I agree", 0, role="checkbox", states=OFF)
START = thing("Start", 1)
START_DRAWN = thing("Start", 1, rung="text")


def tick(world, _action):
    if world.pressed[-1:] == ["I agree"]:
        world.things[0] = replace(world.things[0], states=ON)


def leave(_world, _action):
    """Let nothing come of a press."""


def terms(**more):
    return grammar.Click(id="terms", target=TERMS, expect=TICKED, on_mismatch="ask_me", **more)


class Hand:
    """Points at the box."""

    world: World

    def point(self, stop):
        stop.check()
        box = AGREE.element()
        return Pointed(
            Found(box.box.center, box.box, "user", 1.0, box, 1), self.world.observe_now()
        )


def shown(on_action, *things, **more):
    """Return a rig in which the renamed box is pointed at; it has not run yet."""
    world = World(list(things) or [AGREE, START], on_action=on_action)
    hand = Hand()
    hand.world = world
    steps = macro(terms(), click("Start"))
    return Rig(
        world, steps, confirmer=FakeConfirmer(choices=[SHOW]), tools={"pointer": hand}, **more
    )


def test_what_the_user_has_shown_is_read_and_not_looked_for_by_its_old_name():
    rig = shown(tick)
    assert rig.run().outcome is Outcome.DONE
    assert rig.report.steps[0].effect == "seen"
    assert rig.report.steps[0].handled == ("you: show",)
    assert rig.world.pressed == ["I agree", "Start"]


def test_what_the_user_has_shown_and_stays_as_it_was_stops():
    rig = shown(leave)
    assert rig.run().outcome is not Outcome.DONE
    assert rig.world.pressed == ["I agree"]
    assert "is off" in rig.ended.message


@dataclass
class Untold(World):
    """Programs that tell nothing: what is there is seen on the picture alone."""

    def tree(self, observation, *, whole_screen=False):
        return []

    def element_at(self, observation, point):
        return None


class TrustingFinder(WorldFinder):
    """Takes what a model has named for found, as the player does once it has asked one."""

    def find(self, *words, **more):
        return super().find(*words, **{**more, "lowest": "model"})


def drawn(name, place=0, rung="text"):
    return thing(name, place, role="checkbox", rung=rung)


def untold(receipt, within_s=10.0, rung="text", **more):
    """Play a box of a program that tells nothing; return the rig and for how long was waited."""
    box = msgspec.structs.replace(TERMS, image=None, press=None)
    expect = Until(condition=holds(box, "on"), within_s=within_s)
    step = grammar.Click(id="terms", target=box, expect=expect, **more)
    world = Untold([drawn("Accept terms", rung=rung), START_DRAWN])
    rig = Rig(world, macro(step, click("Start")), finder_type=TrustingFinder)
    rig.receipts, began_s = [receipt], rig.clock.now_s()
    rig.run()
    return rig, rig.clock.now_s() - began_s


def test_where_nothing_tells_a_confirmed_receipt_stands_for_the_effect_at_once():
    rig, took_s = untold(Receipt("effect_seen", "it looks pressed"))
    assert rig.ended.outcome is Outcome.DONE
    assert rig.report.steps[0].effect == "not seen"
    assert rig.world.pressed == ["Accept terms", "Start"]
    assert took_s < DOUBT_WAIT_S


def test_no_receipt_stands_for_a_place_that_a_model_alone_has_named():
    rig, _ = untold(Receipt("effect_seen", "it looks pressed"), rung="model")
    assert rig.ended.outcome is Outcome.UNVERIFIED
    assert rig.world.pressed == ["Accept terms"]


def test_where_nothing_tells_and_no_effect_was_seen_it_stops_when_the_time_is_up():
    rig, took_s = untold(CHANGED)
    assert rig.ended.outcome is Outcome.UNVERIFIED
    assert rig.world.pressed == ["Accept terms"]
    assert took_s >= 10.0, "a tree that is late is waited for as long as the macro says"


@pytest.mark.parametrize("receipt", [SEEN, CHANGED])
def test_no_receipt_stands_for_what_another_thing_is_expected_to_hold(receipt):
    other = Until(condition=holds(Target(name="Gone"), "on"), within_s=6.0)
    world = World([thing("A", 0), START])
    rig = Rig(world, macro(click("A", expect=other), click("Start")), receipts=[receipt])
    began_s = rig.clock.now_s()
    assert rig.run().outcome is Outcome.UNVERIFIED
    assert world.pressed == ["A"]
    assert rig.clock.now_s() - began_s >= 6.0


def test_what_is_told_and_not_so_stops_whatever_the_receipt_says():
    states = frozenset({"enabled", "showing", "checkable"})
    world = World([thing("A", 0, role="checkbox", states=states), START])
    expect = Until(condition=holds(Target(name="A"), "on"), within_s=1.0)
    rig = Rig(world, macro(click("A", expect=expect), click("Start")), receipts=[SEEN])
    assert rig.run().outcome is Outcome.UNVERIFIED
    assert world.pressed == ["A"]


def test_a_box_that_the_page_has_made_anew_is_looked_for_by_its_name():
    def anew(world, _action):
        world.things[0] = thing("A", 8, role="checkbox", states=ON)

    expect = Until(condition=holds(Target(name="A"), "on"), within_s=1.0)
    world = World([thing("A", 0, role="checkbox", states=OFF)], on_action=anew)
    rig = Rig(world, macro(click("A", expect=expect)))
    assert rig.run().outcome is Outcome.DONE
    assert rig.report.steps[0].effect == "seen"
