"""What goes with steps that go: the window that a step before them waits for, only because they worked in it.

A recording takes a window for what a step has opened where it goes on in that. One that came by
chance was clicked away there; without that click each replay would wait for it and stop.

What a step waits for goes with what it types, where, and how: who writes another means to see that one.

The parameters and columns of a macro that is being edited, and the steps that use them.

Steps from elsewhere, under names that mean nothing else in the macro that they go into.

Ids for steps that come into a macro: their own where it is free, else one like it.

Steps that were selected, as splices of the lists that hold them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.core.secrets import BEGIN
from automation.macros import macro as grammar
from automation.macros.edit import checking
from automation.macros.edit.checking import renamed, users, whole_header
from automation.macros.edit.tree import (
    Header,
    Home,
    Part,
    Splice,
    Spot,
    Tree,
    Values,
    bare,
    holding,
)
from automation.macros.effects import goes_with_keyboard, readable
from automation.macros.macro import (
    Condition,
    Macro,
    Param,
    Step,
    Target,
    branches,
    flat,
    inner,
    kind_of,
)
from automation.macros.names import numbered
from automation.macros.titles import fits_title
from automation.macros.walk import used_names


def following(old: Step, new: Step) -> Step:
    """Return the new values of a step, expected to hold what it types now, at the target that it has now.

    Where the old one did not expect just that, or that was changed too, it stays. One that acts in
    another way leaves another state than was recorded, and expects none. A secret is never read, and
    what nothing tells but its picture is not found again to be read.
    """
    expect = old.expect
    if expect is None or new.expect != expect or not isinstance(expect.condition, grammar.Holds):
        return new
    told = None if _acts_otherwise(expect.condition, old, new) else expect.condition
    held = _at_its_target(_with_its_text(told, old, new), old, new)
    if held == expect.condition:
        return new
    until = replace(expect, condition=held) if held is not None else None
    return replace(new, expect=until)


def _acts_otherwise(held: grammar.Holds, old: Step, new: Step) -> bool:
    """Tell whether the new way may leave the step's own target in another state than the old one."""
    match old, new:
        case grammar.Type(target=Target() as own), grammar.Type():
            # Enter may empty the field or leave it, and without `replace` what it held stays in it.
            has_less = (new.enter and not old.enter) or (old.replace and not new.replace)
            return has_less and held.target == readable(own) and held.value == old.text
        case grammar.Click(target=own), grammar.Click():
            return held.target == readable(own) and _press(old) != _press(new)
        case _:
            return False


def _press(step: grammar.Click) -> tuple[object, ...]:
    return step.button, step.count, frozenset(step.modifiers)


def _with_its_text(held: grammar.Holds | None, old: Step, new: Step) -> grammar.Holds | None:
    if held is None or not (isinstance(old, grammar.Type) and isinstance(new, grammar.Type)):
        return held
    if new.text == old.text or held.value != old.text:
        return held
    return replace(held, value=new.text) if BEGIN not in new.text else None


def _at_its_target(held: grammar.Holds | None, old: Step, new: Step) -> grammar.Holds | None:
    was, now = getattr(old, "target", None), getattr(new, "target", None)
    if held is None or not (isinstance(was, Target) and isinstance(now, Target)):
        return held
    if now == was or held.target != readable(was):
        return held
    target = readable(now)
    return replace(held, target=target) if target is not None else None


_NAMED: int = 5
"""Steps that a refusal names."""


def with_params(header: Macro, params: Mapping[str, Param]) -> Macro:
    """Return the header with those parameters declared that are not there yet.

    Raises:
        MacroError: a name or a value cannot be used.
    """
    known = {*header.params, *header.columns}
    fresh = {name: param for name, param in params.items() if name not in known}
    if not fresh:
        return header
    return whole_header(replace(header, params={**header.params, **fresh}))


