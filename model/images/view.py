"""Which part of the desktop the model is shown.

One monitor, whole, unless that would make its text unreadable: the widest grid of twelve tiles is
three times as wide as high in two rows of tiles, and beyond a shape of 3.5 to 1 a single row is
left. So 5120x1440 comes out 512 pixels high, at 0.36 of its size, while its half, 2560x1440, gets
two rows and 0.71. Cropping hides things, so nothing else is cropped unless the user says so.

The map from points on the picture back to the desktop is the tile plan's, made for the part that
is chosen here.
"""

from typing import Final, Literal, assert_never

from automation.core.geometry import Monitor, Rect, ScreenPoint
from model.core.spec import ImageSpec
from model.images.tiling import choose_grid

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
    image: ImageSpec,
    setting: ViewSetting = "auto",
) -> Rect:
    """Return the part of the desktop to show; always inside the frame.

    Args:
        frame: what was grabbed, in device pixels of the desktop.
        window: the active window; None when there is none.
        pointer: where the mouse pointer is.
        monitors: all physical displays. The one with most of the window is shown, without a window
            the one with the pointer.
        image: how the checkpoint cuts pictures.
        setting: what the user chose.
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


def text_scale(view: Rect, image: ImageSpec) -> float:
    """Return canvas pixels per device pixel on the axis that is shrunk more."""
    grid = choose_grid(view.w, view.h, image)
    return min(grid.cols * image.tile_px / view.w, grid.rows * image.tile_px / view.h)


def _needs_half(screen: Rect, half: Rect, scale: float, image: ImageSpec) -> bool:
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
