"""How well a macro still fits the screen: which rungs its last run used, and when it was last green."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from automation.core.errors import MacroError
from automation.core.files import private_folder, write_whole
from automation.core.proposal import Effects
from automation.macros.macro_files import as_file_error, read_json
from automation.macros.play.report import FOLDER, Report

_MOST_BYTES: Final = 64 * 1024
_SHOWN: Final = (
    ("name", ("tree",)),
    ("image", ("image_near", "image")),
    ("text", ("text",)),
    ("landmarks", ("landmarks",)),
    ("model", ("model",)),
    ("you", ("user",)),
)
_ALWAYS: Final = frozenset({"image", "text", "model"})
AGO: Final = (
    (86_400, "1 day ago", "{0} days ago"),
    (3_600, "1 hour ago", "{0} hours ago"),
    (60, "1 minute ago", "{0} minutes ago"),
    (0, "just now", "just now"),
)
"""Seconds of a unit, and its words for one and for several."""
Count = Annotated[int, Meta(ge=0)]


class Health(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a macro's replays."""

    v: Literal[1] = 1
    runs: Count = 0
    green: Count = 0
    """Runs in which every step was done as it is written."""
    rungs: dict[str, Count] = {}
    """Of the last run: steps by the rung that found their target."""
    last_run: str = ""
    """UTC, ISO 8601; empty before the first run."""
    last_green: str = ""
    last_outcome: str = ""
    last_id: str = ""
    """The last run's, under which its report is kept where one is."""
    is_rows_unknown: bool = False
    """A play over a table has begun since `last_id`, and nothing was kept of it: it was cut off, or was
    to leave no trace."""
    ratio: float = 0.0
    """Of the last green run, `Report.ratio`; 0 if not known."""
    proved: str = ""
    """Digest of the content (`Linked.content`) whose end check last passed in a whole play; empty for none."""

    def after(self, report: Report, *, is_part: bool = False, checked: str = "") -> "Health":
        """Return the health after one more run; a dry run tells nothing.

        Args:
            checked: digest of what was played, where it has an end check.
        """
        if report.counts.get("dry_run"):
            return self
        is_green = report.is_green and not is_part
        return Health(
            runs=self.runs + 1,
            green=self.green + is_green,
            rungs=dict(report.rungs),
            last_run=report.started,
            last_green=report.started if is_green else self.last_green,
            last_outcome=report.outcome,
            last_id=report.run,
            ratio=report.ratio if is_green else self.ratio,
            proved=checked if checked and is_green and _is_verified(report) else self.proved,
        )

    @property
    def is_unseen(self) -> bool:
        """Return whether the last run came to its end and not every effect could be seen."""
        return self.last_outcome == "unverified"

    def line(self, now: datetime) -> str:
        """Return it in one line: `image 9, text 1, model 0; last went well 2 days ago`."""
        if not self.runs:
            return "never replayed"
        counts = ((word, sum(self.rungs.get(r, 0) for r in rungs)) for word, rungs in _SHOWN)
        told = ", ".join(f"{word} {n}" for word, n in counts if n or word in _ALWAYS)
        if self.is_unseen:
            return f"{told}; the last came to its end, and not all of it could be seen"
        if not self.last_green:
            return f"{told}; never went well"
        pace = f", in {self.ratio:g} times the programs' own time" if self.ratio else ""
        return f"{told}; last went well {ago(self.last_green, now)}{pace}"


def _is_verified(report: Report) -> bool:
    return report.effects == Effects.VERIFIED


def ago(
    moment: str,
    now: datetime,
    units: Sequence[tuple[int, str, str]] = AGO,
    unknown: str = "at some time",
) -> str:
    """Return how long a moment (ISO 8601) lies back, in one unit; `unknown` if it is none."""
    try:
        seconds = (now - datetime.fromisoformat(moment)).total_seconds()
    except (ValueError, TypeError):
        return unknown
    *longer, (_, just_now, _) = units
    for length, one, several in longer:
        count = int(seconds // length)
        if count > 0:
            return one if count == 1 else several.format(count)
    return just_now


def health_file(data: Path, slug: str) -> Path:
    """Return where the health of a macro is kept, by its folder's name."""
    return data / FOLDER / "health" / f"{slug}.json"


def read_health(data: Path, slug: str) -> Health:
    """Return what is known; nothing where the file is missing or damaged: it is only a hint."""
    try:
        return read_json(health_file(data, slug), _MOST_BYTES, Health)
    except (OSError, MacroError):
        return Health()


def keep_health(data: Path, slug: str, health: Health) -> None:
    """Save the health of a macro."""
    file = health_file(data, slug)
    with as_file_error(file, "write"):
        private_folder(file.parent)
        write_whole(file, msgspec.json.encode(health))


def begin_rows(data: Path, slug: str) -> None:
    """Note that rows may be done: what the last run has left of them is not known until the end."""
    health = read_health(data, slug)
    if health.last_id:
        keep_health(data, slug, msgspec.structs.replace(health, is_rows_unknown=True))


def take_run(
    data: Path, slug: str, report: Report, part: tuple[str, str] = ("", ""), checked: str = ""
) -> None:
    """Add a run to the health of a macro; a test of one step adds nothing.

    Args:
        part: ids of the steps that it began and ended with; empty for the first and the last.
        checked: as for `Health.after`.
    """
    start, stop = part
    if start and start == stop:
        return
    health = read_health(data, slug).after(report, is_part=bool(start or stop), checked=checked)
    keep_health(data, slug, health)
