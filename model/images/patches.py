"""Resizes pictures of the screen whole, for encoders that take any size, and names them by content.

The resized picture is bytes, rounded and cut off at both ends, before it is normalised: so the makers'
processors do it. Such an encoder looks at the whole picture at once: one pixel that changed makes all of it
new, and a picture has one name.

**Source**: `Qwen2VLImageProcessor` of transformers 5.23 (bicubic with antialiasing, on bytes).
"""

import hashlib
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import torch
from torch.nn.functional import interpolate

from model.images.tiles import REMEMBERED
from model.images.tiling import PatchPlan
from model.spec import PatchSpec

if TYPE_CHECKING:
    import numpy.typing as npt

_KEY_BYTES: Final = 16
_RGB: Final = slice(2, None, -1)


def resized(
    pixels: "npt.NDArray[np.uint8]", plan: PatchPlan, *, device: torch.device | str = "cpu"
) -> torch.Tensor:
    """Return the picture at its plan's size: (3, height, width) uint8 RGB on the device.

    Args:
        pixels: (H, W, 4) uint8, channel order B, G, R, X, of the plan's source; may be a view and
            read-only.
    """
    shape = (plan.source.h, plan.source.w, 4)
    assert pixels.shape == shape, f"pixels {pixels.shape} do not fit the plan's source {shape}"
    assert pixels.dtype == np.uint8, f"pixels are {pixels.dtype}, expected uint8"
    rgb = torch.from_numpy(np.ascontiguousarray(pixels[..., _RGB]))
    picture = rgb.to(device).permute(2, 0, 1)[None]  # (1, 3, H, W), channels last
    width, height = plan.size
    if picture.shape[-2:] == (height, width):
        return picture[0]
    if picture.device.type != "cpu":  # only processors resize bytes
        return _stretched(picture.float(), height, width).round_().clamp_(0, 255).byte()[0]
    return _stretched(picture, height, width)[0]


def _stretched(picture: torch.Tensor, height: int, width: int) -> torch.Tensor:
    size = (height, width)
    return interpolate(picture, size=size, mode="bicubic", antialias=True, align_corners=False)


def normalised(picture: torch.Tensor, image: PatchSpec) -> torch.Tensor:
    """Return (3, height, width) float32 as the encoder expects it, of bytes."""
    mean, std = (torch.tensor(values, device=picture.device) for values in (image.mean, image.std))
    return (picture.float() / 255 - mean[:, None, None]) / std[:, None, None]


class ResizedPicture:
    """One picture with its name; resized when it is asked for.

    Belongs to the thread that cut it.

    Attributes:
        plan: How it is resized.
        keys: Its one name by content: equal names have equal features.
    """

    def __init__(
        self,
        pixels: "npt.NDArray[np.uint8]",
        plan: PatchPlan,
        key: str,
        image: PatchSpec,
        device: torch.device,
    ) -> None:
        self.plan = plan
        self.keys = (key,)
        self._pixels = pixels
        self._image = image
        self._device = device

    @property
    def key(self) -> str:
        """Its name."""
        return self.keys[0]

    def tiles(self, wanted: Sequence[int] | None = None) -> torch.Tensor:
        """Return the whole picture as the one tile that it is: (1, 3, height, width) float32, normalised."""
        assert wanted is None or list(wanted) == [0], f"a picture is one tile, {wanted} were wanted"
        picture = resized(self._pixels, self.plan, device=self._device)
        return normalised(picture, self._image)[None]


class PictureResizer:
    """Names the pictures of a session; owned by the engine's thread.

    A picture that was seen is not looked at again, and one that equals the last of its size has its name.
    """

    def __init__(self, image: PatchSpec, *, device: torch.device | str = "cpu") -> None:
        self.image = image
        self._device = torch.device(device)
        self._seen: deque[tuple[npt.NDArray[np.uint8], str]] = deque(maxlen=REMEMBERED)

    def cut(self, pixels: "npt.NDArray[np.uint8]", plan: PatchPlan) -> ResizedPicture:
        """Name a picture.

        Args:
            pixels: (H, W, 4) uint8 BGRX of the plan's source; kept, so never written to again.
        """
        known = next((key for seen, key in reversed(self._seen) if _is_same(seen, pixels)), None)
        content = known or _digest(pixels)
        if known is None:
            self._seen.append((pixels, content))
        width, height = plan.size
        key = f"{width}x{height} {content}"
        return ResizedPicture(pixels, plan, key, self.image, self._device)

    def forget(self) -> None:
        """Drop what is kept for comparison."""
        self._seen.clear()


def _is_same(seen: "npt.NDArray[np.uint8]", pixels: "npt.NDArray[np.uint8]") -> bool:
    return seen is pixels or (seen.shape == pixels.shape and np.array_equal(seen, pixels))


def _digest(pixels: "npt.NDArray[np.uint8]") -> str:
    shape = f"{pixels.shape[1]}x{pixels.shape[0]} "
    content = hashlib.blake2b(np.ascontiguousarray(pixels).data, digest_size=_KEY_BYTES)
    return shape + content.hexdigest()
