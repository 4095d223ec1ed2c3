"""Changing an action by hand: handles to drag, arrow keys, another text; and back again."""

from PySide6.QtCore import QObject, Signal

from app.overlay.edits import points_of, text_of, with_point, with_text
from app.overlay.handle import Handle
from app.overlay.scenery import Marks, Scenery
from app.overlay.stage import Stage
from app.widgets.theme import Theme
from automation.core.actions import Action
from automation.core.geometry import ScreenPoint


class ActionEditor(QObject):
    """Holds one action while it may be changed. UI thread."""

    changed = Signal()

    def __init__(
        self, action: Action, scenery: Scenery, stage: Stage, theme: Theme, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._proposed = action
        self._action = action
        self._kept = action
        self._scenery = scenery
        self._stage = stage
        self._theme = theme
        self._handles: list[Handle] = []
        self._active = 0

    @property
    def action(self) -> Action:
        """The action as it is now."""
        return self._action

    @property
    def is_changed(self) -> bool:
        """Tell whether it differs from what was proposed."""
        return self._action != self._proposed

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The handles on the screen."""
        return tuple(self._handles)

    @property
    def text(self) -> str | None:
        """The text that may be changed; None when there is none."""
        return text_of(self._action)

    @property
    def place_words(self) -> str:
        """Where the active end is, and how far the user has moved it."""
        points = points_of(self._action)
        if not points:
            return ""
        point, old = points[self._active], points_of(self._proposed)[self._active]
        moved = round(point.distance(old))
        here = f"Pixel {point.x}, {point.y}"
        return f"{here}, moved {moved} px" if moved else here

    def begin(self) -> None:
        """Put a handle on every place that can be moved."""
        self._kept = self._action
        self._active = 0
        for index, point in enumerate(points_of(self._action)):
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
        points = points_of(self._action)
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
            self._set(with_text(self._action, text))

    def _move(self, index: int, point: ScreenPoint) -> None:
        handle = self._handles[index]
        rect = handle.view.rect
        x = min(max(point.x, rect.x), rect.right - 1)
        kept = ScreenPoint(x, min(max(point.y, rect.y), rect.bottom - 1))
        self._active = index
        self._stage.move_window(handle, handle.view, handle.stand_at(kept))
        self._show_active()
        self._set(with_point(self._action, index, kept))

    def _set(self, action: Action) -> None:
        if action != self._action:
            self._action = action
            self.changed.emit()

    def _show_active(self) -> None:
        for index, handle in enumerate(self._handles):
            handle.set_active(is_active=index == self._active)
