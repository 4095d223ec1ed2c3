"""From the words of a target to the one element on the screen that they mean, or to the reason why not.

First come the elements that a reading of the words fits, by their names or their labels; then the words
for a place keep those that stand so: in a row, in a dialog, next to, above. What the rules outrank is
dropped. What is left is equally likely, and nothing here guesses among it: what is not certain comes back
as `Several` or `Unsure`, to be asked.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from automation.commands import language
from automation.commands.find.by_place import (
    HEADS,
    PAGE,
    TURNED,
    box_in_head,
    by_icon,
    by_number,
    crossing,
    entry_of_list,
    named_for,
    says_icon,
)
from automation.commands.find.coverage import explained, in_page, said_in, surest
from automation.commands.find.labels import SURE, Hit, by_labels, suits
from automation.commands.find.screen_view import (
    Elements,
    Scene,
    are_cards,
    cost,
    holds,
    in_cards,
    in_columns,
    in_containers,
    in_one_window,
    in_own_rows,
    in_rows,
    in_sections,
    is_icon,
    is_same_box,
    least,
    narrowed,
    without_list_buttons,
)
from automation.commands.forms import Phrase, Reading, Relation, RelationKind
from automation.commands.matching import (
    ACTS,
    Disabled,
    Found,
    Match,
    Missing,
    Resolution,
    Several,
    Tier,
    Unsure,
    Want,
    is_exact,
    match,
    nearest,
)
from automation.commands.targets import (
    ACTIONABLE,
    ADDRESS_BAR,
    COMBOS,
    CONTAINERS,
    EVERYWHERE_WORDS,
    LABELLED,
    OPTIONS,
    fits,
    kind_said,
    may_be,
    shown,
)
from automation.commands.words import as_said, number, ordinal
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, is_above_pages
from automation.core.text import worded
from automation.screen.field_labels import may_name
from automation.screen.roles import (
    BESIDE_LABELS,
    BOXES,
    BUTTONS,
    CELLS,
    LABELS,
    LINES,
    MENU_ENTRIES,
    NUMBERS,
    ROWS,
    TABLES,
    TYPED_FIELDS,
    is_part_of_field,
)
from automation.screen.rows import in_reading_order, rows_of, shares_row

BESIDE_PX: Final = 12
_NEAR_PX: Final = 40
_COUNTER: Final = re.compile(r"\w+\s+\d+\s+(?:of|von|/)\s+\d+", re.IGNORECASE)
"""`Page 1 of 6` tells which one is shown, and is none of them."""
_WINDOW_WORDS: Final = frozenset({"window", "app", "application"})
_CONTAINER_ROLES: Final[dict[str, frozenset[str]]] = {
    "toolbar": frozenset({"toolbar"}),
    "tool bar": frozenset({"toolbar"}),
    "list": TABLES,
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


def related(
    hits: Elements, relation: Relation, scene: Scene, in_part: Sequence[ScreenElement] = ()
) -> Elements:
    """Return the hits that stand in the relation; empty when none does or nothing is so named.

    Args:
        in_part: those of them of whose names the words are only a part.
    """
    if relation.kind == "in":
        return _inside(hits, relation, scene)
    anchors = anchors_of(relation.anchor, scene.there) or anchors_of(relation.anchor, scene.lines)
    if relation.kind == "near":
        anchors = without_list_buttons(anchors, hits, scene)
        hits = in_containers(hits, anchors) or hits  # "the lamp by Nori", of the card of that name
    return _related_to(anchors, _of_one_page(hits, anchors, scene), relation.kind, in_part)


def _of_one_page(hits: Elements, anchors: Elements, scene: Scene) -> Elements:
    """Leave out what is the browser's own where the words name a place in its page: the cross of a tag is there."""
    pages = [e.box for e in scene.near if e.role == "document"]
    inside = [p for p in pages if anchors and all(p.contains(a.box.center) for a in anchors)]
    if not inside:
        return hits
    return [h for h in hits if any(page.contains(h.box.center) for page in inside)]


def _related_to(
    anchors: Elements, hits: Elements, kind: RelationKind, in_part: Sequence[ScreenElement] = ()
) -> Elements:
    """Return the hits that stand so to one of the anchors, the nearest ones."""
    # "The book by Ada" is no "Book bus" somewhere else, and "the parcel for Cork" no head of a column.
    is_one = len({e.box for e in hits}) == 1
    loose = [e for e in hits if is_one or e.role in HEADS or any(e is part for part in in_part)]
    far = [e for e in loose if not _is_beside(e.box, anchors)]
    itself = [e for e in hits if any(e.handle == a.handle and e.box == a.box for a in anchors)]
    if kind == "near" and itself:  # "the box next to Terms" is often called so
        return itself
    if kind == "left_of" and (boxes := [e for e in itself if e.role in BOXES]):
        return boxes  # a box stands before its own words
    # "The box under Remarks" as well, where Remarks is the title that names it.
    titled = [e for e in itself if e.role in LABELLED and len(anchors) > len(itself)]
    if kind in ("below", "right_of") and titled:
        return titled

    if kind in ("near", "left_of", "right_of"):
        hits = [e for e in hits if any(shares_row(e.box, a.box) for a in anchors)] or hits

    def price(element: ScreenElement) -> float | None:
        if kind == "near" and any(element is e for e in far):
            return None
        others = (a for a in anchors if a.handle != element.handle or a.box != element.box)
        prices = [cost(kind, element.box, a.box) for a in others if not holds(element.box, a.box)]
        return min((p for p in prices if p is not None), default=None)

    nearest = least(hits, price)
    if kind != "near":
        return nearest
    # The only Save of a window is not "Save for Ida" because Ida stands somewhere, too.
    return [e for e in nearest if _is_beside(e.box, anchors, _NEAR_PX)]


