"""A thread of ours stands back; one that stands further back already is left there."""

import os
import threading

import pytest

from automation.core.process import NICE, be_quiet


@pytest.mark.parametrize(("own", "then"), [(0, NICE), (NICE, NICE), (19, 19)])
def test_the_lower_of_two_priorities_counts(own, then):
    told = []

    def work():
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(own, os.getpriority(os.PRIO_PROCESS, 0)))
        be_quiet()
        told.append(os.getpriority(os.PRIO_PROCESS, thread))

    before = os.getpriority(os.PRIO_PROCESS, 0)
    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert told == [max(then, before)]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before, "the thread's alone"
