"""Elements of windows from the accessibility tree: programs, top-levels, nodes, names, and what covers them.

Its coroutines run in the loop of the accessibility bus; `reader` calls them from the agent thread.
Our own processes are left out by their number before anything is asked of them.

What lies over a thing inside its own window (a page's veil, a dialog of a page, a widget over others) the
window system does not see. What a program itself says lies at a pixel is believed of the pages of browsers and of
the documents of LibreOffice, where a picture or a drawing lies over a cell by its whole box, a thin line
too. Qt and GTK 3 name the first of their children that has the pixel, which is the lowest; so there the
children that are painted later are looked at, and in Swing, which paints its first child last, those
before. Of other toolkits nothing is said. What lets clicks through tells so only in a browser: elsewhere
plain text counts where it hides the whole thing, and nothing else is known.
"""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import (
    NumberRange,
    Observation,
    Private,
    ScreenElement,
    TableRows,
    TextCursor,
    WindowInfo,
    nothing_private,
)
from automation.desktop.elements import naming
from automation.desktop.elements import nodes as scope
from automation.desktop.elements.atspi import AtspiTree, gathered
from automation.desktop.elements.bounded_walk import (
    MAX_DEPTH,
    TABLE_ROLES,
    Met,
    Question,
    Sheets,
    Walk,
)
from automation.desktop.elements.naming import (
    AS_IT_IS,
    NO_SHIFT,
    Surface,
    ToPixels,
    in_pixels,
    moved_by,
    surfaces_of,
    ways_of,
)
from automation.desktop.elements.nodes import (
    APPLICATION_ROLE,
    BARE,
    CONTROLS,
    EDITABLE_BIT,
    ITEMS,
    LANDMARK_ROLE,
    MENU_BAR_ROLE,
    MENU_ROLES,
    PASSWORD_ROLE,
    RADIO_ENTRY_ROLE,
    WORDS,
    Application,
    Asked,
    Branch,
    Handle,
    Node,
    Part,
    clean,
    role_word,
    state_words,
)
from automation.desktop.elements.waking import AWAKE, Pages, Sleeper, Wakefulness
from automation.screen.roles import MENU_ENTRIES

BROWSERS: Final = frozenset({"chromium", "gecko", "webkitgtk"})
LATER_IS_ABOVE: Final = frozenset({"qt", "gtk"})
"""Toolkits whose children are painted in their order."""
EARLIER_IS_ABOVE: Final = frozenset({"j2se-access-bridge"})
"""Swing, with its bridge to the tree: the first child is painted last."""
TELLS_WRONG: Final = "soffice"
"""LibreOffice on GTK 3 tells places that are too high by its menu bar: its toolbars seem to lie over that."""
MOST_SIBLINGS: Final = 200
"""A container with more children is a table or a list, whose children do not overlap."""
ASKED_AGAIN_S: Final = (0.0, 0.05, 0.2)
"""Chromium guesses at the first question and asks its page; a later one tells what that said. A busy
page takes its time: what seems to be covered is asked about again after these pauses, in seconds."""
_PAGE_ROLE: Final = 95
_LABEL_ROLE: Final = 29
_TWO_STATES: Final = frozenset({"checkbox", "radio", "toggle"})
_DOCUMENT: Final = "document"
_CELL_DEPTH: Final = 5
"""How far above a text in a cell its table is looked for."""
Ask = Callable[[], Awaitable[Node | None]]


