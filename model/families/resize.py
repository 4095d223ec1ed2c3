"""How each family of vision models resizes a picture, and the size at which that changes nothing.

A picture is resized here, to a size that the family's own rule leaves as it is: then the server's resize is
the identity, and pixels that a model writes are pixels of what was sent. Sizes are computed without a
picture; `encoded` makes the picture of a size.

**Source**: `smart_resize` of the Qwen-VL, GLM and Gemma classes in transformers 5.24 (executed); the tile
rule of Nemotron-Nano-12B-v2-VL is `model.images.tiling`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from automation.core.errors import ActionParseError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.records.blobs import png_bytes
from model.images.tiling import PictureMap, Size, choose_grid, smart_size
from model.server.asking import Picture
from model.spec import CoordinateSpace, ImageSpec

MOST_ROUNDS: Final = 8
"""Of the rule applied to its own result; every size of every screen that was tried is fixed after two."""


class Rule(Protocol):
    """How a family makes a picture fit its encoder."""

    def resized(self, width: int, height: int) -> Size:
        """Return the size that the model sees of a picture of that size."""
        ...

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of that size takes, without its marks."""
        ...


@dataclass(frozen=True, slots=True)
class SmartResize:
    """Both sides multiples of a factor, the area within bounds."""

    factor: int
    min_pixels: int
    max_pixels: int
    frames: int = 1
    """How many times the rule counts the area; GLM's counts a picture as two frames."""
    cells: int = 1
    """Side of a token in factors: GUI-Owl's client rounds to 16, its model to tokens of 32."""

    def resized(self, width: int, height: int) -> Size:
        """Return the size that the model sees of a picture of that size."""
        least, most = self.min_pixels / self.frames, self.max_pixels / self.frames
        return smart_size(width, height, factor=self.factor, least=least, most=most)

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of that size takes, without its marks."""
        w, h = self.resized(width, height)
        return (w // (self.factor * self.cells)) * (h // (self.factor * self.cells))


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """As many whole squares as a budget of tokens holds, in the picture's shape; small ones grow too."""

    factor: int
    budget: int

    def resized(self, width: int, height: int) -> Size:
        """Return the size that the model sees of a picture of that size."""
        f = self.factor
        scale = math.sqrt(self.budget * f * f / (width * height))
        return (
            max(f, math.floor(width * scale / f) * f),
            max(f, math.floor(height * scale / f) * f),
        )

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of that size takes, without its marks."""
        w, h = self.resized(width, height)
        return (w // self.factor) * (h // self.factor)


@dataclass(frozen=True, slots=True)
class Tiles:
    """Stretched onto a grid of square tiles and cut, a thumbnail beside it."""

    image: ImageSpec

    def resized(self, width: int, height: int) -> Size:
        """Return the size that the model sees of a picture of that size."""
        grid = choose_grid(width, height, self.image)
        return grid.cols * self.image.tile_px, grid.rows * self.image.tile_px

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of that size takes, without its marks."""
        tiles = choose_grid(width, height, self.image).tiles
        return (tiles + int(tiles > 1)) * self.image.tokens_per_tile


QWEN25: Final = SmartResize(28, 3_136, 12_845_056)
"""As shipped in the preprocessor file of Qwen2.5-VL."""
QWEN25_CLASS: Final = SmartResize(28, 3_136, 1_003_520)
"""The library's default where a server has no preprocessor file."""
UI_TARS: Final = SmartResize(28, 78_400, 12_845_056)
UI_TARS_CLIENT: Final = SmartResize(28, 78_400, 1_058_400)
"""UI-TARS-desktop sends no more than this."""
GTA1: Final = SmartResize(28, 3_136, 8_847_360)
QWEN3: Final = SmartResize(32, 65_536, 16_777_216)
"""Qwen3-VL, Qwen3.5 and all that are made from them."""
GUI_OWL_CLIENT: Final = SmartResize(16, 3_136, 10_035_200)
GLM_4V: Final = SmartResize(28, 12_544, 11_760_000, frames=2)
HOLO1: Final = SmartResize(28, 3_136, 1_003_520)
"""The maker's own cap: 1,280 tokens of 28 x 28."""
NEMOTRON_3: Final = SmartResize(32, 1_024 * 256, 13_312 * 256)
"""1,024 to 13,312 patches of 16 x 16; four of them are a token, so that multiples of 32 are fixed."""
NEMOTRON_2: Final = Tiles(ImageSpec(512, 16, 2, 12, True, (0.5,) * 3, (0.5,) * 3))


