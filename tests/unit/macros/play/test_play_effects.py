"""What a step was to do is seen, read from the thing itself, or told by the receipt; else the play stops.

A box that is as the step left it is not pressed. A press that went to another thing or did not move its
box ends the play. What a macro went on without is told at its end, and decides nothing on half a picture.
"""

from dataclasses import dataclass, replace

import msgspec
import pytest

from automation.core.actions import Click
from automation.core.events import Ended
from automation.core.proposal import Outcome, Receipt
from automation.core.wording import landing_receipt
from automation.macros import macro as grammar
from automation.macros.effects import holds
from automation.macros.found import Found
from automation.macros.macro import Place, Target, Until
from automation.macros.play.mismatch import DOUBT_WAIT_S
from automation.macros.play.repair import Pointed
from automation.macros.play.step_machine import unmoved_switch
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.fake_reader import element
from tests.fakes.fake_verifier import SEEN
from tests.fakes.macro_world import Rig, World, WorldFinder, click, macro, thing

OFF = frozenset({"enabled", "showing", "checkable"})
ON = OFF | {"checked"}
TARGET = Target(name="Vegetarian", role="checkbox")
OTHER = Target(name="Express", role="checkbox")


def turned(world, action):
    """Turn the box over, as a press does."""
    if isinstance(action, Click) and world.pressed[-1:] == ["Vegetarian"]:
        box = world.things[0]
        world.things[0] = replace(box, states=OFF if "checked" in box.states else ON)


def ticked(states, value, step=None, **more):
    box = thing("Vegetarian", 0, role="checkbox", states=states)
    world = World([box, thing("Book", 1)], on_action=turned)
    expect = Until(condition=holds(TARGET, value), within_s=1.0)
    step = step or grammar.Click(id="tick", target=TARGET, expect=expect, on_mismatch="stop")
    rig = Rig(world, macro(step, click("Book")), **more)
    rig.run()
    return rig


@pytest.mark.parametrize(("states", "value"), [(ON, "on"), (OFF, "off")])
def test_a_box_that_is_so_already_is_not_pressed(states, value):
    rig = ticked(states, value)
    assert rig.ended.outcome is Outcome.DONE
    assert rig.world.pressed == ["Book"]
    assert rig.report.steps[0].effect == "seen"
    assert rig.world.things[0].states == states


@pytest.mark.parametrize(("states", "value"), [(OFF, "on"), (ON, "off")])
def test_a_box_that_is_otherwise_is_pressed(states, value):
    rig = ticked(states, value)
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
    rig = ticked(ON, "on", msgspec.structs.replace(step, **change))
    assert rig.world.pressed[0] == "Vegetarian"


def test_a_box_whose_state_nobody_tells_is_pressed():
    rig = ticked(frozenset({"enabled", "showing"}), "on")
    assert rig.world.pressed[0] == "Vegetarian"


SHOW = 2
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


STRAYED = landing_receipt(element("City", "field"))
THEN = click("Start")


def pressed_astray(step, *receipts):
    world = World([thing("Save", 0), thing("Start", 1)])
    rig = Rig(world, macro(step, THEN), receipts=list(receipts))
    return rig, rig.run()


@pytest.mark.parametrize("expect", [None, Until(condition=grammar.Changed(), within_s=1.0)])
def test_a_macro_stops_after_a_press_that_went_to_another_thing(expect):
    rig, ended = pressed_astray(click("Save", expect=expect), STRAYED)
    assert ended.outcome is Outcome.UNVERIFIED
    assert "the press went to “City”, which had come to its place" in ended.message
    assert rig.world.pressed == ["Save"]
    assert rig.states() == [("click-save", 0, "failed")]
    assert rig.report.steps[0].effect == "not seen"


def test_an_effect_of_its_own_that_is_seen_says_that_it_was_right():
    expect = Until(condition=grammar.Shows(text="Start"), within_s=1.0)
    rig, _ = pressed_astray(click("Save", expect=expect), STRAYED)
    assert rig.world.pressed == ["Save", "Start"]


def test_something_else_that_changed_ends_nothing():
    other = Receipt("not_seen", "something changed outside the window")
    rig, _ = pressed_astray(click("Save"), other)
    assert rig.world.pressed == ["Save", "Start"]


STILL_OFF = Receipt("denied", "it is still off", code="still")
STILL_ON = Receipt("denied", "it is still on", code="still")
BOX = click("Backup")


