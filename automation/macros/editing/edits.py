"""What an edit consists of: values that say what was there and what is there, so that each can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from automation.macros import macro as grammar
from automation.macros.editing.rows import Branch
from automation.macros.macro import Macro, Step

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
