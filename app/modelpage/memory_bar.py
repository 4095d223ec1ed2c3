"""The device's memory as one bar: what the model takes, what others take, what is free."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.modelpage.wording import memory_gb, used_words
from app.widgets.labels import Label
from app.widgets.legend import Legend
from app.widgets.theme import Theme
from automation.core.engine import Memory

HEIGHT: Final = 20
RADIUS: Final = 4.0
PIECES: Final = (
    ("weights", "phaseThink", "weights"),
    ("encoder", "phaseEncode", "encoder"),
    ("cache", "phaseRead", "cache"),
    ("others", "ctl", "other programs"),
)
"""Field of `Memory`, colour token, words; in the order in which they stand in the bar."""


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._memory = Memory()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_memory(self, memory: Memory) -> None:
        self._memory = memory
        self.update()

    def sizeHint(self) -> QSize:
        """Return the bar's height; it is as wide as there is room."""
        return QSize(200, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pieces with a hairline of the card between them."""
        theme, memory = self._theme, self._memory
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            outline = QPainterPath()
            outline.addRoundedRect(whole, RADIUS, RADIUS)
            painter.fillPath(outline, theme.color("sunken"))
            total = max(memory.total, memory.used, 1)
            x = whole.left()
            for field, token, _ in PIECES:
                width = whole.width() * getattr(memory, field) / total
                piece = QPainterPath()
                piece.addRect(QRectF(x, whole.top(), max(0.0, width - 1), whole.height()))
                painter.fillPath(outline.intersected(piece), theme.color(token))
                x += width
            painter.setPen(QPen(theme.color("line"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(outline)


class MemoryBar(QWidget):
    """Bar, legend, and how much is used; owned by the model page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory: Memory | None = None
        self._bar = _Bar(theme)
        self._legend = Legend(theme)
        self._used = Label(theme, "", "caption", "dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._bar)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self._legend, 1)
        line.addWidget(self._used, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)

    def show_memory(self, memory: Memory) -> None:
        """Show what the device's memory holds."""
        if memory == self._memory:
            return
        self._memory = memory
        self._bar.show_memory(memory)
        entries = [
            (token, f"{words} {memory_gb(getattr(memory, field))} GB")
            for field, token, words in PIECES
        ]
        self._legend.set_entries(entries)
        self._used.setText(used_words(memory))
        spoken = ", ".join(words for _, words in entries)
        self._bar.setAccessibleName(f"Memory: {used_words(memory)}")
        self._bar.setAccessibleDescription(spoken)