def world(role="checkbox", states=OFF, **more):
    return World([thing("Backup", 0, role=role, states=states), thing("Start", 1)], **more)


def switched(desk, *receipts, step=BOX, **more):
    rig = Rig(desk, macro(step, THEN), receipts=list(receipts), **more)
    return rig, rig.run()


@pytest.mark.parametrize(
    ("role", "states", "receipt"),
    [("checkbox", OFF, STILL_OFF), ("checkbox", ON, STILL_ON), ("toggle", OFF, STILL_OFF)],
)
def test_a_macro_stops_at_a_box_that_stays_as_it_was(role, states, receipt):
    rig, ended = switched(world(role, states), receipt)
    assert ended.outcome is Outcome.UNVERIFIED
    assert receipt.detail in ended.message
    assert rig.world.pressed == ["Backup"]
    assert rig.states() == [("click-backup", 0, "failed")]
    assert rig.report.steps[0].effect == "not seen"


def test_its_recorded_effect_does_not_make_up_for_it():
    expect = Until(condition=grammar.Shows(text="Start"), within_s=1.0)
    rig, ended = switched(world(), STILL_OFF, step=click("Backup", expect=expect))
    assert ended.outcome is Outcome.UNVERIFIED
    assert rig.world.pressed == ["Backup"]


def test_a_box_that_moves_late_is_waited_for():
    desk = world()

    def move(world):
        if world.pressed and world.looks >= 4:
            world.things[0] = replace(world.things[0], states=ON)

    desk.on_look = move
    rig, _ = switched(desk, STILL_OFF)
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
    rig, _ = switched(world(role, states), receipt)
    assert rig.world.pressed == ["Backup", "Start"]


def test_a_box_that_is_gone_afterwards_tells_nothing():
    desk = world()
    desk.on_action = lambda world, action: (
        world.things.__delitem__(0) if len(world.things) > 1 else None
    )
    rig, _ = switched(desk, STILL_OFF)
    assert rig.world.pressed == ["Backup", "Start"]


class OneThing:
    """A reader to whom every handle means the same thing."""

    def __init__(self, element):
        self._element = element

    def refreshed(self, element):
        return self._element


@pytest.mark.parametrize(("name", "still"), [("Backup", "it is still off"), ("Sync", "")])
def test_a_box_whose_handle_another_one_has_by_now_tells_nothing(name, still):
    rig, _ = switched(world(), STILL_OFF)
    record = rig.log.records[0]
    there = replace(record.proposal.element, name=name)
    assert unmoved_switch(record, OneThing(there)) == still


def test_a_double_click_says_nothing_of_a_box():
    rig, _ = switched(world(), STILL_OFF, step=click("Backup", count=2))
    assert rig.world.pressed == ["Backup", "Start"]


def test_a_step_that_may_be_left_out_is_told_as_left_out():
    rig, ended = switched(world(), STILL_OFF, step=click("Backup", on_mismatch="skip"))
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
    rig, _ = switched(
        desk, STILL_OFF, step=click("Backup", on_mismatch="ask_me"),
        confirmer=FakeConfirmer(choices=[redo]),
    )  # fmt: skip
    assert rig.world.pressed == ["Backup", "Backup", "Start"]


SAVED = grammar.Shows(text="Saved")


def check(**more):
    return grammar.CheckThat(id="saved", condition=SAVED, within_s=1.0, on_mismatch="skip", **more)


def test_a_check_that_failed_and_was_left_out_is_no_done():
    rig = Rig(World([thing("A", 0)]), macro(check(), click("A")))
    ended = rig.run()
    assert ended.outcome is Outcome.PARTIAL
    assert "1 thing was not seen: Check that “Saved” is shown (saved)" in ended.message
    assert rig.world.pressed == ["A"]
    assert not rig.report.is_green


def test_an_effect_that_was_left_out_is_named():
    expect = Until(condition=SAVED, within_s=1.0)
    rig = Rig(World([thing("A", 0)]), macro(click("A", expect=expect, on_mismatch="skip")))
    ended = rig.run()
    assert ended.outcome is Outcome.PARTIAL
    assert "the effect of Click “A” (click-a)" in ended.message


def test_a_wait_that_was_left_out_is_named():
    wait = Until(condition=SAVED, within_s=1.0)
    rig = Rig(World([thing("A", 0)]), macro(click("A", wait=wait, on_mismatch="skip")))
    assert rig.run().outcome is Outcome.PARTIAL
    assert rig.world.sent == []


