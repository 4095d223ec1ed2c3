"""A process that dies costs the run one test, not the end of the run."""

import subprocess
import sys

import pytest

from tests.crashes import Scheduler
from tests.repo.tree import ROOT

CONFTEST = """
from tests.crashes import Scheduler

def pytest_xdist_make_scheduler(config, log):
    return Scheduler(config, log)
"""
FILE = """
import os
import pytest

@pytest.mark.parametrize("number", range(5))
def test(number):
    if number == {dies_in}:
        os._exit(1)
"""
NOWHERE = 9
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT),
    "PATH": "/usr/bin:/bin",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # loading Qt and Hypothesis takes longer than the tests
}


@pytest.mark.parametrize("dies_in", [0, 3, 4])
def test_each_test_is_run_but_the_one_in_which_the_process_died(tmp_path, dies_in):
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "none.ini").write_text("[pytest]\n")
    for name, at in {"a": NOWHERE, "b": NOWHERE, "c": dies_in, "d": NOWHERE, "e": NOWHERE}.items():
        (tmp_path / f"test_{name}.py").write_text(FILE.format(dies_in=at))
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-q", "-c", "none.ini", "--rootdir", ".",
         "-n", "2",
         "--dist", "loadfile", "--no-loadscope-reorder", "."],
        cwd=tmp_path, env=ENVIRONMENT,
        capture_output=True, text=True, timeout=150, check=False,
    )  # fmt: skip
    assert "1 failed, 24 passed" in ended.stdout
    assert f"crashed while running 'test_c.py::test[{dies_in}]'" in ended.stdout


def test_a_process_that_died_unseen_ends_no_run(monkeypatch):
    def closed(scheduler, node):
        raise OSError("cannot send (already closed?)")

    monkeypatch.setattr("xdist.scheduler.LoadFileScheduling._reschedule", closed, raising=False)
    Scheduler._reschedule(Scheduler.__new__(Scheduler), None)
