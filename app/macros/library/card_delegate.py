"""How the row of a macro is painted: picture, name, what it does, health, key and trust."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.chat.painting import draw_line, line_height
from app.macros.library.card_list import ROW_ROLE, CardRow, Index
from app.macros.library.card_picture import CardPicture
from app.macros.library.cards import State, health_words, size_words, what_words
from app.widgets.keycaps import caps_width, paint_caps
from app.widgets.theme import Theme

ROW_HEIGHT: Final = 84
PICTURE: Final = (112, 56)
SMALL_PICTURE: Final = (64, 40)
NARROW_BELOW: Final = 560
BADGE_HEIGHT: Final = 22
ICON: Final = 14
HEALTH_LOOKS: Final[dict[State, tuple[str, str]]] = {
    "never": ("clock", "text3"),
    "green": ("check", "ok"),
    "not_green": ("dash", "r2"),
}
"""Icon and colour for how the last replay went; the words stand beside them."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A word in a box of its own."""

    words: str
    icon: str
    ink: str
    soft: str


TRUSTED: Final = Badge("Trusted", "check", "ok", "okSoft")
NOT_TRUSTED: Final = Badge("Not trusted", "hand", "r2", "r2Soft")


class CardDelegate(QStyledItemDelegate):
    """Owned by the page's list."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return 84 px a row, more with larger text."""
        theme = self._theme
        text = line_height(theme.font("bold")) + 2 * line_height(theme.font("small")) + 8
        return QSize(200, max(ROW_HEIGHT, round(text + 24)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, CardRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(option.rect).adjusted(1, 2, -1, -2)
        self._paint_ground(painter, option, rect)
        is_narrow = rect.width() < NARROW_BELOW
        self._paint_picture(painter, rect, row, SMALL_PICTURE if is_narrow else PICTURE)
        left = rect.left() + 12 + (SMALL_PICTURE if is_narrow else PICTURE)[0] + 14
        self._paint_words(
            painter, QRectF(left, rect.top(), rect.right() - left - 12, rect.height()), row
        )
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF) -> None:
        theme = self._theme
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_hot = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QPen(theme.color("accent" if is_selected else "line"), 1))
        ground = "accentSoft" if is_selected else "sunken" if is_hot else "surface"
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 7, 7)

    def _paint_picture(
        self, painter: QPainter, rect: QRectF, row: CardRow, size: tuple[int, int]
    ) -> None:
        theme, (width, height) = self._theme, size
        area = QRectF(rect.left() + 12, rect.center().y() - height / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("sunken"))
        painter.drawRoundedRect(area, 4, 4)
        if row.picture is not None:
            painter.setBrush(_texture(row.picture, area))
            painter.drawRoundedRect(area, 4, 4)
        elif row.detail is not None or row.card.problem:
            middle = QRectF(0, 0, 20, 20)
            middle.moveCenter(area.center())
            icon, token = ("warning", "r3") if _problem(row) else ("macro", "text3")
            theme.paint_icon(painter, icon, middle, token)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_words(self, painter: QPainter, area: QRectF, row: CardRow) -> None:
        theme, card = self._theme, row.card
        bold, small = theme.font("bold"), theme.font("small", tabular=True)
        heights = (line_height(bold), line_height(small), line_height(small))
        top = area.center().y() - (sum(heights) + 8) / 2
        lines = [
            QRectF(area.left(), top + sum(heights[:at]) + 4 * at, area.width(), height)
            for at, height in enumerate(heights)
        ]
        right = self._paint_marks(painter, lines[0], row)
        lines[0].setRight(right)
        draw_line(painter, lines[0], card.title, bold, theme.color("text"))
        what = what_words(card, row.detail)
        draw_line(painter, lines[1], what, small, theme.color("r3" if _problem(row) else "text2"))
        if not card.problem:
            self._paint_health(painter, lines[2], row)

    def _paint_health(self, painter: QPainter, area: QRectF, row: CardRow) -> None:
        theme, small = self._theme, self._theme.font("small", tabular=True)
        icon, token = HEALTH_LOOKS[row.card.state]
        place = QRectF(area.left(), area.center().y() - ICON / 2, ICON, ICON)
        theme.paint_icon(painter, icon, place, token)
        area = area.adjusted(ICON + 6, 0, 0, 0)
        words = health_words(row.card, row.now)
        words = words[:1].upper() + words[1:]
        taken = draw_line(painter, area, words, small, theme.color(token))
        rest = area.adjusted(taken, 0, 0, 0)
        draw_line(
            painter, rest, f" · {size_words(row.card, row.detail)}", small, theme.color("text3")
        )

    def _paint_marks(self, painter: QPainter, line: QRectF, row: CardRow) -> float:
        """Paint key and trust at the right end; return where the name must end."""
        theme, right = self._theme, line.right()
        if row.detail is not None and not _problem(row):
            badge = TRUSTED if row.detail.trusted else NOT_TRUSTED
            right = self._paint_badge(painter, right, line.center().y(), badge) - 8
        if row.card.key:
            right -= caps_width(theme, row.card.key)
            paint_caps(painter, theme, row.card.key, QPointF(round(right), line.center().y()), None)
            right -= 8
        return right - 4

    def _paint_badge(self, painter: QPainter, right: float, middle: float, badge: Badge) -> float:
        theme, font = self._theme, self._theme.font("caption_bold")
        width = QFontMetricsF(font).horizontalAdvance(badge.words) + ICON + 6 + 14
        height = max(float(BADGE_HEIGHT), line_height(font) + 6)
        box = QRectF(right - width, middle - height / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(badge.soft))
        painter.drawRoundedRect(box, 4, 4)
        icon = QRectF(box.left() + 7, middle - ICON / 2, ICON, ICON)
        theme.paint_icon(painter, badge.icon, icon, badge.ink)
        words = box.adjusted(7 + ICON + 6, 0, 0, 0)
        draw_line(painter, words, badge.words, font, theme.color(badge.ink))
        return box.left()


def _problem(row: CardRow) -> bool:
    return bool(row.card.problem or (row.detail is not None and row.detail.problem))


def _texture(picture: CardPicture, area: QRectF) -> QBrush:
    """Return a brush that covers the area with the picture, what is pressed as near to its middle as goes."""
    image, middle = picture.image, QPointF(picture.press)
    zoom = max(area.width() / image.width(), area.height() / image.height())
    left = _kept_within(
        area.center().x() - middle.x() * zoom, area.left(), area.right(), image.width() * zoom
    )
    top = _kept_within(
        area.center().y() - middle.y() * zoom, area.top(), area.bottom(), image.height() * zoom
    )
    brush = QBrush(image)
    brush.setTransform(QTransform.fromTranslate(left, top).scale(zoom, zoom))
    return brush


def _kept_within(start: float, least: float, most: float, length: float) -> float:
    return min(least, max(most - length, start))
