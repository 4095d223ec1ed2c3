"""Paints the rows of the step list: grip, number, picture, sentence, how it was found, how long."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.chat.painting import CropLook, Crops, draw_line
from app.macros.editor.columns import (
    GRIP,
    ICON,
    INDENT,
    MARK,
    PADDING_LEFT,
    THUMB,
    Columns,
    columns,
)
from app.macros.editor.frames import in_picture
from app.macros.editor.model import VIEW_ROLE
from app.macros.editor.row_view import Mark, RowView
from app.macros.editor.sentences import Look, Piece
from app.macros.editor.thumbnails import Thumbnails
from app.widgets.dots import paint_dots
from app.widgets.fonts import Step
from app.widgets.risk import paint_risk_mark
from app.widgets.theme import Theme
from automation.core.proposal import RiskLevel

Index = QModelIndex | QPersistentModelIndex

PADDING: Final = 8
_OFF: Final = 0.55
_MARKS: Final[dict[Mark, tuple[RiskLevel, str]]] = {
    "known": (RiskLevel.R1, "accent"),
    "lower": (RiskLevel.R2, "r2"),
    "failed": (RiskLevel.R3, "r3"),
    "open": (RiskLevel.R0, "r0"),
}
_FONTS: Final[dict[Look, Step]] = {"plain": "body", "name": "bold", "param": "mono"}
_DEEPEST: Final = 8
"""Deeper blocks are not set in further: the sentence needs the room."""


class StepDelegate(QStyledItemDelegate):
    """Owned by the step list; all rows are as high."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._thumbnails = thumbnails
        self._crops = Crops(theme)
        self._digits = 2
        self._columns: tuple[tuple[int, int, bool], Columns] | None = None

    @property
    def row_height(self) -> int:
        """Height of a row in logical pixels: the picture, or three lines of words."""
        body = QFontMetricsF(self._theme.font("body")).height()
        caption = QFontMetricsF(self._theme.font("caption")).height()
        two, three = body + caption + 2 + 2 * PADDING, body + 2 * caption + 2 + PADDING / 2
        return round(max(THUMB[1] + 2 * PADDING, two, three)) + 1

    def set_digits(self, digits: int) -> None:
        """Keep room for numbers of so many letters."""
        self._digits = digits

    def columns(self, width: int) -> Columns:
        """Return the columns at a width."""
        key = (width, self._digits, self._theme.is_dark)
        if self._columns is None or self._columns[0] != key:
            self._columns = (key, columns(self._theme, width, self._digits))
        return self._columns[1]

    def forget_pictures(self) -> None:
        """Draw pictures anew: others go by the same paths."""
        self._crops.forget()

    def grip_area(self, rect: QRectF) -> QRectF:
        """Return where a row is taken hold of, for a row's rectangle."""
        return QRectF(rect.left(), rect.top(), PADDING_LEFT + GRIP + 4, rect.height())

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of any row."""
        return QSize(max(200, option.rect.width()), self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        view = index.data(VIEW_ROLE)
        if not isinstance(view, RowView):
            return
        rect = QRectF(option.rect)
        place = self.columns(round(rect.width()))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, rect, option, view, is_last=_is_last(index))
        painter.setOpacity(_OFF if view.is_off else 1.0)
        painter.translate(rect.topLeft())
        height = rect.height() - 1
        self._paint_lead(painter, view, place, height)
        left = place.thumb + INDENT * (min(view.depth, _DEEPEST) - 1)
        self._paint_picture(painter, view, QPointF(left, (height - THUMB[1]) / 2))
        self._paint_words(painter, view, left + THUMB[0] + 12, place.words_end, height)
        self._paint_end(painter, view, place, height)
        painter.restore()

    def _paint_ground(
        self,
        painter: QPainter,
        rect: QRectF,
        option: QStyleOptionViewItem,
        view: RowView,
        *,
        is_last: bool,
    ) -> None:
        color, state = self._theme.color, option.state
        ground = ""
        if state & QStyle.StateFlag.State_Selected:
            ground = "accentSoft"
        elif state & QStyle.StateFlag.State_MouseOver:
            ground = "sunken"
        path = QPainterPath()
        if is_last:  # the corners of the box around the list
            path.addRoundedRect(rect.adjusted(0, -8, 0, 0), 7, 7)
        else:
            path.addRect(rect)
        if ground:
            painter.save()
            painter.setClipRect(rect)
            painter.fillPath(path, color(ground))
            painter.restore()
        if view.is_running:
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), color("accent"))
        if not is_last:
            line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
            painter.fillRect(line, color("line"))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -2), 6, 6)

    def _paint_lead(self, painter: QPainter, view: RowView, place: Columns, height: float) -> None:
        grip = QRectF(PADDING_LEFT, round((height - GRIP) / 2), GRIP, GRIP)
        self._theme.paint_icon(painter, "grip", grip, "text3")
        number = QRectF(place.number.left(), 0, place.number.width(), height)
        if view.is_breakpoint:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("r3"))
            painter.drawEllipse(number.center(), 5.0, 5.0)
            return
        painter.setFont(self._theme.font("caption", tabular=True))
        painter.setPen(self._theme.color("text3"))
        painter.drawText(number, int(Qt.AlignmentFlag.AlignCenter), view.number)

    def _paint_picture(self, painter: QPainter, view: RowView, corner: QPointF) -> None:
        target = view.target
        if target is None or target.image is None:
            area = QRectF(corner, QSize(*THUMB).toSizeF())
            painter.setPen(QPen(self._theme.color("line"), 1))
            painter.setBrush(self._theme.color("sunken"))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            icon = QRectF(0, 0, 16, 16)
            icon.moveCenter(area.center())
            self._theme.paint_icon(painter, view.icon, icon.toRect().toRectF(), "text3")
            return
        picture = self._thumbnails.get(target.image)
        level = _MARKS[view.mark][0] if view.mark in ("lower", "failed") else RiskLevel.R1
        look = CropLook(target.image, THUMB, level)
        if picture is not None:
            size = (picture[1].w, picture[1].h)
            found = in_picture(target, size)
            point = found.press if view.icon == "pointer" else None
            look = CropLook(
                target.image, THUMB, level, found.box, found.press if found.box is None else point
            )
        self._crops.paint(painter, corner, look, picture)

    def _paint_words(
        self, painter: QPainter, view: RowView, left: float, right: float, height: float
    ) -> None:
        theme = self._theme
        body = QFontMetricsF(theme.font("body")).height()
        caption = QFontMetricsF(theme.font("caption")).height()
        lines = [(view.second, "text2"), (view.trouble, "r3")]
        lines = [(words, token) for words, token in lines if words]
        top = round((height - body - len(lines) * caption - bool(lines)) / 2)
        icon = QRectF(left, round(top + (body - ICON) / 2), ICON, ICON)
        self._theme.paint_icon(painter, view.icon, icon, "text3")
        x = left + ICON + 8
        self._paint_pieces(painter, view.pieces, QRectF(x, top, right - x, body))
        for number, (words, token) in enumerate(lines):
            line = QRectF(x, top + body + 1 + number * caption, right - x, caption)
            if view.is_running:
                paint_dots(painter, theme.color("accent"), QPointF(x, line.center().y()))
                line.setLeft(x + 30)
            draw_line(painter, line, words, theme.font("caption"), theme.color(token))

    def _paint_pieces(self, painter: QPainter, pieces: tuple[Piece, ...], rect: QRectF) -> None:
        x = rect.left()
        for piece in pieces:
            font = self._theme.font(_FONTS[piece.look])
            metrics = QFontMetricsF(font)
            room = rect.right() - x
            shown = metrics.elidedText(piece.text, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(shown)
            painter.setFont(font)
            painter.setPen(self._theme.color("accentText" if piece.look == "param" else "text"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(QRectF(x, rect.top(), width + 2, rect.height()), int(flags), shown)
            x += width
            if shown != piece.text or x >= rect.right():
                return

    def _paint_end(self, painter: QPainter, view: RowView, place: Columns, height: float) -> None:
        theme = self._theme
        if place.has_found and view.mark:
            level, token = _MARKS[view.mark]
            area = QRectF(place.mark, (height - MARK) / 2, MARK, MARK)
            paint_risk_mark(painter, level, area, theme.color(token), theme.color("surface"))
        caption = theme.font("caption", tabular=True)
        if place.has_found and view.found_by:
            line = QRectF(place.found.left(), 0, place.found.width(), height)
            token = {"lower": "r2", "failed": "r3"}.get(view.mark, "text2")
            draw_line(painter, line, view.found_by, caption, theme.color(token))
        if place.has_ms and view.ms:
            painter.setFont(caption)
            painter.setPen(theme.color("text2"))
            line = QRectF(place.ms.left(), 0, place.ms.width(), height)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(line, int(flags), view.ms)


def _is_last(index: Index) -> bool:
    return index.row() == index.model().rowCount() - 1
