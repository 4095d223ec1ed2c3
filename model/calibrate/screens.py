"""Screens drawn for calibration: a few plain buttons whose places are known.

Two coordinate spaces can only be told apart on a picture where they differ, and on the usual
1920x1080 they hardly do: its canvas is 2048x1024, seven percent away. So sizes are chosen for the
checkpoint at hand such that thousandths, source pixels and canvas pixels lie far apart, and of
different shapes, because a checkpoint may cut each shape differently.
"""

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Pixels
from model.images.tiling import NORM_STEPS, PatchPlan, PicturePlan, TilePlan, plan_for
from model.prompt.conversation import SourceImage
from model.spec import PictureSpec

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

SIZES_PX: Final = (
    (640, 480), (800, 600), (1280, 720), (1366, 768), (1600, 900), (1600, 1200), (1920, 1200),
    (2560, 1440), (2880, 1800), (720, 1280), (900, 1600), (1200, 1600),
)  # fmt: skip
"""Sizes of screens that exist, width and height, to choose from."""
SCREENS: Final = 4
SHAPE_DIGITS: Final[dict[type, int]] = {TilePlan: 3, PatchPlan: 1}
"""Decimals of width over height at which two shapes are one: rounding makes them all a little different."""

_WORDS: Final = (
    "Lemon", "River", "Cloud", "Maple", "Tiger", "Velvet", "Rocket", "Anchor", "Candle", "Marble",
    "Falcon", "Pepper", "Garden", "Silver", "Bridge", "Coffee", "Island", "Basket", "Meadow",
    "Thunder", "Hammer", "Pencil", "Orange", "Winter",
)  # fmt: skip
_ASKED: Final = (
    ((0.30, 0.74), (0.84, 0.52), (0.56, 0.87)),
    ((0.86, 0.60), (0.36, 0.82), (0.70, 0.40)),
    ((0.44, 0.70), (0.80, 0.36), (0.62, 0.90)),
    ((0.88, 0.44), (0.28, 0.62), (0.66, 0.86)),
)
"""Where the asked buttons of each screen are, in parts of width and height.

Far from the top left corner, where all spaces meet, and far from the diagonal, where swapped axes
would look right. None is in the middle, which a model that does not look may name.
"""
_OTHERS: Final = ((0.14, 0.24), (0.42, 0.22), (0.12, 0.50))
"""Buttons that nobody asks for, so that a word has to be read."""
_BUTTON: Final = (0.13, 0.075)
"""Width and height of a button in parts of the picture's, on one that is wider than high."""
_SLIMMEST: Final = 0.1
"""Width in parts of the picture's height where that is more, so that a word fits."""
_TEXT_SIZE: Final = (0.18, 0.5)
"""Size of the letters: the smaller of these parts of a button's width and height."""

_DESK, _PAPER, _BAR = (71, 92, 112), (240, 241, 243), (52, 58, 70)
_FACE, _EDGE, _INK = (255, 255, 255), (120, 126, 138), (24, 26, 30)
"""Colours, red, green, blue."""


@dataclass(frozen=True, slots=True)
class Target:
    """A button that is asked for."""

    word: str
    box: Rect
    """In pixels of the picture, whose origin is 0, 0."""

    @property
    def description(self) -> str:
        """The target in words, as a question names it."""
        return f'the button "{self.word}"'


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A drawn picture and what to ask for on it."""

    image: SourceImage
    targets: tuple[Target, ...]


def screens_for(spec: PictureSpec) -> tuple[Screen, ...]:
    """Return the screens on which this checkpoint's spaces lie farthest apart."""
    plans = _distinct([plan_for(Rect(0, 0, *size), spec) for size in SIZES_PX])
    return tuple(drawn(plan, place) for place, plan in enumerate(plans))


