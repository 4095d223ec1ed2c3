"""Reads the words that name a target: label, position, role, relation.

Open words have several readings ("Terms of use" is a label or something in "use"); all of them
are returned, the most literal first, and the screen decides.

What people call things ("box", "drop-down") is told here too, and which of the reader's roles each word means.
So are targets that no words are read for: an exact name, or a short name of a look, and what is done with one.
"""

import re
from dataclasses import replace
from typing import Final, get_args

from automation.commands.forms import (
    Assign,
    Choose,
    Expand,
    Form,
    Phrase,
    Point,
    Press,
    Reading,
    Relation,
    RelationKind,
    Switch,
    Turn,
    Type,
)
from automation.commands.language import alternatives, languages, table
from automation.commands.words import Quotes, has_quote, number, ordinal, without_closing
from automation.core.actions import Direction
from automation.core.events import NamedStep
from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.wording import kind_words
from automation.screen.refs import Operation, RefBook
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
    "sheet": frozenset({"tab"}),
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
    "heading": frozenset({"heading", "column_header"}),
    "section": BUTTONS | frozenset({"tab", "heading"}),
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
     "header", "footer", "web page", "webpage", "website", "site", "region", "box", "frame", "app", "application", "bar", "status bar",
     "screen"}
)  # fmt: skip
"""Words after `in the X ...` that say what kind of container X is."""

EVERYWHERE_WORDS: Final = frozenset(
    {
        "window",
        "page",
        "screen",
        "dialog",
        "question",
        "app",
        "document",
        "popup",
        "web page",
        "webpage",
        "website",
        "site",
    }
)
"""Containers that, without a name, are just what is in front."""


def fits(role: str, word: str) -> bool:
    """Tell whether an element's role is what the user's role word means."""
    return role in (ROLE_WORDS.get(word) or KINDS.get(word, frozenset()))


def may_be(role: str, word: str, *, is_read: bool) -> bool:
    """Tell whether an element of the tree, or a text that was read (OCR), may be what is meant."""
    return fits(role, word) or (is_read and (word in OCR_WORDS or word in KINDS))


def kind_said(words: str) -> str:
    """Return the key in `ROLE_WORDS` or `KINDS` of what words call a kind of things; empty for none."""
    key = _role_key(words)
    return key if key in ROLE_WORDS or key in KINDS else ""


def shown(role: str) -> str:
    """Return the role as it is written for people: `menu item`, `drop-down list`."""
    return kind_words(role)


def is_container(where: str) -> bool:
    """Tell whether words end in what a part of a window is called: `the File menu`."""
    return where.rsplit(None, 1)[-1].casefold() in CONTAINER_WORDS | ROLE_WORDS.keys()


MAX_TARGET_CHARS: Final = 400
_MAX_DEPTH: Final = 2
_MAX_RELATIONS: Final = 4

