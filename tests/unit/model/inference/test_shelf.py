"""The shelf keeps the newest snapshots and the one that every prompt begins with."""

from types import SimpleNamespace

import pytest
import torch

from model.inference.options import ShelfLimits
from model.inference.session import SnapshotShelf
from model.network.cache import CacheSnapshot
from model.network.device import SPARE_STATES

CPU, GPU = torch.device("cpu"), torch.device("cuda:0")
ONE = 4 * (3 + 5)
"""Bytes of one snapshot here."""


def snapshot(length):
    return CacheSnapshot(length, torch.zeros(3), torch.zeros(5), 0)


def shelf(*lengths, anchor=None, **limits):
    made = SnapshotShelf(ShelfLimits(**limits), CPU)
    for length in lengths:
        made.put(snapshot(length), is_anchor=length == anchor)
    return made


@pytest.mark.parametrize(("at_most", "found"), [(5, None), (10, 10), (19, 10), (20, 20), (99, 30)])
def test_the_longest_that_is_not_too_long_is_found(at_most, found):
    newest = shelf(10, 20, 30).newest(at_most)
    assert (newest.length if newest else None) == found


def test_the_oldest_goes_when_there_are_too_many():
    assert shelf(10, 20, 30, 40, count=3).lengths == (20, 30, 40)


def test_the_anchor_stays_when_there_are_too_many():
    assert shelf(10, 20, 30, 40, anchor=10, count=3).lengths == (10, 30, 40)


def test_the_oldest_goes_when_they_are_too_large():
    kept = shelf(10, 20, 30, bytes=2 * ONE)
    assert (kept.lengths, kept.bytes) == ((20, 30), 2 * ONE)


def test_anchor_and_newest_stay_even_without_room():
    assert shelf(10, 20, 30, anchor=10, bytes=ONE).lengths == (10, 30)


def test_what_comes_after_a_cut_is_forgotten():
    kept = shelf(10, 20, 30)
    kept.drop_after(20)
    assert kept.lengths == (10, 20)


def test_a_forgotten_anchor_protects_nothing():
    kept = shelf(10, 20, anchor=20, count=2)
    kept.drop_after(10)
    for length in (20, 30, 40):
        kept.put(snapshot(length))
    assert kept.lengths == (30, 40)


class Marked:
    """A snapshot that knows where it lies, without any values."""

    bytes = ONE

    def __init__(self, length, device=GPU):
        self.length = length
        self.recurrent = SimpleNamespace(device=device)

    def on(self, device):
        return Marked(self.length, device)


def on_gpu(*lengths, **limits):
    made = SnapshotShelf(ShelfLimits(**limits), GPU)
    for length in lengths:
        made.put(Marked(length))
    return made


def beside(made):
    return made.device_bytes // ONE


def test_older_ones_go_to_main_memory_when_nobody_waits():
    kept = on_gpu(10, 20, 30, on_device=2)
    assert beside(kept) == 3
    kept.tidy()
    assert (beside(kept), len(kept)) == (2, 3)
    assert kept.newest(10).recurrent.device == CPU
    assert kept.newest(20).recurrent.device == GPU


def test_only_a_few_more_than_wanted_wait_for_that():
    assert beside(on_gpu(10, 20, 30, 40, 50, 60, on_device=2)) == 2 + SPARE_STATES


def test_none_waits_where_none_has_room():
    assert beside(on_gpu(10, 20, on_device=0)) == 0


def test_on_a_processor_all_lie_beside_the_network():
    assert shelf(10, 20, 30, on_device=1).device_bytes == 3 * ONE


def test_a_snapshot_that_does_not_go_on_is_refused():
    with pytest.raises(AssertionError, match="only go on"):
        shelf(20, 20)
