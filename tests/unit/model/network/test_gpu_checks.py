"""The checks that wait for a CUDA device hold at a tiny size on the CPU, and can fail."""

import json

import pytest

from tests.gpu import run
from tests.gpu.bench import tiny_on_cpu
from tests.gpu.checks import CHECKS, Missing


@pytest.fixture(scope="module")
def bench():
    return tiny_on_cpu()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_check_holds_on_the_cpu(check, bench):
    assert check(bench)


def test_figures_are_written_with_the_name_of_the_device(tmp_path, capsys):
    assert run.main(["--tiny", "--only", "rollback", "--out", str(tmp_path)]) == 0
    report = json.loads((tmp_path / "checks-cpu.json").read_text())
    assert report["device"] == "CPU"
    assert [result["outcome"] for result in report["results"]] == ["passed"]
    assert "passed" in capsys.readouterr().out


def test_a_check_that_fails_decides_the_exit_status_and_one_that_misses_something_does_not(bench):
    def check_wrong(_bench):
        message = "off by 3"
        raise AssertionError(message)

    def check_missing(_bench):
        message = "mamba_ssm is not installed"
        raise Missing(message)

    missing = run.report_on(bench, (check_missing,))
    failed = run.report_on(bench, (check_missing, check_wrong))
    assert [result["outcome"] for result in failed["results"]] == ["missing", "failed"]
    assert failed["results"][1]["problem"] == "AssertionError: off by 3"
    assert (run.exit_status(missing), run.exit_status(failed)) == (0, 1)


def test_a_check_that_is_broken_costs_nobody_else_s_figures(bench):
    def check_broken(_bench):
        return {}["nothing"]

    def check_fine(_bench):
        return {"gap": 0.5}

    kept = []
    report = run.report_on(
        bench, (check_fine, check_broken), lambda found: kept.append(len(found["results"]))
    )
    assert [result["outcome"] for result in report["results"]] == ["passed", "failed"]
    assert report["results"][1]["problem"] == "KeyError: 'nothing'"
    assert kept == [1, 2]


def test_without_a_cuda_device_the_run_says_so(capsys, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert run.main([]) == 9
    assert "need a CUDA device" in capsys.readouterr().out
