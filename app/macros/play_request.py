"""What somebody wants played, what an earlier play did of the same rows, and why a play cannot begin.

Values alone: the window has this module from its first paint. What they need of the macro is read by `request`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final, Literal

from automation.core.errors import AssistantError
from automation.core.events import ApproveMode, Keep
from automation.core.proposal import Outcome
from automation.core.text import visible_text

if TYPE_CHECKING:
    from automation.macros.play.program import ResumePoint
    from automation.macros.play.report import Report
    from automation.macros.play.values import Asked


@dataclass(frozen=True, slots=True)
class Played:
    """A macro as a run has played it."""

    folder: str
    """Name of its folder in the library."""
    name: str
    """What it was called."""
    content: str
    """Its digest, see `trust.digest`, which is of its name too."""


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


def looked_over(request: "PlayRequest", before: RowsBefore | None) -> "PlayRequest":
    """Return what is wanted once more so that nobody does rows again unseen: the form comes first.

    Args:
        before: what was done of its rows; None where it came to none.
    """
    if before is None:
        return request
    table = request.rows or before.table
    request = replace(request, rows=table if table and table.is_file() else None, before=before)
    if before.row and before.step is not None:
        request = replace(request, from_step=before.step, from_row=before.row)
    return request


def in_the_window(way: "ResumePoint", rows: int) -> str:
    """Say where another play goes on, in the words of the window."""
    step = f" with step {way.step}" if way.step else ""
    return f"Press Run again to go on: it begins{step} at row {way.row:,} of {rows:,}."


By = Literal["cli", "window", "key", "tray", "bar", "schedule", "editor"]


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What somebody wants played."""

    folder: str
    """Name of the macro's folder in the library. What the macro is called says nothing here: it may
    be what another one's folder is called."""
    values: Mapping[str, str] = field(default_factory=dict)
    """By parameter; of a secret, the secret's name."""
    rows: Path | None = None
    """A CSV file."""
    delimiter: str = ""
    """Between its cells, or `tab`; empty finds it out."""
    row: Mapping[str, str] | None = None
    """Cells by column: one row in the place of a table, where there is no file."""
    from_row: int = 1
    """As `Play.first_row`: 1 is the first below the heading."""
    failed_rows: bool = False
    """Only the rows that the last play over this very table has left."""
    keep_going: bool = False
    """Go on with the next row when one fails."""
    from_step: str = ""
    to_step: str = ""
    breakpoints: bool = False
    speed: float | None = None
    """None takes the macro's own."""
    approve: ApproveMode = "ask"
    has_terminal: bool = False
    """Somebody at a terminal can be asked whatever the steps' approval is."""
    max_steps: int | None = None
    timeout_s: float | None = None
    keep: Keep | None = None
    """What the history keeps of it; None takes the user's setting."""
    by: By = "window"
    before: RowsBefore | None = None
    """What a play that this one repeats did of its rows: the form is shown first, and tells it."""


class Refusal(AssistantError):
    """The play cannot begin; nothing was sent."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class NeedsValues(Refusal):
    """Values or a table must be given first; `asked` is the form."""

    def __init__(self, outcome: Outcome, message: str, asked: "Asked", *, needs_rows: bool) -> None:
        super().__init__(outcome, message)
        self.asked = asked
        self.needs_rows = needs_rows
        """A table must be given too."""


class NotTrusted(Refusal):
    """It may run step by step only, and another mode was asked for."""

    def __init__(self, names: tuple[str, ...], folder: str, problem: str = "") -> None:
        told = ", ".join(f"“{visible_text(name)}”" for name in names)
        first = quote(folder)
        message = (
            f"{told} is not trusted, so each step is asked about: use --approve ask, or read "
            f"it with deskhand macro show {first} and then trust it with deskhand macro trust {first}"
        )
        super().__init__(Outcome.BLOCKED, f"{message}. {problem}" if problem else message)
        self.problem = problem
        """What is wrong with the list of what is trusted; empty for nothing."""
        self.names = names
        self.folder = folder
        """Of the first of them."""


LEVEL: Final = "Also what has an effect"
"""What Settings, Apps calls the permission for steps that have an effect."""
