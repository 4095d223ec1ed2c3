"""What the last steps cost, as plain values; no Qt, so that tests read them without a screen."""

import math
from collections import deque
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, Literal

from automation.core.engine import StepStats
from automation.core.events import RunEvent, Started, Stepped
from automation.core.proposal import StepRecord

Phase = Literal["Capture", "Read", "Encode", "Think", "Act", "Settle"]
PHASES: Final[tuple[Phase, ...]] = ("Capture", "Read", "Encode", "Think", "Act", "Settle")
"""What a step's own time is made of, in the order in which it passes."""
STEPS_KEPT: Final = 20
NOTHING: Final = "\u2013"


@dataclass(frozen=True, slots=True)
class StepCost:
    """Where the seconds of one step went."""

    n: int
    seconds: tuple[float, ...]
    """One per phase of `PHASES`; waiting for the user is none of them."""
    you_s: float = 0.0
    """The user's own time."""

    @property
    def total_s(self) -> float:
        """The machine's own time."""
        return sum(self.seconds)


def cost_of(record: StepRecord, stats: StepStats | None) -> StepCost:
    """Return where a step's time went.

    Args:
        record: the step.
        stats: what the model counted for it; None when it was proposed without one, by reading
            the screen.
    """
    times = record.timings
    propose_s = times.propose / 1000
    read_s = propose_s if stats is None else min(propose_s, stats.prefill_s)
    encode_s = 0.0 if stats is None else min(propose_s - read_s, stats.encode_s)
    think_s = propose_s - read_s - encode_s
    seconds = (
        times.observe / 1000,
        read_s,
        encode_s,
        think_s,
        times.execute / 1000,
        times.verify / 1000,
    )
    is_asked = record.confirmation.by == "user"
    return StepCost(record.n, seconds, times.confirm / 1000 if is_asked else 0.0)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with what it is and one fact about it."""

    title: str
    value: str
    note: str


class StepLog:
    """The last steps and what the model counted for them. UI thread."""

    def __init__(self) -> None:
        self.costs: deque[StepCost] = deque(maxlen=STEPS_KEPT)
        self.stats: deque[StepStats] = deque(maxlen=STEPS_KEPT)
        self._seen: StepStats | None = None
        self._runs: set[str] = set()
        """Whose steps these are."""

    def take(self, happening: RunEvent, last: StepStats | None) -> bool:
        """Keep a step that ended; tell whether something was kept.

        Args:
            happening: an event of the run.
            last: what the engine counted last. A step that came without the model finds what an
                earlier step left there, and it is not counted twice.
        """
        if isinstance(happening, Started):
            self._seen = last
        if not isinstance(happening, Stepped):
            return False
        self._runs.add(happening.run)
        own = None if last is None or last is self._seen else last
        self._seen = last
        if own is not None:
            self.stats.append(own)
        self.costs.append(cost_of(happening.record, own))
        return True

    def keep_only(self, kept: Container[str]) -> bool:
        """Forget all steps if some are of other runs than these; tell whether it was so."""
        if all(run in kept for run in self._runs):
            return False
        for held in (self.costs, self.stats, self._runs):
            held.clear()
        return True


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def figures(log: StepLog) -> tuple[Figure, ...]:
    """Return the four figures of the model page."""
    return (_writing(log.stats), _first_token(log.stats), _step(log.costs), _left_here())


def _writing(stats: Iterable[StepStats]) -> Figure:
    speeds = [one.tokens_per_s for one in stats if one.tokens_per_s > 0]
    if not speeds:
        return Figure("Writing", NOTHING, "known after the first step")
    return Figure("Writing", f"{median(speeds):.0f} tokens/s", _of_last(len(speeds)))


def _of_last(count: int) -> str:
    return "in the last step" if count == 1 else f"median of the last {count} steps"


def _first_token(stats: Iterable[StepStats]) -> Figure:
    known = [one for one in stats if one.first_token_s > 0]
    if not known:
        return Figure("First token", NOTHING, "known after the first step")
    share = reused_share(known)
    note = f"{share:.0%} of the prompt reused".replace("%", " %")
    return Figure("First token", f"{median(one.first_token_s for one in known):.2f} s", note)


def reused_share(stats: Iterable[StepStats]) -> float:
    """Return the share of prompt tokens that were in the cache already, 0..1."""
    reused = prefilled = 0
    for one in stats:
        reused += one.tokens_reused
        prefilled += one.tokens_prefilled
    return reused / (reused + prefilled) if reused + prefilled else 0.0


def _step(costs: Iterable[StepCost]) -> Figure:
    totals = [cost.total_s for cost in costs]
    if not totals:
        return Figure("A step", NOTHING, "known after the first step")
    note = f"p95 {percentile(totals, 0.95):.1f} s, without waiting for you"
    return Figure("A step", f"{median(totals):.1f} s", note)


def _left_here() -> Figure:
    """Return what left the computer: a model in this process sends nothing anywhere."""
    return Figure("Left this computer", "0 bytes", "no server is set")
