"""Where a replay is: a program counter over blocks, with a stack of its own and bounded turns.

Deterministic: what comes next follows from the macros, the table and the answers to conditions. It
never looks at a screen.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.macro import Step
from automation.macros.player.frames import Frame, following, rows_at
from automation.macros.player.instructions import (
    Broken,
    Do,
    Instruction,
    Over,
    Place,
    RowBegins,
    RowEnds,
    Whether,
)
from automation.macros.player.linking import Linked
from automation.macros.player.part import part_of, stops_of
from automation.macros.player.rounds import check_after
from automation.macros.player.row_order import RowOrder
from automation.macros.player.tables import Table
from automation.macros.player.values import BadValue, Scope, scope_of_call
from automation.macros.player.way_back import WayBack, way_back_of
from automation.macros.walking import walk

MOST_TURNS: Final = 100_000
"""Turns without a step after which the macro goes round in circles; a step off is a turn too."""


class EndlessMacro(MacroError):
    """The macro goes round without ever doing anything."""


class Program:
    """Serves one run. `current` may be asked as often as you like; only `done` and `answer` go on."""

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
        """Stand before the first step.

        Args:
            linked: the macros of the run.
            scope: values of the main macro's parameters.
            table: the rows for its for_each.
            first_row: where the first for_each begins.
            only_rows: rows that are done, in their order; empty for all of them.
            start_at: id of the step to begin with; blocks around it are entered without asking.
            stop_after: id of the step after which it is over.

        Raises:
            MacroError: there is no such step, row or table.
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
                message = f"the macro “{linked.main.macro.name}” has no step called {wanted}"
                raise MacroError(message)
        if table is None and part_of(linked, start_at, stop_after).has_rows:
            message = (
                f"the macro “{linked.main.macro.name}” goes over a table; give one with --rows"
            )
            raise MacroError(message)
        if start_at:
            self._go_to(start_at)

    @property
    def row(self) -> int:
        """The row in hand; 0 outside rows."""
        return self._stack[-1].row if self._stack else 0

    @property
    def way_back(self) -> WayBack | None:
        """Where another run begins at the row in hand; None where none does that."""
        is_first = self.has_first_table_only
        return way_back_of(self._stack, self._linked.main, is_first_table=is_first)

    @property
    def has_first_table_only(self) -> bool:
        """Tell whether the rows so far are those that a run from the first step comes to first."""
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
        message = f"the macro goes round {MOST_TURNS:,} times without a step; look at its repeats"
        raise EndlessMacro(message)

    def done(self) -> None:
        """Leave what `current` returned behind."""
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
        """Say whether the condition that `current` returned is so."""
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
        """Leave the rest of the row in hand out; tell whether there was one.

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
        """Take one turn; return what comes up, if anything does."""
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
        """Stand before a step of the main macro, inside the blocks around it."""
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
