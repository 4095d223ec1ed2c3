"""From the nodes of the accessibility tree to named elements in device pixels.

Pure functions over nodes and an observation, in this order: the coordinates that a toolkit reports become
device pixels, what cannot be seen is dropped, rows of tables get the names that their cells make, and what
has no name is called by its label, its texts or its description.

Measured on X11 with a scale of 2 (Qt 6.11, GTK 3.24, Chromium): all three report top-levels and
widgets in logical pixels, counted from the screen's corner; Chromium reports web content in device
pixels nevertheless. At a scale of 1 everything is in device pixels. GTK 4 counts from its window's
corner. The true place of each window is known from the window system, so nothing is assumed.

"Showing" in the tree ignores windows on top, keeps the items of closed drop-downs, and has boxes that
reach out of the window: all that ends here.

A field rarely has a name of its own; people call it by the label next to it. A button often holds a text
node with the button's own name; one of the two is enough.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.text import as_number
from automation.desktop.elements import nodes
from automation.desktop.elements.nodes import (
    CELL_ROLE,
    COMBO_ROLE,
    CONTROLS,
    DIALOG_ROLES,
    FORM_ROLE,
    INPUTS,
    ITEMS,
    LANDMARK_ROLE,
    MAX_CONTEXT_CHARS,
    MENU_ROLES,
    ROOT_PANE_ROLE,
    WEB_PAGE_ROLE,
    WORDS,
    Handle,
    Node,
    as_label,
    cell_of,
    clean,
    role_word,
    state_words,
)
from automation.screen.field_labels import MAX_CHARS, Side, may_name, own_label
from automation.screen.roles import BESIDE_LABELS, BOXES
from automation.screen.rows import row_name, shares_row
from resources.role_words import sign_shown

FRAME_MATCH: Final = 0.6
"""Least overlap (intersection over union) of a top-level and its window; the toolkit's box may
include the title bar, which on a small dialog is a third of it."""
MISFIT_LEFT: Final = 0.5
"""Where no scale fits too, one has to leave less than this part of what does not overlap: the right
one leaves next to nothing of it, one made up from a window's shadow nearly all."""
SIZE_TOLERANCE_PX: Final = 4
MIN_SCALE: Final = 1.05
MAX_SCALE: Final = 4.0
SAME_RATIO: Final = 0.005
"""Width and height of a top-level without a frame grow alike; then their ratio is the scale."""
SCALE_STEP: Final = 0.25
"""Toolkits whose top-level includes a frame know no finer scales."""
MISCOUNTED_PX: Final = 64
"""More than any menu bar or title bar."""
NO_SHIFT: Final = ScreenPoint(0, 0)


@dataclass(frozen=True, slots=True)
class ToPixels:
    """How one top-level's coordinates become device pixels: times `scale`, plus `shift`."""

    scale: float = 1.0
    shift: ScreenPoint = NO_SHIFT

    def box(self, box: Rect) -> Rect:
        """Return a box in device pixels; edges are rounded, so that neighbours still touch."""
        if self == AS_IT_IS:
            return box
        left, top = round(box.x * self.scale), round(box.y * self.scale)
        right, bottom = round(box.right * self.scale), round(box.bottom * self.scale)
        return Rect(left + self.shift.x, top + self.shift.y, right - left, bottom - top)

    def shifted(self, by: ScreenPoint) -> "ToPixels":
        """Return the way for things that say they stand `by` short of where they do."""
        far = ScreenPoint(round(by.x * self.scale), round(by.y * self.scale))
        return ToPixels(self.scale, ScreenPoint(self.shift.x + far.x, self.shift.y + far.y))

    def back(self, point: ScreenPoint) -> ScreenPoint:
        """Return the toolkit's point for a device pixel."""
        x, y = point.x - self.shift.x, point.y - self.shift.y
        return ScreenPoint(int(x / self.scale), int(y / self.scale))

    def back_box(self, box: Rect | None) -> Rect | None:
        """Return what a box in device pixels covers as the toolkit counts, and what lies close by.

        Some things of a program may be counted otherwise than its window: what a page holds, what lies
        below a menu bar.
        """
        if box is None:
            return None
        corner = self.back(ScreenPoint(box.x, box.y))
        w, h = int(box.w / self.scale), int(box.h / self.scale)
        plain = Rect(corner.x, corner.y, w, h).grown(MISCOUNTED_PX)
        return plain if self.scale == 1.0 else plain.union(box)


AS_IT_IS: Final = ToPixels()


