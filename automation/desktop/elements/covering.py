"""What lies over a thing inside its own window: a page's veil, a dialog of a page, a widget over others.

The window system sees none of this. What a program itself says lies at a pixel is believed of browsers
only. Qt and GTK 3 name the first of their children that has the pixel, which is the lowest; so there
the children that are painted later are looked at. Of other toolkits (Swing, LibreOffice) nothing is
said. What lets clicks through tells so only in a browser: elsewhere plain text counts where it hides
the whole thing, and nothing else is known.
"""

from collections.abc import Awaitable, Callable, Sequence
from itertools import takewhile
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.bounded_walk import MAX_DEPTH
from automation.desktop.elements.nodes import Node
from automation.desktop.elements.pixels import Surface, ToPixels, in_pixels
from automation.desktop.elements.roles import (
    APPLICATION_ROLE,
    CONTROLS,
    ITEMS,
    MENU_ROLES,
    WORDS,
    role_word,
)

BROWSERS: Final = frozenset({"chromium", "gecko", "webkitgtk"})
LATER_IS_ABOVE: Final = frozenset({"qt", "gtk"})
"""Toolkits whose children are painted in their order."""
TELLS_WRONG: Final = "soffice"
"""LibreOffice on GTK 3 tells places that are too high by its menu bar: its toolbars seem to lie over that."""
MOST_SIBLINGS: Final = 200
"""A container with more children is a table or a list, whose children do not overlap."""
ASKED_AGAIN: Final = 2
"""Chromium guesses at the first question and asks its page; a later one tells what that said."""
_PAGE_ROLE: Final = 95
Ask = Callable[[], Awaitable[Node | None]]


class Covers:
    """Asks one program; used in the loop of the accessibility bus."""

    def __init__(self, tree: AtspiTree, toolkit: str, surface: Surface, way: ToPixels) -> None:
        """Take what is asked.

        Args:
            tree: the accessibility tree.
            toolkit: what the program says it was built with.
            surface: the top-level that the thing is in.
            way: how the thing's own coordinates become pixels.
        """
        self._tree, self._toolkit, self._surface = tree, toolkit.casefold(), surface
        self._way = way

    @property
    def is_sure(self) -> bool:
        """Tell whether what lies over something takes its presses, as a page says."""
        return self._toolkit in BROWSERS

    async def over(self, target: Node, point: ScreenPoint, ask: Ask) -> Node | None:
        """Return what lies over a thing at a pixel; None where nothing does or nobody knows.

        Args:
            target: in device pixels.
            point: where it is pressed.
            ask: asks the program what lies at the pixel; for browsers alone.
        """
        if self.is_sure:
            await ask()
            return await self._by_hit(target, point, ask, await self._above(target))
        is_right = not self._surface.window.app.startswith(TELLS_WRONG)
        if self._toolkit in LATER_IS_ABOVE and is_right:
            return await self._by_order(target, point, await self._above(target))
        return None

    async def _above(self, node: Node) -> list[Node]:
        """Return parent, grandparent and so on up to the top-level."""
        found: list[Node] = []
        at = node
        while len(found) < MAX_DEPTH and at.parent and at.handle != self._surface.top_level.handle:
            nodes = await self._tree.nodes([at.parent])
            if not nodes or nodes[0].handle in {n.handle for n in found}:
                break
            if nodes[0].role == APPLICATION_ROLE:
                break  # its other windows are stacked by the window system, not by their order
            at = nodes[0]
            found.append(at)
        return found

    async def _by_hit(
        self, target: Node, point: ScreenPoint, ask: Ask, above: Sequence[Node]
    ) -> Node | None:
        """Believe the page; the browser's own buttons are no page, and its word of them is none."""
        if not any(node.role == _PAGE_ROLE for node in above):
            return None
        found = None
        for _ in range(ASKED_AGAIN):
            hit = await ask()
            found = None if hit is None else await self._over_by(hit, target, point, above)
            if found is None:
                break
        return found

    async def _over_by(
        self, hit: Node, target: Node, point: ScreenPoint, above: Sequence[Node]
    ) -> Node | None:
        chain = [hit, *await self._above(hit)]
        ancestors = {node.handle for node in above}
        if target.handle in {node.handle for node in chain}:
            return None
        if hit.handle in ancestors:
            # Something that the tree leaves out took the hit; parts of a control may do so too.
            is_control = role_word(target.role) in CONTROLS
            return hit if hit.role == _PAGE_ROLE and is_control else None
        layer = list(takewhile(lambda node: node.handle not in ancestors, chain))
        if any(_is_of_one_name(node, target) for node in layer) or not hit.box.contains(point):
            return None
        return next((node for node in reversed(layer) if node.name), layer[-1])

    async def _by_order(
        self, target: Node, point: ScreenPoint, above: Sequence[Node]
    ) -> Node | None:
        branch = target
        for parent in above:
            if self._surface.window.is_popup and branch.role in MENU_ROLES:
                break  # an open menu is a window of its own, whatever it belongs to in the tree
            if role_word(parent.role) not in ITEMS | CONTROLS:
                found = await self._later(parent, branch, target, point)
                if found is not None:
                    return found
            branch = parent
        return None

    async def _later(
        self, parent: Node, branch: Node, target: Node, point: ScreenPoint
    ) -> Node | None:
        if (await self._tree.counts([parent.handle]))[0] > MOST_SIBLINGS:
            return None
        children = (await self._tree.all_children([parent.handle]))[parent.handle]
        if branch.handle not in children:
            return None
        later = children[children.index(branch.handle) + 1 :]
        nodes = in_pixels(await self._tree.nodes(later), self._way)
        over = [n for n in nodes if n.is_showing and n.box.contains(point)]
        return next((n for n in reversed(over) if _may_hide(n, target)), None)


def _may_hide(node: Node, target: Node) -> bool:
    return role_word(node.role) not in WORDS or _holds(node.box, target.box)


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer.intersection(inner) == inner


def _is_of_one_name(node: Node, target: Node) -> bool:
    """Tell a label from what it is for: a press on it is a press on that."""
    return bool(target.name) and node.name.strip() == target.name.strip()
