"""The text of a whole macro, with its numbers beside it: nothing that a macro says can pass for one.

A text that a step types may hold line breaks and look like further steps; the numbers and marks in
the margin are ours alone.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.widgets.theme import Theme
from automation.macros.listing import Line

INDENT: Final = 2
_MARK: Final = 10
_PAD: Final = 8
_CONTINUES: Final = -1
_HAIR: Final = 1e-6
MOST_HITS: Final = 200
"""Places of a search that are shown at once; the others are reached one by one."""


class ReadingView(QPlainTextEdit):
    """Read only. Knows which lines were on the screen whole."""

    seen_more = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[Line, ...] = ()
        self._line_of: list[int] = []
        self._seen = bytearray()
        self._reach: dict[int, float] = {}
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFont(theme.font("body"))
        self.setAccessibleName("Everything that it does")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._margin = Margin(self)
        self.updateRequest.connect(lambda _rect, _dy: self._margin.update())
        theme.changed.connect(self._margin.update)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show these; none of them was seen."""
        self._lines = tuple(lines)
        texts: list[str] = []
        self._line_of = []
        for number, line in enumerate(self._lines):
            indent = " " * (INDENT * (line.depth - 1))
            words = line.text + (" (left out)" if line.is_off else "")
            parts = words.split("\n")
            texts += [indent + part for part in parts]
            self._line_of += [number, *[_CONTINUES] * (len(parts) - 1)]
        self.setPlainText("\n".join(texts))
        self._seen = bytearray(self.blockCount())
        self._reach = {}
        longest = max((len(line.number) for line in self._lines), default=1)
        width = QFontMetricsF(self.font()).horizontalAdvance("0") * longest
        self._margin.wanted = round(width) + 2 * _PAD + _MARK + _PAD
        self.setViewportMargins(self._margin.wanted, 0, 0, 0)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @property
    def counts(self) -> tuple[int, int]:
        """Lines of the text that were on the screen, and how many there are."""
        return sum(self._seen), len(self._seen)

    @property
    def is_read(self) -> bool:
        """Tell whether every line was on the screen."""
        return bool(self._seen) and all(self._seen)

    def show_unseen(self) -> None:
        """Scroll to the first line that was not on the screen yet."""
        first = self._seen.find(0)
        if first < 0:
            return
        bar, block = self.verticalScrollBar(), self.document().findBlockByNumber(first)
        reach = int(self._reach.get(first, 0.0) * max(1, block.lineCount()))
        bar.setValue(block.firstLineNumber() + reach)

    def begin_search(self) -> None:
        """Let the next search find again what was found last: its words are being typed."""
        cursor = self.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.setTextCursor(cursor)

    def find_next(self, words: str, *, backwards: bool = False) -> bool:
        """Go to the next place with these words, round the end; tell whether there is one."""
        flags = QTextDocument.FindFlag.FindBackward if backwards else QTextDocument.FindFlag(0)
        if not words:
            return False
        if not self.find(words, flags):
            before = self.textCursor()
            edge = QTextCursor.MoveOperation.End if backwards else QTextCursor.MoveOperation.Start
            self.moveCursor(edge)
            if not self.find(words, flags):
                self.setTextCursor(before)
                return False
        self._mark_hits(words)
        return True

    def hits(self, words: str) -> int:
        """Return how often the words stand there, whatever their case."""
        return self.toPlainText().casefold().count(words.casefold()) if words else 0

    def forget_hits(self) -> None:
        """Mark no places of a search."""
        self.setExtraSelections([])

    def _mark_hits(self, words: str) -> None:
        """Mark places of the search on both sides of the one that is shown."""
        marks: list[QTextEdit.ExtraSelection] = []
        cursor = QTextCursor(self.firstVisibleBlock())
        while len(marks) < MOST_HITS:
            cursor = self.document().find(words, cursor)
            if cursor.isNull():
                break
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format.setBackground(self._theme.color("r2Soft"))
            mark.format.setForeground(self._theme.color("text"))
            marks.append(mark)
        own = QTextEdit.ExtraSelection()
        own.cursor = self.textCursor()
        own.format.setBackground(self._theme.color("accent"))
        own.format.setForeground(self._theme.color("onAccent"))
        self.setExtraSelections([*marks, own])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and note which lines are whole on the screen."""
        super().paintEvent(event)
        if not self.isVisible():
            return
        before = sum(self._seen)
        block = self.firstVisibleBlock()
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if box.top() > self.viewport().height():
                break
            self._note_seen(block.blockNumber(), box)
            block = block.next()
        if sum(self._seen) != before:
            self.seen_more.emit()

    def _note_seen(self, number: int, box: QRectF) -> None:
        """Note how far down a line was seen without a gap; it may be higher than the screen."""
        if number >= len(self._seen) or self._seen[number] or box.height() <= 0:
            return
        begin = max(0.0, -box.top()) / box.height()
        end = min(1.0, (self.viewport().height() + 1 - box.top()) / box.height())
        reach = self._reach.get(number, 0.0)
        if begin <= reach + _HAIR:
            self._reach[number] = reach = max(reach, end)
        if reach >= 1.0 - _HAIR:
            self._seen[number] = 1
            del self._reach[number]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin beside the text."""
        super().resizeEvent(event)
        area = self.contentsRect()
        self._margin.setGeometry(QRect(area.left(), area.top(), self._margin.wanted, area.height()))

    def paint_margin(self, painter: QPainter) -> None:
        """Paint number and mark of every line that is in view."""
        theme = self._theme
        painter.fillRect(self._margin.rect(), theme.color("sunken"))
        painter.setFont(theme.font("small", tabular=True))
        block = self.firstVisibleBlock()
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if box.top() > self.viewport().height():
                return
            number = block.blockNumber()
            if number < len(self._line_of):
                line = self._line_of[number]
                if line == _CONTINUES:
                    self._paint_continuation(painter, box)
                else:
                    self._paint_number(painter, block, box, line)
            block = block.next()

    def _paint_number(self, painter: QPainter, block: QTextBlock, box: QRectF, number: int) -> None:
        line = self._lines[number]
        height = block.layout().lineAt(0).height() if block.layout().lineCount() else box.height()
        right = self._margin.width() - _PAD - _MARK - _PAD
        painter.setPen(self._theme.color("text3"))
        area = QRectF(0, box.top(), right, height)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, int(flags), line.number)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dot = QRectF(right + _PAD, box.top() + height / 2 - 4, 8, 8)
        color: QColor = self._theme.color("r2" if line.sends and not line.is_off else "text3")
        painter.setPen(color)
        painter.setBrush(color if line.sends and not line.is_off else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(dot)

    def _paint_continuation(self, painter: QPainter, box: QRectF) -> None:
        """Paint a line beside text that goes on: it is no step of its own."""
        middle = self._margin.width() - _PAD - _MARK + _PAD / 2
        painter.fillRect(QRectF(middle - 5, box.top(), 2, box.height()), self._theme.color("ctl"))


class Margin(QWidget):
    """Beside the text; owned by it."""

    def __init__(self, view: ReadingView) -> None:
        super().__init__(view)
        self._view = view
        self.wanted = 40

    def sizeHint(self) -> QSize:
        """Return the width that the largest number takes."""
        return QSize(self.wanted, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the numbers of the lines in view."""
        with QPainter(self) as painter:
            self._view.paint_margin(painter)
