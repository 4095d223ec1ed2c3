"""Where a replay is: a program counter over blocks, with a stack of its own and bounded turns.

Deterministic: what comes next follows from the macros, the table and the answers to conditions. It
never looks at a screen. Beside the program stand the part of a macro that a run may come to which
begins or ends in the middle (a step too many is asked for, never one too few), the order of the rows,
and the point at which another play goes on over them.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Macro, Step, branches
from automation.macros.play.linking import Linked, Source
from automation.macros.play.values import BadValue, Scope, Table, scope_of_call
from automation.macros.walk import Walked, used_names, walk


@dataclass(frozen=True, slots=True)
class Place:
    """A step in its macro, with the names that have a value there."""

    step: Step
    scope: Scope
    source: Source
    row: int = 0
    """Row of the table, from 1; 0 outside rows."""
    rounds: int = 0
    """Of the look after the last round of a repeat: how many it has had; 0 for any other step."""


@dataclass(frozen=True, slots=True)
class Do:
    """A step is to be done; go on with `done`."""

    place: Place


@dataclass(frozen=True, slots=True)
class Whether:
    """A condition decides which way it goes; go on with `answer`."""

    place: Place
    condition: Condition
    turn: int = 0
    """Grows each time that the same condition is asked about again."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A step cannot be begun, whatever is on the screen; go on with `done` to leave it out."""

    place: Place
    sentence: str


@dataclass(frozen=True, slots=True)
class RowBegins:
    """A row of the table is begun; go on with `done`."""

    row: int


@dataclass(frozen=True, slots=True)
class RowEnds:
    """A row of the table is done; go on with `done`."""

    row: int


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left."""


Instruction = Do | Whether | Broken | RowBegins | RowEnds | Over


@dataclass(slots=True)
class Frame:
    """One block that is being done."""

    source: Source
    scope: Scope
    steps: tuple[Step, ...]
    row: int = 0
    block: Step | None = None
    at: int = 0
    turns: int = 0
    """Rounds of a repeat that have begun."""
    outer: Scope = field(default_factory=Scope)
    """Of a for_each: the scope without a row."""
    is_looked_after: bool = False
    """Of a repeat that is done until something is so: the look after its last round has begun."""
    is_begun: bool = True
    """Of a for_each or a repeat: the current round has begun."""


def rows_at(stack: Sequence[Frame]) -> int:
    """Return the index of the block that goes over the table; -1 outside rows."""
    places = range(len(stack) - 1, -1, -1)
    return next((at for at in places if isinstance(stack[at].block, grammar.ForEach)), -1)


def following(stack: Sequence[Frame], *, is_begun: bool) -> Iterator[Place]:
    """Yield the steps that follow, as far as no condition decides about them."""
    skip = 1 if is_begun else 0
    for frame in reversed(stack):
        waiting = list(reversed(frame.steps[frame.at + skip :]))
        skip = 0
        while waiting:
            step = waiting.pop()
            if step.off:
                continue
            if isinstance(step, grammar.Group):
                waiting += reversed(step.steps)
            elif isinstance(step, grammar.Call) or branches(step):
                return
            else:
                yield Place(step, frame.scope, frame.source, frame.row)
        if isinstance(frame.block, grammar.Repeat | grammar.ForEach):
            return


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
        start: id of the step that it begins with; empty, or none of its own, for the first.
        stop: id of the step after which it is over; empty, or none of its own, for the last.
    """
    steps = _steps(tuple(walk(linked.main.macro)), start, stop)
    in_rows = frozenset(name for one in steps if one.in_rows for name in used_names(one.step))
    outside = frozenset(name for one in steps if not one.in_rows for name in used_names(one.step))
    needs_rows = any(_needs_rows(one, linked) for one in steps)
    return Part(in_rows | outside, needs_rows, in_rows, outside)


