"""Reading a macro before it is trusted: every line of it, and the very content that they stand for.

A text that a step types may hold line breaks and look like further steps: the numbers and marks in the
margin are ours alone, and nothing that a macro says can pass for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.gui import tr
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import Flow, column, row
from app.gui.widgets.theme import Theme
from app.macros.changes import Changes, is_trusted
from app.macros.library import LibraryImages
from automation.core.errors import MacroError
from automation.core.text import visible_text
from automation.macros import macro as grammar
from automation.macros.listing import Line, listing
from automation.macros.macro import Macro
from automation.macros.trust import digest
from automation.macros.walk import walk

ORIGINS = {
    "recording": tr("recorded"),
    "run": tr("made of a run"),
    "import": tr("imported from elsewhere"),
    "hand": tr("written by hand"),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One macro to be read."""

    slug: str
    name: str
    origin: str
    """Where it comes from, in words; the file says so and nothing vouches for it."""
    content: str
    """The digest of exactly what `lines` tell."""
    lines: tuple[Line, ...]
    calls: tuple[str, ...] = ()
    """Macros that it runs and that are not trusted themselves."""


def read_whole_macro(changes: Changes, slug: str) -> Reading:
    """Return what is to be read of a macro.

    Raises:
        MacroError: it cannot be read, or a picture of it is missing.
    """
    kept = changes.open_at(slug)
    macro = kept.macro
    return Reading(
        slug=kept.folder.name,
        name=visible_text(macro.name),
        origin=ORIGINS[macro.made.by],
        content=digest(macro, LibraryImages(kept).read),
        lines=listing(macro),
        calls=_untrusted_calls(changes, macro),
    )


def trust(changes: Changes, reading: Reading) -> str:
    """Trust what was read, and say what came of it.

    Raises:
        MacroError: the macro was changed meanwhile, or trust cannot be written down.
    """
    there = read_whole_macro(changes, reading.slug)
    if there.content != reading.content:
        raise MacroError(
            f"“{reading.name}” was changed while you read it, so nothing is trusted; read it again"
        )
    changes.book.trust(reading.content, reading.name, "you")
    said = tr("“{0}” is trusted as it is; any change of it is asked about again.").format(
        reading.name
    )
    if there.calls:
        names = ", ".join(f"“{visible_text(name)}”" for name in there.calls)
        said += tr(" It runs {0}, which is not trusted: read that too.").format(names)
    return said


def trust_no_more(changes: Changes, slug: str) -> str:
    """Ask about each step of the macro of a folder again, and say so.

    Raises:
        MacroError: it cannot be read, or that cannot be written down.
    """
    kept = changes.open_at(slug)
    changes.book.forget(digest(kept.macro, kept.image))
    return tr("“{0}” is asked about step by step from here on.").format(
        visible_text(kept.macro.name)
    )


def _untrusted_calls(changes: Changes, macro: Macro) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for walked in walk(macro):
        if isinstance(walked.step, grammar.Call) and not walked.is_off:
            found.setdefault(walked.step.macro)  # another case may be another macro
    return tuple(name for name in found if not _is_trusted(changes, name))


def _is_trusted(changes: Changes, name: str) -> bool:
    try:
        kept = changes.library.open_called(name)
    except MacroError:  # what is not there cannot be trusted
        return False
    return is_trusted(kept.macro, kept.image, changes.book)


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

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: tuple[Line, ...] = ()
        self._line_of: list[int] = []
        self._seen = bytearray()
        self._reach: dict[int, float] = {}
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFont(theme.font("body"))
        self.setAccessibleName(tr("Everything that it does"))
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
            words = line.text + (tr(" (left out)") if line.is_off else "")
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


SIZE: Final = (720, 640)
SMALLEST: Final = (420, 400)
MEANING: Final = tr(
    "A trusted macro runs in the mode that you choose, without a question for each step; what is "
    "hard to undo is still asked. Trust is for exactly what you read: any change ends it."
)


