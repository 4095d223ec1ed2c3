"""Picks a target on the live screen: our windows go aside, the desktop is frozen, the user points.

Looking and describing take a second, so they are done on a thread of the picker's own. A macro that is
being played asks for a target in the same way.

During a play the desktop is held already, so this picker takes no lock, and it needs the place alone.
What the tree names counts while it stands there: the mouse lies over it by then, and what looks
otherwise under the mouse would always have changed.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.gui import tr
from app.gui.background import Background, Worker
from app.gui.macros.picker_scene import HELP, Looker, Picked, Seen, Surface, Thing
from app.gui.overlay.placement import MonitorMap, monitor_map
from app.gui.overlay.requests import Ticket
from app.gui.widgets.labels import announce
from app.gui.widgets.layout import OwnWindows
from app.gui.widgets.theme import Theme
from app.run_lock import RunHold
from app.settings import Folders, Settings
from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.timing import StopToken
from automation.desktop.capture import Veil
from automation.macros.found import Found
from automation.macros.play.repair import Pointed

if TYPE_CHECKING:
    from app.gui.overlay.confirmer import OverlayConfirmer
    from automation.macros.play.repair import Pointer


AWAY_MS: Final = 300
"""How long a window manager takes to minimise our windows, with room to spare."""
PRIVATE: Final = tr("This window is kept private, so nothing in it can be picked. Esc leaves.")
MOMENT: Final = tr("One moment.")
NOTHING: Final = tr(
    "There is no window here. Point at something in a window, or press Esc to leave."
)


class Picker(QObject):
    """One pick at a time. Owned by the editors' control, another by what plays macros; UI thread."""

    picked = Signal(object)
    """A `Picked` without a problem."""
    pointed = Signal(object, object)
    """In a play: the `Thing` that was picked, and the `Seen` that it was picked on."""
    looked = Signal()
    """In a play: the picture was taken and is about to be shown."""
    left = Signal(str)
    """Nothing was picked; why, where the user did not just leave."""

    def __init__(
        self,
        theme: Theme,
        folders: Folders,
        settings: Callable[[], Settings],
        parent: QObject | None = None,
        *,
        veil: Veil | None = None,
    ) -> None:
        """Prepare; nothing is looked at.

        Args:
            settings: returns those of the moment.
            veil: our overlay, where this picks in a play: that holds the desktop, and needs the place
                alone, whether or not it could be found again.
        """
        super().__init__(parent)
        self._theme, self._settings, self._veil = theme, settings, veil
        self._hold = RunHold(folders.runtime, self._tell_stop) if veil is None else None
        self._windows = OwnWindows()
        self._front: QWidget | None = None
        self._worker: Worker | None = None
        self._lookers: list[Looker] = []
        """The eyes of this pick, once they are open; touched by its thread only."""
        self._stop = StopToken()
        self._seen: Seen | None = None
        self.surfaces: tuple[Surface, ...] = ()
        self._thing: Thing | None = None
        self._stops: tuple[Thing, ...] | None = None
        self._background = Background(self, "picking")

    @property
    def is_picking(self) -> bool:
        """Tell whether a pick is under way."""
        return self._worker is not None

    def begin(self, front: QWidget | None = None) -> None:
        """Let the user pick; `picked` or `left` tells what came of it.

        Args:
            front: the window of ours that asked, which comes back with the keyboard.
        """
        if self.is_picking:
            return
        try:
            if self._hold is not None:
                self._hold.take()
        except AssistantError as error:
            self.left.emit(str(error))
            return
        self._front, self._stop = front, StopToken()
        self._worker = Worker(self, "picking")
        self._windows.put_aside()
        QTimer.singleShot(AWAY_MS, self, self._look)

    def close(self) -> None:
        """End with the application."""
        if self.is_picking:
            self._end()

    def _look(self) -> None:
        if self._worker is not None:
            lookers, settings, stop = self._lookers, self._settings(), self._stop

            def see() -> Seen:
                lookers.append(Looker(settings, self._veil))
                return lookers[0].look(stop)

            self._worker.do(see, self._on_looked, self._leave)

    def _on_looked(self, seen: Seen) -> None:
        if not self.is_picking:
            return
        self._seen, self._stops = seen, None
        if self._veil is not None:
            self.looked.emit()
        views = tuple(monitor_map(monitor) for monitor in seen.observation.monitors)
        self.surfaces = tuple(self._surface(view, seen) for view in views)
        self._point(seen.observation.pointer)
        for surface in self.surfaces:
            if surface.view.rect.contains(seen.observation.pointer):
                surface.activateWindow()
                surface.setFocus()
                announce(surface, HELP, is_urgent=True)

    def _surface(self, view: MonitorMap, seen: Seen) -> Surface:
        surface = Surface(self._theme, view, seen.observation.frame)
        surface.pointed.connect(self._point)
        surface.pressed.connect(self._press)
        surface.stepped.connect(self._step)
        surface.accepted.connect(self._accept)
        surface.left.connect(self._leave)
        size = view.size
        surface.setGeometry(view.rect.x, view.rect.y, round(size.w), round(size.h))
        surface.showFullScreen()
        return surface

    def _point(self, point: ScreenPoint) -> None:
        if self._seen is None:
            return
        thing = self._seen.thing_at(point)
        hint = HELP
        if thing is None:
            hint = PRIVATE if self._seen.is_private_at(point) else NOTHING
        self._show(thing, hint)

    def _show(self, thing: Thing | None, hint: str = HELP) -> None:
        self._thing = thing
        for surface in self.surfaces:
            surface.show_thing(thing, hint)

    def _step(self, by: int) -> None:
        """Go to the next thing that can be picked, or to the one before."""
        if self._seen is None:
            return
        if self._stops is None:
            self._stops = self._seen.stops()
        stops = self._stops
        if not stops:
            return
        boxes = [stop.box for stop in stops]
        here = boxes.index(self._thing.box) if self._thing and self._thing.box in boxes else None
        at = (0 if by > 0 else -1) if here is None else (here + by) % len(stops)
        self._show(stops[at])

    def _press(self, point: ScreenPoint) -> None:
        self._point(point)
        self._accept()

    def _accept(self) -> None:
        if self._thing is None or self._seen is None or self._worker is None:
            return
        lookers, seen, thing = self._lookers, self._seen, self._thing
        if self._veil is not None:
            self._end()
            self.pointed.emit(thing, seen)
            return
        self._show(thing, MOMENT)
        self._thing = None  # a second press finds nothing to pick
        self._worker.do(lambda: lookers[0].describe(seen, thing), self._on_described, self._leave)

    def _on_described(self, picked: Picked) -> None:
        if not self.is_picking:
            return
        if picked.problem:
            for surface in self.surfaces:
                surface.show_thing(None, picked.problem)
            return
        self._end()
        self.picked.emit(picked)

    def _leave(self, why: str = "") -> None:
        if self.is_picking:
            self._end()
            self.left.emit(why)

    def _end(self) -> None:
        self._stop.stop()
        surfaces, self.surfaces = self.surfaces, ()
        for surface in surfaces:
            surface.close()
            surface.deleteLater()
        self._seen = self._thing = self._stops = None
        worker, self._worker = self._worker, None
        if worker is not None:
            lookers, self._lookers = self._lookers, []
            worker.do(
                lambda: _put_away(lookers), lambda _none: None, lambda _why: None, is_needed=True
            )
            worker.close(wait=False)
            worker.deleteLater()
        if self._hold is not None:
            self._hold.give_back()
        self._windows.bring_back(self._front)
        self._front = None

    def _tell_stop(self, cause: str = "user") -> None:
        """Called in the threads of the socket and of the display's claim."""
        del cause
        with contextlib.suppress(RuntimeError):  # the application has ended meanwhile
            self._background.run_on_main(self._leave)


