"""The steps of one macro, found by id, by row and by their place in a list.

Beside the macro stand the ids in the order of the rows and, by id, the step and the list that holds it.
Rows and places in lists are looked up in tables that are checked at each use and mended from the first
wrong row on, so that a run of edits pays for one of them.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from automation.core.errors import MacroError
from automation.macros.editing.edits import branches, inner
from automation.macros.editing.rows import Branch, Row, Spot
from automation.macros.macro import Macro, Step

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
            message = "two steps of the macro have the same id; give each a name of its own"
            raise MacroError(message)

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
            message = f"{f'the step “{block}”' if block else 'the macro'} has no list “{branch}”"
            raise MacroError(message)
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
            message = f"there is no place {spot.index} in a list of {len(steps):,} steps"
            raise MacroError(message)
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
