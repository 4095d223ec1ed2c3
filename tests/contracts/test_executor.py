"""What every executor promises, tried on the fake and on a real process on a real display."""

from contextlib import contextmanager

import pytest

from automation.core.actions import Answer, Hotkey, Wait
from automation.core.errors import Refused, Stopped
from automation.core.ports import Executor
from automation.core.proposal import Confirmation, Execution
from automation.core.stopping import StopToken
from tests.desktop.executor_rig import executor_rig
from tests.fakes.fake_executor import FakeExecutor

ACTION = Hotkey(("f9",))
ACCEPTED = Confirmation("accepted", "user")


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


def execute(executor: Executor, nonce: str, confirmation=ACCEPTED, stop=None) -> Execution:
    return executor.execute(nonce, confirmation, stop or StopToken(), lambda done, total: None)


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
    assert refusal(executor, nonce, Confirmation("rejected", "user")) == "unsupported"
    other = Confirmation("edited", "user", action=Hotkey(("f10",)))
    assert refusal(executor, nonce, other) == "changed"
    nonce = executor.prepare(ACTION).nonce
    assert execute(executor, nonce, Confirmation("edited", "user", action=ACTION)).completed


def test_an_executor_refuses_what_is_not_for_the_machine(executor):
    with pytest.raises(Refused) as caught:
        executor.prepare(Answer("done"))
    assert caught.value.reason == "unsupported"


def test_an_executor_sends_nothing_after_a_stop(executor):
    nonce = executor.prepare(Wait(0.0)).nonce
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        execute(executor, nonce, ACCEPTED, stop)
    executor.release_all()