_ARTICLE: Final = re.compile(
    rf"(?:(?:all of )?the (?:whole|entire|complete)|all of the|the|a|an|this|that|its|their|on the|{alternatives('articles')})\s+",
    re.IGNORECASE,
)
_CALLED: Final = re.compile(
    r"\s*(?:which is |that is |that's )?\b(?:called|named|labell?ed|titled|that says|saying|"
    rf"with (?:the )?(?:label|name|text|title|caption)|{alternatives('called')})\s+",
    re.IGNORECASE,
)
_ROLES: Final = {**{word: word for word in ROLE_WORDS}, **table("roles")}
_ROLE: Final = "|".join(re.escape(w) for w in sorted(_ROLES, key=len, reverse=True))
_ROLE_END: Final = re.compile(rf"(?:^|\s+|(?<=\w)-)({_ROLE})$", re.IGNORECASE)
_ROLES_ALONE: Final = re.compile(rf"({_ROLE})e?s", re.IGNORECASE)
"""`the boxes`, before a place."""
_ROLE_START: Final = re.compile(rf"({_ROLE})(?:(?:e?s)?\s+|$|\s*:\s*)", re.IGNORECASE)
_NUMBERED_END: Final = re.compile(r"\s*(?:\b(?:number|no\.?|nr\.?)\s*|#)(\w+)$", re.IGNORECASE)
_NUMBERED_START: Final = re.compile(r"(?:(?:number|no\.?|nr\.?)\s+|#)(\w+)(?:\s+|$)", re.IGNORECASE)
_COORDINATES: Final = re.compile(
    r"(?:at|to|point|position|pixel|coordinates?|\s)*\(?\s*(-?\d{1,5})\s*[,;x]\s*(-?\d{1,5})\s*\)?",
    re.IGNORECASE,
)
_REF: Final = re.compile(r"(?:the\s+)?(?:(?:ref|element)\s+)?(?P<ref>[eo][1-9]\d{0,5})")
"""Small letters alone: `E14` is a cell of a sheet."""
_SAYS_REF: Final = re.compile(r"\b[eo][1-9]\d{0,5}\b")
_RELATIONS: Final[tuple[tuple[str, RelationKind], ...]] = (
    (r"to the left of|(?:on|at) the left (?:side )?of|left of|left from|before", "left_of"),
    (r"to the right of|(?:on|at) the right (?:side )?of|right of|right from|after", "right_of"),
    (r"above|over|on top of", "above"),
    (r"below|beneath|underneath|under", "below"),
    (
        r"next to|beside|besides|alongside|in front of|near|close to|by|closest to|nearest to|belonging to|that belongs to|for",
        "near",
    ),
    (r"inside of|inside|within|in|of|on|from|at", "in"),
)
_SAID: Final = {
    kind: "|".join(
        word.replace(" ", r"\s+")
        for language in languages().values()
        for word in sorted(language.get("relations", {}).get(kind, ()), key=len, reverse=True)
    )
    for _, kind in _RELATIONS
}
_RELATION: Final = re.compile(
    r"\s+(?:(?:which|that) (?:is|are) )?(?:"
    + "|".join(
        f"(?P<{kind}>{words}|{_SAID[kind]})" if _SAID[kind] else f"(?P<{kind}>{words})"
        for words, kind in _RELATIONS
    )
    # Before another such word it belongs to the name: `Hand over in the row of the rucksack`.
    + r")\s+(?!(?:in|inside|within|on|of|for|at|from|next|beside|für|von|auf|bei)\s)(?=\S)",
    re.IGNORECASE,
)
_OWN_ROW: Final = re.compile(
    r"(?<=\w)['\u2019]s?(\s+(?:row|line|entry|card|column|section)\b)", re.IGNORECASE
)
"""`in Oskar's row` is the row Oskar."""
_SAME_ROW: Final = re.compile(r"\bin the same (row|line|column) (?:as|with)\s+", re.IGNORECASE)
_CONTAINERS: Final = {**{word: word for word in CONTAINER_WORDS}, **table("containers")}
_CONTAINER: Final = "|".join(re.escape(w) for w in sorted(_CONTAINERS, key=len, reverse=True))
_CONTAINER_END: Final = re.compile(rf"^()({_CONTAINER})$|^(.+?)\s+({_CONTAINER})$", re.IGNORECASE)
_CONTAINER_START: Final = re.compile(
    rf"^({_CONTAINER})\s+(?:(?:called|named|of|for|with|titled)\s+)?(?=\S)", re.IGNORECASE
)


def phrase(masked: str, quotes: Quotes, *, depth: int = 0) -> Phrase | None:
    """Return the readings of the masked words; None when there are no words or far too many."""
    if len(masked) > MAX_TARGET_CHARS:
        return None
    masked = _OWN_ROW.sub(r"\1", _SAME_ROW.sub(r"in the \1 of ", masked))
    bare = without_closing(masked)
    if not bare:
        return None
    shown = quotes.plain(bare).strip()
    if not shown:
        return None
    if (quoted := quotes.whole(bare)) is not None:
        return literal(quoted)
    if not has_quote(bare) and (match := _COORDINATES.fullmatch(bare)):
        return Phrase(shown, (), ScreenPoint(int(match.group(1)), int(match.group(2))))
    readings: list[Reading] = []
    if not has_quote(bare):
        readings.append(Reading(shown, is_literal=False))
        if masked.strip() != bare:
            readings.append(Reading(quotes.plain(masked).strip()))
    readings.extend(_plain_readings(bare, quotes))
    readings.extend(_related_readings(bare, quotes, depth))
    ref = "" if has_quote(bare) else ref_said(bare)
    return Phrase(ref or shown, tuple(dict.fromkeys(readings)), ref=ref)


