"""The stand-in user of the demo on a private desktop: presses the real accept chord.

It is another client of the display, so that its keys travel the way a person's do: through the
server, past the "ours" rule, into the card. It never runs on a desktop that somebody uses.
"""

import logging
import os
import threading
from collections.abc import Callable
from typing import Final

from app.overlay.chords import MENU_ACCEPT
from automation.core.errors import AssistantError
from automation.core.events import Confirmed, Proposed, RunEvent
from automation.core.observation import open_menus
from automation.desktop.input.backend import KeyEvent
from automation.desktop.input.backends import open_backend
from automation.desktop.input.keys import parse_chord
from automation.desktop.windows_x11 import X11Windows

log = logging.getLogger(__name__)

READING_S: Final = 0.9
"""How long it looks at a card before the first press: longer than the arming time."""
AGAIN_S: Final = 1.0
HOLD_S: Final = 0.05


class StandIn:
    """A listener of the loop that accepts every card; owns one thread and one connection."""

    def __init__(self, accept_chord: str, *, reading_s: float = READING_S) -> None:
        self._chord = accept_chord
        self._reading_s = reading_s
        self._is_wanted = threading.Event()
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="stand-in", daemon=True)
        self._thread.start()

    def __call__(self, happening: RunEvent) -> None:
        """Press from a proposal on until it is decided."""
        match happening:
            case Proposed():
                self._is_wanted.set()
            case Confirmed():
                self._is_wanted.clear()
            case _:
                return

    def close(self) -> None:
        """Press no more."""
        self._is_closed.set()
        self._is_wanted.set()
        self._thread.join()

    def _work(self) -> None:
        backend = open_backend()
        windows = X11Windows(own_pids=frozenset({os.getpid()}))
        try:
            while self._next():
                keys = parse_chord(self._chord_now(windows))
                codes = [backend.key_code(key) for key in keys]
                self._press(lambda code, is_down: backend.send(KeyEvent(code, is_down)), codes)
        except AssistantError:
            log.exception("the stand-in user cannot press keys")
        finally:
            backend.close()
            windows.close()

    def _chord_now(self, windows: X11Windows) -> str:
        """Return the chord that the card names: another one while a menu is open."""
        return MENU_ACCEPT if open_menus(windows.windows()) else self._chord

    def _next(self) -> bool:
        """Wait for a card and look at it; False when closed."""
        self._is_wanted.wait()
        self._is_closed.wait(self._reading_s)
        while not self._is_closed.is_set() and not self._is_wanted.is_set():
            self._is_wanted.wait()
            self._is_closed.wait(self._reading_s)
        return not self._is_closed.is_set()

    def _press(self, send: Callable[[int | str, bool], None], codes: list[int | str]) -> None:
        for code in codes:
            send(code, True)
        self._is_closed.wait(HOLD_S)
        for code in reversed(codes):
            send(code, False)
        self._is_closed.wait(AGAIN_S if self._is_wanted.is_set() else 0)
