"""Tasks that are given before there are hands, or where there never will be any."""

import pytest
from PySide6.QtCore import QObject

from app.gui.runs import Job, RunStarter
from automation.core.events import Task

JOB = Job(Task("click Save"))


class Agent:
    is_running = False

    def __init__(self):
        self.started = []

    def start(self, job):
        self.started.append(job)


@pytest.fixture
def runs(qapp, tmp_path):
    owner = QObject()
    runs = RunStarter(tmp_path, lambda: None, owner)
    runs.told = []
    runs.said.connect(lambda text, is_error: runs.told.append((text, is_error)))
    runs.drops = []
    runs.dropped.connect(lambda: runs.drops.append(1))
    yield runs
    runs.over()


def test_a_task_that_comes_early_waits_for_the_executor(runs):
    agent = Agent()
    assert runs.start(JOB)
    assert runs.is_running
    runs.use(agent)
    assert agent.started == [JOB]
    assert runs.drops == []


@pytest.mark.parametrize("is_known_before", [True, False])
def test_where_no_hands_will_come_nothing_waits_and_nothing_is_busy(runs, is_known_before):
    if is_known_before:
        runs.set_unavailable("There is no display.")
        assert not runs.start(JOB)
    else:
        assert runs.start(JOB)
        runs.set_unavailable("There is no display.")
    assert runs.told[-1] == ("There is no display.", True)
    assert not runs.is_running
    assert runs.drops == ([] if is_known_before else [1])


def test_what_waits_and_is_stopped_is_dropped_once(runs):
    runs.stop()
    assert runs.drops == []
    runs.start(JOB)
    runs.stop()
    runs.stop()
    assert (runs.drops, runs.is_running) == ([1], False)


def test_what_waited_and_is_refused_is_dropped(runs):
    runs.start(JOB)
    runs.others = lambda: "A recording is under way."
    runs.use(Agent())
    assert (runs.drops, runs.is_running) == ([1], False)


def test_a_task_does_not_begin_while_something_else_of_ours_has_the_desktop(runs):
    agent, others = Agent(), ["A recording is under way."]
    runs.use(agent)
    runs.others = lambda: others[0]
    assert not runs.start(JOB)
    assert runs.told == [("A recording is under way.", True)]
    others[0] = ""
    assert runs.start(JOB)
    assert agent.started == [JOB]
