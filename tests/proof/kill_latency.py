"""How long after the kill key the last event goes out: idle, loaded, and with a frozen app."""

import os

from automation.desktop.virtual import VirtualDesktop
from tests.proof.kill_latency_parts import KINDS, LOADS, measure
from tests.proof.proof import EXECUTOR, RIG, Proof, Verdict, percentile

ROUNDS = 500
PARTS = 2
SHARDS = [(load, kind, part) for load in LOADS for kind in KINDS for part in range(PARTS)]
BOUNDS = {
    "idle": {"p99": 25},
    "workers": {"p99": 50},
    "frozen": {"p99": 50},
    "foreign": {"p95": 50, "max": 120},
}
"""Milliseconds. `workers` is what a model does here, `foreign` two busy strangers a core."""


def run(number, scratch, rounds=ROUNDS):
    """Run one shard on a display of its own."""
    load, kind, part = SHARDS[number]
    with VirtualDesktop.start((1280, 800), accessibility=False) as desktop:
        os.environ.update(desktop.env)
        return {"load": load, "kind": kind} | measure(desktop, scratch, load, kind, rounds, part)


def judge(shards):
    """Put the rounds of each load and kind together and hold them against the bounds."""
    groups = {}
    for shard in shards:
        group = groups.setdefault((shard["load"], shard["kind"]), [])
        group.extend(shard["latencies_ms"])
    held, missed = (sum(shard[name] for shard in shards) for name in ("held", "missed"))
    after = max(shard["sent_after_flag_max"] for shard in shards)
    figures = {f"{load} {kind}": summary(ms) for (load, kind), ms in groups.items()}
    is_kept = (
        held == 0
        and missed == 0
        and after <= 1
        and all(
            figures[f"{load} {kind}"][name] <= bound
            for load, kind in groups
            for name, bound in BOUNDS[load].items()
        )
    )
    words = "; ".join(
        f"{load} p50 {worst('p50')} / p95 {worst('p95')} / p99 {worst('p99')} / max {worst('max')} ms"
        for load in BOUNDS
        if (worst := _worst(figures, load))
    )
    total = sum(len(ms) for ms in groups.values())
    result = (
        f"{words} (the worse of typing and dragging); still held after {held} of {total:,} rounds; "
        f"at most {after} event in flight; {missed} rounds without a stop"
    )
    return Verdict(is_kept, result, figures)


def summary(latencies_ms):
    """Return the figures of one load and kind."""
    return {
        "n": len(latencies_ms),
        "p50": percentile(latencies_ms, 0.5),
        "p95": percentile(latencies_ms, 0.95),
        "p99": percentile(latencies_ms, 0.99),
        "max": max(latencies_ms),
    }


def _worst(figures, load):
    found = [summary for name, summary in figures.items() if name.split()[0] == load]
    return (lambda name: max(summary[name] for summary in found)) if found else None


PROOF = Proof(
    name="kill_latency",
    title="Kill key to the last event of the executor, in the middle of typing and of dragging",
    must="p99: idle 25 ms, model at work or app frozen 50 ms; two busy strangers a core: p95 50, "
    "max 120 ms; nothing held, no press after the flag but one in flight",
    shards=len(SHARDS),
    covers=(
        *EXECUTOR,
        *RIG,
        "tests/desktop/app_under_test.py",
        "tests/proof/kill_latency_parts.py",
        "tests/desktop/app_process.py",
    ),
    run=run,
    judge=judge,
)
