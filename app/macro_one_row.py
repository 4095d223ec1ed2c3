"""One row that is typed in where a macro's table would be read: for a part of it that is tried out. No Qt."""

from collections.abc import Mapping
from dataclasses import replace

from app.macro_request import PlayRequest, Refusal
from automation.core.proposal import Outcome
from automation.core.visible import visible_text
from automation.macros import macro as grammar
from automation.macros.player.each_row import Rows, rows_for
from automation.macros.player.linking import Linked
from automation.macros.player.part import Part, part_of
from automation.macros.player.tables import Table
from automation.macros.walking import walk

_FILE = "what was filled in"


def columns_of_row(linked: Linked, part: Part) -> tuple[str, ...] | None:
    """Return the columns that a part of the main macro uses, in the macro's order.

    None where one row of them cannot stand for the table: the part goes over none, or a macro that is
    called may go over it, whose columns the part does not tell.
    """
    called = (source for source in linked.all if source is not linked.main)
    if not part.has_rows or any(
        isinstance(one.step, grammar.ForEach) for source in called for one in walk(source.macro)
    ):
        return None
    return tuple(name for name in linked.main.macro.columns if name in part.in_rows)


def row_needed(linked: Linked, request: PlayRequest) -> Mapping[str, str] | None:
    """Return the row that stands for the table; None where there is a table, or one must be given.

    A single step that is tried out and uses nothing of a row needs neither.
    """
    is_one_step = request.by == "editor" and bool(request.from_step)
    if request.row is not None or not is_one_step or request.from_step != request.to_step:
        return request.row
    part = part_of(linked, request.from_step, request.to_step)
    is_bare = columns_of_row(linked, part) is not None and not part.in_rows
    return {} if is_bare else None


def one_row(linked: Linked, row: Mapping[str, str]) -> Rows:
    """Return how a macro is played over one row; columns that it does not give are empty there.

    Raises:
        Refusal: it gives what is no column.
        BadTable: a value cannot stand where it is used.
    """
    columns = tuple(dict.fromkeys(name for source in linked.all for name in source.macro.columns))
    unknown = next((name for name in row if name not in columns), None)
    if unknown is not None:
        known = ", ".join(columns) or "none"
        told = visible_text(unknown)
        message = f"the macro has no column {told}; its columns are: {known}"
        raise Refusal(Outcome.USAGE, message)
    cells = tuple(row.get(name, "") for name in columns)
    rows = rows_for(linked, Table(columns, (cells,)), _FILE)
    return replace(rows, unfilled={})  # parameters were asked for beside it: nothing is left out
