"""Role words: what people call things, and which of the reader's roles they mean."""

from typing import Final

from automation.screen.roles import (
    BUTTONS,
    CELLS,
    LINES,
    MENU_ENTRIES,
    ON_AND_OFF,
    PICTURES,
    ROWS,
    TABLES,
    TYPED_FIELDS,
)
from resources.role_words import role_words

COMBOS: Final = frozenset({"combo"})
_CHECKS: Final = ON_AND_OFF - {"radio"}
_RADIOS: Final = frozenset({"radio", "menu_item"})
_ITEMS: Final = frozenset({"list_item", "tree_item", "icon"})
_HEADERS: Final = frozenset({"column_header", "row_header", "heading"})

_WORDS: Final = LINES | frozenset({"status"}) | CELLS | _ITEMS | ROWS
"""What shows words and is no button."""

ADDRESS_BAR: Final = "address bar"
"""The word for the field of a browser that lies above its pages."""
LISTS: Final = frozenset({"list", "table", "tree", "tab_list", "menu", "menu_bar", "group", "form"})
OPTIONS: Final = (
    _ITEMS | MENU_ENTRIES | frozenset({"radio", "tab"}) | ROWS | CELLS | frozenset({"toggle"})
)
GROUPED: Final = frozenset({"radio", "toggle"})
"""Options that stand side by side, with a label for all of them."""
SELECTED_TOGETHER: Final = _ITEMS | frozenset({"row", "cell"})
"""Entries of which several can be selected, each further one with Ctrl+click."""
DOUBLE_CLICKED: Final = frozenset({"icon", "list_item", "row", "cell"})
"""What `open` double-clicks: files and the like."""
ACTIONABLE: Final = (
    BUTTONS | TYPED_FIELDS | COMBOS | _CHECKS | _RADIOS | _ITEMS | MENU_ENTRIES | ROWS | CELLS
    | frozenset({"tab", "link", "slider", "column_header"})
)  # fmt: skip
CONTAINERS: Final = frozenset(
    {"window", "dialog", "group", "toolbar", "menu_bar", "list", "table", "tree", "tab_list",
     "document", "form", "canvas", "scrollbar", "title_bar", "tooltip", "progress"}
)  # fmt: skip
UNSCROLLED: Final = frozenset({"button", "link", "menu_item", "menu"})
"""What has nothing to scroll: whoever names one means a window of that name, if it may be one."""
LABELLED: Final = TYPED_FIELDS | COMBOS | frozenset({"slider"})
"""Controls that usually have their label before them."""

