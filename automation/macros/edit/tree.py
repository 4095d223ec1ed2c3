"""A macro as an immutable tree that is edited: each edit makes a new tree which shares what it did not change.

Beside the tree stand the ids in the order of the rows and, by id, the step and the list that holds it.
Rows and places in lists are looked up in tables that are checked at each use and mended from the first
wrong row on, so that a run of edits pays for one of them.

What differs between two trees is found by identity (`Tree.become`): one way for an edit, undo, redo
and a draft that is read. It comes out as values which say what is there now, as a draft is written.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from operator import attrgetter
from typing import Literal, overload

from msgspec import Struct
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros.macro import Branch, Macro, Step, branches, flat, inner


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the flattened list of steps: blocks before what is in them."""

    id: str
    step: Step
    depth: int
    """1 for the steps of the macro itself."""
    branch: Literal["", "then", "otherwise"]
    """Where in a choice it stands; empty outside one."""
    number: str
    """Places from 1 from the outermost block on: `4`, `5.1`; `otherwise` counts on after `then`."""
    is_off: bool
    """It, or a block around it, is left out of a replay."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for steps: a list of steps, and the index in it before which they go."""

    block: str = ""
    """Id of the block; empty for the macro itself."""
    branch: Branch = "steps"
    index: int = 0
    """From 0; the length of the list is its end."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one edit, its undo or its redo did to the rows.

    Rows [first, first + removed) were replaced by `inserted` rows. Outside of these the numbers of
    the rows behind may be others, and the blocks around hold other steps: draw again what is seen.
    """

    words: str
    """What was done, as a menu says it: “Move 3 steps”."""
    first: int
    removed: int
    inserted: int
    select: tuple[str, ...]
    """Ids of the steps that are to be selected afterwards; all of them are there."""


NOTHING = Change("", 0, 0, 0, ())
"""A change that leaves every row as it is."""


class Piece(Struct, frozen=True, array_like=True):
    """From a place of a list on, `gone` steps were replaced by others."""

    index: int
    """In the list as it was before."""
    gone: int
    steps: tuple[Step, ...] = ()


class Splice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="list"):
    """Changes of one list of steps."""

    block: str
    """Id of the block that has the list; empty for the macro itself."""
    branch: Branch
    pieces: tuple[Piece, ...]
    """From the front to the end, none over another."""


class Values(Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="values"):
    """Other values of steps that keep their places and the steps inside them."""

    steps: tuple[Step, ...]
    """Without inner steps."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="header"):
    """Other values of the macro itself, without steps."""

    macro: Macro


Part = Splice | Values | Header


class Edit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an edit, its undo or its redo did, as a draft tells it."""

    words: str
    parts: tuple[Part, ...]
    """Each fits the macro that the one before leaves."""
    before: tuple[str, ...] = ()
    """Ids to select when it is undone."""
    after: tuple[str, ...] = ()
    """Ids to select when it is done."""
    key: str = ""
    """Edits in a row with the same key are one undo; empty stands alone."""


def bare(step: Step) -> Step:
    """Return the step without the steps inside it."""
    empty: dict[str, tuple[Step, ...]] = {n: () for n in branches(step) if inner(step, n)}
    return replace(step, **empty) if empty else step


def holding(step: Step, like: Step) -> Step:
    """Return the step with the steps inside another, whose lists have the same names."""
    lists = {n: inner(like, n) for n in branches(step) if n in branches(like)}
    return replace(step, **lists) if lists else step


def height(steps: Sequence[Step]) -> int:
    """Return how deep steps are nested: 1 without blocks, 0 for none."""
    deepest, waiting = 0, [(steps, 1)]
    while waiting:
        level, depth = waiting.pop()
        deepest = max(deepest, depth) if level else deepest
        waiting += [(inner(one, name), depth + 1) for one in level for name in branches(one)]
    return deepest


