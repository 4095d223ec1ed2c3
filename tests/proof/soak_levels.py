"""Whether what a process holds levels off: the rule of the soak, on series of samples."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from types import MappingProxyType

from tests.proof.growth import MOST_KB, STEPS
from tests.proof.growth_parts import Sample

LEAST_SAMPLES = {"app": 25, "executor": 15, "dead-man": 15, "files": 25}
"""Fewer are no series: a fifth of the app's has to hold one look after each kind of task, with which
it settles, and that of the others looks at rest."""
KB_A_STEP = MOST_KB / STEPS
"""What the proof of growth allows, where nothing but steps happens."""
ONCE_KB = 48 * 1024
"""What memory may rise by once: OCR's runtime keeps what the largest picture took that it was given (38 and
41 MB more at one, measured), and which fault brings one nobody knows."""
MOST_MORE = {"files": 0, "threads": 1, "x_resources": 0}
"""How many more than ever in the second fifth there may be for good. The second of the two threads that
read letters starts when two texts are first read at once, which may be late; what leaks does so
at each of twenty tasks or faults."""
NO_LEVEL: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Series:
    """What one process held, look by look, from its start to its end."""

    process: str
    """`app`, `executor` or `dead-man`."""
    pid: int
    samples: list[Sample] = field(default_factory=list)

    @property
    def is_long(self) -> bool:
        """Tell whether it can be judged."""
        return len(self.samples) >= LEAST_SAMPLES[self.process]


@dataclass(frozen=True, slots=True)
class Growth:
    """What a long series came to between its second fifth and its last."""

    process: str
    steps: int
    memory_kb: int
    """Without the largest rise from one look to the next, up to `ONCE_KB`."""
    counts: dict[str, int]

    def problems(self, margin_kb: int) -> list[str]:
        """Return what grew.

        Args:
            margin_kb: on top of what the steps between may cost.
        """
        most_kb = round(self.steps * KB_A_STEP) + margin_kb
        found = [
            f"the {self.process}'s {name} grew by {more}"
            for name, more in self.counts.items()
            if more > MOST_MORE[name]
        ]
        if self.memory_kb > most_kb:
            found.append(
                f"the {self.process}'s memory grew by {self.memory_kb} kB in {self.steps} steps,"
                f" at most {most_kb} may be"
            )
        return found


def growth_of(series: Series, level: Mapping[str, int] = NO_LEVEL) -> Growth:
    """Compare the last fifth of a series with its second; the first is the settling.

    Up to the level that an earlier process of the kind stayed at, a count may rise at any time: an executor that was
    started again opens its connections when they are first needed.

    Memory is compared by medians, which one large picture that is in hand does not move. Of a count
    the least of the last is held against the most of the second: what is open for a moment is no
    growth, nor is what a fault took away for a while (the accessibility bus with its thread and two
    files) and came back; what leaks at each task or fault soon has a floor above the old ceiling.
    """
    fifth = len(series.samples) // 5
    before, after = series.samples[fifth : 2 * fifth], series.samples[-fifth:]
    rises = (b.rss_kb - a.rss_kb for a, b in pairwise(series.samples[fifth:]))
    once_kb = min(max(0, *rises), ONCE_KB)
    return Growth(
        series.process,
        after[-1].steps - before[0].steps,
        round(_middle(after) - _middle(before)) - once_kb,
        {
            name: _all(after, name, min) - max(_all(before, name, max), level.get(name, 0))
            for name in MOST_MORE
        },
    )


def level_of(series: Series) -> dict[str, int]:
    """Return the counts that a long series had all through its last fifth."""
    after = series.samples[-(len(series.samples) // 5) :]
    return {name: _all(after, name, min) for name in MOST_MORE}


def left_more(counts: Sequence[int]) -> int:
    """Return how many files more than ever in the second fifth are left over all through the last."""
    fifth = len(counts) // 5
    if len(counts) < LEAST_SAMPLES["files"]:
        return 0
    return max(0, min(counts[-fifth:]) - max(counts[fifth : 2 * fifth]))


def _middle(samples: Sequence[Sample]) -> float:
    return median(sample.rss_kb for sample in samples)


def _all(samples: Sequence[Sample], name: str, pick: Callable[[Iterator[int]], int]) -> int:
    return pick(getattr(sample, name) for sample in samples)
