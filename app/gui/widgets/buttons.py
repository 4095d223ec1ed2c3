"""Buttons that show icon, words and key, and one that asks once more: what cannot be taken back is never one press."""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import tr
from app.gui.background import timer
from app.gui.widgets.layout import row
from app.gui.widgets.theme import Painted, PaintedButton, Theme, draw_box

CAP_HEIGHT: Final = 20
_CAP_GAP: Final = 2
_PADDING: Final = 5
_CAP_ICON: Final = 12
_DRAWN: Final = {"enter": "enter", "return": "enter", "kp_enter": "enter", "backspace": "backspace"}
_SHOWN: Final = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "escape": "Esc", "return": "Enter",
    "pause": tr("Pause key"),
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
    return sum(_cap_width(theme, part) for part in parts) + _CAP_GAP * max(0, len(parts) - 1)


def paint_caps(
    painter: QPainter, theme: Theme, chord: str, left_middle: QPointF, ink: QColor | None = None
) -> None:
    """Paint the caps of a chord with their left middle at a point; on a filled button in its ink."""
    x = left_middle.x()
    for part in parts_of(chord):
        width = _cap_width(theme, part)
        rect = QRectF(x, left_middle.y() - CAP_HEIGHT / 2, width, CAP_HEIGHT)
        _paint_cap(painter, theme, part, rect, ink)
        x += width + _CAP_GAP


def _cap_width(theme: Theme, part: str) -> float:
    if part.lower() in _DRAWN:
        return _CAP_ICON + 2 * _PADDING
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
    ground = None if ink else theme.color("sunken")
    draw_box(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, ground, line)
    if not ink:
        foot = QRectF(rect.left() + 3, rect.bottom() - 2, rect.width() - 6, 1)
        painter.fillRect(foot, line)
    text = ink or theme.color("text2")
    if part.lower() in _DRAWN:
        icon = QRectF(0, 0, _CAP_ICON, _CAP_ICON)
        icon.moveCenter(rect.center())
        theme.paint_icon(painter, _DRAWN[part.lower()], icon, text)
    else:
        painter.setFont(theme.font("caption"))
        painter.setPen(text)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, _shown(part))
    painter.restore()


