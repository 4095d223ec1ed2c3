"""What was sent is in the record, and what is said of it at the end is true."""

import pytest

from automation.core.errors import CaptureError, ExecutorGone
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Confirmation, Finish, Outcome, Proposal
from automation.safety.approval import RuledConfirmer
from automation.safety.rules import Rules
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import ResumedAtOnce, Rig, SmallScreen, click


class ScreenThat(SmallScreen):
    """Does something at the look after the first action."""

    def __init__(self, happening):
        super().__init__()
        self._happening = happening

    def observe_now(self):
        if self.looks == 1:
            self._happening()
        return super().observe_now()


def rig(*intents, **parts):
    return Rig(ScriptedPolicy(proposing(*intents)), **parts)


def test_a_stop_between_sending_and_looking_keeps_the_step_that_was_sent():
    r = rig(click(), click(60))
    r.screen = ScreenThat(lambda: (r.stop.stop(), r.stop.check()))
    ended = r.run()
    assert ended.outcome is Outcome.STOPPED
    assert ended.message == "Stopped. Nothing is held down. 1 of 2 steps was done."
    [record] = r.log.records
    assert (record.execution.events_sent, record.receipt.kind) == (2, "unknown")


def test_a_screen_that_fails_after_sending_keeps_the_step_that_was_sent():
    def fail():
        message = "the display went away"
        raise CaptureError(message)

    r = rig(click(), screen=ScreenThat(fail))
    assert r.run().outcome is Outcome.ENVIRONMENT
    assert [record.receipt.kind for record in r.log.records] == ["unknown"]


def test_an_executor_that_dies_while_sending_leaves_a_step_that_nobody_knows_the_end_of():
    r = rig(click())

    def die(stop):
        message = "the executor ended"
        raise ExecutorGone(message)

    r.hands.on_execute = die
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    [record] = r.log.records
    assert record.receipt.kind == "unknown"
    assert not record.execution.completed


def test_an_executor_that_dies_while_the_card_is_up_is_not_called_a_stop_of_the_user():
    r = rig(click())

    def die(proposal, risk):
        r.stop.stop("executor_gone")
        r.stop.check()

    r.confirmer = FakeConfirmer([die])
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    assert "The process that sends input ended" in ended.message


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (0, "No button is called “Foo”. Nothing was clicked."),
        (2, "No button is called “Foo”. 2 steps were done."),
    ],
)
def test_nothing_was_clicked_is_only_said_when_nothing_was(before, said):
    end = Finish(Outcome.NOT_FOUND, "No button is called “Foo”. Nothing was clicked.")
    steps = proposing(*[click(50 + n) for n in range(before)])
    ended = Rig(ScriptedPolicy([*steps, end])).run()
    assert (ended.outcome, ended.message) == (Outcome.NOT_FOUND, said)


def test_a_rejection_after_a_step_says_that_the_step_was_done():
    r = rig(click(), click(60), confirmer=FakeConfirmer([ACCEPT, Confirmation("rejected", "user")]))
    assert r.run().message == "You rejected it. 1 of 2 steps was done."


def test_a_path_that_was_accepted_as_a_whole_does_not_survive_a_pause():
    gate, human = ResumedAtOnce(), FakeConfirmer()
    steps = [
        Proposal(
            click(name=name),
            ScreenElement(name, "menu_item", Rect(40, 40, 20, 20), "tree"),
            sentence=f"Click {name}",
            leads_to=leads_to,
        )
        for name, leads_to in (("File", ("New",)), ("New", ()))
    ]
    confirmer = RuledConfirmer("ask", Rules(), human, is_explicit=lambda: True)
    r = Rig(ScriptedPolicy(steps), confirmer=confirmer, gate=gate)

    def pause(stop):
        if not r.hands.sent:
            gate.pause("Paused")

    r.hands.on_execute = pause
    assert r.run().outcome is Outcome.DONE
    assert len(human.asked) == 2, "the second press was asked about after the pause"
