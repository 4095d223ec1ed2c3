"""The window system of X11: what is open, what lies under a pixel, who has the keyboard.

To bring a window forward, close, minimise or maximise it is a message to the window manager (EWMH);
without one the server is asked directly where it can do the thing at all.
"""

import struct
import time
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

import xcffib
import xcffib.shape
import xcffib.xproto

from automation.core.errors import InputError, NoWindowManager
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import WindowInfo, is_interpreter, program_name
from automation.desktop import window_tree, x11
from automation.desktop.input.grabs import PointerProbe
from automation.desktop.monitors import read_monitors
from automation.desktop.program_identity import Program, program_of
from automation.desktop.x11 import Cookie, Reply, X11Server, display_expected

NOTICES: Final = (
    "_NET_WM_WINDOW_TYPE_NOTIFICATION",
    "_NET_WM_WINDOW_TYPE_DND",
    "_KDE_NET_WM_WINDOW_TYPE_ON_SCREEN_DISPLAY",
)
"""Kinds of windows that come and go by themselves, besides tooltips (EWMH 1.5, and KDE's own)."""
_DIALOGS: Final = ("_NET_WM_WINDOW_TYPE_DIALOG", "_NET_WM_STATE_MODAL")
_MENUS: Final = ("POPUP_MENU", "DROPDOWN_MENU", "COMBO")


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the first round of answers says of one window."""

    window: int
    attributes: Reply
    geometry: Reply
    place: Reply
    shadow: tuple[int, ...]
    states: tuple[int, ...]
    types: tuple[int, ...]
    title: str
    pid: int
    program: Program
    frame: tuple[int, ...]
    owner: int
    """The window that it belongs to (WM_TRANSIENT_FOR); 0 for none."""


def read_windows(
    server: X11Server, windows: Sequence[int], *, active: int, own_pids: Set[int]
) -> list[WindowInfo]:
    """Describe the windows that still exist, in a fixed number of round trips.

    Args:
        active: id of the window that has the focus; 0 for none.
    """
    facts = _facts(server, windows)
    titles = _old_names(server, [f.window for f in facts if not f.title])
    unnamed = [f.window for f in facts if _is_nameless(f.program)]
    classes = _class_names(server, unnamed)
    hidden = server.atom("_NET_WM_STATE_HIDDEN")
    tooltip = server.atom("_NET_WM_WINDOW_TYPE_TOOLTIP")
    menus = menu_types(server)
    frames = _frames(server, facts)
    bars = _bars(server, facts)
    notices = frozenset(map(server.atom, NOTICES))
    dialogs = frozenset(map(server.atom, _DIALOGS))
    return [
        WindowInfo(
            window_id=f.window,
            title=f.title or titles[f.window],
            app=program_name(f.program.executable, classes.get(f.window, "")),
            pid=f.pid,
            rect=_client_rect(f),
            is_active=f.window == active,
            is_minimised=hidden in f.states or not window_tree.is_shown(f.attributes),
            is_own=f.pid in own_pids,
            is_popup=_is_unmanaged(f),
            is_tooltip=tooltip in f.types,
            is_notice=not notices.isdisjoint(f.types),
            is_bar=f.window in bars,
            is_menu=not menus.isdisjoint(f.types),
            is_dialog=bool(f.owner) or not dialogs.isdisjoint((*f.types, *f.states)),
            executable=f.program.executable,
            app_id=f.program.app_id,
            is_vouched=f.program.is_vouched,
            frame=frames.get(f.window),
        )
        for f in facts
    ]


def menu_types(server: X11Server) -> frozenset[int]:
    """Return the window types (EWMH) of menus and lists."""
    return frozenset(server.atom(f"_NET_WM_WINDOW_TYPE_{name}") for name in _MENUS)


def _is_nameless(program: Program) -> bool:
    return not program.executable or is_interpreter(program.executable)


def _facts(server: X11Server, windows: Sequence[int]) -> list[_Facts]:
    core = server.core
    asked = [
        (
            window,
            core.GetWindowAttributes(window),
            core.GetGeometry(window),
            core.TranslateCoordinates(window, server.root, 0, 0),
            server.ask_property(window, "_GTK_FRAME_EXTENTS"),
            server.ask_property(window, "_NET_WM_STATE"),
            server.ask_property(window, "_NET_WM_WINDOW_TYPE"),
            server.ask_property(window, "_NET_WM_NAME"),
            server.ask_property(window, "_NET_FRAME_EXTENTS"),
            server.ask_property(window, xcffib.xproto.Atom.WM_TRANSIENT_FOR),
        )
        for window in windows
    ]
    processes = _processes(server, windows)
    facts = []
    for window, attributes, geometry, place, shadow, states, types, name, frame, owner in asked:
        found = _Facts(
            window,
            server.answer(attributes),
            server.answer(geometry),
            server.answer(place),
            server.numbers(shadow),
            server.numbers(states),
            server.numbers(types),
            _first_part(server.text(name)),
            *processes[window],
            server.numbers(frame),
            next(iter(server.numbers(owner)), 0),
        )
        if found.attributes and found.geometry and found.place:
            facts.append(found)
    return facts


def _client_rect(facts: _Facts) -> Rect:
    """Return the window's place without the shadow that GTK programs draw into it."""
    left, right, top, bottom = facts.shadow if len(facts.shadow) == 4 else (0, 0, 0, 0)
    place, size = facts.place, facts.geometry
    return Rect(
        place.dst_x + left,
        place.dst_y + top,
        size.width - left - right,
        size.height - top - bottom,
    )


