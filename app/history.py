"""What the history tells besides its runs: which were cut off by a crash, and the pictures of a report."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from automation.core.errors import Damaged, PictureGone, RecordError
from automation.core.wording import quoted
from automation.records.removal import CUT_OFF

if TYPE_CHECKING:
    from automation.records.rows import RunInfo
    from automation.records.store import Store


def picture_source(store: "Store") -> Callable[[str], bytes | None]:
    """Return how a report gets its pictures: one that is missing or damaged is left out."""

    def _picture(address: str) -> bytes | None:
        try:
            return store.picture(address)
        except (Damaged, PictureGone):
            return None

    return _picture


NAMED: Final = 3
"""Tasks that are named; of the others only the number is said."""


IN_THE_WINDOW: Final = "See the list of runs."


def cut_off_runs(store: "Store", look: str = IN_THE_WINDOW) -> str:
    """Return what to say of the runs that this store found cut off; empty where there is nothing.

    Args:
        look: a sentence that says where they are shown.
    """
    runs = _runs(store)
    if not runs:
        return ""
    were = "was" if len(runs) == 1 else "were"
    return (
        f"{_tasks(runs)} {were} cut off: deskhand closed unexpectedly. "
        f"{_state(store, runs)}. {look}"
    )


def cut_off_in_terminal(store: "Store") -> str:
    """Return the same for a terminal, with the command that shows them."""
    runs = _runs(store)
    one = f" --run {runs[0].run}" if len(runs) == 1 else ""
    return cut_off_runs(store, f"See: deskhand history{one}")


def _runs(store: "Store") -> "list[RunInfo]":
    """Return those that are still there: a wipe may have taken some."""
    found = []
    for run in store.recovered:
        try:
            found.append(store.run(run))
        except RecordError:
            continue
    return found


def _tasks(runs: "list[RunInfo]") -> str:
    named = [quoted(run.task) if run.is_kept else "a task that is not kept" for run in runs[:NAMED]]
    if more := len(runs) - len(named):
        named.append("1 more task" if more == 1 else f"{more} more tasks")
    *before, last = named
    words = f"{', '.join(before)} and {last}" if before else last
    return words[:1].upper() + words[1:] if words.startswith("a task") else words


def _state(store: "Store", runs: "list[RunInfo]") -> str:
    try:
        counts = [_steps(store, run) for run in runs]
    except RecordError:  # a step that cannot be read: the run's own page says so
        return "Nothing is held down"
    done, unknown = (sum(count) for count in zip(*counts, strict=True))
    words = {0: "No step was done", 1: "1 step was done"}.get(done, f"{done} steps were done")
    doubt = f", and of {unknown} more it is not known" if unknown else ""
    return f"{words}{doubt}; nothing is held down"


def _steps(store: "Store", run: "RunInfo") -> tuple[int, int]:
    """Return how many steps of a run were done, and of how many nobody saw what became of them."""
    if not run.is_kept:
        return run.steps, 0
    steps = store.steps(run.run)
    unknown = sum(step.receipt.detail == CUT_OFF for step in steps)
    return sum(step.was_done for step in steps) - unknown, unknown
