"""Ways out of the history: JSON lines for programs, one self-contained HTML page for people.

The page needs no network and runs no script: pictures are embedded, a click on one enlarges it by
style alone. Everything that came from the screen, a policy or the user is escaped.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from automation.core.proposal import StepRecord
from automation.records.report_parts import page, run_part, step_card
from automation.records.report_pictures import Gallery, PictureSource
from automation.records.run_info import RunInfo

FORMAT_VERSION: Final = 1


def jsonl(run: RunInfo, steps: Iterable[StepRecord]) -> Iterable[bytes]:
    """Yield the run as JSON lines: one of the run, then one a step, all in the store's own form."""
    head = {"v": FORMAT_VERSION, "event": "run", **msgspec.to_builtins(run)}
    yield msgspec.json.encode(head) + b"\n"
    for step in steps:
        line = {"v": FORMAT_VERSION, "event": "step", "run": run.run, "record": step}
        yield msgspec.json.encode(line) + b"\n"


def html_report(
    runs: Sequence[tuple[RunInfo, Sequence[StepRecord]]],
    pictures: PictureSource,
    *,
    note: str = "",
) -> str:
    """Return the runs as one HTML page.

    Args:
        runs: each run as the history lists it, with its steps in order; at least one.
        pictures: returns the PNG bytes of a picture by its address; None leaves the picture out.
        note: a paragraph on top, for what the steps do not say; empty for none.
    """
    gallery = Gallery(pictures)
    parts = [
        run_part(run, steps, [step_card(step, gallery, part) for step in steps])
        for part, (run, steps) in enumerate(runs, 1)
    ]
    return page([run for run, _ in runs], "\n".join(parts), gallery, note=note)
