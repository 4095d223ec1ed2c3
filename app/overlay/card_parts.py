"""The pieces that cards are put together from: head, text to be typed, claim, facts, footer."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextCharFormat, QTextOption
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from app.overlay.secret_mark import SecretMark, paint_mark
from app.widgets.keycaps import KeyCaps
from app.widgets.labels import ElidedLabel, Label
from app.widgets.own_application import SECRET
from app.widgets.theme import Theme
from automation.safety.redaction import TextRun

SIDE: Final = 14
"""Padding of a card's rows, left and right."""
SHORT_TEXT_PX: Final = 168
"""Height of the text to be typed before "Show all" is pressed."""
LONG_TEXT_PX: Final = 420
_TEXT_EDGE: Final = 4
"""Outline and padding round the text to be typed."""


class MarkView(QWidget):
    """The user's mark; `conceal` paints an empty plate, for pictures that are kept."""

    def __init__(self, mark: SecretMark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = mark
        self._is_concealed = False
        self.setFixedSize(22, 22)
        self.setAccessibleName("Your mark")

    def conceal(self, *, is_concealed: bool) -> None:
        """Hide or show the picture."""
        self._is_concealed = is_concealed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the mark, or a plate in its place."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._is_concealed:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.palette().midlight())
                painter.drawRoundedRect(QRectF(self.rect()), 5, 5)
            else:
                paint_mark(painter, self._mark, QRectF(self.rect()))


class Head(QWidget):
    """The user's mark on the left, the app's name from the window system on the right."""

    def __init__(self, theme: Theme, mark: SecretMark, app: str) -> None:
        super().__init__()
        self._mark = mark
        row = QHBoxLayout(self)
        row.setContentsMargins(SIDE, 10, SIDE, 10)
        row.setSpacing(8)
        self._picture = MarkView(mark)
        self._words = Label(theme, mark.words, "caption_bold")
        self._words.setAccessibleName("Words of your mark, for eyes alone")
        self._words.setProperty(SECRET, True)
        name = Label(theme, app, "small", "dim")
        row.addWidget(self._picture)
        row.addWidget(self._words)
        row.addStretch(1)
        row.addWidget(name)

    def conceal(self, *, is_concealed: bool) -> None:
        """Hide or show the mark."""
        self._picture.conceal(is_concealed=is_concealed)
        self._words.setText("your mark" if is_concealed else self._mark.words)


class TypedText(QTextEdit):
    """The text to be typed, in mono, with marks set off in colour; it takes no focus."""

    def __init__(self, theme: Theme, runs: Sequence[TextRun], width: int) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFont(theme.font("mono"))
        self.setAccessibleName("Text to be typed")
        tokens = theme.tokens
        self.setStyleSheet(
            f"QTextEdit {{ background: {tokens['sunken']}; border: 1px solid {tokens['line']};"
            f" border-radius: 4px; padding: {_TEXT_EDGE - 1}px; }}"
        )
        self.document().setDocumentMargin(4)
        self.setFixedWidth(width)
        self._theme = theme
        self._is_whole = False
        self.show_runs(runs)

    @property
    def is_cut(self) -> bool:
        """Tell whether some of the text is out of sight until "Show all" is pressed."""
        return not self._is_whole and self._whole > SHORT_TEXT_PX

    def show_runs(self, runs: Sequence[TextRun]) -> None:
        """Show another text, in as much room as it may have."""
        self.clear()
        self._fill(self._theme, runs)
        measured = self.document().clone()
        measured.setTextWidth(self.width() - 2 * _TEXT_EDGE)
        self._whole = round(measured.size().height() + 0.5) + 2 * _TEXT_EDGE
        self._take_room()

    def expand(self) -> None:
        """Take the room for all of the text."""
        self._is_whole = True
        self._take_room()

    def _take_room(self) -> None:
        self.setFixedHeight(min(self._whole, LONG_TEXT_PX if self._is_whole else SHORT_TEXT_PX))

    def _fill(self, theme: Theme, runs: Sequence[TextRun]) -> None:
        plain, marked = QTextCharFormat(), QTextCharFormat()
        plain.setForeground(theme.color("text"))
        marked.setForeground(theme.color("r2"))
        marked.setFontWeight(700)
        cursor = self.textCursor()
        for run in runs:
            cursor.insertText(run.text, marked if run.is_mark else plain)
        cursor.setPosition(0)
        self.setTextCursor(cursor)


def claim_view(theme: Theme, claim: str) -> QFrame:
    """Return the model's claim, set apart by a bar and named as its words."""
    frame = QFrame()
    frame.setProperty("kind", "claim")
    column = QVBoxLayout(frame)
    column.setContentsMargins(10, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(Label(theme, "The model says", "caption_bold", "faint"))
    column.addWidget(Label(theme, claim, "small", "dim", wraps=True))
    return frame


def facts_view(theme: Theme, facts: Sequence[tuple[str, str]]) -> QWidget:
    """Return a table of names and values with hairlines between the rows."""
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(6)
    for n, (name, value) in enumerate(facts):
        if n:
            grid.addWidget(rule(), 2 * n - 1, 0, 1, 2)
        grid.addWidget(Label(theme, name, "small", "dim"), 2 * n, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(ElidedLabel(theme, value, "small"), 2 * n, 1)
    grid.setColumnMinimumWidth(0, 64)
    grid.setColumnStretch(1, 1)
    return table


def rule() -> QFrame:
    """Return a hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    return line


class Footer(QFrame):
    """Keys on the left, seconds until expiry on the right."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "foot")
        row = QHBoxLayout(self)
        row.setContentsMargins(SIDE, 8, SIDE, 8)
        row.setSpacing(8)
        self._keys = QHBoxLayout()
        self._keys.setContentsMargins(0, 0, 0, 0)
        self._keys.setSpacing(5)
        self._right = Label(theme, "", "caption", "dim")
        self._right.setFont(theme.font("caption", tabular=True))
        row.addLayout(self._keys)
        row.addStretch(1)
        row.addWidget(self._right)

    def set_keys(self, parts: Sequence[tuple[str, str]]) -> None:
        """Show a row of caps, each followed by its word; an empty chord is only words."""
        while (item := self._keys.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for chord, words in parts:
            if chord:
                self._keys.addWidget(KeyCaps(self._theme, chord))
            if words:
                self._keys.addWidget(Label(self._theme, words, "caption", "dim"))

    def set_right(self, words: str) -> None:
        """Show words at the right end."""
        if words != self._right.text():
            self._right.setText(words)

    def minimumSizeHint(self) -> QSize:
        """Allow the footer to be as narrow as the card."""
        return QSize(100, super().minimumSizeHint().height())


def clock_words(seconds: float) -> str:
    """Return seconds as minutes and seconds, as the time left: 0:24 left."""
    whole = max(0, int(seconds + 0.999))
    return f"{whole // 60}:{whole % 60:02d} left"


def key_parts(chords: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return caps and words for a footer; a prefix that all chords share is written once.

    Args:
        chords: Each chord with the word for what it does, such as `("Ctrl+Shift+E", "change")`.
    """
    split = [tuple(chord.split("+")) for chord, _ in chords]
    prefix = split[0][:-1] if split else ()
    if len(chords) < 2 or not prefix or any(keys[:-1] != prefix for keys in split):
        return list(chords)
    parts = [("+".join(prefix), "+")]
    for n, (keys, (_, word)) in enumerate(zip(split, chords, strict=True)):
        parts.append((keys[-1], word if n == len(chords) - 1 else f"{word},"))
    return parts
