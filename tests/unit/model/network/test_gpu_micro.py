"""The measurements that wait for a CUDA device can be taken at a tiny size on the CPU."""

import json

from tests.benchmarks import gpu_micro


def measure(*argv):
    return gpu_micro.run("gpu_micro", gpu_micro.measured, ["--device", "cpu", *argv], "x")


def test_every_part_is_measured_and_written_with_the_name_of_the_device(tmp_path, capsys):
    assert measure("--tiny", "--out", str(tmp_path)) == 0
    report = json.loads((tmp_path / "gpu_micro-cpu.json").read_text())
    assert report["device"] == "CPU"
    assert report["ceilings"]["copy_gb_per_s"] > 0
    assert len(report["mixer_parts"]["one_mixer_ms"]["portable"]) == 5
    assert "cannot be used" in report["mixer_parts"]["one_mixer_ms"]["compiled"]
    assert {"bfloat16_ms", "int8_ms", "nf4_ms", "fp8_ms"} < set(report["products"]["328x128"])
    assert "written" in capsys.readouterr().out


def test_the_full_size_is_not_tried_on_a_cpu(capsys):
    assert measure() == 9
    assert "only --tiny" in capsys.readouterr().out
