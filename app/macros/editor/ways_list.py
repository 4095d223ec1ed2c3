"""The ways to find a target, one line each: number, name, what is looked for, what came of it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.macros.editor.ways import Way
from app.widgets.theme import Theme

ROW: Final = 30
_NUMBER: Final = 20
_GAP: Final = 8


class WaysList(QWidget):
    """Painted; its accessible name is the whole list in words."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._ways: tuple[Way, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Show other ways."""
        self._ways = tuple(ways)
        told = (
            f"{n}: {way.name}, {way.evidence}" + (f", {way.state}" if way.state else "")
            for n, way in enumerate(self._ways, 1)
        )
        self.setAccessibleName("Ways to find it: " + "; ".join(told))
        self.setToolTip("\n".join(f"{way.name}: {way.evidence}" for way in self._ways))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all lines."""
        return QSize(304, self._row() * len(self._ways))

    def minimumSizeHint(self) -> QSize:
        """Return a size that a layout may go down to."""
        return QSize(200, self._row() * len(self._ways))

    def _row(self) -> int:
        line = QFontMetricsF(self._theme.font("small")).height()
        return max(ROW, round(line) + 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        with QPainter(self) as painter:
            theme = self._theme
            small = QFontMetricsF(theme.font("small"))
            names = max((small.horizontalAdvance(way.name) for way in self._ways), default=0.0)
            for n, way in enumerate(self._ways):
                rect = QRectF(0, n * self._row(), self.width(), self._row() - 1)
                self._paint_way(painter, n + 1, way, rect, names)
                line = QRectF(0, rect.bottom(), rect.width(), 1)
                painter.fillRect(line, theme.color("line"))

    def _paint_way(
        self, painter: QPainter, number: int, way: Way, rect: QRectF, names: float
    ) -> None:
        theme = self._theme
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.setFont(theme.font("caption", tabular=True))
        painter.setPen(theme.color("text3"))
        painter.drawText(rect, middle, str(number))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("text"))
        painter.drawText(rect.adjusted(_NUMBER, 0, 0, 0), middle, way.name)
        bold = theme.font("caption_bold")
        state_w = QFontMetricsF(bold).horizontalAdvance(way.state)
        token = {"faint": "text3", "": "text2"}.get(way.tone, way.tone)
        painter.setFont(bold)
        painter.setPen(theme.color(token))
        painter.drawText(rect, middle | int(Qt.AlignmentFlag.AlignRight), way.state)
        caption = theme.font("caption")
        left = _NUMBER + names + _GAP
        room = rect.width() - left - state_w - (_GAP if way.state else 0)
        shown = QFontMetricsF(caption).elidedText(
            way.evidence, Qt.TextElideMode.ElideRight, max(0.0, room)
        )
        painter.setFont(caption)
        painter.setPen(theme.color("text2"))
        painter.drawText(rect.adjusted(left, 0, 0, 0), middle, shown)
