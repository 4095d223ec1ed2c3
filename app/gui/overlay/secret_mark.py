"""The user's secret mark: a small picture and two words that only this installation shows.

A window that looks like our card but lacks the right mark is not ours. The mark is never part of
a picture that is kept or sent: `last_overlay_picture` paints an empty plate in its place.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

_COLORS: Final = {
    "amber": ("#E7B93C", "#2F4A8A"),
    "moss": ("#5E7F4E", "#F4E9C8"),
    "plum": ("#6A4A7E", "#F2C879"),
    "brick": ("#B5563C", "#FBE9DC"),
    "sea": ("#2E6E8E", "#F6D76B"),
    "slate": ("#47525C", "#9ED8C4"),
    "rose": ("#C97B8B", "#3B2340"),
    "sand": ("#D9C9A3", "#7A3B2E"),
}
_SIGNS: Final = {
    "kite": ((11, 3), (16.5, 10), (11, 15), (5.5, 10)),
    "boat": ((4, 13), (18, 13), (15, 17), (7, 17)),
    "peak": ((3.5, 17), (9, 6), (12, 11), (14, 8.5), (18.5, 17)),
    "arrow": ((11, 4), (17, 11), (13, 11), (13, 18), (9, 18), (9, 11), (5, 11)),
    "star": (
        (11, 3.5),
        (13, 8.6),
        (18.5, 9),
        (14.3, 12.6),
        (15.7, 18),
        (11, 15),
        (6.3, 18),
        (7.7, 12.6),
        (3.5, 9),
        (9, 8.6),
    ),
    "leaf": ((11, 3), (16, 8), (16, 13), (11, 19), (6, 13), (6, 8)),
}
_FIRST: Final = [
    "paper",
    "amber",
    "quiet",
    "silver",
    "morning",
    "velvet",
    "copper",
    "northern",
    "garden",
    "winter",
    "hidden",
    "crooked",
    "little",
    "yellow",
    "wooden",
    "early",
    "distant",
    "folded",
    "marble",
    "gentle",
]
_SECOND: Final = [
    "kite",
    "anchor",
    "lantern",
    "harbour",
    "teapot",
    "meadow",
    "compass",
    "pebble",
    "feather",
    "bridge",
    "orchard",
    "violin",
    "button",
    "ladder",
    "thimble",
    "island",
    "window",
    "basket",
    "saddle",
    "acorn",
]


@dataclass(frozen=True, slots=True)
class SecretMark:
    """One mark; kept in the settings as `picture:words`."""

    color: str = "amber"
    sign: str = "kite"
    words: str = ""

    @property
    def text(self) -> str:
        """The mark as it is kept."""
        return f"{self.color}-{self.sign}:{self.words}"


def new_mark() -> SecretMark:
    """Draw a mark at random."""
    words = f"{secrets.choice(_FIRST)} {secrets.choice(_SECOND)}"
    return SecretMark(secrets.choice(list(_COLORS)), secrets.choice(list(_SIGNS)), words)


def mark_from(text: str) -> SecretMark | None:
    """Return the mark that a setting holds; None when it is empty or not one of ours."""
    picture, _, words = text.partition(":")
    color, _, sign = picture.partition("-")
    if color not in _COLORS or sign not in _SIGNS or not words.strip():
        return None
    return SecretMark(color, sign, words.strip())


def paint_mark(painter: QPainter, mark: SecretMark, rect: QRectF) -> None:
    """Paint the picture of a mark into a square."""
    plate, sign = (QColor(value) for value in _COLORS[mark.color])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 22, rect.height() / 22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(plate)
    painter.drawRoundedRect(QRectF(0, 0, 22, 22), 5, 5)
    painter.setBrush(sign)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _SIGNS[mark.sign]]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(sign, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    if mark.sign == "kite":
        tail = QPainterPath(QPointF(11, 15))
        tail.quadTo(QPointF(13.5, 16.5), QPointF(11, 18.5))
        painter.drawPath(tail)
    elif mark.sign == "boat":
        painter.drawLine(QPointF(11, 13), QPointF(11, 4))
        painter.drawLine(QPointF(11, 4.5), QPointF(16, 11))
        painter.drawLine(QPointF(16, 11), QPointF(11, 11))
    elif mark.sign == "leaf":
        painter.setPen(QPen(plate, 1.3))
        painter.drawLine(QPointF(11, 6), QPointF(11, 19))
    painter.restore()