def _put_away(lookers: list[Looker]) -> None:
    while lookers:
        lookers.pop().close()


_POINT: Final = Rect(0, 0, 24, 16)
"""What is meant where the tree tells of nothing: about the smallest thing that has a text."""


class PlayPointer(QObject):
    """Implements `Pointer`. Lives on the UI thread; `point` is called on the agent thread and waits."""

    said = Signal(str, bool)
    """Why nothing could be pointed at, in a sentence, and that it is an error."""

    def __init__(
        self,
        theme: Theme,
        folders: Folders,
        settings: Callable[[], Settings],
        overlay: "OverlayConfirmer",
        parent: QObject,
    ) -> None:
        """Prepare; nothing is loaded.

        Args:
            settings: returns those of the moment.
            overlay: what of ours lies over the desktop in a play; it makes room.
        """
        super().__init__(parent)
        self._theme, self._folders, self._settings = theme, folders, settings
        self._overlay = overlay
        self._made: Picker | None = None
        self._ticket: Asked | None = None
        self._background = Background(self, "pointer")

    @property
    def picker(self) -> "Picker":
        """What the user points with."""
        if self._made is None:
            made = Picker(self._theme, self._folders, self._settings, self, veil=self._overlay.veil)
            made.looked.connect(self._overlay.show_nothing)
            made.pointed.connect(self._on_pointed)
            made.left.connect(self._on_left)
            self._made = made
        return self._made

    def point(self, stop: StopToken) -> "Pointed | None":
        """Return where the user points; None where the user leaves without that.

        Raises:
            Stopped: a stop was asked for; the picture goes.
        """
        ticket: Asked = Ticket()
        try:
            self._background.run_on_main(partial(self._on_asked, ticket))
            return ticket.wait(stop)
        finally:
            self._background.run_on_main(partial(self._on_withdrawn, ticket))

    def close(self) -> None:
        """End with the application."""
        if self._made is not None:
            self._made.close()

    def _on_asked(self, ticket: "Asked") -> None:
        self._ticket = ticket
        self.picker.begin()

    def _on_withdrawn(self, ticket: "Asked") -> None:
        if ticket is self._ticket:
            self._ticket = None
            self.close()

    def _on_pointed(self, thing: "Thing", seen: "Seen") -> None:
        self._answer(_pointed(thing, seen))

    def _on_left(self, why: str) -> None:
        if why:
            self.said.emit(why, True)
        self._answer(None)

    def _answer(self, pointed: "Pointed | None") -> None:
        ticket, self._ticket = self._ticket, None
        if ticket is not None:
            ticket.answer(pointed)


def _pointed(thing: Thing, seen: Seen) -> Pointed:
    box = thing.box or _POINT.around(thing.point)
    found = Found(thing.point, box, "user", 1.0, thing.element, thing.window.window_id)
    return Pointed(found, seen.observation)


if TYPE_CHECKING:
    Asked = Ticket[Pointed | None]
    _typed: type[Pointer] = PlayPointer
