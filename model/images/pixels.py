"""From raw pixels of the screen to the tiles that the encoder sees.

Two ways. `exact` is the checkpoint's own: float, antialiased bicubic, not clamped, then scaled and
normalised; for every device. `fast` resizes bytes, for processors, where it takes a tenth of the
time; it stays within two levels of `exact` on 99.7 % of the values.

Resizing comes before normalising and knows nothing of it: between the two, values are levels.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, assert_never

import numpy as np
import torch
from torch.nn.functional import interpolate

from model.core.spec import ImageSpec
from model.images.tiling import TilePlan

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
        plan: How it is cut.
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


def _stretched(picture: torch.Tensor, width: int, height: int) -> torch.Tensor:
    """Return (1, C, height, width) of (1, C, H, W), in the same memory order."""
    return interpolate(
        picture, size=(height, width), mode="bicubic", antialias=True, align_corners=False
    )
