"""The window system of X11: what is open, what lies under a pixel, who has the keyboard."""

from collections.abc import Sequence
from dataclasses import replace

import xcffib
import xcffib.xproto

from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.desktop import window_ops, window_tree, xserver
from automation.desktop.input.secure_input import PointerProbe
from automation.desktop.monitors import read_monitors
from automation.desktop.opacity import opaque_parts
from automation.desktop.window_cover import CoverFinder
from automation.desktop.window_facts import menu_types, read_windows
from automation.desktop.x11_server import X11Server, display_expected


class X11Windows:
    """One connection to the X server, answering about windows; owned by one thread.

    Measured on two cores, 10 windows: see `tests/benchmarks/capture.py`.
    """

    def __init__(self, display: str | None = None, own_pids: frozenset[int] = frozenset()) -> None:
        """Connect.

        Args:
            display: display name such as `:1`; None takes `DISPLAY`.
            own_pids: processes whose windows are ours.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
        self._server = X11Server(display)
        self._own_pids = own_pids
        self._seen_as = 0
        self._probe: PointerProbe | None = None
        with display_expected():
            self._covers = CoverFinder(self._server, own_pids)

    def windows(self) -> tuple[WindowInfo, ...]:
        """Return top-level windows and popups, topmost first, minimised ones included.

        Left out are windows that draw nothing, popups off the screen, and other programs' windows that let clicks through
        (tooltips, a compositor's layer): neither can be meant by an action.
        """
        return self.listed()[1]

    def menus(self) -> tuple[WindowInfo, ...]:
        """Return the windows that are shown and say they are a menu or list.

        The whole list costs ten times as much, and this is asked before every first key.
        """
        server = self._server
        with display_expected():
            found = window_tree.shown_of(server, menu_types(server))
            return tuple(self._describe(found)) if found else ()

    def is_mouse_taken(self) -> bool:
        """Tell whether a program has grabbed the mouse, as it does with an open menu."""
        with display_expected():
            if self._probe is None:
                self._probe = PointerProbe(self._server.connection)
            return self._probe.is_taken()

    def ids(self) -> frozenset[int]:
        """Return the ids of all windows that stand in the stack."""
        with display_expected():
            self._server.forget_events()
            return frozenset(window_tree.stack(self._server))

    def seen(self) -> tuple[WindowInfo, ...]:
        """Return all windows that can be seen, topmost first: those too that let clicks through."""
        return self._stack()[0]

    def listed(self) -> tuple[tuple[WindowInfo, ...], tuple[WindowInfo, ...]]:
        """Return what `seen` and what `windows` returns, asked for once."""
        infos, through = self._stack()
        return infos, tuple(info for info in infos if info.window_id not in through)

    def opaque_parts(self, windows: Sequence[WindowInfo]) -> dict[int, tuple[Rect, ...]]:
        """Return what hides what is below, by window id, where that is not the whole rectangle."""
        with display_expected():
            return opaque_parts(self._server, windows)

    def _stack(self) -> tuple[tuple[WindowInfo, ...], frozenset[int]]:
        server = self._server
        with display_expected():
            server.forget_events()
            infos = self._describe(window_tree.stack(server))
            screen = server.screen()
            foreign = [w.window_id for w in infos if w.is_popup and not w.is_own]
            through = window_tree.letting_clicks_through(server, foreign)
        return tuple(info for info in infos if not _is_parked(info, screen)), through

    def top_at(self, point: ScreenPoint) -> WindowInfo | None:
        """Return what a click at the pixel would reach; sees invisible input-only windows too.

        A hit on a frame (title bar, border) names the client in it; None is the bare desktop.
        A window of ours inside another program's, such as an icon in a tray, makes the hit ours; one of
        a third program, which would take the press, is named itself.
        """
        with display_expected():
            child = window_tree.child_at(self._server, point)
            found = self._describe_one(window_tree.client_at(self._server, child, point))
            self._seen_as = child
            if found is None or found.is_own:
                return found
            return self._innermost(found, window_tree.path_at(self._server, child, point))

    def large_popups(self, width: int, height: int) -> tuple[WindowInfo, ...]:
        """Return shown unmanaged windows of at least this size, topmost first, invisible ones too.

        Much cheaper than the list of all windows: two round trips where there is none.
        """
        with display_expected():
            found = window_tree.large_unmanaged(self._server, width, height)
            return tuple(self._describe(found)) if found else ()

    def focus(self) -> WindowInfo | None:
        """Return the window that receives keys; None when none does.

        A program that has grabbed the keyboard (an open menu, a screen locker) receives them in
        its place; the server does not tell who that is.
        """
        with display_expected():
            seen_as, client = self._focused()
            found = self._describe_one(client)
            self._seen_as = seen_as
            screen = self._server.screen()
            if found is not None and seen_as != client and not found.is_own:
                found = self._innermost(found, window_tree.path_above(self._server, seen_as))
        # Managers park an unwanted focus on a small window of theirs off the screen.
        return None if found is None or _is_parked(found, screen) else found

    def seen_as(self) -> int:
        """Return the server's window with the focus, or the root's child, that was told of last; 0 for none."""
        return self._seen_as

    def over(self, window: WindowInfo) -> frozenset[int]:
        """Return what lies above a window and touches it, and its dialogs; ours are left out."""
        with display_expected():
            return self._covers.over(window.window_id, window.rect)

    def desktop_number(self) -> int:
        """Return which virtual desktop is shown; 0 where there is one or nobody tells."""
        with display_expected():
            return next(iter(self._server.root_numbers("_NET_CURRENT_DESKTOP")), 0)

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        with display_expected():
            reply = self._server.core.QueryPointer(self._server.root).reply()
        return ScreenPoint(reply.root_x, reply.root_y)

    def outer_rects(self, windows: Sequence[WindowInfo]) -> dict[int, Rect]:
        """Return the rectangles of the windows with title bar and borders, by window id."""
        return {window.window_id: window.frame or window.rect for window in windows}

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the monitors, asked afresh, in the order of mss."""
        return read_monitors(self._server)

    def activate(self, window_id: int) -> None:
        """Ask for focus and the top of the stack.

        Raises:
            InputError: the window is gone, or cannot take the focus.
        """
        with display_expected():
            window_ops.activate(self._server, window_id)

    def close_window(self, window_id: int) -> None:
        """Ask the window to close, as its close button would.

        Raises:
            InputError: the window is gone, or does not listen to such a request.
        """
        with display_expected():
            window_ops.close_window(self._server, window_id)

    def minimise(self, window_id: int) -> None:
        """Ask for the window to be minimised.

        Raises:
            NoWindowManager: no window manager runs.
            InputError: the window is gone.
        """
        with display_expected():
            window_ops.minimise(self._server, window_id)

    def maximise(self, window_id: int) -> None:
        """Ask for the window to fill its monitor.

        Raises:
            NoWindowManager: no window manager runs.
            InputError: the window is gone.
        """
        with display_expected():
            window_ops.maximise(self._server, window_id)

    def close(self) -> None:
        """Give the connection back."""
        self._server.close()

    def _describe(self, windows: list[int]) -> list[WindowInfo]:
        active = self._active()
        return read_windows(self._server, windows, active=active, own_pids=self._own_pids)

    def _innermost(self, found: WindowInfo, path: Sequence[int]) -> WindowInfo:
        """Return whose a press or key really is that goes to the last window of a path in this one."""
        if not path:
            return found
        stranger = window_tree.stranger_on(self._server, path, found.window_id)
        if self._server.process_ids(path[-1:]).get(path[-1], 0) in self._own_pids:
            return replace(found, is_own=True)
        return (self._describe_one(stranger) or found) if stranger is not None else found

    def _describe_one(self, window: int | None) -> WindowInfo | None:
        return next(iter(self._describe([window])), None) if window is not None else None

    def _active(self) -> int:
        named = self._server.root_numbers("_NET_ACTIVE_WINDOW")
        if named and named[0] != xcffib.NONE:
            return named[0]
        return self._focused()[1] or 0

    def _focused(self) -> tuple[int, int | None]:
        """Return the server's window that gets keys, and the client or popup that it is part of."""
        server = self._server
        focus = int(server.core.GetInputFocus().reply().focus)
        if focus not in (xserver.POINTER_ROOT, server.root):
            return focus, window_tree.top_level_above(server, focus)
        pointer = server.core.QueryPointer(server.root).reply()
        point = ScreenPoint(pointer.root_x, pointer.root_y)
        child = window_tree.child_at(server, point)
        return child, window_tree.client_at(server, child, point)


def _is_parked(window: WindowInfo, screen: Rect) -> bool:
    """Tell an unmanaged window that lies off the screen from one that can be seen."""
    return window.is_popup and window.rect.intersection(screen).area == 0
