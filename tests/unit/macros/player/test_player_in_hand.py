"""What is carried from one step to the next, and what is told of a step that somebody else ended."""

import pytest

from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import Confirmation, Finish, Later, Outcome, RiskLevel
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.play.conditions import Sight
from automation.macros.play.linking import Source, link
from automation.macros.play.mismatch import LOOK_EVERY_S
from automation.macros.play.moment import Moment, Tools
from automation.macros.play.policy import InHand, MacroPolicy, Play
from automation.macros.play.program import Place, Whether
from automation.macros.play.report import Reporter
from automation.macros.play.values import Scope
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import (
    NoImages,
    Rig,
    World,
    WorldFinder,
    WorldReader,
    click,
    macro,
    thing,
)
from tests.unit.macros.compile.sample_run import click as pressed
from tests.unit.macros.compile.sample_run import keys as tapped

THERE = grammar.Shows(text="A")


class Held:
    """A thing in a world, and what a policy has in hand."""

    def __init__(self) -> None:
        self.world, self.clock = World([thing("A")]), FakeClock()
        self.reader = WorldReader(self.world)
        self.tools = Tools(WorldFinder(self.world), self.reader, self.clock)
        self.reporter = Reporter("M", "d")
        self.in_hand = InHand(self.tools, self.reporter)
        self.source = Source(macro(), NoImages(), is_trusted=True)

    def place(self, row=0):
        return Place(click("A"), Scope(), self.source, row)

    def asks(self, **more):
        """Ask whether it is there, and return what comes first."""
        run = self.in_hand.take_condition(Whether(self.place(), THERE), "key", **more)
        seen = Sight(self.world.observe_now(), self.reader)
        decided = run.decide(Moment(seen, is_settled=True, stop=StopToken()))
        self.in_hand.answered()
        return decided

    def presses(self):
        """Do a step that was sent."""
        run = self.in_hand.take_step(self.place())
        run.decide(Moment(Sight(self.world.observe_now(), self.reader), True, StopToken()))
        self.in_hand.learn(None, pressed(1))
        self.in_hand.put_away()

    def steps(self):
        return self.reporter.report("r", "", "stopped", "").steps


def test_a_condition_is_asked_again_at_once_only_where_something_was_sent_or_it_is_another_turn():
    held = Held()
    once_more = Later(LOOK_EVERY_S, "Looking once more")
    assert [held.asks(), held.asks(), held.asks()] == [True, once_more, once_more]
    assert held.asks(is_first=True) is True
    held.presses()
    assert [held.asks(), held.asks()] == [True, once_more]


def test_what_a_step_has_pressed_is_told_to_the_next_one_only():
    held = Held()
    held.presses()
    run = held.in_hand.take_step(held.place())
    assert run.pressed == pressed(1).proposal.element
    run.decide(Moment(Sight(held.world.observe_now(), held.reader), True, StopToken()))
    held.in_hand.learn(None, tapped(2, "tab"))
    assert run.pressed is None
    held.in_hand.put_away()
    assert held.in_hand.take_step(held.place()).pressed is None


def looped(world, step):
    """Repeat a step until A is there; return the waits."""
    rig = Rig(world, macro(grammar.Repeat(id="l", steps=(step,), times=50, until=THERE)))
    assert rig.run().outcome is Outcome.DONE
    return rig.clock.waited


def test_a_loop_that_sends_nothing_looks_in_its_time_and_one_that_does_at_once():
    def come(world):
        if world.looks == 12:
            world.things.append(thing("A", 1))

    def press(world, _action):
        if len(world.sent) == 3:
            world.things.append(thing("A", 1))

    idle = World([thing("B")], on_look=come)
    assert LOOK_EVERY_S in looped(idle, grammar.Wait(id="w", seconds=0.1))
    assert LOOK_EVERY_S not in looped(World([thing("B")], on_action=press), click("B"))


def test_a_way_that_is_chosen_again_and_again_is_chosen_at_once():
    way = grammar.If(id="i", condition=THERE, then=(grammar.Wait(id="w", seconds=0.1),))
    loop = grammar.Repeat(id="l", steps=(way,), times=3)
    rig = Rig(World([thing("A")]), macro(loop))
    assert rig.run().outcome is Outcome.DONE
    assert rig.clock.waited
    assert LOOK_EVERY_S not in rig.clock.waited


def test_a_change_is_seen_against_what_was_there_before_the_step_that_was_sent():
    world = World([thing("A")], on_action=lambda w, _: w.things.append(thing("B", 5)))
    check = grammar.CheckThat(id="c", condition=grammar.Changed(), within_s=1.0)
    assert Rig(world, macro(click("A"), check)).run().outcome is Outcome.DONE


@pytest.mark.parametrize(("row", "failed"), [(0, ()), (4, (4,))])
def test_a_step_that_was_ended_from_outside_is_told_once_and_its_row_too(row, failed):
    held = Held()
    held.in_hand.unfinished("Stopped.")
    assert held.steps() == ()
    if row:
        held.reporter.row_begins(row, 0.0)
    held.in_hand.take_step(held.place(row))
    held.in_hand.unfinished("Stopped.")
    held.in_hand.unfinished("Stopped.")
    assert [(s.state, s.message, s.row) for s in held.steps()] == [("failed", "Stopped.", row)]
    assert held.reporter.failed_rows == failed
    assert held.in_hand.run is None


def test_what_a_dry_run_could_not_see_is_no_failure_when_something_else_ends_it():
    shown = FakeConfirmer([Confirmation("dry_run", "rule:dry_run")])
    rig = Rig(World([thing("A")]), macro(click("A"), click("Gone")), confirmer=shown)
    assert rig.run(approve="dry-run").outcome is Outcome.DONE
    rig.policy.unfinished("The desktop was locked.")
    assert [s.state for s in rig.report.steps] == ["dry_run"]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_macro_that_nobody_trusts_is_asked_about_at_every_step(is_trusted):
    held = Held()
    linked = link(Source(macro(click("A")), NoImages(), is_trusted=is_trusted), {}.__getitem__)
    policy = MacroPolicy(Play(linked, Scope()), held.tools)
    seen = held.world.observe_now()
    proposal = policy.propose(Task("Play", "macro"), History(), seen, StopToken())
    assert (proposal.raised_risk is RiskLevel.R3) is not is_trusted


def test_who_follows_the_play_is_told_of_each_step_that_is_over_also_of_one_that_failed():
    held, told = Held(), []
    linked = link(
        Source(macro(click("A"), click("Gone", on_mismatch="stop")), NoImages(), is_trusted=True),
        {}.__getitem__,
    )
    policy = MacroPolicy(Play(linked, Scope()), held.tools, told.append)
    history, seen = History(), held.world.observe_now()
    for _ in range(200):
        decision = policy.propose(Task("Play", "macro"), history, seen, StopToken())
        held.clock.advance(1.0)
        history = History((pressed(1),))
        if isinstance(decision, Finish):
            break
    assert [(s.id, s.state) for s in told] == [("click-a", "done"), ("click-gone", "failed")]
