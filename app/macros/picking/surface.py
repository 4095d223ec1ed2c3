"""The frozen picture of one monitor that is pointed at: what lies under the pointer is outlined and named.

It covers the whole monitor, so no press and no key reaches a program while it is shown.
"""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.macros.picking.scene import Thing, thing_words
from app.overlay.monitor_map import MonitorMap
from app.overlay.shapes import Spot
from app.widgets.crop import frame_image
from app.widgets.theme import Theme
from app.widgets.tokens import tokens
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame

SHADE: Final = QColor(0, 0, 0, 92)
"""Over everything but what would be picked: tells the frozen picture from the desktop."""
HELP: Final = (
    "Point at what the step is for and click. Tab goes from one thing to the next, "
    "Enter picks it, Esc leaves."
)
GAP_PX: Final = 8.0
_PAD: Final = 10.0
_TOP: Final = 20.0
_AROUND_HINT: Final = 96.0


class Surface(QWidget):
    """One monitor of a pick. UI thread; positions that it tells are device pixels of the desktop."""

    pointed = Signal(object)
    """The pointer is over this `ScreenPoint`."""
    pressed = Signal(object)
    """A click came up at this `ScreenPoint`."""
    stepped = Signal(int)
    """Go to the next thing (1) or to the one before (-1)."""
    accepted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, view: MonitorMap, frame: Frame) -> None:
        super().__init__()
        self._theme, self._view = theme, view
        self._image: QImage = frame_image(frame.crop(view.rect))
        self._image.setDevicePixelRatio(view.ratio)
        self._thing: Thing | None = None
        self._hint = HELP
        self._down: set[int] = set()
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
        )
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("picking-surface")
        self.setWindowTitle("Pick on the screen")
        self.setAccessibleName("Pick on the screen")
        self.setAccessibleDescription(HELP)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)

    @property
    def view(self) -> MonitorMap:
        """The monitor that it covers."""
        return self._view

    @property
    def hint(self) -> str:
        """The sentence at the top."""
        return self._hint

    @property
    def shown(self) -> Thing | None:
        """What is outlined on this monitor."""
        return self._thing

    def show_thing(self, thing: Thing | None, hint: str = HELP) -> None:
        """Outline what would be picked, and say a sentence at the top."""
        if thing == self._thing and hint == self._hint:
            return
        self._thing, self._hint = thing, hint
        self.setAccessibleDescription(thing_words(thing) if thing is not None else hint)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at something."""
        self.pointed.emit(self._at(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Wait until the button comes up: its release must not reach what lies below."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick with the left button, leave with the right one."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit(self._at(event))
        elif event.button() is Qt.MouseButton.RightButton:
            self.left.emit()

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802  # Qt's name
        """Keep Tab for ourselves."""
        self.stepped.emit(1 if is_next else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move on with the arrows; Enter and Esc count once they come up."""
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self.stepped.emit(1)
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self.stepped.emit(-1)
            case key if not event.isAutoRepeat():
                self._down.add(key)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Pick or leave: a key that goes on repeating must not reach what comes next."""
        if event.isAutoRepeat() or event.key() not in self._down:
            return
        self._down.discard(event.key())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()

    def _at(self, event: QMouseEvent) -> ScreenPoint:
        at = event.position()
        return self._view.to_screen(Spot(at.x(), at.y()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, the shade, the outline with its name, and the sentence at the top."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawImage(QPointF(0, 0), self._image)
            outline = self._outline()
            self._paint_shade(painter, outline)
            if self._thing is not None and outline is not None:
                self._paint_outline(painter, outline)
                self._paint_words(painter, thing_words(self._thing), self._below(outline))
            self._paint_words(painter, self._hint, self._hint_corner(outline))

    def _hint_corner(self, outline: QRectF | None) -> QPointF:
        """Return the middle at the top, or at the foot where something is picked at the top."""
        is_high = outline is not None and outline.top() < _AROUND_HINT
        return QPointF(-1.0, self.height() - _AROUND_HINT / 2 if is_high else _TOP)

    def _outline(self) -> QRectF | None:
        """Return the outline in logical pixels; None where nothing of it is on this monitor."""
        thing = self._thing
        if thing is None:
            return None
        box = thing.box or Rect(thing.point.x - 12, thing.point.y - 12, 24, 24)
        if not box.intersection(self._view.rect).area:
            return None
        shown = self._view.to_box(box)
        return QRectF(shown.x, shown.y, shown.w, shown.h).adjusted(-3, -3, 3, 3)

    def _paint_shade(self, painter: QPainter, outline: QRectF | None) -> None:
        shade = QPainterPath()
        shade.addRect(QRectF(self.rect()))
        if outline is not None:
            hole = QPainterPath()
            hole.addRoundedRect(outline, 4, 4)
            shade = shade.subtracted(hole)
        painter.fillPath(shade, SHADE)

    def _paint_outline(self, painter: QPainter, outline: QRectF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        casing, ink = QColor(tokens().overlay["casing"]), QColor(tokens().overlay["r1"])
        for pen in (QPen(casing, 5), QPen(ink, 2.5)):
            painter.setPen(pen)
            painter.drawRoundedRect(outline, 4, 4)

    def _below(self, outline: QRectF) -> QPointF:
        """Return where the name stands: below the outline, above it at the lower edge."""
        height = QFontMetricsF(self._theme.font("bold")).height() + _PAD
        y = outline.bottom() + GAP_PX
        if y + height > self.height():
            y = max(0.0, outline.top() - GAP_PX - height)
        return QPointF(outline.left(), y)

    def _paint_words(self, painter: QPainter, words: str, corner: QPointF) -> None:
        """Paint words on a plate; left of the edge means in the middle."""
        is_centred = corner.x() < 0
        font = self._theme.font("body" if is_centred else "bold")
        metrics = QFontMetricsF(font)
        room = self.width() - 4 * _PAD
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, room)
        width, height = metrics.horizontalAdvance(shown) + 2 * _PAD, metrics.height() + _PAD
        wanted = (self.width() - width) / 2 if is_centred else corner.x()
        left = max(_PAD, min(wanted, self.width() - width - _PAD))
        plate = QRectF(left, corner.y(), width, height)
        painter.setPen(QPen(self._theme.color("ctl"), 1))
        painter.setBrush(self._theme.color("surface"))
        painter.drawRoundedRect(plate, 6, 6)
        painter.setFont(font)
        painter.setPen(self._theme.color("text"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