Home = tuple[str, Branch]
"""A list of steps: the block's id, empty for the macro itself, and the name of the list in it."""
ROOT: Home = ("", "steps")
_NONE: dict[str, int] = {}
_ID = attrgetter("id")
_Runs = tuple[tuple[int, int, int], ...]
"""Of steps that stay in a list: where they stood and stand, and how many."""
_SLICE = 1024
"""Steps that are compared at once; larger ones would be copied for little."""
_FEW = 200
"""Steps that are counted faster than their row is looked up."""


class Tree:
    """A macro with its steps by id and row. Owned by one thread."""

    def __init__(self, macro: Macro) -> None:
        """Take a macro.

        Raises:
            MacroError: two of its steps have one id.
        """
        self.header = replace(macro, steps=())
        self._root = macro.steps
        self._macro: Macro | None = macro
        self._order: list[str] = []
        self._steps: dict[str, Step] = {}
        self._home: dict[str, Home] = {}
        self._rows: dict[str, int] = {}
        self._sound = 0
        self._places: dict[Home, dict[str, int]] = {}
        self._order = self._take_in(macro.steps, ROOT)
        if len(self._steps) != len(self._order):
            raise MacroError("two steps of the macro have the same id; give each a name of its own")

    @property
    def macro(self) -> Macro:
        """The macro as it stands."""
        if self._macro is None:
            self._macro = replace(self.header, steps=self._root)
        return self._macro

    def set_name(self, name: str) -> None:
        """Give the macro another name; a header that comes with an edit does not change it."""
        self.header = replace(self.header, name=name)
        self._macro = None

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, step_id: object) -> bool:
        return step_id in self._steps

    def step(self, step_id: str) -> Step:
        """Return a step with all inside it.

        Raises:
            MacroError: there is none of this id.
        """
        try:
            return self._steps[step_id]
        except KeyError:
            raise self._unknown(step_id) from None

    def present(self, ids: Iterable[str]) -> list[str]:
        """Return those of the ids that a step has."""
        steps = self._steps
        return [one for one in ids if one in steps]

    def steps(self) -> Iterator[Step]:
        """Yield all steps in the order of the rows."""
        return map(self._steps.__getitem__, self._order)

    def home(self, step_id: str) -> Home:
        """Return the list that holds a step."""
        try:
            return self._home[step_id]
        except KeyError:
            raise self._unknown(step_id) from None

    def _unknown(self, step_id: str) -> MacroError:
        return MacroError(f"there is no step called “{step_id}” in “{self.header.name}”")

    def above(self, step_id: str) -> Iterator[str]:
        """Yield the ids of the blocks around a step, the innermost first."""
        block = self._home[step_id][0]
        while block:
            yield block
            block = self._home[block][0]

    def siblings(self, home: Home) -> tuple[Step, ...]:
        """Return the steps of a list.

        Raises:
            MacroError: there is no such block, or it has no such list.
        """
        block, branch = home
        if not block and branch == "steps":
            return self._root
        step = self.step(block) if block else None
        if step is None or branch not in branches(step):
            raise MacroError(
                f"{f'the step “{block}”' if block else 'the macro'} has no list “{branch}”"
            )
        return inner(step, branch)

    def place(self, step_id: str) -> int:
        """Return the index of a step in its list."""
        home = self.home(step_id)
        steps = self.siblings(home)
        found = self._places.get(home, _NONE).get(step_id, -1)
        if not (0 <= found < len(steps) and steps[found].id == step_id):
            self._places[home] = {step.id: n for n, step in enumerate(steps)}
            found = self._places[home][step_id]
        return found

    def row_of(self, step_id: str) -> int:
        """Return the row of a step.

        Raises:
            MacroError: there is none of this id.
        """
        found = self._rows.get(step_id, -1)
        if not (0 <= found < len(self._order) and self._order[found] == step_id):
            self.step(step_id)
            tail = self._order[self._sound :]
            self._rows.update(zip(tail, range(self._sound, len(self._order)), strict=True))
            self._sound = len(self._order)
            found = self._rows[step_id]
        return found

    def row_at(self, spot: Spot) -> int:
        """Return the row that a step put there would get.

        Raises:
            MacroError: there is no such place.
        """
        steps = self.siblings((spot.block, spot.branch))
        if not 0 <= spot.index <= len(steps):
            raise MacroError(f"there is no place {spot.index} in a list of {len(steps):,} steps")
        if spot.index < len(steps):
            return self.row_of(steps[spot.index].id)
        if not spot.block:
            return len(self._order)
        if spot.branch == "then" and (others := self.siblings((spot.block, "otherwise"))):
            return self.row_of(others[0].id)
        return self.end_of(spot.block)

    def end_of(self, step_id: str) -> int:
        """Return the row behind a step and all inside it."""
        block, branch = self.home(step_id)
        return self.row_at(Spot(block, branch, self.place(step_id) + 1))

    def ids(self, first: int, end: int) -> list[str]:
        """Return the ids of the steps of some rows."""
        return self._order[first:end]

    def id_at(self, row: int) -> str:
        """Return the id of the step of a row; empty behind either end."""
        return self._order[row] if 0 <= row < len(self._order) else ""

    def row(self, number: int) -> Row:
        """Return one row as it is shown."""
        step_id = self._order[number]
        step = self._steps[step_id]
        is_off, places = step.off, [self._shown_place(step_id)]
        for block in self.above(step_id):
            is_off = is_off or self._steps[block].off
            places.append(self._shown_place(block))
        branch = self._home[step_id][1]
        return Row(
            step_id,
            step,
            len(places),
            "" if branch == "steps" else branch,
            ".".join(map(str, reversed(places))),
            is_off,
        )

    def _shown_place(self, step_id: str) -> int:
        block, branch = self._home[step_id]
        before = len(self.siblings((block, "then"))) if branch == "otherwise" else 0
        return before + self.place(step_id) + 1

    def _take_in(self, steps: Sequence[Step], home: Home) -> list[str]:
        """Note steps and all inside them; return their ids in the order of the rows."""
        order: list[str] = []
        waiting = [(step, home) for step in reversed(steps)]
        while waiting:
            step, where = waiting.pop()
            order.append(step.id)
            self._steps[step.id] = step
            self._home[step.id] = where
            for name in reversed(branches(step)):
                waiting += [(one, (step.id, name)) for one in reversed(inner(step, name))]
        return order

    def edited(
        self,
        lists: Mapping[Home, Sequence[Step]],
        values: Iterable[Step] = (),
        header: Macro | None = None,
    ) -> Macro:
        """Return the macro with other steps in some lists, or other values of some steps.

        Args:
            lists: all steps that these lists hold then.
            values: steps without those inside them, which stay.
            header: other values of the macro itself.
        """
        fresh = {step.id: step for step in values}
        touched: dict[Home, set[str]] = {home: set() for home in lists}
        for step_id in fresh:
            touched.setdefault(self._home[step_id], set()).add(step_id)
        for block in {block for block, _branch in touched}:
            while block:
                home = self._home[block]
                touched.setdefault(home, set()).add(block)
                block = home[0]

        def made(step: Step) -> Step:
            new = holding(fresh[step.id], step) if step.id in fresh else step
            inside = {
                branch: listed((step.id, branch))
                for branch in branches(new)
                if (step.id, branch) in touched
            }
            return replace(new, **inside) if inside else new

        def listed(home: Home) -> tuple[Step, ...]:
            ids = touched[home]
            if home in lists:
                steps = lists[home]
                return (
                    tuple(made(one) if one.id in ids else one for one in steps)
                    if ids
                    else tuple(steps)
                )
            steps = list(self.siblings(home))
            for place in map(self.place, ids):
                steps[place] = made(steps[place])
            return tuple(steps)

        root = listed(ROOT) if touched else self._root
        return replace(header or self.header, steps=root)

    def become(self, macro: Macro, moved: Collection[str] = ()) -> "Difference":
        """Take another tree in place of this one, whose name stays; return what differs.

        Args:
            moved: ids of steps that may stand at another place of their list; spares a search for them.
        """
        parts: list[Part] = []
        header = replace(macro, steps=(), name=self.header.name)
        if header != self.header:
            parts.append(Header(header))
            self.header = header
        found = _Changes(moved)
        home, begin, old, new, runs = found.compare_whole(self._root, macro.steps)
        first = self.row_at(Spot(*home, begin))
        end = (
            first + len(flat(old))
            if len(old) < _FEW
            else self.row_at(Spot(*home, begin + len(old)))
        )
        ids = self._fresh_order(old, new, runs, end) if found.out or found.into else None
        for step in found.gone:
            self._let_go(step)
        for steps, home in found.come:
            self._take_in(steps, home)
        for step in found.changed:
            self._steps[step.id] = step
        self._root, self._macro = macro.steps, None
        if ids is not None:
            self._order[first:end] = ids
            self._sound = min(self._sound, first)
        if found.values:
            parts.append(Values(tuple(found.values)))
        parts += [*found.out, *found.into]
        inserted = end - first if ids is None else len(ids)
        return Difference(tuple(parts), first, end - first, inserted, found.copied)

    def _fresh_order(
        self, old: tuple[Step, ...], new: tuple[Step, ...], runs: _Runs, end: int
    ) -> list[str]:
        """Return the ids of the rows that come in place of those of `old`, which end before row `end`."""
        ids, there = list[str](), 0
        for place, new_place, length in runs:
            behind = place + length
            of_new = new_place + (length == 1)
            ids += [step.id for step in flat(new[there:of_new])]
            if length > 1:
                last = self.row_of(old[behind].id) if behind < len(old) else end
                ids += self._order[self.row_of(old[place].id) : last]
            there = new_place + length
        return ids

    def _let_go(self, step: Step) -> None:
        for one in flat((step,)):
            del self._steps[one.id], self._home[one.id]
            self._rows.pop(one.id, None)
            for name in branches(one):
                self._places.pop((one.id, name), None)


