"""The benchmark of whole steps runs at a tiny size; on a GPU it runs at the full one."""

import json

from tests.benchmarks import step_latency


def test_a_run_of_the_policy_is_measured_step_by_step(tmp_path):
    argv = ["--device", "cpu", "--tiny", "--out", str(tmp_path)]
    assert step_latency.run("steps", step_latency.measured, argv, "x") == 0
    report = json.loads((tmp_path / "steps-cpu.json").read_text())
    steps = [report[f"step {number}"] for number in range(1, step_latency.STEPS + 1)]
    assert all(0 < one["draft_ms"] < one["whole_ms"] for one in steps)
    assert all(one["tokens_forced"] > 30 for one in steps)
    assert [one["tiles_encoded"] for one in steps[1:5]] == [3, 5, 9, 2]
    assert set(report["plain"]) == {str(number) for number in step_latency.PLAIN_STEPS}