def test_many_left_out_steps_are_counted_and_some_are_named():
    steps = [click(f"S{n}", on_mismatch="skip") for n in range(8)]
    ended = Rig(World([thing("A", 0)]), macro(*steps, click("A"))).run()
    assert ended.outcome is Outcome.DONE
    assert "8 steps were left out: Click “S0” (click-s0)" in ended.message
    assert "and 3 more" in ended.message


class Drawing(World):
    """Draws itself anew after the first look: until it was looked at settled again it shows nothing."""

    def __init__(self, things):
        super().__init__([])
        self._all = things
        self.settled = 0

    def observe(self, stop, *, is_brief=False):
        self.settled += 1
        return super().observe(stop)

    def observe_now(self):
        self.things = list(self._all) if self.settled > 1 else []
        return super().observe_now()


def exists(name, **more):
    return grammar.Exists(target=Target(name=name), **more)


def test_if_is_decided_on_a_settled_look():
    decide = grammar.If(id="if", condition=exists("A"), then=(click("A"),), otherwise=(click("B"),))
    world = Drawing([thing("A", 0), thing("B", 2)])
    late = grammar.Wait(id="w", seconds=0.5)  # what follows a wait is seen at a glance
    assert Rig(world, macro(late, decide)).run().outcome is Outcome.DONE
    assert world.pressed == ["A"]


@pytest.mark.parametrize("times", [1, 3])
def test_repeat_until_is_decided_on_a_settled_look(times):
    gone = grammar.Repeat(
        id="r", times=times, until=exists("A", absent=True), steps=(click("B", "b"),)
    )
    world = Drawing([thing("A", 0), thing("B", 2)])
    Rig(world, macro(grammar.Wait(id="w", seconds=0.5), gone)).run()
    assert world.pressed == ["B"] * times


def test_that_something_is_gone_is_told_by_a_settled_look_only():
    world = Drawing([thing("A", 0)])
    gone = grammar.CheckThat(id="gone", condition=exists("A", absent=True), within_s=1.0)
    ended = Rig(world, macro(grammar.Wait(id="w", seconds=0.5), gone)).run()
    assert isinstance(ended, Ended)
    assert ended.outcome is Outcome.UNVERIFIED


class Drawn(World):
    """Shows nothing yet on a look that was brief."""

    def __init__(self, things):
        super().__init__([])
        self._all = things
        self.brief = []

    def observe(self, stop, *, is_brief=False):
        self.brief.append(is_brief)
        self.things = [] if is_brief else list(self._all)
        return super().observe(stop, is_brief=is_brief)


WAS_SEEN = Receipt("effect_seen", "it is on")


@pytest.mark.parametrize(
    "decided",
    [
        grammar.If(id="if", condition=exists("A"), then=(click("A", "then"),)),
        grammar.Repeat(
            id="r", times=1, until=exists("A", absent=True), steps=(click("A", "again"),)
        ),
    ],
    ids=["if", "until"],
)
def test_which_way_a_macro_goes_is_not_decided_on_a_brief_look(decided):
    world = Drawn([thing("A", 0)])
    Rig(world, macro(click("A"), decided), told=[WAS_SEEN]).run()
    assert world.brief[:3] == [False, True, False]
    assert world.pressed == ["A", "A"]


def test_that_something_is_gone_is_not_told_by_a_brief_look():
    world = Drawn([thing("A", 0)])
    gone = Until(condition=exists("A", absent=True), within_s=1.0)
    ended = Rig(world, macro(click("A", expect=gone)), told=[WAS_SEEN]).run()
    assert world.brief[:3] == [False, True, False]
    assert ended.outcome is Outcome.UNVERIFIED


@pytest.mark.parametrize(
    ("role", "looks"),
    [("field", 3), ("checkbox", 3), ("button", 4)],
)
def test_only_fields_and_boxes_are_pressed_on_a_brief_look(role, looks):
    world = Drawn([thing("A", 0), thing("B", 2, role=role)])
    world.on_look = lambda one: setattr(one, "things", list(one._all))
    Rig(world, macro(click("A"), click("B")), told=[WAS_SEEN]).run()
    assert world.pressed == ["A", "B"]
    # The first one, those after the two presses, and before a button a whole one.
    assert world.brief == [False, True, False, False][:looks]
