"""Our overlay as the screen sees it: hidden while a picture is taken, with markers as proof.

Called on the agent thread; the windows live on the UI thread.
"""

import logging
from collections.abc import Callable
from typing import Final

from app.overlay.requests import SetVeil
from automation.core.errors import CaptureError
from automation.desktop.capture.veil import Marker

log = logging.getLogger(__name__)

HIDE_S: Final = 2.0
"""Longest wait for the UI thread to hide the overlay."""


class OverlayVeil:
    """Implements `automation.desktop.capture.veil.Veil` over the UI thread's queue."""

    def __init__(
        self, post: Callable[[SetVeil], None], markers: Callable[[], tuple[Marker, ...]]
    ) -> None:
        """Put the parts together.

        Args:
            post: hands a request to the UI thread; may be called from any thread.
            markers: tells which markers are on the screen; may be called from any thread.
        """
        self._post = post
        self._markers = markers

    def hide(self) -> None:
        """Return when the UI thread has hidden everything and the X server knows of it.

        Raises:
            CaptureError: the UI thread did not answer.
        """
        asked = SetVeil(is_hidden=True)
        self._post(asked)
        if not asked.ticket.wait_for(HIDE_S):
            message = (
                f"the overlay may be visible: the window did not hide it within {HIDE_S:g} s, "
                "because it is busy. No picture was taken; try again"
            )
            raise CaptureError(message)

    def show(self) -> None:
        """Show the overlay again, without waiting for it."""
        self._post(SetVeil(is_hidden=False))

    def markers(self) -> tuple[Marker, ...]:
        """Return the markers that are on the screen now."""
        return self._markers()