def stops_of(macro: Macro, wanted: str) -> frozenset[str]:
    """Return the ids of the steps that end a run: the wanted one, and the outermost block around it.

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


def _needs_rows(one: Walked, linked: Linked) -> bool:
    if one.in_rows or isinstance(one.step, grammar.ForEach):
        return True
    return isinstance(one.step, grammar.Call) and _goes_over_rows(
        linked.called(one.step.macro), linked
    )


def _goes_over_rows(source: Source, linked: Linked) -> bool:
    """Return whether a macro, or one that it calls, goes over the table; calls make no circle."""
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


def check_after(repeat: grammar.Repeat) -> grammar.CheckThat | None:
    """Return the check that follows the last round of a repeat; None where its rounds are only counted.

    Nothing is said of how long it may take after the last round: as long as of any check.
    """
    if repeat.until is None or not repeat.steps:
        return None
    return grammar.CheckThat(id=repeat.id, condition=repeat.until, on_mismatch=repeat.on_mismatch)


def missing_words(rounds: int, wanted: str, seen: str) -> str:
    """Return that something did not come in all the rounds of a repeat."""
    count = "1 round" if rounds == 1 else f"{rounds:,} rounds"
    return f"in {count} it did not come to this: {wanted} ({seen})"


class RowOrder:
    """The rows of one run in their order; it does not know which of them is the current one."""

    def __init__(self, table: Table, first: int = 1, only: Sequence[int] = ()) -> None:
        self._table, self._only = table, only
        self.first = first
        for row in (*((first,) if first != 1 else ()), *only):
            self.require(row)

    def has(self, row: int) -> bool:
        """Return whether the table has a row, counted from 1."""
        return 1 <= row <= len(self._table)

    def require(self, row: int) -> None:
        """Refuse a row that the table does not have."""
        if not self.has(row):
            raise MacroError(f"there is no row {row}; the table has {len(self._table)} rows")

    def from_row(self, row: int) -> int:
        """Return the first row to be done at or after this one; one past the table where none is left."""
        if not self._only:
            return row
        at = bisect_left(self._only, row)
        return self._only[at] if at < len(self._only) else len(self._table) + 1

    def given(self, row: int, macro: Macro, *, is_main: bool) -> Mapping[str, str]:
        """Return what a row gives to a macro: its columns, and to the main one its parameters."""
        names = {*macro.columns, *(self._table.filled if is_main else ())}
        return {name: cell for name, cell in self._table.row(row).items() if name in names}


ROWS_LEFT: Final = "To do only the rows that are left: --failed-rows."


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where another play of the same macro begins."""

    row: int
    step: str = ""
    """Id of the step to begin with; empty for the first of all."""


def resume_point_of(
    stack: Sequence[Frame], main: Source, *, is_first_table: bool
) -> ResumePoint | None:
    """Return where another run can begin at the current row; None where none can.

    The table of the run that comes first is begun at that row, a later one of the main macro where
    the run begins with it. Inside a repeat the rounds that are done would be done again.
    """
    depth = rows_at(stack)
    outer = stack[:depth] if depth > 0 else ()
    if not outer or any(isinstance(frame.block, grammar.Repeat) for frame in outer):
        return None
    block, row = stack[depth].block, stack[depth].row
    if is_first_table:
        return ResumePoint(row)
    is_main = block is not None and outer[-1].source is main
    return ResumePoint(row, block.id) if block and is_main else None


def as_options(point: ResumePoint) -> str:
    """Return the options of the command line that go on from there."""
    step = f"--from-step {point.step} " if point.step else ""
    return f"To go on from there: {step}--from-row {point.row}."


MOST_TURNS: Final = 100_000
"""Turns without a step after which the macro goes round in circles; a step off is a turn too."""


class EndlessMacro(MacroError):
    """The macro goes round without ever doing anything."""


