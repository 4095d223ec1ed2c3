"""Draws a list of marks: one loop over the shapes, in logical pixels."""

from collections.abc import Iterable
from functools import reduce
from typing import Final, assert_never

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBitmap,
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRegion,
)

from app.gui.overlay.shapes import (
    Arc,
    Box,
    Cap,
    Circle,
    FieldText,
    Fill,
    Line,
    Outline,
    Rounded,
    Shape,
    Spot,
    Stroke,
    Tag,
    Wedge,
    Words,
    bounds,
)
from app.gui.widgets.theme import Theme, tokens
from automation.core.geometry import Rect

TAG_PX: Final = 12.5
_RADIUS: Final = 4.0
_INK_OPACITY: Final = 0.35
_PLATE_OPACITY: Final = 0.92


def tag_font(theme: Theme) -> QFont:
    """Return the font of tags and caps: 12.5 px at the usual body size of 14, weight 600."""
    font = theme.font("small_bold")
    font.setPixelSize(max(12, round(font.pixelSize() * TAG_PX / 13)))
    return font


def tag_measure(theme: Theme, text: str) -> float:
    """Return the width of a text on a tag in logical pixels."""
    return QFontMetricsF(tag_font(theme)).horizontalAdvance(text)


def to_rect(box: Box) -> QRectF:
    """Return the box as Qt's rectangle."""
    return QRectF(box.x, box.y, box.w, box.h)


class MarkPainter:
    """Paints shapes with one painter.

    `is_solid` is for screens without a compositor: nothing is translucent; what would be faint is
    stippled, and nothing is smoothed, so that a mask can be taken from the picture.
    """

    def __init__(self, painter: QPainter, theme: Theme, *, is_solid: bool = False) -> None:
        self._painter = painter
        self._font = tag_font(theme)
        self._body = theme.font("small")
        self._is_solid = is_solid
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_solid)

    def paint(self, shapes: Iterable[Shape], turn: float = 0.0) -> None:
        """Paint the shapes in order; `turn` (0..1) moves the dashes of provisional marks."""
        for shape in shapes:
            self._painter.save()
            match shape:
                case Stroke():
                    self._stroke(shape, turn)
                case Fill():
                    self._fill(shape)
                case Tag():
                    self._tag(shape)
                case Cap():
                    self._cap(shape)
                case FieldText():
                    self._field_text(shape)
                case Words():
                    self._words(shape.box, shape.text, _color(shape.ink))
                case _:
                    assert_never(shape)
            self._painter.restore()

    def _stroke(self, shape: Stroke, turn: float) -> None:
        self._painter.setOpacity(1.0 if self._is_solid else shape.opacity)
        ink = _color("r0" if self._is_solid else "ink")
        ink.setAlphaF(1.0 if self._is_solid else _INK_OPACITY)
        path = path_of(shape.outline)
        for color, extra in ((ink, 5.0), (_color("casing"), 3.0), (_color(shape.ink), 0.0)):
            pen = _round_pen(color, shape.width + extra)
            if shape.dashes and not extra:
                # Qt counts dashes in pen widths, and round caps would lengthen them.
                pen.setDashPattern([length / shape.width for length in shape.dashes])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                if shape.is_turning:
                    pen.setDashOffset(-turn * sum(shape.dashes) / shape.width)
            self._painter.strokePath(path, pen)

    def _fill(self, shape: Fill) -> None:
        is_faint = self._is_solid and shape.opacity < 0.5
        self._painter.setOpacity(1.0 if self._is_solid else shape.opacity)
        edge = QPen(_color("casing"), shape.edge) if shape.edge else Qt.PenStyle.NoPen
        self._painter.setPen(edge)
        pattern = Qt.BrushStyle.Dense5Pattern if is_faint else Qt.BrushStyle.SolidPattern
        self._painter.setBrush(QBrush(_color(shape.ink), pattern))
        self._painter.drawPath(path_of(shape.outline))

    def _tag(self, shape: Tag) -> None:
        self._painter.setPen(QPen(_color("casing"), 1.5))
        self._painter.setBrush(_color(shape.ink))
        self._painter.drawRoundedRect(to_rect(shape.box), _RADIUS, _RADIUS)
        self._words(shape.box, shape.text, _color("casing"))

    def _cap(self, shape: Cap) -> None:
        rect = to_rect(shape.box)
        self._painter.setBrush(_color("casing"))
        self._painter.setPen(QPen(_color("casing"), 5.5))
        self._painter.drawRoundedRect(rect, 6, 6)
        self._painter.setPen(QPen(_color(shape.ink), 2.5))
        self._painter.drawRoundedRect(rect, 6, 6)
        self._words(shape.box, shape.text, _color("ink"))
        if shape.is_held:
            bar = QRectF(rect.left(), rect.bottom() + 8, rect.width(), 5)
            self._painter.setPen(QPen(_color("casing"), 1.5))
            self._painter.setBrush(_color(shape.ink))
            self._painter.drawRoundedRect(bar, 2.5, 2.5)

    def _words(self, box: Box, text: str, color: QColor) -> None:
        self._painter.setFont(self._font)
        self._painter.setPen(color)
        self._painter.drawText(to_rect(box), Qt.AlignmentFlag.AlignCenter, text)

    def _field_text(self, shape: FieldText) -> None:
        metrics = QFontMetricsF(self._body)
        gap = 8.0 if shape.struck else 0.0
        struck = metrics.elidedText(shape.struck, Qt.TextElideMode.ElideRight, shape.box.w / 3)
        old_width = metrics.horizontalAdvance(struck)
        room = max(0.0, shape.box.w - old_width - gap)
        text = metrics.elidedText(shape.text, Qt.TextElideMode.ElideRight, room)
        width = old_width + gap + metrics.horizontalAdvance(text)
        middle, height = shape.box.center.y, metrics.height() + 2
        plate = QRectF(shape.box.x - 4, middle - height / 2, width + 8, height)
        self._painter.setPen(Qt.PenStyle.NoPen)
        fill = _color("casing")
        fill.setAlphaF(1.0 if self._is_solid else _PLATE_OPACITY)
        self._painter.setBrush(fill)
        self._painter.drawRoundedRect(plate, 3, 3)
        self._painter.setFont(self._body)
        line = QRectF(shape.box.x, plate.top(), shape.box.w, plate.height())
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        if struck:
            self._painter.setPen(_color("r0"))
            self._painter.drawText(line, flags, struck)
            self._painter.setPen(QPen(_color("r0"), 1.5))
            self._painter.drawLine(QLineF(line.left(), middle, line.left() + old_width, middle))
        self._painter.setPen(_color(shape.ink))
        self._painter.drawText(line.adjusted(old_width + gap, 0, 0, 0), flags, text)


