"""Risk as word, shape and colour: the same five words and shapes everywhere."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.theme import Theme
from automation.core.proposal import RiskLevel
from automation.core.wording import RISK_WORDS

_BADGE_HEIGHT: Final = 22
_MARK: Final = 12
_OCTAGON: Final = ((5, 1), (11, 1), (15, 5), (15, 11), (11, 15), (5, 15), (1, 11), (1, 5))


def risk_token(level: RiskLevel) -> str:
    """Return the name of the level's colour token; with `Soft` appended, of its background."""
    return f"r{int(level)}"


def paint_risk_mark(
    painter: QPainter, level: RiskLevel, rect: QRectF, color: QColor, on: QColor
) -> None:
    """Paint the level's shape: circle, disc, diamond, triangle with !, octagon with bar.

    Args:
        painter: Paints in logical pixels.
        level: Decides the shape.
        rect: Square to fill.
        color: Colour of the shape.
        on: Colour of the sign inside the shape.
    """
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
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(risk_token(level) + "Soft"))
    painter.drawRoundedRect(rect, 4, 4)
    mark = QRectF(rect.left() + 7, rect.center().y() - _MARK / 2, _MARK, _MARK)
    paint_risk_mark(painter, level, mark, color, theme.color("surface"))
    painter.setFont(theme.font("caption_bold"))
    painter.setPen(color)
    words = rect.adjusted(7 + _MARK + 6, 0, 0, 0)
    painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), RISK_WORDS[level])
    painter.restore()


class RiskBadge(QWidget):
    """A badge with the risk of one action."""

    def __init__(self, theme: Theme, level: RiskLevel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._level = level
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(RISK_WORDS[level])
        theme.changed.connect(self.update)

    def set_level(self, level: RiskLevel) -> None:
        """Show another level."""
        self._level = level
        self.setAccessibleName(RISK_WORDS[level])
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the badge."""
        return QSize(round(badge_width(self._theme, self._level)), _BADGE_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the badge."""
        with QPainter(self) as painter:
            paint_badge(painter, self._theme, self._level, QPointF(0, 0))


class RiskMark(QWidget):
    """Only the shape of a risk, square."""

    def __init__(
        self, theme: Theme, level: RiskLevel, size: int = _MARK, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._level = level
        self.setFixedSize(size, size)
        self.setAccessibleName(RISK_WORDS[level])
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the shape."""
        with QPainter(self) as painter:
            color = self._theme.color(risk_token(self._level))
            on = self._theme.color("surface")
            paint_risk_mark(painter, self._level, QRectF(self.rect()), color, on)
