"""A signal stops a run whatever the main thread is doing."""

import os
import signal
import time
from pathlib import Path

import pytest

from app.do_command import stoppable
from automation.core.stopping import StopToken

FDS = Path("/proc/self/fd")


def wait_for(condition):
    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_run_and_is_told(number):
    stop = StopToken()
    with stoppable(stop) as caught:
        os.kill(os.getpid(), number)
        wait_for(lambda: stop.is_set)
        assert (caught, stop.cause) == ([number], "signal")


@pytest.mark.timeout(10)
def test_a_signal_in_the_middle_of_a_wait_does_not_hang():
    stop = StopToken()
    with stoppable(stop):
        with stop._event._cond:  # where every wait of the main thread is now and then
            signal.raise_signal(signal.SIGTERM)
        wait_for(lambda: stop.is_set)


def test_everything_is_as_it_was_afterwards():
    before = signal.getsignal(signal.SIGTERM), len(list(FDS.iterdir()))
    with stoppable(StopToken()):
        assert signal.getsignal(signal.SIGTERM) is not before[0]
    assert (signal.getsignal(signal.SIGTERM), len(list(FDS.iterdir()))) == before