class KeyCaps(Painted):
    """The caps of one chord as a widget of fixed size."""

    def __init__(self, theme: Theme, chord: str) -> None:
        super().__init__(theme, name=words_of(chord))
        self._chord = chord
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Return the size of the caps."""
        return QSize(round(caps_width(self._theme, self._chord)), CAP_HEIGHT)

    def _paint(self, painter: QPainter) -> None:
        paint_caps(painter, self._theme, self._chord, QPointF(0, self.height() / 2))


ButtonKind = Literal["plain", "primary", "danger", "stop", "flat", "link", "chip"]
ButtonSize = Literal["normal", "compact", "touch", "pill"]

_HEIGHTS: Final[dict[ButtonSize, int]] = {"normal": 32, "compact": 28, "touch": 40, "pill": 26}
_PADDINGS: Final[dict[ButtonSize, int]] = {"normal": 12, "compact": 10, "touch": 14, "pill": 12}
_ICON: Final = 16
_GAP: Final = 8
_BAR: Final = 3


_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True, slots=True)
class _Colors:
    fill: QColor | None
    outline: QColor | None
    ink: QColor


class Button(PaintedButton):
    """A push button painted by itself. Enter and Space press it only while it has the focus.

    `set_bar` draws the 3 px bar of arming or countdown, `set_fill` the darkening of a held button.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        icon: str = "",
        kind: ButtonKind = "plain",
        size: ButtonSize = "normal",
        keys: str = "",
        takes_enter: bool = True,
    ) -> None:
        """Make a button.

        Args:
            icon: name of what stands before them; empty for none.
            keys: the chord that presses it from elsewhere, shown as caps.
            takes_enter: Enter presses it; else Enter belongs to the form that it stands in.
        """
        super().__init__(theme, text)
        self._takes_enter = takes_enter
        self._icon_name = icon
        self._kind: ButtonKind = kind
        self._size: ButtonSize = size
        self._keys = keys
        self._bar: float | None = None
        self._fill = 0.0
        self.setAccessibleDescription(words_of(keys))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str) -> None:
        """Show other words, and be called so."""
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def set_kind(self, kind: ButtonKind) -> None:
        """Look like another kind of button."""
        if kind != self._kind:
            self._kind = kind
            self._relayout()

    def set_icon_name(self, icon: str) -> None:
        """Show another icon; empty shows none."""
        self._icon_name = icon
        self._relayout()

    def set_keys(self, keys: str) -> None:
        """Show another chord; empty shows none."""
        self._keys = keys
        self.setAccessibleDescription(words_of(keys))
        self._relayout()

    def set_bar(self, fraction: float | None) -> None:
        """Draw the bar along the lower edge filled to a fraction; None draws none."""
        if fraction != self._bar:
            self._bar = fraction
            self.update()

    def set_fill(self, fraction: float) -> None:
        """Darken the button from the left up to a fraction of its width."""
        if fraction != self._fill:
            self._fill = fraction
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size that shows icon, words and keys whole."""
        height = _HEIGHTS[self._size]
        if self._kind == "link":
            return QSize(round(self._content_width()), 20)
        width = self._content_width() + 2 * self._padding()
        return QSize(max(height, round(width)), height)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint: words of a button are never cut."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press as Space does: Qt has that on some desktops only."""
        if _is_enter(event) and not self._takes_enter:
            event.ignore()
        elif _is_enter(event):
            super().keyPressEvent(_space_for(event))
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End the press."""
        if _is_enter(event):
            super().keyReleaseEvent(_space_for(event))
        else:
            super().keyReleaseEvent(event)

    def _paint(self, painter: QPainter) -> None:
        colors = self._colors()
        if self._kind != "link":
            self._paint_box(painter, colors)
        self._paint_content(painter, colors.ink)
        if self.hasFocus():
            self._paint_focus(painter, colors)

    def _relayout(self) -> None:
        self.updateGeometry()
        self.update()

    def _padding(self) -> int:
        is_icon_only = bool(self._icon_name) and not self.text() and not self._keys
        return (_HEIGHTS[self._size] - _ICON) // 2 if is_icon_only else _PADDINGS[self._size]

    def _font(self) -> QFont:
        is_strong = self._kind in ("primary", "danger", "stop", "link")
        if self._size in ("compact", "pill") or self._kind in ("link", "chip"):
            return self._theme.font("small_bold" if is_strong else "small")
        return self._theme.font("bold" if is_strong else "body")

    def _content_width(self) -> float:
        parts = []
        if self._icon_name:
            parts.append(float(_ICON))
        if self.text():
            parts.append(QFontMetricsF(self._font()).horizontalAdvance(self.text()) + 1)
        if self._keys:
            parts.append(caps_width(self._theme, self._keys))
        return sum(parts) + _GAP * max(0, len(parts) - 1)

    def _radius(self) -> float:
        return self.height() / 2 if self._size == "pill" else 8.0

    def _colors(self) -> _Colors:
        color = self._theme.color
        if not self.isEnabled():
            has_box = self._kind not in ("flat", "link")
            box = color("sunken") if has_box else None
            return _Colors(box, color("line") if has_box else None, color("text3"))
        is_hot = self.is_hot
        match self._kind:
            case "primary":
                fill = color("accentHover" if is_hot else "accent")
                return _Colors(fill, fill, color("onAccent"))
            case "danger":
                return _Colors(color("r3"), color("r3"), color("onDanger"))
            case "stop":
                return _Colors(color("r3Soft" if is_hot else "surface"), color("r3"), color("r3"))
            case "flat":
                return _Colors(color("sunken") if is_hot else None, None, color("text2"))
            case "chip":
                return _Colors(color("accentSoft" if is_hot else "sunken"), None, color("text"))
            case "link":
                return _Colors(None, None, color("accentText"))
            case _:
                fill = color("sunken" if is_hot else "surface")
                return _Colors(fill, color("ctl"), color("text"))

    def _paint_box(self, painter: QPainter, colors: _Colors) -> None:
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        draw_box(painter, rect, self._radius(), colors.fill, colors.outline)
        if self._fill <= 0 and self._bar is None:
            return
        path = QPainterPath()
        path.addRoundedRect(rect, self._radius(), self._radius())
        painter.save()
        painter.setClipPath(path)
        if self._fill > 0:
            shade = QColor(0, 0, 0, 56)
            painter.fillRect(QRectF(0, 0, self.width() * self._fill, self.height()), shade)
        if self._bar is not None:
            bar = QRectF(0, self.height() - _BAR, self.width() * self._bar, _BAR)
            is_filled = self.isEnabled() and self._kind == "primary"
            painter.fillRect(bar, self._theme.color("onAccent" if is_filled else "accent"))
        painter.restore()

    def _paint_content(self, painter: QPainter, ink: QColor) -> None:
        x = (self.width() - self._content_width()) / 2 if self._kind != "link" else 0.0
        middle = self.height() / 2
        if self._icon_name:
            self._theme.paint_icon(
                painter, self._icon_name, QRectF(round(x), round(middle - 8), _ICON, _ICON), ink
            )
            x += _ICON + _GAP
        if self.text():
            painter.setFont(self._font())
            painter.setPen(ink)
            width = QFontMetricsF(self._font()).horizontalAdvance(self.text()) + 1
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(QRectF(x, 0, width, self.height()), int(flags), self.text())
            x += width + _GAP
        if self._keys:
            is_filled = self._kind in ("primary", "danger") and self.isEnabled()
            point = QPointF(round(x), middle)
            paint_caps(painter, self._theme, self._keys, point, ink if is_filled else None)

    def _paint_focus(self, painter: QPainter, colors: _Colors) -> None:
        is_filled = self._kind in ("primary", "danger") and self.isEnabled()
        ring = colors.ink if is_filled else self._theme.color("accent")
        inset = 3.0 if is_filled else 1.0
        rect = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        radius = max(2.0, self._radius() - inset)
        draw_box(painter, rect, radius, outline=ring, width=1.5 if is_filled else 2)


def _is_enter(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in _ENTER and held == Qt.KeyboardModifier.NoModifier


def _space_for(event: QKeyEvent) -> QKeyEvent:
    """Return the same event of the space bar."""
    return QKeyEvent(
        event.type(), Qt.Key.Key_Space, event.modifiers(), " ", event.isAutoRepeat(), event.count()
    )


ARMING_MS: Final = 600
"""The second press is dead for so long: a double click (400 ms in Qt) must not be both presses."""
PATIENCE_MS: Final = 10_000
"""The question goes away after so long: a press much later is about something else."""


class AskingTwice(QWidget):
    """Shows `ask`; once that was pressed, `yes` and `no` in its place.

    The focus goes to `no`, which stands where `ask` ended. Esc, time and being hidden also mean no.
    """

    confirmed = Signal()

    def __init__(
        self, ask: Button, yes: Button, no: Button, *, patience_ms: int = PATIENCE_MS
    ) -> None:
        super().__init__()
        self.ask, self.yes, self.no = ask, yes, no
        row(None, yes, no, ask, gap=8, into=self)
        self._arming = timer(self, ARMING_MS, lambda: yes.setEnabled(True))
        self._patience = timer(self, patience_ms, self.forget)
        self._show(is_asking=False)
        ask.clicked.connect(self._on_ask)
        no.clicked.connect(self.forget)
        yes.clicked.connect(self._on_yes)

    @property
    def is_asking(self) -> bool:
        """Tell whether the second press is waited for."""
        return not self.no.isHidden()

    def forget(self) -> None:
        """Go back to the first press; nothing happened."""
        had_focus = self.yes.hasFocus() or self.no.hasFocus()
        self._show(is_asking=False)
        if had_focus:
            self.ask.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_ask(self) -> None:
        self._show(is_asking=True)
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_yes(self) -> None:
        self.forget()
        self.confirmed.emit()

    def _show(self, *, is_asking: bool) -> None:
        self.yes.setEnabled(False)
        self.ask.setVisible(not is_asking)
        self.yes.setVisible(is_asking)
        self.no.setVisible(is_asking)
        for clock in (self._arming, self._patience):
            if is_asking:
                clock.start()
            else:
                clock.stop()

    def event(self, event: QEvent) -> bool:
        """Take Esc for ourselves while we ask: it would close the window."""
        is_esc = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_esc and self.is_asking:
            if event.type() is QEvent.Type.KeyPress:
                self.forget()
            event.accept()
            return True
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more once we are out of sight."""
        super().hideEvent(event)
        self._show(is_asking=False)
