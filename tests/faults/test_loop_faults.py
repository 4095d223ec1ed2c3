"""Whatever a port raises, the run ends in one sentence, lets go and closes its record."""

import threading

import pytest

from app.gui.runs import AgentThread
from automation.agent import loop
from automation.agent.journal import AgentState
from automation.core.errors import InputError
from automation.core.events import Ended, Started, Stepped, Task, Working
from automation.core.proposal import Outcome, Receipt
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import Rig, click


class Panic(BaseException):
    """What a Rust library raises in Python: no Exception."""


UNFORESEEN = [
    Panic("index out of bounds"),
    SystemExit(3),
    MemoryError(),
    OSError(24, "Too many open files"),
    RecursionError("too deep"),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
    InputError(""),
]


def raising(error):
    def fail(*args, **kwargs):
        raise error

    return fail


def window_is_gone():
    raise RuntimeError("the window is gone")


def rig(*intents):
    return Rig(ScriptedPolicy(proposing(*intents)))


def break_policy(r, error):
    r.policy.propose = raising(error)


def break_confirmer(r, error):
    r.confirmer = FakeConfirmer([raising(error)])


def break_screen(r, error):
    r.screen.observe_now = raising(error)


def break_prepare(r, error):
    r.hands.prepare = raising(error)


def break_execute(r, error):
    r.hands.on_execute = raising(error)


def break_verifier(r, error):
    r.verifier.receipt = raising(error)


def break_reader(r, error):
    r.reader.at = raising(error)


def break_log(r, error):
    r.open_log = raising(error)


def break_append(r, error):
    r.log.append = raising(error)


PORTS = [
    break_policy, break_confirmer, break_screen, break_prepare, break_execute, break_verifier,
    break_reader, break_log, break_append,
]  # fmt: skip


@pytest.mark.parametrize("error", UNFORESEEN, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("harm", PORTS, ids=lambda harm: harm.__name__)
def test_whatever_a_port_raises_the_run_ends_in_one_sentence(harm, error):
    r = rig(click(), click(60))
    harm(r, error)
    ended = r.run()
    assert r.told(Ended) == [ended]
    assert len(r.told(Started)) == 1
    assert ended.outcome in (Outcome.ERROR, Outcome.ENVIRONMENT, Outcome.FAILED)
    assert ended.message.endswith(".")
    assert "Traceback" not in ended.message
    assert "\n" not in ended.message
    assert r.hands.releases == 1
    assert r.log.outcome in (ended.outcome, None if harm is break_log else ended.outcome)
    assert r.loop.state is AgentState.FAILED


def test_a_log_that_cannot_be_written_does_not_keep_a_run_from_its_end(monkeypatch):
    r = rig(click())
    break_policy(r, Panic())
    monkeypatch.setattr(loop.log, "exception", raising(MemoryError()))
    ended = r.run()
    assert ended.outcome is Outcome.ERROR
    assert r.hands.releases == 1


@pytest.mark.parametrize("error", UNFORESEEN, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize(
    ("harm", "completed"), [(break_execute, False), (break_verifier, True)], ids=["send", "look"]
)
def test_a_step_that_may_have_been_sent_is_recorded_as_unknown(harm, completed, error):
    r = rig(click())
    harm(r, error)
    r.run()
    [record] = r.log.records
    assert record.receipt.kind == "not_seen"
    assert record.execution.completed is completed


@pytest.mark.parametrize("error", UNFORESEEN, ids=lambda error: type(error).__name__)
def test_a_record_that_cannot_be_closed_does_not_hide_how_the_run_ended(error):
    r = rig(click())
    r.log.end = raising(error)
    ended = r.run()
    assert ended.outcome is Outcome.DONE
    assert "could not be recorded" in ended.message
    assert r.told(Ended) == [ended]


def test_keys_of_which_nobody_knows_that_they_came_up_are_not_said_to_be_up():
    r = rig(click())
    r.hands.release_all = raising(OSError(5, "Input/output error"))
    ended = r.run()
    assert "tap" in ended.message
    assert r.log.outcome is Outcome.DONE


def test_a_run_that_cannot_have_a_thread_for_its_deadline_sends_nothing(monkeypatch):
    monkeypatch.setattr(threading.Timer, "start", raising(RuntimeError("can't start new thread")))
    r = rig(click())
    ended = r.run()
    assert ended.outcome is Outcome.ENVIRONMENT
    assert "thread" in ended.message
    assert r.hands.sent == []
    assert r.told(Ended) == [ended]


@pytest.mark.parametrize("kind", [Started, Working, Stepped])
def test_a_run_that_its_listener_cannot_follow_ends(kind):
    r = rig(click(), click(60), click(70))
    told = []

    class Deaf(list):
        def append(self, event):
            told.append(event)
            if isinstance(event, kind):
                window_is_gone()

    r.events = Deaf()
    ended = r.run()
    assert ended.outcome is Outcome.ERROR
    assert [type(event) for event in told].count(Ended) == 1
    assert len(r.hands.sent) <= 1
    assert r.log.outcome is Outcome.ERROR


def test_a_listener_that_is_gone_at_the_end_leaves_the_outcome_as_it_was():
    r = rig(click())

    class Deaf(list):
        def append(self, event):
            if isinstance(event, Ended):
                window_is_gone()

    r.events = Deaf()
    assert r.run().outcome is Outcome.DONE
    assert r.log.outcome is Outcome.DONE


def test_a_keyboard_interrupt_lets_go_and_closes_the_record_before_it_goes_on():
    r = rig(click())
    r.policy.propose = raising(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        r.run()
    assert r.hands.releases == 1
    assert r.log.outcome is Outcome.STOPPED
    assert len(r.told(Ended)) == 1


def test_nothing_was_sent_is_not_said_after_a_step_of_unknown_extent():
    r = rig(click(), click(60))
    r.hands.on_execute = raising(InputError("the display is odd. Nothing was sent."))
    assert "Nothing was sent" not in r.run().message
    assert r.log.records[0].receipt == Receipt(
        "not_seen", "it is not known how much of it was sent"
    )


@pytest.mark.parametrize("error", UNFORESEEN[:3], ids=lambda error: type(error).__name__)
def test_the_window_hears_of_a_run_that_ended_its_thread(error):
    class Desk:
        run = raising(error)

    told = []
    agent = AgentThread(Desk(), FakeConfirmer(), told.append)
    agent.start(Task("x"))
    agent.wait()
    [ended] = told
    assert isinstance(ended, Ended)
    assert ended.outcome in (Outcome.ERROR, Outcome.ENVIRONMENT)
    assert not agent.is_running