def path_of(outline: Outline) -> QPainterPath:
    """Return the outline as Qt's path."""
    path = QPainterPath()
    match outline:
        case Line():
            points = [QPointF(p.x, p.y) for p in outline.points]
            path.addPolygon(QPolygonF(points))
            if outline.is_closed:
                path.closeSubpath()
        case Rounded():
            path.addRoundedRect(to_rect(outline.box), outline.radius, outline.radius)
        case Circle():
            center = QPointF(outline.center.x, outline.center.y)
            path.addEllipse(center, outline.radius, outline.radius)
        case Arc():
            square = _square(outline.center, outline.radius)
            path.arcMoveTo(square, outline.start_deg)
            path.arcTo(square, outline.start_deg, outline.span_deg)
        case Wedge():
            path.moveTo(outline.center.x, outline.center.y)
            square = _square(outline.center, outline.radius)
            path.arcTo(square, outline.start_deg, outline.span_deg)
            path.closeSubpath()
        case _:
            assert_never(outline)
    return path


def solid_parts(shapes: Iterable[Shape], theme: Theme, size: Box, ratio: float) -> list[Rect]:
    """Return the part of a monitor that the shapes cover, to cut a window to it.

    Args:
        size: The monitor in logical pixels.
        ratio: Device pixels per logical pixel.

    Returns:
        Rectangles in device pixels of the monitor's window; faint fills are stippled.
    """
    shapes = tuple(shapes)
    if not shapes:
        return []
    whole = reduce(Box.united, (bounds(shape) for shape in shapes))
    inside = QRect(0, 0, round(size.w * ratio), round(size.h * ratio))
    scaled = QRectF(whole.x * ratio, whole.y * ratio, whole.w * ratio, whole.h * ratio)
    area = scaled.toAlignedRect().intersected(inside)
    if area.isEmpty():
        return []
    image = QImage(area.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.translate(-area.topLeft())
        painter.scale(ratio, ratio)
        MarkPainter(painter, theme, is_solid=True).paint(shapes)
    region = QRegion(QBitmap.fromImage(image.createAlphaMask())).translated(area.topLeft())
    return [Rect(part.x(), part.y(), part.width(), part.height()) for part in region]  # type: ignore[attr-defined]


def _square(center: Spot, radius: float) -> QRectF:
    return QRectF(center.x - radius, center.y - radius, 2 * radius, 2 * radius)


def _color(name: str) -> QColor:
    return QColor(tokens().overlay[name])


def _round_pen(color: QColor, width: float) -> QPen:
    style, cap = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap
    return QPen(color, width, style, cap, Qt.PenJoinStyle.RoundJoin)
