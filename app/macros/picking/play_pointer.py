"""Asks the user to show a target of a macro that is being played: a picker over the frozen screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

from app.folders import Folders
from app.overlay.requests import Ticket
from app.settings import Settings
from app.widgets.theme import Theme
from automation.core.geometry import Rect
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from app.confirmer import OverlayConfirmer
    from app.macros.picking.picker import Picker
    from app.macros.picking.scene import Seen, Thing
    from automation.macros.player.pointing import Pointed, Pointer

_POINT: Final = Rect(0, 0, 24, 16)
"""What is meant where the tree tells of nothing: about the smallest thing that has a text."""


class PlayPointer(QObject):
    """Implements `Pointer`. Lives on the UI thread; `point` is called on the agent thread and waits."""

    said = Signal(str, bool)
    """Why nothing could be pointed at, in a sentence, and that it is an error."""
    _asked = Signal(object)
    _withdrawn = Signal(object)

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
            theme: colours and fonts.
            folders: of the user.
            settings: returns those of the moment.
            overlay: what of ours lies over the desktop in a play; it makes room.
            parent: owns this.
        """
        super().__init__(parent)
        self._theme, self._folders, self._settings = theme, folders, settings
        self._overlay = overlay
        self._made: Picker | None = None
        self._ticket: Asked | None = None
        queued = Qt.ConnectionType.QueuedConnection
        self._asked.connect(self._on_asked, queued)
        self._withdrawn.connect(self._on_withdrawn, queued)

    @property
    def picker(self) -> "Picker":
        """What the user points with."""
        if self._made is None:
            from app.macros.picking.picker import Picker  # noqa: PLC0415  # heavy

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
            self._asked.emit(ticket)
            return ticket.wait(stop)
        finally:
            self._withdrawn.emit(ticket)

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


def _pointed(thing: "Thing", seen: "Seen") -> "Pointed":
    from automation.macros.found import Found  # noqa: PLC0415  # not needed for a start
    from automation.macros.player.pointing import Pointed  # noqa: PLC0415  # the same

    box = thing.box or _POINT.around(thing.point)
    found = Found(thing.point, box, "user", 1.0, thing.element, thing.window.window_id)
    return Pointed(found, seen.observation)


if TYPE_CHECKING:
    Asked = Ticket[Pointed | None]
    _typed: type[Pointer] = PlayPointer