def _old_names(server: X11Server, windows: Sequence[int]) -> dict[int, str]:
    asked = [(w, server.ask_property(w, xcffib.xproto.Atom.WM_NAME)) for w in windows]
    return {window: _first_part(server.text(cookie)) for window, cookie in asked}


def _class_names(server: X11Server, windows: Sequence[int]) -> dict[int, str]:
    """Return the class, else the instance, of each `instance NUL class NUL` property."""
    asked = [(w, server.ask_property(w, xcffib.xproto.Atom.WM_CLASS)) for w in windows]
    parts = {w: [part for part in server.text(c).split("\0") if part] for w, c in asked}
    return {window: names[-1] if names else "" for window, names in parts.items()}


def _first_part(text: str) -> str:
    return text.partition("\0")[0]


def _processes(server: X11Server, windows: Sequence[int]) -> dict[int, tuple[int, Program]]:
    """Return process and program of each window.

    A process that only the client itself names may be anybody's: nothing is known of its program.
    """
    certain = server.process_ids(windows)
    found = {window: (pid, program_of(pid)) for window, pid in certain.items()}
    unknown = [window for window in windows if window not in certain]
    claims = [(window, server.ask_property(window, "_NET_WM_PID")) for window in unknown]
    for window, cookie in claims:
        found[window] = (next(iter(server.numbers(cookie)), 0), Program())
    return found


def _frames(server: X11Server, facts: Sequence[_Facts]) -> dict[int, Rect]:
    """Return the windows with title bar and borders, where somebody tells.

    Some managers (i3, Blackbox, twm) name no extents: there the window counts that holds the client.
    """
    told = {f.window: _grown(_client_rect(f), f.frame) for f in facts if len(f.frame) == 4}
    silent = [f.window for f in facts if f.window not in told and not _is_unmanaged(f)]
    tops = window_tree.tops_of(server, silent) if silent else {}
    asked = [(w, server.core.GetGeometry(top)) for w, top in tops.items() if top != w]
    for window, cookie in asked:
        place = server.answer(cookie)
        if place is not None:
            told[window] = _whole(place)
    return told


def _whole(place: Reply) -> Rect:
    """Return the rectangle of a child of the root with its border."""
    border = 2 * int(place.border_width)
    return Rect(place.x, place.y, place.width + border, place.height + border)


