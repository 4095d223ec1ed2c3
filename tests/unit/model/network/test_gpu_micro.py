"""The measurements that wait for a CUDA device can be taken at a tiny size on the CPU."""

import json

from tests.benchmarks import gpu_micro


def test_every_part_is_measured_and_written_with_the_name_of_the_device(tmp_path, capsys):
    assert gpu_micro.main(["--device", "cpu", "--tiny", "--out", str(tmp_path)]) == 0
    report = json.loads((tmp_path / "gpu_micro-cpu.json").read_text())
    assert report["device"] == "CPU"
    assert report["ceilings"]["copy_gb_per_s"] > 0
    assert len(report["mixer_parts"]["one_mixer_ms"]["portable"]) == 5
    assert "cannot be used" in report["mixer_parts"]["one_mixer_ms"]["compiled"]
    assert {"bfloat16_ms", "int8_ms", "nf4_ms", "fp8_ms"} < set(report["products"]["328x128"])
    assert report["decoding"]["eager_ms"] > 0
    assert report["decoding"]["graph_ms"] == "graphs need CUDA"
    assert "written" in capsys.readouterr().out


def test_the_full_size_is_not_tried_on_a_cpu(capsys):
    assert gpu_micro.main(["--device", "cpu"]) == 9
    assert "only --tiny" in capsys.readouterr().out
