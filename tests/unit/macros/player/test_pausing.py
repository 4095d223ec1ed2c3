"""How long a play waits before its steps: as recorded, and slowly enough to watch below speed 1."""

import pytest

from automation.core.events import Working
from automation.core.proposal import Confirmation, Outcome
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import Rig, World, click, macro, thing


def rig_at(speed, *steps, **more):
    world = World([thing("A", 0)])
    return Rig(world, macro(*steps), tools={"speed": speed}, **more)


def paused_s(speed, *steps):
    """Return what a play of these steps waits in all."""
    rig = rig_at(speed, *steps)
    assert rig.run().outcome is Outcome.DONE
    return sum(rig.clock.waited)


def second(**more):
    return click("A"), click("A", "b", **more)


@pytest.mark.parametrize(("speed", "breath_s"), [(0.1, 3.0), (0.25, 1.2), (0.5, 0.6), (0.75, 0.4)])
def test_below_recorded_pace_there_is_a_breath_before_each_step_that_acts(speed, breath_s):
    assert paused_s(speed, *second()) == pytest.approx(2 * breath_s)


@pytest.mark.parametrize("speed", [1.0, 1.5, 5.0, 10.0])
def test_at_the_recorded_pace_and_above_a_step_without_a_pause_is_not_held_up(speed):
    assert paused_s(speed, *second()) == 0
    assert paused_s(speed, *second(pause_s=0.1)) == pytest.approx(0.1 / speed if speed < 10 else 0)


@pytest.mark.parametrize(("pause_s", "waited_s"), [(0.2, 0.6), (2.0, 4.0), (60.0, 20.0)])
def test_the_longer_of_breath_and_recorded_pause_is_waited_not_both(pause_s, waited_s):
    assert paused_s(0.5, *second(pause_s=pause_s)) == pytest.approx(0.6 + waited_s)


def test_the_pause_of_the_first_step_does_not_count_and_its_breath_does():
    assert paused_s(0.5, click("A", pause_s=5.0)) == pytest.approx(0.6)
    assert paused_s(2.0, click("A", pause_s=5.0)) == 0


def test_a_breath_begins_where_the_step_before_it_ended():
    rests = grammar.Wait(id="w", seconds=1.0)
    assert paused_s(0.5, rests, click("A")) == pytest.approx(1.0 + 0.6)


def test_what_only_looks_or_waits_has_no_breath():
    looks = grammar.CheckThat(id="c", condition=grammar.Titled(title="Form"))
    assert paused_s(0.1, looks, grammar.Wait(id="w")) == 0
    paused = grammar.CheckThat(id="c", condition=grammar.Titled(title="Form"), pause_s=1.0)
    assert paused_s(0.5, grammar.Wait(id="w"), paused) == pytest.approx(2.0)


def test_a_breath_is_told_as_waiting_and_a_recorded_pause_as_such():
    rig = rig_at(0.1, *second(pause_s=1.0))
    rig.run()
    notes = [e.note for e in rig.events if isinstance(e, Working) and e.note.startswith("Waiting")]
    assert notes[0] == "Waiting, 3 s left: played slowly"
    assert notes[12] == "Waiting, 10 s left: as recorded"
    assert rig.policy.timer.used_ms(rig.clock.now_s()) == pytest.approx(0, abs=1)


def test_a_stop_ends_a_breath_at_the_look_at_which_it_comes():
    stop = StopToken()

    def stop_it(world):
        if world.looks == 4:
            stop.stop("kill_key")

    rig = rig_at(0.1, *second(), stop=stop)
    rig.world.on_look = stop_it
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.world.sent == []
    assert sum(rig.clock.waited) < 1.0


def test_a_dry_run_has_no_breath():
    dry = Confirmation("dry_run", "rule:dry_run", reason="nothing is sent in a dry run")
    rig = rig_at(0.1, click("A"), confirmer=FakeConfirmer([dry]))
    rig.run(approve="dry-run")
    assert rig.clock.waited == []
