"""Cuts pictures of the screen into the tiles that the encoder sees, named by their content.

Two ways to resize. `exact` is the checkpoint's own: float, antialiased bicubic, not clamped, then scaled
and normalised; for every device. `fast` resizes bytes, for processors, where it takes a tenth of the
time; it stays within two levels of `exact` on 99.7 % of the values. Resizing comes before normalising
and knows nothing of it: between the two, values are levels.

A tile's name says what the encoder would see: the tile after resizing, because the resampling kernel
reaches over the edge of the source crop. Which tiles need a new name is told from the raw pixels, and by
`fast` only what lies around the changed pixels is resized, so a picture costs as little work as what
changed since the last one needs.
"""

import hashlib
import math
import os
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

import numpy as np
import torch
from torch.nn.functional import interpolate

from automation.core.geometry import Rect
from model.images.tiling import TilePlan
from model.spec import ImageSpec

if TYPE_CHECKING:
    import numpy.typing as npt


TilePath = Literal["exact", "fast"]

_RGB_OF_BGRX: Final = (2, 1, 0)
_RGB: Final = slice(2, None, -1)
"""The same as a view."""

_SHIFT: Final = 32
_SHARE: Final = 0.75
"""`fast` resizes `32 + 0.75 * value`. Bicubic overshoots at hard edges, up to 15 % of the range
beside black text on white; bytes would cut that off and be wrong by 40 levels there (9 % to 14 %
of the values of a light text window were more than two levels off). The room above and below holds
16 % of the range, and the coarser steps cost less than one level."""

_FLOOR_BIAS: Final = 0.375
"""`x - (x >> 2)` is `0.75 * x` rounded up; on average that much too large."""


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """The tiles of a picture after resizing and before normalising."""

    tiles: torch.Tensor
    """(n, 3, T, T) RGB, thumbnail last. float32 in 0..255, overshooting, for `exact`;
    uint8 of the narrowed range, in channels-last memory, for `fast`."""
    path: TilePath

    def normalised(self, image: ImageSpec, wanted: list[int] | None = None) -> torch.Tensor:
        """Return (n, 3, T, T) float32 as the encoder expects them; `wanted` tiles, or all."""
        tiles = self.tiles if wanted is None else self.tiles[wanted]
        share, shift = (1.0, 0.0) if self.path == "exact" else (_SHARE, _SHIFT + _FLOOR_BIAS)
        std = torch.tensor(image.std, device=tiles.device)[:, None, None]
        mean = torch.tensor(image.mean, device=tiles.device)[:, None, None]
        scale = 1.0 / (255.0 * share * std)
        values = tiles.to(torch.float32, memory_format=torch.contiguous_format, copy=True)
        return values.mul_(scale).sub_((shift / (255.0 * share) + mean) / std)


def resized(
    pixels: "npt.NDArray[np.uint8]",
    plan: TilePlan,
    *,
    device: torch.device | str = "cpu",
    path: TilePath = "exact",
) -> Levels:
    """Stretch a picture onto its canvas and cut it into tiles.

    Args:
        pixels: (H, W, 4) uint8, channel order B, G, R, X, of the plan's source; may be a view and
            read-only. It goes to the device once, as it is.
        device: Where the work is done and the tiles lie.
        path: `fast` is for processors only.
    """
    shape = (plan.source.h, plan.source.w, 4)
    assert pixels.shape == shape, f"pixels {pixels.shape} do not fit the plan's source {shape}"
    assert pixels.dtype == np.uint8, f"pixels are {pixels.dtype}, expected uint8"
    place = torch.device(device)
    match path:
        case "exact":
            return Levels(_cut_floats(_float_rgb(pixels, place), plan), path)
        case "fast":
            assert place.type == "cpu", f"the fast path is for processors, not for {place}"
            return Levels(_cut_bytes(_narrowed(pixels), plan), path)
        case _:
            assert_never(path)


def make_tiles(
    pixels: "npt.NDArray[np.uint8]",
    plan: TilePlan,
    image: ImageSpec,
    *,
    device: torch.device | str = "cpu",
    path: TilePath = "exact",
) -> torch.Tensor:
    """Return the picture's normalised tiles, (n, 3, T, T) float32 RGB, thumbnail last."""
    return resized(pixels, plan, device=device, path=path).normalised(image)