class SearchField(QLineEdit):
    """Enter goes on to the next place, Shift+Enter back."""

    on_pressed = Signal(bool)
    """Whether it goes back."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on or back."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.on_pressed.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            event.accept()
            return
        super().keyPressEvent(event)


class TrustDialog(QWidget):
    """A window of its own, not modal; closes itself."""

    trust_pressed = Signal(object)
    """The `Reading`."""
    step_by_step_pressed = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, reading: Reading, *, is_for_run: bool = False) -> None:
        """Show a macro.

        Args:
            is_for_run: a run waits for it, which could also be asked about step by step.
        """
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Read {0}").format(reading.name))
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self._theme, self._reading = theme, reading
        self.view = ReadingView(theme)
        self.search = SearchField()
        self.search.setPlaceholderText(tr("Search in it"))
        self.search.setAccessibleName(tr("Search in it"))
        self.search.setToolTip(tr("Search in it (Ctrl+F); Enter goes on, Shift+Enter goes back"))
        self._hits = Label(theme, "", "small", "dim")
        self.progress = Label(theme, "", "small", "dim", wraps=True)
        words = tr("Trust and play") if is_for_run else tr("Trust")
        self.trust = Button(theme, words, icon="shield", kind="primary")
        self.go_on = Button(theme, tr("Show what I have not seen"), icon="down", keys="Space")
        self.step_by_step = Button(theme, tr("Play step by step"), icon="hand")
        self.step_by_step.setVisible(is_for_run)
        self.leave = Button(theme, tr("Close"), keys="Escape")
        self._lay_out()
        self._connect()
        self.view.show_lines(reading.lines)
        self._say_progress()
        self.view.setFocus()

    def _lay_out(self) -> None:
        theme, reading = self._theme, self._reading
        column(
            Label(theme, tr("Read “{0}”").format(reading.name), "heading", wraps=True),
            Label(theme, MEANING, "body", "dim", wraps=True),
            Label(theme, self._about(), "small", "dim", wraps=True),
            row((self.search, 1), self._hits, gap=8),
            (self.view, 1),
            self.progress,
            Flow((self.trust, self.go_on, self.step_by_step, self.leave), 8, 8),
            gap=8,
            margins=(16, 16, 16, 12),
            into=self,
        )

    def _about(self) -> str:
        reading = self._reading
        said = tr(
            "It was {0}, by what its file says. A filled mark presses, types or starts "
            "something; an empty one only looks or waits."
        ).format(reading.origin)
        if reading.calls:
            names = ", ".join(f"“{visible_text(name)}”" for name in reading.calls)
            said += tr(" It runs {0}, not trusted, which is to be read by itself.").format(names)
        return said

    def _connect(self) -> None:
        self.view.seen_more.connect(
            self._say_progress, Qt.ConnectionType.QueuedConnection
        )  # not while it paints
        self.search.textChanged.connect(self._on_searched)
        self.search.on_pressed.connect(self._find)
        self.trust.clicked.connect(self._on_trust)
        self.go_on.clicked.connect(self.view.show_unseen)
        self.step_by_step.clicked.connect(self._on_step_by_step)
        self.leave.clicked.connect(self.close)
        on = QShortcut(QKeySequence("Space"), self.view)
        on.setContext(Qt.ShortcutContext.WidgetShortcut)
        on.activated.connect(self.view.show_unseen)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self._to_search)

    def _say_progress(self) -> None:
        seen, count = self.view.counts
        is_read = self.view.is_read
        self.trust.setEnabled(is_read)
        self.go_on.setEnabled(not is_read)
        self.progress.setText(
            tr("You have seen all {0:,} lines.").format(count)
            if is_read
            else tr(
                "You have seen {0:,} of {1:,} lines. It can be trusted when you have seen all."
            ).format(seen, count)
        )

    def _to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_searched(self, words: str) -> None:
        self.view.forget_hits()
        count = self.view.hits(words)
        self._hits.setText(
            "" if not words else tr("not there") if not count else tr("{0:,} there").format(count)
        )
        if count:
            self.view.begin_search()
            self._find(is_back=False)

    def _find(self, is_back: bool) -> None:
        self.view.find_next(self.search.text(), backwards=is_back)

    def _on_trust(self) -> None:
        if self.view.is_read:
            self.trust_pressed.emit(self._reading)
            self.close()

    def _on_step_by_step(self) -> None:
        self.step_by_step_pressed.emit()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell whoever opened it."""
        super().closeEvent(event)
        self.closed.emit()
