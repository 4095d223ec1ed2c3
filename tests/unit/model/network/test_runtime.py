"""What torch can do is told by a child process that may do anything but answer."""

import sys

from model.network.probe import read_runtime


def answering(code, **timing):
    return read_runtime([sys.executable, "-c", code], **timing)


def test_torch_of_this_computer_is_described_without_loading_it_here(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    found = read_runtime()
    assert found.problem == ""
    assert found.torch[0].isdigit()
    assert found.machine.of_kind("cpu").total_bytes > 0


def test_a_child_that_dies_of_a_signal_is_a_problem():
    found = answering("import os; os.kill(os.getpid(), 11)")
    assert found.problem == "starting it ended the process, signal 11"


def test_a_child_that_fails_is_quoted():
    found = answering("import no_such_runtime")
    assert found.problem == "ModuleNotFoundError: No module named 'no_such_runtime'"


def test_a_child_that_says_nothing_is_a_problem():
    assert answering("").problem == "starting it ended with status 0"


def test_a_child_that_hangs_is_ended():
    assert answering("while True: pass", timeout_s=0.5).problem.startswith("it did not")
