"""Stops, pauses, limits and faults: the run ends, lets go, and says what was done."""

import threading

import pytest

from automation.agent.journal import AgentState
from automation.agent.parts import PauseGate
from automation.core.actions import (
    Hotkey,
    Wait,
    Write,
)
from automation.core.errors import DiskFull, Halt, NoDisplay, PolicyError, Stopped
from automation.core.events import Ended, Started, Working
from automation.core.proposal import (
    NOT_SENT,
    Confirmation,
    Execution,
    Outcome,
    Proposal,
    Receipt,
)
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import Hands, ResumedAtOnce, Rig, SmallScreen, click

NOTHING = Receipt("not_seen", "nothing changed", code="unchanged")


def rig(*intents, name="commands", **parts):
    return Rig(ScriptedPolicy(proposing(*intents), name), **parts)


# Stopping, pausing, limits


@pytest.mark.parametrize(
    ("is_stopped", "outcome"), [(True, Outcome.STOPPED), (False, Outcome.ENVIRONMENT)]
)
def test_what_fails_because_all_is_closed_by_a_stop_is_no_other_end(is_stopped, outcome):
    r = rig(click(), click(60))

    class Closed(SmallScreen):
        def observe_now(self):
            if self.looks:
                if is_stopped:
                    r.stop.stop("signal")
                raise NoDisplay
            return super().observe_now()

    r.screen = Closed()
    assert r.run().outcome is outcome


def test_a_stop_while_sending_records_the_step_as_unknown():
    r = rig(click(), click(60), Write("abc"))
    r.hands.on_execute = lambda stop: stop.stop() if len(r.hands.sent) == 1 else None
    ended = r.run()
    assert ended.outcome is Outcome.STOPPED
    assert ended.message == "Stopped. Nothing is held down. 1 of 3 steps was done."
    assert [s.receipt.kind for s in r.log.records] == ["effect_seen", "not_seen"]
    assert r.loop.state is AgentState.STOPPED
    assert r.hands.releases == 1


def test_a_stop_before_the_run_sends_nothing():
    r = rig(click())
    r.stop.stop()
    assert r.run().outcome is Outcome.STOPPED
    assert r.hands.sent == []


def test_a_stop_on_the_card_ends_the_run():
    r = rig(click(), confirmer=FakeConfirmer([Confirmation("stopped", "user")]))
    assert r.run().outcome is Outcome.STOPPED
    assert r.hands.sent == []


def test_a_pause_during_a_card_drops_the_approval():
    gate = ResumedAtOnce()
    r = rig(click(), gate=gate)

    def pause(proposal, risk):
        gate.pause()
        return ACCEPT

    r.confirmer = FakeConfirmer([pause])
    assert r.run().outcome is Outcome.DONE
    assert len(r.confirmer.asked) == 2
    assert len(r.hands.sent) == 1


def test_a_paused_run_can_be_stopped():
    gate = PauseGate()
    gate.pause()
    r = rig(click(), gate=gate)
    threading.Timer(0.1, r.stop.stop).start()
    assert r.run().outcome is Outcome.STOPPED
    assert r.hands.sent == []


def test_the_limit_of_steps_ends_the_run():
    ended = rig(click(), click(60), click(70)).run(max_steps=2)
    assert ended.outcome is Outcome.LIMIT
    assert ended.message == "The limit of 2 steps is reached. 2 of 3 steps were done."


def test_a_policy_that_tells_one_step_at_a_time_has_no_total():
    steps = [Proposal(one, sentence="Click it") for one in (click(), click(60), click(70))]
    ended = Rig(ScriptedPolicy(steps)).run(max_steps=2)
    assert ended.message == "The limit of 2 steps is reached. 2 steps were done."


def test_each_step_of_a_known_number_of_steps_tells_which_it_is():
    r = rig(click(), click(60), click(70))
    r.run()
    told = [one.proposal for one in r.log.records]
    assert [(one.number, one.total) for one in told] == [(1, 3), (2, 3), (3, 3)]


def test_a_step_whose_run_has_no_total_tells_none():
    steps = [Proposal(one, sentence="Click it") for one in (click(), click(60))]
    for r in (Rig(ScriptedPolicy(steps)), rig(click())):
        r.run()
        assert {(one.proposal.number, one.proposal.total) for one in r.log.records} == {(0, 0)}


def test_a_macro_tells_its_total_itself():
    r = rig(click(), click(60))
    r.run(policy="macro")
    assert {one.proposal.total for one in r.log.records} == {0}


def test_a_task_of_exactly_the_limit_is_done():
    assert rig(click(), click(60)).run(max_steps=2).outcome is Outcome.DONE


def test_the_limit_of_time_ends_the_run():
    r = rig(Wait(700.0), Wait(700.0), click())
    ended = r.run(timeout_s=900.0)
    assert ended.outcome is Outcome.LIMIT
    assert ended.message == "The time for this task is up. 2 of 3 steps were done."


