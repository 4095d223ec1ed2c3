"""Snapshots of one session, newest on the device, bounded in number and bytes."""

from bisect import bisect_right

import torch

from model.inference.options import ShelfLimits
from model.network.cache import CacheSnapshot
from model.network.device import SPARE_STATES


class SnapshotShelf:
    """Keeps snapshots of one cache by their length, ascending. Owned by the session."""

    def __init__(self, limits: ShelfLimits, device: torch.device) -> None:
        self._limits = limits
        self._device = device
        self._kept: list[CacheSnapshot] = []
        self._anchor: int | None = None
        """Length of the snapshot that is never dropped for room."""
        self._spare = SPARE_STATES if limits.on_device else 0

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
        beside = [kept for kept in self._kept if kept.recurrent.device == self._device]
        return sum(kept.bytes for kept in beside)

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
        self._offload(self._limits.on_device + self._spare)
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

    def tidy(self) -> None:
        """Move all but the newest to main memory: 30 ms each, so when nobody waits."""
        self._offload(self._limits.on_device)

    def _offload(self, beside: int) -> None:
        for place in range(max(0, len(self._kept) - beside)):
            self._kept[place] = self._kept[place].on(torch.device("cpu"))

    def _is_over(self) -> bool:
        return len(self._kept) > self._limits.count or self.bytes > self._limits.bytes

    def _oldest(self) -> int | None:
        """Return the index of the oldest that may go; the newest one always stays."""
        going = [n for n, kept in enumerate(self._kept[:-1]) if kept.length != self._anchor]
        return going[0] if going else None
