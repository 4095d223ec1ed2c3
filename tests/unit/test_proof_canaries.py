"""The canary proof in small: some runs on paper, and a search that is not blind."""

import base64
import random
from urllib.parse import quote

import numpy as np
import pytest

from tests.proof.canaries import PROOF, UNGUARDED, judge
from tests.proof.canaries_paper import paper_runs
from tests.proof.canaries_search import canary, mark, marked_pixels


def test_runs_on_paper_leave_no_canary(tmp_path):
    found = paper_runs(range(20), range(1), tmp_path)
    assert found["hits"] == []
    assert found["wrongly_typed"] == 0
    assert found["secrets_typed"] > 0
    assert found["prompts"] > 0
    assert (found["recordings"], found["macros"]) == (1, 1)
    assert found["secret_keys"] > 0
    assert all(found[key] > 0 for key in UNGUARDED), "without the guards it must find some"


@pytest.mark.parametrize(
    "code",
    [
        str.encode,
        lambda text: text.encode("utf-16"),
        lambda text: base64.b64encode(b"x" + text.encode()),
        lambda text: base64.b64encode(b"xyz" + text.encode()),
        lambda text: base64.b64encode(b"xy" + text.encode() + b"z"),
        lambda text: text.encode().hex().encode(),
        lambda text: quote(text).encode(),
        lambda text: f"cut {text[:9]}…".encode(),
    ],
)
def test_a_canary_is_found_in_every_coding(code):
    bird = canary("keyring", random.Random(1))
    assert bird.is_in(b"before " + code(bird.text) + b" after")
    assert not bird.is_in(code("something else entirely"))


def test_nothing_so_short_is_searched_for_that_chance_could_have_it():
    birds = [canary("field", random.Random(seed)) for seed in range(50)]
    assert min(len(needle) for bird in birds for needle in bird.needles()) >= 8


def test_marked_pixels_are_counted_and_masks_are_none():
    pixels = np.full((10, 10, 4), 128, np.uint8)
    assert marked_pixels(pixels) == 0
    mark(pixels[2:4, 2:5], random.Random(1))
    assert marked_pixels(pixels) == 6


def test_a_hit_or_a_missing_run_keeps_no_promise():
    paper = {
        "paper_runs": 250, "real_runs": 0, "secrets_typed": 1, "wrongly_typed": 0,
        "bytes_searched": 1, "pictures_searched": 1, "recordings": 50, "macros": 49, "hits": [],
        **dict.fromkeys(UNGUARDED, 1),
    }  # fmt: skip
    none = {**paper, "paper_runs": 0, "recordings": 0, "macros": 0}
    silent = {**paper, "secrets_typed": 0}
    real, hands = {**none, "real_runs": 40}, {**none, "real_recordings": 8}
    kept = judge([paper] * 4 + [real, hands])
    assert kept.is_kept
    assert "1040 runs (40 on a real desktop) and 208 recordings (8 on a real" in kept.result
    assert not judge([paper] * 3 + [{**paper, "hits": ["1: title"]}, real, hands]).is_kept
    assert not judge([paper] * 3 + [real, real, hands]).is_kept
    assert not judge([silent, *[paper] * 3, real, hands]).is_kept
    assert not judge([{**paper, "macros": 0}] * 4 + [{**real, "macros": 0}, hands]).is_kept
    assert not judge([paper] * 4 + [real, real]).is_kept, "nobody was recorded on a desktop"
    blind = {"unguarded_keys": 0}
    assert not judge([one | blind for one in [paper] * 4 + [real, hands]]).is_kept
    assert PROOF.shards == 6
