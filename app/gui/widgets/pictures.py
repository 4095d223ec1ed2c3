"""A piece of a picture of the screen with the target's frame and pixel, and risk as word, shape and colour.

Positions inside a picture are device pixels; painting is in the painter's logical pixels.
"""

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy

from app.gui import tr, tr_said
from app.gui.widgets.theme import Painted, Theme, draw_box, tokens
from automation.core import wording
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Proposal, RiskLevel
from automation.core.wording import next_words, short_name

RISK_WORDS: Final = {level: tr_said(word) for level, word in wording.RISK_WORDS.items()}


def claim_head(claimed_by: str) -> str:
    """Return whose claim one is, in words: a model's, or that of the program that asks for the step."""
    if not claimed_by:
        return tr("The model says")
    return tr("The program “{0}” asks for this and says").format(short_name(claimed_by))


def step_words(proposal: Proposal) -> str:
    """Return which step of how many one is; empty where no total is known."""
    if not proposal.total:
        return ""
    return tr("Step {0} of {1}").format(proposal.number, proposal.total)


def then_words(proposal: Proposal) -> str:
    """Return what comes after a step, in one line; empty where nothing is known of it."""
    listed, more = next_words(proposal.after_path, tr_said)
    if more:
        listed = tr("{0} and {1} more").format(listed, more)
    return tr("Then: {0}").format(listed) if listed else ""


FILL: Final = 0.85
"""Largest part of the crop's width and height that the frame may take."""
NEAREST_FROM: Final = 4.0
"""Zoom from which single pixels are shown as squares."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """What a crop shows."""

    frame: Frame
    center: ScreenPoint
    level: RiskLevel = RiskLevel.R1
    box: Rect | None = None
    """Outline of the element in desktop pixels."""
    point: ScreenPoint | None = None
    """Pixel to press; None when nothing is pressed."""
    old_point: ScreenPoint | None = None
    """Where it was before the user moved it."""
    hairlines: bool = False


def frame_image(frame: Frame) -> QImage:
    """Return the picture as an opaque QImage of its own memory; empty for an empty picture."""
    height, width = frame.pixels.shape[:2]
    if frame.pixels.size == 0:
        return QImage()
    pixels = frame.pixels.copy(order="C")
    pixels[:, :, 3] = 255  # Qt copies the fourth byte as alpha, whatever the format says
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def fitting_zoom(box: Rect | None, size: QSize, ratio: float, zooms: tuple[float, ...]) -> float:
    """Return the largest zoom at which the box fits; the smallest when none fits, without a box the middle.

    Args:
        size: Size of the crop in logical pixels.
        ratio: Device pixels per logical pixel.
        zooms: What may be chosen, in screen pixels per pixel of the picture, ascending.
    """
    if box is None:
        return zooms[len(zooms) // 2]
    width, height = size.width() * ratio * FILL, size.height() * ratio * FILL
    fitting = [z for z in zooms if box.w * z <= width and box.h * z <= height]
    return fitting[-1] if fitting else zooms[0]


def paint_crop(painter: QPainter, theme: Theme, crop: Crop, rect: QRectF, zoom: float) -> None:
    """Paint the crop with rounded corners; `zoom` is in logical pixels per pixel of the picture."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, zoom < NEAREST_FROM)
    origin = rect.center() - QPointF(
        (crop.center.x - crop.frame.origin.x + 0.5) * zoom,
        (crop.center.y - crop.frame.origin.y + 0.5) * zoom,
    )
    draw_box(painter, rect, 4, theme.color("sunken"))
    painter.setBrush(_texture(crop, rect, origin, zoom))
    painter.drawRoundedRect(rect, 4, 4)
    painter.save()
    painter.setClipRect(rect)
    to_area = QTransform(zoom, 0, 0, zoom, origin.x(), origin.y())
    to_area.translate(-crop.frame.origin.x, -crop.frame.origin.y)
    color, casing = (QColor(tokens().overlay[name]) for name in (risk_token(crop.level), "casing"))
    draw_marks(
        painter, rect, to_area, color, casing,
        box=crop.box, point=crop.point, old_point=crop.old_point, has_hairlines=crop.hairlines,
    )  # fmt: skip
    painter.restore()
    draw_box(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, outline=theme.color("line"))
    painter.restore()


