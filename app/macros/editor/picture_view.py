"""The stored picture of a target, whole, with its frame, the pressed pixel and lines through it."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.chat.crop_shelf import Picture
from app.macros.editor.frames import in_picture
from app.widgets.theme import Theme
from automation.core.geometry import ScreenPoint
from automation.macros.macro import Target

HEIGHT: Final = 120
_MOST_ZOOM: Final = 4.0
_FAR_PX: Final = 10
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureView(QWidget):
    """Shows a picture; while picking, a press or the arrow keys choose the pixel."""

    picked = Signal(object)
    """A `ScreenPoint` in pixels of the picture."""
    ended = Signal()
    """Picking is over, with or without a pixel."""

    def __init__(self, theme: Theme, height: int = HEIGHT) -> None:
        super().__init__()
        self._theme = theme
        self._height = height
        self._picture: Picture | None = None
        self._target: Target | None = None
        self._point: ScreenPoint | None = None
        self._is_picking = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName("The target on its stored picture")
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size in which most pictures fill the width of the inspector."""
        return QSize(304, self._height)

    @property
    def is_picking(self) -> bool:
        """Tell whether a press chooses a pixel."""
        return self._is_picking

    def show_picture(self, picture: Picture | None, target: Target | None) -> None:
        """Show a picture, or with None that there is none yet."""
        self._picture, self._target = picture, target
        if not self._is_picking:
            self._point = None
        self.update()

    def pick(self) -> None:
        """Let the next press or Enter choose the pixel."""
        if self._picture is None or self._target is None:
            return
        self._is_picking = True
        self._point = in_picture(self._target, self._size()).press
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setFocus()
        self.update()

    def stop(self) -> None:
        """Choose nothing."""
        if not self._is_picking:
            return
        self._is_picking = False
        self._point = None
        self.unsetCursor()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.update()
        self.ended.emit()

    def _size(self) -> tuple[int, int]:
        return (self._picture[1].w, self._picture[1].h) if self._picture else (1, 1)

    def _to_view(self) -> QTransform:
        width, height = self._size()
        zoom = min(self.width() / width, self.height() / height, _MOST_ZOOM)
        to_view = QTransform()
        to_view.translate((self.width() - width * zoom) / 2, (self.height() - height * zoom) / 2)
        return to_view.scale(zoom, zoom)

    def _pixel(self, place: QPointF) -> ScreenPoint:
        inverse, _ = self._to_view().inverted()
        found = inverse.map(place)
        width, height = self._size()
        x, y = max(0, min(width - 1, int(found.x()))), max(0, min(height - 1, int(found.y())))
        return ScreenPoint(x, y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pixel under the pointer; it can be dragged until it is let go."""
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the chosen pixel."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the pixel."""
        if self._is_picking and event.button() is Qt.MouseButton.LeftButton:
            self._follow(event)
            self._take()

    def _follow(self, event: QMouseEvent) -> None:
        if self._is_picking:
            self._point = self._pixel(event.position())
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the pixel with the arrows, ten with Shift; Enter takes it, Esc leaves all as it is."""
        if not self._is_picking or self._point is None:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        if key in _ARROWS:
            far = _FAR_PX if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            dx, dy = _ARROWS[key]
            width, height = self._size()
            x = max(0, min(width - 1, self._point.x + far * dx))
            y = max(0, min(height - 1, self._point.y + far * dy))
            self._point = ScreenPoint(x, y)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif key == Qt.Key.Key_Escape:
            self.stop()

    def _take(self) -> None:
        point = self._point
        self.stop()
        if point is not None:
            self.picked.emit(point)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture on a sunken box, then the marks."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            area = QRectF(self.rect())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("sunken"))
            painter.drawRoundedRect(area, 4, 4)
            if self._picture is not None and self._target is not None:
                self._paint_picture(painter, area)
            else:
                self._theme.paint_icon(painter, "eye-off", _middle(area), "text3")
            outline = self._theme.color("accent" if self._is_picking else "line")
            painter.setPen(QPen(outline, 2 if self._is_picking else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_picture(self, painter: QPainter, area: QRectF) -> None:
        assert self._picture is not None
        assert self._target is not None
        to_view = self._to_view()
        image, rect = self._picture
        shown = to_view.mapRect(QRectF(0, 0, rect.w, rect.h))
        brush = QBrush(image)
        brush.setTransform(to_view)
        painter.setBrush(brush)  # a texture: the edge of a clip path would not be smooth
        painter.drawRoundedRect(shown, 4, 4)
        found = in_picture(self._target, self._size())
        point = self._point or found.press
        middle = to_view.map(QPointF(point.x + 0.5, point.y + 0.5))
        frame = None
        if found.box is not None:
            box = QRectF(found.box.x, found.box.y, found.box.w, found.box.h)
            frame = to_view.mapRect(box).adjusted(-3, -3, 3, 3)
        painter.setClipRect(area.adjusted(1, 1, -1, -1))
        self._paint_marks(painter, shown, frame, middle)
        painter.setClipping(False)

    def _paint_marks(
        self, painter: QPainter, shown: QRectF, frame: QRectF | None, middle: QPointF
    ) -> None:
        color = self._theme.color("r1")
        inner = frame or QRectF(middle.x() - 12, middle.y() - 12, 24, 24)
        x, y = round(middle.x()) + 0.5, round(middle.y()) + 0.5
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(QColor(255, 255, 255, 153), 3), QPen(color, 1)):
            painter.setPen(pen)
            painter.drawLine(QPointF(shown.left(), y), QPointF(inner.left() - 2, y))
            painter.drawLine(QPointF(inner.right() + 2, y), QPointF(shown.right(), y))
            painter.drawLine(QPointF(x, shown.top()), QPointF(x, inner.top() - 2))
            painter.drawLine(QPointF(x, inner.bottom() + 2), QPointF(x, shown.bottom()))
        if frame is not None:
            for pen in (QPen(QColor("white"), 4.5), QPen(color, 2)):
                painter.setPen(pen)
                painter.drawRoundedRect(frame, 4, 4)
        painter.setPen(QPen(QColor("white"), 1.5))
        painter.setBrush(color)
        painter.drawEllipse(middle, 4.0, 4.0)


def _middle(area: QRectF) -> QRectF:
    icon = QRectF(0, 0, 16, 16)
    icon.moveCenter(area.center())
    return icon.toRect().toRectF()
