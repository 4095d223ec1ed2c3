"""One turn after the other: what is carried from a step to the next, how long a wait is, what is told."""

from dataclasses import replace

import pytest

from automation.core.errors import Stopped
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import Confirmation, Finish, Later, Outcome, RiskLevel
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.macro import Param
from automation.macros.play.context import PlayServices
from automation.macros.play.linking import Source, link
from automation.macros.play.mismatch import LOOK_EVERY_S
from automation.macros.play.policy import LONGEST_BREATH_S, CurrentStep, MacroPolicy, Play
from automation.macros.play.program import Place
from automation.macros.play.report import Reporter
from automation.macros.play.values import Scope, Table
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

PLAY = Task("Play", "macro")
THERE = grammar.Shows(text="A")


class Turns:
    """A thing in a world, and the current step of a policy that a test stands for."""

    def __init__(self) -> None:
        self.world, self.clock = World([thing("A")]), FakeClock()
        self.services = PlayServices(WorldFinder(self.world), WorldReader(self.world), self.clock)
        self.reporter = Reporter("M", "d")
        self.current = CurrentStep(self.services, self.reporter)
        self.source = Source(macro(), NoImages(), is_trusted=True)
        self.records = ()

    def place(self, row=0):
        return Place(click("A"), Scope(), self.source, row)

    def turn(self, *fresh):
        """Begin a turn after what came of the last one."""
        self.records += fresh
        return self.current.begin_turn(
            PLAY, History(self.records), self.world.observe_now(), StopToken()
        )

    def takes(self, decision, seconds=0.0, idle_s=0.0):
        """Take one turn that decides so after so long; return what is seen and what comes of it."""
        context = self.turn()
        self.clock.advance(seconds)
        self.current.idle_s += idle_s
        return context, self.current.end_turn(decision)

    def presses(self):
        """Do a step that was sent."""
        context = self.turn()
        self.current.begin_step(self.place()).decide(context)
        self.turn(pressed(len(self.records) + 1))
        self.current.end_step()

    def steps(self):
        return self.reporter.report("r", "", "stopped", "").steps


def policy_of(*steps, is_trusted=True, on_end=lambda step: None):
    """Return a policy that plays these steps, what is seen, and its clock."""
    world, clock = World([thing("A")]), FakeClock()
    linked = link(Source(macro(*steps), NoImages(), is_trusted=is_trusted), {}.__getitem__)
    services = PlayServices(WorldFinder(world), WorldReader(world), clock)
    return MacroPolicy(Play(linked, Scope()), services, on_end), world.observe_now(), clock


@pytest.mark.parametrize(
    ("after_s", "takes_s", "idle_s", "waits_s"),
    [
        (0.25, 0.1, 0.0, 0.25),
        (0.25, 0.7, 0.0, 0.7),
        (0.25, 60.0, 0.0, LONGEST_BREATH_S),
        (5.0, 60.0, 0.0, 5.0),
        (0.25, 60.0, 59.5, 0.5),
        (0.25, 1.0, 1.2, 0.25),
    ],
)
def test_a_wait_is_as_long_as_the_search_took(after_s, takes_s, idle_s, waits_s):
    decided = Later(after_s, "until it is there", settles=True)
    _, decision = Turns().takes(decided, takes_s, idle_s)
    assert decision == replace(decided, after_s=pytest.approx(waits_s))


def test_what_was_idle_in_one_turn_is_not_taken_off_the_next():
    turns = Turns()
    taken = [turns.takes(Later(0.0), 1.0, idle_s)[1].after_s for idle_s in (1.0, 0.0)]
    assert taken == pytest.approx([0.0, 1.0])


def test_only_the_look_after_a_wait_that_does_not_settle_is_a_glance():
    turns = Turns()
    seen = [turns.takes(Later(0.0, settles=settles))[0] for settles in (False, True, False)]
    assert [context.is_settled for context in seen] == [True, False, True]


def test_an_end_stays_the_end():
    policy, seen, _clock = policy_of()
    ends = [policy.propose(PLAY, History(), seen, StopToken()) for _ in range(2)]
    assert ends == [Finish(Outcome.DONE, "Done.")] * 2


def test_a_stopped_run_takes_no_turn():
    policy, seen, _clock = policy_of(click("A"))
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        policy.propose(PLAY, History(), seen, stop)
    assert policy.current_step is None


def test_what_a_step_has_pressed_is_told_to_the_next_one_only():
    turns = Turns()
    turns.presses()
    context = turns.turn()
    run = turns.current.begin_step(turns.place())
    assert run.pressed == pressed(1).proposal.element
    run.decide(context)
    turns.turn(tapped(2, "tab"))
    assert run.pressed is None
    turns.current.end_step()
    assert turns.current.begin_step(turns.place()).pressed is None


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
    turns = Turns()
    turns.current.unfinished("Stopped.")
    assert turns.steps() == ()
    if row:
        turns.reporter.row_begins(row, 0.0)
    turns.current.begin_step(turns.place(row))
    turns.current.unfinished("Stopped.")
    turns.current.unfinished("Stopped.")
    assert [(s.state, s.message, s.row) for s in turns.steps()] == [("failed", "Stopped.", row)]
    assert turns.reporter.failed_rows == failed
    assert turns.current.run is None


def test_what_a_dry_run_could_not_see_is_no_failure_when_something_else_ends_it():
    shown = FakeConfirmer([Confirmation("dry_run", "rule:dry_run")])
    rig = Rig(World([thing("A")]), macro(click("A"), click("Gone")), confirmer=shown)
    assert rig.run(approve="dry-run").outcome is Outcome.DONE
    rig.policy.unfinished("The desktop was locked.")
    assert [s.state for s in rig.report.steps] == ["dry_run"]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_macro_that_nobody_trusts_is_asked_about_at_every_step(is_trusted):
    policy, seen, _clock = policy_of(click("A"), is_trusted=is_trusted)
    proposal = policy.propose(PLAY, History(), seen, StopToken())
    assert (proposal.raised_risk is RiskLevel.R3) is not is_trusted


def test_who_follows_the_play_is_told_of_each_step_that_is_over_also_of_one_that_failed():
    told = []
    steps = click("A"), click("Gone", on_mismatch="stop")
    policy, seen, clock = policy_of(*steps, on_end=told.append)
    history = History()
    for _ in range(200):
        decision = policy.propose(PLAY, history, seen, StopToken())
        clock.advance(1.0)
        history = History((pressed(1),))
        if isinstance(decision, Finish):
            break
    assert [(s.id, s.state) for s in told] == [("click-a", "done"), ("click-gone", "failed")]


def test_a_step_that_cannot_be_begun_has_neither_number_nor_time_of_the_one_before():
    clock = FakeClock()
    sub = macro(click("A", "a"), name="sub", params={"p": Param(type="number")})
    call = grammar.Call(id="call", macro="sub", values={"p": "{{c}}"})
    rows = grammar.ForEach(id="rows", steps=(call,))
    rig = Rig(
        World([thing("A")], on_action=lambda *_: clock.advance(3)),
        macro(click("A", "first"), rows, columns=("c",)),
        table=Table(("c",), (("x",),)),
        others={"sub": sub},
        clock=clock,
    )
    assert rig.run().outcome is Outcome.FAILED
    assert [(s.id, s.state, s.n) for s in rig.report.steps] == [
        ("first", "done", 1), ("call", "failed", 0),
    ]  # fmt: skip
    assert rig.report.steps[1].ms == 0
