"""From the server's tree of windows to the windows that a person sees.

A window manager puts each client window into a frame of its own; the stacking order is that of
the frames, the title and the process are those of the client. Without a window manager the
clients are children of the root themselves.

A frame is told by what it holds: a client that another program owns. Whether it is unmanaged
(override-redirect) says nothing: every menu and tooltip is, and so are the frames of i3, IceWM,
Fluxbox, awesome, Blackbox and Window Maker.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import xcffib
import xcffib.xproto

from automation.core.geometry import ScreenPoint
from automation.desktop.program_identity import is_started_by
from automation.desktop.x11 import Cookie, Reply, X11Server

MAX_FRAME_DEPTH: Final = 3
"""Levels from a child of the root downwards where its client is looked for; managers use 2 or 3."""
WITHDRAWN: Final = 0
"""Value of WM_STATE for a window that no manager handles any more (ICCCM 4.1.3.1)."""
MAX_COORDINATE: Final = 32767
"""Largest coordinate that the X protocol can carry."""


@dataclass(frozen=True, slots=True)
class _Child:
    """A child of the root window that holds no client of the manager's list."""

    window: int
    is_viewable: bool
    is_unmanaged: bool
    draws: bool


def stack(server: X11Server) -> list[int]:
    """Return clients and popups, topmost first; minimised clients keep their place."""
    tree_cookie = server.core.QueryTree(server.root)
    clients_of: dict[int, list[int]] = {}
    listed = frames(server)
    for client, frame in listed.items():
        clients_of.setdefault(frame, []).append(client)
    tree = server.answer(tree_cookie)
    children = [] if tree is None else tree.children.list
    others = _others(server, [child for child in children if child not in clients_of])
    placed: list[int] = []
    for child in reversed(children):
        if child in clients_of:
            placed += clients_of[child]
        elif child in others:
            placed += _unlisted(server, others[child], is_listing=bool(listed))
    return placed


def _others(server: X11Server, windows: Sequence[int]) -> dict[int, _Child]:
    replies = server.answers([server.core.GetWindowAttributes(window) for window in windows])
    return {
        window: _Child(
            window,
            is_viewable=is_shown(found),
            is_unmanaged=bool(found.override_redirect),
            draws=found._class == xcffib.xproto.WindowClass.InputOutput,
        )
        for window, found in zip(windows, replies, strict=True)
        if found is not None
    }


def children_of_root(server: X11Server) -> list[int]:
    """Return the children of the root, lowest first."""
    tree = server.answer(server.core.QueryTree(server.root))
    return [] if tree is None else [int(child) for child in tree.children.list]


def shown_places(server: X11Server, windows: Sequence[int]) -> dict[int, tuple[Reply, Reply]]:
    """Return attributes and geometry of those of the windows that are shown."""
    core = server.core
    asked = [(w, core.GetWindowAttributes(w), core.GetGeometry(w)) for w in windows]
    told = {w: (server.answer(facts), server.answer(place)) for w, facts, place in asked}
    return {w: (f, place) for w, (f, place) in told.items() if place and is_shown(f)}


def is_shown(attributes: Reply | None) -> bool:
    """Tell whether a window is there and mapped with all that it lies in."""
    return bool(attributes and attributes.map_state == xcffib.xproto.MapState.Viewable)


def large_unmanaged(server: X11Server, width: int, height: int) -> list[int]:
    """Return shown children of the root that no manager handles and that are so large, topmost first."""
    places = shown_places(server, children_of_root(server)[::-1])
    large = [
        window
        for window, (attributes, place) in places.items()
        if attributes.override_redirect and place.width >= width and place.height >= height
    ]
    return [window for window in large if foreign_client_below(server, window) is None]


def shown_of(server: X11Server, types: frozenset[int]) -> list[int]:
    """Return the shown children of the root, and managed windows, that say they are of such a type."""
    tree_cookie = server.core.QueryTree(server.root)
    clients = server.root_numbers("_NET_CLIENT_LIST")
    tree = server.answer(tree_cookie)
    windows = dict.fromkeys((*(() if tree is None else tree.children.list), *clients))
    asked = [(w, server.ask_property(w, "_NET_WM_WINDOW_TYPE")) for w in windows]
    typed = [w for w, cookie in asked if not types.isdisjoint(server.numbers(cookie))]
    return _shown(server, typed)