def _texture(crop: Crop, rect: QRectF, origin: QPointF, zoom: float) -> QBrush:
    """Fill with a texture and no clip path: Qt does not smooth the edge of a clip path.

    The texture is as large as the crop, transparent where the picture ends, because it repeats.
    """
    half_w, half_h = int(rect.width() / zoom / 2) + 2, int(rect.height() / zoom / 2) + 2
    wanted = Rect(crop.center.x - half_w, crop.center.y - half_h, 2 * half_w, 2 * half_h)
    image = QImage(wanted.w, wanted.h, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    part = crop.frame.crop(wanted)
    with QPainter(image) as inner:
        inner.drawImage(part.origin.x - wanted.x, part.origin.y - wanted.y, frame_image(part))
    left = origin.x() + (wanted.x - crop.frame.origin.x) * zoom
    top = origin.y() + (wanted.y - crop.frame.origin.y) * zoom
    brush = QBrush(image)
    brush.setTransform(QTransform(zoom, 0, 0, zoom, left, top))
    return brush


def draw_marks(
    painter: QPainter,
    area: QRectF,
    to_area: QTransform,
    color: QColor,
    casing: QColor,
    *,
    box: Rect | None,
    point: ScreenPoint | None,
    old_point: ScreenPoint | None,
    has_hairlines: bool,
) -> None:
    """Draw what is pressed on a crop: the element's frame, the pixel, where it was, and lines to it.

    Args:
        to_area: maps desktop pixels into the area.
        casing: colour of the edge that sets frame and pixel off from any picture.
    """

    def middle(pixel: ScreenPoint) -> QPointF:
        return to_area.map(QPointF(pixel.x + 0.5, pixel.y + 0.5))

    frame = None
    if box is not None:
        frame = to_area.mapRect(QRectF(box.x, box.y, box.w, box.h)).adjusted(-3, -3, 3, 3)
    at = None if point is None else middle(point)
    if has_hairlines:
        for ink, width in ((QColor(255, 255, 255, 153), 3), (color, 1)):
            painter.setPen(QPen(ink, width))
            painter.drawLines(_hairlines(area, frame, at or area.center()))
    if frame is not None:
        draw_box(painter, frame, 4, outline=casing, width=4.5)
        draw_box(painter, frame, 4, outline=color, width=2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if old_point is not None:
        painter.setPen(QPen(color, 1.5))
        painter.drawEllipse(middle(old_point), 4, 4)
    if at is not None:
        radius = 4.0 if area.height() > 90 else 2.5
        painter.setPen(QPen(casing, 1.5 if radius > 3 else 1))
        painter.setBrush(color)
        painter.drawEllipse(at, radius, radius)


def _hairlines(area: QRectF, frame: QRectF | None, point: QPointF) -> list[QLineF]:
    """Return four lines from the edges that end before the frame (or near the pixel)."""
    inner = frame or QRectF(point.x() - 12, point.y() - 12, 24, 24)
    x, y = math.floor(point.x()) + 0.5, math.floor(point.y()) + 0.5
    return [
        QLineF(area.left(), y, inner.left() - 2, y),
        QLineF(inner.right() + 2, y, area.right(), y),
        QLineF(x, area.top(), x, inner.top() - 2),
        QLineF(x, inner.bottom() + 2, x, area.bottom()),
    ]


class CropView(Painted):
    """A crop of fixed size. Zooms by a whole number of device pixels."""

    def __init__(
        self,
        theme: Theme,
        crop: Crop,
        size: QSize,
        zooms: tuple[float, ...] = (2.0, 3.0, 4.0),
    ) -> None:
        super().__init__(theme, name=tr("The target, enlarged"))
        self._zooms = zooms
        self._crop = crop
        self.setFixedSize(size)

    def set_crop(self, crop: Crop) -> None:
        """Show another crop."""
        self._crop = crop
        self.update()

    def _paint(self, painter: QPainter) -> None:
        ratio = self.devicePixelRatioF()
        zoom = fitting_zoom(self._crop.box, self.size(), ratio, self._zooms) / ratio
        paint_crop(painter, self._theme, self._crop, QRectF(self.rect()), zoom)


_BADGE_HEIGHT: Final = 22
_MARK: Final = 12
_OCTAGON: Final = ((5, 1), (11, 1), (15, 5), (15, 11), (11, 15), (5, 15), (1, 11), (1, 5))


def risk_token(level: RiskLevel) -> str:
    """Return the name of the level's colour token; with `Soft` appended, of its background."""
    return f"r{int(level)}"


def paint_risk_mark(
    painter: QPainter, level: RiskLevel, rect: QRectF, color: QColor, on: QColor
) -> None:
    """Paint the level's shape: circle, disc, diamond, triangle with !, octagon with bar."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 16, rect.height() / 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    match level:
        case RiskLevel.R0:
            painter.setPen(QPen(color, 2.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(8, 8), 5.5, 5.5)
        case RiskLevel.R1:
            painter.drawEllipse(QPointF(8, 8), 6.5, 6.5)
        case RiskLevel.R2:
            painter.drawPolygon(_polygon((8, 0.8), (15.2, 8), (8, 15.2), (0.8, 8)))
        case RiskLevel.R3:
            painter.drawPolygon(_polygon((8, 0.8), (15.6, 14.5), (0.4, 14.5)))
            painter.setPen(QPen(on, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(8, 5.6), QPointF(8, 9.4))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(on)
            painter.drawEllipse(QPointF(8, 12), 1.0, 1.0)
        case RiskLevel.R4:
            painter.drawPolygon(_polygon(*_OCTAGON))
            painter.setPen(QPen(on, 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(QPointF(4.5, 8), QPointF(11.5, 8))
    painter.restore()


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def badge_width(theme: Theme, level: RiskLevel) -> float:
    """Return the width of the level's badge in logical pixels."""
    metrics = QFontMetricsF(theme.font("caption_bold"))
    return 7.0 + _MARK + 6 + round(metrics.horizontalAdvance(RISK_WORDS[level])) + 9


def paint_badge(painter: QPainter, theme: Theme, level: RiskLevel, top_left: QPointF) -> None:
    """Paint the badge, 22 high, with mark and word."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rect = QRectF(top_left.x(), top_left.y(), badge_width(theme, level), _BADGE_HEIGHT)
    color = theme.color(risk_token(level))
    draw_box(painter, rect, 4, theme.color(risk_token(level) + "Soft"))
    mark = QRectF(rect.left() + 7, rect.center().y() - _MARK / 2, _MARK, _MARK)
    paint_risk_mark(painter, level, mark, color, theme.color("surface"))
    painter.setFont(theme.font("caption_bold"))
    painter.setPen(color)
    words = rect.adjusted(7 + _MARK + 6, 0, 0, 0)
    painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), RISK_WORDS[level])
    painter.restore()


class RiskBadge(Painted):
    """A badge with the risk of one action."""

    def __init__(self, theme: Theme, level: RiskLevel) -> None:
        super().__init__(theme, name=RISK_WORDS[level])
        self._level = level
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the size of the badge."""
        return QSize(round(badge_width(self._theme, self._level)), _BADGE_HEIGHT)

    def _paint(self, painter: QPainter) -> None:
        paint_badge(painter, self._theme, self._level, QPointF(0, 0))


class RiskMark(Painted):
    """Only the shape of a risk, square."""

    def __init__(self, theme: Theme, level: RiskLevel, size: int = _MARK) -> None:
        super().__init__(theme, name=RISK_WORDS[level])
        self._level = level
        self.setFixedSize(size, size)

    def _paint(self, painter: QPainter) -> None:
        color = self._theme.color(risk_token(self._level))
        on = self._theme.color("surface")
        paint_risk_mark(painter, self._level, QRectF(self.rect()), color, on)


def paint_boxed(
    painter: QPainter,
    theme: Theme,
    area: QRectF,
    image: QImage | None,
    focus: QPointF | None,
    icon: str,
    token: str,
) -> None:
    """Paint the picture of a row in a rounded box, which it covers; without one an icon.

    Args:
        focus: what of the picture is to be in the middle, as far as it goes; None for its own middle.
        icon: empty for none.
    """
    draw_box(painter, area, 4, theme.color("sunken"))
    if image is not None and not image.isNull():
        painter.setBrush(_covering(image, focus or QRectF(image.rect()).center(), area))
        painter.drawRoundedRect(area, 4, 4)
    elif icon:
        middle = QRectF(0, 0, 20, 20)
        middle.moveCenter(area.center())
        theme.paint_icon(painter, icon, middle, token)
    draw_box(painter, area.adjusted(0.5, 0.5, -0.5, -0.5), 4, None, theme.color("line"))


def _covering(image: QImage, focus: QPointF, area: QRectF) -> QBrush:
    zoom = max(area.width() / image.width(), area.height() / image.height())
    start = area.center() - focus * zoom
    left = min(area.left(), max(area.right() - image.width() * zoom, start.x()))
    top = min(area.top(), max(area.bottom() - image.height() * zoom, start.y()))
    brush = QBrush(image)
    brush.setTransform(QTransform.fromTranslate(left, top).scale(zoom, zoom))
    return brush
