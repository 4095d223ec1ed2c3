"""The checks that wait for a CUDA device hold at a tiny size on the CPU, and can fail."""

import json
from itertools import takewhile

import pytest

from model.bench import Stopwatch
from model.network import kernels
from tests.benchmarks import gpu_micro, step_latency
from tests.benchmarks.decode_calls import calls_of_one_token, deep_network, launches_of_one_token
from tests.gpu import all as card
from tests.gpu.bench import tiny_on_cpu
from tests.gpu.checks import CHECKS, Missing
from tests.gpu.paths import on_path, paths_of


@pytest.fixture(scope="module")
def bench():
    return tiny_on_cpu()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_check_holds_on_the_cpu(check, bench):
    assert check(bench)


def check_wrong(_bench):
    raise AssertionError("off by 3")


def check_missing(_bench):
    raise Missing("mamba_ssm is not installed")


def check_fine(_bench):
    return {"gap": 0.5}


def test_a_check_that_fails_costs_nobody_else_s_figures_and_is_told_in_the_end(bench):
    found = card.checks(bench, None, None, (check_wrong, check_missing, check_fine))
    outcomes = [next(found)[1] for _ in range(3)]
    assert [one["outcome"] for one in outcomes] == ["failed", "missing", "passed"]
    assert outcomes[0]["problem"] == "AssertionError: off by 3"
    assert outcomes[2]["figures"] == {"gap": 0.5}
    with pytest.raises(AssertionError, match="failed: wrong"):
        next(found)


def test_findings_are_written_as_lines_and_a_part_that_breaks_off_decides_the_exit_status(
    tmp_path, capsys
):
    argv = ["--tiny", "--out", str(tmp_path), "--only", "attention"]
    assert card.main(argv) == 0
    lines = [json.loads(line) for line in (tmp_path / "card.jsonl").read_text().splitlines()]
    assert lines[0]["figures"].startswith("CPU, torch")
    assert {line["part"] for line in lines} == {"attention"}
    assert lines[1]["figures"]["split"]["distance"] < 1e-6
    assert card.main([*argv, "--budget", "0.01"]) == 0
    assert "left out" in capsys.readouterr().out


def test_a_part_that_is_out_of_time_fails_the_run(tmp_path, monkeypatch):
    monkeypatch.setitem(card.PARTS, "attention", (card.attention, 0))
    argv = ["--tiny", "--out", str(tmp_path), "--only", "attention", "--budget", "0.2"]
    assert card.main(argv) == 1


def test_the_parts_of_a_card_end_within_the_budget_and_begin_with_whole_steps():
    assert sum(card.PARTS[name][1] for name in card.USUAL) <= card.BUDGET_S
    assert card.USUAL[0] == "steps"
    assert card.RUN_STEPS == max(card.PLAIN_AT) == step_latency.STEPS


def test_without_a_cuda_device_the_run_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert card.main(["--out", str(tmp_path), "--only", "soak", "--inside"]) == card.NO_DEVICE
    assert "need a CUDA device" in capsys.readouterr().out


# The measurements that wait for a CUDA device can be taken at a tiny size on the CPU.


def measure(*argv):
    return gpu_micro.run("gpu_micro", gpu_micro.measured, ["--device", "cpu", *argv], "x")


def test_every_part_is_measured_and_written_with_the_name_of_the_device(tmp_path, capsys):
    assert measure("--tiny", "--out", str(tmp_path)) == 0
    report = json.loads((tmp_path / "gpu_micro-cpu.json").read_text())
    assert report["device"] == "CPU"
    assert report["ceilings"]["copy_gb_per_s"] > 0
    assert len(report["mixer_parts"]["one_mixer_ms"]["portable"]) == 5
    assert "cannot be used" in report["mixer_parts"]["one_mixer_ms"]["compiled"]
    assert {"bfloat16_ms", "nf4_ms", "fp8_ms"} < set(report["products"]["328x128"])
    assert "written" in capsys.readouterr().out


def test_the_full_size_is_not_tried_on_a_cpu(capsys):
    assert measure() == 9
    assert "only --tiny" in capsys.readouterr().out


# A check runs on the functions that it chose; what it would not notice is noticed for it.


def test_a_check_that_ends_on_another_path_fails(bench):
    with (
        pytest.raises(AssertionError, match="began on the portable path and ended on"),
        on_path(bench, "portable"),
    ):
        _switch_on_compiled_functions()
    assert kernels.kernel_status().path == "portable"


def test_compiled_functions_that_are_not_there_are_not_replaced_in_silence(bench):
    with pytest.raises(kernels.KernelUnavailable), on_path(bench, "compiled"):
        pass


def test_a_processor_has_the_portable_path_only(bench):
    assert list(paths_of(bench)) == ["portable"]


def _switch_on_compiled_functions():
    for name, package in kernels.FUNCTIONS.items():
        setattr(kernels.native_module(), name, _of(package))


def _of(package):
    """Return a function that looks as if it called the package's."""

    def implementation():
        pass

    implementation.__module__ = package

    def call():
        return implementation()

    return call


# The benchmark of whole passes runs at a tiny size; on a GPU it runs at the full one.


def test_whole_passes_are_measured(bench):
    watch = Stopwatch(bench.device, 2)
    found = dict(
        takewhile(lambda one: "graph" not in one[0], card.passes(bench, gpu_micro.TINY, watch))
    )
    assert found["encode 2 tiles"] > 0
    assert found["prompt of 8 after 40"] > 0
    assert found["kernels of a prompt of 512"] == "kernels are counted on CUDA"
    assert all(part["cut_and_tiles_ms"] > 0 for part in found["pictures"].values())


# The benchmark of whole steps runs at a tiny size; on a GPU it runs at the full one.


@pytest.mark.slow
def test_a_run_of_the_policy_is_measured_step_by_step(tmp_path):
    argv = ["--device", "cpu", "--tiny", "--out", str(tmp_path)]
    assert step_latency.run("steps", step_latency.measured, argv, "x") == 0
    report = json.loads((tmp_path / "steps-cpu.json").read_text())
    steps = [report[f"step {number}"] for number in range(1, step_latency.STEPS + 1)]
    assert all(0 < one["draft_ms"] < one["whole_ms"] for one in steps)
    assert all(one["tokens_forced"] > 30 for one in steps)
    assert [one["tiles_encoded"] for one in steps[1:5]] == [3, 5, 9, 2]
    assert set(report["plain"]) == {str(number) for number in step_latency.PLAIN_STEPS}


# What is asked of torch for one token stays as little as it is.


def test_a_token_of_62_layers_needs_no_more_calls_than_measured():
    """Measured with transformers 5.23: 3293 calls, 1308 of which compute."""
    counter = calls_of_one_token(deep_network())
    assert counter.calls.total() <= 3300
    assert counter.computing.total() <= 1320


def test_a_token_of_62_layers_is_400_launches_at_most_where_each_norm_and_step_is_one():
    """Measured: 349; by transformers' own layers 478."""
    assert launches_of_one_token(deep_network()).computing.total() <= 400
