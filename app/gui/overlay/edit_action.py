"""Changing a proposed action by hand: handles to drag, arrow keys, another text; and back again.

A changed pixel keeps the element's description only while it lies inside that element. All of a handle
takes the mouse: what went through its middle would press what is below. Without a compositor its middle
shows the observation's picture, and the marks, of what it covers.
"""

from dataclasses import replace
from typing import Final

import msgspec
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from app.gui import tr
from app.gui.overlay.card_widgets import as_overlay
from app.gui.overlay.paint import MarkPainter
from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.requests import points_of
from app.gui.overlay.scenery import Marks, Scenery
from app.gui.overlay.shapes import Box, Shape, Spot
from app.gui.overlay.stage import Stage
from app.gui.widgets.pictures import frame_image
from app.gui.widgets.theme import Theme, tokens
from automation.core.actions import (
    Action,
    Aim,
    ButtonDown,
    ButtonUp,
    Check,
    Click,
    Clipboard,
    Drag,
    Element,
    Move,
    Scroll,
    Write,
)
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Proposal


def action_of(intent: Action | Check) -> Action | None:
    """Return the intent if it is an action; a check is never changed."""
    return None if isinstance(intent, Check) else intent


def changed_proposal(proposal: Proposal, action: Action) -> Proposal:
    """Return the proposal with another action, and what is known of its place while it lies in it."""
    if not _has_left(proposal, action):
        return replace(proposal, intent=action)
    return replace(proposal, intent=action, element=None, evidence="", claim="")


def is_judged_anew(proposal: Proposal, action: Action) -> bool:
    """Tell whether the risk was found for something else than this action: another place or text."""
    was = action_of(proposal.intent)
    return was is not None and (_has_left(proposal, action) or text_of(action) != text_of(was))


def _has_left(proposal: Proposal, action: Action) -> bool:
    """Tell whether an end of the action is outside what was found at its place."""
    was = action_of(proposal.intent)
    before, now = points_of(was) if was is not None else (), points_of(action)
    element = proposal.element
    if element is None or not now or not before:
        return now != before
    return not element.box.contains(now[0]) or now[1:] != before[1:]


def text_of(action: Action) -> str | None:
    """Return the text that may be changed; None when the action has none."""
    match action:
        case Write() | Clipboard(op="set"):
            return action.text
        case _:
            return None


def can_change(action: Action) -> bool:
    """Tell whether there is anything to change."""
    return bool(points_of(action)) or text_of(action) is not None


def with_point(action: Action, index: int, point: ScreenPoint) -> Action:
    """Return the action with the pixel that `points_of` has at `index` replaced."""
    match action:
        case Click() | Move() | ButtonDown() | ButtonUp():
            return msgspec.structs.replace(action, at=_aimed(action.at, point))
        case Scroll() | Write() if action.at is not None:
            return msgspec.structs.replace(action, at=_aimed(action.at, point))
        case Drag():
            return _dragged(action, index, point)
        case _:
            return action


def with_text(action: Action, text: str) -> Action:
    """Return the action with another text."""
    if isinstance(action, Write | Clipboard):
        return msgspec.structs.replace(action, text=text)
    return action


def _aimed(aim: Aim, point: ScreenPoint) -> Aim:
    return Aim(point, _still(aim.element, point))


def _still(element: Element | None, point: ScreenPoint) -> Element | None:
    if element is None or element.box is None or not element.box.contains(point):
        return None
    return element


def _dragged(drag: Drag, index: int, point: ScreenPoint) -> Drag:
    """Move one end and bend the path along, more the nearer a point is to that end."""
    path, last = drag.path, len(drag.path) - 1
    moved = path[0] if index == 0 else path[last]
    dx, dy = point.x - moved.x, point.y - moved.y
    shares = [(n if index else last - n) / last for n in range(last + 1)]
    bent = tuple(
        p.offset(round(dx * share), round(dy * share))
        for p, share in zip(path, shares, strict=True)
    )
    if index == 0:
        return msgspec.structs.replace(drag, path=bent, origin=_still(drag.origin, point))
    return msgspec.structs.replace(drag, path=bent, destination=_still(drag.destination, point))


HALF: Final = 32
"""Half the side of a handle's window in logical pixels."""


