"""Lets go of what is noted as held, on a connection of its own.

For whoever cannot wait for the hands: the dead-man, whose executor is gone, and the kill key, which
must not depend on where the hands are just then. Releasing what is up already does nothing.
"""

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import xcffib
import xcffib.xtest

from automation.core.errors import InputError
from automation.desktop.input.backends.x11 import BUTTON_RELEASE, KEY_RELEASE
from automation.desktop.input.backends.x11_keyboard import Keyboard
from automation.desktop.input.ledger import Held
from automation.desktop.xserver import connect


class Releaser(Protocol):
    """Releases at once; `release` may be called from any thread."""

    def release(self, held: Sequence[Held]) -> None:
        """Let go, without waiting for an answer of the display."""
        ...


class X11Releaser:
    """Two small requests a key, nothing looked up: opened before it is needed."""

    def __init__(self, display: str | None = None) -> None:
        """Connect.

        Raises:
            NoDisplay: the display does not answer.
            InputError: it takes no input.
        """
        self._lock = threading.Lock()
        self._connection = connect(display)
        try:
            self._xtest = self._connection(xcffib.xtest.key)
            self._xtest.GetVersion(2, 2).reply()
            self._keyboard = Keyboard(self._connection)
        except xcffib.XcffibException as error:
            self._connection.disconnect()
            message = "the display takes no input: it lacks XTEST or XKEYBOARD"
            raise InputError(message) from error

    @property
    def descriptor(self) -> int:
        """File descriptor that becomes readable when the display tells of a changed map."""
        return int(self._connection.get_file_descriptor())

    def release(self, held: Sequence[Held]) -> None:
        """Let go; a display that is gone holds nothing."""
        with self._lock, suppress(xcffib.XcffibException):
            for entry in held:
                if isinstance(entry.code, int):
                    kind = KEY_RELEASE if entry.kind == "key" else BUTTON_RELEASE
                    self._xtest.FakeInput(kind, entry.code, 0, 0, 0, 0, 0)
            self._connection.flush()

    def take_meanings_back(self) -> None:
        """Give lent keycodes back, whoever lent them."""
        with self._lock, suppress(xcffib.XcffibException):
            self._keyboard.take_back()

    def drain(self) -> None:
        """Drop what the display tells every client, so that it does not pile up there.

        Raises:
            xcffib.ConnectionException: the display is gone.
        """
        with self._lock:
            self._connection.invalid()
            while True:
                with suppress(xcffib.ProtocolException):
                    if self._connection.poll_for_event() is None:
                        return

    def close(self) -> None:
        """Give the connection back."""
        with self._lock:
            self._connection.disconnect()