def by_ref(ref: str, element: ScreenElement) -> Phrase:
    """Return the target that a short name from a look means, whatever else is called as its element is."""
    return Phrase(element.name or f"{shown(element.role)} without a name", (), ref=ref)


def ref_said(words: str) -> str:
    """Return the short name that words are, `e14`; empty for all others."""
    said = _REF.fullmatch(words)
    return said["ref"] if said else ""


def literal(name: str) -> Phrase:
    """Return the target that is called exactly so, read in no other way."""
    return Phrase(name, (Reading(name, is_literal=True),))


def form_of(operation: Operation, target: Phrase, text: str = "") -> Form:
    """Return what an operation that a look offers comes to; of a text, what it replaces goes away."""
    match operation:
        case "press":
            return Point(target)
        case "type":
            return Type(text, target, replaces=True)
        case "set":
            return Assign(target, text, literal(text))
        case "choose":
            return Choose(literal(text), target)
        case "on" | "off":
            return Switch(target, operation == "on")
        case "open" | "close":
            return Expand(target, operation == "open")
        case "scroll":
            return Turn("down", target=target)


def form_of_step(step: NamedStep, book: RefBook) -> Form:
    """Return what a step comes to whose target is told by a short name of the book.

    Raises:
        ValueError: it has no target that needs one, or scrolls in no direction.
    """
    known = book.given.get(step.ref)
    named = by_ref(step.ref, known) if known is not None else Phrase(step.ref, (), ref=step.ref)
    target = named if step.ref else None
    match step.what:
        case "type":
            return Type(step.text, target)
        case "key":
            return Press(step.text, literal(step.text), is_key=True)
        case "scroll":
            return Turn(_direction(step.text), target=target)
        case _ if target is None:
            raise ValueError(f"a step {step.what!r} without a target")
        case "click":
            return Point(target)
        case "double-click":
            return Point(target, count=2)
        case "right-click":
            return Point(target, button="right")
        case "on" | "off" | "set" | "choose":
            return form_of(step.what, target, step.text)


_DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)


def _direction(word: str) -> Direction:
    for one in _DIRECTIONS:
        if one == word:
            return one
    raise ValueError(f"{word!a} is no direction")


def says_ref(text: str) -> bool:
    """Tell whether a text seems to say a short name: `e14`, `o3`."""
    return _SAYS_REF.search(text) is not None


def _plain_readings(masked: str, quotes: Quotes) -> list[Reading]:
    """Read label, position and role, without relations."""
    found: list[Reading] = []
    bare = _without_article(masked)
    for rest, position in _positions(bare):
        for label, role in _roles(_without_article(rest)):
            reading = _reading(label, role, position, quotes)
            if reading is not None:
                found.append(reading)
    return found


def _reading(label: str, role: str, position: int | None, quotes: Quotes) -> Reading | None:
    literal = quotes.whole(label)
    name = literal if literal is not None else quotes.plain(label).strip()
    if not name and not role:
        return None
    return Reading(name, role, position, None, literal is not None)


def _without_article(masked: str) -> str:
    match = _ARTICLE.match(masked)
    return masked[match.end() :].strip() if match and match.end() < len(masked) else masked


