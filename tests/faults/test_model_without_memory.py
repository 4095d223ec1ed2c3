"""A real limit on the memory of a process with a loaded model: the step fails, the model stays."""

import json
import subprocess
import sys

import pytest

from model.checkpoint.tiny import TILE_512, write_tiny_checkpoint
from tests.repo.tree import ROOT

ANSWER = 4
"""Tokens of a reply."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space so")
@pytest.mark.timeout(300)
def test_a_step_without_memory_fails_in_a_sentence_and_the_model_goes_on(tmp_path):
    write_tiny_checkpoint(tmp_path / "tiny", scale=TILE_512)
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.short_of_memory", str(tmp_path / "tiny")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert {name: state for name, (state, _) in found.items()} == dict.fromkeys(found, "ready")
    kind, sentence, _ = found["large"][1]
    assert (kind, "Close a program" in sentence) == ("OutOfMemory", True)
    assert found["small"][1][0] == "OutOfMemory" or len(found["small"][1]) == ANSWER
    said = found["before"][1]
    assert len(said) == ANSWER
    assert found["after"][1] == said
