"""Which part of the desktop a model is shown, how it is cut or resized, and where a point of it lies.

Some families are shown a picture in tiles, others whole (`PatchPlan`), resized by their own rule. The grid rule is the checkpoint's own: the grid whose shape is closest to the picture's, the
picture stretched onto it, one thumbnail of the whole picture last. A plan holds both directions of
the coordinate map, so that the picture and the points on it can never disagree.

Positions are continuous: pixel `i` covers `i` up to `i + 1` and its centre is `i + 0.5`, on the
desktop and on the canvas alike. A position becomes a desktop pixel once, by rounding down; the
far edge of the picture belongs to its last pixel. A desktop pixel becomes a position by its centre.
So a whole number that a model writes as a pixel is that pixel, and every map back is exact as long
as the space is not coarser than the desktop.

**Source**: `image_processing.py` of NVIDIA-Nemotron-Nano-12B-v2-VL, which has InternVL's rule.

One monitor, whole, unless that would make its text unreadable: the widest grid of twelve tiles is
three times as wide as high in two rows of tiles, and beyond a shape of 3.5 to 1 a single row is
left. So 5120x1440 comes out 512 pixels high, at 0.36 of its size, while its half, 2560x1440, gets
two rows and 0.71. Cropping hides things, so nothing else is cropped unless the user says so.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, assert_never

from automation.core.errors import ActionParseError, PolicyError
from automation.core.geometry import Monitor, Rect, ScreenPoint
from model.spec import CoordinateSpace, ImageSpec, PatchSpec, PictureSpec

NORM_STEPS: Final = 1000
"""Thousandths: the coordinate range of the Holo2 and Holo3 contracts."""

FRACTION_DIGITS: Final = 4
"""Decimals of a written fraction; finer than a pixel of any picture up to 10,000 pixels wide."""

_FILL: Final = 0.5
"""On equal shapes the larger grid is taken only when the picture has more than this share of the
grid's pixels. **Source**: InternVL's `find_closest_aspect_ratio`."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Tiles side by side and on top of each other, without the thumbnail."""

    cols: int
    rows: int

    @property
    def tiles(self) -> int:
        """Number of tiles of the grid."""
        return self.cols * self.rows