@dataclass(frozen=True, slots=True)
class Surface:
    """A top-level of the tree, the window that shows it, and the way to device pixels."""

    top_level: Node
    window: WindowInfo
    to_pixels: ToPixels = AS_IT_IS


def surfaces_of(top_levels: Sequence[Node], windows: Sequence[WindowInfo]) -> list[Surface]:
    """Find the window of each of a program's top-levels; those without one are left out.

    A top-level that shares its title with a window shows how the program counts; its popups,
    which have no title, count the same way.
    """
    common = ToPixels(_scale_of(top_levels, windows))
    found = (_surface(top_level, windows, common) for top_level in top_levels)
    return [surface for surface in found if surface is not None]


def in_pixels(
    nodes: Sequence[Node], to_pixels: ToPixels, exempt: Collection[Handle] = ()
) -> list[Node]:
    """Return the nodes with boxes in device pixels; the exempt ones have them already."""
    if to_pixels == AS_IT_IS:
        return list(nodes)
    return [n if n.handle in exempt else replace(n, box=to_pixels.box(n.box)) for n in nodes]


def moved_by(parent: Node, child: Node, parent_shift: ScreenPoint) -> ScreenPoint:
    """Return what a child's place is off by, in the toolkit's own numbers.

    LibreOffice on GTK 3 forgets the menu bar that GTK draws above its pane: all that it draws itself
    says it stands that much too high, and the GTK widgets in between say right again. Both are told by
    a thing that has its parent's size and another corner.
    """
    corner = ScreenPoint(parent.box.x + parent_shift.x, parent.box.y + parent_shift.y)
    if child.role == ROOT_PANE_ROLE and (parent.box.w, parent.box.h) == (child.box.w, child.box.h):
        return ScreenPoint(corner.x - child.box.x, corner.y - child.box.y)
    says_right = (child.box.x, child.box.y) == (corner.x, corner.y)
    if parent_shift != NO_SHIFT and says_right and _same_size(parent.box, child.box):
        return NO_SHIFT
    return parent_shift


def ways_of(nodes: Sequence[Node], to_pixels: ToPixels) -> dict[Handle, ToPixels]:
    """Return how the boxes of a top-level's nodes become device pixels, where not as they are."""
    known: dict[Handle, tuple[Node, ScreenPoint]] = {}
    ways: dict[Handle, ToPixels] = {}
    for node in nodes:
        above = known.get(node.parent) if node.parent else None
        shift = moved_by(above[0], node, above[1]) if above else NO_SHIFT
        known[node.handle] = (node, shift)
        way = to_pixels.shifted(shift) if shift != NO_SHIFT else to_pixels
        if way != AS_IT_IS:
            ways[node.handle] = way
    return ways


def _scale_of(top_levels: Sequence[Node], windows: Sequence[WindowInfo]) -> float:
    for top_level in top_levels:
        for window in windows:
            if not top_level.name or top_level.name != window.title:
                continue
            scale = _better_scale(top_level.box, window.rect)
            if _fit(top_level.box, window.rect, scale) >= FRAME_MATCH:
                return scale
    return 1.0


def _better_scale(reported: Rect, true: Rect) -> float:
    """Return the guessed scale where it fits clearly better than none, else 1.0.

    Near the screen's corner a scale moves a window little: at 125 % what a window says may cover six
    tenths of it as it is. A title bar or a shadow is no scale, however little better one fits.
    """
    guessed = _guessed_scale(reported, true)
    plain, scaled = _fit(reported, true, 1.0), _fit(reported, true, guessed)
    is_better = scaled > plain
    if plain >= FRAME_MATCH:
        is_better = 1 - scaled < MISFIT_LEFT * (1 - plain)
    return guessed if is_better else 1.0


def _fit(reported: Rect, true: Rect, scale: float) -> float:
    return ToPixels(scale).box(reported).overlap(true)


def _guessed_scale(reported: Rect, true: Rect) -> float:
    """Return by how much the window is larger than it says; 1.0 if that makes no sense."""
    if reported.area == 0:
        return 1.0
    across, down = true.w / reported.w, true.h / reported.h
    if abs(across - down) <= SAME_RATIO * across:
        scale = (across + down) / 2
    else:
        scale = round(across / SCALE_STEP) * SCALE_STEP
    return scale if MIN_SCALE <= scale <= MAX_SCALE else 1.0


