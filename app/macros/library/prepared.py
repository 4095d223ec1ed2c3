"""What the form before a run shows: the macro, what of it is to run, and what that asks for. No Qt."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from app.macro_rows_before import RowsBefore
from app.macros.library.last_values import Filled
from automation.core.visible import visible_text
from automation.macros.macro import Macro, Param
from automation.macros.player.each_row import fillable, over_rows
from automation.macros.player.linking import Linked
from automation.macros.player.part import names_of_rows
from automation.macros.player.wording import step_words
from automation.macros.walking import walk


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the form shows, read beforehand."""

    slug: str
    macro: Macro
    linked: Linked
    """It and all that it calls: their columns must be in the table."""
    has_rows: bool
    """What is to run goes over a table."""
    filled: Filled = dataclasses.field(default_factory=Filled)
    """What was filled in before the last run."""
    needed: frozenset[str] | None = None
    """Parameters and columns of the part that is to run; None for the whole macro."""
    row: tuple[str, ...] | None = None
    """Columns of that part that may be filled in as one row; None where a table must be chosen."""
    before: RowsBefore | None = None
    """What was done of a table's rows before; None where there is nothing to go on with."""
    title: str = ""
    """What is done, where it is not the whole macro that is played."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the macros use."""
        macros = [source.macro for source in self.linked.all]
        return tuple(dict.fromkeys(name for macro in macros for name in macro.columns))

    @property
    def fills(self) -> tuple[str, ...]:
        """The parameters that a column of their name fills."""
        return tuple(fillable(over_rows(self.linked)))

    @property
    def outside(self) -> frozenset[str]:
        """Parameters that must have a value besides what a row gives."""
        return names_of_rows(over_rows(self.linked).main.macro, in_rows=False)

    @property
    def may_have_rows(self) -> bool:
        """Tell whether all of it can be done once for each row of a table."""
        return self.needed is None and not self.linked.has_rows and bool(self.fills)

    @property
    def needs_rows(self) -> bool:
        """Tell whether nothing can be played without a table."""
        return self.has_rows and self.row is None

    @property
    def heading(self) -> str:
        """What the form is for, in a line."""
        return self.title or f"Play “{visible_text(self.macro.name)}”"

    @property
    def asked(self) -> Mapping[str, Param]:
        """What has a field: parameters, then the columns of the row that may be filled in."""
        return {**{name: Param(ask=name) for name in self.row or ()}, **self.params}

    @property
    def params(self) -> Mapping[str, Param]:
        """The parameters that are asked for."""
        known = self.macro.params
        if self.needed is None:
            return known
        return {name: param for name, param in known.items() if name in self.needed}


def part_title(macro: Macro, first: str, last: str) -> str:
    """Return what is done with a part of a macro; empty for the whole of it.

    Args:
        macro: whose part it is.
        first: id of the step that it begins with; empty for the first.
        last: id of the step that it ends with; empty for the last.
    """
    wanted = first or last
    step = next((one.step for one in walk(macro) if wanted and one.step.id == wanted), None)
    if step is None:
        return ""
    if first == last:
        done = "Test step"
    else:
        done = "Run from here" if not last else "Run to here" if not first else "Run from"
    return f"{done}: {visible_text(step_words(step))}"
