"""Faults of those who listen, and faults that nobody waits for, do not harm the engine."""

import threading
from pathlib import Path

import pytest

from automation.core.errors import GenerationError, ModelError
from automation.core.timing import StopToken
from model.inference.engine import ModelEngine
from model.inference.options import LoadOptions, Request
from model.prompt.conversation import Conversation, Message
from tests.fakes.fake_model import FACTS, FakeLoader, FakeModel

OPTIONS = LoadOptions(Path("a-checkpoint"))
TALK = Conversation((Message("user", "hello"),))


@pytest.fixture
def model():
    return FakeModel()


@pytest.fixture
def engine(model):
    made = ModelEngine(FakeLoader(model))
    yield made
    made.close()


def test_a_listener_that_fails_costs_neither_the_reply_nor_the_model(engine, model, caplog):
    def fail(_event):
        raise RuntimeError("the window is gone")

    engine.load(OPTIONS).result()
    reply = engine.propose(Request(TALK), stop=StopToken(), on_event=fail)
    assert reply.text == "done"
    assert engine.status.state == "ready"
    assert not model.is_released
    assert "the window is gone" in caplog.text


def test_a_model_that_cannot_tell_its_facts_is_a_load_that_failed(engine, model):
    class Silent(type(model)):
        @property
        def facts(self):
            raise RuntimeError("CUDA error: device lost")

    model.__class__ = Silent
    with pytest.raises(ModelError, match="device lost"):
        engine.load(OPTIONS).result()
    assert engine.status.state == "failed"
    assert model.is_released


def test_what_cannot_be_read_ahead_is_logged_since_nobody_waits_for_it(engine, model, caplog):
    begun = threading.Event()

    def fail(_stop):
        begun.set()
        raise GenerationError("the conversation takes 9 tokens too many", reason="too_long")

    engine.load(OPTIONS).result()
    model.on_prepare = fail
    engine.anticipate(TALK)
    assert begun.wait(60)
    assert engine.propose(Request(TALK), stop=StopToken()).text == "done"
    # What a conversation holds stays out of the log: the kind of error is all that it tells.
    assert "GenerationError" in caplog.text
    assert engine.status.state == "ready"


def test_an_error_keeps_nothing_of_the_work_alive(engine, model):
    """What a step of the network had on the device is in the frames that the error went through."""
    held = []

    class Tensor:
        """Stands for a gigabyte."""

        def __del__(self):
            held.append(threading.current_thread().name)

    def work():
        activation = Tensor()
        raise RuntimeError(f"out of memory beside {type(activation)}")

    def fail(_stop):
        try:
            work()
        except RuntimeError as error:
            raise GenerationError("no reply", reason="empty") from error

    engine.load(OPTIONS).result()
    model.on_reply = fail
    with pytest.raises(GenerationError) as caught:
        engine.propose(Request(TALK), stop=StopToken())
    assert caught.value.__traceback__ is not None
    assert held == ["deskhand-engine"]
    assert engine.status.name == FACTS.name
