"""The steps of one macro changed by splices and swaps.

The macro itself is an immutable value; an edit makes the lists on the way to its place anew and shares
all others.

What a view of a macro shows and names: rows, places between them, and what an edit did to them.

What an edit consists of: values that say what was there and what is there, so that each can be undone.

The steps of one macro, found by id, by row and by their place in a list.

Beside the macro stand the ids in the order of the rows and, by id, the step and the list that holds it.
Rows and places in lists are looked up in tables that are checked at each use and mended from the first
wrong row on, so that a run of edits pays for one of them.

Runs of rows that were replaced.

The rows of a tree, made when they are asked for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, overload

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.macro import Macro, Step

Branch = Literal["steps", "then", "otherwise"]


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


_LIST: tuple[Branch, ...] = ("steps",)
_BRANCHES: Mapping[type, tuple[Branch, ...]] = {
    grammar.Group: _LIST,
    grammar.Repeat: _LIST,
    grammar.ForEach: _LIST,
    grammar.If: ("then", "otherwise"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Steps of one list that go, and those that come in their place."""

    index: int
    """Where they begin in the list as it is before the edit."""
    removed: tuple[Step, ...]
    inserted: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Splice:
    """Changes of one list of steps."""

    block: str
    """Id of the block that has the list; empty for the macro itself."""
    branch: Branch
    pieces: tuple[Piece, ...]
    """From the front to the end, none over another."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Other values for one step, which keeps its place, its id and the steps inside it."""

    old: Step
    """Without inner steps, as is `new`."""
    new: Step


