"""Programs and objects of the accessibility tree as plain values, in our words for roles and states.

Source of the numbers: the AtspiRole and AtspiStateType enumerations of at-spi2-core (atspi-constants.h).
Numbers and not role names are used because names are translated and Qt calls a password field "text".
"""

import html
import re
import unicodedata
from dataclasses import dataclass
from enum import Flag, auto
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, State, WindowInfo

MAX_CONTEXT_CHARS: Final = 120
"""Of a name that several texts make together."""
_OBJECT_MARK: Final = "\ufffc"
_BIDI_MARKS: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKED_UP: Final = re.compile(r"\s*<(?:qt|html)\b", re.IGNORECASE)
_BREAK: Final = re.compile(r"</?(?:br|p|div|li|tr|td|h[1-6])\b[^<>]{0,500}>", re.IGNORECASE)
_MARK: Final = re.compile(r"</?[a-z!][^<>]{0,500}>", re.IGNORECASE)


def clean(name: str) -> str:
    """Return a name on one line, without control, embedding and text-direction characters.

    Qt and Swing give what is drawn with marks as they were told it, `<qt><b>Harbour</b>`: the marks are not seen.
    """
    if "<" in name[:8] and _MARKED_UP.match(name):
        name = html.unescape(_MARK.sub("", _BREAK.sub(" ", name)))
    kept = (
        " " if unicodedata.category(char) == "Cc" else char
        for char in name
        if char != _OBJECT_MARK and char not in _BIDI_MARKS
    )
    return " ".join("".join(kept).split())


def as_label(name: str) -> str:
    """Return what a label says, without the colon or the star after it."""
    return clean(name).rstrip(" :*\uff1a")


PASSWORD_ROLE: Final = 40
COMBO_ROLE: Final = 11
CELL_ROLE: Final = 56
ROOT_PANE_ROLE: Final = 46
WEB_PAGE_ROLE: Final = 95
DIALOG_ROLES: Final = frozenset({2, 9, 16, 19, 22})
DOCUMENT_ROLES: Final = frozenset({25, 82, 92, 93, 94, 95, 96})
FORM_ROLE: Final = 87
LANDMARK_ROLE: Final = 110
MENU_BAR_ROLE: Final = 34
APPLICATION_ROLE: Final = 75
RADIO_ENTRY_ROLE: Final = 45
MENU_ROLES: Final = frozenset({33, 41})
PICTURE_ROLES: Final = frozenset({3, 6, 26, 27})

ROLE_WORDS: Final[dict[int, str]] = {
    1: "label",
    2: "dialog",
    3: "image",
    4: "button",
    5: "calendar",
    6: "canvas",
    7: "checkbox",
    8: "menu_item",
    9: "dialog",
    10: "column_header",
    11: "combo",
    12: "field",
    13: "icon",
    15: "slider",
    16: "dialog",
    17: "list",
    18: "canvas",
    19: "dialog",
    22: "dialog",
    23: "window",
    25: "document",
    26: "icon",
    27: "image",
    28: "window",
    29: "label",
    31: "list",
    32: "list_item",
    33: "menu",
    34: "menu_bar",
    35: "menu_item",
    36: "group",
    37: "tab",
    38: "tab_list",
    40: "password",
    41: "menu",
    42: "progress",
    43: "button",
    44: "radio",
    45: "menu_item",
    47: "row_header",
    48: "scrollbar",
    51: "slider",
    52: "spinner",
    54: "status",
    55: "table",
    56: "cell",
    57: "column_header",
    58: "row_header",
    59: "menu_item",
    60: "terminal",
    61: "field",
    62: "toggle",
    63: "toolbar",
    64: "tooltip",
    65: "tree",
    66: "tree",
    69: "window",
    73: "text",
    76: "field",
    77: "field",
    79: "field",
    81: "label",
    82: "document",
    83: "heading",
    85: "group",
    87: "form",
    88: "link",
    90: "row",
    91: "tree_item",
    92: "document",
    93: "document",
    94: "document",
    95: "document",
    96: "document",
    97: "text",
    98: "list",
    99: "group",
    101: "status",
    102: "status",
    103: "progress",
    104: "title_bar",
    105: "text",
    109: "group",
    110: "group",
    116: "text",
    122: "label",
    123: "text",
    129: "button",
    130: "toggle",
}
"""Roles that are missing here (fillers, panels, separators) are `group` and matter only if named."""

CONTROLS: Final = frozenset(
    {
        "button",
        "toggle",
        "checkbox",
        "radio",
        "field",
        "password",
        "combo",
        "menu",
        "menu_item",
        "tab",
        "link",
        "list_item",
        "slider",
        "spinner",
        "icon",
        "tree_item",
        "terminal",
    }
)
"""Role words of things that one acts on; they are kept even without a name."""
INPUTS: Final = frozenset({"field", "password", "combo", "slider", "spinner", "checkbox", "radio"})
"""Role words of things that are usually named by a label beside them."""
ITEMS: Final = frozenset({"menu", "menu_item", "list_item", "tree_item", "cell"})
"""Role words of things that a closed drop-down may still report as showing."""
WORDS: Final = frozenset({"label", "text"})
"""Role words of plain text."""

