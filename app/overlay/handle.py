"""The handle on a mark while the user changes an action: drag it, and the target follows."""

from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from app.overlay.layer import as_overlay
from app.overlay.monitor_map import MonitorMap
from app.overlay.shapes import Spot
from app.widgets.tokens import tokens
from automation.core.geometry import ScreenPoint

HALF: Final = 32
"""Half the side of a handle's window in logical pixels."""
_HOLE: Final = 9.0


class Handle(QWidget):
    """A ring round one pixel that can be dragged; its middle stays free, so that the pixel is seen."""

    moved = Signal(object)
    """The `ScreenPoint` that the handle was dragged to."""

    def __init__(self, view: MonitorMap, *, is_solid: bool) -> None:
        super().__init__()
        self._view = view
        self._is_active = True
        self._spot = Spot(0, 0)
        self._grip: QPointF | None = None
        as_overlay(self, takes_clicks=True)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        if is_solid:
            ring = QRegion(QRect(0, 0, 2 * HALF, 2 * HALF), QRegion.RegionType.Ellipse)
            middle = QRect(HALF - 24, HALF - 24, 48, 48)
            self.setMask(ring - QRegion(middle, QRegion.RegionType.Ellipse))
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
                painter.fillRect(self.rect(), QColor(tokens().overlay["casing"]))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.SolidLine if self._is_active else Qt.PenStyle.DotLine
            for color, width in (("casing", 9.0), ("ink", 5.0)):
                painter.setPen(QPen(QColor(tokens().overlay[color]), width))
                painter.drawEllipse(middle, HALF - 5.0, HALF - 5.0)
            painter.setPen(QPen(QColor(tokens().overlay["casing"]), 1.5, style))
            painter.drawEllipse(middle, HALF - 5.0, HALF - 5.0)