class Handle(QWidget):
    """A ring round one pixel that can be dragged; the pixel is seen in its middle."""

    moved = Signal(object)
    """The `ScreenPoint` that the handle was dragged to."""

    def __init__(self, view: MonitorMap, theme: Theme, frame: Frame, *, is_solid: bool) -> None:
        super().__init__()
        self.view = view
        """The monitor that it stands on."""
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
        self.setAccessibleName(tr("Drag to move the target"))

    def stand_at(self, point: ScreenPoint) -> Spot:
        """Belong to a pixel; return where the top left corner goes for that."""
        self._spot = self.view.to_spot(point)
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
            self.moved.emit(self.view.to_screen(Spot(place.x(), place.y())))

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
        part = self.view.to_rect(covered).intersection(self._frame.rect)
        painter.save()
        painter.translate(-covered.x, -covered.y)
        place = self.view.to_box(part)
        image = frame_image(self._frame.crop(part))
        painter.drawImage(QRectF(place.x, place.y, place.w, place.h), image)
        MarkPainter(painter, self._theme, is_solid=True).paint(self._marks)
        painter.restore()


class ActionEditor(QObject):
    """Holds one action while it may be changed. UI thread."""

    changed = Signal()

    def __init__(
        self, action: Action, scenery: Scenery, stage: Stage, theme: Theme, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._proposed = action
        self.action = action
        """The action as it is now."""
        self._kept = action
        self._scenery = scenery
        self._stage = stage
        self._theme = theme
        self._handles: list[Handle] = []
        self._active = 0

    @property
    def is_changed(self) -> bool:
        """Tell whether it differs from what was proposed."""
        return self.action != self._proposed

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The handles on the screen."""
        return tuple(self._handles)

    @property
    def text(self) -> str | None:
        """The text that may be changed; None when there is none."""
        return text_of(self.action)

    @property
    def place_words(self) -> str:
        """Where the active end is, and how far the user has moved it."""
        points = points_of(self.action)
        if not points:
            return ""
        point, old = points[self._active], points_of(self._proposed)[self._active]
        moved = round(point.distance(old))
        here = tr("Pixel {0}, {1}").format(point.x, point.y)
        return tr("{0}, moved {1} px").format(here, moved) if moved else here

    def begin(self) -> None:
        """Put a handle on every place that can be moved."""
        self._kept = self.action
        self._active = 0
        for index, point in enumerate(points_of(self.action)):
            view = self._scenery.view_at(point)
            handle = Handle(view, self._theme, self._scenery.frame, is_solid=self._stage.is_solid)
            handle.moved.connect(lambda target, end=index: self._move(end, target))
            self._handles.append(handle)
            self._stage.show_window(handle, view, handle.stand_at(point))
        self._show_active()

    def end(self, *, keeps: bool) -> None:
        """Take the handles away; without `keeps` the action is as it was at `begin`."""
        for handle in self._handles:
            self._stage.remove_window(handle)
        self._handles.clear()
        if not keeps:
            self._set(self._kept)

    def show_marks(self, drawn: Marks) -> None:
        """Let the handles show the marks that they cover."""
        for handle in self._handles:
            handle.set_marks(drawn.get(handle.view, ()))

    def nudge(self, dx: int, dy: int) -> None:
        """Move the active end by device pixels."""
        points = points_of(self.action)
        if points:
            self._move(self._active, points[self._active].offset(dx, dy))

    def switch_end(self) -> None:
        """Let arrow keys move the next end of a drag."""
        if self._handles:
            self._active = (self._active + 1) % len(self._handles)
            self._show_active()
            self.changed.emit()

    def set_text(self, text: str) -> None:
        """Use another text."""
        if text != self.text:
            self._set(with_text(self.action, text))

    def _move(self, index: int, point: ScreenPoint) -> None:
        handle = self._handles[index]
        rect = handle.view.rect
        x = min(max(point.x, rect.x), rect.right - 1)
        kept = ScreenPoint(x, min(max(point.y, rect.y), rect.bottom - 1))
        self._active = index
        self._stage.move_window(handle, handle.view, handle.stand_at(kept))
        self._show_active()
        self._set(with_point(self.action, index, kept))

    def _set(self, action: Action) -> None:
        if action != self.action:
            self.action = action
            self.changed.emit()

    def _show_active(self) -> None:
        for index, handle in enumerate(self._handles):
            handle.set_active(is_active=index == self._active)
