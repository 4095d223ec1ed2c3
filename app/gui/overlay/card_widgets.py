"""The pieces that cards are put together from, and the windows that show them and the marks.

The window of the marks lets every click and key through. It is override-redirect, because a window
manager frames other windows and the frame would take clicks. Without a compositor a translucent window
is black: then the stage cuts the window to the marks. A card's shadow is painted once per size, since
Qt's own effect redraws everything under it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QPainter,
    QPaintEvent,
    QPixmap,
    QTextCharFormat,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QTextEdit, QWidget

from app.gui import tr
from app.gui.overlay.paint import MarkPainter, solid_parts
from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.secret_mark import SecretMark, paint_mark
from app.gui.overlay.shapes import Shape
from app.gui.widgets.buttons import KeyCaps
from app.gui.widgets.labels import ElidedLabel, Label
from app.gui.widgets.layout import Framed, column, empty, row, rule
from app.gui.widgets.own_application import SECRET
from app.gui.widgets.theme import Theme, draw_box
from automation.core.geometry import Rect
from automation.core.text import TextRun

SIDE: Final = 14
"""Padding of a card's rows, left and right."""
SHORT_TEXT_PX: Final = 168
"""Height of the text to be typed before "Show all" is pressed."""
LONG_TEXT_PX: Final = 420
_TEXT_EDGE: Final = 4
"""Outline and padding round the text to be typed."""


class MarkView(QWidget):
    """The user's mark; `conceal` paints an empty plate, for pictures that are kept."""

    def __init__(self, mark: SecretMark) -> None:
        super().__init__()
        self._mark = mark
        self._is_concealed = False
        self.setFixedSize(22, 22)
        self.setAccessibleName(tr("Your mark"))

    def conceal(self, *, is_concealed: bool) -> None:
        """Hide or show the picture."""
        self._is_concealed = is_concealed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the mark, or a plate in its place."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._is_concealed:
                draw_box(painter, QRectF(self.rect()), 5, self.palette().midlight().color())
            else:
                paint_mark(painter, self._mark, QRectF(self.rect()))


class Head(QWidget):
    """The user's mark on the left, the app's name from the window system on the right."""

    def __init__(self, theme: Theme, mark: SecretMark, app: str) -> None:
        super().__init__()
        self._mark = mark
        self._picture = MarkView(mark)
        self._words = Label(theme, mark.words, "caption_bold")
        self._words.setAccessibleName(tr("Words of your mark, for eyes alone"))
        self._words.setProperty(SECRET, True)
        name = Label(theme, app, "small", "dim")
        row(self._picture, self._words, None, name, gap=8, margins=(SIDE, 10, SIDE, 10), into=self)

    def conceal(self, *, is_concealed: bool) -> None:
        """Hide or show the mark."""
        self._picture.conceal(is_concealed=is_concealed)
        self._words.setText(tr("your mark") if is_concealed else self._mark.words)


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
        self.setAccessibleName(tr("Text to be typed"))
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


def claim_view(theme: Theme, head_words: str, claim: str) -> QFrame:
    """Return the claim of a model or a program, set apart by a bar and named as its words."""
    bar = Framed("claim")
    head = Label(theme, head_words, "caption_bold", "faint")
    said = Label(theme, claim, "small", "dim", wraps=True)
    column(head, said, gap=0, margins=(10, 0, 0, 0), into=bar)
    return bar


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


class Footer(QFrame):
    """Keys on the left, seconds until expiry on the right."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "foot")
        self._keys = row(gap=5)
        self._right = Label(theme, "", "caption", "dim")
        self._right.setFont(theme.font("caption", tabular=True))
        row(self._keys, None, self._right, gap=8, margins=(SIDE, 8, SIDE, 8), into=self)

    def set_keys(self, parts: Sequence[tuple[str, str]]) -> None:
        """Show a row of caps, each followed by its word; an empty chord is only words."""
        empty(self._keys)
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
    return tr("{0}:{1:02d} left").format(whole // 60, whole % 60)


def key_parts(chords: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return caps and words for a footer; a prefix that all chords share is written once."""
    split = [tuple(chord.split("+")) for chord, _ in chords]
    prefix = split[0][:-1] if split else ()
    if len(chords) < 2 or not prefix or any(keys[:-1] != prefix for keys in split):
        return list(chords)
    parts = [("+".join(prefix), "+")]
    for n, (keys, (_, word)) in enumerate(zip(split, chords, strict=True)):
        parts.append((keys[-1], word if n == len(chords) - 1 else f"{word},"))
    return parts


OVERLAY_FLAGS: Final = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.X11BypassWindowManagerHint
    | Qt.WindowType.WindowDoesNotAcceptFocus
)
"""Never managed, never focused, above what the window manager manages."""


def as_overlay(widget: QWidget, *, takes_clicks: bool) -> None:
    """Make a widget a window of the overlay; before it is first shown."""
    flags = OVERLAY_FLAGS
    if not takes_clicks:
        flags |= Qt.WindowType.WindowTransparentForInput
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    widget.setWindowFlags(flags)
    widget.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    widget.setAttribute(Qt.WidgetAttribute.WA_X11DoNotAcceptFocus)


