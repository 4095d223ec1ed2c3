"""All overlay windows of the process: shown, kept on top, and taken off the screen for a picture.

UI thread, except for the markers: pixels that prove a picture clean, and that nobody sees. They are a
tuple that is replaced whole.

Whether a card may decide is asked of the X server in the moment of the decision: Qt follows whoever
moves, resizes or unmaps its windows, so places and sizes are compared with what we gave.
"""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QColor, QCursor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.gui.background import timer
from app.gui.overlay.card_widgets import CardWindow, Layer, as_overlay
from app.gui.overlay.placement import MARGIN, MonitorMap, screen_of
from app.gui.overlay.shapes import Shape, Spot
from app.gui.overlay.x11 import Colour, Standing, WindowServer
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.capture import MARKER_SIZE_PX, Marker, marker_pixels

DEFAULT_GROUND: Final[Colour] = (0, 0, 0)


class MarkerWindow(QWidget):
    """A few opaque pixels in a monitor's corner while anything of ours is shown there.

    It is unmapped after all other windows: once it has left the picture, they have too. Nobody sees
    it, as long as it is told what lies around it.
    """

    def __init__(self, view: MonitorMap) -> None:
        super().__init__()
        self._view = view
        self._ground = DEFAULT_GROUND
        as_overlay(self, takes_clicks=False)
        side = math.ceil(MARKER_SIZE_PX / view.ratio)
        self.setFixedSize(side, side)
        self.setObjectName("overlay-marker")

    @property
    def marker(self) -> Marker:
        """Where it stands, in device pixels."""
        return Marker(ScreenPoint(self._view.rect.x, self._view.rect.y))

    @property
    def place(self) -> Rect:
        """The whole window in device pixels; a fractional scale may make it larger than the marker."""
        side = math.ceil(self.width() * self._view.ratio)
        return Rect(self._view.rect.x, self._view.rect.y, side, side)

    def set_ground(self, ground: Colour | None) -> None:
        """Look like this colour; None, where nobody can tell, changes nothing."""
        if ground is not None and ground != self._ground:
            self._ground = ground
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the marker, device pixel by device pixel, and around it its ground."""
        pixels = marker_pixels(self._ground)
        blue, green, red = self._ground
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(red, green, blue))
            painter.scale(1 / self.devicePixelRatioF(), 1 / self.devicePixelRatioF())
            for y, x in np.ndindex(MARKER_SIZE_PX, MARKER_SIZE_PX):
                blue, green, red = (int(level) for level in pixels[y, x])
                painter.fillRect(QRect(x, y, 1, 1), QColor(red, green, blue))


class Markers:
    """One window for each monitor that the overlay has ever been shown on."""

    def __init__(self, place: Callable[[QWidget, MonitorMap], None]) -> None:
        """Begin without any; `place` moves a window to a monitor's corner."""
        self._place = place
        self._windows: dict[MonitorMap, MarkerWindow] = {}
        self.shown: tuple[Marker, ...] = ()
        """What stands on the monitors in use, or will again when the picture is taken; any thread."""

    @property
    def windows(self) -> Collection[MarkerWindow]:
        """The windows, hidden ones included."""
        return self._windows.values()

    def use(self, views: Collection[MonitorMap], server: WindowServer) -> None:
        """Have a marker on these monitors and on no others; shows none that is hidden."""
        for view in views:
            if view not in self._windows:
                self._windows[view] = MarkerWindow(view)
                self._place(self._windows[view], view)
        for view, window in self._windows.items():
            if view not in views:
                window.hide()
        self.blend_in(server)
        self.shown = tuple(self._windows[view].marker for view in views)

    def blend_in(self, server: WindowServer) -> None:
        """Let each look like what lies around it at this moment."""
        for window in self._windows.values():
            window.set_ground(server.colour_around(window.place))

    def show(self, views: Collection[MonitorMap]) -> None:
        """Put those of these monitors on the screen."""
        for view in views:
            self._windows[view].show()

    def hide(self) -> None:
        """Take all off the screen."""
        for window in self._windows.values():
            window.hide()


RAISE_MS: Final = 250
TURN_MS: Final = 50
TURN_S: Final = 1.6
"""Provisional dashes turn once in so many seconds."""


