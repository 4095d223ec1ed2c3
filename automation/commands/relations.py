"""Keeps the elements that stand where the words say: in a row, in a dialog, next to, above."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from automation.commands.forms import Phrase, Reading, Relation
from automation.commands.matching import Tier, match
from automation.commands.places import (
    cost,
    holds,
    in_reading_order,
    label_cost,
    least,
    section_of,
    shares_row,
)
from automation.commands.roles import (
    ACTIONABLE,
    CONTAINERS,
    EVERYWHERE_WORDS,
    LABELLED,
    SELECTED_TOGETHER,
    TITLES,
)
from automation.commands.scene import Scene, narrowed
from automation.commands.words import comparable, number, ordinal
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement

Elements = list[ScreenElement]

BESIDE_PX: Final = 12
HEADS: Final = TITLES | {"column_header", "list", "table", "tree", "group"}
"""What tells of which kind the entries of a list are."""
_LISTS: Final = frozenset({"list", "table", "tree"})
_PAGE: Final = re.compile(r"(?:the\s+)?page\s+(?:number\s+)?(\d{1,4})", re.IGNORECASE)
_PAGED: Final = frozenset({"link", "button", "toggle", "list_item", "tab"})
"""What stands in a row of pages to go to."""
_TURNS: Final = re.compile(r"(?:go to )?(?:the )?(?:next|previous|prev|first|last)(?: page)?")
_KEY_OR_DAY: Final = re.compile(
    r"[-+*/=\u00d7\u00f7\u2212]|(?:mon?|tue?|wed?|thu?|fri?|sat?|sun?)\.?|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    re.IGNORECASE,
)
_WINDOW_WORDS: Final = frozenset({"window", "app", "application"})
_CONTAINER_ROLES: Final[dict[str, frozenset[str]]] = {
    "toolbar": frozenset({"toolbar"}),
    "tool bar": frozenset({"toolbar"}),
    "list": frozenset({"list", "table", "tree"}),
    "table": frozenset({"table"}),
    "tree": frozenset({"tree"}),
    "form": frozenset({"form", "group"}),
    "menu bar": frozenset({"menu_bar"}),
    "status bar": frozenset({"status"}),
}


def anchors_of(anchor: Phrase, pool: Sequence[ScreenElement]) -> Elements:
    """Return everything that the anchor's words name best, texts and containers included."""
    best: dict[Tier, Elements] = {}
    for reading in anchor.readings:
        if reading.relation is not None or not reading.label:
            continue
        for element in pool:
            found = match(reading.label, element.name, is_text=element.source == "ocr")
            if found is not None and found.is_sure and element.box.area:
                best.setdefault(found.tier, []).append(narrowed(element, found))
        if best:
            return best[min(best)]
    return []


def related(hits: Elements, relation: Relation, scene: Scene) -> Elements:
    """Return the hits that stand in the relation; empty when none does or nothing is so named."""
    if relation.kind == "at":
        return _on_side(hits, relation.anchor_kind.split(), scene)
    if relation.kind == "in":
        return _inside(hits, relation, scene)
    anchors = anchors_of(relation.anchor, scene.near) or anchors_of(relation.anchor, scene.lines)
    kind = relation.kind

    def price(element: ScreenElement) -> float | None:
        if kind == "near" and element.role in HEADS and not _is_beside(element.box, anchors):
            return None  # "the parcel for Cork" is a row of that column, and not its head
        others = (a for a in anchors if a.handle != element.handle or a.box != element.box)
        prices = [cost(kind, element.box, a.box) for a in others if not holds(element.box, a.box)]
        return min((p for p in prices if p is not None), default=None)

    return least(hits, price)


def _is_beside(box: Rect, anchors: Elements) -> bool:
    """Tell whether one of the anchors lies in the same row or next to the box."""
    near = box.grown(BESIDE_PX)
    return any(shares_row(box, a.box) or near.intersection(a.box).area for a in anchors)