def with_param(tree: Tree, name: str, param: Param | None) -> Macro:
    """Return the header with a parameter declared, changed or, with None, taken away.

    Raises:
        MacroError: there is none to take away, steps use it, or a column has its name.
    """
    params = dict(tree.header.params)
    if param is not None:
        if name in tree.header.columns:
            raise MacroError(f"{name} is a column; give the parameter another name")
        params[name] = param
    else:
        _check_known(tree, name, is_known=name in params)
        _check_unused(tree, name)
        del params[name]
    return replace(tree.header, params=params)


def columns(tree: Tree, names: Sequence[str]) -> tuple[str, ...]:
    """Return columns that the macro may have.

    Raises:
        MacroError: one stands twice or is a parameter too, or steps use one that is taken away.
    """
    for place, name in enumerate(names):
        if name in names[:place]:
            raise MacroError(f"the column {name} stands twice; keep one")
        if name in tree.header.params:
            raise MacroError(f"{name} is a parameter; give the column another name")
    for name in tree.header.columns:
        if name not in names:
            _check_unused(tree, name)
    return tuple(names)


def renaming(tree: Tree, old: str, new: str) -> tuple[Macro, list[Step]]:
    """Return the header and the steps with a parameter or column renamed.

    Raises:
        MacroError: there is none, or the other name is taken or cannot be used.
    """
    header = tree.header
    _check_known(tree, old, is_known=old in header.params or old in header.columns)
    if old == new:
        return header, []
    if new in header.params or new in header.columns:
        raise MacroError(f"there is a parameter or column called {new} already; take another name")
    changed = replace(
        header,
        params={new if name == old else name: param for name, param in header.params.items()},
        columns=tuple(new if name == old else name for name in header.columns),
    )
    whole = whole_header(changed)
    try:
        return whole, [bare(renamed(step, old, new)) for step in users(tree.steps(), old)]
    except msgspec.ValidationError as error:
        raise MacroError(
            f"{old} cannot be renamed to {new}: a text would be too long ({error})"
        ) from error


def _check_known(tree: Tree, name: str, *, is_known: bool) -> None:
    if not is_known:
        some = ", ".join([*tree.header.params, *tree.header.columns]) or "none"
        raise MacroError(f"there is no parameter called {name} (there are: {some})")


def _check_unused(tree: Tree, name: str) -> None:
    using = users(tree.steps(), name)
    if using:
        some = ", ".join(f"“{step.id}”" for step in using[:_NAMED])
        more = f" and {len(using) - _NAMED:,} more" if len(using) > _NAMED else ""
        raise MacroError(f"{name} is used by {some}{more}; write something else there first")


IsOwn = Callable[[Param, Param], bool]
"""Tells of a parameter that comes and the macro's own of that name whether they are the same."""


def is_asked_for(coming: Param, own: Param) -> bool:
    """Tell whether a recorded value is one of the macro's: what was typed as a secret never is."""
    return coming.type != "secret" and (coming.type, coming.ask) == (own.type, own.ask)


def is_defined_alike(coming: Param, own: Param) -> bool:
    """Tell whether a value of another macro can be this one's: its secrets are its own."""
    return coming.type != "secret" and coming == own


def is_unchanged(coming: Param, own: Param) -> bool:
    """Tell whether a value of this very macro is still what it was."""
    return coming == own


def apart(
    steps: Sequence[Step], params: Mapping[str, Param], header: Macro, is_own: IsOwn
) -> tuple[tuple[Step, ...], dict[str, Param]]:
    """Return steps with names of their own where the macro's mean another thing.

    Args:
        is_own: which of them are the macro's own of the same name.

    Returns:
        The steps, and the parameters that are new to the macro.

    Raises:
        MacroError: a text would be too long with the other name.
    """
    used = frozenset[str]().union(*map(used_names, flat(steps)))
    taken = {*header.params, *header.columns, *params, *used}
    others: dict[str, str] = {}
    fresh: dict[str, Param] = {}
    for name, param in params.items():
        own = header.params.get(name)
        if own is not None and is_own(param, own):
            continue
        if own is not None or name in header.columns:
            others[name] = _free(name, taken)
            taken.add(others[name])
        fresh[others.get(name, name)] = param
    for name in sorted(used.difference(params)):
        # A name that nothing came for must not reach a secret: the checks tell the other one.
        if name in header.params and header.params[name].type == "secret":
            others[name] = _free(name, taken)
            taken.add(others[name])
    try:
        return tuple(_with_others(step, others) for step in steps), fresh
    except msgspec.ValidationError as error:
        raise MacroError(
            f"a text of the steps would be too long with another name in it ({error})"
        ) from error


