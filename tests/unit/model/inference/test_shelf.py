"""The shelf keeps the newest snapshots and the one that every prompt begins with."""

import pytest
import torch

from model.inference.options import ShelfLimits
from model.inference.shelf import SnapshotShelf
from model.network.cache import CacheSnapshot

ONE = 4 * (3 + 5)
"""Bytes of one snapshot here."""


def snapshot(length):
    return CacheSnapshot(length, torch.zeros(3), torch.zeros(5), 0)


def shelf(*lengths, anchor=None, **limits):
    made = SnapshotShelf(ShelfLimits(**limits))
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
    kept.put(snapshot(20))
    kept.put(snapshot(30))
    assert kept.lengths == (20, 30)


def test_only_the_newest_lie_beside_the_network():
    kept = shelf(10, 20, 30, on_device=2)
    assert (kept.device_bytes, kept.bytes) == (2 * ONE, 3 * ONE)


def test_none_may_lie_beside_the_network():
    assert shelf(10, 20, on_device=0).device_bytes == 0


def test_older_ones_are_copied_to_main_memory():
    kept = SnapshotShelf(ShelfLimits(on_device=1))
    meta = CacheSnapshot(10, torch.zeros(3), torch.zeros(5), 0)
    moved = []
    kept.put(_Moving(meta, moved))
    kept.put(_Moving(snapshot(20), moved))
    assert moved == [torch.device("cpu")]
    assert kept.newest(10).length == 10


class _Moving:
    """A snapshot that tells where it was moved to."""

    def __init__(self, snapshot, moved):
        self.length, self.bytes = snapshot.length, snapshot.bytes
        self._snapshot, self._moved = snapshot, moved

    def on(self, device):
        self._moved.append(device)
        return self._snapshot.on(device)


def test_a_snapshot_that_does_not_go_on_is_refused():
    with pytest.raises(AssertionError, match="only go on"):
        shelf(20, 20)