def _surface(top_level: Node, windows: Sequence[WindowInfo], common: ToPixels) -> Surface | None:
    box = common.box(top_level.box)
    ranked = sorted(windows, key=lambda w: box.overlap(w.rect), reverse=True)
    same_title = [w for w in ranked if w.title == top_level.name]
    for window in (*same_title, *ranked):
        if box.overlap(window.rect) >= FRAME_MATCH:
            return Surface(top_level, window, _put_right(box, window.rect, common))
    for window in same_title:
        if (box.x, box.y) == (0, 0) and _same_size(box, window.rect):
            corner = ScreenPoint(window.rect.x, window.rect.y)
            return Surface(top_level, window, ToPixels(common.scale, corner))
    if box.area == 0 and len(same_title) == 1:
        return Surface(
            top_level, same_title[0], common
        )  # Swing's frames tell no place of their own
    return None


def _put_right(box: Rect, true: Rect, common: ToPixels) -> ToPixels:
    """Return the way for a top-level that is as large as its window and says that it stands elsewhere.

    Qt counts a new dialog from where it asked to be: IceWM puts the title bar in between.
    """
    if (box.w, box.h) != (true.w, true.h):
        return common
    return ToPixels(common.scale, ScreenPoint(true.x - box.x, true.y - box.y))


