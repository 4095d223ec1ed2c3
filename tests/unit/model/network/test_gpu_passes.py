"""The benchmark of whole passes runs at a tiny size; on a GPU it runs at the full one."""

import json

from tests.benchmarks import gpu_passes


def test_every_part_is_measured(tmp_path):
    argv = ["--device", "cpu", "--tiny", "--out", str(tmp_path)]
    assert gpu_passes.run("passes", gpu_passes.measured, argv, "x") == 0
    report = json.loads((tmp_path / "passes-cpu.json").read_text())
    for quantization in gpu_passes.PRECISIONS:
        found = report[quantization]
        assert found["eager_ms"] > 0
        assert found["graph_ms"] == "graphs need CUDA"
        assert set(found["prompt_ms"]) == {str(tokens) for tokens in gpu_passes.PROMPTS}
    assert set(report["none"]["encoder_ms"]) == {str(tiles) for tiles in gpu_passes.BATCHES}
    assert all(part["cut_and_tiles_ms"] > 0 for part in report["pictures"].values())