_STATE_BITS: Final[dict[int, State]] = {
    4: "checked",
    7: "editable",
    8: "enabled",
    9: "expandable",
    10: "expanded",
    11: "focusable",
    12: "focused",
    16: "modal",
    17: "multi_line",
    20: "checked",
    23: "selected",
    24: "enabled",
    25: "showing",
    39: "default",
    41: "checkable",
    43: "read_only",
}
"""8 (enabled) and 24 (sensitive) are one to us: toolkits set either or both."""
BUSY_BIT: Final = 3
EDITABLE_BIT: Final = 7
FOCUSED_BIT: Final = 12
SELECTED_BIT: Final = 23
SHOWING_BIT: Final = 25
MANAGES_DESCENDANTS_BIT: Final = 31
"""Set where children are made as they are asked for, such as the cells of a spreadsheet."""
_CHECKABLE_ROLES: Final = frozenset({7, 8, 44, 45, 62, 130})
_PRESSED_BIT: Final = 20


def role_word(number: int) -> str:
    """Return our word for a role number; `group` for containers without a meaning of their own."""
    return ROLE_WORDS.get(number, "group")


def state_words(mask: int, role: int) -> frozenset[State]:
    """Return our words for a 64-bit state mask of a thing with that role number."""
    words = {word for bit, word in _STATE_BITS.items() if mask >> bit & 1}
    is_toggle = role in _CHECKABLE_ROLES
    if mask >> _PRESSED_BIT & 1 and not is_toggle and not mask >> 4 & 1:
        words.discard("checked")
    if is_toggle and role != 62:
        words.add("checkable")
    if role == PASSWORD_ROLE:
        words.add("secret")
    return frozenset(words)


Handle = tuple[str, str]
"""Bus name and object path."""


_CELL_MARK: Final = "#"
"""Stands in no path of the bus."""


def cell_handle(table: Handle, row: int, column: int) -> Handle:
    """Return a handle of our own for a cell that its program has not been asked about."""
    return (table[0], f"{table[1]}{_CELL_MARK}{row}.{column}")


def cell_of(handle: Handle) -> tuple[Handle, int, int] | None:
    """Return table, row and column of a handle of our own; None for one of the program's."""
    path, mark, place = handle[1].partition(_CELL_MARK)
    if not mark:
        return None
    row, _, column = place.partition(".")
    return (handle[0], path), int(row), int(column)


@dataclass(frozen=True, slots=True)
class Node:
    """One object of the tree."""

    handle: Handle
    parent: Handle | None
    role: int
    name: str
    mask: int
    """64 state bits."""
    box: Rect
    """Screen pixels as the toolkit says; empty when it does not."""

    @property
    def is_showing(self) -> bool:
        """Tell whether the toolkit says that it can be seen."""
        return bool(self.mask >> SHOWING_BIT & 1)


@dataclass(frozen=True, slots=True)
class Application:
    """A program on the accessibility bus."""

    handle: Handle
    pid: int
    """0 when the bus does not know."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A node and how many children it says it has."""

    node: Node
    children: int


class Part(Flag):
    """What one call tells of a node."""

    STATE = auto()
    ROLE = auto()
    COUNT = auto()
    NAME = auto()
    BOX = auto()


NOTHING: Final = Part(0)
BARE: Final = Part.STATE | Part.ROLE | Part.COUNT


@dataclass(frozen=True, slots=True)
class Asked:
    """A node that is asked about: which parts of it, and what is known of the others."""

    handle: Handle
    parent: Handle | None
    parts: Part
    known: Branch | None = None


def others(observation: Observation) -> list[WindowInfo]:
    """Return the windows of other programs that are not minimised, topmost first."""
    return [w for w in observation.windows if not w.is_own and not w.is_minimised]


def active_group(observation: Observation) -> list[WindowInfo]:
    """Return the active window and its popups.

    While one of our windows has the focus the topmost other window counts as active: the user
    has just typed the task and means the window below.
    """
    windows = (w for w in others(observation) if not w.is_popup)
    active = observation.active_window or next(windows, None)
    return group_of(active, observation) if active else []


def group_of(window: WindowInfo, observation: Observation) -> list[WindowInfo]:
    """Return a window and the popups that may be its own.

    For a popup that is all windows of its program: the tree keeps the entries of a menu below the
    window that opened it, and nothing says which one that was.
    """
    related = (
        w
        for w in others(observation)
        if w.pid in (0, window.pid) and (w.is_popup or (window.is_popup and w.pid))
    )
    return [window, *(w for w in related if w.window_id != window.window_id)]


def window_at(observation: Observation, point: ScreenPoint) -> WindowInfo | None:
    """Return the topmost window at the pixel, our overlay left out.

    The overlay covers a whole monitor, lets clicks through and is never in the picture. A title bar
    belongs to its window and hides what lies below it.
    """
    for window in observation.windows:
        is_overlay = window.is_own and any(
            window.rect.intersection(monitor.rect) == monitor.rect
            for monitor in observation.monitors
        )
        place = window.frame or window.rect
        if not window.is_minimised and not is_overlay and place.contains(point):
            return window
    return None


def union(rects: list[Rect]) -> Rect | None:
    """Return the smallest rectangle that holds all; None when there are none."""
    whole: Rect | None = None
    for rect in rects:
        whole = rect if whole is None else whole.union(rect)
    return whole
