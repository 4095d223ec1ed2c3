"""A run of tests that is cut off has named its failures; one that hangs in C code ends and shows where."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = """
from tests.telling import Hangs, Telling

def pytest_configure(config):
    config.pluginmanager.register(Telling(config))
    config.pluginmanager.register(Hangs(100.0, grace_s={grace_s}))
"""
FAILS = """
def test_of_sums():
    assert 1 + 1 == 3, "sums are wrong"
"""
FAILS_LONG = """
import pytest

def test_of_paint():
    pytest.fail("Caught in the event loop:\\n  File a, line 1\\nKeyError: 'colour'\\n_____", pytrace=False)
"""
HANGS = """
import ctypes, signal, pytest

@pytest.mark.timeout(0)
def test_that_hears_nothing():
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    ctypes.PyDLL(None).pause()  # with the interpreter's lock held
"""

ENVIRONMENT = {
    "PYTHONPATH": str(ROOT),
    "PATH": "/usr/bin:/bin",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # loading Qt and Hypothesis takes longer than the tests
}


@pytest.fixture
def told(tmp_path):
    def run(test, grace_s=100.0):
        (tmp_path / "conftest.py").write_text(CONFTEST.format(grace_s=grace_s))
        (tmp_path / "test_it.py").write_text(test)
        argv = [sys.executable, "-m", "pytest", "-p", "pytest_timeout", "-q", "-c", "none.ini"]
        argv += ["--rootdir", ".", "."]
        (tmp_path / "none.ini").write_text("[pytest]\nmarkers = timeout\n")
        return subprocess.run(
            argv, cwd=tmp_path, env=ENVIRONMENT,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    return run


def test_a_failure_is_named_when_it_happens_with_what_the_machine_has_left(told):
    said = told(FAILS).stdout.partition("= FAILURES =")[0]
    assert "test_it.py::test_of_sums failed (call): AssertionError: sums are wrong" in said
    assert "MiB of memory" in said
    assert "MiB of disk" in said


def test_an_error_that_is_told_with_its_traceback_is_told_by_its_last_line_too(told):
    said = told(FAILS_LONG).stdout.partition("= FAILURES =")[0]
    assert "failed (call): Failed: Caught in the event loop: ... KeyError: 'colour'" in said


def test_a_test_that_no_signal_ends_ends_its_process_and_tells_where_it_hung(told):
    ended = told(HANGS, grace_s=1.0)
    assert ended.returncode == 1
    assert "in test_that_hears_nothing" in ended.stderr


def test_a_test_that_ends_in_time_is_left_alone(told):
    ended = told("def test_of_nothing():\n    pass\n", grace_s=1.0)
    assert (ended.returncode, ended.stderr) == (0, "")