def _bars(server: X11Server, facts: Sequence[_Facts]) -> frozenset[int]:
    """Return the unmanaged windows that are a dock, or lie at an edge and are the manager's own.

    The bars and icons of IceWM, Fluxbox, Blackbox and Window Maker do not say what they are.
    """
    dock, menus = server.atom("_NET_WM_WINDOW_TYPE_DOCK"), menu_types(server)
    unmanaged = [f for f in facts if _is_unmanaged(f)]
    docks = frozenset(f.window for f in unmanaged if dock in f.types)
    silent = [f for f in unmanaged if f.window not in docks and menus.isdisjoint(f.types)]
    manager = server.root_numbers("_NET_SUPPORTING_WM_CHECK") if silent else ()
    if not manager:
        return docks
    own = [f for f in silent if server.is_same_client(f.window, manager[0])]
    return docks | _at_edges(own, server.screen()) if own else docks


def _at_edges(facts: Sequence[_Facts], screen: Rect) -> frozenset[int]:
    found = []
    for fact in facts:
        # One pixel of air or border lies between some bars and their edge.
        box = _client_rect(fact).grown(1)
        is_left_or_top = box.x <= screen.x or box.y <= screen.y
        if is_left_or_top or box.right >= screen.right or box.bottom >= screen.bottom:
            found.append(fact.window)
    return frozenset(found)


def _is_unmanaged(facts: _Facts) -> bool:
    return bool(facts.attributes.override_redirect)


def _grown(rect: Rect, frame: tuple[int, ...]) -> Rect:
    left, right, top, bottom = frame
    return Rect(rect.x - left, rect.y - top, rect.w + left + right, rect.h + top + bottom)


_PASSING: Final = ("_NET_WM_WINDOW_TYPE_TOOLTIP", *NOTICES)


def over(server: X11Server, window: int, rect: Rect, own_pids: Set[int]) -> frozenset[int]:
    """Return the windows above a window that touch its rectangle, and its dialogs; ours are left out.

    What lies over a window or blocks it, seen from the server: what an approval did not reckon with. A
    popup beside the target, an invisible window that only takes input, a dialog that makes its parent
    deaf: none of them changes a pixel around the target. Tooltips, notifications and what lets clicks
    through come and go by themselves and are left out; where they lie under the very pixel, the hit
    test sees them.
    """
    children = window_tree.children_of_root(server)
    frame = next(iter(window_tree.path_above(server, window)), window)
    above = children[children.index(frame) + 1 :] if frame in children else []
    foreign = _foreign(server, _touching(server, above, rect), own_pids)
    return _lasting(server, foreign) | _dialogs_of(server, window)


def _touching(server: X11Server, windows: Sequence[int], rect: Rect) -> list[int]:
    """Return which of the root's children are shown and touch a rectangle."""
    places = window_tree.shown_places(server, windows)
    return [w for w, (_, place) in places.items() if _whole(place).intersection(rect).area > 0]


def _foreign(server: X11Server, windows: Sequence[int], own_pids: Set[int]) -> list[int]:
    """Leave our own windows out; a manager's frame is its client's."""
    framed = {frame: client for client, frame in window_tree.frames(server).items()}
    clients = {window: framed.get(window, window) for window in windows}
    pids = server.process_ids(list(clients.values()))
    return [w for w, client in clients.items() if pids.get(client, 0) not in own_pids]


def _lasting(server: X11Server, windows: Sequence[int]) -> frozenset[int]:
    """Leave out what comes and goes by itself and what no click can hit."""
    through = window_tree.letting_clicks_through(server, windows)
    passing = frozenset(map(server.atom, _PASSING))
    asked = [(w, server.ask_property(w, "_NET_WM_WINDOW_TYPE")) for w in windows]
    kinds = {window: server.numbers(cookie) for window, cookie in asked}
    return frozenset(w for w in windows if w not in through and passing.isdisjoint(kinds[w]))


def _dialogs_of(server: X11Server, window: int) -> frozenset[int]:
    """Return the managed windows that say they belong to this one: modal ones make it deaf."""
    clients = server.root_numbers("_NET_CLIENT_LIST")
    asked = [(c, server.ask_property(c, xcffib.xproto.Atom.WM_TRANSIENT_FOR)) for c in clients]
    told = [(client, server.numbers(cookie)) for client, cookie in asked]
    return frozenset(client for client, parents in told if window in parents)


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