def _float_rgb(pixels: "npt.NDArray[np.uint8]", device: torch.device) -> torch.Tensor:
    """Upload the raw picture and return (1, 3, H, W) float32 in 0..255."""
    # A copy in any case: a grabbed picture may be read-only, which torch does not take.
    raw = torch.empty(pixels.shape, dtype=torch.uint8, pin_memory=device.type == "cuda")
    raw.numpy()[...] = pixels
    there = raw.to(device, non_blocking=True)
    picture = torch.empty((1, 3, *pixels.shape[:2]), dtype=torch.float32, device=device)
    for plane, channel in enumerate(_RGB_OF_BGRX):  # an index of channels takes six times as long
        picture[0, plane].copy_(there[..., channel])
    return picture


def _cut_floats(picture: torch.Tensor, plan: TilePlan) -> torch.Tensor:
    """Return (n, 3, T, T) of (1, 3, H, W), row by row, thumbnail last."""
    cols, rows, side = plan.grid.cols, plan.grid.rows, plan.tile_px
    canvas = _stretched(picture, cols * side, rows * side)  # (1, 3, rows * T, cols * T)
    parts = canvas.reshape(3, rows, side, cols, side).permute(1, 3, 0, 2, 4)
    tiles = parts.reshape(rows * cols, 3, side, side)
    return torch.cat([tiles, _stretched(picture, side, side)]) if plan.has_thumbnail else tiles


def _narrowed(pixels: "npt.NDArray[np.uint8]") -> torch.Tensor:
    """Return (1, 4, H, W) uint8 B, G, R, X in channels-last memory, with room for overshoot."""
    narrow = np.right_shift(pixels, 2)
    np.subtract(pixels, narrow, out=narrow)
    np.add(narrow, np.uint8(_SHIFT), out=narrow)
    # In this order: with another stride of the first axis torch takes it for planes, which are
    # three to seven times as slow to resize.
    return torch.from_numpy(np.ascontiguousarray(narrow))[None].permute(0, 3, 1, 2)


def _cut_bytes(picture: torch.Tensor, plan: TilePlan) -> torch.Tensor:
    """Return (n, 3, T, T) RGB of (1, 4, H, W) BGRX, both in channels-last memory."""
    cols, rows, side = plan.grid.cols, plan.grid.rows, plan.tile_px
    tiles = np.empty((plan.tiles, side, side, 3), np.uint8)
    canvas = _stretched(picture, cols * side, rows * side)[0].permute(1, 2, 0).numpy()
    parts = canvas.reshape(rows, side, cols, side, 4).swapaxes(1, 2)[..., _RGB]
    tiles[: plan.grid.tiles].reshape(rows, cols, side, side, 3)[...] = parts
    if plan.has_thumbnail:
        tiles[-1] = _stretched(picture, side, side)[0].permute(1, 2, 0).numpy()[..., _RGB]
    return torch.from_numpy(tiles).permute(0, 3, 1, 2)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What is resized of a picture along one axis, and where the result goes in a tile."""

    source: slice
    """Pixels of the picture."""
    length: int
    """Pixels that they become."""
    kept: slice
    """Those of them that changed pixels reach."""
    there: slice
    """The same in the tile."""


def _stretch(changed: slice, source_px: int, canvas_px: int, tile: slice) -> _Stretch:
    """Return what of a tile changed pixels reach along one axis.

    The crop begins and ends where a pixel's edge is also an edge on the canvas, so that it is resized by the
    same factor and in the same phase as the whole picture: the result is that of the whole, bit by bit.

    Args:
        changed: pixels of the picture, of which there are `source_px`.
        tile: pixels of the canvas, which has `canvas_px` of them.
    """
    factor, common = source_px / canvas_px, math.gcd(source_px, canvas_px)
    reach = _KERNEL_REACH * max(1.0, factor)
    first = max(tile.start, math.floor((changed.start - reach) / factor))
    end = max(first, min(tile.stop, math.ceil((changed.stop + reach) / factor)))
    step, source_step = canvas_px // common, source_px // common
    around = math.ceil(reach / factor)  # what the kernel reads beside the outermost pixels
    start = max(0, (first - around) // step)
    stop = min(common, -((-end - around) // step))
    at = start * step
    return _Stretch(
        slice(start * source_step, stop * source_step),
        (stop - start) * step,
        slice(first - at, end - at),
        slice(first - tile.start, end - tile.start),
    )


def _retouched(
    before: Levels, pixels: "npt.NDArray[np.uint8]", plan: TilePlan, changed: "Changed"
) -> Levels:
    """Return a picture's tiles by `fast`, made of those of another one from which it differs in parts."""
    tiles = before.tiles.clone()
    laid_out = tiles.permute(0, 2, 3, 1).numpy()  # (n, T, T, 3)
    side = plan.tile_px
    parts = [(tile, place) for tile, place in changed.items() if tile < plan.grid.tiles]
    if plan.has_thumbnail:  # its own place reaches from the first change to the last
        parts += [(plan.grid.tiles, place) for _, place in parts]
    for tile, (rows, cols) in parts:
        is_whole = tile == plan.grid.tiles
        across, down = (1, 1) if is_whole else (plan.grid.cols, plan.grid.rows)
        row, col = (0, 0) if is_whole else divmod(tile, plan.grid.cols)
        y = _stretch(rows, plan.source.h, down * side, slice(row * side, (row + 1) * side))
        x = _stretch(cols, plan.source.w, across * side, slice(col * side, (col + 1) * side))
        part = _stretched(_narrowed(pixels[y.source, x.source]), x.length, y.length)
        there = part[0].permute(1, 2, 0).numpy()[y.kept, x.kept, _RGB]
        laid_out[tile, y.there, x.there] = there
    return Levels(tiles, before.path)


