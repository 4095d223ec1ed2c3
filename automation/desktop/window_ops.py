"""Asking windows to come forward, close, minimise or fill their monitor.

With a window manager this is a message to it (EWMH); without one the server is asked directly
where it can do the thing at all.
"""

import struct
import time
from typing import Final

import xcffib
import xcffib.xproto

from automation.core.errors import InputError, NoWindowManager
from automation.desktop.x11_server import Cookie, Reply, X11Server

FROM_A_PERSON: Final = 2
"""Source indication of EWMH for tools that act for the user; managers obey it at once."""
ALL_DESKTOPS: Final = 0xFFFFFFFF
"""Value of _NET_WM_DESKTOP for a window that is on every virtual desktop (EWMH 1.5)."""
ADD_STATE: Final = 1
ICONIC_STATE: Final = 3
"""Value of WM_STATE for a minimised window (ICCCM 4.1.3.1)."""
MAP_S: Final = 1.0
"""Longest wait for a manager to show a window that it was asked to show."""
_POLL_S: Final = 0.005


def manager_name(server: X11Server) -> str | None:
    """Return the running window manager's name (may be empty); None when none runs.

    A manager that died leaves its mark on the root; only its own window proves that it lives.
    """
    mark = server.root_numbers("_NET_SUPPORTING_WM_CHECK")
    if not mark:
        return None
    proof = server.ask_property(mark[0], "_NET_SUPPORTING_WM_CHECK")
    name = server.ask_property(mark[0], "_NET_WM_NAME")
    is_alive = server.numbers(proof)[:1] == mark[:1]
    title = server.text(name)
    return title if is_alive else None


def has_manager(server: X11Server) -> bool:
    """Tell whether a window manager runs, one too that knows nothing of EWMH (twm)."""
    root = server.answer(server.core.GetWindowAttributes(server.root))
    redirect = xcffib.xproto.EventMask.SubstructureRedirect
    return root is not None and bool(root.all_event_masks & redirect)


def activate(server: X11Server, window: int) -> None:
    """Ask for the focus and the top of the stack.

    Raises:
        InputError: the window is gone, or cannot take the focus.
    """
    attributes = _attributes(server, window)
    if manager_name(server) is not None and not attributes.override_redirect:
        _show_desktop_of(server, window)
        _tell_manager(server, window, "_NET_ACTIVE_WINDOW", (FROM_A_PERSON, 0, 0))
        return
    core = server.core
    above = [xcffib.xproto.StackMode.Above]
    revert_to = xcffib.xproto.InputFocus.PointerRoot
    failure = f"window {window:#x} could not be brought forward; it may be closing"
    _confirm(core.MapWindow(window, is_checked=True), failure)
    mask = xcffib.xproto.ConfigWindow.StackMode
    _confirm(core.ConfigureWindow(window, mask, above, is_checked=True), failure)
    _await_viewable(server, window)
    focus = core.SetInputFocus(revert_to, window, xcffib.CurrentTime, is_checked=True)
    _confirm(focus, failure)


def _await_viewable(server: X11Server, window: int) -> None:
    """Wait until a window is shown: a manager that knows no EWMH (twm) maps it in its own time.

    Before that the server refuses to give it the focus.
    """
    end = time.monotonic() + MAP_S
    viewable = xcffib.xproto.MapState.Viewable
    while _attributes(server, window).map_state != viewable and time.monotonic() < end:
        time.sleep(_POLL_S)


def _show_desktop_of(server: X11Server, window: int) -> None:
    """Ask for the virtual desktop that a window is on; some managers (Openbox) only mark it otherwise."""
    wanted = server.numbers(server.ask_property(window, "_NET_WM_DESKTOP"))[:1]
    shown = server.root_numbers("_NET_CURRENT_DESKTOP")[:1]
    if wanted and shown and wanted[0] not in (shown[0], ALL_DESKTOPS):
        _tell_manager(server, server.root, "_NET_CURRENT_DESKTOP", wanted)


def close_window(server: X11Server, window: int) -> None:
    """Ask the window to close, as its close button would; it may ask the user first.

    Raises:
        InputError: the window is gone, or does not listen to such a request.
    """
    _attributes(server, window)
    if manager_name(server) is not None:
        _tell_manager(server, window, "_NET_CLOSE_WINDOW", (0, FROM_A_PERSON))
        return
    protocols = server.numbers(server.ask_property(window, "WM_PROTOCOLS"))
    delete = server.atom("WM_DELETE_WINDOW")
    if delete not in protocols:
        message = (
            f"window {window:#x} does not take requests to close; "
            "close it inside the application, or by its own menu"
        )
        raise InputError(message)
    event = _message(window, server.atom("WM_PROTOCOLS"), (delete, xcffib.CurrentTime))
    sent = server.core.SendEvent(
        False, window, xcffib.xproto.EventMask.NoEvent, event, is_checked=True
    )
    _confirm(sent, f"window {window:#x} closed before it could be asked to")


def minimise(server: X11Server, window: int) -> None:
    """Ask for the window to be minimised.

    Raises:
        NoWindowManager: nobody is there who could show it again.
        InputError: the window is gone.
    """
    _attributes(server, window)
    if not has_manager(server):
        raise _no_manager("minimise")
    _tell_manager(server, window, "WM_CHANGE_STATE", (ICONIC_STATE,))


def maximise(server: X11Server, window: int) -> None:
    """Ask for the window to fill its monitor.

    Raises:
        NoWindowManager: nobody is there who knows the monitor's free area.
        InputError: the window is gone, or the manager takes no such requests.
    """
    _attributes(server, window)
    if not has_manager(server):
        raise _no_manager("maximise")
    if manager_name(server) is None:
        message = (
            "this window manager takes no requests to maximise a window (it does not know EWMH); "
            "use its own menu or title bar"
        )
        raise InputError(message)
    both = (
        server.atom("_NET_WM_STATE_MAXIMIZED_VERT"),
        server.atom("_NET_WM_STATE_MAXIMIZED_HORZ"),
    )
    _tell_manager(server, window, "_NET_WM_STATE", (ADD_STATE, *both, FROM_A_PERSON))


def _attributes(server: X11Server, window: int) -> Reply:
    found = server.answer(server.core.GetWindowAttributes(window))
    if found is None:
        message = f"window {window:#x} is gone; look at the screen again and name another window"
        raise InputError(message)
    return found


def _no_manager(verb: str) -> NoWindowManager:
    message = (
        f"cannot {verb} a window: no window manager runs on this display; "
        "start one (openbox, for example) and try again"
    )
    return NoWindowManager(message)


def _tell_manager(server: X11Server, window: int, message: str, data: tuple[int, ...]) -> None:
    mask = xcffib.xproto.EventMask.SubstructureNotify | xcffib.xproto.EventMask.SubstructureRedirect
    event = _message(window, server.atom(message), data)
    sent = server.core.SendEvent(False, server.root, mask, event, is_checked=True)
    _confirm(sent, f"the window manager could not be told about window {window:#x}")


def _message(window: int, kind: int, data: tuple[int, ...]) -> bytes:
    """Pack a ClientMessage with up to five 32-bit numbers."""
    padded = (*data, 0, 0, 0, 0, 0)[:5]
    head = struct.pack("=BB2xII", xcffib.xproto.ClientMessageEvent.event_number, 32, window, kind)
    return head + struct.pack("=5I", *padded)


def _confirm(request: Cookie, failure: str) -> None:
    try:
        request.check()
    except xcffib.Error as error:
        raise InputError(failure) from error
