"""The box that was pressed last: it is read again as soon as its program may have turned it.

The next look at the whole tree may come only after the next press.
"""

import logging
import time
from typing import Final

from automation.core.errors import AssistantError
from automation.core.observation import ScreenElement
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.recording.aiming import smallest
from automation.desktop.recording.heard import HandEvent, Moment, Turned

TURNED_US: Final = 200_000
"""After the button has come up; toolkits take up to 50 ms."""
_LEFT: Final = 1
_LOG = logging.getLogger(__name__)


class PressedBox:
    """Hears on the listening thread and is asked on the one that looks; nobody waits."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._due: tuple[int, Moment] | None = None

    def heard(self, event: HandEvent, moment: Moment | None) -> None:
        """Take the next event."""
        if event.kind == "press":
            self._moment = moment if event.button == _LEFT else None
            self._due = None
        elif event.kind == "release" and self._moment is not None:
            self._due, self._moment = (event.t_us + TURNED_US, self._moment), None

    def due(self) -> ScreenElement | None:
        """Return, once, the box that is to be read again by now."""
        due = self._due
        if due is None or time.monotonic_ns() // 1000 < due[0]:
            return None
        self._due = None
        look, window = due[1].look, due[1].window
        if look is None or window is None:
            return None
        box = smallest(look.elements, window, due[1].point)
        return box if box is not None and box.handle and "checkable" in box.states else None


def read_again(box: ScreenElement, reader: DesktopReader) -> Turned | None:
    """Return what a box is by now; None where its program does not tell."""
    began_us = time.monotonic_ns() // 1000
    try:
        fresh = reader.refreshed(box)
    except AssistantError as error:
        _LOG.warning("a box could not be read: %s", type(error).__name__)
        return None
    return Turned(fresh, began_us, time.monotonic_ns() // 1000) if fresh is not None else None
