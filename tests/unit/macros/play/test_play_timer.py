"""How long a play takes beside the programs themselves: what counts as whose."""

from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest

from automation.core.events import Asked, Confirmed, Ended, Proposed, Working
from automation.core.proposal import Confirmation, Later, Outcome, Question, Timings
from automation.macros.play.health import Health
from automation.macros.play.report import PlayTimer, pace_words
from tests.fakes.fake_clock import FakeClock
from tests.fakes.macro_world import Rig, World, WorldFinder, click, macro, thing
from tests.unit.macros.compile.sample_run import click as pressed

TIMES = Timings(observe=7, propose=20, confirm=400, execute=100, verify=300)


def record(by="rule:assist"):
    made = pressed(1, sentence="Click Save")
    return replace(made, timings=TIMES, confirmation=replace(made.confirmation, by=by))


def played(*turns):
    """Take turns of (seconds, decision, the record that the next turn brings, what is heard meanwhile).

    What is heard is (seconds into the turn, event).
    """
    timer, now_s, last = PlayTimer(), 100.0, None
    for seconds, decision, brings, *heard in turns:
        timer.begin_turn(now_s, last)
        timer.end_turn(now_s, decision)
        for after_s, event in heard:
            timer.waited.hear(event, now_s + after_s)
        now_s, last = now_s + seconds, brings
    timer.begin_turn(now_s, last)
    return timer.used_ms(now_s), timer.apps_ms


PRESS = object()
"""Any proposal: only what came of it counts."""


def test_sending_and_the_screen_after_it_are_the_programs():
    assert played((0.5, PRESS, record())) == pytest.approx((500, 400))


def test_what_a_step_waits_for_is_the_programs():
    assert played((0.25, Later(0.1, "until it is there"), None)) == pytest.approx((250, 250))


def test_what_the_user_takes_is_nobodys():
    assert played((3.0, Question("Go on?", ()), None), (0.9, PRESS, record("user"))) == (
        pytest.approx((500, 400))
    )


def test_a_pause_that_only_slows_the_play_is_nobodys():
    waits = Later(0.1, "Waiting, 2 s left: as recorded", is_pacing=True)
    assert played((2.0, waits, None), (0.5, PRESS, record())) == pytest.approx((500, 400))


def test_what_a_wait_is_for_is_not_told_from_its_words():
    named = Later(0.1, "Waiting, 2 s left: until the label “as recorded")
    assert played((0.25, named, None)) == pytest.approx((250, 250))


def test_a_proposal_that_became_no_step_is_ours():
    assert played((0.3, PRESS, None)) == pytest.approx((300, 0))


def card(after_s, seconds, verdict="expired", by="user"):
    """Return what is heard of a card that was up for so long."""
    step = pressed(1).proposal
    return (
        (after_s, Proposed("run", 1, step, pressed(1).risk)),
        (after_s + seconds, Confirmed("run", 1, Confirmation(verdict, by))),
    )


PAUSE = Working("run", "paused")
GOES_ON = Working("run", "observing")


@pytest.mark.parametrize("verdict", ["expired", "accepted", "rejected"])
def test_a_card_that_led_to_no_step_is_nobodys(verdict):
    assert played((30.4, PRESS, None, *card(0.1, 30, verdict))) == pytest.approx((400, 0))


def test_a_card_that_led_to_a_step_counts_as_the_step_says():
    heard = card(0.0, 0.45, "accepted")
    assert played((0.9, PRESS, record("user"), *heard)) == pytest.approx((500, 400))


def test_a_card_that_a_rule_answered_took_no_time_of_anybodys():
    heard = card(0.1, 0.2, "accepted", by="rule:auto")
    assert played((0.3, PRESS, None, *heard)) == pytest.approx((300, 0))


def test_a_proposal_that_was_refused_before_its_card_is_ours():
    heard = (card(0.1, 0)[0], (0.2, GOES_ON))
    assert played((0.3, PRESS, None, *heard)) == pytest.approx((300, 0))


def test_a_pause_is_nobodys():
    heard = ((0.2, PAUSE), (60.2, GOES_ON))
    assert played((60.5, Later(0.1, "until it is there"), None, *heard)) == pytest.approx(
        (500, 500)
    )
    assert played((60.5, PRESS, record(), *heard)) == pytest.approx((500, 400))


def test_a_question_is_nobodys_once():
    heard = ((0.0, Asked("run", "Go on?")), (2.9, GOES_ON))
    assert played((3.0, Question("Go on?", ()), None, *heard)) == pytest.approx((0, 0))


def test_a_card_that_a_stop_took_away_is_nobodys():
    ended = Ended("run", Outcome.STOPPED, "Stopped.", 0)
    heard = (card(0.1, 0)[0], (30.1, ended))
    assert played((30.1, PRESS, None, *heard)) == pytest.approx((100, 0))


def test_a_play_that_has_not_begun_took_nothing():
    assert PlayTimer().used_ms(5.0) == 0.0


class SlowFinder(WorldFinder):
    clock: FakeClock

    def find(self, *arguments, **terms):
        self.clock.advance(0.05)
        return super().find(*arguments, **terms)


def test_the_report_of_a_play_has_both_times_and_health_keeps_their_ratio():
    clock = SlowFinder.clock = FakeClock()
    world = World(
        [thing("Save"), thing("Close", 1)],
        on_look=lambda _: clock.advance(0.1),
        on_action=lambda *_: clock.advance(0.2),
    )
    rig = Rig(world, macro(click("Save"), click("Close")), clock=clock, finder_type=SlowFinder)
    assert rig.run().outcome is Outcome.DONE
    timer = rig.policy.timer
    report = rig.policy.reporter.report(
        "r", "2026-01-10T12:00:00+00:00", "done", "", (timer.used_ms(clock.now_s()), timer.apps_ms)
    )
    assert (report.apps_ms, report.used_ms) == pytest.approx((600, 900)), (
        "two looks and two searches are ours"
    )
    assert report.ratio == 1.5
    assert pace_words(report, was_asked=False) == (
        "It took 0.9 s; 0.6 s of it went into sending and waiting for the programs."
    )
    health = Health().after(report)
    assert health.ratio == 1.5
    line = health.line(datetime(2026, 1, 10, 12, tzinfo=UTC))
    assert line.endswith("last went well just now, in 1.5 times the programs' own time")
    failed = msgspec.structs.replace(report, outcome="failed", used_ms=9000.0)
    assert health.after(failed).ratio == 1.5


def test_a_target_that_comes_late_is_the_programs_time():
    clock = FakeClock()

    def look(world):
        clock.advance(0.1)
        if world.looks == 4:
            world.things.append(thing("Save"))

    world = World([], on_look=look, on_action=lambda *_: clock.advance(0.2))
    rig = Rig(world, macro(click("Save")), clock=clock)
    assert rig.run().outcome is Outcome.DONE
    waited_ms = 1000 * sum(clock.waited)
    assert waited_ms > 0
    in_waits = world.looks - 3  # all but the first, the one before the press, the one after it
    assert rig.policy.timer.apps_ms == pytest.approx(waited_ms + in_waits * 100 + 200 + 100)


def test_where_one_of_them_is_not_known_nothing_is_said():
    rig = Rig(World([thing("Save")]), macro(click("Save")))
    rig.run()
    told = [pace_words(report, was_asked=False) for report in (rig.report, None)]
    assert (rig.report.ratio, told) == (0.0, ["", ""])
