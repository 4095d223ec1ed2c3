"""Snapshots of one session, newest on the device, bounded in number and bytes."""

from bisect import bisect_right

import torch

from model.inference.options import ShelfLimits
from model.network.cache import CacheSnapshot


class SnapshotShelf:
    """Keeps snapshots of one cache by their length, ascending. Owned by the session."""

    def __init__(self, limits: ShelfLimits) -> None:
        self._limits = limits
        self._kept: list[CacheSnapshot] = []
        self._anchor: int | None = None
        """Length of the snapshot that is never dropped for room."""

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def lengths(self) -> tuple[int, ...]:
        """Tokens that each snapshot stands for, ascending."""
        return tuple(snapshot.length for snapshot in self._kept)

    @property
    def bytes(self) -> int:
        """What all snapshots occupy, wherever they lie."""
        return sum(snapshot.bytes for snapshot in self._kept)

    @property
    def device_bytes(self) -> int:
        """What those beside the network occupy."""
        older = max(0, len(self._kept) - self._limits.on_device)
        return sum(snapshot.bytes for snapshot in self._kept[older:])

    def put(self, snapshot: CacheSnapshot, *, is_anchor: bool = False) -> None:
        """Add the newest snapshot; drop the oldest ones where there is no room for it.

        Args:
            snapshot: Longer than all that are kept.
            is_anchor: It stands for what every prompt of the run begins with.
        """
        assert not self._kept or snapshot.length > self._kept[-1].length, "snapshots only go on"
        self._kept.append(snapshot)
        if is_anchor:
            self._anchor = snapshot.length
        self._offload()
        while self._is_over() and (oldest := self._oldest()) is not None:
            del self._kept[oldest]

    def newest(self, at_most: int) -> CacheSnapshot | None:
        """Return the longest snapshot of at most this many tokens; None when there is none."""
        place = bisect_right(self._kept, at_most, key=lambda snapshot: snapshot.length)
        return self._kept[place - 1] if place else None

    def drop_after(self, length: int) -> None:
        """Forget snapshots of more tokens than this: other tokens will take their place."""
        del self._kept[bisect_right(self._kept, length, key=lambda kept: kept.length) :]
        if self._anchor is not None and self._anchor > length:
            self._anchor = None

    def _offload(self) -> None:
        older = len(self._kept) - self._limits.on_device
        if older > 0:
            self._kept[older - 1] = self._kept[older - 1].on(torch.device("cpu"))

    def _is_over(self) -> bool:
        return len(self._kept) > self._limits.count or self.bytes > self._limits.bytes

    def _oldest(self) -> int | None:
        """Return the index of the oldest that may go; the newest one always stays."""
        going = [n for n, kept in enumerate(self._kept[:-1]) if kept.length != self._anchor]
        return going[0] if going else None
