"""A target that changes between the look and the first event stops the action; a quiet one does not."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.proof.changed_targets_parts import CLASSES, QUIET, changing_desk
from tests.proof.proof import EXECUTOR, RIG, Figures, Proof, Verdict

SHARDS = 5
ATTACKS = 20
"""Of each class in a shard."""
CALM = 200
"""Quiet runs in a shard."""
CARETS = 40
"""Runs in a shard with a caret that blinks inside the compared patch."""
MOST_FALSE = 0.005


def trial(desktop, folder: Path, first: int, attacks: int, calm: int, carets: int) -> Figures:
    """Try so many attacks of each class, quiet runs, and carets at the target."""
    stopped: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    alarms: Counter[str] = Counter()
    quiet: Counter[str] = Counter()
    leaks: list[str] = []
    with changing_desk(desktop, folder) as desk:
        for n in range(first, first + attacks):
            for kind in CLASSES:
                events, said = desk.attack(kind, n)
                tried[kind] += 1
                if events == 0 and said.startswith("refused: changed"):
                    stopped[kind] += 1
                else:
                    leaks.append(f"{kind} {n}: {events} events, {said}")
        for n in range(first, first + calm):
            kind = QUIET[n % len(QUIET)]
            quiet[kind] += 1
            said = desk.quiet(kind, n)[1]
            alarms[f"{kind}: {said}"] += said != "carried out"
        for n in range(first, first + carets):
            said = desk.quiet("nothing", n, at_target=True)[1]
            quiet["caret at the target"] += 1
            alarms[f"caret at the target: {said}"] += said != "carried out"
    return {
        "tried": dict(tried),
        "stopped": dict(stopped),
        "leaks": leaks,
        "quiet": dict(quiet),
        "alarms": {name: n for name, n in alarms.items() if n},
    }


def run(number: int, scratch: Path) -> Figures:
    """Run one shard on a desktop of its own."""
    with VirtualDesktop.start((1920, 1080), accessibility=False) as desktop:
        os.environ.update(desktop.env)
        return trial(desktop, scratch, number * CALM, ATTACKS, CALM, CARETS)


def judge(shards: Sequence[Figures]) -> Verdict:
    """Sum up."""
    sums = {name: Counter() for name in ("tried", "stopped", "quiet", "alarms")}
    for shard in shards:
        for name, counter in sums.items():
            counter.update(shard[name])
    tried, stopped = sums["tried"].total(), sums["stopped"].total()
    at_caret = sum(n for k, n in sums["alarms"].items() if k.startswith("caret at the target"))
    carets = sums["quiet"]["caret at the target"]
    false, calm = sums["alarms"].total() - at_caret, sums["quiet"].total() - carets
    result = (
        f"{stopped} of {tried} stopped with 0 events ({len(sums['tried'])} classes); false alarms "
        f"{false} of {calm:,} quiet runs, {at_caret} of {carets} with a caret at the target"
    )
    is_kept = stopped == tried and false < MOST_FALSE * calm
    figures = {name: dict(counter) for name, counter in sums.items()}
    leaks = [leak for shard in shards for leak in shard["leaks"]]
    return Verdict(is_kept, result, {**figures, "leaks": leaks[:20]})


PROOF = Proof(
    name="changed_targets",
    title="changed targets stopped before the first event",
    must="500 of 500; false alarms < 0.5 %",
    shards=SHARDS,
    covers=(
        *EXECUTOR,
        *RIG,
        "tests/proof/changed_targets_parts.py",
        "tests/proof/changed_targets_windows.py",
    ),
    run=run,
    judge=judge,
)
