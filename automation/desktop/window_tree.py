"""From the server's tree of windows to the windows that a person sees.

A window manager puts each client window into a frame of its own; the stacking order is that of
the frames, the title and the process are those of the client. Without a window manager the
clients are children of the root themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import xcffib
import xcffib.xproto

from automation.core.geometry import ScreenPoint
from automation.desktop.x11_server import Cookie, X11Server

MAX_FRAME_DEPTH: Final = 3
"""Levels from a child of the root downwards where its client is looked for; managers use 2 or 3."""
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
    for client, frame in frames(server).items():
        clients_of.setdefault(frame, []).append(client)
    tree = server.answer(tree_cookie)
    children = [] if tree is None else tree.children.list
    others = _others(server, [child for child in children if child not in clients_of])
    placed: list[int] = []
    for child in reversed(children):
        if child in clients_of:
            placed += clients_of[child]
        elif child in others:
            placed += _unlisted(server, others[child])
    return placed


def _others(server: X11Server, windows: Sequence[int]) -> dict[int, _Child]:
    replies = server.answers([server.core.GetWindowAttributes(window) for window in windows])
    return {
        window: _Child(
            window,
            is_viewable=found.map_state == xcffib.xproto.MapState.Viewable,
            is_unmanaged=bool(found.override_redirect),
            draws=found._class == xcffib.xproto.WindowClass.InputOutput,
        )
        for window, found in zip(windows, replies, strict=True)
        if found is not None
    }


def large_unmanaged(server: X11Server, width: int, height: int) -> list[int]:
    """Return shown children of the root that no manager handles and that are so large, topmost first."""
    tree = server.answer(server.core.QueryTree(server.root))
    children = [] if tree is None else list(reversed(tree.children.list))
    asked = [(w, server.core.GetWindowAttributes(w), server.core.GetGeometry(w)) for w in children]
    large = []
    for window, attributes_cookie, place_cookie in asked:
        attributes, place = server.answer(attributes_cookie), server.answer(place_cookie)
        if attributes is None or place is None:
            continue
        is_shown = attributes.map_state == xcffib.xproto.MapState.Viewable
        is_large = place.width >= width and place.height >= height
        if is_shown and attributes.override_redirect and is_large:
            large.append(window)
    return large


def shown_of(server: X11Server, types: frozenset[int]) -> list[int]:
    """Return the shown children of the root, and managed windows, that say they are of such a type."""
    tree_cookie = server.core.QueryTree(server.root)
    clients = server.root_numbers("_NET_CLIENT_LIST")
    tree = server.answer(tree_cookie)
    windows = dict.fromkeys((*(() if tree is None else tree.children.list), *clients))
    asked = [(w, server.ask_property(w, "_NET_WM_WINDOW_TYPE")) for w in windows]
    typed = [w for w, cookie in asked if not types.isdisjoint(server.numbers(cookie))]
    states = server.answers([server.core.GetWindowAttributes(w) for w in typed])
    viewable = xcffib.xproto.MapState.Viewable
    return [w for w, s in zip(typed, states, strict=True) if s and s.map_state == viewable]


def letting_clicks_through(server: X11Server, windows: Sequence[int]) -> frozenset[int]:
    """Return those of the windows that have an empty input shape."""
    asked = [(window, server.ask_input_region(window)) for window in windows]
    regions = {window: server.answer(cookie) for window, cookie in asked if cookie is not None}
    return frozenset(w for w, region in regions.items() if region and not region.rectangles.list)


def _unlisted(server: X11Server, child: _Child) -> list[int]:
    if not child.draws:
        return []
    if child.is_unmanaged:
        return [child.window] if child.is_viewable else []
    client = client_below(server, child.window)
    if client is not None:
        return [client]
    return [child.window] if child.is_viewable else []


def frames(server: X11Server) -> dict[int, int]:
    """Return the root child that holds each window of the manager's client list."""
    clients = server.root_numbers("_NET_CLIENT_LIST")
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
    return bool(server.numbers(cookie))


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


def deepest_at(server: X11Server, point: ScreenPoint) -> int:
    """Return the innermost window under the pixel, whoever it belongs to; 0 for the bare desktop."""
    found, at = xcffib.NONE, server.root
    while True:
        hit = server.answer(server.core.TranslateCoordinates(server.root, at, point.x, point.y))
        if hit is None or hit.child == xcffib.NONE:
            return int(found)
        found = at = hit.child


def _client_at(server: X11Server, top: int, point: ScreenPoint) -> int:
    attributes_cookie = server.core.GetWindowAttributes(top)
    managed_inside = _client_on_path(server, top, point)
    attributes = server.answer(attributes_cookie)
    if attributes is None or attributes.override_redirect:
        return top
    return managed_inside or client_of_frame(server, top)


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


def client_of_frame(server: X11Server, top: int) -> int:
    """Return the client in a frame whose border or title bar was hit; itself when it has none."""
    listed = next((client for client, frame in frames(server).items() if frame == top), None)
    return listed or client_below(server, top) or top


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
