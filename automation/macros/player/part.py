"""The part of a macro that a run may come to which begins or ends in the middle, and what that part needs.

What a condition decides is taken as it may come: a step too many is asked for, never one too few.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from automation.macros import macro as grammar
from automation.macros.macro import Macro, Step
from automation.macros.placeholders import OddPlaceholder, names
from automation.macros.player.linking import Linked, Source
from automation.macros.problems import Path
from automation.macros.walking import FIXED, Walked, texts, walk

_LOOPS: Final = (grammar.Repeat, grammar.ForEach)


@dataclass(frozen=True, slots=True)
class Part:
    """What a run from one step to another needs."""

    names: frozenset[str]
    """Parameters and columns that its steps use."""
    has_rows: bool
    """Some of it is done for a row of the table."""
    in_rows: frozenset[str] = frozenset()
    """Names that steps use which are done for a row."""
    outside: frozenset[str] = frozenset()
    """Names that steps use outside rows."""


def needed_part(linked: Linked, start: str, stop: str) -> Part | None:
    """Return what a run needs that begins or ends in the middle; None for one of the whole macro."""
    return part_of(linked, start, stop) if start or stop else None


def part_of(linked: Linked, start: str = "", stop: str = "") -> Part:
    """Return what the steps of the main macro need that a run may come to.

    Args:
        linked: the macros of the run.
        start: id of the step that it begins with; empty, or none of its own, for the first.
        stop: id of the step after which it is over; empty, or none of its own, for the last.
    """
    steps = _steps(tuple(walk(linked.main.macro)), start, stop)
    in_rows = frozenset(name for one in steps if one.in_rows for name in used_names(one.step))
    outside = frozenset(name for one in steps if not one.in_rows for name in used_names(one.step))
    needs_rows = any(_needs_rows(one, linked) for one in steps)
    return Part(in_rows | outside, needs_rows, in_rows, outside)


def stops_of(macro: Macro, wanted: str) -> frozenset[str]:
    """Return the steps after which it is over: the wanted one, and the outermost block around it.

    A step that is off, or in the half of a choice that is not taken, is passed by; then what comes
    behind the block is not wanted either.
    """
    found = next((one for one in walk(macro) if wanted and one.step.id == wanted), None)
    if found is None:
        return frozenset()
    place = found.path[1]
    assert isinstance(place, int), "a path names a list and a place in it"
    return frozenset({wanted, macro.steps[place].id})


def names_of_rows(macro: Macro, *, in_rows: bool) -> frozenset[str]:
    """Return the names that the steps of a whole macro use which are done for a row, or are not."""
    steps = (one.step for one in walk(macro) if one.in_rows is in_rows and not one.is_off)
    return frozenset(name for step in steps for name in used_names(step))


def used_names(step: Step) -> Iterator[str]:
    """Yield the parameters and columns that a step itself uses; what is inside it is left out."""
    for path, text in texts(step):
        if path[-1] == "param":
            yield text
        elif not _is_fixed(step, path):
            yield from _names(text)


def _is_fixed(step: Step, path: Path) -> bool:
    """Tell whether a text is taken as it is."""
    if isinstance(step, grammar.Call):
        return path[0] != "values" and path[-1] in FIXED
    return path[-1] in FIXED or (isinstance(step, grammar.Group) and path == ("title",))


def _names(text: str) -> tuple[str, ...]:
    try:
        return names(text)
    except OddPlaceholder:
        return ()  # told by the checks; nothing is filled in there


def _needs_rows(one: Walked, linked: Linked) -> bool:
    if one.in_rows or isinstance(one.step, grammar.ForEach):
        return True
    return isinstance(one.step, grammar.Call) and _goes_over_rows(
        linked.called(one.step.macro), linked
    )


def _goes_over_rows(source: Source, linked: Linked) -> bool:
    """Tell whether a macro, or one that it calls, goes over the table; calls make no circle."""
    for one in walk(source.macro):
        if one.is_off:
            continue
        if isinstance(one.step, grammar.ForEach):
            return True
        if isinstance(one.step, grammar.Call) and _goes_over_rows(
            linked.called(one.step.macro), linked
        ):
            return True
    return False


def _steps(steps: Sequence[Walked], start: str, stop: str) -> list[Walked]:
    """Return the steps that a run may come to, in the order of the file."""
    places = {one.step.id: place for place, one in enumerate(steps)}
    first, last = places.get(start, 0), places.get(stop)
    end, is_sure = _end(steps, first, last)
    chosen = set(range(first, end))
    entered = _around(steps, first) if steps else ()
    for block in entered:  # the innermost first: a loop outside brings all of it in again
        inside = range(block, _behind(steps, block))
        if isinstance(steps[block].step, grammar.If):
            chosen.difference_update(_other_branch(steps, block, first))
        elif isinstance(steps[block].step, _LOOPS) and not (is_sure and last in inside):
            chosen.update(inside)
    off = [place for place in range(len(steps)) if steps[place].step.off and place not in entered]
    for place in off:
        chosen.difference_update(range(place, _behind(steps, place)))
    return [steps[place] for place in sorted(chosen)]


def _end(steps: Sequence[Walked], first: int, last: int | None) -> tuple[int, bool]:
    """Return the place behind the last step that may be done, and whether it is surely come to."""
    if last is None:
        return len(steps), False
    above = _around(steps, last)
    outermost = above[-1] if above else last
    if _behind(steps, outermost) <= first:
        return len(steps), False  # it lies behind the run already
    entered = {*_around(steps, first), first}
    asks = [one for one in above if one not in entered]
    if last >= first and all(isinstance(steps[one].step, grammar.Group) for one in asks):
        return _behind(steps, last), True
    return _behind(steps, outermost), False


def _around(steps: Sequence[Walked], place: int) -> tuple[int, ...]:
    """Return the places of the blocks around a step, the innermost first."""
    path = steps[place].path
    before = range(place - 1, -1, -1)
    return tuple(one for one in before if path[: len(steps[one].path)] == steps[one].path)


def _behind(steps: Sequence[Walked], place: int) -> int:
    """Return the place behind a step and all inside it."""
    path = steps[place].path
    behind = place + 1
    while behind < len(steps) and steps[behind].path[: len(path)] == path:
        behind += 1
    return behind


def _other_branch(steps: Sequence[Walked], block: int, inside: int) -> Iterator[int]:
    """Yield the steps of the half of a choice in which a step does not stand."""
    depth = len(steps[block].path)
    mine = steps[inside].path[depth]
    for place in range(block + 1, _behind(steps, block)):
        if steps[place].path[depth] != mine:
            yield place
