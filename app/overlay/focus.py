"""Giving the keyboard back to the window that had it before the card took it."""

from typing import Any, Final, Protocol

import xcffib
import xcffib.xproto

from automation.desktop.xserver import atom, connect, root_of

_FROM_PAGER: Final = 2
"""Source indication of `_NET_ACTIVE_WINDOW` for requests that a user made directly."""


class FocusKeeper(Protocol):
    """Remembers the window with the focus and gives the focus back."""

    def save(self) -> None:
        """Remember the window that has the focus."""
        ...

    def restore(self) -> None:
        """Ask for the focus to go back; returns at once."""
        ...

    def is_restored(self) -> bool:
        """Tell whether it has gone back; true when nothing was saved."""
        ...

    def is_at(self, window: int) -> bool:
        """Tell whether the very window of this id gets the keys."""
        ...


class NoFocusKeeper:
    """Where the platform gives the focus back by itself."""

    def save(self) -> None:
        """Do nothing."""

    def restore(self) -> None:
        """Do nothing."""

    def is_restored(self) -> bool:
        """Say yes."""
        return True

    def is_at(self, window: int) -> bool:
        """Say no: such a platform gives the focus to what is pressed, and back, by itself."""
        del window
        return False


class X11FocusKeeper:
    """Uses the window manager where there is one, else sets the focus itself. UI thread."""

    def __init__(self, display: str | None = None) -> None:
        """Connect.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
        self._connection = connect(display)
        self._core: Any = self._connection.core
        self._root = root_of(self._connection)
        self._active = atom(self._connection, "_NET_ACTIVE_WINDOW")
        self._managed = 0
        self._focused = 0

    def save(self) -> None:
        """Remember both the managed window and the very window that gets the keys."""
        self._managed = self._active_window()
        self._focused = self._focus()

    def restore(self) -> None:
        """Activate the managed window; the manager then focuses what belongs to it."""
        if self._managed:
            self._ask_manager(self._managed)
        elif self._focused > 1:
            parent = xcffib.xproto.InputFocus.Parent
            self._core.SetInputFocus(parent, self._focused, xcffib.xproto.Time.CurrentTime)
        self._connection.flush()

    def is_restored(self) -> bool:
        """Tell whether keys go where they went before."""
        if self._managed:
            return self._active_window() == self._managed and self._focus_is_inside(self._managed)
        return self._focused <= 1 or self._focus() == self._focused

    def is_at(self, window: int) -> bool:
        """Ask the server who gets the keys."""
        return self._focus() == window

    def _focus_is_inside(self, window: int) -> bool:
        """Tell whether the focus lies on the window or on one inside it, as toolkits put it."""
        current = self._focus()
        while current > 1 and current != self._root:
            if current in (window, self._focused):
                return True
            try:
                current = int(self._core.QueryTree(current).reply().parent)
            except xcffib.Error:
                return False
        return False

    def _active_window(self) -> int:
        any_type = xcffib.xproto.GetPropertyType.Any
        cookie = self._core.GetProperty(False, self._root, self._active, any_type, 0, 1)
        reply = cookie.reply()
        return int(reply.value.to_atoms()[0]) if reply.value_len else 0

    def _focus(self) -> int:
        return int(self._core.GetInputFocus().reply().focus)

    def _ask_manager(self, window: int) -> None:
        data = xcffib.xproto.ClientMessageData.synthetic([_FROM_PAGER, 0, 0, 0, 0], "I" * 5)
        message = xcffib.xproto.ClientMessageEvent.synthetic(32, window, self._active, data)
        mask = (
            xcffib.xproto.EventMask.SubstructureRedirect
            | xcffib.xproto.EventMask.SubstructureNotify
        )
        self._core.SendEvent(False, self._root, mask, message.pack())
