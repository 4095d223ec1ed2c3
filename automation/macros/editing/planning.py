"""Edits that put steps in, take them out or to another place, worked out and refused before any is done."""

from collections.abc import Mapping, Sequence

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.editing import header as headers
from automation.macros.editing import selecting, validity
from automation.macros.editing.edits import Edit, Part, Swaps, bare, branches, flat, holding
from automation.macros.editing.naming import FreshIds
from automation.macros.editing.rows import Spot
from automation.macros.editing.tree import Tree
from automation.macros.editing.vouching import telling, unvouched
from automation.macros.macro import Param, Step, kind_of


def insertion(
    tree: Tree,
    fresh: FreshIds,
    steps: Sequence[Step],
    at: Spot,
    words: str,
    params: Mapping[str, Param],
) -> Edit | None:
    """Put steps, and parameters that come with them, somewhere; None for no steps."""
    if not steps:
        return None
    validity.check_place(tree, steps, at)
    whole = validity.whole_steps(steps)
    validity.check_room(tree, len(flat(whole)))
    named = fresh.kept(whole)
    ids = tuple(step.id for step in named)
    parts = (*headers.with_params(tree.header, params), selecting.put_in(named, at))
    before = tree.id_at(max(0, tree.row_at(at) - 1))
    return Edit(words or f"Add {counted(len(ids))}", parts, (before,) if before else (), ids)


def removal(tree: Tree, ids: Sequence[str]) -> Edit | None:
    """Take steps out, with all inside them and what only they vouched for; None for no steps."""
    chosen = selecting.outermost(tree, ids)
    if not chosen:
        return None
    out, after = selecting.taken_out(tree, chosen), selecting.neighbour(tree, chosen)
    swaps = unvouched(tree, chosen)
    parts: tuple[Part, ...] = (Swaps(swaps), *out) if swaps else out
    return Edit(telling(f"Remove {counted(len(chosen))}", swaps), parts, chosen, after)


def moving(tree: Tree, ids: Sequence[str], to: Spot) -> Edit | None:
    """Take steps to another place; None where they stand there already."""
    chosen = selecting.outermost(tree, ids)
    if not chosen:
        return None
    steps = tuple(map(tree.step, chosen))
    inside = {to.block, *tree.above(to.block)} if to.block in tree else set[str]()
    for step_id in chosen:
        if step_id in inside:
            message = f"“{step_id}” cannot be moved into itself; choose a place outside it"
            raise MacroError(message)
    validity.check_place(tree, steps, to)
    target = selecting.without(tree, chosen, to)
    if _stand_at(tree, chosen, target):
        return None
    parts = (*selecting.taken_out(tree, chosen), selecting.put_in(steps, target))
    return Edit(f"Move {counted(len(chosen))}", parts, chosen, chosen)


def _stand_at(tree: Tree, ids: Sequence[str], spot: Spot) -> bool:
    """Tell whether steps stand behind each other at a place already."""
    home = (spot.block, spot.branch)
    return all(
        tree.home(one) == home and tree.place(one) == spot.index + n for n, one in enumerate(ids)
    )


def doubling(tree: Tree, fresh: FreshIds, ids: Sequence[str]) -> Edit | None:
    """Put copies behind steps, those of neighbours behind the last of them; None for no steps."""
    chosen = selecting.outermost(tree, ids)
    if not chosen:
        return None
    validity.check_room(tree, len(flat(tuple(map(tree.step, chosen)))))
    parts: list[Part] = []
    copies: list[str] = []
    for home, spans in selecting.runs(tree, chosen).items():
        steps = tree.siblings(home)
        made = {end: fresh.copied(steps[begin:end]) for begin, end in spans}
        copies += [step.id for new in made.values() for step in new]
        parts.append(selecting.splice(home, {end: ((), new) for end, new in made.items()}))
    return Edit(f"Duplicate {counted(len(chosen))}", tuple(parts), chosen, tuple(copies))


def grouping(tree: Tree, fresh: FreshIds, ids: Sequence[str], title: str) -> Edit:
    """Put steps of one list under a heading, where the first of them is."""
    chosen = selecting.outermost(tree, ids)
    spans = selecting.runs(tree, chosen)
    if len(spans) != 1:
        message = "choose steps that stand in one list: those of several blocks make no group"
        raise MacroError(message)
    ((home, places),) = spans.items()
    made = validity.whole_steps([grammar.Group(id=_id_of(title), title=title, steps=())])
    (named,) = fresh.kept(made)
    whole = msgspec.structs.replace(named, steps=tuple(map(tree.step, chosen)))
    validity.check_room(tree, 1)
    validity.check_place(tree, [whole], Spot(*home, places[0][0]))
    siblings = tree.siblings(home)
    pieces = {
        begin: (siblings[begin:end], (whole,) if n == 0 else ())
        for n, (begin, end) in enumerate(places)
    }
    part = selecting.splice(home, pieces)
    return Edit(f"Group {counted(len(chosen))}", (part,), chosen, (whole.id,))


def ungrouping(tree: Tree, step_id: str) -> Edit:
    """Take a heading away; its steps stay, off if it was off."""
    step = tree.step(step_id)
    if not isinstance(step, grammar.Group):
        message = f"“{step_id}” is a {kind_of(step)}; only a group can be taken apart"
        raise MacroError(message)
    if step.wait is not None or step.expect is not None:
        message = f"the group “{step_id}” waits for something itself; take that out first"
        raise MacroError(message)
    steps = step.steps
    if step.off:
        steps = tuple(msgspec.structs.replace(one, off=True) for one in steps)
    part = selecting.splice(tree.home(step_id), {tree.place(step_id): ((step,), steps)})
    after = tuple(one.id for one in steps) or selecting.neighbour(tree, [step_id])
    return Edit("Take group apart", (part,), (step_id,), after)


def check_kind(tree: Tree, new: Step) -> None:
    """Refuse values that make of a step a block which cannot hold what is inside it, or stand there.

    Raises:
        MacroError: they do.
    """
    old = tree.step(new.id)
    if bare(old) != old and branches(old) != branches(new):
        message = (
            f"“{new.id}” holds steps, which a {kind_of(new)} cannot take over; move them out first"
        )
        raise MacroError(message)
    if isinstance(new, grammar.ForEach) and not isinstance(old, grammar.ForEach):
        above = map(tree.step, tree.above(new.id))
        validity.check_tables(
            [holding(new, old)],
            is_in_table=any(isinstance(block, grammar.ForEach) for block in above),
        )


def counted(number: int, what: str = "step") -> str:
    """Return `step` or `3 steps`."""
    return what if number == 1 else f"{number:,} {what}s"


def _id_of(title: str) -> str:
    """Return an id made of a title, where its words have letters for one."""
    plain = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower())
    return "-".join(plain.split())[:40].strip("-") or "group"
