"""Which node of the tree lies in which window, and which nodes cannot be seen at all.

Pure functions over nodes and an observation. "Showing" in the tree ignores windows on top, keeps
the items of closed drop-downs, and has boxes that reach out of the window: all that ends here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import Observation, WindowInfo
from automation.desktop.elements import scope
from automation.desktop.elements.nodes import Handle, Node
from automation.desktop.elements.pixels import overlap
from automation.desktop.elements.roles import (
    COMBO_ROLE,
    ITEMS,
    MENU_ROLES,
    WEB_PAGE_ROLE,
    role_word,
)

POPUP_MATCH: Final = 0.9
_TOOLTIP_ROLE: Final = 64
_POPUP_OWNERS: Final = MENU_ROLES | {COMBO_ROLE, _TOOLTIP_ROLE}


@dataclass(frozen=True, slots=True)
class Placed:
    """A node that can be seen, its window, and the part of its box inside that window."""

    node: Node
    window: WindowInfo
    box: Rect


class Family:
    """Parents of a set of nodes; a parent that is not in the set ends the chain."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._by_handle: Mapping[Handle, Node] = {node.handle: node for node in nodes}

    def ancestors(self, node: Node) -> Iterator[Node]:
        """Yield parent, grandparent and so on, as far as they are known."""
        seen = {node.handle}
        above = self._parent(node)
        while above is not None and above.handle not in seen:
            yield above
            seen.add(above.handle)
            above = self._parent(above)

    def _parent(self, node: Node) -> Node | None:
        return self._by_handle.get(node.parent) if node.parent else None


def web_content(nodes: Sequence[Node]) -> frozenset[Handle]:
    """Return the web pages among the nodes and everything on them."""
    family = Family(nodes)
    return frozenset(
        node.handle
        for node in nodes
        if any(above.role == WEB_PAGE_ROLE for above in (node, *family.ancestors(node)))
    )


def visible(
    nodes: Sequence[Node], windows: Sequence[WindowInfo], observation: Observation
) -> list[Placed]:
    """Return the nodes that can be seen in one of these windows of one program, in order.

    Args:
        nodes: all showing nodes, top-levels included, boxes in device pixels.
        windows: where they may lie: the program's window and its popups.
        observation: says what lies on top of what.
    """
    family = Family(nodes)
    ids = {window.window_id for window in windows}
    placed = (_placed(node, family, ids, observation) for node in nodes)
    return [place for place in placed if place is not None]


def _placed(node: Node, family: Family, ids: set[int], observation: Observation) -> Placed | None:
    if node.box.area == 0:
        return None
    window = _window_of(node.box, ids, observation)
    if window is None:
        return None
    chain = [node, *family.ancestors(node)]
    if window.is_popup and not _is_part_of(window, chain):
        return None
    if not window.is_popup and _is_left_over(chain):
        return None
    return Placed(node, window, node.box.intersection(window.rect))


def _window_of(box: Rect, ids: set[int], observation: Observation) -> WindowInfo | None:
    """Return the window that shows the middle of the visible part of the box."""
    window = scope.window_at(observation, box.center)
    if window is not None and window.window_id in ids:
        return window
    # The middle of a long page or list may lie outside of its window: try the part inside.
    for candidate in observation.windows:
        part = box.intersection(candidate.rect)
        is_cut = candidate.window_id in ids and 0 < part.area < box.area
        if is_cut and scope.window_at(observation, part.center) is candidate:
            return candidate
    return None


def _is_part_of(popup: WindowInfo, chain: Sequence[Node]) -> bool:
    """Tell a popup's content from what lies beneath it."""
    above = chain[1:]
    if any(node.role in _POPUP_OWNERS for node in above):
        return True
    if any(overlap(node.box, popup.rect) >= POPUP_MATCH for node in chain):
        return True
    return _has_lost_parent(chain)


def _is_left_over(chain: Sequence[Node]) -> bool:
    """Tell whether this is an entry of a drop-down or menu that is not on the picture.

    Qt and Chromium leave entries of closed drop-downs showing, with boxes from before, below a
    list that is not. GTK tells of an open menu before its popup is there to be seen.
    """
    if _has_lost_parent(chain):
        return True
    menu = next((node for node in chain[1:] if node.role in MENU_ROLES), None)
    return menu is not None and not menu.box.contains(chain[0].box.center)


def _has_lost_parent(chain: Sequence[Node]) -> bool:
    """Tell whether the chain of parents ends in an entry whose list is not showing."""
    return role_word(chain[-1].role) in ITEMS
