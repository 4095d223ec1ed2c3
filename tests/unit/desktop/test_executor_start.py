"""An executor that cannot start says why in one sentence."""

import os

import pytest

from automation.core.actions import Hotkey
from automation.core.errors import ExecutorGone
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
