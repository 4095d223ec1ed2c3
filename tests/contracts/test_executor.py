"""What every executor promises, tried on the fake and on a real process on a real display."""

import time
from contextlib import contextmanager

import pytest

from automation.core.actions import Answer, Hotkey, Wait
from automation.core.errors import Refused, Stopped
from automation.core.ports import Executor
from automation.core.proposal import Confirmation, Execution
from automation.core.timing import StopToken
from tests.desktop.executor_rig import executor_rig
from tests.fakes.fake_executor import FakeExecutor

ACTION = Hotkey(("f9",))


@contextmanager
def fake(request):
    yield FakeExecutor()


@contextmanager
def process(request):
    desktop = request.getfixturevalue("desktop")
    with executor_rig(desktop, request.getfixturevalue("tmp_path")) as rig:
        yield rig.client


@pytest.fixture(params=[fake, pytest.param(process, marks=pytest.mark.desktop)])
def executor(request):
    with request.param(request) as made:
        yield made


def decided(verdict="accepted", action=None):
    return Confirmation(verdict, "user", action, decided_s=time.monotonic())


def execute(executor: Executor, nonce: str, confirmation=None, stop=None) -> Execution:
    chosen = confirmation or decided()
    return executor.execute(nonce, chosen, stop or StopToken(), lambda done, total: None)


def refusal(executor, *arguments):
    with pytest.raises(Refused) as caught:
        execute(executor, *arguments)
    return caught.value.reason


def test_an_executor_keeps_its_promises_about_nonces(executor):
    first, second = executor.prepare(ACTION), executor.prepare(ACTION)
    assert first.nonce != second.nonce
    execution = execute(executor, first.nonce)
    assert execution.completed
    assert execution.events_sent == 2
    assert refusal(executor, first.nonce) == "used"
    assert refusal(executor, "made up") == "unknown_nonce"
    assert refusal(executor, second.nonce) == "changed"


def test_an_executor_carries_out_only_what_was_accepted(executor):
    nonce = executor.prepare(ACTION).nonce
    assert refusal(executor, nonce, decided("rejected")) == "unsupported"
    other = decided("edited", Hotkey(("f10",)))
    assert refusal(executor, nonce, other) == "changed"
    nonce = executor.prepare(ACTION).nonce
    assert execute(executor, nonce, decided("edited", ACTION)).completed


def test_an_executor_takes_no_decision_from_before_its_look(executor):
    early = decided()
    nonce = executor.prepare(ACTION).nonce
    assert refusal(executor, nonce, early) == "expired"
    assert refusal(executor, executor.prepare(ACTION).nonce, Confirmation("accepted", "user")) == (
        "expired"
    )


def test_a_correction_is_decided_on_a_look_and_sent_on_the_next(executor):
    executor.prepare(Hotkey(("f8",)))
    edit = decided("edited", ACTION)
    assert execute(executor, executor.prepare(ACTION).nonce, edit).completed
    assert refusal(executor, executor.prepare(ACTION).nonce, edit) == "expired"


def test_an_executor_refuses_what_is_not_for_the_machine(executor):
    with pytest.raises(Refused) as caught:
        executor.prepare(Answer("done"))
    assert caught.value.reason == "unsupported"


def test_an_executor_sends_nothing_after_a_stop(executor):
    nonce = executor.prepare(Wait(0.0)).nonce
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        execute(executor, nonce, decided(), stop)
    executor.release_all()
