"""Finds things by their place: `page 3`, `the third colour` of a list, the cell of a row and a column.

Buttons that people name by the picture on them are found by what that belongs to: `the pencil in Tobias Lund's row`.
Programs call them by what they do: Edit, Hide, Remove. A picture may stand for several of these, so that of two
buttons neither is taken.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from automation.commands.find.coverage import explained, said_in, surest
from automation.commands.find.labels import SURE, Hit, suits
from automation.commands.find.screen_view import (
    Elements,
    Scene,
    holds,
    in_columns,
    in_one_window,
    is_icon,
    is_same_box,
    least,
)
from automation.commands.forms import Phrase, Reading
from automation.commands.language import alternatives, languages, words
from automation.commands.matching import Found, Missing, Resolution, Several, Want, is_exact
from automation.commands.targets import (
    ACTIONABLE,
    CONTAINERS,
    SELECTED_TOGETHER,
    shown,
)
from automation.commands.words import as_said, ordinal
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.text import worded
from automation.screen.field_labels import label_cost, label_of
from automation.screen.roles import (
    BESIDE_LABELS,
    BUTTONS,
    CELLS,
    LABELS,
    TABLES,
    TITLES,
    TWO_STATES,
)
from automation.screen.rows import in_reading_order, rows_of, shares_row

_SIGNS: Final = {
    "first": ["⏮", "|<", "<<", "«"], "previous": ["‹", "<", "←", "❮", "«"],  # noqa: RUF001
    "last": ["⏭", ">|", ">>", "»"], "next": ["›", ">", "→", "❯", "»"],  # noqa: RUF001
}  # fmt: skip
"""What stands on the buttons that turn a page over."""

_PAGED: Final = frozenset({"link", "button", "toggle", "list_item", "tab"})
"""What stands in a row of pages to go to."""

_TURNS: Final = re.compile(r"(?:go to )?(?:the )?(?:next|previous|prev|first|last)(?: page)?")

_OF_ALL: Final = re.compile(r"(?:of|von|/)\s*\d{1,5}", re.IGNORECASE)
_KEY_OR_DAY: Final = re.compile(
    r"[-+*/=\u00d7\u00f7\u2212]|(?:mon?|tue?|wed?|thu?|fri?|sat?|sun?)\.?|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    re.IGNORECASE,
)
HEADS: Final = TITLES | {"column_header", "list", "table", "tree", "group"}
"""What tells of which kind the entries of a list are."""
PAGE: Final = re.compile(r"(?:the\s+)?page\s+(?:number\s+)?(\d{1,4})", re.IGNORECASE)
TURNED: Final = re.compile(r"(?:the\s+)?(next|previous|first|last)\s+page", re.IGNORECASE)


def entry_of_list(target: Phrase, scene: Scene) -> ScreenElement | None:
    """Return the entry that `the third colour` is, by the heading of its list.

    The word must be that heading ("Colours"), or the list be said: `the third colour in the list`.
    """
    if (found := by_number(target, scene)) is not None:
        return found
    for reading in target.readings:
        if reading.role or not reading.label:
            continue
        noun, _, name = reading.label.partition(" ")
        heads = [e for e in scene.near if e.role in HEADS and _is_kind(noun, e.name)]
        if reading.ordinal is not None and not name:
            relation = reading.relation
            if not heads and (relation is None or relation.anchor_kind not in TABLES):
                continue
            if relation is not None and relation.anchor_kind not in TABLES:
                continue
            rows = _rows_of(heads, scene)
            if rows and abs(reading.ordinal) <= len(rows):
                return rows[reading.ordinal - 1 if reading.ordinal > 0 else reading.ordinal]
    return None


def by_number(target: Phrase, scene: Scene) -> ScreenElement | None:
    """Return what `page 3` or `the third star` is, outside of lists."""
    if turned := TURNED.fullmatch(target.text):
        return _turning_sign(turned[1].casefold(), scene)
    if page := PAGE.fullmatch(target.text):
        return _in_pages(int(page[1]), scene)
    counted = (r for r in target.readings if r.ordinal and r.label and not (r.role or r.relation))
    return next((one for r in counted if (one := _numbered(r, scene)) is not None), None)


def _turning_sign(way: str, scene: Scene) -> ScreenElement | None:
    """Return the one button with the sign for a page; two arrows say `first` only where one says `previous`."""
    signs = {e.name.strip(): e for e in scene.near if e.role in _PAGED}
    is_double = not signs.keys().isdisjoint(_SIGNS["previous"][:-1] + _SIGNS["next"][:-1])
    able = _SIGNS[way] if way in ("next", "previous") or is_double else ()
    there = [sign for sign in able if sign in signs][:1]
    found = [e for e in scene.near if e.role in _PAGED and e.name.strip() in there]
    return found[0] if len(found) == 1 else None


def _in_pages(page: int, scene: Scene) -> ScreenElement | None:
    """Return the number of a page in the one row of page numbers: they begin with 1, or lie by `Next`.

    Numbers in several rows, with signs or days of the week, are keys and days. A lone one may be anything.
    """
    able = [e for e in scene.near if e.role in _PAGED]
    numbers = [e for e in able if e.name.strip().isdecimal()]
    there = [e for e in numbers if int(e.name) == page]
    if len(there) != 1:
        return None
    one = there[0]
    row = [e for e in scene.near if shares_row(e.box, one.box) and e.window_id == one.window_id]
    beside = sorted((e for e in numbers if e in row and e.role == one.role), key=lambda e: e.box.x)
    counted = [int(e.name) for e in beside]
    names = {as_said(e.name) for e in row}
    others = [e for e in numbers if e.role == one.role and e not in row]
    is_grid = any(abs(e.box.center.y - one.box.center.y) < 4 * one.box.h for e in others) or any(
        shares_row(a.box, b.box) for a in others for b in others if a is not b
    )
    is_counting = len(beside) > 1 and counted == sorted(set(counted))
    if is_grid or not is_counting or any(_KEY_OR_DAY.fullmatch(e.name.strip()) for e in scene.near):
        return None
    return one if "1" in names or any(map(_TURNS.fullmatch, names)) else None


def is_pager(field: ScreenElement, scene: Scene) -> bool:
    """Tell whether a field goes to the page whose number it takes: "Go to page", or "Page" before "of 312"."""
    dialogs = [d for d in scene.dialogs if holds(d.box, field.box)]
    if dialogs or (scene.front is not None and scene.front.is_dialog):
        return False  # Enter presses its main button
    name = as_said(field.name or label_of(field.box, scene.near)).rstrip(": ")
    row = [e.name for e in scene.near if e.role in LABELS and shares_row(e.box, field.box)]
    is_page = name in words("page_numbers") and any(map(_OF_ALL.fullmatch, row))
    return is_page or name in words("goes_to")


def _numbered(reading: Reading, scene: Scene) -> ScreenElement | None:
    """Return what is called by its number, as "3 stars" is the third star, or stands so in its group."""
    noun, at = as_said(reading.label), reading.ordinal or 0
    able = [e for e in scene.near if e.role in ACTIONABLE]
    called = re.compile(rf"(?:(\d+) {re.escape(noun)}s?|{re.escape(noun)} (\d+))")
    named = ((called.fullmatch(as_said(e.name)), e) for e in able)
    numbers = [(int(m[1] or m[2]), e) for m, e in named if m]
    if len(numbers) > 1:
        wanted = max(n for n, _ in numbers) if at == -1 else at
        there = [e for n, e in numbers if n == wanted]
        return there[0] if len(there) == 1 else None
    for group in (e for e in scene.near if e.role == "group" and _is_kind(noun, e.name)):
        inside = in_reading_order(e for e in able if holds(group.box, e.box))
        if len({e.role for e in inside}) == 1 and abs(at) <= len(inside):
            return inside[at - 1 if at > 0 else at]
    return None


def _is_kind(noun: str, heading: str) -> bool:
    """Tell whether a heading such as "Colours" or "Articles (choose some)" is the plural of a word."""
    if any(c.isdigit() for c in heading):
        return False  # "Page 1 of 6" is over no list of pages
    wanted = as_said(noun)
    words = as_said(heading).replace("(", " ").split()[:3]
    return len(wanted) > 2 and any(w in (wanted, f"{wanted}s", f"{wanted}es") for w in words)


def _entries(scene: Scene) -> Elements:
    return [e for e in scene.near if e.role in SELECTED_TOGETHER and e.name.strip()]


def _rows_of(heads: Elements, scene: Scene) -> Elements:
    """Return the first entry of each row of the one list that the headings stand over."""
    entries = _entries(scene)
    columns = [h for h in heads if h.role == "column_header"]
    if columns:
        entries = in_columns(entries, columns)
    elif boxes := [h.box for h in heads if h.role in CONTAINERS]:
        entries = [e for e in entries if any(holds(box, e.box) for box in boxes)]
    elif heads:
        under = [
            (e.role, e.box.x) for e in least(entries, lambda e: label_cost(heads[0].box, e.box))
        ]
        entries = [e for e in entries if (e.role, e.box.x) in under[:1]]
    if not columns and len({(e.role != "cell" and e.parent_name, e.role) for e in entries}) > 1:
        return []
    return [row[0] for row in rows_of(entries)]


def crossing(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> list[Hit]:
    """Return the cell of a row and a column that are named: `the Library at 11:00`, also one that holds nothing."""
    if want not in (Want.CLICK, Want.OPTION, Want.EDIT, Want.ANY):
        return []
    counted = _COUNTED_ROW.fullmatch(target.text)
    if counted and want is not Want.EDIT and (at := ordinal(counted["n"])):
        return _cell_of_counted_row(f"{counted['before'] or ''} {counted['after'] or ''}", at, pool)
    terms = [t for t in said_in(target.text).terms if not t.is_part]
    said = tuple(w for t in terms for w in t.words)
    heads = [
        e for e in pool if e.role in CELLS | {"column_header", "row_header"} and e.name.strip()
    ]
    if not 1 < len(said) < _MOST_CROSSING:
        return []
    named = [(e, tuple(w for t in said_in(e.name).terms for w in t.words)) for e in heads]
    named = [(e, words) for e, words in named if words and set(words) <= set(said)]
    rows = [(e, words) for e, words in named if e.role in CELLS]
    columns = [(e, words) for e, words in named if e.role == "column_header"]
    crossed = {
        Rect(column.box.x, row.box.y, column.box.w, row.box.h): row
        for row, first in rows for column, second in columns
        if sorted((*first, *second)) == sorted(said) and column.box.bottom <= row.box.y + 2
        and (column.box.x >= row.box.right - 2 or column.box.right <= row.box.x + 2)
    }  # fmt: skip
    if len(crossed) != 1:
        return []
    ((box, row),) = crossed.items()
    if want is Want.EDIT:
        inside = [e for e in pool if suits(e, want) and box.contains(e.box.center)]
        return [Hit(e, SURE) for e in inside] if len(inside) == 1 else []
    there = [e for e in pool if e.role in CELLS and is_same_box(e.box, box)]
    empty = replace(row, name="", role="cell", box=box, handle=None, value=None)
    return [Hit((there or [empty])[0], SURE)]


def box_in_head(target: Phrase, scene: Scene) -> Resolution | None:
    """Return the box for all rows, which stands in the row of the heads of a table; None where other words are said.

    No box that stands over the table is meant by `the box at the top of the table`.
    """
    said = _BOX_IN_HEAD.fullmatch(target.text)
    if said is None:
        return None
    heads = [e for e in scene.near if e.role == "column_header"]
    boxes = [
        e for e in scene.near
        if e.role in TWO_STATES and any(in_one_window(e, h) and _is_in_row(e, h) for h in heads)
    ]  # fmt: skip
    if said["rows"]:  # a box without others under it filters the table
        below = [e for e in scene.near if e.role in TWO_STATES and e not in boxes]
        boxes = [b for b in boxes if in_columns(below, [b])]
    if len(boxes) > 1:
        return Several(tuple(boxes), target.label)
    if not boxes:
        return Missing(target.label)
    return Found(
        boxes[0], worded("{0}, in the row of the heads of the table", shown(boxes[0].role))
    )


def _is_in_row(box: ScreenElement, head: ScreenElement) -> bool:
    return holds(head.box, box.box) or (
        shares_row(head.box, box.box) and head.box.y <= box.box.center.y < head.box.bottom
    )


_ARTICLES: Final = rf"(?:(?:the|{alternatives('articles')})\s+)?"
_BOX_IN_HEAD: Final = re.compile(
    rf"{_ARTICLES}(?:{alternatives('box_words')})\s+(?:{alternatives('head_joints')})\s+{_ARTICLES}"
    rf"(?:{alternatives('table_heads')})|(?:{alternatives('head_joints')})\s+{_ARTICLES}(?:{alternatives('table_heads')})"
    rf"|(?P<rows>{_ARTICLES}(?:{alternatives('every_row')}))",
    re.IGNORECASE,
)


def _cell_of_counted_row(column: str, at: int, pool: Sequence[ScreenElement]) -> list[Hit]:
    """Return the cell of a column that is named, in the row of that number: `the price in the second row`."""
    said = {w for t in said_in(column).terms if not t.is_part for w in t.words}
    named = [e for e in pool if e.role == "column_header" and said]
    heads = [e for e in named if said == {w for t in said_in(e.name).terms for w in t.words}]
    cells = [e for e in pool if e.role in CELLS] if len(heads) == 1 else []
    inside = [e for e in cells if heads[0].box.x - 2 <= e.box.center.x < heads[0].box.right + 2]
    under = [e for e in inside if e.box.y >= heads[0].box.bottom - 2]
    rows = sorted(under, key=lambda e: e.box.y)
    is_there = abs(at) <= len(rows)
    return [Hit(rows[at - 1 if at > 0 else at], SURE)] if is_there else []


_COUNTED_ROW: Final = re.compile(
    rf"(?P<before>.+?)?\s*\b(?:in|of|{alternatives('in_words')})\s+(?:the\s+)?(?:{alternatives('articles')}\s+)?"
    rf"(?P<n>\S+)\s+(?:{alternatives('row_words')})(?P<after>\s.*)?",
    re.IGNORECASE,
)

_MOST_CROSSING: Final = 9


# Buttons that are named by the picture on them.


_ARTICLE: Final = rf"(?:(?:the|its|{alternatives('articles')})\s+)?"
_ARTICLE_FIRST: Final = re.compile(rf"{_ARTICLE}(?=\S)", re.IGNORECASE)
_AT: Final = rf"(?:{alternatives('icon_joints')})"
_KIND: Final = rf"(?:{alternatives('thing_words')})"
_LOOKS: Final = rf"(?:(?:{alternatives('icon_looks')})\s+)?"
_SAID_THEN: Final = rf"(?:\s+(?:{alternatives('icon_nouns')}))?"
_KIND_FIRST: Final = re.compile(
    rf"{_ARTICLE}{_KIND}\s+(?:(?:{alternatives('in_words')}|for|with)\s+)?{_ARTICLE}(?=\S)",
    re.IGNORECASE,
)
"""`the tag Nuts`, `the row of Tobias Lund`."""
_KIND_LAST: Final = re.compile(rf"(?<=\S)\s+{_KIND}$", re.IGNORECASE)


@cache
def _icons() -> dict[str, tuple[str, ...]]:
    """Return by the word for a picture what buttons with it are called, in all languages."""
    data = [language.get("icons", {}) for language in languages().values()]
    named: dict[str, list[str]] = {}
    for each in data:
        for key, icon in each.items():
            named.setdefault(key, []).extend(icon["named"])
    return {
        word: tuple(named[key]) for each in data for key, icon in each.items()
        for word in icon["said"]
    }  # fmt: skip


def named_for(icon: str) -> tuple[str, ...]:
    """Return what buttons with a picture are called, in all languages: those with a `bin` Remove, Delete."""
    return _icons()[icon]


@cache
def _said() -> re.Pattern[str]:
    words = sorted(_icons(), key=len, reverse=True)
    icon = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
    before = rf"{_ARTICLE}{_LOOKS}(?P<icon>{icon}){_SAID_THEN}\s+{_AT}\s+(?P<of>.+)"
    after = rf"(?P<owner>.{{1,80}}?)['\u2019]s?\s+{_LOOKS}(?P<own>{icon}){_SAID_THEN}"
    noun_first = (
        rf"(?:(?:{alternatives('icon_nouns')})\s+(?:{alternatives('with_words')})\s+{_ARTICLE})?"
    )
    alone = rf"{_ARTICLE}{noun_first}{_LOOKS}(?P<alone>{alternatives('icons_alone')}){_SAID_THEN}"
    return re.compile(rf"{before}|{after}|{alone}", re.IGNORECASE)


def says_icon(target: Phrase, want: Want) -> bool:
    """Tell whether words name a button by its picture and by what it belongs to."""
    return want is Want.CLICK and _said().fullmatch(target.text) is not None


def by_icon(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> Elements:
    """Return the buttons that may have the picture which the words say, of the one thing that they name."""
    said = _said().fullmatch(target.text) if want is Want.CLICK else None
    if said is None or any(reading.is_literal for reading in target.readings):
        return []
    icon = " ".join((said["icon"] or said["own"] or said["alone"]).casefold().split())
    if said["alone"]:
        hits = (h for word in named_for(icon) for h in surest(explained(word, pool, scene, want)))
        return list(
            dict.fromkeys(
                e
                for e in (hit.element for hit in hits)
                if e.role in BUTTONS and (is_icon(e) or e.box.w <= e.box.h)
            )
        )
    for name in _names(said["of"] or said["owner"]):
        if not any(is_exact(name, e.name) for e in scene.near if e.role not in BUTTONS):
            continue
        found: Elements = []
        for word in (icon, *_icons()[icon]):
            for hit in surest(explained(f"{word} of {name}", pool, scene, want)):
                button = hit.element
                # What shows another sign is not what was said, though it may do the same.
                is_sign = not any(map(str.isalnum, button.name))
                is_meant = word == icon if is_sign else button.role in BUTTONS
                if is_meant and not any(button is e for e in found):
                    found.append(button)
        if found:
            return [] if any(_is_beside_nameless(e, scene) for e in found) else found
    return []


def _is_beside_nameless(button: ScreenElement, scene: Scene) -> bool:
    """Tell whether a button of which nothing is told stands in the row of another: it may show the picture."""
    nameless = [e for e in scene.near if e.role in BUTTONS and not (e.name or e.description)]
    return any(shares_row(e.box, button.box) and in_one_window(e, button) for e in nameless)


def _names(words: str) -> Iterator[str]:
    """Yield what a thing may be called, by all of the words or without those for its kind."""
    first, last = _KIND_FIRST.sub("", words, count=1), _KIND_LAST.sub("", words)
    bare = _ARTICLE_FIRST.sub("", last)
    yield from dict.fromkeys((words, first, last, bare, _KIND_LAST.sub("", first)))


def is_changed_beside(cell: ScreenElement, scene: Scene) -> bool:
    """Tell whether a control outside the table is called as the column of a cell: what is chosen is changed there."""
    heads = [e for e in scene.near if e.role == "column_header" and in_columns([cell], [e])]
    names = {as_said(e.name).strip(" :") for e in heads if e.name.strip()}
    there = [e for e in scene.near if not cell.box.grown(4).contains(e.box.center)]
    beside = (e.name or e.label for e in there if e.role in BESIDE_LABELS | LABELS)
    return any(as_said(name).strip(" :") in names for name in beside)
