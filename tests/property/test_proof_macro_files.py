"""The proof of macro files in small: two thousand mutated inputs, a few killed savers."""

import pytest

from tests.fuzz import macros, watch
from tests.proof.macro_files import MUST_INPUTS, MUST_KILLS, attack_all, judge, kill_savers

SHARE = 0.002


@pytest.mark.timeout(240)
def test_two_thousand_mutated_macros_break_nothing(monkeypatch, tmp_path):
    # How long an input takes on a busy machine is the proof's matter; without an end is ours.
    monkeypatch.setattr(watch, "HANG_S", 20.0)
    figures = attack_all(tmp_path, SHARE, 1, cuts=False)
    assert [line for one in figures.values() for line in one["findings"]] == []
    assert sum(one["inputs"] for one in figures.values()) >= 2_000
    assert all(one["taken"] > one["inputs"] / 100 for one in figures.values())


def test_the_full_count_is_a_million(tmp_path):
    assert sum(target.count for target in macros.targets(tmp_path, None)) >= MUST_INPUTS


@pytest.mark.timeout(240)
def test_a_kill_while_saving_loses_at_most_the_step_in_hand(tmp_path):
    figures = kill_savers(tmp_path / "macros", 10, 1)
    assert figures["findings"] == []
    assert figures["steps"] > 2


def _shard(inputs=MUST_INPUTS, taken=5, kills=MUST_KILLS, findings=(), lost=()):
    one = {"inputs": inputs, "taken": taken, "seconds": 1.0, "findings": list(findings)}
    return {"inputs": {"files": one}, "kills": {"kills": kills, "steps": 9, "findings": list(lost)}}


def test_a_proof_with_a_finding_a_loss_or_too_little_is_not_kept():
    assert judge([_shard()]).is_kept
    for shard in (
        _shard(inputs=MUST_INPUTS - 1), _shard(taken=0), _shard(kills=MUST_KILLS - 1), _shard(findings=["boom"]), _shard(lost=["gone"])
    ):  # fmt: skip
        assert not judge([shard]).is_kept
