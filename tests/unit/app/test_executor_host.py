"""A run begins with an executor that serves it, whatever became of the one that was there before."""

import pytest

from app import executor_host as hands_module
from app.executor_host import ExecutorHost
from app.settings import Folders, Settings
from automation.core.errors import ExecutorGone
from automation.core.timing import StopToken
from automation.desktop.input.protocol import Budgets

GONE, NO_DISPLAY = "the process that sends input ended", "there is no display :9"


class Ready:
    is_armed = True


class Executors:
    """Starts executors in memory; each script says how the life of one of them goes."""

    def __init__(self, *lives):
        self.lives = list(lives)
        self.begun = self.closed = 0

    def client(self, options, on_event, on_gone):
        self.on_gone = on_gone
        return self

    is_running = True

    def start(self):
        if self.lives[0] == "none":
            raise ExecutorGone(NO_DISPLAY)
        return Ready()

    def begin_run(self, limits):
        if self.lives[0] == "dying":
            self.lives.pop(0)
            self.on_gone(GONE)
            raise ExecutorGone(GONE)
        self.begun += 1

    def end_run(self):
        """Nothing to end."""

    def close(self):
        self.closed += 1


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """Return a function that begins a run with these executors, and returns them and its token."""

    def begun(*lives, goes=False):
        executors, stop = Executors(*lives), StopToken()
        monkeypatch.setattr(hands_module, "ExecutorClient", executors.client)
        monkeypatch.setattr(hands_module, "left_behind", lambda folder, display: False)
        hands = ExecutorHost(Folders(tmp_path, tmp_path, tmp_path), Settings())
        with hands.running(stop, Budgets(), can_pause=False):
            if goes:
                executors.on_gone(GONE)
            return executors, stop

    return begun


def test_an_executor_that_was_dying_is_followed_by_another_and_the_run_goes_on(begin):
    executors, stop = begin("dying", "serving")
    assert (executors.begun, executors.closed) == (1, 1)
    assert not stop.is_set


def test_where_none_can_follow_the_reason_is_said(begin):
    with pytest.raises(ExecutorGone, match=NO_DISPLAY):
        begin("dying", "none")


def test_one_that_ends_right_after_the_last_is_not_followed_for_ever(begin):
    with pytest.raises(ExecutorGone, match=GONE):
        begin("dying", "dying", "serving")


def test_an_executor_that_goes_during_the_run_ends_it(begin):
    _executors, stop = begin("serving", goes=True)
    assert stop.is_set
    assert stop.cause == "executor_gone"