def _same_size(first: Rect, second: Rect) -> bool:
    return (
        abs(first.w - second.w) <= SIZE_TOLERANCE_PX
        and abs(first.h - second.h) <= SIZE_TOLERANCE_PX
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
    """
    family = Family(nodes)
    ids = {window.window_id for window in windows}
    found = (_placed(node, family, ids, observation) for node in nodes)
    placed = [place for place in found if place is not None]
    return _without_closed_lists(placed, family)


def _without_closed_lists(placed: list[Placed], family: Family) -> list[Placed]:
    """Leave out entries in a popup whose own list does not show, where the popup shows another list.

    Chromium leaves the chosen entry of a closed drop-down showing, wherever a popup opens over it.
    """
    listed, lost = set(), set()
    for place in placed:
        if place.window.is_popup and role_word(place.node.role) in ITEMS:
            if _has_lost_parent([place.node, *family.ancestors(place.node)]):
                lost.add(place.node.handle)
            else:
                listed.add(place.window.window_id)
    return [p for p in placed if p.node.handle not in lost or p.window.window_id not in listed]


def _placed(node: Node, family: Family, ids: set[int], observation: Observation) -> Placed | None:
    if node.box.area == 0:
        return None
    chain = [node, *family.ancestors(node)]
    window = _popup_of(chain, ids, observation) or _window_of(node.box, ids, observation)
    if window is None:
        return None
    if window.is_popup and not _is_part_of(window, chain):
        return None
    if not window.is_popup and _is_left_over(chain):
        return None
    return Placed(node, window, node.box.intersection(window.rect))


def _popup_of(chain: Sequence[Node], ids: set[int], observation: Observation) -> WindowInfo | None:
    """Return the popup that is the list of an entry: Qt tells of entries that are twice as wide as it."""
    if role_word(chain[0].role) not in ITEMS:
        return None
    popups = (w for w in observation.windows if w.is_popup and w.window_id in ids)
    shown = (w for w in popups if chain[0].box.intersection(w.rect).area)
    lists = (w for w in shown if any(n.box.overlap(w.rect) >= POPUP_MATCH for n in chain[1:]))
    return next(lists, None)


def _window_of(box: Rect, ids: set[int], observation: Observation) -> WindowInfo | None:
    """Return the window that shows the middle of the visible part of the box."""
    window = nodes.window_at(observation, box.center)
    if window is not None and window.window_id in ids:
        return window
    # The middle of a long page or list may lie outside of its window: try the part inside.
    for candidate in observation.windows:
        part = box.intersection(candidate.rect)
        is_cut = candidate.window_id in ids and 0 < part.area < box.area
        if is_cut and nodes.window_at(observation, part.center) is candidate:
            return candidate
    return None


def _is_part_of(popup: WindowInfo, chain: Sequence[Node]) -> bool:
    """Tell a popup's content from what lies beneath it."""
    above = chain[1:]
    if any(node.role in _POPUP_OWNERS for node in above):
        return True
    if any(node.box.overlap(popup.rect) >= POPUP_MATCH for node in chain):
        return True
    return _has_lost_parent(chain)


def _is_left_over(chain: Sequence[Node]) -> bool:
    """Tell whether this is an entry of a drop-down or menu that is not on the picture.

    Qt and Chromium leave entries of closed drop-downs showing, with boxes from before, below a
    list that is not; Qt 5 below one that says it is, but lies nowhere. GTK tells of an open menu
    before its popup is there to be seen.
    """
    if _has_lost_parent(chain):
        return True
    at = next((n for n, node in enumerate(chain) if node.role == COMBO_ROLE), 0)
    if not all(node.box.area for node in chain[1:at]):
        return True
    menu = next((node for node in chain[1:] if node.role in MENU_ROLES), None)
    return menu is not None and not menu.box.contains(chain[0].box.center)


def _has_lost_parent(chain: Sequence[Node]) -> bool:
    """Tell whether the chain of parents ends in an entry whose list is not showing."""
    return role_word(chain[-1].role) in ITEMS


_CELL_ROLES: Final = frozenset({47, 56, 58})
_TABLE_ROLES: Final = frozenset({55, 65, 66})
_ROW_ROLES: Final = frozenset({32, 90, 91})


def row_names(placed: Sequence[Placed], family: Family) -> dict[Handle, str]:
    """Name rows by the texts of their cells: `Alice, Window, 12A`.

    A row is an object of the tree (Chromium) or cells of one table side by side (Qt).
    """
    names: dict[Handle, str] = {}
    for group in _rows_of_cells(placed, family):
        name = row_name(clean(place.node.name) for place in group)
        names.update((place.node.handle, name) for place in group)
        row = next(family.ancestors(group[0].node), None)
        if row is not None and row.role in _ROW_ROLES:
            names[row.handle] = name
    return names


def _rows_of_cells(placed: Sequence[Placed], family: Family) -> list[list[Placed]]:
    """Group cells of one table that stand side by side; single cells make no row."""
    groups: list[list[Placed]] = []
    last_table: Handle | None = None
    for place in placed:
        if place.node.role not in _CELL_ROLES:
            continue
        table = _table_of(place.node, family)
        if groups and table == last_table and shares_row(groups[-1][-1].box, place.box):
            groups[-1].append(place)
        else:
            groups.append([place])
        last_table = table
    return [group for group in groups if len(group) > 1]


def _table_of(cell: Node, family: Family) -> Handle | None:
    tables = (a.handle for a in family.ancestors(cell) if a.role in _TABLE_ROLES)
    return next(tables, cell.parent)


_BY_CONTENT: Final = frozenset({"button", "list_item", "tree_item", "tab", "menu_item", "toggle"})
_TOP_LEVEL_WORDS: Final = frozenset({"window", "dialog"})
_UNSPOKEN: Final = frozenset({"tab_list", "scrollbar"})
"""Containers whose names nobody says; Qt names a tab bar after its current tab."""
_NO_CONTEXT: Final = _TOP_LEVEL_WORDS | _UNSPOKEN
_NAMELESS: Final = CONTROLS - {"list_item", "tree_item", "menu", "menu_item", "tab"}
"""Controls that are worth having without a name: focus and pixels still lead to them."""
_BEARERS: Final = frozenset({"button", "toggle", "link", "list_item", "tree_item", "menu_item"})
"""Controls whose pictures are no things of their own."""
_BY_LABEL: Final[dict[Side, str]] = {
    "left": "named by the label on its left",
    "above": "named by the label above it",
    "right": "named by the text on its right",
}
_DIGITS: Final = frozenset("0123456789")
_LEAST_DIGITS: Final = 8
"""A window with buttons for so many digits is a calculator, whose other keys show signs."""
_BULLETS: Final = frozenset("\u2022\u25e6\u25aa\u25ab\u25cf\u25cb")


@dataclass(frozen=True, slots=True)
class Hints:
    """What the tree says of nodes without a good name, asked separately."""

    labels: Mapping[Handle, str] = field(default_factory=dict)
    descriptions: Mapping[Handle, str] = field(default_factory=dict)
    choices: Mapping[Handle, str] = field(default_factory=dict)
    """Names of the entries that drop-downs have chosen."""
    toggles: frozenset[Handle] = frozenset()
    """Cells of tables that show a box which can be ticked."""


def needs_hints(placed: Sequence[Placed]) -> list[Handle]:
    """Return the nodes whose label or description is worth asking for."""
    return [
        place.node.handle
        for place in placed
        if role_word(place.node.role) in CONTROLS
        and (not clean(place.node.name) or place.node.role == COMBO_ROLE)
    ]


def needs_choice(placed: Sequence[Placed]) -> list[Handle]:
    """Return the drop-downs whose name may be their present choice."""
    drop_downs = (place.node for place in placed if place.node.role == COMBO_ROLE)
    return [node.handle for node in drop_downs if clean(node.name)]


def may_toggle(placed: Sequence[Placed]) -> list[Handle]:
    """Return the cells without words, which may show a box."""
    cells = (place.node for place in placed if place.node.role == CELL_ROLE)
    return [node.handle for node in cells if not clean(node.name) and cell_of(node.handle) is None]


def elements_of(
    placed: Sequence[Placed], nodes: Sequence[Node], hints: Hints
) -> list[ScreenElement]:
    """Return the elements worth naming, in tree order."""
    namer = _Namer(placed, nodes, hints)
    named = [namer.element(place) for place in placed]
    kept = [e for e in named if e is not None]
    wrappers = _wrapped_cells(kept)
    unique: dict[tuple[str, str, Rect], ScreenElement] = {}
    for element in kept:
        if element.handle not in wrappers:
            unique.setdefault((element.name, element.role, element.box), element)
    return list(unique.values())


@dataclass(frozen=True, slots=True)
class _Called:
    """What a thing is called, and where that comes from."""

    name: str
    description: str = ""
    label: str = ""
    value: str | None = None


class _Namer:
    def __init__(self, placed: Sequence[Placed], nodes: Sequence[Node], hints: Hints) -> None:
        self._hints = hints
        self._family = Family(nodes)
        self._roles = {node.role for node in nodes}
        labels = [(as_label(p.node.name), p) for p in placed if role_word(p.node.role) in WORDS]
        self._labels = [(name, p.box) for name, p in labels if 0 < len(name) <= MAX_CHARS]
        self._inputs = [p for p in placed if role_word(p.node.role) in INPUTS]
        self._choices = {
            clean(n.name) for n in nodes if role_word(n.role) in ("list_item", "menu_item")
        }
        keys = {clean(p.node.name) for p in placed if role_word(p.node.role) == "button"}
        self._is_calculator = len(keys & _DIGITS) >= _LEAST_DIGITS
        self._contents = self._content_names(placed)
        self._rows = row_names(placed, self._family)

    def element(self, place: Placed) -> ScreenElement | None:
        """Return the element for a node; None when it has nothing to call it by."""
        node, word = place.node, role_word(place.node.role)
        called = self._name(place, word)
        name = called.name
        if word in WORDS and (name in _BULLETS or self._repeats_parent(node, name)):
            return None
        states = state_words(node.mask, node.role)
        if word == "icon" and "focusable" in states and self._lies_in_enabled(node):
            states |= {"enabled"}  # the files on a canvas (Caja, Nemo) do not say so themselves
        if node.handle in self._hints.toggles:
            states |= {"checkable"}
        elif word in _UNSPOKEN or not (name or self._is_worth_keeping(node, word, states)):
            return None
        return ScreenElement(
            name=name,
            role=word,
            box=place.box,
            source="tree",
            states=states,
            value=called.value,
            window_id=place.window.window_id,
            window_title=place.window.title,
            description=called.description,
            label=called.label,
            handle=node.handle,
            parent_name=self._context(node),
            form=self._around(node, FORM_ROLE) if word in CONTROLS else None,
            landmark=self._around(node, LANDMARK_ROLE) if word in CONTROLS else None,
        )

    def _name(self, place: Placed, word: str) -> _Called:
        node = place.node
        name, label = clean(node.name), as_label(self._hints.labels.get(node.handle, ""))
        if word in INPUTS - BOXES and name and name == self._context(node):
            # Qt calls what stands in a group by the title of the group.
            beside = self._label_beside(place, word)
            return beside if beside.name else _Called(name)
        if node.role == COMBO_ROLE and name:
            return self._combo_name(place, name, label)
        if name:
            sign = sign_shown(name) if self._is_calculator and word == "button" else ""
            return _Called(sign, "named by the sign on it") if sign else _Called(name)
        if label:
            return _Called(label, "named by its label", label)
        if word in _BY_CONTENT and self._contents.get(node.handle):
            return _Called(self._contents[node.handle], "named by its text")
        tip = clean(self._hints.descriptions.get(node.handle, ""))
        if tip and not (
            word in INPUTS and as_number(tip) is not None
        ):  # GTK's sliders: where they stand
            return _Called(tip, "named by its description")
        if word in INPUTS or word == "toggle":  # GTK's switches have no name of their own
            return self._label_beside(place, word)
        return _Called("")

    def _combo_name(self, place: Placed, name: str, label: str) -> _Called:
        """Qt and GTK call a drop-down by its present choice; people call it by its label."""
        if label and label != name:
            return _Called(label, "named by its label", label, name)
        found = self._label_beside(place, "combo")
        if found.name in ("", name):
            return _Called(name)
        if name in self._choices or name == clean(self._hints.choices.get(place.node.handle, "")):
            return replace(found, value=name)
        return _Called(name, f"beside the label {found.label!r}", found.label)

    def _lies_in_enabled(self, node: Node) -> bool:
        above = next(self._family.ancestors(node), None)
        return above is not None and "enabled" in state_words(above.mask, above.role)

    def _is_worth_keeping(self, node: Node, word: str, states: frozenset[str]) -> bool:
        """Tell whether a thing without a name is a control, and not the picture on one.

        So is a cell of a table that shows nothing but a box, and says so, as Qt's do, and a dialog: what lies below
        it cannot be used.
        """
        if word == "dialog" or (word == "cell" and "checkable" in states):
            return True
        above = (role_word(parent.role) for parent in self._family.ancestors(node))
        return word in _NAMELESS and not (word == "icon" and any(w in _BEARERS for w in above))

    def _repeats_parent(self, node: Node, name: str) -> bool:
        above = [(parent, role_word(parent.role)) for parent in self._family.ancestors(node)][:3]
        return any(
            name == clean(parent.name)
            or (word in _BY_CONTENT and name == self._contents.get(parent.handle))
            for parent, word in above
            if word != "group" and word not in _TOP_LEVEL_WORDS
        )

    def _context(self, node: Node) -> str:
        """Return the name of the row, else of the nearest named container below the top-level."""
        if node.handle in self._rows:
            return self._rows[node.handle]
        top = ""
        for parent in self._family.ancestors(node):
            name = self._rows.get(parent.handle, "") or clean(parent.name)
            is_choice = parent.role == COMBO_ROLE and name in self._choices
            if name and not is_choice and role_word(parent.role) not in _NO_CONTEXT:
                return name
            if parent.role in DIALOG_ROLES:
                top = name
        return top

    def _around(self, node: Node, role: int) -> Handle | None:
        """Return the nearest node of that role around one; few programs have any of it."""
        if role not in self._roles:
            return None
        above = self._family.ancestors(node)
        return next((parent.handle for parent in above if parent.role == role), None)

    def _content_names(self, placed: Sequence[Placed]) -> dict[Handle, str]:
        """Name list entries and buttons without a name by the text inside them.

        An entry that holds other controls is left nameless: they carry the names.
        """
        texts: dict[Handle, list[str]] = {}
        busy: set[Handle] = set()
        for place in placed:
            name = clean(place.node.name)
            word = role_word(place.node.role)
            for parent in self._family.ancestors(place.node):
                if word in WORDS and name:
                    texts.setdefault(parent.handle, []).append(name)
                if word in CONTROLS and word != "icon":
                    busy.add(parent.handle)
        return {
            handle: " ".join(names)[:MAX_CONTEXT_CHARS]
            for handle, names in texts.items()
            if handle not in busy
        }

    def _label_beside(self, place: Placed, word: str) -> _Called:
        others = [p.box for p in self._inputs if p is not place]
        found = own_label(place.box, self._labels, others, is_box=word in BOXES)
        if found is None:
            return _Called("")
        text, side = found
        return _Called(text, _BY_LABEL[side], "" if side == "right" else text)


def with_labels(
    controls: Sequence[ScreenElement], texts: Sequence[ScreenElement]
) -> list[ScreenElement]:
    """Return drawn controls, the nameless ones called by the texts that label them and no other control."""
    boxes = [control.box for control in controls]
    labels = [
        (text.name, text.box)
        for text in texts
        if may_name(text.name) and not any(b.contains(text.box.center) for b in boxes)
    ]
    named: list[ScreenElement] = []
    for control in controls:
        others = [box for box in boxes if box is not control.box]
        is_nameless = control.role in BESIDE_LABELS and not control.name
        found = own_label(control.box, labels, others, is_box=False) if is_nameless else None
        named.append(replace(control, name=found[0]) if found is not None else control)
    return named


def _wrapped_cells(elements: Sequence[ScreenElement]) -> set[Handle]:
    """Return cells and headings that only wrap a control of the same name."""
    controls = [e for e in elements if e.role in CONTROLS]
    return {
        cell.handle
        for cell in elements
        if cell.handle is not None
        and cell.role in ("cell", "heading")
        and any(c.name == cell.name and cell.box.intersection(c.box) == c.box for c in controls)
    }
