"""The handle on a mark while the user changes an action: drag it, and the target follows.

All of it takes the mouse: what went through its middle would press what is below. Without a compositor
its middle shows the observation's picture, and the marks, of what it covers.
"""

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from app.overlay.layer import as_overlay
from app.overlay.monitor_map import MonitorMap
from app.overlay.paint import MarkPainter
from app.overlay.shapes import Box, Shape, Spot
from app.widgets.crop import frame_image
from app.widgets.theme import Theme
from app.widgets.tokens import tokens
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame

HALF: Final = 32
"""Half the side of a handle's window in logical pixels."""


class Handle(QWidget):
    """A ring round one pixel that can be dragged; the pixel is seen in its middle."""

    moved = Signal(object)
    """The `ScreenPoint` that the handle was dragged to."""

    def __init__(self, view: MonitorMap, theme: Theme, frame: Frame, *, is_solid: bool) -> None:
        super().__init__()
        self._view = view
        self._theme = theme
        self._frame = frame
        self._marks: tuple[Shape, ...] = ()
        self._is_active = True
        self._spot = Spot(0, 0)
        self._grip: QPointF | None = None
        as_overlay(self, takes_clicks=True)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        if is_solid:
            self.setMask(QRegion(QRect(0, 0, 2 * HALF, 2 * HALF), QRegion.RegionType.Ellipse))
        else:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self._is_solid = is_solid
        self.setFixedSize(2 * HALF, 2 * HALF)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setObjectName("overlay-handle")
        self.setAccessibleName("Drag to move the target")

    @property
    def view(self) -> MonitorMap:
        """The monitor that it stands on."""
        return self._view

    def stand_at(self, point: ScreenPoint) -> Spot:
        """Belong to a pixel; return where the top left corner goes for that."""
        self._spot = self._view.to_spot(point)
        return self._spot.moved(-HALF, -HALF)

    def set_marks(self, marks: tuple[Shape, ...]) -> None:
        """Show these marks of its monitor in its middle, where it covers them."""
        self._marks = marks
        self.update()

    def set_active(self, *, is_active: bool) -> None:
        """Tell whether this is the handle that arrow keys move."""
        self._is_active = is_active
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip = self._local(event) - QPointF(self._spot.x, self._spot.y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer, pixel by pixel."""
        if self._grip is not None:
            place = self._local(event) - self._grip
            self.moved.emit(self._view.to_screen(Spot(place.x(), place.y())))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._grip = None

    def _local(self, event: QMouseEvent) -> QPointF:
        """Return where the pointer is, in logical pixels of the monitor."""
        return event.globalPosition() - QPointF(self.screen().geometry().topLeft())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ring, solid when arrow keys move this handle."""
        with QPainter(self) as painter:
            middle = QPointF(HALF, HALF)
            if self._is_solid:
                self._paint_what_is_below(painter)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.SolidLine if self._is_active else Qt.PenStyle.DotLine
            for color, width in (("casing", 9.0), ("ink", 5.0)):
                painter.setPen(QPen(QColor(tokens().overlay[color]), width))
                painter.drawEllipse(middle, HALF - 5.0, HALF - 5.0)
            painter.setPen(QPen(QColor(tokens().overlay["casing"]), 1.5, style))
            painter.drawEllipse(middle, HALF - 5.0, HALF - 5.0)

    def _paint_what_is_below(self, painter: QPainter) -> None:
        origin = self.pos() - self.screen().geometry().topLeft()
        covered = Box(origin.x(), origin.y(), self.width(), self.height())
        part = self._view.to_rect(covered).intersection(self._frame.rect)
        painter.save()
        painter.translate(-covered.x, -covered.y)
        place = self._view.to_box(part)
        image = frame_image(self._frame.crop(part))
        painter.drawImage(QRectF(place.x, place.y, place.w, place.h), image)
        MarkPainter(painter, self._theme, is_solid=True).paint(self._marks)
        painter.restore()