def _is_beside(box: Rect, anchors: Elements, most_px: int = BESIDE_PX) -> bool:
    """Tell whether one of the anchors lies in the same row or next to the box."""
    near = box.grown(most_px)
    return any(
        shares_row(box, a.box) or (a.role not in CELLS and near.intersection(a.box).area)
        for a in anchors
    )


def _inside(hits: Elements, relation: Relation, scene: Scene) -> Elements:
    word = relation.anchor_kind
    if not relation.anchor.readings:
        return _in_nameless(hits, word, scene)
    if word in _WINDOW_WORDS:
        return _in_window(hits, relation.anchor, scene)
    pool = scene.near
    anchors = anchors_of(relation.anchor, pool) or anchors_of(relation.anchor, scene.lines)
    anchors = without_list_buttons(anchors, hits, scene)
    hits = _of_one_page(hits, anchors, scene)
    # A field or a button heads no column of what happens to stand below it, unless it is called one.
    columns = [a for a in anchors if word == "column" or a.role in _COLUMN_HEADS]
    ways: dict[str, Callable[[], Elements]] = {
        "container": lambda: in_containers(hits, anchors),
        "parent": lambda: [e for e in hits if _has_parent(e, relation.anchor)],
        # What stands beside a group is not in it.
        "row": lambda: (
            in_own_rows(hits, [a for a in anchors if a.role != "group"], scene)
            + _in_counted_row(hits, relation.anchor)
        ),
        "column": lambda: in_columns(hits, columns),
        "section": lambda: in_sections(hits, anchors, scene),
        "card": lambda: in_cards(hits, anchors, scene, word),
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
        if found or (name == "card" and are_cards(hits, anchors, scene)):
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


def _has_parent(element: ScreenElement, anchor: Phrase) -> bool:
    labels = (r.label for r in anchor.readings if r.relation is None and r.label)
    found = (match(label, element.parent_name, is_text=False) for label in labels)
    return any(each is not None and each.is_sure for each in found)


def _in_counted_row(hits: Elements, anchor: Phrase) -> Elements:
    """Keep the hits of `row 3` or `the third row`, counted among the rows that have a hit."""
    words = anchor.text.casefold().removeprefix("number ").strip()
    position = ordinal(words) or (number(words) if words.isdigit() else None)
    if position is None:
        return []
    rows = rows_of(hits)
    return rows[position - 1 if position > 0 else position] if abs(position) <= len(rows) else []


_COLUMN_HEADS: Final = LABELS | {"column_header", "heading"}
MAX_CANDIDATES: Final = 20
_BOX_WORDS: Final = frozenset({"box", "checkbox", "check box", "tick box", "tickbox"})


def chosen(reading: Reading, hits: Sequence[Hit], scene: Scene, want: Want) -> Resolution:
    """Narrow the hits of one reading down to one, step by step."""
    kept = [h for h in hits if not reading.role or _may_be(h.element, reading.role)]
    if reading.role in _BOX_WORDS:  # a button that stays down is one only where nothing else is
        kept = [h for h in kept if h.element.role != "toggle"] or kept
    able = [h for h in kept if suits(h.element, want) or (reading.role and want is Want.CLICK)]
    able = able if reading.role else _without_bar(able, scene)
    if not able:
        return Missing(reading.label, without=want.value if kept else "")
    if reading.relation is not None:
        in_part = [h.element for h in able if h.match.tier is not Tier.EXACT]
        inside = related([h.element for h in able], reading.relation, scene, in_part)
        able = [h for h in able if any(e is h.element for e in inside)]
        if not able:
            return Missing(reading.label)
    rivals = _ranked(able, reading, scene, want)
    if reading.ordinal is not None:
        return _counted(rivals, reading)
    if len(rivals) == 1:
        return _single(rivals[0], able, reading, want)
    elements = tuple(in_reading_order(h.element for h in rivals))[:MAX_CANDIDATES]
    if all(not h.match.is_sure for h in rivals):
        return Unsure(elements, reading.label)
    return Several(elements, reading.label, reading.role)


def _without_bar(hits: list[Hit], scene: Scene) -> list[Hit]:
    """Leave out a browser's own fields of whose names the words are but a part: `the address` is one of its page."""
    pages = [e.box for e in scene.near if e.role == "document"]
    return [
        h for h in hits
        if h.match.tier is Tier.EXACT or h.element.role not in TYPED_FIELDS
        or not pages or any(page.contains(h.element.box.center) for page in pages)
    ]  # fmt: skip


def _may_be(element: ScreenElement, word: str) -> bool:
    return may_be(element.role, word, is_read=element.source == "ocr")


def _single(hit: Hit, able: Sequence[Hit], reading: Reading, want: Want) -> Resolution:
    if not hit.match.is_sure and not (want in _SET and _is_meant_field(hit)):
        return Unsure((hit.element,), reading.label)
    if is_disabled(hit.element):
        return Disabled(hit.element)
    others = tuple(h.element for h in able if h.element is not hit.element)[:5]
    is_exact = hit.match.tier is Tier.EXACT
    return Found(hit.element, _evidence(hit), others, is_exact, _slip(hit, reading))


def _slip(hit: Hit, reading: Reading) -> str:
    """Return the name that was said, where the thing is called only nearly so."""
    return reading.label if hit.match.tier is Tier.FUZZY and not hit.by_label else ""


_SET: Final = frozenset({Want.EDIT, Want.NUMBER, Want.SLIDER, Want.HOLDER})


def _is_meant_field(hit: Hit) -> bool:
    """Tell whether the one field that the words may name is meant: the start of its name is enough.

    So is its end where it has the keyboard: `type Orders as the name` in the field "Page Name"; and where the rest says
    only that a name or a number is asked for: `type Anna as the guest` in "Name of the guest".
    """
    span, name = hit.match.span, as_said(hit.element.name)
    ends_name = span is not None and span[1] == len(name)
    before = said_in(name[: span[0]]).terms if span is not None else ()
    nouns = language.words("title_words") | language.words("number_nouns")
    is_of_noun = bool(before) and all(nouns.issuperset(term.words) for term in before)
    is_meant = "focused" in hit.element.states or is_of_noun
    return hit.match.tier is Tier.PREFIX or (is_meant and ends_name)


def _counted(rivals: Sequence[Hit], reading: Reading) -> Resolution:
    ordered = in_reading_order(_of_one_kind([h.element for h in rivals]))
    if reading.role in ("row", "line") and not reading.label:
        ordered = [row[0] for row in rows_of(ordered)]
    position = reading.ordinal or 1
    if position > len(ordered) or len(ordered) < 1:
        return Missing(reading.label or reading.role, too_few=len(ordered))
    element = ordered[position - 1 if position > 0 else position]
    if is_disabled(element):
        return Disabled(element)
    place = ordered.index(element) + 1
    hit = next(h for h in rivals if h.element is element)
    if len(ordered) == 1 and _COUNTER.fullmatch(element.name.strip()):
        return Missing(reading.label)
    is_text = element.role in LABELS  # "Page 1 of 6" stands there alone, and is not the last page
    parts = (Tier.PREFIX, Tier.SPAN) if is_text else (Tier.SPAN, Tier.FUZZY)
    is_part = hit.match.tier in parts and not hit.by_label
    is_counted = any(c.isdigit() for c in element.name) and not is_text
    if reading.role == "file" and element.role == "tree_item":
        return Unsure((element,), reading.label or reading.role)  # folders are more often shown so
    # `The first picture` is not the menu Picture, `the last message` no button New message or
    # Delete message, and `the last page` not Next page.
    kind = kind_said(reading.label)
    is_other = len(ordered) == 1 and (
        not _may_be(element, kind) if kind else bool(reading.label) and not reading.role
    )
    is_act = element.role in BUTTONS | MENU_ENTRIES and not reading.role
    is_loose = reading.label and is_part and not is_counted and (len(ordered) == 1 or is_act)
    if is_other or is_loose:
        return Unsure((element,), reading.label)
    told = worded("{0}, {1} of {2} in reading order", _evidence(hit), place, len(ordered))
    return Found(element, told, said=_slip(hit, reading))


def _of_one_kind(elements: list[ScreenElement]) -> list[ScreenElement]:
    """Leave out single ones of another role: nobody counts the menu Edit among Edit buttons."""
    kinds = Counter(e.role for e in elements)
    (role, most), *others = kinds.most_common()
    if most > 1 and all(count == 1 for _, count in others):
        return [e for e in elements if e.role == role]
    return elements


def _ranked(hits: Sequence[Hit], reading: Reading, scene: Scene, want: Want) -> list[Hit]:
    """Drop what the rules outrank; what is left is equally likely."""
    kept = _front_layer(list(hits), scene)
    if reading.role == ADDRESS_BAR:
        kept = _above_pages(kept, scene)
    elif reading.role.startswith("search ") and not reading.label:
        # The browser's own bar searches too; "the search box" is that of the page.
        own = _above_pages(kept, scene)
        kept = [h for h in kept if h not in own] or kept
        kept = [h for h in kept if "search" in h.element.name.casefold()] or kept
    else:
        kept = _in_page_first(kept, scene)
    kept = [h for h in kept if not is_disabled(h.element)] or kept
    if want is Want.EDIT:
        kept = [h for h in kept if not h.by_label] or kept
    kept = _most_fitting(kept, want)
    if want is Want.MENU and not scene.near and not scene.top_layers:
        kept = _in_first_row(kept, scene)
    kept = _without_doubles(kept)
    if any(h.match.is_sure for h in kept):
        kept = [h for h in kept if h.match.is_sure]
    same_case = [h for h in kept if h.element.name.strip() == reading.label]
    return same_case if len(same_case) == 1 and kept[0].match.tier is Tier.EXACT else kept


def _front_layer(hits: list[Hit], scene: Scene) -> list[Hit]:
    for box in scene.top_layers:
        inside = [h for h in hits if box.contains(h.element.box.center)]
        if inside:
            return inside
    return hits


def _in_page_first(hits: list[Hit], scene: Scene) -> list[Hit]:
    """Prefer what a page holds to what its browser has of the same name."""
    pages = [e for e in scene.near if e.role == "document"]
    inside = [
        h for h in hits
        if any(in_one_window(h.element, p) and p.box.contains(h.element.box.center) for p in pages)
    ]  # fmt: skip
    return inside or hits


def _above_pages(hits: list[Hit], scene: Scene) -> list[Hit]:
    """Keep the one field that is the browser's own."""

    def is_above(field: ScreenElement) -> bool:
        return is_above_pages(field, (e for e in scene.near if e.window_id == field.window_id))

    above = [h for h in hits if is_above(h.element)]
    return above if len(above) == 1 else hits


def _most_fitting(hits: list[Hit], want: Want) -> list[Hit]:
    """Prefer what is made for the verb, then what can be acted on, to bare text."""
    made_for = {Want.OPTION: OPTIONS, Want.HOLDER: COMBOS, Want.MENU: MENU_ENTRIES}.get(want)
    if made_for is not None and (fitting := [h for h in hits if h.element.role in made_for]):
        return fitting
    if want is Want.CHECK and (boxes := [h for h in hits if "checkable" in h.element.states]):
        return boxes  # a button that stays down is pressed, and not ticked
    acting = [h for h in hits if h.element.role in ACTIONABLE]
    # A text that is the label of a drawn control is no other thing.
    drawn = (h.element for h in acting if h.element.source == "ocr")
    named = [e.name for e in drawn if e.role in BESIDE_LABELS]
    texts = (h for h in hits if h not in acting and h.element.source == "ocr")
    return [*acting, *(h for h in texts if not any(h.element.name in n for n in named))] or hits


def _in_first_row(hits: list[Hit], scene: Scene) -> list[Hit]:
    """Prefer what stands in the first line of a window without a tree: its menu bar."""
    tops = [line.box for line in scene.lines if line.window_id == hits[0].element.window_id]
    first = min(tops, key=lambda box: box.center.y, default=None)
    inside = [h for h in hits if first is not None and shares_row(h.element.box, first)]
    return inside or hits


def _without_doubles(hits: list[Hit]) -> list[Hit]:
    """Of nested or equal boxes of one window keep the smallest; of a date its field and no part of it."""
    kept: list[Hit] = []
    wholes = {h.element.name for h in hits if h.element.role == "field"}
    hits = [h for h in hits if not is_part_of_field(h.element, wholes)]
    for hit in sorted(hits, key=lambda h: h.element.box.area):
        if not any(_is_double(hit.element, k.element) for k in kept):
            kept.append(hit)
    return kept


def _is_double(element: ScreenElement, smaller: ScreenElement) -> bool:
    """Tell whether a thing lies where a smaller one does; in a window below it, it is another one."""
    box, inner = element.box, smaller.box
    return in_one_window(element, smaller) and (is_same_box(box, inner) or holds(box, inner))


def is_disabled(element: ScreenElement) -> bool:
    """Tell whether the tree says of a control that it is greyed out."""
    is_control = element.role in ACTIONABLE and element.role not in ("cell", "row", "list_item")
    return element.source == "tree" and is_control and "enabled" not in element.states


def _evidence(hit: Hit) -> str:
    role = shown(hit.element.role)
    if hit.element.source == "ocr":
        is_drawn = hit.by_label
        return (
            worded("{0} seen beside its label", role)
            if is_drawn
            else worded("text read from the picture")
        )
    if hit.by_label:
        return worded("{0}, found by the text beside it", role)
    match hit.match.tier:
        case Tier.EXACT:
            return worded("{0}, found by its name", role) if hit.element.name else role
        case Tier.PREFIX:
            return worded("{0}, found by the start of its name", role)
        case Tier.SPAN:
            return worded("{0}, found by words in its name", role)
        case Tier.FUZZY:
            return worded("{0}, found by a similar name ({1:.0f} %)", role, hit.match.score)


CELL_ADDRESS: Final = re.compile("[A-Za-z]{1,2}[1-9][0-9]{0,6}")
"""What a cell of a sheet is called."""


def by_short_name(target: Phrase, scene: Scene, want: Want) -> Resolution | None:
    """Return what the short name of a look means; None where the words are none, or name something else.

    What is really called `e14` is meant by a person who says so; where both are there, that is asked.
    """
    ref = target.ref
    if not ref or (scene.refs is None and not target.is_ref_alone):
        return None
    is_known = scene.refs is not None and ref in scene.refs.book.given
    if not (is_known or target.is_ref_alone):
        return None
    element = scene.by_ref(ref, is_read=want is Want.ANY)
    if not target.is_ref_alone:
        called = [
            e for e in scene.there
            if as_said(e.name) == ref and suits(e, want) and e.handle != (element or e).handle
        ]  # fmt: skip
        if called or (element is None and any(as_said(e.name) == ref for e in scene.there)):
            return Several((*called, element), "") if element is not None and called else None
    if element is None:
        was = scene.refs.book.given.get(ref) if scene.refs is not None else None
        near = scene.near_ref(ref)
        return Missing(target.text, tuple(one.ref for one in near), was=was, near=near)
    if not suits(element, want):
        return Missing(target.text, without=want.value)
    if is_disabled(element):
        return Disabled(element)
    return Found(element, worded("{0}, by its short name {1}", shown(element.role), ref))


def resolve(target: Phrase, scene: Scene, want: Want = Want.CLICK) -> Resolution:
    """Find the one element that the words name, in the active window first."""
    if (named := by_short_name(target, scene, want)) is not None:
        return named
    if want is Want.BUTTON:
        return covered(target, scene.there, scene, want)
    if want is Want.CHECK and (head := box_in_head(target, scene)) is not None:
        return head
    pool = (*scene.near, *_unlisted(target, scene)) if want is Want.CLICK else scene.near
    found = _entry_by_place(target, pool, scene, want) or _exactly_or_loosely(
        target, pool, scene, want
    )
    if not isinstance(found, Missing):
        return found
    if any(CELL_ADDRESS.fullmatch(r.label) for r in target.readings):
        cell = _in_pool(target, scene.drawn_cells, scene, want)
        if isinstance(cell, Found) and cell.is_exact:
            return cell
    if want not in (Want.CHECK, Want.HOLDER) or not scene.near:
        read = _exactly_or_loosely(target, _unknown_lines(scene), scene, want)
        if not isinstance(read, Missing):
            return read
        found = read if read.without and not found.without else found
    return _elsewhere(target, scene, want) or _missing(found, target, scene)


def _exactly_or_loosely(
    target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want
) -> Resolution:
    """Find what is called so; where nothing surely is, the one thing that all the words fit."""
    found = _in_pool(target, pool, scene, want)
    if isinstance(found, Found | Disabled) or not pool:
        return found
    if says_icon(target, want):  # the name of a cell may be that of the buttons in it
        pool = [e for e in pool if e.role not in CELLS | ROWS]
    loosely = covered(target, pool, scene, want)
    if isinstance(found, Missing) and isinstance(loosely, Missing):
        loosely = _by_icon(target, pool, scene, want)
    return loosely if _narrows(loosely, found) else found


def _by_icon(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> Resolution:
    buttons = by_icon(target, pool, scene, want)
    if len(buttons) != 1:
        return Several(tuple(buttons), target.label) if buttons else Missing(target.label)
    if is_disabled(buttons[0]):
        return Disabled(buttons[0])
    told = worded("{0}, by the picture that stands for its name", shown(buttons[0].role))
    return Found(buttons[0], told, is_exact=False)


def _entry_by_place(
    target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want
) -> Found | None:
    """Return what `the last colour` is: no heading called "Colour"; and `the last star` not "1 star"."""
    is_turned = PAGE.fullmatch(target.text) or TURNED.fullmatch(target.text)
    is_counted = is_turned or any(r.ordinal for r in target.readings)
    if not is_counted or want not in (Want.CLICK, Want.OPTION):
        return None
    found = _in_pool(target, pool, scene, want)
    is_open = isinstance(found, Missing) or (
        isinstance(found, Unsure)
        and (all(e.role in HEADS for e in found.elements) or by_number(target, scene) is not None)
    )
    if isinstance(found, Found):
        is_named = any(is_exact(r.label, found.element.name) for r in target.readings)
        is_other = not is_named and by_number(target, scene) is not None
        is_open = is_other or found.element.role in HEADS
    entry = entry_of_list(target, scene) if is_open else None
    if entry is None:
        return None
    return Found(entry, worded("{0}, found by its place in the list", shown(entry.role)))


def _elsewhere(target: Phrase, scene: Scene, want: Want) -> Found | Unsure | None:
    """Find it in other windows: the one in front is not meant by what another one covers."""
    far = _in_pool(target, (*scene.far, *scene.behind), scene, want)
    if isinstance(far, Found) and far.is_exact:
        if names_place(target):
            return far
        return Unsure((far.element,), target.label, is_elsewhere=True)
    return Unsure(far.elements, far.label, is_elsewhere=True) if isinstance(far, Several) else None


def _narrows(loosely: Resolution, found: Resolution) -> bool:
    """Tell whether all words together leave one thing where a reading of them left none or several."""
    if isinstance(found, Several):
        return isinstance(loosely, Found) and any(
            _is_same(loosely.element, e) for e in found.elements
        )
    return isinstance(loosely, Found | Disabled) or (
        isinstance(loosely, Several) and isinstance(found, Missing)
    )


def _is_same(first: ScreenElement, second: ScreenElement) -> bool:
    return first.box == second.box and first.role == second.role


def covered(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> Resolution:
    """Find the one thing that explains all words, in whatever order and by whatever names it."""
    missing = Missing(target.label)
    if target.ref:
        return by_short_name(target, scene, want) or missing
    if target.point is not None or any(
        r.is_literal or r.role == ADDRESS_BAR for r in target.readings
    ):
        return missing
    found = explained(target.text, pool, scene, want)
    hits = surest(found) or _beside(target, pool, scene, want)
    if not hits or (found[:1] and found[0].loose):  # a column is said, which is not that of the hit
        hits = crossing(target, pool, scene, want) or hits
    hits = [h for h in hits if not is_disabled(h.element)] or hits
    hits = _without_doubles(_most_fitting(hits, want))
    same_case = [h for h in hits if h.element.name.strip() in target.text]
    hits = same_case if len(same_case) == 1 else hits
    if not hits:
        return missing
    if len(hits) > 1:
        elements = tuple(in_reading_order(h.element for h in hits))
        return Several(elements[:MAX_CANDIDATES], target.label)
    if is_disabled(hits[0].element):
        return Disabled(hits[0].element)
    role = shown(hits[0].element.role)
    return Found(
        hits[0].element, worded("{0}, the only one that all the words fit", role), is_exact=False
    )


def _beside(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> list[Hit]:
    """Find what all words before a direction fit, and stands so: `the shelf under the middle shelf`."""
    for reading in target.readings:
        relation = reading.relation
        if relation is None or relation.kind == "in" or reading.ordinal is not None:
            continue
        found = explained(f"{reading.label} {reading.role}", pool, scene, want)
        elements = [e.hit.element for e in found]
        anchors = anchors_of(relation.anchor, scene.there) or [
            h.element for h in surest(explained(relation.anchor.text, scene.there, scene, Want.ANY))
        ]
        if elements and len(anchors) == 1:
            in_part = [e.hit.element for e in found if e.left]
            if relation.kind == "near":
                anchors = without_list_buttons(anchors, elements, scene)
            beside = _related_to(anchors, elements, relation.kind, in_part)
            return [e.hit for e in found if any(e.hit.element is b for b in beside)]
        is_picture = as_said(reading.label).split()[-1:] and _is_picture(reading)
        if is_picture and not found and want in (Want.CLICK, Want.OPTION) and anchors:
            icons = [e for e in in_page(pool, scene) if e.role in BUTTONS and is_icon(e)]
            near = [e for e in icons if any(_adjoins(e.box, a.box, relation.kind) for a in anchors)]
            return [Hit(e, SURE) for e in near] if len(near) == 1 else []
    return []


def _is_picture(reading: Reading) -> bool:
    """Tell whether words only say that something is a picture, or which: `the little calendar`."""
    said = as_said(f"{reading.label} {reading.role}").split()
    return bool(said) and said[-1] in language.words("picture_words")


def _adjoins(box: Rect, anchor: Rect, kind: RelationKind) -> bool:
    """Tell whether a picture stands in the row of a thing and next to it, on the side that was said."""
    gap = box.x - anchor.right, anchor.x - box.right
    is_side = {"right_of": gap[0] >= -BESIDE_PX, "left_of": gap[1] >= -BESIDE_PX}.get(kind, True)
    return kind in ("near", "right_of", "left_of") and shares_row(box, anchor) and is_side and (
        max(gap) <= 2 * BESIDE_PX or holds(anchor, box)
    )  # fmt: skip


def exact_only(target: Phrase, scene: Scene, want: Want = Want.CLICK) -> Resolution:
    """Find an element of the active window whose name is all of the words; no OCR."""
    whole = tuple(r for r in target.readings if as_said(r.label) == as_said(target.text))
    words = Phrase(target.text, tuple(r for r in whole if not r.role and r.relation is None)[:1])
    return _by_tier(words, _index(scene.near), scene.near, scene, want, (Tier.EXACT,))


def by_exact_name(target: Phrase, pool: Sequence[ScreenElement], scene: Scene) -> Resolution:
    """Find an element whose name is all of the words in one of their readings, or their only kind."""
    return _by_tier(target, _index(pool), pool, scene, Want.ANY, (Tier.EXACT,))


def in_window(target: Phrase, scene: Scene, want: Want) -> Resolution:
    """Find an element in the active window only, by its picture where it shows no tree."""
    if (named := by_short_name(target, scene, want)) is not None:
        return named
    return _in_pool(target, scene.there, scene, want)


def _in_pool(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> Resolution:
    return _by_tier(target, _index(pool), pool, scene, want, tuple(Tier))


def _index(pool: Sequence[ScreenElement]) -> dict[str, list[ScreenElement]]:
    index: dict[str, list[ScreenElement]] = {}
    for element in pool:
        index.setdefault(as_said(element.name), []).append(element)
    return index


def _by_tier(
    target: Phrase,
    index: dict[str, list[ScreenElement]],
    pool: Sequence[ScreenElement],
    scene: Scene,
    want: Want,
    tiers: Iterable[Tier],
) -> Resolution:
    """Try every reading at each tier, so that an exact name beats a likely grammar."""
    missing = Missing(target.label)
    unsure: Unsure | None = None
    for tier in tiers:
        for reading in target.readings:
            if _counts_a_kind(reading, target, pool) or _counts_text(reading, scene):
                continue
            hits = _hits(reading, tier, index, pool, scene, want)
            if not hits:
                continue
            outcome = chosen(reading, _searched(reading, hits), scene, want)
            if isinstance(outcome, Missing):
                is_whole = reading.relation is None and reading.ordinal is None
                missing = replace(outcome, label=target.label) if is_whole else outcome
            elif isinstance(outcome, Unsure):
                unsure = unsure or outcome
            else:
                return outcome
        if unsure is not None:
            return unsure
    return missing


def _searched(reading: Reading, hits: Sequence[Hit]) -> Sequence[Hit]:
    """Return of fields those that are called by a search, where a search field is meant."""
    known = language.words("searching_labels") if reading.role.startswith("search") else frozenset()
    return [h for h in hits if not known.isdisjoint(as_said(h.element.name).split())] or hits


def _counts_a_kind(reading: Reading, target: Phrase, pool: Sequence[ScreenElement]) -> bool:
    """Tell whether `the last button` means the last of its kind and not a thing named "Button"."""
    if reading.ordinal is None or not kind_said(reading.label):
        return False
    kinds = [r for r in target.readings if r.ordinal == reading.ordinal and r.role and not r.label]
    return any(sum(fits(e.role, kind.role) for e in pool) > 1 for kind in kinds)


def is_sentence(element: ScreenElement, found: Match) -> bool:
    """Tell whether only a part of a sentence fits: that is said of something, and is no name to press."""
    is_part = element.role in LABELS and found.tier in (Tier.PREFIX, Tier.SPAN)
    return is_part and element.source == "tree" and not may_name(element.name)


def _counts_text(reading: Reading, scene: Scene) -> bool:
    """Tell whether `the first line` is one of the text that is written in this window."""
    is_counted = reading.role in ("line", "word") and not (reading.label or reading.relation)
    return is_counted and any(
        {"multi_line", "editable"} <= e.states and e.role in TYPED_FIELDS for e in scene.near
    )


def _hits(
    reading: Reading,
    tier: Tier,
    index: dict[str, list[ScreenElement]],
    pool: Sequence[ScreenElement],
    scene: Scene,
    want: Want,
) -> list[Hit]:
    if not reading.label:
        exact = Match(Tier.EXACT, 100.0, is_sure=True)
        return (
            [Hit(e, exact) for e in pool if fits(e.role, reading.role)]
            if tier is Tier.EXACT
            else []
        )
    if tier is Tier.EXACT:
        same = index.get(as_said(reading.label), ()) if as_said(reading.label) else ()
        hits = [Hit(e, Match(Tier.EXACT, 100.0, is_sure=True)) for e in same]
    else:
        hits = []
        for element in pool:
            found = match(reading.label, element.name, is_text=element.source == "ocr")
            if found is not None and found.tier is tier:
                if is_sentence(element, found):
                    found = replace(found, is_sure=False)
                hits.append(Hit(narrowed(element, found), found))
    if want in (Want.EDIT, Want.NUMBER) and as_said(reading.label) in language.words(
        "number_nouns"
    ):
        # "The quantity of the fern" may be written nowhere: it is the one number that stands there.
        numbers = (e for e in (*pool, *scene.composed) if e.role in NUMBERS and suits(e, want))
        hits += [Hit(e, Match(Tier.SPAN, 50.0, is_sure=True), by_label=True) for e in numbers]
    heads = [h.element for h in hits if h.element.role == "column_header"]
    if want in (Want.EDIT, Want.CHECK, Want.HOLDER, Want.SLIDER, Want.NUMBER):
        hits += by_labels(hits, scene, want)
    if heads and reading.relation is not None:
        hits += _crossings(reading.relation, heads, pool, want)
    return hits


def _crossings(
    relation: Relation, heads: Elements, pool: Sequence[ScreenElement], want: Want
) -> list[Hit]:
    """Return what stands in a column that is named, in the row of something else: `the Price of Honey`."""
    exact = Match(Tier.EXACT, 100.0, is_sure=True)
    rows = [a for a in anchors_of(relation.anchor, pool) if a.role in CELLS | ROWS | LABELS | LINES]
    able = [e for e in in_columns(list(pool), heads) if e.role not in CONTAINERS]
    inside = [e for e in in_rows(able, rows) if suits(e, want)]
    return [Hit(e, exact, by_label=True) for e in inside]


def _unknown_lines(scene: Scene) -> list[ScreenElement]:
    """Return what the picture shows and the tree does not tell: lines, and without a tree controls."""
    if not scene.near:
        return list(scene.drawn)
    named = [e for e in scene.near if e.name and e.role not in CONTAINERS]
    return [
        line for line in scene.lines
        if not any(
            e.box.grown(4).contains(line.box.center) and is_exact(line.name, e.name) for e in named
        )
    ]  # fmt: skip


def _unlisted(target: Phrase, scene: Scene) -> list[ScreenElement]:
    """Return lines of read text that the words name, where the tree keeps silent about a column.

    Qt leaves the buttons inside of table cells out of its tree, so that a menu of the same name
    would look like the only thing that is meant.
    """
    if not _has_silent_column(scene):
        return []
    labels = {as_said(r.label) for r in target.readings if r.label}
    return [e for e in _unknown_lines(scene) if as_said(e.name) in labels]


def _has_silent_column(scene: Scene) -> bool:
    """Tell whether a column of a table has a header and nothing below it."""
    heads = [e for e in scene.near if e.role == "column_header"]
    others = [e.box.center for e in scene.near if e.role not in CONTAINERS | {"column_header"}]
    return any(
        not any(h.box.x <= p.x < h.box.right and p.y >= h.box.bottom for p in others) for h in heads
    )


def closed_place(target: Phrase, scene: Scene) -> ScreenElement | None:
    """Return the one tab or fold, closed as it is, that the words name as the place of the thing."""
    for reading in target.readings:
        place = reading.relation
        if place is None or place.kind not in ("in", "below") or not reading.label:
            continue
        if _is_picture(reading):  # `the cross on Rooms` is that of the tab
            return None
        if _is_in_name(place.anchor.text, target.text, scene):  # "Disco on ice" is no page Ice
            return None
        named = anchors_of(place.anchor, scene.near) if place.anchor_kind in _OPENED else []
        things = [e for e in named if e.role not in LABELS]
        is_said_page = re.search(
            rf"\b(?:{language.alternatives('page_ins')})\s+(?:\S+\s+)?{re.escape(place.anchor.text)}",
            target.text, re.IGNORECASE,
        )  # fmt: skip
        if len(things) == 1 and (
            _is_closed(things[0])
            or (
                is_said_page and is_page_entry(things[0], scene) and not things[0].states & IN_FRONT
            )
        ):
            return things[0]
    return None


def _is_in_name(place: str, said: str, scene: Scene) -> bool:
    """Tell whether words for a place are the end of a longer name that is said and shows."""
    words = as_said(said)
    names = (as_said(e.name) for e in scene.near if e.role not in LABELS)
    return any(n.endswith(f" {as_said(place)}") and f" {n} " in f" {words} " for n in names)


def _is_closed(element: ScreenElement) -> bool:
    if element.role == "tab":
        return "selected" not in element.states
    is_fold = element.role in BUTTONS and "expandable" in element.states
    if element.role in BUTTONS and as_said(element.name) in named_for("dots"):
        return "expanded" not in element.states  # “More” tells of no menu in every program
    return is_fold and "expanded" not in element.states


def is_page_entry(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether a thing may bring another page to the front, as one of several entries of a column or a row does.

    Buttons in a row act, as Save and Cancel do, and so does a column of which one is called by an act.
    """
    if element.role in ("tab", "list_item", "tree_item"):
        return True
    if element.role not in _NAVIGATED:
        return False
    box = element.box
    alike = [
        e for e in scene.near if e.role == element.role and e.name and in_one_window(e, element)
    ]
    column = [
        e for e in alike
        if abs(e.box.x - box.x) <= _ALIGNED_PX and abs(e.box.y - box.y) < _MOST_ENTRIES * box.h
    ]  # fmt: skip
    row = [e for e in alike if shares_row(e.box, box)] if element.role not in BUTTONS else []
    acts = ACTS | language.words("button_verbs") | language.words("leaving_names")
    return any(
        len(entries) >= _LEAST_ENTRIES
        and all(acts.isdisjoint(as_said(e.name).split()) for e in entries)
        for entries in (column, row)
    )


IN_FRONT: Final = frozenset({"selected", "checked", "pressed"})
"""What an entry is whose page is in front."""
_NAVIGATED: Final = BUTTONS | {"link", "menu_item"}
_ALIGNED_PX: Final = 4
_LEAST_ENTRIES: Final = 3
_MOST_ENTRIES: Final = 12
_OPENED: Final = frozenset({"", "tab", "page", "section", "group", "part", "area", "panel", "pane"})


def names_place(target: Phrase) -> bool:
    """Tell whether the words say in what the thing is: `Save in Mousepad`."""
    return any(r.relation is not None and r.relation.kind == "in" for r in target.readings)


def _missing(found: Resolution, target: Phrase, scene: Scene) -> Missing:
    base = found if isinstance(found, Missing) else Missing(target.label)
    label = base.label or target.label
    names = [e.name for e in scene.near if e.role in ACTIONABLE] or [e.name for e in scene.drawn]
    others = [name for name in names if not is_exact(label, name)]
    same = next((e for e in (*scene.near, *scene.lines_so_far) if is_exact(label, e.name)), None)
    role = shown(same.role) if same is not None else ""
    return Missing(label, nearest(label, others), base.too_few, base.without, role)