ROLE_WORDS: Final[dict[str, frozenset[str]]] = {
    "button": BUTTONS,
    "push button": BUTTONS,
    "toggle button": BUTTONS,
    "key": BUTTONS,
    "field": TYPED_FIELDS | COMBOS,
    "text field": TYPED_FIELDS,
    "input": TYPED_FIELDS,
    "input field": TYPED_FIELDS,
    "entry": TYPED_FIELDS | _ITEMS | ROWS,
    "entry field": TYPED_FIELDS,
    "text box": TYPED_FIELDS,
    "textbox": TYPED_FIELDS,
    "input box": TYPED_FIELDS,
    "search box": TYPED_FIELDS | COMBOS,
    "search field": TYPED_FIELDS | COMBOS,
    "search bar": TYPED_FIELDS | COMBOS,
    ADDRESS_BAR: TYPED_FIELDS | COMBOS,
    "box": TYPED_FIELDS | COMBOS | _CHECKS,
    "text area": TYPED_FIELDS,
    "textarea": TYPED_FIELDS,
    "editor": TYPED_FIELDS,
    "tab": frozenset({"tab"}),
    "link": frozenset({"link"}),
    "hyperlink": frozenset({"link"}),
    "checkbox": _CHECKS,
    "check box": _CHECKS,
    "tick box": _CHECKS,
    "tickbox": _CHECKS,
    "switch": _CHECKS,
    "toggle": _CHECKS,
    "radio": _RADIOS,
    "radio button": _RADIOS,
    "option": _RADIOS | _ITEMS | MENU_ENTRIES,
    "option button": _RADIOS,
    "menu": frozenset({"menu", "menu_item", "button"}),
    "menu item": MENU_ENTRIES,
    "menu entry": MENU_ENTRIES,
    "item": _ITEMS | MENU_ENTRIES | ROWS,
    "list item": _ITEMS | ROWS,
    "cell": CELLS,
    "row": ROWS | CELLS,
    "line": ROWS | CELLS,
    "column": frozenset({"column_header"}),
    "column header": frozenset({"column_header"}),
    "header": _HEADERS,
    "heading": frozenset({"heading"}),
    "icon": PICTURES | _ITEMS | BUTTONS,
    "image": PICTURES,
    "picture": PICTURES,
    "file": _ITEMS | ROWS | CELLS,
    "folder": _ITEMS | ROWS | CELLS,
    "slider": frozenset({"slider"}),
    "scale": frozenset({"slider"}),
    "combo box": COMBOS,
    "combobox": COMBOS,
    "combo": COMBOS,
    "dropdown": COMBOS | BUTTONS,
    "drop down": COMBOS | BUTTONS,
    "drop-down": COMBOS | BUTTONS,
    "dropdown list": COMBOS,
    "drop down list": COMBOS,
    "drop-down list": COMBOS,
    "dropdown menu": COMBOS | BUTTONS,
    "drop-down menu": COMBOS | BUTTONS,
    "select box": COMBOS,
    "list": TABLES | COMBOS,
    "table": frozenset({"table"}),
    "tree": frozenset({"tree"}),
    "word": _WORDS,
    "text": _WORDS,
    "label": _WORDS,
}
"""What a user may call a thing, and the reader's roles that fit."""

_THINGS: Final = _WORDS | PICTURES | frozenset({"radio", "tab"})
KINDS: Final[dict[str, frozenset[str]]] = {
    "page": _THINGS | frozenset({"toggle"}),
    **dict.fromkeys(
        ("note", "song", "album", "chapter", "contact", "message", "thumbnail"), _THINGS
    ),
}
"""What a user may say before the name of a thing that a program keeps or shows: never a button."""

OCR_WORDS: Final = frozenset(
    {"button", "push button", "key", "link", "hyperlink", "tab", "menu", "menu item", "menu entry",
     "item", "list item", "icon", "file", "folder", "cell", "row", "line", "column", "header", "heading",
     "word", "text", "label", "option"}
)  # fmt: skip
"""Role words that a line of read text may be: a picture does not tell roles."""

CONTAINER_WORDS: Final = frozenset(
    {"row", "line", "dialog", "dialogue", "dialog box", "question", "popup", "pop-up", "pop up", "window",
     "menu", "menu bar", "section", "group", "panel", "pane", "toolbar", "tool bar", "list",
     "table", "tree", "column", "card", "form", "tab", "page", "area", "sidebar", "side bar",
     "header", "footer", "region", "box", "frame", "app", "application", "bar", "status bar",
     "screen"}
)  # fmt: skip
"""Words after `in the X ...` that say what kind of container X is."""

EVERYWHERE_WORDS: Final = frozenset(
    {"window", "page", "screen", "dialog", "question", "app", "document", "popup"}
)
"""Containers that, without a name, are just what is in front."""


def fits(role: str, word: str) -> bool:
    """Tell whether an element's role is what the user's role word means."""
    return role in (ROLE_WORDS.get(word) or KINDS.get(word, frozenset()))


def may_be(role: str, word: str, *, is_read: bool) -> bool:
    """Tell whether an element of the tree, or a text that was read (OCR), may be what is meant."""
    return fits(role, word) or (is_read and (word in OCR_WORDS or word in KINDS))


def shown(role: str) -> str:
    """Return the role as it is written for people: `menu item`, `drop-down list`."""
    return role_words(role)


def is_container(where: str) -> bool:
    """Tell whether words end in what a part of a window is called: `the File menu`."""
    return where.rsplit(None, 1)[-1].casefold() in CONTAINER_WORDS | ROLE_WORDS.keys()