def _with_others(step: Step, others: Mapping[str, str]) -> Step:
    """Return a step, and all inside it, that uses the other names."""
    for old, new in others.items():
        if users((step,), old):
            step = renamed(step, old, new)
    lists: dict[str, Any] = {
        branch: tuple(_with_others(one, others) for one in inner(step, branch))
        for branch in branches(step)
        if inner(step, branch)
    }
    return replace(step, **lists) if lists else step


def _free(name: str, taken: Collection[str]) -> str:
    return next(other for other in numbered(name) if other not in taken)


_NUMBER: Final = re.compile(r"-[0-9]{1,6}\Z")
_MOST_CHARS: Final = 48
"""Of the 60 that an id may have: room for a number."""


class FreshIds:
    """Hands out ids that no step of a macro has, and none twice: what reports tell stays true."""

    def __init__(self, is_taken: Callable[[str], bool]) -> None:
        self._is_taken = is_taken
        self._given: set[str] = set()
        self._numbers: dict[str, int] = {}

    def like(self, step_id: str) -> str:
        """Return an id like another: `save-2` for `save`."""
        base = _NUMBER.sub("", step_id)[:_MOST_CHARS].strip("-") or "step"
        number, found = self._numbers.get(base, 1), base
        while found in self._given or self._is_taken(found):
            number += 1
            found = f"{base}-{number}"
        self._numbers[base] = number
        self._given.add(found)
        return found

    def kept(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return steps, and all inside them, with their ids where these are free."""
        here: set[str] = set()

        def name(step_id: str) -> str:
            found = step_id
            while found in here or self._is_taken(found):
                found = self.like(step_id)
            here.add(found)
            return found

        return tuple(_named(step, name) for step in steps)

    def copied(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return copies of steps, and of all inside them, under other ids."""
        return tuple(_named(step, self.like) for step in steps)


def told_apart(macro: Macro) -> tuple[Macro, tuple[str, ...]]:
    """Return a macro whose steps all have ids of their own, and the ids that stood twice.

    The first step of an id keeps it.
    """
    ids = [step.id for step in flat(macro.steps)]
    if len(set(ids)) == len(ids):
        return macro, ()
    fresh, seen, twice = FreshIds(frozenset(ids).__contains__), set[str](), list[str]()

    def name(step_id: str) -> str:
        if step_id not in seen:
            seen.add(step_id)
            return step_id
        twice.append(step_id)
        return fresh.like(step_id)

    steps = tuple(_named(step, name) for step in macro.steps)
    return replace(macro, steps=steps), tuple(dict.fromkeys(twice))


def _named(step: Step, name: Callable[[str], str]) -> Step:
    """Return a step under another id, and all inside it; a block before what is in it."""
    step_id = name(step.id)
    lists = {
        branch: tuple(_named(one, name) for one in inner(step, branch)) for branch in branches(step)
    }
    return replace(step, id=step_id, **lists)


def outermost(tree: Tree, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the steps in the order of the rows, each once, without those inside another of them.

    Raises:
        MacroError: there is none of one of the ids.
    """
    chosen = {step_id: tree.row_of(step_id) for step_id in ids}
    alone = [one for one in chosen if not _is_inside(tree, one, chosen)]
    return tuple(sorted(alone, key=chosen.__getitem__))


def _is_inside(tree: Tree, step_id: str, chosen: Mapping[str, int]) -> bool:
    block = tree.home(step_id)[0]
    while block and block not in chosen:
        block = tree.home(block)[0]
    return bool(block)


def runs(tree: Tree, ids: Sequence[str]) -> dict[Home, list[tuple[int, int]]]:
    """Return, for each list, the steps as runs [begin, end) of neighbours, from the front on."""
    places: dict[Home, list[int]] = {}
    for step_id in ids:
        places.setdefault(tree.home(step_id), []).append(tree.place(step_id))
    found: dict[Home, list[tuple[int, int]]] = {}
    for home, chosen in places.items():
        spans = found[home] = []
        for place in sorted(chosen):
            if spans and spans[-1][1] == place:
                spans[-1] = (spans[-1][0], place + 1)
            else:
                spans.append((place, place + 1))
    return found


def spliced(
    steps: Sequence[Step], pieces: Mapping[int, tuple[int, Sequence[Step]]]
) -> tuple[Step, ...]:
    """Return a list in which steps go and come: by the place, how many go and which come."""
    made, at = list[Step](), 0
    for place, (gone, come) in sorted(pieces.items()):
        made += steps[at:place]
        made += come
        at = place + gone
    return (*made, *steps[at:])


def neighbour(tree: Tree, ids: Sequence[str]) -> tuple[str, ...]:
    """Return what is selected when the outermost steps `ids`, in the order of the rows, are gone."""
    behind = tree.id_at(tree.end_of(ids[-1]))
    return tuple(filter(None, [behind or tree.id_at(tree.row_of(ids[0]) - 1)]))[:1]


def orphaned_waits(tree: Tree, ids: Collection[str]) -> tuple[Step, ...]:
    """Return the steps that would wait in vain for a window once these are gone, without that wait."""
    if not ids:
        return ()
    gone = {step.id for step in flat(list(map(tree.step, ids)))}
    rows = [tree.row_of(step_id) for step_id in gone]
    first, last = min(rows), max(rows)
    earlier, found, vouches = _before(tree, first), list[Step](), False
    for row in range(first, len(tree)):
        step = tree.step(tree.id_at(row))
        if step.id in gone:
            is_voucher = _counts(tree, row) and _works_in(step, _opened(earlier))
            vouches = vouches or is_voucher
        elif _counts(tree, row):
            if vouches and not _needs(step, _opened(earlier)):
                found += _without(earlier)
            if row > last:
                return tuple(found)
            earlier, vouches = step, False
    return (*found, *(_without(earlier) if vouches else ()))


def telling(words: str, dropped: Sequence[Step]) -> str:
    """Return the words of an edit, and how many windows are waited for no more with it.

    Switching the steps on again does not bring an expectation back; undo does.
    """
    if not dropped:
        return words
    windows = "a window" if len(dropped) == 1 else f"{len(dropped):,} windows"
    return f"{words}, and expect {windows} no more"


def _before(tree: Tree, row: int) -> Step | None:
    rows = range(row - 1, -1, -1)
    return next((tree.step(tree.id_at(one)) for one in rows if _counts(tree, one)), None)


def _counts(tree: Tree, row: int) -> bool:
    """Tell whether the step of a row does something to a window, or expects something."""
    step = tree.step(tree.id_at(row))
    is_idle = isinstance(step, grammar.Wait | grammar.AskMe | grammar.CheckThat)
    if branches(step) or (is_idle and step.expect is None and not any(_windows(step))):
        return False
    return not (step.off or any(tree.step(block).off for block in tree.above(step.id)))


def _opened(step: Step | None) -> str:
    """Return the title of the window that a step waits for; empty for none."""
    told = step.expect.condition if step is not None and step.expect is not None else None
    return told.title if isinstance(told, grammar.Titled) and not told.absent else ""


def _without(step: Step | None) -> list[Step]:
    return [replace(step, expect=None)] if step is not None else []


def _works_in(step: Step, title: str) -> bool:
    """Tell whether a step names the window of a title."""
    return bool(title) and any(_are_one(title, named) for named in _windows(step))


@lru_cache(maxsize=1024)
def _are_one(title: str, other: str) -> bool:
    """Tell whether two patterns mean one window; the same few come again and again in a long macro."""
    return fits_title(title, other) or fits_title(other, title)


def _needs(step: Step, title: str) -> bool:
    """Tell whether a step works in a window, or just in that which has the keyboard by then."""
    if any(_windows(step)):
        return _works_in(step, title)
    return goes_with_keyboard(step) or (isinstance(step, grammar.Scroll) and step.target is None)


def _windows(step: Step) -> Iterator[str]:
    """Yield the titles, as patterns, by which a step tells its windows."""
    waited = step.wait.condition if step.wait is not None else None
    for told in (waited, getattr(step, "condition", None)):
        yield from _told(told)
    for target in (getattr(step, "target", None), getattr(step, "to", None)):
        if isinstance(target, Target) and target.window:
            yield target.window
    if isinstance(step, grammar.Window) and step.title:
        yield step.title


def _told(condition: Condition | None) -> Iterator[str]:
    match condition:
        case grammar.Titled(absent=False):
            yield condition.title
        case grammar.Exists() | grammar.Holds() if condition.target.window:
            yield condition.target.window


def check_kind(tree: Tree, new: Step) -> None:
    """Refuse values that make of a step a block which cannot hold what is inside it, or stand there."""
    old = tree.step(new.id)
    if bare(old) != old and branches(old) != branches(new):
        raise MacroError(
            f"“{new.id}” holds steps, which a {kind_of(new)} cannot take over; move them out first"
        )
    if isinstance(new, grammar.ForEach) and not isinstance(old, grammar.ForEach):
        above = map(tree.step, tree.above(new.id))
        checking.check_tables(
            [holding(new, old)],
            is_in_table=any(isinstance(block, grammar.ForEach) for block in above),
        )


def fitting(tree: Tree, part: Part) -> Macro:
    """Return the macro with a part of an edit that was read from a draft.

    Raises:
        MacroError: the part does not fit the macro.
    """
    match part:
        case Header():
            return tree.edited({}, header=replace(part.macro, steps=(), name=tree.header.name))
        case Values():
            for step in part.steps:
                old = tree.step(step.id)
                if bare(old) != old and branches(old) != branches(step):
                    raise MacroError(
                        f"the draft makes another kind of block of “{step.id}”, which holds steps"
                    )
            return tree.edited({}, map(bare, part.steps))
        case Splice():
            return _fitting_splice(tree, part)


def _fitting_splice(tree: Tree, splice: Splice) -> Macro:
    home = (splice.block, splice.branch)
    steps, end, gone = tree.siblings(home), 0, list[Step]()
    pieces: dict[int, tuple[int, tuple[Step, ...]]] = {}
    for piece in splice.pieces:
        behind = piece.index + piece.gone
        if not end <= piece.index <= behind <= len(steps):
            raise MacroError(
                f"the draft names place {piece.index} in a list of {len(steps):,} steps"
            )
        gone += steps[piece.index : behind]
        end = behind
        _, before = pieces.get(piece.index, (0, ()))  # what only comes may stand before what goes
        pieces[piece.index] = (piece.gone, (*before, *piece.steps))
    coming = [step for piece in splice.pieces for step in piece.steps]
    here = {step.id for step in flat(gone)}
    ids = [step.id for step in flat(coming)]
    if len(set(ids)) < len(ids) or any(one in tree and one not in here for one in ids):
        raise MacroError("the draft brings in a step whose id is there already")
    checking.check_room(tree, len(ids) - len(here))
    checking.check_place(tree, coming, Spot(*home))
    if not pieces:
        raise MacroError("the draft changes a list and says nothing of what")
    return tree.edited({home: spliced(steps, pieces)})