def entry_of_list(target: Phrase, scene: Scene) -> ScreenElement | None:
    """Return the entry that `the third colour` or `room 201` is, by the heading of its list.

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
            if not heads and (relation is None or relation.anchor_kind not in _LISTS):
                continue
            if relation is not None and relation.anchor_kind not in _LISTS:
                continue
            rows = _rows_of(heads, scene)
            if rows and abs(reading.ordinal) <= len(rows):
                return rows[reading.ordinal - 1 if reading.ordinal > 0 else reading.ordinal]
        elif heads and name and reading.relation is None:
            same = [e for e in _entries(scene) if comparable(e.name) == comparable(name)]
            if len(same) == 1:
                return same[0]
    return None


def by_number(target: Phrase, scene: Scene) -> ScreenElement | None:
    """Return what `page 3` or `the third star` is, outside of lists."""
    if page := _PAGE.fullmatch(target.text):
        return _in_pages(int(page[1]), scene)
    counted = (r for r in target.readings if r.ordinal and r.label and not (r.role or r.relation))
    return next((one for r in counted if (one := _numbered(r, scene)) is not None), None)


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
    names = {comparable(e.name) for e in row}
    others = [e for e in numbers if e.role == one.role and e not in row]
    is_grid = any(abs(e.box.center.y - one.box.center.y) < 4 * one.box.h for e in others) or any(
        shares_row(a.box, b.box) for a in others for b in others if a is not b
    )
    is_counting = len(beside) > 1 and counted == sorted(set(counted))
    if is_grid or not is_counting or any(_KEY_OR_DAY.fullmatch(e.name.strip()) for e in scene.near):
        return None
    return one if "1" in names or any(map(_TURNS.fullmatch, names)) else None


def _numbered(reading: Reading, scene: Scene) -> ScreenElement | None:
    """Return what is called by its number, as "3 stars" is the third star, or stands so in its group."""
    noun, at = comparable(reading.label), reading.ordinal or 0
    able = [e for e in scene.near if e.role in ACTIONABLE]
    called = re.compile(rf"(?:(\d+) {re.escape(noun)}s?|{re.escape(noun)} (\d+))")
    named = ((called.fullmatch(comparable(e.name)), e) for e in able)
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
    wanted = comparable(noun)
    words = comparable(heading).replace("(", " ").split()[:3]
    return len(wanted) > 2 and any(w in (wanted, f"{wanted}s", f"{wanted}es") for w in words)


def _entries(scene: Scene) -> Elements:
    return [e for e in scene.near if e.role in SELECTED_TOGETHER and e.name.strip()]


def _rows_of(heads: Elements, scene: Scene) -> Elements:
    """Return the first entry of each row of the one list that the headings stand over."""
    entries = _entries(scene)
    columns = [h for h in heads if h.role == "column_header"]
    if columns:
        entries = _in_columns(entries, columns)
    elif boxes := [h.box for h in heads if h.role in CONTAINERS]:
        entries = [e for e in entries if any(holds(box, e.box) for box in boxes)]
    elif heads and (under := least(entries, lambda e: label_cost(heads[0].box, e.box))):
        entries = [e for e in entries if (e.role, e.box.x) == (under[0].role, under[0].box.x)]
    if not columns and len({(e.role != "cell" and e.parent_name, e.role) for e in entries}) > 1:
        return []
    rows: Elements = []
    for entry in in_reading_order(entries):
        if not rows or not shares_row(rows[-1].box, entry.box):
            rows.append(entry)
    return rows


def _on_side(hits: Elements, sides: list[str], scene: Scene) -> Elements:
    """Keep the hits in that half of the window in front; of several the one nearest to the edge."""
    area = scene.front.rect if scene.front is not None else scene.observation.frame.rect
    middle = area.center
    inside: dict[str, Callable[[ScreenElement], bool]] = {
        "top": lambda e: e.box.center.y < middle.y,
        "bottom": lambda e: e.box.center.y >= middle.y,
        "left": lambda e: e.box.center.x < middle.x,
        "right": lambda e: e.box.center.x >= middle.x,
    }
    edge: dict[str, Callable[[ScreenElement], float]] = {
        "top": lambda e: e.box.y - area.y,
        "bottom": lambda e: area.bottom - e.box.bottom,
        "left": lambda e: e.box.x - area.x,
        "right": lambda e: area.right - e.box.right,
    }
    kept = [e for e in hits if all(inside[side](e) for side in sides)]
    return least(kept, lambda e: sum(edge[side](e) for side in sides))


def _inside(hits: Elements, relation: Relation, scene: Scene) -> Elements:
    word = relation.anchor_kind
    if not relation.anchor.readings:
        return _in_nameless(hits, word, scene)
    if word in _WINDOW_WORDS:
        return _in_window(hits, relation.anchor, scene)
    pool = scene.near
    anchors = anchors_of(relation.anchor, pool) or anchors_of(relation.anchor, scene.lines)
    ways: dict[str, Callable[[], Elements]] = {
        "container": lambda: _in_containers(hits, anchors),
        "parent": lambda: [e for e in hits if _has_parent(e, relation.anchor)],
        "row": lambda: _in_rows(hits, anchors) + _in_counted_row(hits, relation.anchor),
        "column": lambda: _in_columns(hits, anchors),
        "section": lambda: _in_sections(hits, anchors, scene),
        "card": lambda: _in_cards(hits, anchors, scene, word),
        "window": lambda: _in_window(hits, relation.anchor, scene),
        "open tab": lambda: hits if any("selected" in a.states for a in anchors) else [],
    }
    order = {
        "row": ("row", "parent"),
        "line": ("row", "parent"),
        "column": ("column",),
        "tab": ("open tab", "container", "parent"),
        "section": ("container", "parent", "card", "section"),
        "card": ("container", "parent", "card", "row", "section"),
        "dialog": ("container", "parent", "window"),
        "question": ("container", "parent", "window"),
    }.get(word, ("container", "parent", "window", "row", "card", "column", "section"))
    for name in order:
        found = ways[name]()
        # A card that has no such button is not the neighbour that has one.
        if found or (name == "card" and _are_cards(hits, anchors, scene)):
            return found
    return []


def _in_nameless(hits: Elements, word: str, scene: Scene) -> Elements:
    if word in _CONTAINER_ROLES:
        boxes = [e.box for e in scene.near if e.role in _CONTAINER_ROLES[word]]
        if not boxes:
            # Lists and toolbars without a name are not told of, so nothing can be ruled out.
            return hits
        return [e for e in hits if any(holds(box, e.box) for box in boxes)]
    if word in ("dialog", "question", "popup", "menu") and scene.top_layers:
        inner = [e for e in hits if any(box.contains(e.box.center) for box in scene.top_layers)]
        return inner or (hits if word in ("dialog", "question") else [])
    return hits if word in EVERYWHERE_WORDS else []


def _in_window(hits: Elements, anchor: Phrase, scene: Scene) -> Elements:
    ids = {
        window.window_id
        for reading in anchor.readings
        for window in scene.windows()
        if match(reading.label, window.title) or match(reading.label, window.app)
    }
    return [e for e in hits if e.window_id in ids]


def _in_containers(hits: Elements, anchors: Elements) -> Elements:
    boxes = [a.box for a in anchors if a.role in CONTAINERS or a.role in ("row", "list_item")]
    return [e for e in hits if any(holds(box, e.box) for box in boxes)]


def _has_parent(element: ScreenElement, anchor: Phrase) -> bool:
    labels = (r.label for r in anchor.readings if r.relation is None and r.label)
    found = (match(label, element.parent_name, is_text=False) for label in labels)
    return any(each is not None and each.is_sure for each in found)


def _in_rows(hits: Elements, anchors: Elements) -> Elements:
    return [
        e for e in hits
        if any(shares_row(e.box, a.box) and e.box != a.box and e.window_id == a.window_id for a in anchors)
    ]  # fmt: skip


def _in_counted_row(hits: Elements, anchor: Phrase) -> Elements:
    """Keep the hits of `row 3` or `the third row`, counted among the rows that have a hit."""
    words = anchor.text.casefold().removeprefix("number ").strip()
    position = ordinal(words) or (number(words) if words.isdigit() else None)
    if position is None:
        return []
    rows: list[Elements] = []
    for element in in_reading_order(hits):
        if rows and shares_row(rows[-1][0].box, element.box):
            rows[-1].append(element)
        else:
            rows.append([element])
    return rows[position - 1 if position > 0 else position] if abs(position) <= len(rows) else []


def _in_columns(hits: Elements, anchors: Elements) -> Elements:
    def below(element: ScreenElement, head: Rect) -> bool:
        return head.x <= element.box.center.x < head.right and element.box.y >= head.bottom - 2

    return [e for e in hits if any(below(e, a.box) for a in anchors)]


def _stands_before_a_control(title: ScreenElement, scene: Scene) -> bool:
    """Tell whether a text is the label of the control in its row, and so no title of what is below."""
    return title.role != "heading" and any(
        e.role in LABELLED
        and e.window_id == title.window_id
        and shares_row(title.box, e.box)
        and label_cost(title.box, e.box) is not None
        for e in scene.near
    )


def _in_cards(hits: Elements, anchors: Elements, scene: Scene, word: str) -> Elements:
    """Keep the hits of the card whose title is named, where each card has a title and then its buttons.

    What a hit belongs to is the last title before it: above it or in its row, and not right of it. Where
    the buttons may as well stand over their titles, both neighbours of the title are returned, to be asked.
    """
    kept: Elements = []
    for anchor, titles in _titles_of_cards(hits, anchors, scene):
        own = [h for h in hits if _title_of(h.box, titles) == anchor.box]
        if _may_precede_titles(hits, titles, word):
            next_to = [h for h in hits if h in own or _title_below(h.box, titles) == anchor.box]
            own = next_to if len(next_to) > 1 else hits if next_to and len(hits) > 1 else []
        kept += [h for h in own if not any(h is k for k in kept)]
    return kept


def _may_precede_titles(hits: Elements, titles: Sequence[Rect], word: str) -> bool:
    """Tell whether the buttons of cards may stand over their titles, instead of under them.

    One stands over the first title, or nearer to the title below than to the one above. A section ends
    where the next one begins, so that its last button tells nothing.
    """
    for hit in hits:
        above, below = _title_of(hit.box, titles), _title_below(hit.box, titles)
        if above is None:
            return True
        is_telling = word == "card" or (len(hits) > 1 and word != "section")
        if is_telling and below is not None and below.y - hit.box.bottom < hit.box.y - above.bottom:
            return True
    return False


def _are_cards(hits: Elements, anchors: Elements, scene: Scene) -> bool:
    """Tell whether each of the hits stands in a card with a title like the one that is named."""
    return bool(_titles_of_cards(hits, anchors, scene))


def _titles_of_cards(
    hits: Elements, anchors: Elements, scene: Scene
) -> list[tuple[ScreenElement, list[Rect]]]:
    """Return each title that is named with all that have its looks, where every hit has such a title."""
    found: list[tuple[ScreenElement, list[Rect]]] = []
    for anchor in (a for a in anchors if a.role in TITLES):
        titles = [
            e.box for e in scene.near
            if e.role == anchor.role and e.name and e.window_id == anchor.window_id
            and abs(e.box.h - anchor.box.h) <= 1
            and (abs(e.box.x - anchor.box.x) <= 2 or abs(e.box.y - anchor.box.y) <= 2 or e.role == "heading")
        ]  # fmt: skip
        if len(titles) > 1 and all(
            _title_of(h.box, titles) or _title_below(h.box, titles) for h in hits
        ):
            found.append((anchor, titles))
    return found


def _title_of(box: Rect, titles: Sequence[Rect]) -> Rect | None:
    """Return the last title before a box, in its columns; None where no title is."""
    before = [
        t for t in titles if t.x <= box.right and (t.bottom <= box.y + 2 or shares_row(t, box))
    ]
    if not before:
        return None
    lowest = max(t.y for t in before)
    return max((t for t in before if t.y > lowest - t.h), key=lambda t: t.x)


def _title_below(box: Rect, titles: Sequence[Rect]) -> Rect | None:
    """Return the next title below a box, in its columns; None where no title is."""
    after = [t for t in titles if t.x <= box.right and t.y >= box.bottom - 2]
    highest = min((t.y for t in after), default=0)
    return max((t for t in after if t.y < highest + t.h), key=lambda t: t.x, default=None)


def _in_sections(hits: Elements, anchors: Elements, scene: Scene) -> Elements:
    titles = [e for e in scene.near if e.role in TITLES]
    areas = [
        section_of(a, titles, scene.observation.frame.rect)
        for a in anchors
        if a.role in TITLES and not _stands_before_a_control(a, scene)
    ]
    return [e for e in hits if any(area.contains(e.box.center) for area in areas)]
