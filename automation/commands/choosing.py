"""From all that a reading of the words fits to the one thing that is meant, or to what is asked.

What the rules outrank is dropped; what is left is equally likely, and nobody guesses among it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from automation.commands.forms import Reading
from automation.commands.labels import Hit, suits
from automation.commands.matching import Tier
from automation.commands.places import (
    holds,
    in_one_window,
    in_reading_order,
    is_same_box,
    shares_row,
)
from automation.commands.relations import related
from automation.commands.resolution import (
    Disabled,
    Found,
    Missing,
    Resolution,
    Several,
    Unsure,
    Want,
)
from automation.commands.roles import (
    ACTIONABLE,
    ADDRESS_BAR,
    COMBOS,
    MENU_LIKE,
    OPTIONS,
    may_be,
    shown,
)
from automation.commands.scene import Scene
from automation.commands.words import comparable
from automation.core.observation import ScreenElement
from automation.core.pages import is_above_pages

MAX_CANDIDATES: Final = 20


def chosen(reading: Reading, hits: Sequence[Hit], scene: Scene, want: Want) -> Resolution:
    """Narrow the hits of one reading down to one, step by step."""
    kept = [h for h in hits if not reading.role or _may_be(h.element, reading.role)]
    able = [h for h in kept if suits(h.element, want) or (reading.role and want is Want.CLICK)]
    if not able:
        return Missing(reading.label, without=want.value if kept else "")
    if reading.relation is not None:
        inside = related([h.element for h in able], reading.relation, scene)
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


def _may_be(element: ScreenElement, word: str) -> bool:
    return may_be(element.role, word, is_read=element.source == "ocr")


def _single(hit: Hit, able: Sequence[Hit], reading: Reading, want: Want) -> Resolution:
    if not hit.match.is_sure and not (want is Want.EDIT and _is_meant_field(hit)):
        return Unsure((hit.element,), reading.label)
    if _is_disabled(hit.element):
        return Disabled(hit.element)
    others = tuple(h.element for h in able if h.element is not hit.element)[:5]
    return Found(hit.element, _evidence(hit), others, hit.match.tier is Tier.EXACT)


def _is_meant_field(hit: Hit) -> bool:
    """Tell whether the one field that the words may name is meant: the start of its name is enough.

    So is its end where it has the keyboard: `type Orders as the name` in the field "Page Name".
    """
    span = hit.match.span
    ends_name = span is not None and span[1] == len(comparable(hit.element.name))
    return hit.match.tier is Tier.PREFIX or ("focused" in hit.element.states and ends_name)


def _counted(rivals: Sequence[Hit], reading: Reading) -> Resolution:
    ordered = in_reading_order(_of_one_kind([h.element for h in rivals]))
    position = reading.ordinal or 1
    if position > len(ordered) or len(ordered) < 1:
        return Missing(reading.label or reading.role, too_few=len(ordered))
    element = ordered[position - 1 if position > 0 else position]
    if _is_disabled(element):
        return Disabled(element)
    place = ordered.index(element) + 1
    hit = next(h for h in rivals if h.element is element)
    return Found(element, f"{_evidence(hit)}, {place} of {len(ordered)} in reading order")


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
    kept = [h for h in kept if not _is_disabled(h.element)] or kept
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


def _above_pages(hits: list[Hit], scene: Scene) -> list[Hit]:
    """Keep the one field that is the browser's own."""

    def is_above(field: ScreenElement) -> bool:
        return is_above_pages(field, (e for e in scene.near if e.window_id == field.window_id))

    above = [h for h in hits if is_above(h.element)]
    return above if len(above) == 1 else hits


def _most_fitting(hits: list[Hit], want: Want) -> list[Hit]:
    """Prefer what is made for the verb, then what can be acted on, to bare text."""
    made_for = {Want.OPTION: OPTIONS, Want.HOLDER: COMBOS, Want.MENU: MENU_LIKE}.get(want)
    if made_for is not None and (fitting := [h for h in hits if h.element.role in made_for]):
        return fitting
    return [h for h in hits if h.element.role in ACTIONABLE or h.element.source == "ocr"] or hits


def _in_first_row(hits: list[Hit], scene: Scene) -> list[Hit]:
    """Prefer what stands in the first line of a window without a tree: its menu bar."""
    tops = [line.box for line in scene.lines if line.window_id == hits[0].element.window_id]
    first = min(tops, key=lambda box: box.center.y, default=None)
    inside = [h for h in hits if first is not None and shares_row(h.element.box, first)]
    return inside or hits


def _without_doubles(hits: list[Hit]) -> list[Hit]:
    """Of nested or equal boxes of one window keep the smallest."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: h.element.box.area):
        if not any(_is_double(hit.element, k.element) for k in kept):
            kept.append(hit)
    return kept


def _is_double(element: ScreenElement, smaller: ScreenElement) -> bool:
    """Tell whether a thing lies where a smaller one does; in a window below it, it is another one."""
    box, inner = element.box, smaller.box
    return in_one_window(element, smaller) and (is_same_box(box, inner) or holds(box, inner))


def _is_disabled(element: ScreenElement) -> bool:
    is_control = element.role in ACTIONABLE and element.role not in ("cell", "row", "list_item")
    return element.source == "tree" and is_control and "enabled" not in element.states


def _evidence(hit: Hit) -> str:
    role = shown(hit.element.role)
    if hit.element.source == "ocr":
        is_drawn = hit.by_label
        return f"{role} seen beside its label" if is_drawn else "text read from the picture"
    if hit.by_label:
        return f"{role}, found by the text beside it"
    match hit.match.tier:
        case Tier.EXACT:
            return f"{role}, found by its name" if hit.element.name else role
        case Tier.PREFIX:
            return f"{role}, found by the start of its name"
        case Tier.SPAN:
            return f"{role}, found by words in its name"
        case Tier.FUZZY:
            return f"{role}, found by a similar name ({hit.match.score:.0f} %)"
