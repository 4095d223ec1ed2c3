"""Numbers of the accessibility protocol put into our role and state words.

Source: the AtspiRole and AtspiStateType enumerations of at-spi2-core (atspi-constants.h). Numbers
and not role names are used because names are translated and Qt calls a password field "text".
"""

from typing import Final

from automation.core.observation import State

PASSWORD_ROLE: Final = 40
COMBO_ROLE: Final = 11
CELL_ROLE: Final = 56
NUMBER_ROLES: Final = frozenset({"slider", "spinner"})
"""Role words of what stands at a number that can be set."""
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
