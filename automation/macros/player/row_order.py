"""Which rows of the table a run does, in their order, and what a row gives to a macro."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from automation.core.errors import MacroError
from automation.macros.macro import Macro
from automation.macros.player.tables import Table


class RowOrder:
    """The rows of one run; it does not know which of them is in hand."""

    def __init__(self, table: Table, first: int = 1, only: Sequence[int] = ()) -> None:
        """Take the table.

        Args:
            table: its rows.
            first: where the first for_each begins.
            only: rows that are done, in their order; empty for all of them.

        Raises:
            MacroError: there is no such row.
        """
        self._table, self._only = table, only
        self.first = first
        for row in (*((first,) if first != 1 else ()), *only):
            self.require(row)

    def has(self, row: int) -> bool:
        """Tell whether the table has a row, counted from 1."""
        return 1 <= row <= len(self._table)

    def require(self, row: int) -> None:
        """Refuse a row that the table does not have.

        Raises:
            MacroError: it is one of them.
        """
        if not self.has(row):
            message = f"there is no row {row}; the table has {len(self._table)} rows"
            raise MacroError(message)

    def from_row(self, row: int) -> int:
        """Return the first row from one on that is to be done; one that is not there for none."""
        if not self._only:
            return row
        at = bisect_left(self._only, row)
        return self._only[at] if at < len(self._only) else len(self._table) + 1

    def given(self, row: int, macro: Macro, *, is_main: bool) -> Mapping[str, str]:
        """Return what a row gives to a macro: its columns, and to the main one its parameters."""
        names = {*macro.columns, *(self._table.filled if is_main else ())}
        return {name: cell for name, cell in self._table.row(row).items() if name in names}
