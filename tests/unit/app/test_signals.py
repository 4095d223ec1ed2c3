"""A signal stops a run whatever the main thread is doing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.run_start import stoppable
from automation.core.timing import StopToken
from tests.kit.waiting import wait_for

ROOT = Path(__file__).resolve().parents[3]
# In a process of its own: threads of other tests open and close files too.
COUNTED = """
import signal
from pathlib import Path
from app.run_start import stoppable
from automation.core.timing import StopToken
def now():
    return signal.getsignal(signal.SIGTERM), len(list(Path("/proc/self/fd").iterdir()))
before = now()
with stoppable(StopToken()):
    assert signal.getsignal(signal.SIGTERM) is not before[0]
    assert now()[1] > before[1]
assert now() == before
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_run_and_is_told(number):
    stop = StopToken()
    with stoppable(stop) as caught:
        os.kill(os.getpid(), number)
        wait_for(lambda: stop.is_set)
        assert (caught, stop.cause) == ([number], "signal")


def test_a_signal_in_the_middle_of_a_wait_does_not_hang():
    stop = StopToken()
    with stoppable(stop):
        with stop._event._cond:  # where every wait of the main thread is now and then
            signal.raise_signal(signal.SIGTERM)
        wait_for(lambda: stop.is_set)


def test_everything_is_as_it_was_afterwards():
    subprocess.run([sys.executable, "-c", COUNTED], cwd=ROOT, check=True)
