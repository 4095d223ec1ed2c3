"""No event leaves without its own fresh approval, whatever is said to the executor in what order."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.proof.proof import EXECUTOR, RIG, Figures, Proof, Verdict
from tests.proof.protocol_parts import Conversation
from tests.proof.protocol_real import real_conversations

SHARDS = 20
TRACES = 5_000
TURNS = 24
REAL = 30
"""Conversations with a real executor process a shard."""


def traces(first: int, count: int, turns: int = TURNS) -> Figures:
    """Hold so many conversations on fake hands, with seeds from `first` on."""
    tally: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in range(first, first + count):
        conversation = Conversation(seed)
        conversation.go(turns)
        tally += conversation.tally
        reached.update(conversation.tally.keys())
        wrong += [f"trace {seed}: {sentence}" for sentence in conversation.wrong]
    return {
        "traces": count,
        "wrong": len(wrong),
        "examples": wrong[:5],
        "happened": dict(tally),
        "traces_with": dict(reached),
    }


def run(number: int, scratch: Path) -> Figures:
    """Run one shard."""
    figures = traces(number * TRACES, TRACES)
    with VirtualDesktop.start(accessibility=False) as desktop:
        os.environ.update(desktop.env)
        return {**figures, "real": real_conversations(desktop, scratch, number * REAL, REAL)}


def judge(shards: Sequence[Figures]) -> Verdict:
    """Sum up."""
    count = sum(shard["traces"] for shard in shards)
    wrong = sum(shard["wrong"] for shard in shards)
    real = sum(shard["real"]["traces"] for shard in shards)
    unasked = sum(shard["real"]["unasked"] for shard in shards)
    happened: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for shard in shards:
        happened.update(shard["happened"])
        reached.update(shard["traces_with"])
    refused = {name: n for name, n in happened.items() if name.startswith("refused")}
    result = (
        f"{wrong} events without an approval in {count:,} traces ({happened['carried out']:,} actions "
        f"carried out, {sum(refused.values()):,} refused for {len(refused)} reasons); "
        f"{unasked} in {real:,} traces with the real process"
    )
    return Verdict(
        is_kept=wrong == unasked == 0
        and reached["carried out"] > count // 2
        and happened["refused: retitled"] > 0,
        result=result,
        figures={"happened": dict(happened), "traces_with": dict(reached), "real": real},
    )


PROOF = Proof(
    name="protocol_traces",
    title="events sent without a valid approval",
    must="0 in 100,000 traces",
    shards=SHARDS,
    covers=(
        *EXECUTOR,
        *RIG,
        "tests/fakes/executor_parts.py",
        "tests/fakes/fake_backend.py",
        "tests/fakes/fake_clock.py",
        "tests/fakes/fake_windows.py",
        "tests/proof/protocol_parts.py",
        "tests/proof/protocol_real.py",
        "tests/proof/protocol_scene.py",
    ),
    run=run,
    judge=judge,
)
