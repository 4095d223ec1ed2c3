"""Key caps: the keys of a chord, drawn as small caps wherever a control shows its shortcut."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.widgets.theme import Theme

CAP_HEIGHT: Final = 20
_GAP: Final = 2
_PADDING: Final = 5
_ICON: Final = 12
_DRAWN: Final = {
    "enter": "enter",
    "return": "enter",
    "kp_enter": "enter",
    "backspace": "backspace",
}
_SHOWN: Final = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "escape": "Esc", "return": "Enter",
    "pause": "Pause key",
}  # fmt: skip
"""A key called as a button is beside it would be taken for that button."""


def parts_of(chord: str) -> tuple[str, ...]:
    """Split `Ctrl+Shift+Enter` into its keys; a plus sign at the end is a key of its own."""
    if chord.endswith("++"):
        return (*chord[:-2].split("+"), "+")
    return tuple(part for part in chord.split("+") if part) or ((chord,) if chord else ())


def words_of(chord: str) -> str:
    """Return a chord as it is shown, for people who hear it."""
    return " ".join("+".join(map(_shown, parts_of(press))) for press in chord.split())


def caps_width(theme: Theme, chord: str) -> float:
    """Return the width of the caps of a chord in logical pixels."""
    parts = parts_of(chord)
    return sum(_cap_width(theme, part) for part in parts) + _GAP * max(0, len(parts) - 1)


def paint_caps(
    painter: QPainter, theme: Theme, chord: str, left_middle: QPointF, ink: QColor | None = None
) -> None:
    """Paint the caps of a chord with their left middle at a point.

    Args:
        painter: Paints in logical pixels.
        theme: Colours and fonts.
        chord: Key names joined by plus signs.
        left_middle: Left end, vertical middle.
        ink: Colour of letters and outline on a filled button; None takes the theme's.
    """
    x = left_middle.x()
    for part in parts_of(chord):
        width = _cap_width(theme, part)
        rect = QRectF(x, left_middle.y() - CAP_HEIGHT / 2, width, CAP_HEIGHT)
        _paint_cap(painter, theme, part, rect, ink)
        x += width + _GAP


def _cap_width(theme: Theme, part: str) -> float:
    if part.lower() in _DRAWN:
        return _ICON + 2 * _PADDING
    metrics = QFontMetricsF(theme.font("caption"))
    return max(CAP_HEIGHT - 2.0, round(metrics.horizontalAdvance(_shown(part))) + 2 * _PADDING)


def _shown(part: str) -> str:
    return _SHOWN.get(part.lower(), part[:1].upper() + part[1:])


def _paint_cap(
    painter: QPainter, theme: Theme, part: str, rect: QRectF, ink: QColor | None
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = QColor(ink) if ink else theme.color("line")
    if ink:
        line.setAlphaF(0.6)
    painter.setPen(QPen(line, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if ink else theme.color("sunken"))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if not ink:
        foot = QRectF(rect.left() + 3, rect.bottom() - 2, rect.width() - 6, 1)
        painter.fillRect(foot, line)
    text = ink or theme.color("text2")
    if part.lower() in _DRAWN:
        icon = QRectF(0, 0, _ICON, _ICON)
        icon.moveCenter(rect.center())
        theme.paint_icon(painter, _DRAWN[part.lower()], icon, text)
    else:
        painter.setFont(theme.font("caption"))
        painter.setPen(text)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, _shown(part))
    painter.restore()


class KeyCaps(QWidget):
    """The caps of one chord as a widget of fixed size."""

    def __init__(self, theme: Theme, chord: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chord = chord
        self.setAccessibleName(words_of(chord))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(self.sizeHint())
        theme.changed.connect(self.update)

    def set_chord(self, chord: str) -> None:
        """Show another chord."""
        self._chord = chord
        self.setAccessibleName(words_of(chord))
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the caps."""
        return QSize(round(caps_width(self._theme, self._chord)), CAP_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the caps."""
        with QPainter(self) as painter:
            paint_caps(painter, self._theme, self._chord, QPointF(0, self.height() / 2))
