"""How long keys and buttons stay down after SIGKILL of the executor, of the app, or of both."""

import os

from automation.desktop.virtual import VirtualDesktop
from tests.proof.death_release_parts import VICTIMS, measure
from tests.proof.proof import EXECUTOR, Proof, Verdict, percentile

ROUNDS = 60
PARTS = 2
SHARDS = [(who, part) for who in VICTIMS for part in range(PARTS)]
BOUND_MS = 100


def run(number, scratch, rounds=ROUNDS):
    """Run one shard on a display of its own."""
    who, _ = SHARDS[number]
    folder = scratch / "state"
    folder.mkdir(mode=0o700)
    with VirtualDesktop.start((1280, 800), accessibility=False) as desktop:
        os.environ.update(desktop.env)
        return measure(desktop, folder, who, rounds)


def judge(shards):
    """Put the rounds together and hold the slowest against the bound."""
    figures, stuck = {}, sum(shard["stuck"] for shard in shards)
    for who in VICTIMS:
        ms = [ms for shard in shards if shard["who"] == who for ms in shard["released_ms"]]
        if ms:
            figures[who] = {"n": len(ms), "p50": percentile(ms, 0.5), "max": max(ms)}
    slowest = max(found["max"] for found in figures.values())
    words = ", ".join(f"{who} p50 {f['p50']} / max {f['max']} ms" for who, f in figures.items())
    total = sum(found["n"] for found in figures.values()) + stuck
    result = f"{words}; stuck {stuck} of {total}"
    return Verdict(stuck == 0 and slowest <= BOUND_MS, result, figures)


PROOF = Proof(
    name="death_release",
    title="SIGKILL of the executor, of the app, or of both, to everything up",
    must=f"max {BOUND_MS} ms, nothing stuck",
    shards=len(SHARDS),
    covers=(
        *EXECUTOR,
        "tests/desktop/other_user.py",
        "tests/proof/death_release_parts.py",
        "tests/desktop/holding_app.py",
    ),
    run=run,
    judge=judge,
)
