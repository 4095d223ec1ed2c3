"""One turn after the other: the wait is as long as the search took, and a step is told as its own."""

from dataclasses import replace

import pytest

from automation.core.errors import Stopped
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import Decision, Finish, Later, Outcome
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.macro import Param
from automation.macros.play.moment import Moment, Tools
from automation.macros.play.policy import LONGEST_BREATH_S, InHand, Turns
from automation.macros.play.report import Reporter
from automation.macros.play.values import Table
from tests.fakes.fake_clock import FakeClock
from tests.fakes.macro_world import Rig, World, WorldFinder, WorldReader, click, macro, thing

PLAY = Task("Play", "macro")


class Asked:
    """Turns whose decisions are given, each with the seconds that it takes and is idle for."""

    def __init__(self, *decisions: tuple[Decision, float, float]) -> None:
        self.world, self.clock, self.stop = World([thing("A")]), FakeClock(), StopToken()
        self.left, self.moments = list(decisions), []
        tools = Tools(WorldFinder(self.world), WorldReader(self.world), self.clock)
        self.turns = Turns(tools, InHand(tools, Reporter("M", "d")), self.decide)

    def decide(self, moment: Moment) -> Decision:
        self.moments.append(moment)
        decision, takes_s, idle_s = self.left.pop(0)
        self.clock.advance(takes_s)
        self.turns.idle_s += idle_s
        return decision

    def take(self) -> Decision:
        return self.turns.take(PLAY, History(), self.world.observe_now(), self.stop)


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
    asked = Asked((decided, takes_s, idle_s))
    assert asked.take() == replace(decided, after_s=pytest.approx(waits_s))


def test_what_was_idle_in_one_turn_is_not_taken_off_the_next():
    asked = Asked((Later(0.0), 1.0, 1.0), (Later(0.0), 1.0, 0.0))
    assert [asked.take().after_s, asked.take().after_s] == pytest.approx([0.0, 1.0])


def test_only_the_look_after_a_wait_that_does_not_settle_is_a_glance():
    asked = Asked(*((Later(0.0, settles=settles), 0.0, 0.0) for settles in (False, True, False)))
    for _ in range(3):
        asked.take()
    assert [moment.is_settled for moment in asked.moments] == [True, False, True]


def test_what_was_read_on_the_same_picture_is_not_read_again():
    asked = Asked((Later(0.0), 0.0, 0.0), (Later(0.0), 0.0, 0.0), (Later(0.0), 0.0, 0.0))
    asked.take()
    first = asked.moments[0].sight.lines
    asked.take()
    assert asked.moments[1].sight.__dict__["lines"] is first
    asked.world.things.append(thing("B", 1))
    asked.take()
    assert "lines" not in asked.moments[2].sight.__dict__


def test_an_end_stays_the_end():
    end = Finish(Outcome.DONE, "Done.")
    asked = Asked((end, 0.0, 0.0))
    assert [asked.take(), asked.take()] == [end, end]
    assert len(asked.moments) == 1


def test_a_stopped_run_takes_no_turn():
    asked = Asked((Later(0.0), 0.0, 0.0))
    asked.stop.stop("user")
    with pytest.raises(Stopped):
        asked.take()
    assert not asked.moments


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
