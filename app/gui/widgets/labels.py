"""Labels of every kind: plain text only, because nothing from a screen or a model is ever rich text."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFontMetricsF,
    QPainter,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy

from app.gui import tr
from app.gui.widgets.layout import Framed, row
from app.gui.widgets.theme import Painted, Step, Theme, draw_box


def announce(source: QObject, words: str, *, is_urgent: bool = False) -> None:
    """Announce words for a widget, where a screen reader listens; urgent ones interrupt what is read."""
    if not QAccessible.isActive():
        return
    announcement = QAccessibleAnnouncementEvent(source, words)
    politeness = QAccessible.AnnouncementPoliteness
    announcement.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
    QAccessible.updateAccessibility(announcement)


def paint_dots(painter: QPainter, color: QColor, left_middle: QPointF) -> None:
    """Paint three dots, 21 wide, fading to the right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for n, opacity in enumerate((1.0, 0.6, 0.3)):
        tint = QColor(color)
        tint.setAlphaF(opacity)
        painter.setBrush(tint)
        painter.drawEllipse(left_middle + QPointF(2.5 + 8 * n, 0), 2.5, 2.5)
    painter.restore()


class Dots(Painted):
    """The three dots as a widget."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, name=tr("Being decided"))
        self.setFixedSize(QSize(22, 20))

    def _paint(self, painter: QPainter) -> None:
        paint_dots(painter, self._theme.color("accent"), QPointF(0, self.height() / 2))


class Icon(QLabel):
    """An icon in a colour of the theme; nothing while it has no name."""

    def __init__(self, theme: Theme, name: str, token: str = "text2", size: int = 16) -> None:
        super().__init__()
        self._theme, self._look, self._size = theme, (name, token), size
        self.setFixedSize(QSize(size, size))
        theme.changed.connect(self._show)
        self._show()

    def show_icon(self, name: str, token: str) -> None:
        """Show another icon, or the same in another colour."""
        self._look = (name, token)
        self._show()

    def _show(self) -> None:
        if self._look[0]:
            ratio = self.devicePixelRatioF()
            self.setPixmap(self._theme.pixmap(*self._look, self._size, ratio))


Tone = Literal["", "dim", "faint", "accent", "ok", "r2", "r3", "r4"]
Run = tuple[str, bool]
"""A piece of a sentence and whether it is bold."""

_TONES: Final[dict[Tone, str]] = {
    "": "text",
    "dim": "text2",
    "faint": "text3",
    "accent": "accentText",
}


class Label(QLabel):
    """A line or a paragraph in one type step and tone."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        step: Step = "body",
        tone: Tone = "",
        *,
        wraps: bool = False,
    ) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(step))
        self.setWordWrap(wraps)
        self.setProperty("tone", tone)
        self.setText(text)

    def tell(self, words: str) -> None:
        """Show these words; hidden while there are none."""
        self.setText(words)
        self.setVisible(bool(words))

    def set_tone(self, tone: Tone) -> None:
        """Change the colour."""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)


