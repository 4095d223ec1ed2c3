"""Which part of a window hides what lies below it: a private window must not shine through.

A compositor mixes windows with an alpha channel, or with an opacity set from outside, with what is
below them; shapes cut holes. Where a program does not say which part is opaque, none counts.
"""

from collections.abc import Sequence
from typing import Final

import xcffib
import xcffib.shape

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.desktop.x11_server import Reply, X11Server

ALPHA_DEPTH: Final = 32
OPAQUE: Final = 0xFFFFFFFF
"""Value of the opacity property that means: not translucent."""


def opaque_parts(server: X11Server, windows: Sequence[WindowInfo]) -> dict[int, tuple[Rect, ...]]:
    """Return, by window id, the parts in device pixels through which nothing can be seen.

    A window that hides all of its rectangle is left out.
    """
    shapes = server.extension(xcffib.shape.key)
    asked = [
        (
            window,
            server.core.GetGeometry(window.window_id),
            server.ask_property(window.window_id, "_NET_WM_WINDOW_OPACITY"),
            server.ask_property(window.window_id, "_NET_WM_OPAQUE_REGION"),
            shapes.QueryExtents(window.window_id) if shapes is not None else None,
        )
        for window in windows
    ]
    found: dict[int, tuple[Rect, ...]] = {}
    for window, geometry, opacity, region, extents in asked:
        depth = server.answer(geometry)
        level = next(iter(server.numbers(opacity)), OPAQUE)
        parts = server.numbers(region)
        shape = server.answer(extents) if extents is not None else None
        if level != OPAQUE or (shape is not None and shape.bounding_shaped):
            found[window.window_id] = ()
        elif depth is None or depth.depth == ALPHA_DEPTH:
            found[window.window_id] = _in_desktop(window, parts, depth)
    return found


def _in_desktop(
    window: WindowInfo, numbers: Sequence[int], geometry: Reply | None
) -> tuple[Rect, ...]:
    """Return the rectangles of an opaque region, which count from the window's own corner.

    The corner lies outside what we call the window's rectangle by the shadow that it draws.
    """
    if geometry is None:
        return ()
    rects = [Rect(*numbers[i : i + 4]) for i in range(0, len(numbers) - 3, 4)]
    rect = window.rect
    # Without knowing both sides of the shadow, what counts is what any placing would cover.
    dx, dy = max(0, geometry.width - rect.w), max(0, geometry.height - rect.h)
    moved = (
        Rect(rect.x + r.x, rect.y + r.y, r.w - dx, r.h - dy) for r in rects if r.w > dx and r.h > dy
    )
    return tuple(part for r in moved if (part := r.intersection(rect)).area)
