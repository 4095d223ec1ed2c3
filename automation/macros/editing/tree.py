"""The steps of one macro changed by splices and swaps.

The macro itself is an immutable value; an edit makes the lists on the way to its place anew and shares
all others.
"""

from collections.abc import Iterable, Sequence

import msgspec

from automation.macros.editing.edits import Header, Part, Splice, Swaps, branches, flat, holding
from automation.macros.editing.indexed import Home, Indexed
from automation.macros.editing.rows import Spot
from automation.macros.editing.slices import UNTOUCHED, Slice
from automation.macros.macro import Step


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