def _middles(
    old: tuple[Step, ...], new: tuple[Step, ...]
) -> tuple[int, tuple[Step, ...], tuple[Step, ...]]:
    """Return from where two lists differ, and what each holds from there to their common end."""
    most = min(len(old), len(new))
    begin = _common(old, new, 0, 0, most)
    end = _common(old, new, len(old), len(new), most - begin, way=-1)
    return begin, old[begin : len(old) - end], new[begin : len(new) - end]


def _common(
    old: tuple[Step, ...], new: tuple[Step, ...], here: int, there: int, most: int, way: int = 1
) -> int:
    """Return how many steps, up to `most`, are the same from two places on, or before them (`way` -1).

    Slices are compared: for lists of thousands far cheaper than one step after the other.
    """
    found, size = 0, _SLICE
    while size and found < most:
        ours, theirs = here + way * found, there + way * found
        behind, beyond = (ours, theirs) if way > 0 else (ours - size, theirs - size)
        is_same = (
            found + size <= most and old[behind : behind + size] == new[beyond : beyond + size]
        )
        found, size = (found + size, size) if is_same else (found, size // 2)
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """What one tree has that another has not: rows [first, first + removed) became `inserted` rows."""

    parts: tuple[Part, ...]
    """What makes the second of the first; none where they are equal."""
    first: int
    removed: int
    inserted: int
    copied: int
    """Entries of the lists that the second does not share."""


@dataclass(slots=True)
class _Changes:
    """What differs between the steps of two trees, step by step.

    All that goes is told before anything that comes: a step may go to a list that is looked at earlier.
    """

    moved: Collection[str]
    values: list[Step] = field(default_factory=list)
    changed: list[Step] = field(default_factory=list)
    """Steps that stay where they are, in which something is another."""
    gone: list[Step] = field(default_factory=list)
    come: list[tuple[tuple[Step, ...], Home]] = field(default_factory=list)
    out: list[Splice] = field(default_factory=list)
    into: list[Splice] = field(default_factory=list)
    copied: int = 0

    def compare_whole(
        self, old: tuple[Step, ...], new: tuple[Step, ...]
    ) -> tuple[Home, int, tuple[Step, ...], tuple[Step, ...], _Runs]:
        """Note all that differs; return the innermost list with all of it, and from where which steps."""
        home = ROOT
        while True:
            begin, before, now = _middles(old, new)
            self.copied += len(new) if before or now else 0
            differing = list[Branch]()
            if len(before) == len(now) == 1 and bare(before[0]) == bare(now[0]):
                block = now[0]
                differing = [
                    branch
                    for branch in branches(block)
                    if inner(before[0], branch) is not inner(block, branch)
                ]
            if len(differing) != 1:
                return home, begin, before, now, self._compare(home, begin, before, now)
            self.changed.append(block)
            home = (block.id, differing[0])
            old, new = inner(before[0], home[1]), inner(block, home[1])

    def _compare(
        self, home: Home, begin: int, before: tuple[Step, ...], now: tuple[Step, ...]
    ) -> _Runs:
        """Note what differs from a place of a list on, and below; return what stays there."""
        out, into, here, there, kept = list[Piece](), list[Piece](), 0, 0, begin
        runs = tuple(_kept_runs(before, now, self.moved))
        for place, new_place, length in runs:
            if place > here:
                out.append(Piece(begin + here, place - here))
                self.gone += before[here:place]
            if new_place > there:
                into.append(Piece(kept, 0, now[there:new_place]))
                self.come.append((now[there:new_place], home))
            if length == 1:
                self._kept(before[place], now[new_place])
            here, there, kept = place + length, new_place + length, kept + length
        if out:
            self.out.append(Splice(*home, tuple(out)))
        if into:
            self.into.append(Splice(*home, tuple(into)))
        return runs

    def _kept(self, old: Step, new: Step) -> None:
        if old is new:
            return
        self.changed.append(new)
        if (bare_new := bare(new)) != bare(old):
            self.values.append(bare_new)
        for branch in branches(new):
            was = inner(old, branch) if branch in branches(old) else ()
            now = inner(new, branch)
            self.copied += len(now) if now is not was else 0
            self._compare((new.id, branch), *_middles(was, now))


def _kept_runs(
    old: tuple[Step, ...], new: tuple[Step, ...], moved: Collection[str]
) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of steps that stay in a list; last where both end, of none.

    Those of a run of several are the same ones. Of two steps that changed places the one that went
    farther is not yielded: it was moved.
    """
    was: dict[str, int] = {}
    becomes: dict[str, int] = {}
    here = there = 0
    while here < len(old) and there < len(new):
        if old[here] is new[there] or _is_one(old[here], new[there]):
            same = 1
            if old[here] is new[there]:
                same = _common(old, new, here, there, min(len(old) - here, len(new) - there))
            yield here, there, same
            here, there = here + same, there + same
            continue
        if old[here].id in moved:
            here += 1
            continue
        if new[there].id in moved:
            there += 1
            continue
        if not was:
            was = dict(zip(map(_ID, old), count(), strict=False))
            becomes = dict(zip(map(_ID, new), count(), strict=False))
        later = becomes.get(old[here].id, -1) - there
        earlier = was.get(new[there].id, -1) - here
        if later < 0 or later >= earlier >= 0:
            here += 1
        else:
            there += 1
    yield len(old), len(new), 0


def _is_one(old: Step, new: Step) -> bool:
    """Tell whether a step is another one with other values, and not another kind of block with steps."""
    if old.id != new.id:
        return False
    same = type(old) is type(new) or branches(old) == branches(new)
    return same or (bare(old) is old and bare(new) is new)


class Rows(Sequence[Row]):
    """The rows of a tree, live; each is made when it is asked for."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def __len__(self) -> int:
        return len(self._tree)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(index, slice):
            return tuple(map(self._tree.row, range(*index.indices(len(self._tree)))))
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no row {index} among {len(self):,}")
        return self._tree.row(index % len(self))
