"""Which windows take the input of the others of their program, as the window manager is told."""

import weakref
from collections.abc import Sequence
from typing import Final

from automation.core.errors import NoDisplay
from automation.desktop import xserver
from automation.desktop.x11_server import X11Server, display_expected

_STATE: Final = "_NET_WM_STATE"
_MODAL: Final = "_NET_WM_STATE_MODAL"
"""Source: Extended Window Manager Hints 1.5, application window properties."""


class ModalWindows:
    """Asks on one connection, made when it is first needed. Used by one thread at a time."""

    def __init__(self, display: str | None = None) -> None:
        """Prepare; nothing is connected.

        Args:
            display: display name such as `:1`; None takes `DISPLAY`.
        """
        self._display = display
        self._open: _Open | None = None

    def __call__(self, windows: Sequence[int]) -> frozenset[int]:
        """Return those of the windows that say they are modal; none where no X server answers.

        A connection that was lost is made anew, once.

        Args:
            windows: ids of managed windows.
        """
        is_fresh = self._open is None
        try:
            return self._asked(windows)
        except NoDisplay:
            self.close()
        try:
            return frozenset() if is_fresh else self._asked(windows)
        except NoDisplay:
            self.close()
            return frozenset()

    def close(self) -> None:
        """Let go of the connection; who is forgotten without it lets go as well."""
        if self._open is not None:
            self._open.let_go()
            self._open = None

    def _asked(self, windows: Sequence[int]) -> frozenset[int]:
        if self._open is None:
            self._open = _Open(self._display)
        return self._open.modal(windows)


class _Open:
    """A connection with the two names looked up."""

    def __init__(self, display: str | None) -> None:
        self._server = server = X11Server(display)
        self.let_go = weakref.finalize(self, server.close)
        with display_expected():
            self._state, self._modal = (
                xserver.atom(server.connection, n) for n in (_STATE, _MODAL)
            )

    def modal(self, windows: Sequence[int]) -> frozenset[int]:
        """Return those of the windows that say they are modal.

        Raises:
            NoDisplay: the connection was lost.
        """
        server = self._server
        with display_expected():
            asked = [(window, server.ask_property(window, self._state)) for window in windows]
            return frozenset(w for w, cookie in asked if self._modal in server.numbers(cookie))
