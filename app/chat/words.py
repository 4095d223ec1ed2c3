"""Paints what a model writes: its last lines while it writes, one folded line after that."""

from collections import deque
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextLayout, QTextOption

from app.chat.painting import draw_line, line_height
from app.chat.rows import WordsRow
from app.widgets.fonts import Step
from app.widgets.labels import layout_runs
from app.widgets.theme import Theme

LIVE_LINES: Final = 3
"""Lines of live text. Never more and never less, so that writing moves nothing."""
INDENT: Final = 36
FOLD_ICON: Final = 14
GAP: Final = 2
REACH: Final = 2_000
"""Letters before the end of a text that are broken into lines when it is met for the first time."""
LINE_BREAK: Final = "\u2028"
"""What ends a line within the one paragraph that a layout is."""
CARET: Final = 2
FONT: Final[Step] = "small"


class TailLines:
    """The last lines of a text that grows at its end; only its last line is broken anew."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._text = ""
        self._width = 0.0
        self._open_at = 0
        """Where the last line begins."""
        self._lines: deque[str] = deque(maxlen=LIVE_LINES)

    def lines(self, text: str, width: float) -> tuple[str, ...]:
        """Return the last lines of a text broken at a width in logical pixels."""
        if width != self._width or not text.startswith(self._text):
            self._open_at, self._width = max(0, len(text) - REACH), width
            self._lines.clear()
        if text != self._text or not self._lines:
            if self._lines:
                self._lines.pop()
            self._text = text
            self._break(text[self._open_at :])
        return tuple(self._lines)

    def _break(self, rest: str) -> None:
        layout = QTextLayout(rest.replace("\n", LINE_BREAK), self._theme.font(FONT))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        units = rest.encode("utf-16-le", "surrogatepass")
        start = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width)
            start = line.textStart()
            end = start + line.textLength()
            self._lines.append(units[2 * start : 2 * end].decode("utf-16-le", "replace").rstrip())
        layout.endLayout()
        self._open_at += len(units[: 2 * start].decode("utf-16-le", "replace"))


class WordsPainter:
    """Owned by the delegate; there is one live row at most."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._tail = TailLines(theme)

    def height(self, row: WordsRow, width: int) -> int:
        """Return the row's height at a width; a live row's never depends on its words."""
        head = max(24.0, line_height(self._theme.font("small_bold")) + 4)
        if not row.is_open:
            return round(head)
        if row.is_live:
            return round(head + LIVE_LINES * self._line() + GAP)
        return round(head + GAP + self._layout(row.whole, width).boundingRect().height())

    def fold_area(self, body: QRectF) -> QRectF:
        """Return where a press folds or unfolds the row."""
        height = max(28.0, line_height(self._theme.font("small_bold")) + 4)
        return QRectF(body.left(), body.top(), body.width(), height)

    def paint(self, painter: QPainter, body: QRectF, row: WordsRow) -> None:
        """Paint the row into its rectangle."""
        theme = self._theme
        bold = theme.font("small_bold")
        head = QRectF(body.left(), body.top(), body.width(), max(24.0, line_height(bold) + 4))
        icon = QRectF(head.left() + 5, head.center().y() - FOLD_ICON / 2, FOLD_ICON, FOLD_ICON)
        theme.paint_icon(painter, "down" if row.is_open else "right", icon, "text3")
        left = head.adjusted(INDENT, 0, 0, 0)
        taken = draw_line(painter, left, _title(row), bold, theme.color("text2"))
        if not row.is_open:
            rest = left.adjusted(taken + 8, 0, 0, 0)
            words = row.shown if row.is_live else row.whole
            draw_line(painter, rest, words[:400], theme.font(FONT), theme.color("text3"))
            return
        top = head.bottom() + GAP
        painter.setPen(theme.color("text3" if row.is_live and not row.answer else "text2"))
        if row.is_live:
            self._paint_live(painter, QPointF(left.left(), top), row, left.width())
        else:
            self._layout(row.whole, round(body.width())).draw(painter, QPointF(left.left(), top))

    def _paint_live(self, painter: QPainter, at: QPointF, row: WordsRow, width: float) -> None:
        font, height = self._theme.font(FONT), self._line()
        painter.setFont(font)
        lines = self._tail.lines(row.shown, max(40.0, width - 4))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        for number, line in enumerate(lines):
            area = QRectF(at.x(), at.y() + number * height, width, height)
            painter.drawText(area, flags, line.replace(LINE_BREAK, ""))
        last = lines[-1].replace(LINE_BREAK, "") if lines else ""
        x = at.x() + QFontMetricsF(font).horizontalAdvance(last) + 2
        y = at.y() + max(0, len(lines) - 1) * height
        caret = QRectF(round(x), round(y) + 2, CARET, height - 4)
        painter.fillRect(caret, self._theme.color("accent"))

    def _line(self) -> float:
        return line_height(self._theme.font(FONT)) + 1

    def _layout(self, text: str, width: int) -> QTextLayout:
        room = max(40.0, width - INDENT)
        return layout_runs(self._theme, [(text.replace("\n", LINE_BREAK), False)], room, FONT, FONT)


def _title(row: WordsRow) -> str:
    if not row.is_live:
        return "The model wrote"
    return "The model writes" if row.answer else "The model thinks"