class Problem(Label):
    """Tells what is wrong with what stands beside it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", "small", "r3", wraps=True)
        self.hide()


class ElidedLabel(Label):
    """One line that is cut with an ellipsis where room is short; the whole text is its tooltip."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        step: Step = "body",
        tone: Tone = "",
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        self._whole = text
        self._mode = mode
        super().__init__(theme, text, step, tone)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(text)

    def set_whole_text(self, text: str) -> None:
        """Show another text, cut if need be."""
        self._whole = text
        self.setAccessibleName(text)
        self._elide()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size that the whole text needs."""
        width = QFontMetricsF(self.font()).horizontalAdvance(self._whole)
        return QSize(round(width) + 1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text for the width."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetricsF(self.font())
        shown = metrics.elidedText(self._whole, self._mode, self.width())
        self.setText(shown)
        self.setToolTip("" if shown == self._whole else self._whole)


def plain(runs: Sequence[Run]) -> str:
    """Return the text of a sentence without its weights."""
    return "".join(text for text, _ in runs)


def layout_runs(
    theme: Theme, runs: Sequence[Run], width: float, step: Step, bold: Step, max_lines: int = 0
) -> QTextLayout:
    """Break a sentence of plain and bold pieces into lines of at most `width` logical pixels.

    `max_lines` of 0 means as many as are needed.
    """
    layout = QTextLayout(plain(runs), theme.font(step))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    formats, start = [], 0
    for text, is_bold in runs:
        if is_bold and text:
            weight = QTextCharFormat()
            weight.setFont(theme.font(bold))
            span = QTextLayout.FormatRange()
            span.start, span.length, span.format = start, len(text.encode("utf-16-le")) // 2, weight
            formats.append(span)
        start += len(text.encode("utf-16-le")) // 2
    layout.setFormats(formats)
    layout.beginLayout()
    y, count = 0.0, 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height() + 1
        count += 1
        if max_lines and count == max_lines:
            break
    layout.endLayout()
    return layout


class RunsLabel(Painted):
    """A sentence with bold names in it, wrapped to its width."""

    def __init__(
        self,
        theme: Theme,
        runs: Sequence[Run],
        step: Step = "body",
        bold: Step = "bold",
        tone: Tone = "",
    ) -> None:
        super().__init__(theme, name=plain(runs), wraps=True)
        self._runs = tuple(runs)
        self._steps: tuple[Step, Step] = (step, bold)
        self._tone: Tone = tone

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Show another sentence."""
        self._runs = tuple(runs)
        self.setAccessibleName(plain(runs))
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped sentence."""
        return round(self._layout(width).boundingRect().height() + 0.5)

    def sizeHint(self) -> QSize:
        """Return the size of the sentence in one line."""
        layout = self._layout(10_000)  # held: its lines point into it
        bounds = layout.boundingRect()
        widest = layout.lineAt(0).naturalTextWidth() if self._runs else 0.0
        return QSize(round(widest) + 1, round(bounds.height() + 0.5))

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        return QSize(60, self.sizeHint().height())

    def _paint(self, painter: QPainter) -> None:
        painter.setPen(self._theme.color(_TONES.get(self._tone, self._tone)))
        self._layout(self.width()).draw(painter, QPointF(0, 0))

    def _layout(self, width: float) -> QTextLayout:
        return layout_runs(self._theme, self._runs, width, *self._steps)


class ErrorBox(Framed):
    """Hidden while there is nothing to say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("error")
        self._words = Label(theme, "", "body", wraps=True)
        self._words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        icon = (Icon(theme, "warning", "r3"), 0, Qt.AlignmentFlag.AlignTop)
        row(icon, (self._words, 1), gap=10, margins=(12, 10, 12, 10), into=self)
        self.hide()

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong; empty hides the box."""
        self._words.setText(sentence)
        self._words.setAccessibleName(sentence)
        self.setVisible(bool(sentence))


SQUARE: Final = 10
GAP: Final = 6
BETWEEN: Final = 16
LINE_GAP: Final = 4

Entry = tuple[str, str]
"""A colour token and the words beside its square."""


class Legend(Painted):
    """Explains the colours of a chart."""

    def __init__(self, theme: Theme, entries: Sequence[Entry] = ()) -> None:
        super().__init__(theme, wraps=True)
        self._entries: tuple[Entry, ...] = ()
        self.setFont(theme.font("caption", tabular=True))
        self.set_entries(entries)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Explain these colours."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.setAccessibleName(", ".join(words for _, words in entries))
            self.updateGeometry()
            self.update()

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

    def _paint(self, painter: QPainter) -> None:
        line = self._line_height()
        for (token, words), x, y in self._places(self.width()):
            square = QRectF(x, y + (line - SQUARE) / 2, SQUARE, SQUARE)
            draw_box(painter, square, 2, self._theme.color(token))
            painter.setPen(self._theme.color("text2"))
            area = QRectF(x + SQUARE + GAP, y, round(self._width(words)), round(line))
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