def _shown(server: X11Server, windows: Sequence[int]) -> list[int]:
    states = server.answers([server.core.GetWindowAttributes(w) for w in windows])
    return [w for w, state in zip(windows, states, strict=True) if is_shown(state)]


def letting_clicks_through(server: X11Server, windows: Sequence[int]) -> frozenset[int]:
    """Return those of the windows that have an empty input shape."""
    asked = [(window, server.ask_input_region(window)) for window in windows]
    regions = {window: server.answer(cookie) for window, cookie in asked if cookie is not None}
    return frozenset(w for w, region in regions.items() if region and not region.rectangles.list)


def _unlisted(server: X11Server, child: _Child, *, is_listing: bool) -> list[int]:
    """Return what stands for a child of the root that holds no client of the manager's list."""
    if not child.draws:
        return []
    if child.is_unmanaged:
        if not child.is_viewable:
            return []
        # A manager that lists its clients lists them all: what it left out is no frame.
        client = None if is_listing else foreign_client_below(server, child.window)
        return [child.window if client is None else client]
    client = client_below(server, child.window)
    if client is not None:
        return [client]
    return [child.window] if child.is_viewable else []


def frames(server: X11Server) -> dict[int, int]:
    """Return the root child that holds each window of the manager's client list."""
    return tops_of(server, server.root_numbers("_NET_CLIENT_LIST"))


def tops_of(server: X11Server, clients: Sequence[int]) -> dict[int, int]:
    """Return the root child that holds each of these windows; itself where nothing holds it."""
    found: dict[int, int] = {}
    climbing = {client: client for client in clients}
    for _ in range(MAX_FRAME_DEPTH):
        asked = [(client, at, server.core.QueryTree(at)) for client, at in climbing.items()]
        climbing = {}
        for client, at, cookie in asked:
            tree = server.answer(cookie)
            if tree is None:
                continue
            if tree.parent == server.root:
                found[client] = at
            else:
                climbing[client] = tree.parent
        if not climbing:
            break
    return found


def is_client(server: X11Server, cookie: Cookie) -> bool:
    """Tell from the answer to a WM_STATE request whether a manager handles the window."""
    state = server.numbers(cookie)
    return bool(state) and state[0] != WITHDRAWN


def foreign_client_below(server: X11Server, window: int) -> int | None:
    """Return the managed window of another program inside an unmanaged one; None when there is none.

    A program may well put a window of its own that was managed once into its popup.
    """
    client = client_below(server, window)
    is_foreign = client is not None and not server.is_same_client(client, window)
    return client if is_foreign else None


def client_below(server: X11Server, window: int) -> int | None:
    """Return the managed window at or inside a frame; None when there is none."""
    level = [window]
    for _ in range(MAX_FRAME_DEPTH):
        states = [server.ask_property(each, "WM_STATE") for each in level]
        trees = [server.core.QueryTree(each) for each in level]
        # Every reply is fetched before any is judged: unfetched ones would pile up in the library.
        managed = [is_client(server, state) for state in states]
        inside = [child for tree in server.answers(trees) if tree for child in tree.children.list]
        if any(managed):
            return level[managed.index(True)]
        level = inside
    return None


def child_at(server: X11Server, point: ScreenPoint) -> int:
    """Return the child of the root that a click at the pixel reaches; 0 for the bare desktop.

    The server does the hit test: it sees input-only windows and honours input shapes.
    """
    x, y = point.x, point.y
    if not (0 <= x <= MAX_COORDINATE and 0 <= y <= MAX_COORDINATE):
        return 0
    hit = server.answer(server.core.TranslateCoordinates(server.root, server.root, x, y))
    return int(hit.child) if hit is not None else 0


def client_at(server: X11Server, child: int, point: ScreenPoint) -> int | None:
    """Return the client or popup that a click in a child of the root reaches; None for the bare desktop."""
    return _client_at(server, child, point) if child != xcffib.NONE else None


