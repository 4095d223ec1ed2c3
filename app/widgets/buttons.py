"""Buttons that show their icon, their words and the key that presses them."""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.widgets.keycaps import caps_width, paint_caps, words_of
from app.widgets.theme import Theme

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


class Button(QAbstractButton):
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
        parent: QWidget | None = None,
    ) -> None:
        """Make a button.

        Args:
            theme: colours and fonts.
            text: its words.
            icon: name of what stands before them; empty for none.
            kind: how it looks.
            size: how high it is.
            keys: the chord that presses it from elsewhere, shown as caps.
            takes_enter: Enter presses it; else Enter belongs to the form that it stands in.
            parent: Qt's owner.
        """
        super().__init__(parent)
        self._theme = theme
        self._takes_enter = takes_enter
        self._icon_name = icon
        self._kind: ButtonKind = kind
        self._size: ButtonSize = size
        self._keys = keys
        self._bar: float | None = None
        self._fill = 0.0
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(words_of(keys))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

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

    def enterEvent(self, event: QEnterEvent) -> None:
        """Repaint for the hover look."""
        super().enterEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
        is_hot = self.underMouse() or self.isDown()
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
        painter.setPen(QPen(colors.outline, 1) if colors.outline else Qt.PenStyle.NoPen)
        painter.setBrush(colors.fill or Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, self._radius(), self._radius())
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
        painter.setPen(QPen(ring, 1.5 if is_filled else 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = max(2.0, self._radius() - inset)
        painter.drawRoundedRect(rect, radius, radius)


def _is_enter(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in _ENTER and held == Qt.KeyboardModifier.NoModifier


def _space_for(event: QKeyEvent) -> QKeyEvent:
    """Return the same event of the space bar."""
    return QKeyEvent(
        event.type(), Qt.Key.Key_Space, event.modifiers(), " ", event.isAutoRepeat(), event.count()
    )
