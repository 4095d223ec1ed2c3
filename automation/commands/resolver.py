"""From the words of a target to one element on the screen, or to the reason why not.

Nothing here guesses: what is not certain comes back as `Several` or `Unsure`, to be asked.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from automation.commands.forms import Phrase, Reading
from automation.commands.labels import Hit, by_labels, suits
from automation.commands.matching import Match, Tier, is_exact, match, nearest
from automation.commands.places import holds, in_reading_order, is_same_box
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
    COMBOS,
    CONTAINERS,
    MENU_LIKE,
    OPTIONS,
    ROLE_WORDS,
    fits,
    may_be,
    shown,
)
from automation.commands.scene import Scene, narrowed
from automation.commands.words import comparable
from automation.core.observation import ScreenElement

MAX_CANDIDATES: Final = 20


def resolve(target: Phrase, scene: Scene, want: Want = Want.CLICK) -> Resolution:
    """Find the one element that the words name, in the active window first."""
    pool = (*scene.near, *_unlisted(target, scene)) if want is Want.CLICK else scene.near
    found = _in_pool(target, pool, scene, want)
    if not isinstance(found, Missing):
        return found
    if want not in (Want.CHECK, Want.HOLDER) or not scene.near:
        read = _in_pool(target, _unknown_lines(scene), scene, want)
        if not isinstance(read, Missing):
            return read
        found = read if read.without and not found.without else found
    far = _in_pool(target, scene.far, scene, want)
    if isinstance(far, Found) and far.is_exact:
        if _names_window(target):
            return far
        return Unsure((far.element,), target.label, is_elsewhere=True)
    if isinstance(far, Several):
        return Unsure(far.elements, far.label, is_elsewhere=True)
    return _missing(found, target, scene)


def exact_only(target: Phrase, scene: Scene, want: Want = Want.CLICK) -> Resolution:
    """Find an element of the active window whose name is all of the words; no OCR."""
    whole = tuple(r for r in target.readings if comparable(r.label) == comparable(target.text))
    words = Phrase(target.text, tuple(r for r in whole if not r.role and r.relation is None)[:1])
    return _by_tier(words, _index(scene.near), scene.near, scene, want, (Tier.EXACT,))


def in_window(target: Phrase, scene: Scene, want: Want) -> Resolution:
    """Find an element in the tree of the active window only; no OCR, no other windows."""
    return _in_pool(target, scene.near, scene, want)


def _in_pool(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> Resolution:
    return _by_tier(target, _index(pool), pool, scene, want, tuple(Tier))


def _index(pool: Sequence[ScreenElement]) -> dict[str, list[ScreenElement]]:
    index: dict[str, list[ScreenElement]] = {}
    for element in pool:
        index.setdefault(comparable(element.name), []).append(element)
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
            if _counts_a_kind(reading, target, pool):
                continue
            hits = _hits(reading, tier, index, pool, scene, want)
            if not hits:
                continue
            outcome = _chosen(reading, hits, scene, want)
            if isinstance(outcome, Missing):
                missing = outcome
            elif isinstance(outcome, Unsure):
                unsure = unsure or outcome
            else:
                return outcome
        if unsure is not None:
            return unsure
    return missing


def _counts_a_kind(reading: Reading, target: Phrase, pool: Sequence[ScreenElement]) -> bool:
    """Tell whether `the last button` means the last of its kind and not a thing named "Button"."""
    if reading.ordinal is None or comparable(reading.label) not in ROLE_WORDS:
        return False
    kinds = [r for r in target.readings if r.ordinal == reading.ordinal and r.role and not r.label]
    return any(sum(fits(e.role, kind.role) for e in pool) > 1 for kind in kinds)


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
        same = index.get(comparable(reading.label), ()) if comparable(reading.label) else ()
        hits = [Hit(e, Match(Tier.EXACT, 100.0, is_sure=True)) for e in same]
    else:
        hits = []
        for element in pool:
            found = match(reading.label, element.name, is_text=element.source == "ocr")
            if found is not None and found.tier is tier:
                hits.append(Hit(narrowed(element, found), found))
    if want in (Want.EDIT, Want.CHECK):
        hits += by_labels(hits, scene, want)
    return hits


def _chosen(reading: Reading, hits: Sequence[Hit], scene: Scene, want: Want) -> Resolution:
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
    if not hit.match.is_sure and not (want is Want.EDIT and hit.match.tier is Tier.PREFIX):
        return Unsure((hit.element,), reading.label)
    if _is_disabled(hit.element):
        return Disabled(hit.element)
    others = tuple(h.element for h in able if h.element is not hit.element)[:5]
    return Found(hit.element, _evidence(hit), others, hit.match.tier is Tier.EXACT)


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
    kept = [h for h in kept if not _is_disabled(h.element)] or kept
    if want is Want.EDIT:
        kept = [h for h in kept if not h.by_label] or kept
    kept = _most_fitting(kept, want)
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


def _most_fitting(hits: list[Hit], want: Want) -> list[Hit]:
    """Prefer what is made for the verb, then what can be acted on, to bare text."""
    made_for = {Want.OPTION: OPTIONS, Want.HOLDER: COMBOS, Want.MENU: MENU_LIKE}.get(want)
    if made_for is not None and (fitting := [h for h in hits if h.element.role in made_for]):
        return fitting
    return [h for h in hits if h.element.role in ACTIONABLE or h.element.source == "ocr"] or hits


def _without_doubles(hits: list[Hit]) -> list[Hit]:
    """Of nested or equal boxes keep the smallest."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: h.element.box.area):
        box = hit.element.box
        is_double = any(is_same_box(box, k.element.box) or holds(box, k.element.box) for k in kept)
        if not is_double:
            kept.append(hit)
    return kept


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


def _unknown_lines(scene: Scene) -> list[ScreenElement]:
    """Return OCR lines that are not just the picture of a name which the tree tells already."""
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
    labels = {comparable(r.label) for r in target.readings if r.label}
    return [e for e in _unknown_lines(scene) if comparable(e.name) in labels]


def _has_silent_column(scene: Scene) -> bool:
    """Tell whether a column of a table has a header and nothing below it."""
    heads = [e for e in scene.near if e.role == "column_header"]
    others = [e.box.center for e in scene.near if e.role not in CONTAINERS | {"column_header"}]
    return any(
        not any(h.box.x <= p.x < h.box.right and p.y >= h.box.bottom for p in others) for h in heads
    )


def _names_window(target: Phrase) -> bool:
    return any(r.relation is not None and r.relation.kind == "in" for r in target.readings)


def _missing(found: Resolution, target: Phrase, scene: Scene) -> Missing:
    base = found if isinstance(found, Missing) else Missing(target.label)
    label = base.label or target.label
    names = [e.name for e in scene.near if e.role in ACTIONABLE] or [e.name for e in scene.lines]
    others = [name for name in names if not is_exact(label, name)]
    same = next((e for e in (*scene.near, *scene.lines_so_far) if is_exact(label, e.name)), None)
    role = shown(same.role) if same is not None else ""
    return Missing(label, nearest(label, others), base.too_few, base.without, role)
