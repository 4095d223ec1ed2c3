"""Features of a conversation's pictures, and the names by which the session knows them."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import torch

from automation.core.timing import StopToken
from model.images.tiles import CutPicture, TileCutter
from model.network.features import TileFeatureCache
from model.prompt.conversation import SourceImage

if TYPE_CHECKING:
    from model.network.model import Holotron

GROUP_TILES: Final = 4
"""Tiles encoded between two looks at the stop token: 0.1 s on a card of 55 TFLOP/s (computed)."""


class Pictures:
    """Encodes pictures tile by tile, each content once. Owned by the engine thread."""

    def __init__(self, network: "Holotron", cache: TileFeatureCache) -> None:
        self._network = network
        self._cache = cache
        self._cutter = TileCutter(network.spec.image, device=network.device)
        self.encode_s = 0.0
        """Seconds spent on features so far."""

    @property
    def encoded(self) -> int:
        """Tiles that went through the encoder so far."""
        return self._cache.misses

    @property
    def reused(self) -> int:
        """Tiles whose features were there already."""
        return self._cache.hits

    @property
    def bytes(self) -> int:
        """What the kept features occupy."""
        return self._cache.bytes

    def cut(self, images: Sequence[SourceImage]) -> tuple[CutPicture, ...]:
        """Return the pictures as named tiles; equal names have equal features."""
        return tuple(self._cutter.cut(image.pixels, image.plan) for image in images)

    def features(self, picture: CutPicture, stop: StopToken) -> torch.Tensor:
        """Return a picture's (tokens, hidden) features.

        Raises:
            Stopped: between two groups of tiles; what was encoded is kept.
        """
        parts = []
        for start in range(0, len(picture.keys), GROUP_TILES):
            stop.check()
            began = time.perf_counter()
            parts.append(self._group(picture, start).flatten(0, 1))
            self.encode_s += time.perf_counter() - began
        return torch.cat(parts)

    def _group(self, picture: CutPicture, start: int) -> torch.Tensor:
        """Return (tiles, tokens_per_tile, hidden) features from tile `start` on."""
        keys = picture.keys[start : start + GROUP_TILES]
        found = self._cache.features(
            self._network,
            self._network.spec.name,
            keys,
            lambda places: picture.tiles([start + place for place in places]),
        )
        return found.features

    def forget(self) -> None:
        """Let go of all features, and of the pictures kept for comparison."""
        self._cache.clear()
        self._cutter.forget()
