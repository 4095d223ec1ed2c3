"""Labels: plain text only, because nothing from a screen or a model is ever rich text."""

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.widgets.fonts import Step
from app.widgets.theme import Theme

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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(step))
        self.setWordWrap(wraps)
        self.setProperty("tone", tone)
        self.setText(text)

    def set_tone(self, tone: Tone) -> None:
        """Change the colour."""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)


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
        parent: QWidget | None = None,
    ) -> None:
        self._whole = text
        self._mode = mode
        super().__init__(theme, text, step, tone, parent=parent)
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


class RunsLabel(QWidget):
    """A sentence with bold names in it, wrapped to its width."""

    def __init__(
        self,
        theme: Theme,
        runs: Sequence[Run],
        step: Step = "body",
        bold: Step = "bold",
        tone: Tone = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._runs = tuple(runs)
        self._steps: tuple[Step, Step] = (step, bold)
        self._tone: Tone = tone
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(plain(runs))
        theme.changed.connect(self.update)

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Show another sentence."""
        self._runs = tuple(runs)
        self.setAccessibleName(plain(runs))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

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

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the sentence."""
        with QPainter(self) as painter:
            painter.setPen(self._theme.color(_TONES.get(self._tone, self._tone)))
            self._layout(self.width()).draw(painter, QPointF(0, 0))

    def _layout(self, width: float) -> QTextLayout:
        return layout_runs(self._theme, self._runs, width, *self._steps)