@dataclass(frozen=True, slots=True)
class Swaps:
    """Other values for some steps."""

    pairs: tuple[Swap, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """Other values of the macro itself; both without steps."""

    old: Macro
    new: Macro


Part = Splice | Swaps | Header


@dataclass(frozen=True, slots=True)
class Edit:
    """One step of the history."""

    words: str
    parts: tuple[Part, ...]
    """Each fits the macro that the one before leaves."""
    before: tuple[str, ...] = ()
    """Ids to select when it is undone."""
    after: tuple[str, ...] = ()
    """Ids to select when it is done."""
    key: str = ""
    """Edits in a row with the same key are one; empty stands alone."""
    size: int = field(default=0, compare=False)
    """About how many bytes it keeps alive."""

    def inverse(self) -> "Edit":
        """Return the edit that takes this one back."""
        parts = tuple(_inverse(part) for part in reversed(self.parts))
        return Edit(self.words, parts, self.after, self.before, "", self.size)


def _inverse(part: Part) -> Part:
    match part:
        case Header():
            return Header(part.new, part.old)
        case Swaps():
            return Swaps(tuple(Swap(pair.new, pair.old) for pair in part.pairs))
        case Splice():
            moved, pieces = 0, []
            for piece in part.pieces:
                pieces.append(Piece(piece.index + moved, piece.inserted, piece.removed))
                moved += len(piece.inserted) - len(piece.removed)
            return Splice(part.block, part.branch, tuple(pieces))


def measured(edit: Edit) -> Edit:
    """Return the edit with its size."""
    size = sum(map(_bytes_of, edit.parts))
    return Edit(edit.words, edit.parts, edit.before, edit.after, edit.key, size)


def _bytes_of(part: Part) -> int:
    """Return how long the values are as JSON, which is near to what they take."""
    return len(msgspec.json.encode(part))


def merged(first: Edit, second: Edit) -> Edit | None:
    """Return two edits of the same values as one; None for edits that do not join."""
    if not first.key or first.key != second.key or len(first.parts) != len(second.parts):
        return None
    parts: list[Part] = []
    for one, other in zip(first.parts, second.parts, strict=True):
        match one, other:
            case Header(), Header():
                parts.append(Header(one.old, other.new))
            case Swaps(pairs=(before,)), Swaps(pairs=(after,)) if before.old.id == after.new.id:
                parts.append(Swaps((Swap(before.old, after.new),)))
            case _:
                return None
    return Edit(second.words, tuple(parts), first.before, second.after, second.key)


def branches(step: Step) -> tuple[Branch, ...]:
    """Return the names of the lists inside a step, in the order of the file."""
    return _BRANCHES.get(type(step), ())


def inner(step: Step, branch: Branch) -> tuple[Step, ...]:
    """Return a list inside a block."""
    found: tuple[Step, ...] = getattr(step, branch)
    return found


def bare(step: Step) -> Step:
    """Return the step without the steps inside it."""
    names = _BRANCHES.get(type(step))
    if names is None:
        return step
    empty: dict[str, tuple[Step, ...]] = {name: () for name in names if inner(step, name)}
    return msgspec.structs.replace(step, **empty) if empty else step


def holding(step: Step, like: Step) -> Step:
    """Return the step with the steps inside another, whose lists have the same names."""
    names = _BRANCHES.get(type(step))
    if names is None:
        return step
    lists = {name: inner(like, name) for name in names if name in branches(like)}
    return msgspec.structs.replace(step, **lists) if lists else step


def flat(steps: Sequence[Step]) -> list[Step]:
    """Return steps and all inside them, blocks before what is in them."""
    found: list[Step] = []
    waiting = list(reversed(steps))
    while waiting:
        step = waiting.pop()
        found.append(step)
        for name in reversed(branches(step)):
            waiting += reversed(inner(step, name))
    return found


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


class Indexed:
    """A macro with its steps by id and row; what edits it is a `tree.Tree`. Owned by one thread."""

    def __init__(self, macro: Macro) -> None:
        """Take a macro.

        Raises:
            MacroError: two of its steps have one id.
        """
        self.header = msgspec.structs.replace(macro, steps=())
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
            self._macro = msgspec.structs.replace(self.header, steps=self._root)
        return self._macro

    def set_name(self, name: str) -> None:
        """Give the macro another name; a header that comes with an edit does not change it."""
        self.header = msgspec.structs.replace(self.header, name=name)
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


@dataclass(frozen=True, slots=True)
class Slice:
    """Rows [first, first + removed) were replaced by `inserted` rows."""

    first: int
    removed: int
    inserted: int

    def then(self, other: "Slice") -> "Slice":
        """Return the least slice that tells this change and one after it."""
        if not (self.removed or self.inserted):
            return other
        if not (other.removed or other.inserted):
            return self
        first = min(self.first, other.first)
        end = max(self.first + self.inserted, other.first + other.removed)
        return Slice(
            first,
            end - first - (self.inserted - self.removed),
            end - first + (other.inserted - other.removed),
        )


UNTOUCHED = Slice(0, 0, 0)


class Tree(Indexed):
    """A macro whose steps are edited. Owned by one thread."""

    def apply(self, parts: Sequence[Part]) -> Slice:
        """Do the parts of an edit, which fit the macro, one after the other."""
        self._macro = None
        done = UNTOUCHED
        for part in parts:
            match part:
                case Header():
                    self.header = msgspec.structs.replace(part.new, name=self.header.name)
                case Swaps():
                    done = done.then(self._swap(part))
                case Splice():
                    done = done.then(self._splice(part))
        return done

    def _swap(self, swaps: Swaps) -> Slice:
        first, end = len(self._order), 0
        changed: dict[Home, set[str]] = {}
        for pair in swaps.pairs:
            step_id = pair.new.id
            row = self.row_of(step_id)
            first = min(first, row)
            end = max(end, self.end_of(step_id) if branches(pair.new) else row + 1)
            self._steps[step_id] = holding(pair.new, self._steps[step_id])
            changed.setdefault(self._home[step_id], set()).add(step_id)
        self._renew(changed)
        return Slice(first, end - first, end - first) if swaps.pairs else UNTOUCHED

    def _splice(self, splice: Splice) -> Slice:
        home = (splice.block, splice.branch)
        before = self.siblings(home)
        spans = [self._span(home, piece.index, len(piece.removed)) for piece in splice.pieces]
        for piece in splice.pieces:
            self._let_go(piece.removed)
        order, steps, row, place = list[str](), list[Step](), spans[0][0], 0
        for piece, (start, end) in zip(splice.pieces, spans, strict=True):
            order += self._order[row:start]
            order += self._take_in(piece.inserted, home)
            steps += before[place : piece.index]
            steps += piece.inserted
            row, place = end, piece.index + len(piece.removed)
        steps += before[place:]
        first, last = spans[0][0], spans[-1][1]
        self._order[first:last] = order
        self._sound = min(self._sound, first)
        self._put(home, tuple(steps))
        return Slice(first, last - first, len(order))

    def _span(self, home: Home, index: int, count: int) -> tuple[int, int]:
        block, branch = home
        return self.row_at(Spot(block, branch, index)), self.row_at(
            Spot(block, branch, index + count)
        )

    def _let_go(self, steps: Sequence[Step]) -> None:
        for step in flat(steps):
            del self._steps[step.id], self._home[step.id]
            self._rows.pop(step.id, None)
            for name in branches(step):
                self._places.pop((step.id, name), None)

    def _put(self, home: Home, steps: tuple[Step, ...]) -> None:
        """Give a list other steps, and the blocks around it other lists."""
        block, branch = home
        if not block:
            self._root = steps
            return
        self._steps[block] = msgspec.structs.replace(self._steps[block], **{branch: steps})
        self._renew({self._home[block]: {block}})

    def _renew(self, changed: dict[Home, set[str]]) -> None:
        """Make lists anew whose steps were replaced, the innermost first."""
        levels: dict[int, dict[Home, set[str]]] = {}
        for home, ids in changed.items():
            levels.setdefault(self._level(home), {})[home] = ids
        for level in range(max(levels, default=-1), -1, -1):
            for home, ids in levels.get(level, {}).items():
                steps = list(self.siblings(home))
                for place in self._places_of(ids):
                    steps[place] = self._steps[steps[place].id]
                block, branch = home
                if not block:
                    self._root = tuple(steps)
                    continue
                self._steps[block] = msgspec.structs.replace(
                    self._steps[block], **{branch: tuple(steps)}
                )
                above = levels.setdefault(level - 1, {})
                above.setdefault(self._home[block], set()).add(block)

    def _places_of(self, ids: Iterable[str]) -> list[int]:
        return [self.place(step_id) for step_id in ids]

    def _level(self, home: Home) -> int:
        block = home[0]
        return 1 + sum(1 for _ in self.above(block)) if block else 0


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
