"""Paints a recorded step: its picture, what was done, and below it where, or why it is left out."""

from collections import OrderedDict
from typing import Final

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.chat.painting import draw_line, line_height
from app.macros.recording.model import ROW_ROLE, Index
from app.macros.recording.rows import RecordedRow
from app.widgets.theme import Theme

ICONS: Final = {
    "click": "pointer", "move": "pointer", "drag": "drag", "scroll": "scroll", "type": "text",
    "keys": "keyboard", "window": "window", "launch": "launch", "clipboard": "clipboard",
    "wait": "wait", "check": "check-square",
}  # fmt: skip
PICTURE: Final = QSize(80, 32)
"""Half of what a recording keeps of a target."""
_PAD: Final = 8
_CACHED: Final = 64
"""Pixmaps; a panel shows about eight rows."""


class RecordedDelegate(QStyledItemDelegate):
    """Owned by the panel's list."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pixmaps: OrderedDict[bytes, QPixmap] = OrderedDict()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return two lines' height: all rows are as high."""
        del index
        lines = line_height(self._theme.font("body")) + line_height(self._theme.font("small"))
        return QSize(option.rect.width(), round(max(PICTURE.height(), lines + 2)) + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        row: RecordedRow = index.data(ROW_ROLE)
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(rect, self._theme.color("accentSoft"))
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._paint_picture(painter, rect, row)
        self._paint_words(painter, rect, row)
        painter.restore()

    def _paint_picture(self, painter: QPainter, rect: QRectF, row: RecordedRow) -> None:
        box = QRectF(rect.left() + _PAD, 0, PICTURE.width(), PICTURE.height())
        box.moveTop(rect.center().y() - PICTURE.height() / 2)
        outline = QPainterPath()
        outline.addRoundedRect(box, 4, 4)
        painter.fillPath(outline, self._theme.color("sunken"))
        pixmap = self._pixmap(row.image) if row.image else QPixmap()
        if pixmap.isNull():
            icon = QRectF(0, 0, 16, 16)
            icon.moveCenter(box.center())
            self._theme.paint_icon(painter, ICONS.get(row.kind, "list"), icon, "text3")
        else:
            painter.save()
            painter.setClipPath(outline)
            painter.drawPixmap(box, pixmap, _middle(pixmap))
            painter.restore()
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5)

    def _paint_words(self, painter: QPainter, rect: QRectF, row: RecordedRow) -> None:
        theme = self._theme
        left = rect.left() + 2 * _PAD + PICTURE.width() + 2
        body, small = theme.font("body"), theme.font("small")
        below = row.trouble or row.place
        height = line_height(body) + (line_height(small) + 2 if below else 0)
        top = rect.center().y() - height / 2
        width = rect.right() - _PAD - left
        first = QRectF(left, top, width, line_height(body))
        draw_line(painter, first, row.words, body, theme.color("text"))
        if below:
            second = QRectF(left, first.bottom() + 2, width, line_height(small))
            ink = theme.color("r2" if row.trouble else "text2")
            words = f"Left out: {row.trouble}" if row.trouble else below
            draw_line(painter, second, words, small, ink)

    def _pixmap(self, data: bytes) -> QPixmap:
        found = self._pixmaps.get(data)
        if found is None:
            found = self._pixmaps[data] = QPixmap()
            found.loadFromData(data)
            while len(self._pixmaps) > _CACHED:
                self._pixmaps.popitem(last=False)
        return found


def _middle(pixmap: QPixmap) -> QRectF:
    """Return the part of a picture that has the shape of the box: one at a window's edge is smaller."""
    width, height = float(pixmap.width()), float(pixmap.height())
    shape = PICTURE.width() / PICTURE.height()
    w, h = min(width, height * shape), min(height, width / shape)
    return QRectF((width - w) / 2, (height - h) / 2, w, h)