def separation(plan: PicturePlan) -> float:
    """Return how far apart the two closest whole-number spaces are on a picture.

    The logarithm of the ratio of their sizes, both axes taken together: 0 where they are one space,
    0.4 where one is about a third larger than the other.
    """
    sizes = [(NORM_STEPS, NORM_STEPS), (plan.source.w, plan.source.h)]
    if isinstance(
        plan, TilePlan
    ):  # a picture that is resized whole keeps nearly the size that it has
        sizes.append(plan.canvas)
    return min(
        math.hypot(*(math.log(a / b) for a, b in zip(first, second, strict=True)))
        for first, second in itertools.combinations(sizes, 2)
    )


def _distinct(plans: list[PicturePlan]) -> list[PicturePlan]:
    """Return the best plan of each shape, the best ones first."""
    best: dict[float, PicturePlan] = {}
    for plan in sorted(plans, key=separation, reverse=True):
        width, height = plan.canvas
        best.setdefault(round(width / height, SHAPE_DIGITS[type(plan)]), plan)
    return list(best.values())[:SCREENS]


def drawn(plan: PicturePlan, place: int) -> Screen:
    """Return a screen of that size; screens of other places have other words and other targets."""
    pixels, targets = drawn_pixels((plan.source.w, plan.source.h), place)
    return Screen(SourceImage(pixels, plan), targets)


def drawn_pixels(size: tuple[int, int], place: int) -> tuple[Pixels, tuple[Target, ...]]:
    """Return the pixels of a screen of that width and height, B, G, R, X, and what to ask for on it."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only a calibration draws

    picture = Image.new("RGB", size, _DESK)
    draw = ImageDraw.Draw(picture)
    _window(draw, size)
    asked = _ASKED[place % len(_ASKED)]
    first = place * (len(asked) + len(_OTHERS))
    words = [_WORDS[(first + n) % len(_WORDS)] for n in range(len(asked) + len(_OTHERS))]
    boxes = [_box(size, centre) for centre in (*asked, *_OTHERS)]
    for word, box in zip(words, boxes, strict=True):
        _button(draw, word, box)
    targets = tuple(
        Target(word, box) for word, box in zip(words, boxes[: len(asked)], strict=False)
    )
    return _bgrx(picture), targets


def _window(draw: "ImageDraw.ImageDraw", size: tuple[int, int]) -> None:
    width, height = size
    inside = (width * 0.03, height * 0.04, width * 0.98, height * 0.97)
    draw.rectangle(inside, fill=_PAPER, outline=_EDGE, width=2)
    draw.rectangle((inside[0], inside[1], inside[2], height * 0.10), fill=_BAR)


def _box(size: tuple[int, int], centre: tuple[float, float]) -> Rect:
    middle = ScreenPoint(round(centre[0] * size[0]), round(centre[1] * size[1]))
    width = max(_BUTTON[0] * size[0], _SLIMMEST * size[1])
    height = min(_BUTTON[1] * size[1], width / 2)
    return Rect(0, 0, round(width), round(height)).around(middle)


def _button(draw: "ImageDraw.ImageDraw", word: str, box: Rect) -> None:
    from PIL import ImageFont  # noqa: PLC0415 - as above

    edges = (box.x, box.y, box.right - 1, box.bottom - 1)
    draw.rounded_rectangle(edges, radius=box.h // 6, fill=_FACE, outline=_EDGE, width=2)
    font = ImageFont.load_default(min(box.w * _TEXT_SIZE[0], box.h * _TEXT_SIZE[1]))
    middle = (box.x + box.w / 2, box.y + box.h / 2)
    draw.text(middle, word, fill=_INK, font=font, anchor="mm")


def _bgrx(picture: "Image.Image") -> Pixels:
    """Return (H, W, 4) uint8 pixels, channel order B, G, R, X."""
    rgb = np.asarray(picture, dtype=np.uint8)
    pixels = np.full((*rgb.shape[:2], 4), 255, dtype=np.uint8)
    pixels[:, :, :3] = rgb[:, :, ::-1]
    return pixels
