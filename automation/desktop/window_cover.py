"""What lies over a window or blocks it, seen from the server: what an approval did not reckon with.

A popup beside the target, an invisible window that only takes input, a dialog that makes its parent
deaf: none of them changes a pixel around the target. Tooltips, notifications and what lets clicks
through come and go by themselves and are left out; where they lie under the very pixel, the hit
test sees them.
"""

from dataclasses import dataclass
from typing import Final

import xcffib
import xcffib.xproto

from automation.core.geometry import Rect
from automation.desktop import window_tree, xserver
from automation.desktop.window_facts import NOTICES
from automation.desktop.x11_server import Cookie, X11Server

_PASSING: Final = ("_NET_WM_WINDOW_TYPE_TOOLTIP", *NOTICES)


@dataclass(frozen=True, slots=True)
class _Above:
    """A visible child of the root above the target's, not yet judged."""

    window: int
    rect: Rect


class CoverFinder:
    """Asks one connection what is in the way of a window; owned by that connection's thread."""

    def __init__(self, server: X11Server, own_pids: frozenset[int]) -> None:
        self._server = server
        self._own_pids = own_pids
        self._transient_for = int(xcffib.xproto.Atom.WM_TRANSIENT_FOR)
        self._type = server.atom("_NET_WM_WINDOW_TYPE")
        self._passing = frozenset(xserver.atom(server.connection, name) for name in _PASSING)

    def over(self, window: int, rect: Rect) -> frozenset[int]:
        """Return the windows above a window that touch its rectangle, and its dialogs.

        Args:
            window: id of a client window or popup.
            rect: its place in device pixels.
        """
        children = self._children()
        frame = self._frame_of(window, frozenset(children))
        above = children[children.index(frame) + 1 :] if frame in children else []
        touching = self._touching(above, rect)
        foreign = self._foreign([each.window for each in touching])
        return self._lasting(foreign) | self._dialogs(window)

    def is_foreign_in_or_over(self, window: int, part: Rect) -> bool:
        """Tell whether another program's window touches a part of one of ours: one that lies inside it, or over it.

        Whatever is shown counts, also what only takes input and what lets clicks through: it hides
        words, or takes what is meant for ours.

        Args:
            window: id of one of our windows, managed or not.
            part: in device pixels of the desktop.
        """
        children = self._children()
        frame = self._frame_of(window, frozenset(children))
        above = children[children.index(frame) + 1 :] if frame in children else []
        if self._foreign([each.window for each in self._touching(above, part)]):
            return True
        level = [frame]
        while level:
            trees = self._server.answers([self._server.core.QueryTree(w) for w in level])
            level = [int(w) for tree in trees if tree is not None for w in tree.children.list]
            strange = [w for w in level if not self._is_at_home(w, window, frame)]
            pids = self._server.process_ids(strange)
            strange = [w for w in strange if pids.get(w, 0) not in self._own_pids]
            if self._touching(strange, part, is_inside=True):
                return True
        return False

    def _is_at_home(self, inside: int, window: int, frame: int) -> bool:
        """Tell whether a window in a manager's frame, or in ours, is the manager's or ours."""
        return any(self._server.is_same_client(inside, other) for other in (window, frame))

    def _children(self) -> list[int]:
        tree = self._server.answer(self._server.core.QueryTree(self._server.root))
        return [] if tree is None else [int(child) for child in tree.children.list]

    def _frame_of(self, window: int, children: frozenset[int]) -> int:
        at = window
        while at not in children:
            tree = self._server.answer(self._server.core.QueryTree(at))
            if tree is None or tree.parent in (self._server.root, xcffib.NONE):
                return at
            at = int(tree.parent)
        return at

    def _touching(self, windows: list[int], rect: Rect, *, is_inside: bool = False) -> list[_Above]:
        """Return which of the windows are shown and touch a rectangle; what lies in others has its place asked."""
        core, root = self._server.core, self._server.root
        asked = [
            (
                w,
                core.GetWindowAttributes(w),
                core.GetGeometry(w),
                core.TranslateCoordinates(w, root, 0, 0) if is_inside else None,
            )
            for w in windows
        ]
        found = []
        for window, attributes_cookie, geometry_cookie, place_cookie in asked:
            attributes = self._server.answer(attributes_cookie)
            place = self._server.answer(geometry_cookie)
            corner = self._server.answer(place_cookie) if place_cookie is not None else None
            if attributes is None or place is None or (is_inside and corner is None):
                continue
            border = int(place.border_width)
            x, y = (place.x, place.y) if corner is None else (corner.dst_x, corner.dst_y)
            if corner is not None:  # told of the area inside the border
                x, y = x - border, y - border
            area = Rect(x, y, place.width + 2 * border, place.height + 2 * border)
            is_viewable = attributes.map_state == xcffib.xproto.MapState.Viewable
            if is_viewable and area.intersection(rect).area > 0:
                found.append(_Above(window, area))
        return found

    def _foreign(self, windows: list[int]) -> list[int]:
        """Leave our own windows out; a manager's frame is its client's."""
        framed = {frame: client for client, frame in window_tree.frames(self._server).items()}
        clients = {window: framed.get(window, window) for window in windows}
        pids = self._server.process_ids(list(clients.values()))
        return [w for w, client in clients.items() if pids.get(client, 0) not in self._own_pids]

    def _lasting(self, windows: list[int]) -> frozenset[int]:
        """Leave out what comes and goes by itself and what no click can hit."""
        through = window_tree.letting_clicks_through(self._server, windows)
        asked = [(w, self._server.ask_property(w, self._type)) for w in windows]
        kinds = {window: frozenset(self._server.numbers(cookie)) for window, cookie in asked}
        return frozenset(w for w in windows if w not in through and not kinds[w] & self._passing)

    def _dialogs(self, window: int) -> frozenset[int]:
        """Return the managed windows that say they belong to this one: modal ones make it deaf."""
        clients = self._server.root_numbers("_NET_CLIENT_LIST")
        asked: list[tuple[int, Cookie]] = [
            (client, self._server.ask_property(client, self._transient_for)) for client in clients
        ]
        told = [(client, self._server.numbers(cookie)) for client, cookie in asked]
        return frozenset(client for client, parents in told if window in parents)
