"""An executor that cannot start says why in one sentence."""

import os
import sys
from pathlib import Path

import pytest

from automation.core.actions import Hotkey
from automation.core.errors import ExecutorGone
from automation.desktop.input import client as link
from automation.desktop.input.client import ExecutorClient, ExecutorOptions


def started(tmp_path, **environ):
    client = ExecutorClient(ExecutorOptions(tmp_path, environ={**os.environ, **environ}))
    with pytest.raises(ExecutorGone) as caught:
        client.start()
    assert not client.is_running
    return str(caught.value)


def test_without_a_display_it_says_so_and_what_to_do(tmp_path):
    assert "there is no display: DISPLAY is not set" in started(tmp_path)


def test_with_a_display_that_does_not_answer_it_names_it(tmp_path):
    assert "':987' does not answer" in started(tmp_path, DISPLAY=":987")


def test_before_the_start_nothing_can_be_asked_and_a_close_is_harmless(tmp_path):
    client = ExecutorClient(ExecutorOptions(tmp_path))
    with pytest.raises(ExecutorGone):
        client.prepare(Hotkey(("a",)))
    client.release_all()
    client.ungrab("bar")
    client.stop()
    client.close()


SLOW_EXECUTOR = f"""
import msgspec, socket, sys, time
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from automation.desktop.input.protocol import executor_channel
from automation.desktop.input.protocol import PROTOCOL_VERSION, Ready
end = socket.socket(fileno=int(sys.argv[2]))
channel = executor_channel(end)
channel.receive()
ready = msgspec.msgpack.encode(Ready(PROTOCOL_VERSION, 1, 2, is_armed=True))
end.sendall(len(ready).to_bytes(4, "big") + ready + bytes((0, 0, 0, 32)) + b"half a report")
channel.receive()
time.sleep(0.3)  # it lets go of what it held
sys.exit(7)
"""


def test_an_executor_that_was_reporting_at_the_end_may_let_go_before_it_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(link, "argv_of", lambda _, *a: [sys.executable, "-c", SLOW_EXECUTOR, *a])
    monkeypatch.setattr(link, "START_S", 60.0)
    monkeypatch.setattr(link, "END_S", 60.0)
    client = ExecutorClient(ExecutorOptions(tmp_path))
    client.start()
    process = client._link._process
    client.close()
    assert process.returncode == 7
