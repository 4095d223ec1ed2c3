"""What one replay is about: the linked macro, its values and rows, and the part of it that is wanted."""

from dataclasses import dataclass
from typing import Literal

from automation.macros.player.linking import Linked
from automation.macros.player.program import Program
from automation.macros.player.tables import Table
from automation.macros.player.values import Scope

OnRow = Literal["stop", "next"]
"""What a failed row does to the run."""


@dataclass(frozen=True, slots=True)
class Play:
    """What is to be played."""

    linked: Linked
    scope: Scope
    table: Table | None = None
    first_row: int = 1
    only_rows: tuple[int, ...] = ()
    """Rows that are done, in their order; empty for all from `first_row` on."""
    on_row_failure: OnRow = "stop"
    start_at: str = ""
    stop_after: str = ""

    def program(self) -> Program:
        """Return the program, before its first step.

        Raises:
            MacroError: there is no such step, row or table.
        """
        return Program(
            self.linked, self.scope, self.table,
            first_row=self.first_row, only_rows=self.only_rows, start_at=self.start_at, stop_after=self.stop_after,
        )  # fmt: skip