def path_at(server: X11Server, child: int, point: ScreenPoint) -> list[int]:
    """Return the windows that lie inside one another under the pixel, from a child of the root inwards."""
    found, at = [], child
    while at != xcffib.NONE:
        found.append(int(at))
        hit = server.answer(server.core.TranslateCoordinates(server.root, at, point.x, point.y))
        at = hit.child if hit is not None else xcffib.NONE
    return found


def path_above(server: X11Server, window: int) -> list[int]:
    """Return a window and what it lies in, from a child of the root inwards; empty when it is gone."""
    found, at = [int(window)], window
    while True:
        tree = server.answer(server.core.QueryTree(at))
        if tree is None:
            return []
        if tree.parent in (server.root, xcffib.NONE):
            return found
        at = tree.parent
        found.insert(0, int(at))


def stranger_on(server: X11Server, path: Sequence[int], client: int) -> int | None:
    """Return the first window on a path that another program has put into a client's window; None for none.

    Not strange are the client's own program and what it has started (browsers and players draw in
    processes of their own), the program of the outermost window, which is the manager's frame, and
    what says that it is there to be embedded (the property of an XEmbed plug, in that protocol's
    words). What is inside a plug is the plug's.
    """
    others = [w for w in path[1:] if not _is_at_home(server, w, path[0], client)]
    if not others:
        return None
    pids = server.process_ids([client, path[0], *others])
    home, frame = pids.get(client, 0), pids.get(path[0], 0)
    for window in others:
        pid = pids.get(window, 0)
        if pid and (pid in (home, frame) or (home and is_started_by(pid, home))):
            continue
        if server.numbers(server.ask_property(window, "_XEMBED_INFO")):
            return None
        if home or pid:  # of programs on other computers nobody knows whose they are
            return window
    return None


def _is_at_home(server: X11Server, window: int, outermost: int, client: int) -> bool:
    return server.is_same_client(window, client) or server.is_same_client(window, outermost)


def _client_at(server: X11Server, top: int, point: ScreenPoint) -> int:
    attributes_cookie = server.core.GetWindowAttributes(top)
    managed_inside = _client_on_path(server, top, point)
    attributes = server.answer(attributes_cookie)
    if attributes is None:
        return top
    is_unmanaged = bool(attributes.override_redirect)
    if managed_inside is None:
        return client_of_frame(server, top, is_unmanaged=is_unmanaged)
    if is_unmanaged and server.is_same_client(managed_inside, top):
        # A manager's own dialog in its own frame is listed; a program's popup is not.
        return managed_inside if managed_inside in frames(server) else top
    return managed_inside


def _client_on_path(server: X11Server, top: int, point: ScreenPoint) -> int | None:
    at = top
    for _ in range(MAX_FRAME_DEPTH):
        state = server.ask_property(at, "WM_STATE")
        below = server.core.TranslateCoordinates(server.root, at, point.x, point.y)
        hit = server.answer(below)
        if is_client(server, state):
            return at
        if hit is None or hit.child == xcffib.NONE:
            return None
        at = hit.child
    return None


def client_of_frame(server: X11Server, top: int, *, is_unmanaged: bool = False) -> int:
    """Return the client in a frame whose border or title bar was hit; itself when it has none.

    Of several (tabs) it is the one that is shown.
    """
    inside = [client for client, frame in frames(server).items() if frame == top]
    if len(inside) > 1:
        inside = _shown(server, inside) or inside
    if inside:
        return inside[0]
    below = foreign_client_below if is_unmanaged else client_below
    return below(server, top) or top


def top_level_above(server: X11Server, window: int) -> int | None:
    """Return the client or popup that a window is part of; None when it is gone or the root."""
    at = window
    while at not in (server.root, xcffib.NONE):
        state = server.ask_property(at, "WM_STATE")
        tree = server.answer(server.core.QueryTree(at))
        if is_client(server, state):
            return at
        if tree is None:
            return None
        if tree.parent == server.root:
            return at
        at = tree.parent
    return None
