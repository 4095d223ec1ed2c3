"""Which rows of a table the last play of a macro has left: `--failed-rows` does them and no others."""

from pathlib import Path
from typing import Final, NoReturn

from app.macro_request import PlayRequest, Refusal
from automation.core.errors import MacroError
from automation.core.proposal import Outcome
from automation.macros.player.each_row import Rows, goes_once
from automation.macros.player.health import read_health
from automation.macros.player.report import Report, read_report, report_file

_INSTEAD: Final = "say with --from-row where to begin"


def rows_left(request: PlayRequest, rows: Rows | None, data: Path) -> tuple[int, ...]:
    """Return the rows that a play does, in their order; empty for all from the first one on.

    Args:
        request: what is wanted.
        rows: the table with the macros; None for a play without one.
        data: folder where reports and health are kept.

    Raises:
        Refusal: only the rows that are left are wanted, and nobody knows them, or there are none.
    """
    if not request.failed_rows:
        return ()
    if rows is None or not rows.digest:
        _refuse("--failed-rows does rows of a table; give it with --rows")
    if request.from_row != 1 or request.from_step or request.to_step:
        _refuse(
            "--failed-rows names the rows, and all of their steps are done; leave out --from-row, "
            "--from-step and --to-step"
        )
    if not goes_once(rows.linked):
        _refuse(
            f"the macro goes over its table more than once, so that a row may have failed in a part; {_INSTEAD}"
        )
    left = _left_of(_last_report(data, request.folder), rows.digest)
    if not left:
        _refuse("no row is left: the last play did all that it was to do")
    return left


def _last_report(data: Path, folder: str) -> Report:
    health = read_health(data, folder)
    run = health.last_id
    if health.is_rows_unknown:
        _refuse(
            "nothing was kept of the last play over a table, which was cut off or was to leave no "
            f"trace; {_INSTEAD}"
        )
    if not run:
        _refuse(f"no play of this macro is known that rows could have failed in; {_INSTEAD}")
    try:
        return read_report(report_file(data, run))
    except MacroError as error:
        message = f"what the last play did is not known, {error}; {_INSTEAD}"
        raise Refusal(Outcome.USAGE, message) from error


def _left_of(report: Report, digest: str) -> tuple[int, ...]:
    if not report.table_digest:
        _refuse(f"the last play of this macro went over no table that is known; {_INSTEAD}")
    if report.table_digest != digest:
        _refuse(f"the table is not what it was at the last play of this macro; {_INSTEAD}")
    if report.rows_left is None:
        _refuse(
            "the last play was of a part of the macro or of the table, and says nothing of all rows; "
            f"{_INSTEAD}"
        )
    return report.rows_left


def _refuse(message: str) -> NoReturn:
    raise Refusal(Outcome.USAGE, message)
