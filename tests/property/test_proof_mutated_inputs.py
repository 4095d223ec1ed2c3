"""The parsers under attack, in small: every attack of the proof with few inputs and fixed seeds."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.fuzz import families, models, screens, stored, watch, wire, words
from tests.fuzz.mutation import Bytes
from tests.fuzz.watch import Target, attack, wrong
from tests.proof.mutated_inputs import MUST_INPUTS, attack_all, judge
from tests.slow import examples


def test_mutated_inputs_break_no_parser(monkeypatch):
    # How long an input takes on a busy machine is the proof's matter; without an end is ours.
    monkeypatch.setattr(watch, "HANG_S", 20.0)
    with tempfile.TemporaryDirectory() as scratch:
        figures = attack_all(Path(scratch), examples(500) / 1_000_000, 1, cuts=False)
    assert [line for one in figures.values() for line in one["findings"]] == []
    assert len(figures) > 30


def test_the_full_counts_are_ten_million():
    # Not in `tmp_path`: the names of Unix sockets must be short.
    with ExitStack() as closing, tempfile.TemporaryDirectory() as scratch:
        total = 0
        for module in (wire, words, stored, models, families, screens):
            place = Path(scratch) / module.__name__.rpartition(".")[2]
            place.mkdir(mode=0o700)
            total += sum(target.count for target in module.targets(place, closing))
    assert total >= MUST_INPUTS


def _finding(feed, refusals=()):
    target = Target("a parser", Bytes((b"seed",)), feed, refusals, 1)
    return attack(target, 0, 0, cuts=True).findings


def test_an_error_that_is_not_documented_is_found():
    assert "KeyError" in _finding(lambda data: {}[data], (ValueError,))[0]
    assert _finding(lambda data: {}[data], (KeyError,)) == []


def test_a_hang_is_found():
    def _feed(_data):
        while True:
            sum(range(1000))

    target = Target("a parser", Bytes((b"",)), _feed, (), 1)
    assert "Hang" in attack(target, 0, 0).findings[0]


def test_a_flood_of_memory_is_found():
    assert "MemoryError" in _finding(lambda _data: bool(bytearray(4 << 30)))[0]


def test_a_wrong_value_is_found():
    assert "Wrong: too much" in _finding(lambda _data: wrong("too much"), (ValueError,))[0]


def test_a_proof_with_a_finding_or_a_deaf_parser_or_too_few_inputs_is_not_kept():
    def _shard(inputs, taken, findings=()):
        return {"p": {"inputs": inputs, "taken": taken, "seconds": 1.0, "findings": list(findings)}}

    assert judge([_shard(MUST_INPUTS, 5)]).is_kept
    assert not judge([_shard(MUST_INPUTS, 5, ["boom"])]).is_kept
    assert not judge([_shard(MUST_INPUTS, 0)]).is_kept
    assert not judge([_shard(MUST_INPUTS - 1, 5)]).is_kept


@pytest.mark.parametrize("seed", [0, 1])
def test_a_seed_names_its_inputs(seed, tmp_path):
    def _fed():
        seen = []
        attack(Target("p", Bytes((b"abc",)), lambda data: not seen.append(data), (), 1), 50, seed)
        return seen

    assert _fed() == _fed()
