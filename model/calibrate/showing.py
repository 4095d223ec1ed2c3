"""A picture of a calibration for people: where the targets were, and where the answers went."""

from typing import Final

from PIL import Image, ImageDraw, ImageFont

from model.calibrate.calibration import Calibration, CalibrationPoint

PANEL_PX: Final = 300
"""Longer side of a panel; there is one for every size of screen."""
_MARGIN_PX: Final = 12
_CAPTION_PX: Final = 20
_DOT_PX: Final = 4

_PAPER, _SHEET, _EDGE, _INK = (245, 246, 248), (255, 255, 255), (150, 156, 168), (40, 44, 52)
_MET, _MISSED = (22, 128, 76), (196, 52, 44)
"""Colours, red, green, blue. A miss is told from a hit by its cross as well."""


def picture(calibration: Calibration) -> Image.Image:
    """Return an RGB picture: a panel a screen, targets as boxes, answers as dots or crosses.

    Answers are placed by the space that fits, or by the one that came closest.
    """
    sizes = list(dict.fromkeys((p.width_px, p.height_px) for p in calibration.points))
    step = PANEL_PX + _MARGIN_PX
    sheet = Image.new(
        "RGB", (_MARGIN_PX + step * max(1, len(sizes)), 2 * _MARGIN_PX + _CAPTION_PX + PANEL_PX)
    )
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, 0, *sheet.size), fill=_PAPER)
    for place, size in enumerate(sizes):
        shown = [p for p in calibration.points if (p.width_px, p.height_px) == size]
        _panel(draw, (_MARGIN_PX + place * step, _MARGIN_PX + _CAPTION_PX), size, shown)
    return sheet


def _panel(
    draw: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    size: tuple[int, int],
    points: list[CalibrationPoint],
) -> None:
    scale = PANEL_PX / max(size)
    left, top = corner
    caption = f"{size[0]} x {size[1]}: {sum(p.is_hit for p in points)} of {len(points)}"
    draw.text((left, top - _CAPTION_PX), caption, fill=_INK, font=ImageFont.load_default(13))
    edges = (left, top, left + size[0] * scale, top + size[1] * scale)
    draw.rectangle(edges, fill=_SHEET, outline=_EDGE)
    for point in points:
        box, colour = point.box, _MET if point.is_hit else _MISSED
        outline = (box.x, box.y, box.right, box.bottom)
        placed = [corner[n % 2] + edge * scale for n, edge in enumerate(outline)]
        draw.rectangle(placed, outline=colour, width=2)
        if point.at_px is not None:
            at = (left + point.at_px[0] * scale, top + point.at_px[1] * scale)
            middle = ((placed[0] + placed[2]) / 2, (placed[1] + placed[3]) / 2)
            draw.line((*middle, *at), fill=colour)
            _mark(draw, at, colour, is_hit=point.is_hit)


def _mark(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    colour: tuple[int, int, int],
    *,
    is_hit: bool,
) -> None:
    x, y = at
    box = (x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX)
    if is_hit:
        draw.ellipse(box, fill=colour)
        return
    draw.line((box[0], box[1], box[2], box[3]), fill=colour, width=2)
    draw.line((box[0], box[3], box[2], box[1]), fill=colour, width=2)
