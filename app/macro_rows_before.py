"""What an earlier play did of the rows of a table, and where another one goes on. Light: no Qt."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.macro_request import PlayRequest
    from automation.macros.player.report import Report
    from automation.macros.player.way_back import WayBack


@dataclass(frozen=True, slots=True)
class RowsBefore:
    """The rows of an earlier play."""

    table: Path | None
    """Their file; None where nobody knows."""
    rows: int
    """How many the table had."""
    done: int
    """How many that play did."""
    row: int
    """The first that it did not finish; 0 for none."""
    step: str | None
    """Step to begin with to go on there; empty for the first of all, None where none does that."""
    is_mixed: bool
    """Rows behind `row` were done."""
    is_over: bool
    """It ended as it should."""
    is_last: bool = True
    """The macro was not played since."""

    def is_of(self, table: Path) -> bool:
        """Tell whether these are the rows of that file."""
        return self.table is not None and self.table == table.absolute()

    def start(self, step: str, rows: int) -> int:
        """Return the row at which to go on; 0 where a play cannot.

        Args:
            step: id of the step that it begins with; empty for the first of all.
            rows: how many the table has now.
        """
        return self.row if self.step == step and self.row <= rows else 0

    def does_again(self, step: str, rows: int) -> bool:
        """Tell whether rows that were done are done again from `start` on, or may be."""
        is_known = self.is_last and rows == self.rows and not self.is_mixed
        return bool(self.done) and not (is_known and self.start(step, rows))

    def words(self, step: str, rows: int) -> str:
        """Say what was done, and what that means for another play; as `start`."""
        if not self.done and self.row <= 1:
            return ""
        count = f"{self.done:,}" if self.done else "no"
        done = "1 row was" if self.done == 1 else f"{count} rows were"
        rest = f", and row {self.row:,} was not finished" if self.row else ""
        parts = [f"{'Last time' if self.is_last else 'In that run'} {done} done{rest}."]
        if not self.is_last:
            parts.append("The macro was played since: look where to begin.")
        elif rows != self.rows:
            parts.append(f"The table had {self.rows:,} rows then: look where to begin.")
        elif self.done and not self.start(step, rows):
            parts.append("Those from where you begin are done again.")
        elif self.is_mixed:
            parts.append("Rows after it that were done are done again.")
        return " ".join(parts)


def rows_before(report: "Report | None") -> RowsBefore | None:
    """Return what a play did of its rows; None where it came to none."""
    if report is None or not report.rows or report.counts.get("dry_run"):
        return None
    done = [one.row for one in report.rows if one.state == "done"]
    row, last = report.resume_row, max(done, default=0)
    if not row and report.outcome != "done" and last < report.table_rows:
        row = last + 1  # it was ended between two rows
    return RowsBefore(
        table=Path(report.table) if report.table else None,
        rows=report.table_rows,
        done=len(done),
        row=row,
        step=report.resume_step,
        is_mixed=bool(row and not report.resume_step and any(one > row for one in done)),
        is_over=report.outcome == "done",
    )


def last_rows(data: Path, folder: str) -> RowsBefore | None:
    """Return what the last play of a macro did of its rows, if it did not end as it should.

    Args:
        data: folder where reports and health are kept.
        folder: name of the macro's folder.
    """
    from automation.core.errors import MacroError  # noqa: PLC0415  # not needed for a start
    from automation.macros.player.health import read_health  # noqa: PLC0415  # the same
    from automation.macros.player.report import read_report, report_file  # noqa: PLC0415  # the same

    run = read_health(data, folder).last_id
    try:
        before = rows_before(read_report(report_file(data, run))) if run else None
    except MacroError:  # removed, or kept by another version
        return None
    return before if before is not None and not before.is_over else None


def looked_over(request: "PlayRequest", before: RowsBefore | None) -> "PlayRequest":
    """Return what is wanted once more so that nobody does rows again unseen: the form comes first.

    Args:
        request: as it was wanted.
        before: what was done of its rows; None where it came to none.
    """
    if before is None:
        return request
    table = request.rows or before.table
    request = replace(request, rows=table if table and table.is_file() else None, before=before)
    if before.row and before.step is not None:
        request = replace(request, from_step=before.step, from_row=before.row)
    return request


def in_the_window(way: "WayBack", rows: int) -> str:
    """Say where another play goes on, in the words of the window."""
    step = f" with step {way.step}" if way.step else ""
    return f"Press Run again to go on: it begins{step} at row {way.row:,} of {rows:,}."