def _positions(masked: str) -> list[tuple[str, int | None]]:
    """Return (the other words, position) for each way to see a position in the words."""
    found: list[tuple[str, int | None]] = [(masked, None)]
    first, _, rest = masked.partition(" ")
    if rest and (position := ordinal(first)) is not None:
        found.append((rest.strip(), position))
    if match := _NUMBERED_START.match(masked):
        value = number(match.group(1))
        if match.end() >= len(masked):
            found.append((match.group(1), None))
        elif value:
            found.append((masked[match.end() :].strip(), value))
    if (match := _NUMBERED_END.search(masked)) and match.start() > 0:
        value = number(match.group(1))
        if value:
            found.append((masked[: match.start()].strip(), value))
    return found


def _roles(masked: str) -> list[tuple[str, str]]:
    """Return (label, role word) for each way to see a role word in the words."""
    found = [(masked, "")]
    if match := _ROLE_END.search(masked):
        label = _without_article(masked[: match.start()].strip())
        found.append((label, _role_key(match.group(1))))
        # "the Name text field" is the field Name as well as the field "Name text".
        if longer := _ROLE_END.search(label):
            found.append((label[: longer.start()].strip(), _role_key(match.group(1))))
    if match := _ROLE_START.match(masked):
        label = masked[match.end() :].strip()
        if label and (called := _CALLED.match(" " + label)):
            label = label[called.end() - 1 :].strip()
        if label:
            found.append((label, _role_key(match.group(1))))
    if (called := _CALLED.search(masked)) and called.start() > 0:
        kind = _ROLE_END.search(masked[: called.start()].strip())
        label = masked[called.end() :].strip()
        if kind and label:
            found.append((label, _role_key(kind.group(1))))
    return found


def _role_key(word: str) -> str:
    key = " ".join(word.casefold().replace("-", " ").split())
    return str(_ROLES.get(key) or _CONTAINERS.get(key, key))


def _related_readings(masked: str, quotes: Quotes, depth: int) -> list[Reading]:
    """Read `label RELATION anchor` for each place where a relation word stands."""
    if depth >= _MAX_DEPTH:
        return []
    found: list[Reading] = []
    for match in list(_RELATION.finditer(masked))[-_MAX_RELATIONS:]:
        kind = next(name for name, words in match.groupdict().items() if words)
        plain = _plain_readings(masked[: match.start()], quotes)
        if several := _ROLES_ALONE.fullmatch(_without_article(masked[: match.start()].strip())):
            plain = [*plain, Reading("", _role_key(several.group(1)))]
        for anchor in _anchors(masked[match.end() :], kind, quotes, depth):
            is_list = anchor.anchor_kind in TABLES
            found.extend(
                replace(
                    r,
                    relation=anchor,
                    role="list item" if is_list and r.role == "entry" else r.role,
                )
                for r in plain
            )
    return found


def _anchors(masked: str, kind: str, quotes: Quotes, depth: int) -> list[Relation]:
    """Return what a place may be: a word for a kind of container may be a name in another language."""
    found = _anchor(masked, kind, quotes, depth)
    if found is None:
        return []
    word = _without_article(without_closing(masked)).casefold()
    inner = phrase(word, quotes, depth=depth + 1) if word in table("containers") else None
    return [found, Relation("in", inner)] if inner and not found.anchor.readings else [found]


def _anchor(masked: str, kind: str, quotes: Quotes, depth: int) -> Relation | None:
    bare = _without_article(without_closing(masked))
    container, name = "", bare
    if kind == "in":
        container, name = _container(bare)
    if not name:
        return Relation("in", Phrase(container, ()), container) if container else None
    inner = phrase(name, quotes, depth=depth + 1)
    if inner is None:
        return None
    kinds: dict[str, RelationKind] = {k: k for _, k in _RELATIONS}
    return Relation(kinds[kind], inner, container)


def _container(bare: str) -> tuple[str, str]:
    """Return (container word, its name): `the Ostsee row` -> (`row`, `Ostsee`)."""
    if match := _CONTAINER_END.match(bare):
        word = match.group(2) or match.group(4)
        return _role_key(word), (match.group(3) or "").strip()
    if match := _CONTAINER_START.match(bare):
        return _role_key(match.group(1)), bare[match.end() :].strip()
    return "", bare