def _await_viewable(server: X11Server, window: int) -> None:
    """Wait until a window is shown: a manager that knows no EWMH (twm) maps it in its own time.

    Before that the server refuses to give it the focus.
    """
    end = time.monotonic() + MAP_S
    while not window_tree.is_shown(_attributes(server, window)) and time.monotonic() < end:
        time.sleep(_POLL_S)


def _show_desktop_of(server: X11Server, window: int) -> None:
    """Ask for the virtual desktop that a window is on; some managers (Openbox) only mark it otherwise."""
    wanted = server.numbers(server.ask_property(window, "_NET_WM_DESKTOP"))[:1]
    shown = server.root_numbers("_NET_CURRENT_DESKTOP")[:1]
    if wanted and shown and wanted[0] not in (shown[0], ALL_DESKTOPS):
        _tell_manager(server, server.root, "_NET_CURRENT_DESKTOP", wanted)


def _attributes(server: X11Server, window: int) -> Reply:
    found = server.answer(server.core.GetWindowAttributes(window))
    if found is None:
        raise InputError(
            f"window {window:#x} is gone; look at the screen again and name another window"
        )
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


ALPHA_DEPTH: Final = 32
OPAQUE: Final = 0xFFFFFFFF
"""Value of the opacity property that means: not translucent."""


def _in_desktop(
    window: WindowInfo, numbers: Sequence[int], geometry: Reply | None
) -> tuple[Rect, ...]:
    """Return the rectangles of an opaque region, which count from the window's own corner.

    The corner lies outside what we call the window's rectangle by the shadow that it draws.
    """
    if geometry is None:
        return ()
    rects = [Rect(*numbers[i : i + 4]) for i in range(0, len(numbers) - 3, 4)]
    rect = window.rect
    # Without knowing both sides of the shadow, what counts is what any placing would cover.
    dx, dy = max(0, geometry.width - rect.w), max(0, geometry.height - rect.h)
    moved = (
        Rect(rect.x + r.x, rect.y + r.y, r.w - dx, r.h - dy) for r in rects if r.w > dx and r.h > dy
    )
    return tuple(part for r in moved if (part := r.intersection(rect)).area)