@lru_cache(maxsize=8)
def candidate_grids(max_tiles: int) -> tuple[Grid, ...]:
    """Return every grid of at most `max_tiles` tiles, by number of tiles.

    The order decides ties of shape. Within one number of tiles it cannot matter: no picture is as
    close to two shapes of the same number without being closer to a third (checked for 12).
    """
    grids = [
        Grid(cols, rows)
        for cols in range(1, max_tiles + 1)
        for rows in range(1, max_tiles // cols + 1)
    ]
    return tuple(sorted(grids, key=lambda grid: grid.tiles))


def choose_grid(width: int, height: int, image: ImageSpec) -> Grid:
    """Return the grid that the checkpoint's own rule chooses for a picture of that many pixels.

    The comparison is made in floats as the checkpoint makes it, so that its ties are our ties.
    """
    assert width > 0, f"width {width}: a picture has pixels"
    assert height > 0, f"height {height}: a picture has pixels"
    assert image.max_tiles > 0, f"max_tiles {image.max_tiles}: at least one tile is needed"
    shape = width / height
    best, best_gap = Grid(1, 1), math.inf
    for grid in candidate_grids(image.max_tiles):
        gap = abs(shape - grid.cols / grid.rows)
        filled = width * height > _FILL * image.tile_px**2 * grid.tiles
        if gap < best_gap or (gap == best_gap and filled):
            best, best_gap = grid, gap
    return best


Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""


def smart_size(width: int, height: int, *, factor: int, least: float, most: float) -> Size:
    """Return the size that a picture is resized to whole: sides multiples of a factor, area in bounds.

    Args:
        factor: in pixels.
        least: pixels that the result has at least.
        most: pixels that it has at most.

    **Source**: `smart_resize` of the Qwen-VL classes in transformers 5.24 (executed).
    """
    # Python rounds half to even, and so does the rule: 720 / 32 = 22.5 becomes 22.
    w, h = max(factor, round(width / factor) * factor), max(factor, round(height / factor) * factor)
    if w * h > most:
        shrink = math.sqrt(width * height / most)
        w = max(factor, math.floor(width / shrink / factor) * factor)
        h = max(factor, math.floor(height / shrink / factor) * factor)
    elif w * h < least:
        grow = math.sqrt(least / (width * height))
        w = math.ceil(width * grow / factor) * factor
        h = math.ceil(height * grow / factor) * factor
    return w, h


def canvas_of(width: int, height: int, image: PictureSpec) -> Size:
    """Return the size of a picture as the model sees it."""
    if isinstance(image, PatchSpec):
        least, most = image.min_pixels, image.max_pixels
        return smart_size(width, height, factor=image.token_px, least=least, most=most)
    grid = choose_grid(width, height, image)
    return grid.cols * image.tile_px, grid.rows * image.tile_px


class PictureMap(ABC):
    """The map between a part of the desktop, the picture of it that a model sees, and what models write.

    `TilePlan` and `PatchPlan` are those of pictures that are read in this process.
    """

    __slots__ = ()
    source: Rect
    """The part of the desktop that the picture shows, in device pixels."""

    @property
    @abstractmethod
    def canvas(self) -> tuple[int, int]:
        """Width and height of the picture as the model sees it, in its pixels."""

    def screen_point(self, x: float, y: float, space: CoordinateSpace) -> ScreenPoint:
        """Return the desktop pixel that a model means by two numbers of its space.

        Both ends of the range belong to it: 1000 of 1000 is the last pixel.

        Raises:
            ActionParseError: a number is not finite or lies outside the space; nothing is clamped.
        """
        return self._to_screen(x, y, *self._size(space), _NAMES[space])

    def in_space(self, point: ScreenPoint, space: CoordinateSpace) -> tuple[float, float]:
        """Return the two numbers that a model would write for the desktop pixel.

        Whole numbers, except a fraction, which has four decimals. `screen_point` maps them back to
        within half a step of the space, and to the same pixel where a step is at most a pixel.

        Raises:
            PolicyError: the pixel is not part of the picture.
        """
        x, y = self._from_screen(point, *self._size(space))
        if space == "fraction":
            return round(x, FRACTION_DIGITS), round(y, FRACTION_DIGITS)
        return _round_half_down(x), _round_half_down(y)

    def _size(self, space: CoordinateSpace) -> tuple[int, int]:
        """Return the numbers at the far edges of the picture."""
        match space:
            case "norm_1000":
                return NORM_STEPS, NORM_STEPS
            case "fraction":
                return 1, 1
            case "source_px":
                return self.source.w, self.source.h
            case "canvas_px":
                return self.canvas
            case _:
                assert_never(space)

    def _from_screen(self, point: ScreenPoint, width: int, height: int) -> tuple[float, float]:
        if not self.source.contains(point):
            raise PolicyError(
                f"the pixel {point.x}, {point.y} is not in the picture, which shows "
                f"{self.source.x}..{self.source.right - 1}, {self.source.y}..{self.source.bottom - 1}"
            )
        across, down = point.x - self.source.x + 0.5, point.y - self.source.y + 0.5
        return across * width / self.source.w, down * height / self.source.h

    def _to_screen(self, x: float, y: float, width: int, height: int, unit: str) -> ScreenPoint:
        if not (0 <= x <= width and 0 <= y <= height):  # false for NaN too
            raise ActionParseError(
                f"the point {x}, {y} is outside the picture: 0..{width}, 0..{height} {unit}"
            )
        # Product first: a quotient of whole numbers is exact where the result is whole, so that no
        # position on the edge of a pixel falls into its neighbour.
        across = min(math.floor(x * self.source.w / width), self.source.w - 1)
        down = min(math.floor(y * self.source.h / height), self.source.h - 1)
        return ScreenPoint(self.source.x + across, self.source.y + down)


@dataclass(frozen=True, slots=True)
class TilePlan(PictureMap):
    """How one picture is cut, and the map between its pixels and every space models speak."""

    source: Rect
    """The part of the desktop that the picture shows, in device pixels."""
    grid: Grid
    tile_px: int
    tokens_per_tile: int
    has_thumbnail: bool
    """A thumbnail of the whole picture follows the tiles."""

    @property
    def tiles(self) -> int:
        """Number of tiles that the encoder sees, thumbnail included."""
        return self.grid.tiles + int(self.has_thumbnail)

    @property
    def tokens(self) -> int:
        """Placeholders of the picture in the prompt, without its two markers."""
        return self.tiles * self.tokens_per_tile

    @property
    def canvas(self) -> tuple[int, int]:
        """Width and height of the stretched picture in canvas pixels."""
        return self.grid.cols * self.tile_px, self.grid.rows * self.tile_px


@dataclass(frozen=True, slots=True)
class PatchPlan(PictureMap):
    """How one picture is resized whole, and the map between its pixels and every space models speak."""

    source: Rect
    """The part of the desktop that the picture shows, in device pixels."""
    size: Size
    """After resizing."""
    token_px: int
    """Side of the square that one token stands for; both sides are multiples of it."""

    @property
    def canvas(self) -> Size:
        """Width and height of the resized picture."""
        return self.size

    @property
    def cells(self) -> tuple[int, int]:
        """Columns and rows of tokens."""
        return self.size[0] // self.token_px, self.size[1] // self.token_px

    @property
    def tokens(self) -> int:
        """Placeholders of the picture in the prompt, without its two markers."""
        return self.cells[0] * self.cells[1]


PicturePlan: TypeAlias = TilePlan | PatchPlan
"""How one picture is brought into the shape that the encoder takes."""


@dataclass(frozen=True, slots=True)
class ImageSpan:
    """The run of placeholders that one picture occupies in a prompt."""

    start: int
    """Index of its first placeholder in the ids."""
    tokens: int
    image: int
    """Index of the picture among the conversation's."""
    cells: tuple[int, int] | None = None
    """Columns and rows of tokens, where the picture is shown whole."""


_NAMES: Final[dict[CoordinateSpace, str]] = {
    "norm_1000": "thousandths",
    "fraction": "of its width and height",
    "source_px": "pixels",
    "canvas_px": "pixels of the resized picture",
}


def _round_half_down(value: float) -> int:
    """Round so that the centre of pixel `i` becomes `i` where one step is one pixel."""
    return math.ceil(value - 0.5)


def plan_for(source: Rect, image: PictureSpec) -> PicturePlan:
    """Return how a picture of that part of the desktop is cut or resized."""
    if isinstance(image, PatchSpec):
        return PatchPlan(source, canvas_of(source.w, source.h, image), image.token_px)
    return tile_plan(source, image)


def tile_plan(source: Rect, image: ImageSpec) -> TilePlan:
    """Return how a picture of that part of the desktop is cut."""
    grid = choose_grid(source.w, source.h, image)
    return TilePlan(
        source=source,
        grid=grid,
        tile_px=image.tile_px,
        tokens_per_tile=image.tokens_per_tile,
        has_thumbnail=image.use_thumbnail and grid.tiles > 1,
    )


ViewSetting = Literal["auto", "whole", "window", "half"]
"""`whole`: the monitor. `half`: its better half along the long side. `window`: the active window
and what is near it. `auto`: whole, or half where whole would be unreadable."""

READABLE: Final = 0.5
"""Canvas pixels per logical pixel below which ordinary text is lost: 14 px text has an x-height of
7 px, and under 4 px letters run together. Of the common screens shown whole, the worst are
2880x1800 (0.53 even at scale 1) and 3840x2160 at scale 2 (0.95); 5120x1440 has 0.36, 3840x1080
0.47. **Source**: the grid rule, applied to the screens of its table."""

ELONGATED: Final = 2.5
"""Long side over short side beyond which a screen is cropped by itself. 21:9 panels have up to 2.4
and get two rows of tiles; a 3840x2160 screen at scale 1 is small print too, but ordinary in shape:
its two halves belong together more often than not."""

WINDOW_MARGIN_PX: Final = 64
"""Kept around the active window: its title bar, and menus that reach over its edge."""

SMALLEST_WINDOW_PX: Final = (1280, 720)
"""A small dialog alone would be blown up and say nothing of what it belongs to."""


def choose_view(
    frame: Rect,
    *,
    window: Rect | None,
    pointer: ScreenPoint,
    monitors: tuple[Monitor, ...],
    image: PictureSpec,
    setting: ViewSetting = "auto",
) -> Rect:
    """Return the part of the desktop to show; always inside the frame.

    Args:
        frame: what was grabbed, in device pixels of the desktop.
        window: the active window; None when there is none.
        monitors: all physical displays. The one with most of the window is shown, without a window
            the one with the pointer.
    """
    screen, scale = _monitor(frame, window, pointer, monitors)
    match setting:
        case "whole":
            return screen
        case "window":
            return screen if window is None else _around(window, screen)
        case "half":
            return _half(screen, window, pointer)
        case "auto":
            half = _half(screen, window, pointer)
            return half if _needs_half(screen, half, scale, image) else screen
        case _:
            assert_never(setting)


def text_scale(view: Rect, image: PictureSpec) -> float:
    """Return canvas pixels per device pixel on the axis that is shrunk more."""
    width, height = canvas_of(view.w, view.h, image)
    return min(width / view.w, height / view.h)


def _needs_half(screen: Rect, half: Rect, scale: float, image: PictureSpec) -> bool:
    long, short = max(screen.w, screen.h), min(screen.w, screen.h)
    if long <= ELONGATED * short:
        return False
    whole = text_scale(screen, image)
    return whole * scale < READABLE and text_scale(half, image) > whole


def _monitor(
    frame: Rect, window: Rect | None, pointer: ScreenPoint, monitors: tuple[Monitor, ...]
) -> tuple[Rect, float]:
    """Return the part of the frame that the chosen monitor shows, and the monitor's scale."""
    shown = [(frame.intersection(m.rect), m.scale) for m in monitors]
    shown = [(part, scale) for part, scale in shown if part.area > 0]
    if window is not None:
        most = max(shown, key=lambda one: one[0].intersection(window).area, default=None)
        if most is not None and most[0].intersection(window).area > 0:
            return most
    return next((one for one in shown if one[0].contains(pointer)), (frame, 1.0))


def _half(screen: Rect, window: Rect | None, pointer: ScreenPoint) -> Rect:
    """Return half of the screen along its long side.

    A window that fits is shown whole, in the middle as far as the screen allows. Else the half
    with the pointer: one of two, so that the picture stays where it is when the pointer moves.
    """
    is_wide = screen.w >= screen.h
    width = max(1, screen.w // 2) if is_wide else screen.w
    height = screen.h if is_wide else max(1, screen.h // 2)
    seen = Rect(0, 0, 0, 0) if window is None else window.intersection(screen)
    if seen.area > 0 and seen.w <= width and seen.h <= height:
        return _inside(Rect(0, 0, width, height).around(seen.center), screen)
    if is_wide:
        is_far = pointer.x >= screen.x + width
        return Rect(screen.right - width if is_far else screen.x, screen.y, width, height)
    is_far = pointer.y >= screen.y + height
    return Rect(screen.x, screen.bottom - height if is_far else screen.y, width, height)


def _around(window: Rect, screen: Rect) -> Rect:
    """Return the window with its surroundings, moved into the screen."""
    grown = window.grown(WINDOW_MARGIN_PX).intersection(screen)
    if grown.area == 0:
        return screen
    width = min(screen.w, max(grown.w, SMALLEST_WINDOW_PX[0]))
    height = min(screen.h, max(grown.h, SMALLEST_WINDOW_PX[1]))
    return _inside(Rect(0, 0, width, height).around(grown.center), screen)


def _inside(view: Rect, screen: Rect) -> Rect:
    """Move a rectangle that is no larger than the screen until it lies inside."""
    x = min(max(view.x, screen.x), screen.right - view.w)
    y = min(max(view.y, screen.y), screen.bottom - view.h)
    return Rect(x, y, view.w, view.h)
