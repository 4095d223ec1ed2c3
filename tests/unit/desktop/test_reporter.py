"""An executor that cannot say what it does ends, as one whose app is gone."""

import socket
import threading

import pytest

from automation.desktop.input.executor import Reporter
from automation.desktop.input.protocol import ChordPressed, app_channel, executor_channel


@pytest.fixture
def ends():
    app, executor = socket.socketpair()
    yield app_channel(app), executor_channel(executor)
    app.close()
    executor.close()


def test_what_is_told_arrives_in_its_order(ends):
    app, executor = ends
    reporter = Reporter(executor)
    for name in ("first", "second"):
        reporter.send(ChordPressed(name))
    assert [app.receive().name, app.receive().name] == ["first", "second"]
    reporter.close()


@pytest.mark.parametrize("name", ["x" * 3_000_000, "\udce9"], ids=["too long", "no text"])
def test_nothing_more_is_asked_of_an_executor_that_cannot_answer(ends, name):
    app, executor = ends
    reporter = Reporter(executor)
    heard = []
    listening = threading.Thread(target=lambda: heard.append(executor.receive()), daemon=True)
    listening.start()
    reporter.send(ChordPressed(name))
    listening.join(10)
    assert heard == [None]
    assert app.receive() is None
