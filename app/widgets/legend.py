"""A legend: little squares, each with its words, broken into rows where room is short."""

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.theme import Theme

SQUARE: Final = 10
GAP: Final = 6
BETWEEN: Final = 16
LINE_GAP: Final = 4

Entry = tuple[str, str]
"""A colour token and the words beside its square."""


class Legend(QWidget):
    """Explains the colours of a chart."""

    def __init__(
        self, theme: Theme, entries: Sequence[Entry] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: tuple[Entry, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFont(theme.font("caption", tabular=True))
        theme.changed.connect(self.update)
        self.set_entries(entries)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Explain these colours."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.setAccessibleName(", ".join(words for _, words in entries))
            self.updateGeometry()
            self.update()

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        line = self._line_height()
        return round(max((y for _, _, y in self._places(width)), default=0.0) + line)

    def sizeHint(self) -> QSize:
        """Return the size of one row."""
        width = sum(self._width(words) + BETWEEN for _, words in self._entries)
        return QSize(round(width), round(self._line_height()))

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        widest = max((self._width(words) for _, words in self._entries), default=0.0)
        return QSize(round(widest), round(self._line_height()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint squares and words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            line = self._line_height()
            for (token, words), x, y in self._places(self.width()):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.color(token))
                painter.drawRoundedRect(QRectF(x, y + (line - SQUARE) / 2, SQUARE, SQUARE), 2, 2)
                painter.setPen(self._theme.color("text2"))
                corner = QPointF(x + SQUARE + GAP, y)
                area = QRectF(corner, QSize(round(self._width(words)), round(line)).toSizeF())
                painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), words)

    def _line_height(self) -> float:
        return QFontMetricsF(self.font()).height()

    def _width(self, words: str) -> float:
        return SQUARE + GAP + QFontMetricsF(self.font()).horizontalAdvance(words) + 1

    def _places(self, room: int) -> Iterator[tuple[Entry, float, float]]:
        x = y = 0.0
        for entry in self._entries:
            width = self._width(entry[1])
            if x and x + width > room:
                x, y = 0.0, y + self._line_height() + LINE_GAP
            yield entry, x, y
            x += width + BETWEEN
