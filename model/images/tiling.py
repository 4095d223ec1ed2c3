"""How a picture is cut into tiles, and where a point of the model lies on the desktop.

The grid rule is the checkpoint's own: the grid whose shape is closest to the picture's, the
picture stretched onto it, one thumbnail of the whole picture last. A plan holds both directions of
the coordinate map, so that the picture and the points on it can never disagree.

Positions are continuous: pixel `i` covers `i` up to `i + 1` and its centre is `i + 0.5`, on the
desktop and on the canvas alike. A position becomes a desktop pixel once, by rounding down; the
far edge of the picture belongs to its last pixel. A desktop pixel becomes a position by its centre.
So a whole number that a model writes as a pixel is that pixel, and every map back is exact as long
as the space is not coarser than the desktop.

**Source**: `image_processing.py` of NVIDIA-Nemotron-Nano-12B-v2-VL, which has InternVL's rule.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from automation.core.errors import ActionParseError, PolicyError
from automation.core.geometry import Rect, ScreenPoint
from model.core.coordinates import CanvasPoint, CoordinateSpace, NormPoint
from model.core.spec import ImageSpec

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


@dataclass(frozen=True, slots=True)
class TilePlan:
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

    def to_canvas(self, point: ScreenPoint) -> CanvasPoint:
        """Return where the centre of the desktop pixel lies on the canvas.

        Raises:
            PolicyError: the pixel is not part of the picture.
        """
        return CanvasPoint(*self._from_screen(point, *self.canvas))

    def to_screen(self, point: CanvasPoint) -> ScreenPoint:
        """Return the desktop pixel that the canvas position lies in.

        Raises:
            ActionParseError: the position lies outside the canvas.
        """
        return self._to_screen(point.x, point.y, *self.canvas, "pixels of the resized picture")

    def to_norm(self, point: ScreenPoint) -> NormPoint:
        """Return the centre of the desktop pixel in thousandths of the picture, not rounded.

        Raises:
            PolicyError: the pixel is not part of the picture.
        """
        return NormPoint(*self._from_screen(point, NORM_STEPS, NORM_STEPS))

    def from_norm(self, point: NormPoint) -> ScreenPoint:
        """Return the desktop pixel that the position in thousandths lies in.

        Raises:
            ActionParseError: the position lies outside 0..1000.
        """
        return self._to_screen(point.x, point.y, NORM_STEPS, NORM_STEPS, "thousandths")

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
            msg = (
                f"the pixel {point.x}, {point.y} is not in the picture, which shows "
                f"{self.source.x}..{self.source.right - 1}, {self.source.y}..{self.source.bottom - 1}"
            )
            raise PolicyError(msg)
        across, down = point.x - self.source.x + 0.5, point.y - self.source.y + 0.5
        return across * width / self.source.w, down * height / self.source.h

    def _to_screen(self, x: float, y: float, width: int, height: int, unit: str) -> ScreenPoint:
        if not (0 <= x <= width and 0 <= y <= height):  # false for NaN too
            msg = f"the point {x}, {y} is outside the picture: 0..{width}, 0..{height} {unit}"
            raise ActionParseError(msg)
        # Product first: a quotient of whole numbers is exact where the result is whole, so that no
        # position on the edge of a pixel falls into its neighbour.
        across = min(math.floor(x * self.source.w / width), self.source.w - 1)
        down = min(math.floor(y * self.source.h / height), self.source.h - 1)
        return ScreenPoint(self.source.x + across, self.source.y + down)


_NAMES: Final[dict[CoordinateSpace, str]] = {
    "norm_1000": "thousandths",
    "fraction": "of its width and height",
    "source_px": "pixels",
    "canvas_px": "pixels of the resized picture",
}


def _round_half_down(value: float) -> int:
    """Round so that the centre of pixel `i` becomes `i` where one step is one pixel."""
    return math.ceil(value - 0.5)


def plan_for(source: Rect, image: ImageSpec) -> TilePlan:
    """Return how a picture of that part of the desktop is cut."""
    grid = choose_grid(source.w, source.h, image)
    return TilePlan(
        source=source,
        grid=grid,
        tile_px=image.tile_px,
        tokens_per_tile=image.tokens_per_tile,
        has_thumbnail=image.use_thumbnail and grid.tiles > 1,
    )