class Covers:
    """Asks one program; used in the loop of the accessibility bus."""

    def __init__(self, tree: AtspiTree, toolkit: str, surface: Surface, way: ToPixels) -> None:
        """Take what is asked.

        Args:
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
            ask: asks the program what lies at the pixel; for browsers alone.
        """
        if self.is_sure:
            await ask()
            return await self._by_hit(target, point, ask, await self.above(target))
        is_right = not self._surface.window.app.startswith(TELLS_WRONG)
        if not is_right:
            above = await self.above(target)
            is_inside = any(role_word(node.role) == _DOCUMENT for node in above)
            hit = await ask() if is_inside else None
            return await self._over_by(hit, target, point, above) if hit is not None else None
        if self._toolkit in LATER_IS_ABOVE | EARLIER_IS_ABOVE:
            return await self._by_order(target, point, await self.above(target))
        return None

    async def above(self, node: Node) -> list[Node]:
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
        for pause_s in ASKED_AGAIN_S:
            await asyncio.sleep(pause_s)
            hit = await ask()
            found = None if hit is None else await self._over_by(hit, target, point, above)
            if found is None:
                break
        return found

    async def _over_by(
        self, hit: Node, target: Node, point: ScreenPoint, above: Sequence[Node]
    ) -> Node | None:
        chain = [hit, *await self.above(hit)]
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
        if self._lies_under_menu(hit, layer, above):
            return None
        if await self._is_passed_on(layer, target, chain[len(layer) : len(layer) + 1]):
            return None
        return next((node for node in reversed(layer) if node.name), layer[-1])

    def _lies_under_menu(self, hit: Node, layer: Sequence[Node], above: Sequence[Node]) -> bool:
        """Tell whether Chromium tells of what lies below an open menu of a page, as it does for the ground there.

        A veil lies over all of the menu; what reaches over a part of it only, and is no control, lies under it.
        """
        menus = in_pixels([node for node in above if node.role in MENU_ROLES], self._way)
        if not menus or role_word(hit.role) in CONTROLS:
            return False
        box = menus[0].box
        is_veil = any(node.box.intersection(box) == box for node in layer)
        return hit.role == LANDMARK_ROLE or (bool(box.area) and not is_veil)

    async def _is_passed_on(
        self, layer: Sequence[Node], target: Node, holder: Sequence[Node]
    ) -> bool:
        """Tell whether both lie in one label of a page, which passes its presses on to its first control.

        So switches are drawn: the box itself is there and cannot be seen, and a picture of a switch lies over it.
        """
        is_label = [node.role for node in holder] == [_LABEL_ROLE]
        is_drawn = is_label and role_word(target.role) in _TWO_STATES
        if not is_drawn or any(role_word(node.role) in CONTROLS for node in layer):
            return False
        inside = await self._tree.all_children([holder[0].handle])
        nodes = await self._tree.nodes(inside[holder[0].handle])
        first = next((n for n in nodes if role_word(n.role) in CONTROLS), None)
        return first is not None and first.handle == target.handle

    async def _by_order(
        self, target: Node, point: ScreenPoint, above: Sequence[Node]
    ) -> Node | None:
        branch = target
        for parent in above:
            is_own = self._surface.window.is_popup or self._toolkit in EARLIER_IS_ABOVE
            if is_own and branch.role in MENU_ROLES:
                break  # an open menu lies above all, whatever it belongs to in the tree
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
        at = children.index(branch.handle)
        is_reversed = self._toolkit in EARLIER_IS_ABOVE
        later = children[:at][::-1] if is_reversed else children[at + 1 :]
        nodes = in_pixels(await self._tree.nodes(later), self._way)
        over = [n for n in nodes if n.is_showing and n.box.contains(point)]
        return next((n for n in reversed(over) if _may_hide(n, target)), None)


def _may_hide(node: Node, target: Node) -> bool:
    if node.role == target.role and node.box == target.box and _is_of_one_name(node, target):
        return False  # Qt: once a branch of a tree is unfolded, entries below it are told under new handles too
    return role_word(node.role) not in WORDS or node.box.intersection(target.box) == target.box


def _is_of_one_name(node: Node, target: Node) -> bool:
    """Tell a label from what it is for: a press on it is a press on that."""
    return bool(target.name) and node.name.strip() == target.name.strip()


_MET_TOP_LEVELS: Final = 32
MAX_MENU_NODES: Final = 1200
_ENTRIES: Final = MENU_ENTRIES | {"list_item"}
_OPTIONS_DEPTH: Final = 2
"""The entries of a drop-down are its children, or those of a list or a menu that is its child."""
"""Things asked about below the menu bars of a window; a large editor has some 500."""
MAX_MENU_DEPTH: Final = 6
_TOGGLES: Final = "toggle"
"""What GTK says of a cell that shows a box; the box has no name and no state of its own for that."""
_TEXT_HOLDERS: Final = frozenset({"field", "spinner", "combo", "terminal"})
_NUMBER_HOLDERS: Final = frozenset({"slider", "spinner", "progress", "scrollbar"})


