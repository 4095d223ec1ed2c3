"""The command line of a script, and what its run is told by it. No Qt."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from automation.core.events import ApproveMode, Keep
from automation.macros.macro import Macro, Param
from automation.macros.player.each_row import unused_words
from automation.macros.player.tables import Table, for_macros, open_table, unused_columns
from automation.macros.script.values import Unusable

UsualMismatch = Literal["ask_model", "ask_me", "retry", "skip", "stop"]
"""What is done where a step does not fit and says nothing itself."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a script is run."""

    file: Path
    """The script's own file: its folder holds the pictures."""
    approve: ApproveMode = "ask"
    is_json: bool = False
    max_steps: int | None = None
    """As the user wants it; None takes the larger of the settings' and what the script needs."""
    needed_steps: int = 0
    timeout_s: float | None = None
    rows: int = 0
    """Rows that it goes over: each may take as long as the settings let a run."""
    keep: Keep | None = None
    speed: float = 10.0
    on_mismatch: UsualMismatch = "ask_model"
    model: str = ""
    """Folder of a model that may be loaded to be asked; empty for none."""
    breaks: bool = False
    first_row: int = 1


def script_arguments(doc: str | None = None, *, has_rows: bool = False) -> argparse.ArgumentParser:
    """Return a parser with what every script understands; add the script's own arguments to it.

    Args:
        doc: what `--help` says of the script.
        has_rows: it goes over a table.
    """
    parser = argparse.ArgumentParser(
        prog=Path(sys.argv[0]).name,
        description=_described(doc),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    own = parser.add_argument_group("of deskhand")
    own.add_argument(
        "--approve", choices=("ask", "assist", "auto", "dry-run"), default="ask",
        help="ask: every step (default); assist: what your settings allow runs; auto: what is easy "
        "to undo runs; dry-run: show, send nothing. What is hard to undo is always asked about",
    )  # fmt: skip
    own.add_argument("--json", action="store_true", help="write JSON lines, as deskhand do does")
    own.add_argument(
        "--speed", type=_between(float, 0.1, 10), metavar="N",
        help="0.1 to 10: below 10 the recorded pauses count, divided by it",
    )  # fmt: skip
    own.add_argument(
        "--breakpoints", action="store_true", help="ask before steps that have a breakpoint"
    )
    own.add_argument("--keep", choices=("all", "nothing"), help="what the history keeps of it")
    own.add_argument(
        "--max-steps", type=_between(int, 1, 100_000), metavar="N", help="end after so many actions"
    )
    own.add_argument(
        "--timeout",
        type=_between(float, 1, 86_400),
        metavar="S",
        help="end after so many seconds of work",
    )
    if has_rows:
        _add_rows(parser.add_argument_group("its table"))
    return parser


def _described(doc: str | None) -> str | None:
    """Return a description that argparse shows as it stands: it fills one in that holds `%(prog)`."""
    return doc.replace("%", "%%") if doc is not None and "%(prog)" in doc else doc


def _add_rows(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--rows", metavar="FILE.csv", required=True, help="the table to go over")
    group.add_argument(
        "--delimiter", metavar="C", default="", choices=("", ",", ";", "|", "tab"),
        help="what stands between cells: , ; | or tab (default: found out)",
    )  # fmt: skip
    group.add_argument(
        "--from-row", type=_between(int, 1, 100_000), metavar="N", default=1,
        help="begin with this row (from 1)",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fill:
    """An option that a column of the table may give for each row instead."""

    column: str
    read: Callable[[str], object] = str
    """As argparse takes it: raises `Unusable`."""
    default: object = None
    dest: str = ""
    """What the option is called among the given ones; empty for the column's name."""
    is_needed: bool = False
    """It must have a value outside the rows too."""

    @property
    def option(self) -> str:
        """Return the name among the given ones."""
        return self.dest or self.column


def read_table(given: argparse.Namespace, *wanted: str | Fill) -> Table:
    """Return the table that the command line names, with these columns in this order.

    An option that no column gives gets its default in `given`.

    Raises:
        MacroError: it cannot be read, lacks a column or the row to begin with, holds a cell that is
            no such value, or gives what an option gives too.
    """
    file = str(given.rows)
    whole = open_table(Path(file), {"tab": "\t"}.get(given.delimiter, given.delimiter))
    columns = tuple(one for one in wanted if isinstance(one, str))
    fills = {one.column: one for one in wanted if isinstance(one, Fill)}
    script = Macro(deskhand=1, name="script", columns=columns)
    table = for_macros(whole, [script], file, dict.fromkeys(fills, Param()))
    for one in fills.values():
        _fill(given, one, table)
    if note := unused_words(unused_columns(whole, table), file):
        sys.stderr.write(f"deskhand: {note}\n")
    if given.from_row != 1 and given.from_row > len(table):
        message = f"there is no row {given.from_row}; the table has {len(table)} rows"
        raise Unusable(message)
    return table


def _fill(given: argparse.Namespace, one: Fill, table: Table) -> None:
    """Check what gives a value: the option, or a column that holds one in each row."""
    is_column, is_given = one.column in table.filled, getattr(given, one.option) is not None
    if is_column and is_given and not one.is_needed:
        message = (
            f"{one.column} has a value by its option and another in each row of {given.rows}, in "
            f"the column {one.column}; leave one of the two out"
        )
        raise Unusable(message)
    if not is_given:
        if one.default is None and (one.is_needed or not is_column):
            message = f"{one.column}: no value was given; give its option"
            message += "" if one.is_needed else f", or {given.rows} a column called {one.column}"
            raise Unusable(message)
        setattr(given, one.option, one.default)
    if is_column:
        _check_cells(one, table, given.rows)


def _check_cells(one: Fill, table: Table, file: str) -> None:
    place = table.columns.index(one.column)
    for number, row in enumerate(table.rows, 1):
        try:
            one.read(row[place])
        except Unusable as error:
            message = f"{file}, row {number}: {one.column} cannot be used, {error}"
            raise Unusable(message) from error


def _between(kind: type[int] | type[float], least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = kind(least) - 1
        if not least <= number <= most:
            word = "a whole number" if kind is int else "a number"
            message = f"found {text!r}, expected {word} from {least:g} to {most:g}"
            raise argparse.ArgumentTypeError(message)
        return number

    return read