class Layer(QWidget):
    """The marks of one monitor. Its own top left corner is the monitor's."""

    def __init__(self, theme: Theme, view: MonitorMap, *, is_solid: bool) -> None:
        super().__init__()
        self._theme = theme
        self._view = view
        self._is_solid = is_solid
        self.shapes: tuple[Shape, ...] = ()
        """What is shown."""
        self._turn = 0.0
        self.setObjectName("overlay-layer")
        as_overlay(self, takes_clicks=False)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        if not is_solid:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def set_shapes(self, shapes: tuple[Shape, ...]) -> None:
        """Show other marks."""
        self.shapes = shapes
        self.update()

    def parts(self) -> list[Rect]:
        """Return what the window must be cut to where nothing composes it, in its device pixels."""
        return solid_parts(self.shapes, self._theme, self._view.size, self._view.ratio)

    def set_turn(self, turn: float) -> None:
        """Move the dashes of provisional marks; 0..1 is one turn."""
        self._turn = turn
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the marks."""
        with QPainter(self) as painter:
            if self._is_solid:
                painter.fillRect(self.rect(), QColor("white"))
            MarkPainter(painter, self._theme, is_solid=self._is_solid).paint(
                self.shapes, self._turn
            )


SHADOW_MARGIN: Final = 32
_LAYERS: Final = 32
"""Rounded rectangles that one shadow is painted with."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """How the window's edge looks."""

    radius: float = 12.0
    outline: str = "ctl"
    outline_width: float = 1.0


class CardWindow(QWidget):
    """A window of the overlay that takes clicks and, until it is asked to, no focus."""

    def __init__(self, theme: Theme, *, is_solid: bool, chrome: Chrome | None = None) -> None:
        super().__init__()
        self.theme = theme
        """The colours and fonts in use."""
        self._is_solid = is_solid
        self._chrome = chrome or Chrome()
        self._shadow: tuple[QSize, float, QPixmap] | None = None
        self.fitted = QSize()
        """The size that it was given last; another program may have given it another one since."""
        as_overlay(self, takes_clicks=True)
        if not is_solid:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._dress()
        theme.changed.connect(self._on_theme_changed)
        edge = self.margin + round(self._chrome.outline_width)
        self.column = column(gap=0, margins=(edge, edge, edge, edge), into=self)

    @property
    def margin(self) -> int:
        """Transparent pixels on each side that hold the shadow; 0 without a compositor."""
        return 0 if self._is_solid else SHADOW_MARGIN

    @property
    def body_rect(self) -> QRect:
        """The visible part of the window, in its own logical pixels."""
        margin = self.margin
        return self.rect().adjusted(margin, margin, -margin, -margin)

    def measured(self) -> QSize:
        """Return the size of the visible part as it will be shown.

        Qt applies fonts and stylesheet only when a window is shown; here they are applied before,
        so that the card can be placed by its true size.
        """
        for part in (self, *self.findChildren(QWidget)):
            part.ensurePolished()
            layout = part.layout()
            if layout is not None:
                layout.invalidate()
            part.updateGeometry()
        self.fit()
        return QSize(self.width() - 2 * self.margin, self.height() - 2 * self.margin)

    def fit(self) -> None:
        """Take the size that the content asks for."""
        self.column.activate()
        self.resize(self.sizeHint())
        self.fitted = self.size()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stay: a card ends by an answer, and the pill with its run."""
        event.ignore()

    def input_rect(self) -> Rect:
        """Return the part that takes clicks, in device pixels of the window as it was fitted."""
        ratio, margin = self.devicePixelRatioF(), self.margin
        body = QRect(QPoint(0, 0), self.fitted).adjusted(margin, margin, -margin, -margin)
        return Rect(
            round(body.x() * ratio),
            round(body.y() * ratio),
            round(body.width() * ratio),
            round(body.height() * ratio),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint shadow, background and outline."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, not self._is_solid)
            chrome, body = self._chrome, QRectF(self.body_rect)
            if not self._is_solid:
                painter.drawPixmap(0, 0, self._shadow_pixmap())
            inset = chrome.outline_width / 2
            radius = 0.0 if self._is_solid else chrome.radius
            rect = body.adjusted(inset, inset, -inset, -inset)
            ground, outline = self.theme.color("surface"), self.theme.color(chrome.outline)
            draw_box(painter, rect, radius, ground, outline, chrome.outline_width)

    def _dress(self) -> None:
        """Own palette and stylesheet: the application's would tint a masked window too."""
        palette = self.theme.palette()
        palette.setColor(palette.ColorRole.Window, self.theme.color("surface"))
        self.setPalette(palette)
        corner = 0 if self._is_solid else round(self._chrome.radius - self._chrome.outline_width)
        self.setStyleSheet(
            f'{self.theme.qss()}\nQFrame[kind="foot"] {{ border-bottom-left-radius: {corner}px;'
            f" border-bottom-right-radius: {corner}px; }}"
        )

    def _on_theme_changed(self) -> None:
        self._shadow = None
        self._dress()
        self.update()

    def _shadow_pixmap(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._shadow is None or self._shadow[:2] != (self.size(), ratio):
            pixmap = QPixmap(self.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                _paint_shadow(painter, QRectF(self.body_rect), self._chrome.radius, self.theme)
            self._shadow = (self.size(), ratio, pixmap)
        return self._shadow[2]


def _paint_shadow(painter: QPainter, body: QRectF, radius: float, theme: Theme) -> None:
    """Paint a wide and a tight shadow: faint rounded boxes that add up to a soft edge."""
    for offset, reach, share in ((9.0, 22.0, 0.7), (2.0, 5.0, 0.6)):
        color = QColor(theme.color("shadow"))
        color.setAlphaF(color.alphaF() * share / _LAYERS)
        for n in range(_LAYERS):
            u = 2 * n / (_LAYERS - 1) - 1
            grow = reach * (u + u**3) / 2  # most boxes end near the edge, as a blur's would
            box = body.adjusted(-grow, -grow, grow, grow).translated(QPointF(0, offset))
            draw_box(painter, box, max(2.0, radius + grow), color)
