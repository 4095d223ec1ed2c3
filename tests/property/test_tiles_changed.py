"""Whatever changes on the screen, every tile that becomes another one is told."""

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from automation.core.geometry import Rect
from model.images.tiles import TileCutter, changed_tiles, make_tiles
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.slow import examples

SPEC = ImageSpec(32, 16, 2, 12, True, (0.5, 0.5, 0.5), (0.25, 0.25, 0.25))


@st.composite
def screens(draw):
    width, height = draw(st.integers(8, 400)), draw(st.integers(8, 300))
    x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
    w, h = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    before = np.random.default_rng(width * 1000 + height).integers(
        0, 256, (height, width, 4), np.uint8
    )
    after = before.copy()
    after[y : y + h, x : x + w] ^= draw(st.sampled_from([1, 0x80, 0xFF]))
    return plan_for(Rect(0, 0, width, height), SPEC), before, after


@given(screens(), st.sampled_from(["exact", "fast"]))
@settings(max_examples=examples(60), deadline=None)
def test_no_tile_that_differs_is_missed_and_keys_tell_exactly_which(case, path):
    plan, before, after = case
    old, new = (make_tiles(p, plan, SPEC, path=path) for p in (before, after))
    differ = {n for n in range(plan.tiles) if not torch.equal(old[n], new[n])}
    assert differ <= set(changed_tiles(before, after, plan))

    cutter = TileCutter(SPEC, path=path)
    first, second = cutter.cut(before, plan), cutter.cut(after, plan)
    told = {n for n in range(plan.tiles) if first.keys[n] != second.keys[n]}
    assert told == differ
    assert second.keys == TileCutter(SPEC, path=path).cut(after, plan).keys
    assert torch.equal(second.tiles(), make_tiles(after, plan, SPEC, path=path))
