"""Packages of compiled kernels are tried where they can do no harm."""

import subprocess
import sys
import threading

import pytest

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.network.machine_probe import PACKAGES, probe_packages
from tests.fakes.kernel_packages import SCAN, write_conv, write_mamba


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder that packages can be imported from."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def problem_of(package="mamba_ssm", **options):
    (found,) = [probe for probe in probe_packages(**options) if probe.package == package]
    return found.problem


def test_packages_that_are_not_there_are_told_apart_from_broken_ones(monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    probes = probe_packages()
    assert [probe.problem for probe in probes] == [f"{name} is not installed" for name in PACKAGES]
    assert not any(probe.is_installed for probe in probes)


def test_good_packages_have_no_problem(place):
    write_mamba(place)
    write_conv(place)
    probes = probe_packages()
    assert [probe.problem for probe in probes] == ["", ""]
    assert [probe.version for probe in probes] == ["2.3.2", "1.6.0"]
    assert all(probe.is_installed for probe in probes)


def test_nothing_is_imported_into_this_process(place):
    write_mamba(place)
    problem_of()
    assert "mamba_ssm" not in sys.modules


def test_a_package_that_fails_to_import_is_named_with_version_cause_and_remedy(place):
    cause = "cannot import name 'GreedySearchDecoderOnlyOutput'"
    write_mamba(place, init=f'raise ImportError("{cause}")', version="2.2.5")
    assert problem_of() == (
        f"mamba_ssm 2.2.5 cannot be used (ImportError: {cause}); "
        "install mamba-ssm 2.3 or later, built for this torch"
    )


@pytest.mark.parametrize(
    ("init", "told"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "signal 11"),
        ("import os; os._exit(3)", "exit 3"),
        ("import sys; sys.exit('no CUDA')", "exit 1"),
    ],
)
def test_a_package_that_ends_its_process_ends_only_the_child(place, init, told):
    write_mamba(place, init=init)
    assert f"ended the process, {told}" in problem_of()


def test_what_a_package_prints_while_it_is_imported_does_not_matter(place):
    write_mamba(place, init="print('{}'); import os; os.write(1, b'hello')")
    assert problem_of() == ""


def test_a_function_that_would_lose_the_state_is_found_out(place):
    write_mamba(place, scan=SCAN.replace("initial_states=None, seq_idx=None, ", ""))
    assert "mamba_chunk_scan_combined takes no initial_states" in problem_of()


def test_a_function_that_is_missing_is_named(place):
    write_conv(place, init="def causal_conv1d_fn(x, weight, activation=None): ...")
    assert "causal_conv1d has no causal_conv1d_update" in problem_of("causal_conv1d")


def test_a_package_that_hangs_is_given_up(place):
    write_mamba(place, init="import time; time.sleep(60)")
    assert "took more than 0.5 s" in problem_of(timeout_s=0.5)


def test_a_stop_ends_the_wait_and_the_child(place, monkeypatch):
    write_mamba(place, init="import time; time.sleep(60)")
    children, stop = [], StopToken()

    class Noted(subprocess.Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            children.append(self)
            threading.Timer(0.1, stop.stop).start()

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with pytest.raises(Stopped):
        probe_packages(stop)
    assert [child.returncode for child in children] == [-9]
