"""Names for tiles by content, and which tiles of a picture cannot have changed.

A key names what the encoder would see: the tile after resizing, because the resampling kernel
reaches over the edge of the source crop. Which tiles need a new key is told from the raw pixels.
"""

import hashlib
import math
import os
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import torch

from model.images.pixels import Levels, TilePath
from model.images.tiling import TilePlan

if TYPE_CHECKING:
    import numpy.typing as npt

_KERNEL_REACH: Final = 2.0
"""Source pixels on either side that bicubic weighs, times the factor of shrinking."""

_KEY_BYTES: Final = 16


class TileNamer:
    """Names tiles by content: equal names mean equal values, on one device by one path.

    On a processor a name is a digest of the bytes. Elsewhere it is two sums over the tile's bits
    with random weights, so that 16 bytes a tile come back and not the tile. The weights are this
    object's secret: nothing on the screen can be made to collide on purpose, and by chance two
    different tiles do with a probability below 2**-64. Names of two objects never mix.
    """

    def __init__(self) -> None:
        self._weights: torch.Tensor | None = None  # (2, values of a tile) int64

    def keys(self, levels: Levels, wanted: Sequence[int] | None = None) -> tuple[str, ...]:
        """Name `wanted` tiles in that order, or all."""
        numbers = range(len(levels.tiles)) if wanted is None else wanted
        if levels.tiles.device.type == "cpu":
            names = [_digest(levels.tiles[number], levels.path) for number in numbers]
        else:
            names = self.sums(levels.tiles[list(numbers)])
        return tuple(f"{levels.path} {name}" for name in names)

    def sums(self, tiles: torch.Tensor) -> list[str]:
        """Name (n, ...) float32 tiles where they lie.

        Integers modulo 2**64: the order of adding, which a GPU does not promise, does not matter.
        """
        assert tiles.dtype == torch.float32, f"tiles are {tiles.dtype}, expected float32"
        bits = tiles.reshape(len(tiles), -1).contiguous().view(torch.int32)
        weights = self._weights
        if weights is None or weights.shape[1] != bits.shape[1] or weights.device != bits.device:
            weights = self._weights = _random_weights(bits.shape[1]).to(bits.device)
        sums = torch.stack([(row * weights).sum(dim=1) for row in bits])  # (n, 2)
        return [row.tobytes().hex() for row in sums.cpu().numpy()]


def picture_key(keys: Sequence[str], plan: TilePlan) -> str:
    """Name a picture by its tiles and their grid; the features of two of the same name are equal."""
    text = f"{plan.grid.cols}x{plan.grid.rows} {' '.join(keys)}"
    return hashlib.blake2b(text.encode(), digest_size=_KEY_BYTES).hexdigest()


def changed_tiles(
    before: "npt.NDArray[np.uint8]", after: "npt.NDArray[np.uint8]", plan: TilePlan
) -> tuple[int, ...]:
    """Return the tiles that may differ between two pictures of the plan's size, in order.

    Every tile that differs is among them; one whose change is too far off to matter may be.

    Args:
        before: (H, W, 4) uint8, as `after`; may be the same array.
        after: the picture whose tiles are asked for.
        plan: how both are cut.
    """
    assert before.shape == after.shape, f"pictures of {before.shape} and {after.shape}"
    if before is after:
        return ()
    differs = (_words(before) != _words(after)).reshape(after.shape[:2])
    if not differs.any():
        return ()
    return tuple(tile for tile, part in enumerate(footprints(plan)) if differs[part].any())


@lru_cache(maxsize=16)
def footprints(plan: TilePlan) -> tuple[tuple[slice, slice], ...]:
    """Return the (rows, columns) of the source that each tile is made from, thumbnail last."""
    across = _reach(plan.source.w, plan.grid.cols, plan.tile_px)
    down = _reach(plan.source.h, plan.grid.rows, plan.tile_px)
    parts = [(rows, cols) for rows in down for cols in across]
    whole = (slice(0, plan.source.h), slice(0, plan.source.w))
    return (*parts, whole) if plan.has_thumbnail else tuple(parts)


def _reach(size: int, tiles: int, tile_px: int) -> list[slice]:
    """Return along one axis the source pixels of each tile, those at the kernel's end included."""
    scale = size / (tiles * tile_px)
    reach = _KERNEL_REACH * max(1.0, scale)
    return [
        slice(
            max(0, math.floor((tile * tile_px + 0.5) * scale - reach)),
            min(size, math.ceil(((tile + 1) * tile_px - 0.5) * scale + reach)),
        )
        for tile in range(tiles)
    ]


def _words(pixels: "npt.NDArray[np.uint8]") -> "npt.NDArray[np.uint32]":
    """Return (H, W, 1), a pixel a word."""
    return pixels.view(np.uint32) if pixels.strides[2] == 1 else pixels.copy().view(np.uint32)


def _digest(tile: torch.Tensor, path: TilePath) -> str:
    """Digest (3, T, T) in the order of its memory, where nothing has to be copied."""
    laid_out = tile if path == "exact" else tile.permute(1, 2, 0)
    return hashlib.blake2b(laid_out.contiguous().numpy().data, digest_size=_KEY_BYTES).hexdigest()


def _random_weights(count: int) -> torch.Tensor:
    """Draw (2, count) int64."""
    drawn = np.frombuffer(bytearray(os.urandom(2 * count * 8)), np.int64)
    return torch.from_numpy(drawn.reshape(2, count))
