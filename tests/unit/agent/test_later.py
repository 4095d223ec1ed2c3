"""A policy that waits is asked again with a fresh look, and a stop ends the wait."""

from automation.core.events import Working
from automation.core.proposal import Finish, Later, Outcome, Proposal
from tests.unit.agent.rig import Rig, SmallScreen, click, observation


class Waits:
    """Says what its script says, one line a call, and then that it is done."""

    name = "macro"

    def __init__(self, *script):
        self._script = list(script)
        self.seen = []

    def propose(self, task, history, observation, stop):
        self.seen.append(observation)
        return self._script.pop(0) if self._script else Finish(Outcome.DONE, "Done.")


class Looks(SmallScreen):
    def __init__(self, *shown):
        super().__init__(*shown)
        self.settled = 0

    def observe(self, stop, *, is_brief=False):
        self.settled += 1
        return super().observe(stop)


def test_a_policy_that_waits_is_asked_again_on_a_fresh_look():
    shown = [observation(shade) for shade in range(5)]
    policy = Waits(Later(2.0, "Waiting for Save"), Later(0.0, settles=True), Proposal(click()))
    screen = Looks(*shown)
    rig = Rig(policy, screen=screen)
    assert rig.run().outcome is Outcome.DONE
    assert [seen.frame.pixels[0, 0, 0] for seen in policy.seen[:3]] == [0, 1, 2]
    assert screen.settled == 3, "the first look, the settled one, the one after the press"
    assert rig.clock.waited[0] == 2.0
    assert "Waiting for Save" in [event.note for event in rig.told(Working)]
    assert len(rig.hands.sent) == 1


def test_waiting_keeps_no_step_and_ends_with_the_time_of_the_task():
    rig = Rig(Waits(*[Later(0.25)] * 100))
    assert rig.run(timeout_s=3.0).outcome is Outcome.LIMIT
    assert rig.log.records == []


def test_a_stop_ends_a_wait():
    rig = Rig(Waits(Later(5.0)))

    def stop(_seconds, token):
        rig.stop.stop("kill_key")
        token.check()

    rig.clock.wait = stop
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.screen.looks == 1