def test_the_limit_of_time_does_not_count_while_the_user_is_asked():
    r = rig(click(), Wait(50.0), click(60))

    def answer_late(proposal, risk):
        r.clock.advance(5000)
        return ACCEPT

    r.confirmer = FakeConfirmer([answer_late, ACCEPT, answer_late])
    assert r.run(timeout_s=100.0).outcome is Outcome.DONE


def test_the_limit_of_time_counts_all_the_work_before_and_after_a_question():
    r = rig(Wait(60.0), Wait(60.0), click())
    assert r.run(timeout_s=100.0).outcome is Outcome.LIMIT


def test_the_same_action_three_times_without_effect_ends_the_run():
    r = rig(*[click()] * 5, name="holotron", verifier=FakeVerifier([NOTHING] * 5))
    ended = r.run()
    assert (ended.outcome, ended.steps) == (Outcome.LIMIT, 3)


# Faults


class Blind(SmallScreen):
    def observe_now(self):
        raise NoDisplay("the display :9 does not answer; start deskhand on a desktop")


def test_no_display_is_the_environments_fault():
    r = rig(click(), screen=Blind())
    ended = r.run()
    assert ended.outcome is Outcome.ENVIRONMENT
    assert ended.message == "The display :9 does not answer; start deskhand on a desktop."
    assert [type(e) for e in r.events] == [Started, Ended]


def test_a_full_disk_before_the_step_sends_nothing():
    r = rig(click(), log=FakeRunLog(fails_at=1))
    ended = r.run()
    assert ended.outcome is Outcome.ENVIRONMENT
    assert "disk is full" in ended.message
    assert r.hands.sent == []


def test_a_full_disk_after_the_step_ends_the_run_with_what_was_kept():
    r = rig(click(), click(60), log=FakeRunLog(fails_at=4))
    ended = r.run()
    assert (ended.outcome, ended.steps) == (Outcome.ENVIRONMENT, 1)
    assert r.hands.releases == 1


def test_a_log_that_cannot_be_opened_ends_the_run_before_it_begins():
    def full(task):
        raise NoDisplay("home")

    r = rig(click(), open_log=full)
    assert r.run().outcome is Outcome.ENVIRONMENT
    assert [type(e) for e in r.events] == [Started, Ended]


def test_a_policy_that_cannot_decide_fails_the_run():
    def confused(history):
        raise PolicyError("the answer was no action")

    assert Rig(ScriptedPolicy([confused])).run().outcome is Outcome.FAILED


@pytest.mark.parametrize("intent", [Hotkey(("a",) * 7), Wait(-1.0), Write("a\ud800")])
def test_an_action_out_of_range_is_refused_before_anybody_is_asked(intent):
    r = rig(intent)
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    assert "is not valid" in ended.message
    assert (r.confirmer.asked, r.hands.prepared, r.log.calls) == ([], {}, ["end"])


def test_an_unforeseen_error_is_ours_and_still_lets_everything_go(caplog):
    def broken(history):
        raise ZeroDivisionError

    r = Rig(ScriptedPolicy([broken]))
    ended = r.run()
    assert ended.outcome is Outcome.ERROR
    assert r.hands.releases == 1
    assert r.log.outcome is Outcome.ERROR
    assert "internal error" in caplog.text


def test_a_stop_raised_anywhere_carries_its_cause():
    def kill(history):
        raise Stopped("takeover")

    ended = Rig(ScriptedPolicy([kill])).run()
    assert ended.outcome is Outcome.STOPPED
    assert ended.message.startswith("Stopped, because you took over.")


def test_a_takeover_that_was_the_stop_key_is_told_as_the_stop_key():
    def kill(history):
        raise Stopped("takeover")

    ended = Rig(ScriptedPolicy([kill]), true_cause=lambda halt: Halt("kill_key")).run()
    assert ended.message.startswith("Stopped. Nothing is held down.")


def test_the_first_of_two_presses_pauses_nothing_and_is_kept_as_a_stop():
    cut = Execution(1, 1.0, completed=False, cause="user_active", note="you used the keyboard")
    r = rig(Write("abc"), true_cause=lambda halt: Halt("kill_key"), gate=PauseGate())
    r.hands.results = [cut]
    assert r.run().message.startswith("Stopped. Nothing is held down.")
    assert r.log.records[-1].execution.cause == "stopped"
    assert "paused" not in [event.state for event in r.told(Working)]


def test_the_first_of_two_presses_before_anything_was_sent_is_a_stop():
    r = rig(Write("abc"), true_cause=lambda halt: Halt("kill_key"), gate=PauseGate())
    r.hands.refuse = ["user_active"]
    assert r.run().message.startswith("Stopped. Nothing is held down.")
    assert r.hands.sent == []
    assert "paused" not in [event.state for event in r.told(Working)]


LOCKED = "Stopped, because the screen was locked. Nothing is held down. "
CUT = Execution(
    3,
    1.0,
    completed=False,
    cause="locked",
    note="the screen was locked; unlock it",
    text_sent_chars=1,
)