class X11Windows:
    """One connection to the X server, answering about windows; owned by one thread.

    Measured on two cores, 10 windows: see `tests/benchmarks/capture.py`.
    """

    def __init__(self, display: str | None = None, own_pids: Set[int] = frozenset()) -> None:
        """Connect.

        Args:
            display: display name such as `:1`; None takes `DISPLAY`.
        """
        self._server = X11Server(display)
        self._own_pids = own_pids
        self._seen_as = 0
        self._probe: PointerProbe | None = None

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

    @display_expected()
    def opaque_parts(self, windows: Sequence[WindowInfo]) -> dict[int, tuple[Rect, ...]]:
        """Return, by window id, the parts in device pixels through which nothing can be seen.

        A compositor mixes windows with an alpha channel, or with an opacity set from outside, with what
        is below them; shapes cut holes. Where a program does not say which part is opaque, none counts.

        A window that hides all of its rectangle is left out.
        """
        server = self._server
        shapes = server.extension(xcffib.shape.key)
        asked = [
            (
                window,
                server.core.GetGeometry(window.window_id),
                server.ask_property(window.window_id, "_NET_WM_WINDOW_OPACITY"),
                server.ask_property(window.window_id, "_NET_WM_OPAQUE_REGION"),
                shapes.QueryExtents(window.window_id) if shapes is not None else None,
            )
            for window in windows
        ]
        found: dict[int, tuple[Rect, ...]] = {}
        for window, geometry, opacity, region, extents in asked:
            depth = server.answer(geometry)
            level = next(iter(server.numbers(opacity)), OPAQUE)
            parts = server.numbers(region)
            shape = server.answer(extents) if extents is not None else None
            if level != OPAQUE or (shape is not None and shape.bounding_shaped):
                found[window.window_id] = ()
            elif depth is None or depth.depth == ALPHA_DEPTH:
                found[window.window_id] = _in_desktop(window, parts, depth)
        return found

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
            return over(self._server, window.window_id, window.rect, self._own_pids)

    def desktop_number(self) -> int:
        """Return which virtual desktop is shown; 0 where there is one or nobody tells."""
        with display_expected():
            return next(iter(self._server.root_numbers("_NET_CURRENT_DESKTOP")), 0)

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        with display_expected():
            reply = self._server.core.QueryPointer(self._server.root).reply()
        return ScreenPoint(reply.root_x, reply.root_y)

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the monitors, asked afresh, in the order of mss."""
        return read_monitors(self._server)

    @display_expected()
    def activate(self, window_id: int) -> None:
        """Ask for the focus and the top of the stack."""
        server = self._server
        attributes = _attributes(server, window_id)
        if manager_name(server) is not None and not attributes.override_redirect:
            _show_desktop_of(server, window_id)
            _tell_manager(server, window_id, "_NET_ACTIVE_WINDOW", (FROM_A_PERSON, 0, 0))
            return
        core = server.core
        above = [xcffib.xproto.StackMode.Above]
        revert_to = xcffib.xproto.InputFocus.PointerRoot
        failure = f"window {window_id:#x} could not be brought forward; it may be closing"
        _confirm(core.MapWindow(window_id, is_checked=True), failure)
        mask = xcffib.xproto.ConfigWindow.StackMode
        _confirm(core.ConfigureWindow(window_id, mask, above, is_checked=True), failure)
        _await_viewable(server, window_id)
        focus = core.SetInputFocus(revert_to, window_id, xcffib.CurrentTime, is_checked=True)
        _confirm(focus, failure)

    @display_expected()
    def close_window(self, window_id: int) -> None:
        """Ask the window to close, as its close button would; it may ask the user first."""
        server = self._server
        _attributes(server, window_id)
        if manager_name(server) is not None:
            _tell_manager(server, window_id, "_NET_CLOSE_WINDOW", (0, FROM_A_PERSON))
            return
        protocols = server.numbers(server.ask_property(window_id, "WM_PROTOCOLS"))
        delete = server.atom("WM_DELETE_WINDOW")
        if delete not in protocols:
            raise InputError(
                f"window {window_id:#x} does not take requests to close; "
                "close it inside the application, or by its own menu"
            )
        event = _message(window_id, server.atom("WM_PROTOCOLS"), (delete, xcffib.CurrentTime))
        sent = server.core.SendEvent(
            False, window_id, xcffib.xproto.EventMask.NoEvent, event, is_checked=True
        )
        _confirm(sent, f"window {window_id:#x} closed before it could be asked to")

    @display_expected()
    def minimise(self, window_id: int) -> None:
        """Ask for the window to be minimised.

        Raises:
            NoWindowManager: nobody is there who could show it again.
            InputError: the window is gone.
        """
        server = self._server
        _attributes(server, window_id)
        if not has_manager(server):
            raise _no_manager("minimise")
        _tell_manager(server, window_id, "WM_CHANGE_STATE", (ICONIC_STATE,))

    @display_expected()
    def maximise(self, window_id: int) -> None:
        """Ask for the window to fill its monitor.

        Raises:
            NoWindowManager: nobody is there who knows the monitor's free area.
            InputError: the window is gone, or the manager takes no such requests.
        """
        server = self._server
        _attributes(server, window_id)
        if not has_manager(server):
            raise _no_manager("maximise")
        if manager_name(server) is None:
            raise InputError(
                "this window manager takes no requests to maximise a window (it does not know EWMH); "
                "use its own menu or title bar"
            )
        both = (
            server.atom("_NET_WM_STATE_MAXIMIZED_VERT"),
            server.atom("_NET_WM_STATE_MAXIMIZED_HORZ"),
        )
        _tell_manager(server, window_id, "_NET_WM_STATE", (ADD_STATE, *both, FROM_A_PERSON))

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
        if focus not in (x11.POINTER_ROOT, server.root):
            return focus, window_tree.top_level_above(server, focus)
        pointer = server.core.QueryPointer(server.root).reply()
        point = ScreenPoint(pointer.root_x, pointer.root_y)
        child = window_tree.child_at(server, point)
        return child, window_tree.client_at(server, child, point)


def _is_parked(window: WindowInfo, screen: Rect) -> bool:
    """Tell an unmanaged window that lies off the screen from one that can be seen."""
    return window.is_popup and window.rect.intersection(screen).area == 0
