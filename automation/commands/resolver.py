"""From the words of a target to one element on the screen, or to the reason why not.

Nothing here guesses: what is not certain comes back as `Several` or `Unsure`, to be asked.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from automation.commands.choosing import chosen
from automation.commands.forms import Phrase, Reading
from automation.commands.labels import Hit, by_labels
from automation.commands.matching import Match, Tier, is_exact, match, nearest
from automation.commands.relations import HEADS, by_number, entry_of_list
from automation.commands.resolution import Found, Missing, Resolution, Several, Unsure, Want
from automation.commands.roles import ACTIONABLE, CONTAINERS, ROLE_WORDS, fits, shown
from automation.commands.scene import Scene, narrowed
from automation.commands.words import comparable
from automation.core.observation import ScreenElement

_ADDRESS: Final = re.compile("[A-Za-z]{1,2}[1-9][0-9]{0,6}")
"""What a cell of a sheet is called."""


def resolve(target: Phrase, scene: Scene, want: Want = Want.CLICK) -> Resolution:
    """Find the one element that the words name, in the active window first."""
    pool = (*scene.near, *_unlisted(target, scene)) if want is Want.CLICK else scene.near
    found = _in_pool(target, pool, scene, want)
    is_heading = isinstance(found, Found) and found.element.role in HEADS
    # "The last colour" is no heading called "Colour", and "the last star" not "1 star".
    is_open = want in (Want.CLICK, Want.OPTION) and (
        is_heading
        or isinstance(found, Missing)
        or (
            isinstance(found, Found)
            and not any(is_exact(r.label, found.element.name) for r in target.readings)
            and by_number(target, scene) is not None
        )
    )
    if is_open and (entry := entry_of_list(target, scene)) is not None:
        return Found(entry, f"{shown(entry.role)}, found by its place in the list")
    if not isinstance(found, Missing):
        return found
    if any(_ADDRESS.fullmatch(r.label) for r in target.readings):
        cell = _in_pool(target, scene.drawn_cells, scene, want)
        if isinstance(cell, Found) and cell.is_exact:
            return cell
    if want not in (Want.CHECK, Want.HOLDER) or not scene.near:
        read = _in_pool(target, _unknown_lines(scene), scene, want)
        if not isinstance(read, Missing):
            return read
        found = read if read.without and not found.without else found
    # What another window covers is called so too: the one that can be seen is not meant by that.
    far = _in_pool(target, (*scene.far, *scene.behind), scene, want)
    if isinstance(far, Found) and far.is_exact:
        if names_place(target):
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


def by_exact_name(target: Phrase, pool: Sequence[ScreenElement], scene: Scene) -> Resolution:
    """Find an element whose name is all of the words in one of their readings, or their only kind."""
    return _by_tier(target, _index(pool), pool, scene, Want.ANY, (Tier.EXACT,))


def in_window(target: Phrase, scene: Scene, want: Want) -> Resolution:
    """Find an element in the active window only, by its picture where it shows no tree."""
    return _in_pool(target, scene.there, scene, want)


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
    last = [r for r in target.readings if r.is_last]
    plain = [r for r in target.readings if not r.is_last]
    steps = [*((tier, plain) for tier in tiers), (Tier.EXACT, last)]
    for tier, readings in steps:
        for reading in readings:
            if _counts_a_kind(reading, target, pool):
                continue
            hits = _hits(reading, tier, index, pool, scene, want)
            if not hits:
                continue
            outcome = chosen(reading, hits, scene, want)
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
    if want in (Want.EDIT, Want.CHECK, Want.HOLDER, Want.SLIDER, Want.NUMBER):
        hits += by_labels(hits, scene, want)
    return hits


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
    labels = {comparable(r.label) for r in target.readings if r.label}
    return [e for e in _unknown_lines(scene) if comparable(e.name) in labels]


def _has_silent_column(scene: Scene) -> bool:
    """Tell whether a column of a table has a header and nothing below it."""
    heads = [e for e in scene.near if e.role == "column_header"]
    others = [e.box.center for e in scene.near if e.role not in CONTAINERS | {"column_header"}]
    return any(
        not any(h.box.x <= p.x < h.box.right and p.y >= h.box.bottom for p in others) for h in heads
    )


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
