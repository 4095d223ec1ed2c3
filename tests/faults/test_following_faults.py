"""The app's side of an action fails while the executor types: it is stopped, and nothing hangs."""

import os
import signal

import pytest

from automation.core.actions import KeyDown, Write
from automation.core.errors import ExecutorGone, InputError
from tests.desktop.executor_rig import accepted, executor_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

LONG_TEXT = Write("Lorem Ipsum " * 300)


class Panic(BaseException):
    """No Exception, as what a Rust library raises."""


@pytest.mark.parametrize("error", [ValueError("the window is gone"), Panic(), MemoryError()])
def test_an_action_that_nobody_follows_any_more_is_stopped_at_once(desktop, tmp_path, error):
    def fail(done, total):
        if done > 10:
            raise error

    with executor_rig(desktop, tmp_path) as rig:
        nonce = rig.client.prepare(LONG_TEXT).nonce
        with pytest.raises(type(error)):
            rig.client.execute(nonce, accepted(), rig.stop, fail)
        rig.client.begin_run()  # the hands are free, or type on before they answer
        f12 = rig.user.code("f12")
        rig.user.tap("f12")  # what was sent before has arrived when this has
        wait_for(lambda: ("key up", f12) in rig.window.events)
        typed = len(rig.window.of("key down"))
        rig.nothing_held()
        assert rig.do(Write("abc")).completed
        assert typed < 1000
        assert len(rig.window.wait_for("key down", typed + 3)) == typed + 3


def test_an_executor_that_is_stopped_while_it_types_is_ended(desktop, tmp_path, monkeypatch):
    monkeypatch.setattr("automation.desktop.input.client.SILENT_TURNS", 10)
    monkeypatch.setattr("automation.desktop.input.client.DEAD_TURNS", 50)
    with executor_rig(desktop, tmp_path) as rig:
        rig.do(KeyDown("shift"))
        result = rig.begin(LONG_TEXT)
        rig.window.wait_for("key down", 20)
        os.kill(rig.ready.pid, signal.SIGSTOP)
        assert isinstance(result(), ExecutorGone)
        rig.nothing_held()


def test_a_busy_executor_that_says_nothing_for_long_is_left_alone(desktop, tmp_path, monkeypatch):
    monkeypatch.setattr("automation.desktop.input.client.SILENT_TURNS", 3)
    with executor_rig(desktop, tmp_path) as rig:
        monkeypatch.setattr("automation.desktop.input.executor.PROGRESS_EVERY_S", 60.0)
        nonce = rig.client.prepare(Write("abcdefgh" * 40)).nonce
        assert rig.client.execute(nonce, accepted(), rig.stop, lambda done, total: None).completed
        rig.nothing_held()


def test_an_executor_that_cannot_let_go_is_ended_so_that_its_dead_man_does(
    desktop, tmp_path, monkeypatch
):
    with executor_rig(desktop, tmp_path) as rig:
        rig.do(KeyDown("f8"))
        ask = rig.client._ask

        def refuse(request, wanted):
            raise InputError("not everything could be let go: the key is odd")

        monkeypatch.setattr(rig.client, "_ask", refuse)
        with pytest.raises(InputError):
            rig.client.release_all()
        monkeypatch.setattr(rig.client, "_ask", ask)
        rig.nothing_held()
