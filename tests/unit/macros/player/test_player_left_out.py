"""What a macro went on without is told at its end, and decides nothing on half a picture."""

import pytest

from automation.core.events import Ended
from automation.core.proposal import Outcome, Receipt
from automation.macros import macro as grammar
from automation.macros.macro import Target, Until
from tests.fakes.macro_world import Rig, World, click, macro, thing

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


SEEN = Receipt("effect_seen", "it is on")


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
    Rig(world, macro(click("A"), decided), told=[SEEN]).run()
    assert world.brief[:3] == [False, True, False]
    assert world.pressed == ["A", "A"]


def test_that_something_is_gone_is_not_told_by_a_brief_look():
    world = Drawn([thing("A", 0)])
    gone = Until(condition=exists("A", absent=True), within_s=1.0)
    ended = Rig(world, macro(click("A", expect=gone)), told=[SEEN]).run()
    assert world.brief[:3] == [False, True, False]
    assert ended.outcome is Outcome.UNVERIFIED


@pytest.mark.parametrize(
    ("role", "looks"),
    [("field", 3), ("checkbox", 3), ("button", 4)],
)
def test_only_fields_and_boxes_are_pressed_on_a_brief_look(role, looks):
    world = Drawn([thing("A", 0), thing("B", 2, role=role)])
    world.on_look = lambda one: setattr(one, "things", list(one._all))
    Rig(world, macro(click("A"), click("B")), told=[SEEN]).run()
    assert world.pressed == ["A", "B"]
    # The first one, those after the two presses, and before a button a whole one.
    assert world.brief == [False, True, False, False][:looks]
