"""From placed nodes to elements with names: own names, labels beside them, rows around them.

Pure functions. A field rarely has a name of its own; people call it by the label next to it. A
button often holds a text node with the button's own name; one of the two is enough.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.core.geometry import Rect
from automation.core.numbers import as_number
from automation.core.observation import ScreenElement
from automation.desktop.elements.name_text import MAX_CONTEXT_CHARS, as_label, clean
from automation.desktop.elements.nodes import Handle, Node, cell_of
from automation.desktop.elements.placing import Family, Placed
from automation.desktop.elements.roles import (
    CELL_ROLE,
    COMBO_ROLE,
    CONTROLS,
    DIALOG_ROLES,
    FORM_ROLE,
    INPUTS,
    LANDMARK_ROLE,
    WORDS,
    role_word,
    state_words,
)
from automation.desktop.elements.table_rows import row_names, same_row
from resources.sign_words import sign_shown

MAX_LABEL_CHARS: Final = 40
MAX_LEFT_GAP_PX: Final = 300
MAX_ABOVE_GAP_PX: Final = 40
MUCH_NEARER: Final = 3
"""A text this many times nearer to the input below it is not the label of the one on its right."""
SLACK_PX: Final = 4
"""Labels and fields may overlap by this much and still stand side by side."""
_BY_CONTENT: Final = frozenset({"button", "list_item", "tree_item", "tab", "menu_item", "toggle"})
_TOP_LEVEL_WORDS: Final = frozenset({"window", "dialog"})
_UNSPOKEN: Final = frozenset({"tab_list", "scrollbar"})
"""Containers whose names nobody says; Qt names a tab bar after its current tab."""
_NO_CONTEXT: Final = _TOP_LEVEL_WORDS | _UNSPOKEN
_NAMELESS: Final = CONTROLS - {"list_item", "tree_item", "menu", "menu_item", "tab"}
"""Controls that are worth having without a name: focus and pixels still lead to them."""
_BEARERS: Final = frozenset({"button", "toggle", "link", "list_item", "tree_item", "menu_item"})
"""Controls whose pictures are no things of their own."""
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


_Gap = Callable[[Rect, Rect], int | None]
"""Pixels from a box to a text in one direction; None when the text does not lie there."""


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
    """Return the elements worth naming, in tree order.

    Args:
        placed: the nodes that can be seen.
        nodes: all showing nodes of the program, as context.
        hints: labels and descriptions for nodes without a name.
    """
    namer = _Namer(placed, nodes, hints)
    named = [namer.element(place) for place in placed]
    kept = [e for e in named if e is not None]
    wrappers = _wrapped_cells(kept)
    unique: dict[tuple[str, str, Rect], ScreenElement] = {}
    for element in kept:
        if element.handle not in wrappers:
            unique.setdefault((element.name, element.role, element.box), element)
    return list(unique.values())


class _Namer:
    def __init__(self, placed: Sequence[Placed], nodes: Sequence[Node], hints: Hints) -> None:
        self._hints = hints
        self._family = Family(nodes)
        self._roles = {node.role for node in nodes}
        self._labels = [
            p
            for p in placed
            if role_word(p.node.role) in WORDS and 0 < len(as_label(p.node.name)) <= MAX_LABEL_CHARS
        ]
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
        name, description, value = self._name(place, word)
        if word in WORDS and (name in _BULLETS or self._repeats_parent(node, name)):
            return None
        states = state_words(node.mask, node.role)
        if word == "icon" and "focusable" in states and self._lies_in_enabled(node):
            states |= {"enabled"}  # the files on a canvas (Caja, Nemo) do not say so themselves
        if node.handle in self._hints.toggles:
            states |= {"checkable"}
        elif word in _UNSPOKEN or (not name and not self._is_worth_keeping(node, word)):
            return None
        return ScreenElement(
            name=name,
            role=word,
            box=place.box,
            source="tree",
            states=states,
            value=value,
            window_id=place.window.window_id,
            window_title=place.window.title,
            description=description,
            handle=node.handle,
            parent_name=self._context(node),
            form=self._around(node, FORM_ROLE) if word in CONTROLS else None,
            landmark=self._around(node, LANDMARK_ROLE) if word in CONTROLS else None,
        )

    def _name(self, place: Placed, word: str) -> tuple[str, str, str | None]:
        node = place.node
        name, label = clean(node.name), as_label(self._hints.labels.get(node.handle, ""))
        if node.role == COMBO_ROLE and name:
            return self._combo_name(place, name, label)
        if name:
            sign = sign_shown(name) if self._is_calculator and word == "button" else ""
            return (sign, "named by the sign on it", None) if sign else (name, "", None)
        if label:
            return label, "named by its label", None
        if word in _BY_CONTENT and self._contents.get(node.handle):
            return self._contents[node.handle], "named by its text", None
        tip = clean(self._hints.descriptions.get(node.handle, ""))
        if tip and not (
            word in INPUTS and as_number(tip) is not None
        ):  # GTK's sliders: where they stand
            return tip, "named by its description", None
        if word in INPUTS:
            beside, where = self._label_beside(place, word)
            return beside, where, None
        return "", "", None

    def _combo_name(self, place: Placed, name: str, label: str) -> tuple[str, str, str | None]:
        """Qt and GTK call a drop-down by its present choice; people call it by its label."""
        if label and label != name:
            return label, "named by its label", name
        beside, where = self._label_beside(place, "combo")
        if not beside or beside == name:
            return name, "", None
        if name in self._choices or name == clean(self._hints.choices.get(place.node.handle, "")):
            return beside, where, name
        return name, f"beside the label {beside!r}", None

    def _lies_in_enabled(self, node: Node) -> bool:
        above = next(self._family.ancestors(node), None)
        return above is not None and "enabled" in state_words(above.mask, above.role)

    def _is_worth_keeping(self, node: Node, word: str) -> bool:
        """Tell whether a thing without a name is a control, and not the picture on one."""
        above = (role_word(parent.role) for parent in self._family.ancestors(node))
        return word in _NAMELESS and not (word == "icon" and any(w in _BEARERS for w in above))

    def _repeats_parent(self, node: Node, name: str) -> bool:
        above = list(self._family.ancestors(node))[:3]
        return any(
            name in (clean(parent.name), self._contents.get(parent.handle))
            for parent in above
            if role_word(parent.role) != "group" and role_word(parent.role) not in _TOP_LEVEL_WORDS
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

    def _label_beside(self, place: Placed, word: str) -> tuple[str, str]:
        if word in ("checkbox", "radio"):
            right = self._nearest(place, _gap_right, MAX_LEFT_GAP_PX)
            return (right, "named by the text on its right") if right else ("", "")
        left = self._nearest(place, _gap_left, MAX_LEFT_GAP_PX)
        if left:
            return left, "named by the label on its left"
        above = self._nearest(place, _gap_above, MAX_ABOVE_GAP_PX)
        return (above, "named by the label above it") if above else ("", "")

    def _nearest(self, place: Placed, gap_of: _Gap, limit_px: int) -> str:
        """Return the nearest text in one direction unless another input stands in between."""
        best: tuple[int, str] | None = None
        for text in self._labels:
            gap = gap_of(place.box, text.box)
            if gap is None or gap > limit_px or (best is not None and gap >= best[0]):
                continue
            if not self._stands_over_another(place, text, gap):
                best = (gap, as_label(text.node.name))
        if best is None:
            return ""
        others = (gap_of(place.box, other.box) for other in self._inputs if other is not place)
        nearest_other = min((gap for gap in others if gap is not None), default=limit_px + 1)
        return best[1] if best[0] <= nearest_other else ""

    def _stands_over_another(self, place: Placed, text: Placed, gap: int) -> bool:
        """Tell whether a text is the heading of a much nearer input of another column."""
        over = (_gap_above(other.box, text.box) for other in self._inputs if other is not place)
        return any(near is not None and near * MUCH_NEARER < gap for near in over)


def _gap_left(box: Rect, text: Rect) -> int | None:
    gap = box.x - text.right
    return max(0, gap) if gap >= -SLACK_PX and same_row(box, text) else None


def _gap_right(box: Rect, text: Rect) -> int | None:
    return _gap_left(text, box)


def _gap_above(box: Rect, text: Rect) -> int | None:
    gap = box.y - text.bottom
    is_over = text.x < box.right and box.x < text.right
    return max(0, gap) if gap >= -SLACK_PX and is_over else None


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
