"""The pictures of the HTML report: each is embedded once and drawn wherever it is needed."""

import base64
import struct
from collections.abc import Callable
from typing import Final

from automation.core.geometry import Rect, ScreenPoint

PictureSource = Callable[[str], bytes | None]
"""Returns a picture's PNG bytes by its address; None when it is not kept."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
RING_PX: Final = 14


class Gallery:
    """Collects the pictures of one page while its figures are drawn.

    Pictures show the whole desktop, whose top left is pixel 0, 0, so that a `ScreenPoint` is a
    position in the picture.
    """

    def __init__(self, pictures: PictureSource) -> None:
        self._pictures = pictures
        self._known: dict[str, tuple[str, int, int, str] | None] = {}

    def figure(
        self,
        caption: str,
        address: str,
        level: int,
        *,
        point: ScreenPoint | None = None,
        changed: Rect | None = None,
    ) -> str:
        """Return a figure with its marks; empty when the picture is not kept.

        Args:
            caption: what the picture is, in words.
            address: the picture's address; may be empty.
            level: the step's level of risk, for the colour of its ring.
            point: the pixel to ring.
            changed: the part to frame.
        """
        found = self._find(address)
        if found is None:
            return ""
        name, width, height, _ = found
        marks = _ring(point, level, width) + _frame(changed, width)
        return (
            f'<figure><label><input type="checkbox" aria-label="Enlarge: {caption}">'
            f'<svg class="shot" role="img" aria-label="{caption}" viewBox="0 0 {width} {height}"'
            f' style="--ratio:{width / height:.4f}">'
            f'<use href="#{name}"/>{marks}</svg></label>'
            f"<figcaption>{caption}</figcaption></figure>"
        )

    def definitions(self) -> str:
        """Return the embedded pictures; nothing of it is drawn in its place."""
        images = "\n".join(
            f'<image id="{name}" width="{width}" height="{height}" href="{source}"/>'
            for name, width, height, source in filter(None, self._known.values())
        )
        return f'<svg class="pictures" aria-hidden="true"><defs>\n{images}\n</defs></svg>'

    def _find(self, address: str) -> tuple[str, int, int, str] | None:
        if not address:
            return None
        if address not in self._known:
            data = self._pictures(address)
            size = png_size(data) if data else None
            if data is None or size is None:
                self._known[address] = None
            else:
                source = f"data:image/png;base64,{base64.b64encode(data).decode()}"
                self._known[address] = (f"picture-{len(self._known) + 1}", *size, source)
        return self._known[address]


def png_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from a PNG's header; None for anything else."""
    if data[:8] != _PNG or len(data) < 24:
        return None
    width, height = struct.unpack(">II", data[16:24])
    return (width, height) if width and height else None


def _ring(point: ScreenPoint | None, level: int, width: int) -> str:
    """Return the ring round a pixel, as large on the page whatever the picture's width."""
    if point is None:
        return ""
    x, y, unit = point.x + 0.5, point.y + 0.5, width / 360
    radius = RING_PX * unit
    rings = (("#0B1315", 0.35, 6), ("#FFFFFF", 1.0, 4.5), ("currentColor", 1.0, 2))
    drawn = "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="none" stroke="{colour}"'
        f' stroke-opacity="{opacity}" stroke-width="{wide * unit:.1f}"/>'
        for colour, opacity, wide in rings
    )
    dot = f'<circle cx="{x}" cy="{y}" r="{1.6 * unit:.1f}" fill="currentColor"/>'
    return f'<g class="ring r{level}">{drawn}{dot}</g>'


def _frame(box: Rect | None, width: int) -> str:
    """Return the frame round what changed."""
    if box is None:
        return ""
    unit = width / 360
    place = f'x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" fill="none"'
    return (
        f'<rect {place} stroke="#FFFFFF" stroke-width="{2.4 * unit:.1f}"/>'
        f'<rect {place} stroke="#1C6B42" stroke-width="{1.2 * unit:.1f}"'
        f' stroke-dasharray="{4 * unit:.1f} {3 * unit:.1f}"/>'
    )
