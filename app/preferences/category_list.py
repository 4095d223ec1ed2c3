"""The categories of the settings, painted as the rows of every list here are."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.chat.painting import draw_line, line_height
from app.widgets.theme import Theme

ROW_HEIGHT: Final = 40
GAP: Final = 4
LEAST_WIDTH: Final = 208
ICON_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
TEXT_LEFT: Final = 32

Index = QModelIndex | QPersistentModelIndex


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return 40 px a row, more with larger text."""
        font = self._theme.font("bold")
        width = QFontMetricsF(font).horizontalAdvance(str(index.data())) + TEXT_LEFT + 16
        return QSize(round(width), max(ROW_HEIGHT, round(line_height(font) + 16)) + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint icon and name."""
        theme, rect = self._theme, QRectF(option.rect).adjusted(1, 2, -1, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentSoft" if is_selected else "line"))
            painter.drawRoundedRect(rect, 8, 8)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 7, 7)
        token = "text" if is_selected else "text2"
        icon = QRectF(rect.left() + 8, rect.center().y() - 8, 16, 16)
        theme.paint_icon(painter, str(index.data(ICON_ROLE)), icon, token)
        area = rect.adjusted(TEXT_LEFT, 0, -8, 0)
        font = theme.font("bold" if is_selected else "body")
        draw_line(painter, area, str(index.data()), font, theme.color(token))
        painter.restore()


class CategoryList(QListWidget):
    """As wide as its longest name; owned by the settings window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Categories")
        self.setItemDelegate(_Delegate(theme, self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self.viewport().update)

    def show_names(self, names: Sequence[tuple[str, str]]) -> None:
        """Show these names, each with its icon."""
        self.clear()
        for name, icon in names:
            item = QListWidgetItem(name)
            item.setData(ICON_ROLE, icon)
            self.addItem(item)
        self.setFixedWidth(max(LEAST_WIDTH, self.sizeHintForColumn(0) + 4))