class Stage(QObject):
    """Owns layers and markers; windows that take clicks are lent to it by `show_window`."""

    covered = Signal(bool)
    """The watched window does not stand as it was shown, or does so again."""
    lost = Signal()
    """The watched window has to be made anew: another program has changed it."""
    compositor_changed = Signal()
    """A compositor came or went: windows must be made anew."""

    def __init__(
        self,
        theme: Theme,
        server: WindowServer,
        *,
        has_motion: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.server = server
        """The window system below Qt."""
        self._has_motion = has_motion
        self.is_solid = not server.has_compositor()
        """Tell whether windows must be opaque because nothing composes them."""
        self._layers: dict[MonitorMap, Layer] = {}
        self._markers = Markers(lambda window, view: self.move_window(window, view, Spot(0, 0)))
        self._windows: dict[QWidget, MonitorMap] = {}
        self._corners: dict[QWidget, QPoint] = {}
        """Where each window was put; Qt follows whoever moves it."""
        self._watched: CardWindow | None = None
        self._is_covered = False
        self.is_suspended = False
        """Tell whether everything is off the screen for a picture."""
        self._raise_timer = timer(self, RAISE_MS, self.keep_on_top, repeats=True)
        self._turn_timer = timer(self, TURN_MS, self._on_turn, repeats=True)
        self._turn = 0.0

    def set_motion(self, *, has_motion: bool) -> None:
        """Let dashes run from here on, or stand still."""
        self._has_motion = has_motion
        if not has_motion:
            self._turn_timer.stop()

    def shown_marks(self) -> dict[MonitorMap, tuple[Shape, ...]]:
        """Return the marks that are shown, by monitor."""
        return {view: layer.shapes for view, layer in self._layers.items() if layer.shapes}

    def markers(self) -> tuple[Marker, ...]:
        """Return the markers that are on the screen; any thread."""
        return self._markers.shown

    def refresh_compositor(self) -> None:
        """Look whether a compositor runs, before anything is shown."""
        is_solid = not self.server.has_compositor()
        if is_solid == self.is_solid:
            return
        self.is_solid = is_solid
        for layer in self._layers.values():
            layer.close()
        self._layers.clear()
        self.compositor_changed.emit()

    def set_marks(
        self, marks: Mapping[MonitorMap, tuple[Shape, ...]], *, turns: bool = False
    ) -> None:
        """Show these marks and no others; `turns` lets dashes run."""
        for view, layer in self._layers.items():
            if not marks.get(view):
                layer.hide()
                layer.set_shapes(())
        for view, shapes in marks.items():
            if shapes:
                layer = self._layer(view)
                layer.set_shapes(shapes)
                self._cut(layer)
                self._put_on_screen(layer)
        if turns and self._has_motion:
            self._turn_timer.start()
        else:
            self._turn_timer.stop()
        self._settle()

    def show_window(self, window: QWidget, view: MonitorMap, corner: Spot) -> None:
        """Show a window with the top left corner of its visible part at a logical point."""
        self._windows[window] = view
        self.move_window(window, view, corner)
        self._put_on_screen(window)
        self._settle()
        self._shape_input(window)

    def move_window(self, window: QWidget, view: MonitorMap, corner: Spot) -> None:
        """Move a window; does not show it."""
        margin = window.margin if isinstance(window, CardWindow) else 0
        screen = screen_of(view.rect, QGuiApplication.screens())
        origin = screen.geometry().topLeft() if screen else QPoint(view.rect.x, view.rect.y)
        offset = QPoint(round(corner.x) - margin, round(corner.y) - margin)
        if screen is not None:
            window.setScreen(screen)
        window.move(origin + offset)
        self._corners[window] = origin + offset

    def keep_inside(self, window: CardWindow, corner: Spot) -> None:
        """Stand at a corner, or above it where the window has grown past the monitor's edge."""
        view = self._windows[window]
        lowest = view.size.h - MARGIN - (window.height() - 2 * window.margin)
        self.move_window(window, view, Spot(corner.x, max(MARGIN, min(corner.y, lowest))))
        self._shape_input(window)

    def remove_window(self, window: QWidget) -> None:
        """Take a window off the screen for good."""
        self._windows.pop(window, None)
        self._corners.pop(window, None)
        if window is self._watched:
            self._watched = None
        window.hide()
        window.deleteLater()
        self._settle()

    def watch(self, window: CardWindow | None) -> None:
        """Report from here on how this window stands."""
        self._watched = window
        self._is_covered = False

    def stands(self) -> bool:
        """Ask at once whether the watched window may be decided on; report a change.

        It may while it is whole, on top and in its place, by the X server's facts of this moment.
        """
        window = self._watched
        if window is None or not window.isVisible():
            return False
        _wait_for_server()  # what Qt has just asked for is part of the facts
        number, place, part = int(window.winId()), *self._rects_of(window)
        standing = self.server.standing(number, place, part, self._ids())
        is_covered = standing is not Standing.WHOLE
        if is_covered != self._is_covered:
            self._is_covered = is_covered
            self.covered.emit(is_covered)
        if standing is Standing.LOST:
            self.lost.emit()
        return not is_covered

    def keep_on_top(self) -> None:
        """Report what has come in front or was changed, then raise everything of ours past it."""
        self.refresh_compositor()
        self._markers.blend_in(self.server)
        self.stands()
        self.server.keep_above(self._ids())

    def set_peeking(self, *, is_peeking: bool) -> None:
        """Hide marks and the watched card, for the user to look behind them, or show them again."""
        windows = [layer for layer in self._layers.values() if layer.shapes]
        for window in (*windows, self._watched):
            if window is not None:
                window.setVisible(not is_peeking)
        self._settle()

    def suspend(self) -> None:
        """Take everything off the screen for a picture; the markers go last."""
        self.is_suspended = True
        for window in (*self._windows, *self._layers.values()):
            window.hide()
        self._markers.hide()
        self._raise_timer.stop()
        _wait_for_server()

    def resume(self) -> None:
        """Show again what `suspend` took away."""
        self.is_suspended = False
        for layer in self._layers.values():
            if layer.shapes:
                self._put_on_screen(layer)
        for window in self._windows:
            self._put_on_screen(window)
        self._settle()

    def _cut(self, layer: Layer) -> None:
        """Leave only the marks of a layer where nothing composes it; before it is first seen."""
        if self.is_solid:
            number = int(layer.winId())
            _wait_for_server()
            self.server.cut_to(number, layer.parts())

    def _shape_input(self, window: QWidget) -> None:
        """Let clicks through the shadow of a card."""
        if isinstance(window, CardWindow):
            self.server.take_clicks_in(int(window.winId()), [window.input_rect()])

    def _put_on_screen(self, window: QWidget) -> None:
        if not self.is_suspended:
            window.show()

    def _layer(self, view: MonitorMap) -> Layer:
        if view not in self._layers:
            layer = Layer(self._theme, view, is_solid=self.is_solid)
            screen = screen_of(view.rect, QGuiApplication.screens())
            if screen is not None:
                layer.setScreen(screen)
                layer.setGeometry(screen.geometry())
            self._layers[view] = layer
        return self._layers[view]

    def _settle(self) -> None:
        """Show a marker on each monitor in use, put all in order and start or stop the timer."""
        in_use = {view for view, layer in self._layers.items() if layer.shapes}
        in_use |= set(self._windows.values())
        self._markers.use(in_use, self.server)
        if not self.is_suspended:
            self._markers.show(in_use)
        if in_use and not self.is_suspended:
            self.server.keep_above(self._ids())
            self._raise_timer.start()
        else:
            self._raise_timer.stop()
        _wait_for_server()

    def _ids(self) -> list[int]:
        """Return the windows that are shown, lowest first: layers, the rest, markers."""
        windows = [*self._layers.values(), *self._windows, *self._markers.windows]
        return [int(window.winId()) for window in windows if window.isVisible()]

    def _rects_of(self, window: CardWindow) -> tuple[Rect, Rect]:
        """Return where a window was put and the part of that which takes clicks, in device pixels."""
        view = self._windows[window]
        part = window.input_rect()
        screen = screen_of(view.rect, QGuiApplication.screens())
        origin = screen.geometry().topLeft() if screen else QPoint(0, 0)
        corner, size = self._corners[window] - origin, window.fitted
        left = view.rect.x + round(corner.x() * view.ratio)
        top = view.rect.y + round(corner.y() * view.ratio)
        place = Rect(left, top, round(size.width() * view.ratio), round(size.height() * view.ratio))
        return place, Rect(left + part.x, top + part.y, part.w, part.h)

    def _on_turn(self) -> None:
        self._turn = (self._turn + TURN_MS / 1000 / TURN_S * 8) % 1.0
        for layer in self._layers.values():
            if layer.isVisible():
                layer.set_turn(self._turn)


def _wait_for_server() -> None:
    """Return when the X server has done all that Qt has sent it so far.

    Asking for the pointer is a round trip on Qt's own connection; `QGuiApplication.sync` would run
    the event loop in the middle of our work.
    """
    QCursor.pos()
