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

    def _touching(self, windows: list[int], rect: Rect) -> list[_Above]:
        core = self._server.core
        asked = [(w, core.GetWindowAttributes(w), core.GetGeometry(w)) for w in windows]
        found = []
        for window, attributes_cookie, geometry_cookie in asked:
            attributes = self._server.answer(attributes_cookie)
            place = self._server.answer(geometry_cookie)
            if attributes is None or place is None:
                continue
            border = 2 * int(place.border_width)
            area = Rect(place.x, place.y, place.width + border, place.height + border)
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
