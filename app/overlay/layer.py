"""One window per monitor that shows the marks and lets every click and key through.

Override-redirect, because a window manager frames other windows and the frame would take clicks.
Without a compositor a translucent window is black: then the stage cuts the window to the marks.
"""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.overlay.monitor_map import MonitorMap
from app.overlay.paint import MarkPainter, solid_parts
from app.overlay.shapes import Shape
from app.widgets.theme import Theme
from automation.core.geometry import Rect

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
        self._shapes: tuple[Shape, ...] = ()
        self._turn = 0.0
        self.setObjectName("overlay-layer")
        as_overlay(self, takes_clicks=False)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        if not is_solid:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What is shown."""
        return self._shapes

    def set_shapes(self, shapes: tuple[Shape, ...]) -> None:
        """Show other marks."""
        self._shapes = shapes
        self.update()

    def parts(self) -> list[Rect]:
        """Return what the window must be cut to where nothing composes it, in its device pixels."""
        return solid_parts(self._shapes, self._theme, self._view.size, self._view.ratio)

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
                self._shapes, self._turn
            )