def gemma4(budget: int = 280) -> TokenBudget:
    """Return the rule of Gemma 4 for one of its budgets: 70, 140, 280, 560, 1120."""
    return TokenBudget(48, budget)


KNOWN_RULES: Final[Mapping[str, Rule]] = {
    "Qwen2.5-VL": QWEN25,
    "class default": QWEN25_CLASS,
    "UI-TARS client": UI_TARS_CLIENT,
    "GTA1": GTA1,
    "Qwen3-VL": QWEN3,
    "GLM-4V": GLM_4V,
    "Nemotron 2": NEMOTRON_2,
    "Nemotron 3": NEMOTRON_3,
    **{f"Gemma 4, {budget}": gemma4(budget) for budget in (70, 140, 280, 560, 1120)},
}
"""By which a model may see a picture, whatever its family is."""


def fixed_point(rule: Rule, width: int, height: int, most_pixels: int = 0) -> Size:
    """Return the size nearest to a picture's that the rule leaves as it is.

    Args:
        most_pixels: no more than this are sent, whatever the rule allows; 0 for no bound of ours.
    """
    if most_pixels and width * height > most_pixels:
        shrink = math.sqrt(width * height / most_pixels)
        width, height = max(1, int(width / shrink)), max(1, int(height / shrink))
    size = rule.resized(width, height)
    for _ in range(MOST_ROUNDS):
        again = rule.resized(*size)
        if again == size:
            break
        size = again
    return size


PAD_PX: Final = 32
"""A picture that is to grow by less is not stretched: it gets an empty edge on the right and below. Its
letters stay sharp, one pixel stays one pixel, and it takes next to no time."""


@dataclass(frozen=True, slots=True)
class SentPicture(PictureMap):
    """A part of the desktop on a picture of any size, stretched, or with an empty edge right and below."""

    source: Rect
    """What the whole picture stands for: with an empty edge more than what is shown."""
    size: tuple[int, int]
    """Width and height in pixels."""
    shown: Rect
    """The part of the desktop that can be seen on it."""

    @property
    def canvas(self) -> tuple[int, int]:
        """Width and height of the picture as it is sent."""
        return self.size

    def screen_point(self, x: float, y: float, space: CoordinateSpace) -> ScreenPoint:
        """Return the desktop pixel that a model means by two numbers of its space.

        Raises:
            ActionParseError: they lie outside the picture or on its empty edge.
        """
        point = PictureMap.screen_point(self, x, y, space)
        if not self.shown.contains(point):
            raise ActionParseError(f"the point {x}, {y} is on the empty edge of the picture")
        return point


def sent_as(part: Rect, size: Size) -> SentPicture:
    """Return the map between a part of the desktop and a picture of it of that size."""
    if _is_padded(part, size):
        return SentPicture(Rect(part.x, part.y, *size), size, part)
    return SentPicture(part, size, part)


def encoded(frame: Frame, size: Size) -> Picture:
    """Return the picture of that size as a PNG file: with an empty edge, or stretched."""
    from PIL import Image  # noqa: PLC0415 - 20 ms that only a picture is worth

    pixels, part = frame.pixels, frame.rect
    if _is_padded(part, size):
        padded = np.zeros((size[1], size[0], 4), np.uint8)
        padded[: part.h, : part.w] = pixels
        pixels = padded
    elif (part.w, part.h) != size:
        whole = np.ascontiguousarray(pixels)
        image = Image.frombuffer("RGBX", (part.w, part.h), whole, "raw", "RGBX", 0, 1)
        pixels = np.asarray(image.resize(size, Image.Resampling.BICUBIC))
    return Picture(png_bytes(Frame(pixels, frame.origin, frame.t_mono_s)), *size)


def _is_padded(part: Rect, size: Size) -> bool:
    return 0 <= size[0] - part.w < PAD_PX and 0 <= size[1] - part.h < PAD_PX
