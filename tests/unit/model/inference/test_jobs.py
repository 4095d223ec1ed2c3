"""Jobs are done in order by one thread, and their callers get what came of them."""

import threading

import pytest

from automation.core.errors import ModelError, Stopped
from automation.core.timing import StopToken
from model.inference.engine import Job, JobThread


@pytest.fixture
def thread():
    made = JobThread("test-engine")
    yield made
    assert made.close(60)


def blocked(thread):
    """Return a job that is being done and an event that lets it end."""
    begun, go_on = threading.Event(), threading.Event()

    def work(_stop):
        begun.set()
        assert go_on.wait(60)

    job = thread.add(Job(work))
    assert begun.wait(60)
    return job, go_on


def test_a_job_gives_its_result(thread):
    assert thread.add(Job(lambda _stop: 42)).result() == 42


def test_an_error_is_raised_where_the_job_was_asked_for(thread):
    def fail(_stop):
        message = "no"
        raise ModelError(message)

    with pytest.raises(ModelError, match="no"):
        thread.add(Job(fail)).result()
    assert thread.add(Job(lambda _stop: 1)).result() == 1


def test_jobs_are_done_in_order_by_one_thread(thread):
    seen = []
    jobs = [
        thread.add(Job(lambda _stop, n=n: seen.append((n, threading.get_ident()))))
        for n in range(9)
    ]
    jobs[-1].result()
    assert [n for n, _ in seen] == list(range(9))
    assert len({ident for _, ident in seen} - {threading.get_ident()}) == 1


def test_no_thread_runs_before_the_first_job():
    made = JobThread("idle")
    assert "idle" not in {thread.name for thread in threading.enumerate()}
    assert made.close(60)


def test_a_job_that_waits_is_given_up_at_once_when_its_caller_is_stopped(thread):
    first, go_on = blocked(thread)
    stop, done = StopToken(), []
    waiting = thread.add(Job(lambda _stop: done.append(1), stop))
    stop.stop("kill_key")
    with pytest.raises(Stopped, match="kill_key"):
        waiting.result(stop, patience_s=1000)
    assert not first.is_over
    go_on.set()
    thread.add(Job(lambda _stop: None)).result()
    assert done == []


def test_a_job_that_hangs_does_not_hold_its_stopped_caller(thread):
    job, go_on = blocked(thread)
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        job.result(stop, patience_s=0.05)
    go_on.set()


def test_a_job_taken_back_hears_it(thread):
    begun = threading.Event()

    def work(stop):
        begun.set()
        stop.wait(60)

    job = thread.add(Job(work))
    assert begun.wait(60)
    job.take_back()
    with pytest.raises(Stopped):
        job.result(StopToken())


def test_a_closed_thread_refuses_jobs():
    made = JobThread("closed")
    made.add(Job(lambda _stop: None)).result()
    assert made.close(60)
    with pytest.raises(ModelError, match="closed"):
        made.add(Job(lambda _stop: None)).result()


def test_jobs_that_came_before_closing_are_done():
    made, done = JobThread("closing"), []
    made.add(Job(lambda _stop: done.append(1)))
    assert made.close(60)
    assert done == [1]


def test_the_thread_goes_after_the_windows(thread):
    import os
    import sys

    if sys.platform != "linux":
        pytest.skip("only on Linux threads have a niceness")
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def niceness(_stop):
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    assert thread.add(Job(niceness)).result() >= min(19, max(own, 10))
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own
