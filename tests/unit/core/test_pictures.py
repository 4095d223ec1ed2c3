"""What a picture tells of a change: whether what lay somewhere has moved."""

import numpy as np

from automation.core.pictures import has_moved_at, moved_rows


def rows(*bands):
    """Return a picture 40 px wide of bands (first row, height, seed), each with a pattern of its own."""
    pixels = np.full((200, 40, 4), 240, np.uint8)
    for top, height, seed in bands:
        pattern = np.random.default_rng(seed).integers(0, 200, (height, 40, 3))
        pixels[top : top + height, :, :3] = pattern
    return pixels


BUTTON, RING, FIELD = 1, 2, 3


def test_what_lies_around_a_row_has_moved_only_if_it_is_gone_from_there():
    before = rows((20, 20, RING), (60, 20, FIELD), (100, 16, BUTTON))
    lost_its_ring = rows((20, 20, FIELD), (60, 20, FIELD), (100, 16, BUTTON))
    scrolled = rows((10, 20, RING), (50, 20, FIELD), (90, 16, BUTTON))
    assert moved_rows(before, lost_its_ring)
    assert not has_moved_at(108, before, lost_its_ring)
    assert has_moved_at(108, before, scrolled)
    assert not has_moved_at(108, before, before)