def _stretched(picture: torch.Tensor, width: int, height: int) -> torch.Tensor:
    """Return (1, C, height, width) of (1, C, H, W), in the same memory order."""
    return interpolate(
        picture, size=(height, width), mode="bicubic", antialias=True, align_corners=False
    )


_KERNEL_REACH: Final = 2.0
"""Source pixels on either side that bicubic weighs, times the factor of shrinking."""

_MOST_CHANGED: Final = 0.5
"""Share of a picture up to which its parts are resized sooner than the whole."""

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


Changed: TypeAlias = dict[int, tuple[slice, slice]]
"""For each tile of which something changed the (rows, columns) of the source that did."""


def changed_tiles(
    before: "npt.NDArray[np.uint8]", after: "npt.NDArray[np.uint8]", plan: TilePlan
) -> Changed:
    """Return the tiles that may differ between two pictures of the plan's size, in order.

    Every tile that differs is among them; one whose change is too far off to matter may be.

    Args:
        before: (H, W, 4) uint8, as `after`; may be the same array.
        after: the picture whose tiles are asked for.
    """
    assert before.shape == after.shape, f"pictures of {before.shape} and {after.shape}"
    if before is after:
        return {}
    differs = (_words(before) != _words(after)).reshape(after.shape[:2])
    if not differs.any():
        return {}
    found: Changed = {}
    for tile, (rows, cols) in enumerate(footprints(plan)):
        part = differs[rows, cols]
        down = np.flatnonzero(part.any(axis=1))
        if down.size:
            across = np.flatnonzero(part[down[0] : down[-1] + 1].any(axis=0))
            found[tile] = _span(down, rows.start), _span(across, cols.start)
    return found


def _is_most(changed: Changed, plan: TilePlan) -> bool:
    """Tell whether so much has changed that the whole picture is resized sooner than its parts."""
    parts = (part for tile, part in changed.items() if tile < plan.grid.tiles)
    area: int = sum((r.stop - r.start) * (c.stop - c.start) for r, c in parts)
    return area > _MOST_CHANGED * plan.source.area


def _span(places: "npt.NDArray[np.intp]", start: int) -> slice:
    return slice(start + int(places[0]), start + int(places[-1]) + 1)


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


REMEMBERED: Final = 4
"""Pictures whose names are kept: as many as one request may show."""