class Program:
    """The program counter of one run. `current` may be asked as often as you like; only `done` and `answer` go on."""

    def __init__(
        self,
        linked: Linked,
        scope: Scope,
        table: Table | None = None,
        *,
        first_row: int = 1,
        only_rows: Sequence[int] = (),
        start_at: str = "",
        stop_after: str = "",
    ) -> None:
        """Begin before the first step.

        Args:
            only_rows: rows that are done, in their order; empty for all of them.
            start_at: id of the step to begin with; blocks around it are entered without asking.
        """
        self._linked = linked
        self._rows = RowOrder(table or Table(), first_row, only_rows)
        self._start_at, self._tables_begun = start_at, 0
        self._stops = stops_of(linked.main.macro, stop_after)
        self._is_over = False
        self._held: Instruction | None = None
        self._stack = [Frame(linked.main, scope, linked.main.macro.steps)]
        for wanted in (start_at, stop_after):
            if wanted and not any(one.step.id == wanted for one in walk(linked.main.macro)):
                raise MacroError(
                    f"the macro “{linked.main.macro.name}” has no step called {wanted}"
                )
        if table is None and part_of(linked, start_at, stop_after).has_rows:
            raise MacroError(
                f"the macro “{linked.main.macro.name}” goes over a table; give one with --rows"
            )
        if start_at:
            self._go_to(start_at)

    @property
    def row(self) -> int:
        """The current row, from 1; 0 outside rows."""
        return self._stack[-1].row if self._stack else 0

    @property
    def resume_point(self) -> ResumePoint | None:
        """Where another run can begin at the current row; None where none can."""
        is_first = self.has_first_table_only
        return resume_point_of(self._stack, self._linked.main, is_first_table=is_first)

    @property
    def has_first_table_only(self) -> bool:
        """Return whether the rows so far are those that a run from the first step comes to first."""
        return self._tables_begun == 1 and not self._start_at

    def current(self) -> Instruction:
        """Return what is to be done.

        Raises:
            EndlessMacro: nothing came up in `MOST_TURNS` turns.
        """
        for _ in range(MOST_TURNS):
            if self._held is None:
                self._held = self._turn()
            if self._held is not None:
                return self._held
        raise EndlessMacro(
            f"the macro goes round {MOST_TURNS:,} times without a step; look at its repeats"
        )

    def done(self) -> None:
        """Go on to what follows the current instruction."""
        held, self._held = self._held, None
        match held:
            case RowBegins():
                self._stack[rows_at(self._stack)].is_begun = True
            case RowEnds():
                self._begin_row(self._stack[-1], held.row + 1)
            case Do() | Broken():
                self._stack[-1].at += 1
                self._close_after(held.place.step)
            case Whether():
                self.answer(is_so=False)
            case _:
                return

    def answer(self, *, is_so: bool) -> None:
        """Go on as the answer to the current condition says."""
        held, self._held = self._held, None
        assert isinstance(held, Whether), "an answer needs a question"
        frame, step = self._stack[-1], held.place.step
        if isinstance(step, grammar.If):
            frame.at += 1
            self._enter(frame, step, step.then if is_so else step.otherwise)
        elif is_so:
            self._leave()
        else:
            frame.is_begun = True
            frame.at = 0

    def abandon_row(self) -> bool:
        """Skip the rest of the current row; return whether there is one.

        The row then ends as any other does.
        """
        depth = rows_at(self._stack)
        if depth < 0:
            return False
        del self._stack[depth + 1 :]
        self._stack[-1].at = len(self._stack[-1].steps)
        self._held = None
        return True

    def upcoming(self, most: int) -> tuple[Place, ...]:
        """Return the steps that follow, as far as no condition decides about them."""
        is_begun = isinstance(self._held, Do | Broken)
        return tuple(islice(following(self._stack, is_begun=is_begun), most))

    def _turn(self) -> Instruction | None:
        """Move by one block or step; return the instruction that comes up, if any does."""
        if self._is_over or not self._stack:
            return Over()
        frame = self._stack[-1]
        if isinstance(frame.block, grammar.Repeat) and not frame.is_begun:
            return self._next_round(frame, frame.block)
        if isinstance(frame.block, grammar.ForEach) and not frame.is_begun:
            if not self._rows.has(frame.row):
                self._leave()
                return None
            return RowBegins(frame.row)
        if frame.at >= len(frame.steps):
            return self._at_end(frame)
        step = frame.steps[frame.at]
        if step.off:
            frame.at += 1
            self._close_after(step)
            return None
        return self._begin(frame, step)

    def _begin(self, frame: Frame, step: Step) -> Instruction | None:
        place = Place(step, frame.scope, frame.source, frame.row)
        match step:
            case grammar.Group():
                frame.at += 1
                self._enter(frame, step, step.steps)
            case grammar.If():
                return Whether(place, step.condition)
            case grammar.Repeat():
                frame.at += 1
                self._enter(frame, step, step.steps).is_begun = False
            case grammar.ForEach():
                frame.at += 1
                inner = self._enter(frame, step, step.steps)
                inner.outer = frame.scope
                self._begin_table(inner)
            case grammar.Call():
                return self._call(frame, step, place)
            case _:
                return Do(place)
        return None

    def _call(self, frame: Frame, step: grammar.Call, place: Place) -> Instruction | None:
        called = self._linked.called(step.macro)
        try:
            scope = scope_of_call(called.macro, step.values, frame.scope)
        except BadValue as error:
            return Broken(place, str(error))
        frame.at += 1
        self._stack.append(Frame(called, scope, called.macro.steps, frame.row, step))
        return None

    def _enter(self, frame: Frame, block: Step, steps: tuple[Step, ...]) -> Frame:
        inner = Frame(frame.source, frame.scope, steps, frame.row, block)
        self._stack.append(inner)
        return inner

    def _leave(self) -> None:
        block = self._stack.pop().block
        if block is not None:
            self._close_after(block)

    def _close_after(self, step: Step) -> None:
        is_main = not self._stack or self._stack[-1].source is self._linked.main
        if is_main and step.id in self._stops:
            self._is_over = True

    def _at_end(self, frame: Frame) -> Instruction | None:
        match frame.block:
            case grammar.Repeat():
                frame.is_begun = False
            case grammar.ForEach():
                return RowEnds(frame.row)
            case _:
                self._leave()
        return None

    def _next_round(self, frame: Frame, block: grammar.Repeat) -> Instruction | None:
        if not block.steps or frame.turns >= block.times:
            return self._after_rounds(frame, block)
        frame.turns += 1
        if block.until is not None:
            place = Place(block, frame.scope, frame.source, frame.row)
            return Whether(place, block.until, frame.turns)
        frame.is_begun, frame.at = True, 0
        return None

    def _after_rounds(self, frame: Frame, block: grammar.Repeat) -> Instruction | None:
        """Leave a repeat that has had its rounds; what it was done until must have come by then."""
        check = check_after(block)
        if check is None or frame.is_looked_after:
            self._leave()
            return None
        frame.is_begun, frame.at, frame.is_looked_after = True, len(frame.steps), True
        return Do(Place(check, frame.scope, frame.source, frame.row, block.times))

    def _begin_table(self, frame: Frame) -> None:
        self._begin_row(frame, 1 if self._tables_begun else self._rows.first)
        self._tables_begun += 1

    def _begin_row(self, frame: Frame, row: int) -> None:
        frame.row, frame.at, frame.is_begun = self._rows.from_row(row), 0, False
        if self._rows.has(frame.row):
            is_main = frame.source is self._linked.main
            given = self._rows.given(frame.row, frame.source.macro, is_main=is_main)
            frame.scope = frame.outer.with_row(given)

    def _go_to(self, wanted: str) -> None:
        """Go to a step of the main macro, inside the blocks around it."""
        path = next(one.path for one in walk(self._linked.main.macro) if one.step.id == wanted)
        frame = self._stack[-1]
        for depth, (name, at) in enumerate(zip(path[::2], path[1::2], strict=True)):
            if depth:
                frame = self._inside(frame, str(name))
            frame.at = int(at)

    def _inside(self, frame: Frame, name: str) -> Frame:
        block = frame.steps[frame.at]
        frame.at += 1
        inner = self._enter(frame, block, getattr(block, name))
        match block:
            case grammar.Repeat():
                inner.turns = 1
            case grammar.ForEach():
                self._rows.require(self._rows.first)
                inner.outer = frame.scope
                self._begin_table(inner)
                self._held = RowBegins(inner.row)
            case _:
                pass
        return inner
