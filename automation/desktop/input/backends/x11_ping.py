"""Asks the application that has the keyboard whether it has taken the keys sent so far.

A window manager's ping (`_NET_WM_PING` of the EWMH) does it: an application handles its events in
order, so the answer says that it has looked up every key before. Qt, GTK and Chromium answer in a
few milliseconds; xterm and other plain X programs do not know the ping.
"""

import select
import struct
import time
from enum import Enum
from typing import Final

import xcffib
import xcffib.xproto

from automation.desktop.xserver import atom, root_of

_CLIENT_MESSAGE: Final = 33
_ANSWERS: Final = (
    xcffib.xproto.EventMask.SubstructureNotify | xcffib.xproto.EventMask.StructureNotify
)
"""Under the first the EWMH wants the answer sent; Qt 6 sends it under the second."""
_LEVELS: Final = 16
"""Deepest nesting of a focused window below its top-level window that is looked through."""


class Answer(Enum):
    """What came of the ping."""

    TAKEN = "the application has looked up every key sent so far"
    LATE = "the application did not answer in time"
    NONE = "nothing that can be asked has the keyboard"


class Ping:
    """Pings the focused application over the connection of the owner's thread."""

    def __init__(self, connection: xcffib.Connection) -> None:
        self._connection = connection
        self._root = root_of(connection)
        self._protocols = atom(connection, "WM_PROTOCOLS")
        self._ping = atom(connection, "_NET_WM_PING")

    def ask(self, within_s: float) -> Answer:
        """Ping the focused application and wait for its answer.

        Args:
            within_s: seconds after which it is late.
        """
        try:
            window = self._pingable()
            if window is None:
                return Answer.NONE
            return self._asked(window, within_s)
        except xcffib.xproto.WindowError:
            return Answer.NONE  # the window closed meanwhile; its keys are gone with it

    def _asked(self, window: int, within_s: float) -> Answer:
        # The server counts its time in these milliseconds too; some programs remember the number.
        token = int(time.monotonic() * 1000) & 0xFFFFFFFF
        self._listen(_ANSWERS)
        try:
            data = (self._ping, token, window, 0, 0)
            message = struct.pack(
                "=BBHII5I", _CLIENT_MESSAGE, 32, 0, window, self._protocols, *data
            )
            self._connection.core.SendEvent(False, window, 0, message, is_checked=True).check()
            return self._answer(token, window, time.monotonic() + within_s)
        finally:
            self._listen(0)

    def _answer(self, token: int, window: int, deadline_s: float) -> Answer:
        expected = (self._ping, token, window)
        while True:
            while (event := self._connection.poll_for_event()) is not None:
                is_message = isinstance(event, xcffib.xproto.ClientMessageEvent)
                if is_message and event.format == 32 and tuple(event.data.data32)[:3] == expected:
                    return Answer.TAKEN
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                return Answer.LATE
            select.select([self._connection.get_file_descriptor()], [], [], left_s)

    def _pingable(self) -> int | None:
        """Return the focused window, or the one around it, whose program knows the ping."""
        core = self._connection.core
        window = int(core.GetInputFocus().reply().focus)
        for _ in range(_LEVELS):
            if window in (0, xcffib.xproto.InputFocus.PointerRoot, self._root):
                return None
            reply = core.GetProperty(
                False, window, self._protocols, xcffib.xproto.Atom.ATOM, 0, 64
            ).reply()
            if reply.format == 32 and self._ping in reply.value.to_atoms():
                return window
            window = int(core.QueryTree(window).reply().parent)
        return None

    def _listen(self, mask: int) -> None:
        self._connection.core.ChangeWindowAttributes(self._root, xcffib.xproto.CW.EventMask, [mask])
        self._connection.flush()
