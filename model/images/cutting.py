"""Pictures to named tiles, with as little work as what changed since the last one needs."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import torch

from automation.core.geometry import Rect
from model.core.spec import ImageSpec
from model.images.fingerprints import TileNamer, changed_tiles, picture_key
from model.images.pixels import Levels, TilePath, resized
from model.images.tiling import TilePlan

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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
    is resized, and only tiles that may differ get a new name.

    Args:
        image: What the checkpoint expects.
        device: Where tiles are made.
        path: `fast` for processors; the default suits the device.
        remembered: Pictures that are kept for comparison. Callers must not write to their pixels.
    """

    def __init__(
        self,
        image: ImageSpec,
        *,
        device: torch.device | str = "cpu",
        path: TilePath | None = None,
        remembered: int = REMEMBERED,
    ) -> None:
        self.image = image
        self._device = torch.device(device)
        self._path: TilePath = path or ("fast" if self._device.type == "cpu" else "exact")
        self._namer = TileNamer()
        self._seen: deque[_Seen] = deque(maxlen=remembered)

    def cut(self, pixels: "npt.NDArray[np.uint8]", plan: TilePlan) -> CutPicture:
        """Name the tiles of a picture.

        Args:
            pixels: (H, W, 4) uint8 BGRX of the plan's source; kept, so never written to again.
            plan: How it is cut.
        """
        shape = replace(plan, source=Rect(0, 0, plan.source.w, plan.source.h))
        like = [seen for seen in self._seen if seen.shape == shape]
        same = next((seen for seen in like if seen.pixels is pixels), None)
        if same is not None:
            return CutPicture(pixels, plan, same.keys, self, None)
        last = like[-1] if like else None
        changed = (
            tuple(range(plan.tiles)) if last is None else changed_tiles(last.pixels, pixels, plan)
        )
        keys = list(last.keys) if last is not None else [""] * plan.tiles
        levels = self.resized(pixels, plan) if changed else None
        if levels is not None:
            for tile, key in zip(changed, self._namer.keys(levels, changed), strict=True):
                keys[tile] = key
        self._seen.append(_Seen(pixels, shape, tuple(keys)))
        return CutPicture(pixels, plan, tuple(keys), self, levels)

    def resized(self, pixels: "npt.NDArray[np.uint8]", plan: TilePlan) -> Levels:
        """Resize a picture by this cutter's path, on its device."""
        return resized(pixels, plan, device=self._device, path=self._path)

    def forget(self) -> None:
        """Drop what is kept for comparison."""
        self._seen.clear()