class TreeReader:
    """Answers questions about elements; keeps nothing of the screen between questions."""

    def __init__(
        self,
        tree: AtspiTree,
        own_pids: Collection[int],
        is_private: Private = nothing_private,
        may_wake: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create it.

        Args:
            own_pids: processes whose trees are never touched; looked at anew for each question.
            is_private: tells windows whose programs are never asked anything.
        """
        self._tree = tree
        self._sheets = Sheets(tree)
        self._pages = Pages(tree)
        self._may_wake = may_wake
        self._own_pids = own_pids
        self._is_private = is_private
        self._passwords: set[Handle] = set()
        """Fields that were password fields once: one that shows its text is still secret."""
        self._met: OrderedDict[Handle, Met] = OrderedDict()
        """What the last walks found, by top-level: what to ask about first, and nothing more."""
        self._ways: dict[Handle, ToPixels] = {}
        """How the boxes of nodes become device pixels, for those last seen where it is not as is."""

    async def programs(self) -> list[Application]:
        """Return the programs on the accessibility bus, our own left out."""
        own = {os.getpid(), *self._own_pids}
        return [a for a in await self._tree.applications() if a.pid not in own]

    async def elements(
        self, observation: Observation, windows: Sequence[WindowInfo]
    ) -> Sequence[ScreenElement]:
        """Return the elements that can be seen in these windows."""
        windows = [w for w in windows if not self._is_private(w)]
        programs = await self._programs_of(windows, observation)
        parts = await gathered([self._elements_of(p, windows, observation) for p in programs])
        return [element for part in parts for element in part]

    async def secret_boxes(self, observation: Observation, area: Rect) -> Sequence[Rect]:
        """Return the boxes of password fields in all windows that reach into the area."""
        others = (w for w in scope.others(observation) if not self._is_private(w))
        windows = [w for w in others if w.rect.intersection(area).area]
        programs = await self._programs_of(windows, observation)
        parts = await gathered([self._secrets_of(program, windows) for program in programs])
        return [box for part in parts for box in part]

    async def focus(
        self, observation: Observation, windows: Sequence[WindowInfo]
    ) -> Sequence[ScreenElement]:
        """Return what has the keyboard in these windows, seen or not, without what it holds.

        What covers a field, or a page that is scrolled, does not keep letters from reaching it.
        Far cheaper for the programs than reading their elements.
        """
        windows = [w for w in windows if not self._is_private(w)]
        programs = await self._programs_of(windows, observation)
        parts = await gathered([self._focus_of(program, windows) for program in programs])
        return [holder for part in parts for holder in part]

    async def reached(
        self, observation: Observation, window: WindowInfo, point: ScreenPoint
    ) -> ScreenElement | None:
        """Return the innermost thing that the window's program says lies at the pixel.

        One short question a level, however much the window holds. None where nobody says, and where
        what is said cannot be seen: GTK counts the pages of a notebook that lie behind.
        """
        if self._is_private(window):
            return None
        for program in await self._programs_of([window], observation):
            for surface in await self._surfaces(program, [window]):
                found = await self._innermost(surface, point)
                if found is not None:
                    return _bare(found, window, is_secret=found.handle in self._passwords)
        return None

    async def covering(
        self, window: WindowInfo, element: ScreenElement, handle: Handle, point: ScreenPoint
    ) -> tuple[ScreenElement | None, bool]:
        """Return what lies over an element at a pixel inside its own window, and whether that is sure.

        None where nothing does, where nobody knows, and where the element is gone.
        """
        if self._is_private(window):
            return None, False
        program = next((a for a in await self.programs() if a.handle[0] == handle[0]), None)
        surfaces = await self._surfaces(program, [window]) if program is not None else []
        real = await self._tree.real(handle)
        nodes = await self._tree.nodes([real] if real else [])
        if program is None or not surfaces or not nodes:
            return None, False
        toolkit = await self._tree.toolkit(program)
        way = self._ways.get(handle, AS_IT_IS)
        target, surface = in_pixels(nodes, way)[0], surfaces[0]
        covers = Covers(self._tree, toolkit, surface, way)
        found = await covers.over(target, point, lambda: self._innermost(surface, point))
        if found is None:
            return None, False
        return _bare(found, window, is_secret=False), covers.is_sure

    async def menus(
        self, observation: Observation, windows: Sequence[WindowInfo]
    ) -> Sequence[tuple[ScreenElement, ...]]:
        """Return every entry that these windows' menus hold, closed ones too, each after the way to it.

        An entry of a closed menu lies nowhere: it is for its name and its state, and not to be pressed.
        """
        windows = [w for w in windows if not self._is_private(w)]
        found: list[tuple[ScreenElement, ...]] = []
        for program in await self._programs_of(windows, observation):
            for surface in await self._surfaces(program, windows):
                found += await self._menus_of(surface)
        return found

    async def _menus_of(self, surface: Surface) -> list[tuple[ScreenElement, ...]]:
        """Go down the menus of a top-level, level by level, shown or not, to a number of things."""
        top = surface.top_level.handle
        bars = self._bars_of(top)
        if not bars:  # nobody has walked it yet, or only to find who has the keyboard
            await self._walk(surface).showing(top)
            bars = self._bars_of(top)
        level: list[tuple[Branch, tuple[ScreenElement, ...]]] = [(bar, ()) for bar in bars]
        ways: list[tuple[ScreenElement, ...]] = []
        asked = 0
        while level and asked < MAX_MENU_NODES:
            above = {branch.node.handle: way for branch, way in level}
            lists = await self._tree.all_children(list(above))
            below = [(child, parent) for parent, many in lists.items() for child in many]
            below = below[: MAX_MENU_NODES - asked]
            asked += len(below)
            parts = [Asked(child, parent, BARE | Part.NAME | Part.BOX) for child, parent in below]
            level = []
            for branch in await self._tree.branches(parts):
                node, way = branch.node, above[branch.node.parent or top]
                if clean(node.name) and role_word(node.role) in MENU_ENTRIES:
                    entry = _bare(node, surface.window, is_secret=False)
                    is_one_of = node.role == RADIO_ENTRY_ROLE
                    way = (*way, replace(entry, role="radio") if is_one_of else entry)
                    ways.append(way)
                if branch.children and len(way) < MAX_MENU_DEPTH:
                    level.append((branch, way))
        return ways

    def _bars_of(self, top: Handle) -> list[Branch]:
        met = self._met.get(top)
        shown = [b for b in met.shown.values() if b.children] if met is not None else []
        return [b for b in shown if b.node.role == MENU_BAR_ROLE and b.node.box.area]

    async def wakefulness(self, window: WindowInfo, kind: Sleeper) -> Wakefulness:
        """Return how far the program of a window, which is of a kind that sleeps, shows its tree."""
        if self._is_private(window):
            return AWAKE
        programs = [a for a in await self.programs() if a.pid == window.pid]
        if not programs:
            return Wakefulness("missing")
        if self._may_wake():
            await self._pages.rouse(programs)
        known = await self._pages.of_known(window.window_id)
        if known is not None:
            return known
        surfaces = [s for a in programs for s in await self._surfaces(a, [window])]
        if not surfaces:
            return Wakefulness("bare")
        if kind is not Sleeper.CHROMIUM:
            return AWAKE
        walk = Walk(self._tree, self._sheets, Met(), question=Question.PASSWORDS)
        top = surfaces[0].top_level
        nodes = [top, *await walk.showing(top.handle)]
        found = await self._pages.of(window.window_id, nodes)
        if found.state == "bare" and self._may_wake():
            await self._pages.rouse(programs, again=True)  # one that was let sleep again
        return found

    async def refreshed(self, element: ScreenElement, handle: Handle) -> ScreenElement | None:
        """Read one element again, its value included; None when it is gone or hidden.

        What was a password field stays one: it may show by now what was typed into it.
        """
        real = await self._tree.real(handle)
        nodes = await self._tree.nodes([real] if real else [])
        if not nodes or not nodes[0].is_showing:
            return None
        node = in_pixels(nodes, self._ways.get(handle, AS_IT_IS))[0]
        own_name = clean(node.name)
        is_named_by_others = bool(element.description) or not own_name
        is_cut = node.box.intersection(element.box) == element.box
        secret, kept = element.states & {"secret"}, element.states & {"secret", "checkable"}
        return replace(
            element,
            name=element.name if is_named_by_others else own_name,
            role=role_word(node.role),
            box=element.box if is_cut or not node.box.area else node.box,
            states=state_words(node.mask, node.role) | kept,
            value=None if secret else await self._value(node, element),
        )

    async def described(self, element: ScreenElement, handle: Handle) -> Sequence[str]:
        """Return what the program says of an element besides its name."""
        real = await self._tree.real(handle)
        told = await self._tree.described(real) if real and "secret" not in element.states else []
        texts = (clean(text) for text in told)
        return tuple(text for text in texts if text and text != element.name)

    async def letters(self, handle: Handle) -> int | None:
        """Return how many characters a field holds; None when it does not tell."""
        real = await self._tree.real(handle)
        return await self._tree.letters(real) if real else None

    async def text_cursor(self, handle: Handle) -> TextCursor | None:
        """Return where a field's text cursor stands; None when it does not tell."""
        real = await self._tree.real(handle)
        return await self._tree.text_cursor(real) if real else None

    async def paragraphs(self, element: ScreenElement, handle: Handle) -> Sequence[ScreenElement]:
        """Return the paragraphs that show of the text of which this one has the keyboard, with their texts."""
        above = (await self._tree.parents([handle]))[handle]
        if above is None or "secret" in element.states:
            return ()
        nodes = await self._tree.nodes((await self._tree.showing_children([above]))[above])
        way = self._ways.get(handle, AS_IT_IS)
        found: list[ScreenElement] = []
        for node in in_pixels(nodes, way):
            if node.is_showing and node.mask >> EDITABLE_BIT & 1:
                text = await self._tree.text(node)
                states = state_words(node.mask, node.role)
                found.append(
                    replace(
                        element, name=clean(node.name), role=role_word(node.role), box=node.box,
                        states=states, value=text or "", handle=node.handle,
                    )
                )  # fmt: skip
        return tuple(found)

    async def options(self, handle: Handle) -> Sequence[str]:
        """Return the names of the entries of a drop-down, which lie in a list or menu of its own in it."""
        real = await self._tree.real(handle)
        level, names = [real] if real else [], []
        for _ in range(_OPTIONS_DEPTH):
            lists = await self._tree.all_children(level)
            level = [child for children in lists.values() for child in children][:MAX_MENU_NODES]
            nodes = await self._tree.nodes(level)
            names += [clean(node.name) for node in nodes if role_word(node.role) in _ENTRIES]
        return names

    async def number(self, handle: Handle) -> NumberRange | None:
        """Return where a slider or a number's box stands; None when it does not tell."""
        real = await self._tree.real(handle)
        return await self._tree.number_range(real) if real else None

    async def rows(self, handle: Handle) -> TableRows | None:
        """Return the rows of the nearest table that this is, or lies in; None where it does not tell."""
        table = await self._tree.real(handle)
        for _ in range(_CELL_DEPTH):
            if table is None:
                return None
            if (await self._tree.roles([table]))[0] in TABLE_ROLES:
                count = await self._tree.row_count(table)
                return TableRows(table, count) if count is not None else None
            table = (await self._tree.parents([table]))[table]
        return None

    async def _programs_of(
        self, windows: Sequence[WindowInfo], observation: Observation
    ) -> list[Application]:
        """Return the programs that may own these windows, our own never.

        A window whose process is not on the bus under its number (containers have their own
        numbers) is looked for in the programs that no window claims.
        """
        private = [w for w in observation.windows if self._is_private(w)]
        left_out = {w.pid for w in observation.windows if w.is_own} | {w.pid for w in private}
        found = await self.programs()
        programs = [a for a in found if a.pid not in left_out]
        pids = {w.pid for w in windows if w.pid}
        certain = [a for a in programs if a.pid in pids]
        if self._may_wake():
            await self._pages.rouse(certain)
        if pids <= {a.pid for a in certain} and all(w.pid or w.is_popup for w in windows):
            return certain
        if not {w.pid for w in private} <= {a.pid for a in found}:
            return certain  # any of the others may be the private one under another number
        claimed = {w.pid for w in observation.windows}
        return certain + [a for a in programs if a.pid not in claimed]

    async def _surfaces(self, program: Application, windows: Sequence[WindowInfo]) -> list[Surface]:
        top_levels = await self._tree.top_levels(program)
        candidates = [w for w in windows if w.pid in (0, program.pid)]
        if not any(w.pid == program.pid for w in windows):
            # Nothing but the title says whose window it is: a box alone could be anybody's.
            titles = {top.name for top in top_levels if top.name}
            candidates = [w for w in windows if w.title in titles]
        return surfaces_of(top_levels, candidates)

    async def _elements_of(
        self, program: Application, windows: Sequence[WindowInfo], observation: Observation
    ) -> Sequence[ScreenElement]:
        surfaces = await self._surfaces(program, windows)
        if not surfaces:
            return ()
        area = scope.union([w.rect for w in windows if w.pid in (0, program.pid)])
        nodes = await self._nodes_below(program, surfaces, area)
        own = {surface.window.window_id for surface in surfaces}
        shown = [
            w for w in windows if w.window_id in own or (w.is_popup and w.pid in (0, program.pid))
        ]
        placed = naming.visible(nodes, shown, observation)
        return naming.elements_of(placed, nodes, await self._hints(placed))

    async def _nodes_below(
        self, program: Application, surfaces: Sequence[Surface], area: Rect | None
    ) -> list[Node]:
        """Return the top-levels and what is showing below them in an area, in device pixels."""
        found: dict[Handle, Node] = {}
        name = program.handle[0]
        self._ways = {handle: way for handle, way in self._ways.items() if handle[0] != name}
        for surface in surfaces:
            view = surface.to_pixels.back_box(area)
            top = surface.top_level.handle
            below = await self._walk(surface, view=view).showing(top)
            nodes = [surface.top_level, *(node for node in below if node.handle not in found)]
            nodes = await self._converted(program, nodes, surface.to_pixels)
            found.update((node.handle, node) for node in nodes)
        return list(found.values())

    async def _innermost(self, surface: Surface, point: ScreenPoint) -> Node | None:
        """Go down from a top-level by hit tests; the node's box is in device pixels.

        Of web content Chromium tells device pixels where its own buttons have a scale, and wants to be asked in
        them: each answer is believed of its own part only.
        """
        if surface.to_pixels == AS_IT_IS or not await self._is_of_chromium(surface.top_level):
            return await self._hit_in(surface, point)
        hit = await self._hit_in(replace(surface, to_pixels=AS_IT_IS), point)
        if hit is not None and hit.box.contains(point) and await self._is_of_page(surface, hit):
            return hit
        hit = await self._hit_in(surface, point)
        return None if hit is None or await self._is_of_page(surface, hit) else hit

    async def _is_of_page(self, surface: Surface, node: Node) -> bool:
        above = await Covers(self._tree, "", surface, AS_IT_IS).above(node)
        return any(part.role == _PAGE_ROLE for part in (node, *above))

    async def _is_of_chromium(self, node: Node) -> bool:
        program = next((a for a in await self.programs() if a.handle[0] == node.handle[0]), None)
        return program is not None and await self._tree.toolkit(program) == "Chromium"

    async def _hit_in(self, surface: Surface, point: ScreenPoint) -> Node | None:
        at, shift = surface.top_level, NO_SHIFT
        seen = {at.handle}
        while len(seen) <= MAX_DEPTH:
            there = surface.to_pixels.shifted(shift).back(point)
            inside = await self._tree.things_at(at.handle, [there])
            if not inside or inside[0] in seen:
                break
            seen.add(inside[0])
            nodes = await self._tree.nodes(inside)
            if not nodes or not nodes[0].is_showing:
                return None
            shift = moved_by(at, nodes[0], shift)
            at = nodes[0]
        return in_pixels([at], surface.to_pixels.shifted(shift))[0] if len(seen) > 1 else None

    def _walk(
        self, surface: Surface, question: Question = Question.ELEMENTS, view: Rect | None = None
    ) -> Walk:
        """Return a walk of a top-level, which is told of the last ones."""
        top = surface.top_level.handle
        met = self._met.setdefault(top, Met())
        self._met.move_to_end(top)
        while len(self._met) > _MET_TOP_LEVELS:
            self._met.popitem(last=False)
        view = view or surface.to_pixels.back_box(surface.window.rect)
        return Walk(self._tree, self._sheets, met, view=view, question=question)

    async def _converted(
        self, program: Application, nodes: Sequence[Node], to_pixels: ToPixels
    ) -> list[Node]:
        """Return nodes in device pixels, and remember how for `refreshed`."""
        if to_pixels != AS_IT_IS and await self._tree.toolkit(program) == "Chromium":
            exempt = naming.web_content(nodes)
            self._ways.update((n.handle, to_pixels) for n in nodes if n.handle not in exempt)
            return in_pixels(nodes, to_pixels, exempt)
        ways = ways_of(nodes, to_pixels)
        self._ways.update(ways)
        return [replace(n, box=ways[n.handle].box(n.box)) if n.handle in ways else n for n in nodes]

    async def _hints(self, placed: Sequence[naming.Placed]) -> naming.Hints:
        handles = naming.needs_hints(placed)
        drop_downs, cells = naming.needs_choice(placed), naming.may_toggle(placed)
        labels, descriptions, choices, actions = await gathered(
            [
                self._tree.labels(handles),
                self._tree.descriptions(handles),
                self._tree.choices(drop_downs),
                self._tree.first_actions(cells),
            ]
        )
        return naming.Hints(
            dict(zip(handles, labels, strict=True)),
            dict(zip(handles, descriptions, strict=True)),
            dict(zip(drop_downs, choices, strict=True)),
            frozenset(h for h, does in zip(cells, actions, strict=True) if does == _TOGGLES),
        )

    async def _secrets_of(
        self, program: Application, windows: Sequence[WindowInfo]
    ) -> Sequence[Rect]:
        boxes: list[Rect] = []
        known = [h for h in self._passwords if h[0] == program.handle[0]]
        for surface in await self._surfaces(program, windows):
            top = surface.top_level.handle
            shown = await self._walk(surface, Question.PASSWORDS).showing(top)
            handles = [node.handle for node in shown if node.role == PASSWORD_ROLE]
            self._passwords |= set(handles)
            nodes = await self._tree.nodes(list(dict.fromkeys((*handles, *known))))
            nodes = [node for node in nodes if node.is_showing]
            # As reported too: whether these are web content in device pixels is not known here.
            boxes += [node.box for node in [*nodes, *in_pixels(nodes, surface.to_pixels)]]
        return [box for box in boxes if box.area]

    async def _focus_of(
        self, program: Application, windows: Sequence[WindowInfo]
    ) -> Sequence[ScreenElement]:
        holders: list[ScreenElement] = []
        passing = (w.is_tooltip or w.is_notice or w.is_bar for w in windows if w.is_popup)
        is_alone = all(passing)
        for surface in await self._surfaces(program, windows):
            top = surface.top_level.handle
            nodes = await self._walk(surface, Question.KEYBOARD).holders(top, is_alone=is_alone)
            nodes = await self._tree.nodes(list(dict.fromkeys(node.handle for node in nodes)))
            self._passwords |= {node.handle for node in nodes if node.role == PASSWORD_ROLE}
            holders += [
                _bare(node, surface.window, is_secret=node.handle in self._passwords)
                for node in in_pixels(nodes, surface.to_pixels)
            ]
        return holders

    async def _value(self, node: Node, element: ScreenElement) -> str | None:
        """Return what the node holds; None for a password field, whatever it held before."""
        word = role_word(node.role)
        if node.role == PASSWORD_ROLE:
            return None
        text: str | None = None
        if word in _TEXT_HOLDERS or node.mask >> EDITABLE_BIT & 1:
            text = await self._tree.text(node)
        if not text and word in _NUMBER_HOLDERS:
            number = await self._tree.number(node)
            text = f"{number:g}" if number is not None else text
        if not text and word == "combo":
            chosen = await self._tree.chosen(node)
            return chosen or (clean(node.name) if node.name != element.name else text)
        return text


def _bare(node: Node, window: WindowInfo, *, is_secret: bool) -> ScreenElement:
    states = state_words(node.mask, node.role)
    return ScreenElement(
        clean(node.name), role_word(node.role), node.box, "tree",
        states | {"secret"} if is_secret else states,
        window_id=window.window_id, window_title=window.title, handle=node.handle,
    )  # fmt: skip