@pytest.mark.parametrize(
    ("hands", "typed"),
    [
        (Hands(refuse_prepare=["locked"]), ""),
        (Hands(refuse=["locked"]), ""),
        (Hands(results=[CUT]), "1 of 3 characters was typed. "),
    ],
    ids=["before the card", "between decision and press", "in the middle of a text"],
)
def test_a_lock_that_nobody_attends_ends_the_run_and_is_kept_as_a_lock(hands, typed):
    r = rig(Write("abc"), click(), hands=hands)
    ended = r.run()
    assert (ended.outcome, ended.cause) == (Outcome.ENVIRONMENT, "locked")
    assert ended.message == f"{LOCKED}{typed}0 of 2 steps were done."
    assert (r.log.outcome, r.log.message) == (ended.outcome, ended.message)


@pytest.mark.parametrize("where", ["refuse_prepare", "refuse"])
def test_a_lock_pauses_a_run_that_somebody_attends(where):
    r = rig(click(), hands=Hands(**{where: ["locked"]}), gate=ResumedAtOnce())
    assert r.run().outcome is Outcome.DONE
    assert "refused: locked" in [e.note for e in r.told(Working) if e.state == "paused"]


def locked_after_all(halt):
    assert halt == Halt("takeover")
    return Halt("locked", "it is not known whether the screen was locked: org.a does not answer")


def test_a_takeover_that_was_a_lock_is_told_and_kept_as_one():
    cut = Execution(1, 1.0, completed=False, cause="user_active", note="you used the keyboard")
    r = rig(Write("abc"), true_cause=locked_after_all, hands=Hands(results=[cut]))
    ended = r.run()
    assert (ended.outcome, ended.cause) == (Outcome.ENVIRONMENT, "locked")
    assert ended.message == (
        "Stopped, because it is not known whether the screen was locked: org.a does not answer. "
        "Nothing is held down. 0 of 3 characters were typed. 0 of 1 steps were done."
    )
    assert r.log.message == ended.message
    assert r.log.records[-1].execution.note == cut.note


@pytest.mark.parametrize("cause", ["takeover", "kill_key", "user"])
def test_no_other_stop_is_told_as_a_lock(cause):
    r = rig(click())
    r.stop.stop(cause)
    ended = r.run()
    assert (ended.outcome, ended.cause) == (Outcome.STOPPED, "")


class _FullAtTheEnd(FakeRunLog):
    def end(self, outcome, message, **known):
        self._write("end")
        raise DiskFull("the disk is full; free 200 MB, then go on")


def test_a_full_disk_is_told_once():
    r = rig(click(), log=_FullAtTheEnd(fails_at=1))
    message = r.run().message
    assert message.count("disk is full") == 1
    assert message.endswith("The end could not be recorded either.")


def test_an_end_that_only_could_not_be_recorded_says_why():
    r = rig(click(), log=_FullAtTheEnd())
    assert "The end could not be recorded: the disk is full" in r.run().message


def test_the_step_at_which_a_run_was_stopped_is_kept_as_not_sent():
    r = rig(click(), click(60))

    def stop(proposal, risk):
        r.stop.stop("kill_key")
        r.stop.check()

    r.confirmer = FakeConfirmer([ACCEPT, stop])
    ended = r.run()
    assert (ended.outcome, ended.steps) == (Outcome.STOPPED, 2)
    assert [record.confirmation.verdict for record in r.log.records] == ["accepted", "stopped"]
    assert (r.log.records[1].receipt, r.log.records[1].execution) == (NOT_SENT, None)
    assert len(r.hands.sent) == 1


def test_how_often_the_user_was_asked_is_kept():
    late = Confirmation("expired", "user")
    r = rig(click(), click(60), confirmer=FakeConfirmer([late, ACCEPT, ACCEPT]))
    r.run()
    assert r.log.asked == 3


def test_the_card_at_which_a_run_was_stopped_is_kept_with_the_time_that_it_was_up():
    seen = SmallScreen().observe_now().frame
    r = rig(click(), click(60))

    def stop(proposal, risk):
        r.clock.advance(40)
        r.stop.stop("kill_key")
        r.stop.check()

    def slowly(proposal, risk):
        r.clock.advance(20)
        return ACCEPT

    r.confirmer = FakeConfirmer([slowly, stop], overlay=seen)
    ended = r.run()
    last = r.log.records[-1]
    assert last.confirmation.verdict == "stopped"
    assert last.pictures.overlay
    assert last.timings.confirm >= 40_000
    assert ended.waited_s == r.log.waited_s >= 60


def test_a_card_may_ask_how_a_changed_step_would_be_judged():
    class Curious(FakeConfirmer):
        judge_with = None

    r = rig(click())
    seen = []

    def asking(judge):
        seen.append(judge(click(60)))

    r.confirmer = Curious()
    r.confirmer.judge_with = asking
    assert r.run().outcome is Outcome.DONE
    assert seen[0].level is not None
    assert len(r.hands.sent) == 1