class CutPicture:
    """One picture as tiles with names; resized when the first tile is asked for.

    Belongs to the thread that cut it. Holds the resized picture for as long as it lives.

    Attributes:
        plan: How it is cut.
        keys: A name by content for each tile, thumbnail last.
    """

    def __init__(
        self,
        pixels: "npt.NDArray[np.uint8]",
        plan: TilePlan,
        keys: tuple[str, ...],
        cutter: "TileCutter",
        levels: Levels | None,
    ) -> None:
        self.plan = plan
        self.keys = keys
        self._pixels = pixels
        self._cutter = cutter
        self._levels = levels

    @property
    def key(self) -> str:
        """A name for the whole picture: equal names mean equal features."""
        return picture_key(self.keys, self.plan)

    def tiles(self, wanted: Sequence[int] | None = None) -> torch.Tensor:
        """Return `wanted` tiles in that order, or all: (n, 3, T, T) float32, normalised."""
        if self._levels is None:
            self._levels = self._cutter.resized(self._pixels, self.plan)
        return self._levels.normalised(self._cutter.image, None if wanted is None else list(wanted))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A picture that was named."""

    pixels: "npt.NDArray[np.uint8]"
    shape: TilePlan
    """Its plan, moved to the origin: where on the desktop it was does not matter."""
    keys: tuple[str, ...]


class TileCutter:
    """Cuts the pictures of a session and names their tiles; owned by the engine's thread.

    A picture that was seen is not looked at again. A new one is compared with the last of its
    shape, pixel by pixel, which takes a twentieth of resizing it; only where something changed it
    is resized, and only tiles that may differ get a new name. By `fast` the tiles of the last picture
    are kept for it.

    Args:
        device: Where tiles are made.
        path: `fast` for processors; the default suits the device.
    """

    def __init__(
        self,
        image: ImageSpec,
        *,
        device: torch.device | str = "cpu",
        path: TilePath | None = None,
    ) -> None:
        self.image = image
        self._device = torch.device(device)
        self._path: TilePath = path or ("fast" if self._device.type == "cpu" else "exact")
        self._namer = TileNamer()
        self._seen: deque[_Seen] = deque(maxlen=REMEMBERED)
        self._newest: tuple[TilePlan, Levels] | None = None
        """What the last picture that was resized came to, as long as nothing has changed since."""

    def cut(self, pixels: "npt.NDArray[np.uint8]", plan: TilePlan) -> CutPicture:
        """Name the tiles of a picture.

        Args:
            pixels: (H, W, 4) uint8 BGRX of the plan's source; kept, so never written to again.
        """
        shape = replace(plan, source=Rect(0, 0, plan.source.w, plan.source.h))
        like = [seen for seen in self._seen if seen.shape == shape]
        same = next((seen for seen in like if seen.pixels is pixels), None)
        if same is not None:
            return CutPicture(pixels, plan, same.keys, self, None)
        last = like[-1] if like else None
        newest = self._newest[1] if self._newest is not None and self._newest[0] == shape else None
        keys = list(last.keys) if last is not None else [""] * plan.tiles
        changed = changed_tiles(last.pixels, pixels, plan) if last is not None else None
        if changed is None or (changed and (newest is None or _is_most(changed, plan))):
            levels: Levels | None = self.resized(pixels, plan)
        elif changed and newest is not None:
            levels = _retouched(newest, pixels, plan, changed)
        else:
            levels = newest
        if levels is not None and changed != {}:
            wanted = range(plan.tiles) if changed is None else tuple(changed)
            for tile, key in zip(wanted, self._namer.keys(levels, wanted), strict=True):
                keys[tile] = key
        self._newest = (shape, levels) if levels is not None and self._path == "fast" else None
        self._seen.append(_Seen(pixels, shape, tuple(keys)))
        return CutPicture(pixels, plan, tuple(keys), self, levels)

    def resized(self, pixels: "npt.NDArray[np.uint8]", plan: TilePlan) -> Levels:
        """Resize a picture by this cutter's path, on its device."""
        return resized(pixels, plan, device=self._device, path=self._path)

    def forget(self) -> None:
        """Drop what is kept for comparison."""
        self._seen.clear()
        self._newest = None
