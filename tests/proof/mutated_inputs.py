"""F12: mutated inputs over every parser: no crash, no hang over a second, nothing wrong accepted.

The attacks stand in `tests/fuzz`: what is fed to which parser, and how it may refuse. A shard feeds
each parser its share with a seed of its own; the cuts of every seed and the inputs that once broke
something are in the first shard. The counts are set by what a parser costs.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.fuzz import families, models, screens, stored, watch, wire, words
from tests.proof.proof import Figures, Proof, Verdict

SHARDS = 8
MUST_INPUTS = 10_000_000
_ATTACKS = (wire, words, stored, models, families, screens)


def attack_all(scratch: Path, share: float, seed: int, *, cuts: bool) -> Figures:
    """Feed every parser a share of its full count.

    Args:
        scratch: an empty folder, best in memory: some parsers read files.
        share: of each parser's full count, 0..1; at least 20 inputs.
        seed: names the inputs.
        cuts: also feed every seed cut at every place.
    """
    figures = {}
    with ExitStack() as closing:
        for module in _ATTACKS:
            place = scratch / module.__name__.rpartition(".")[2]
            place.mkdir(mode=0o700)
            for target in module.targets(place, closing):
                count = max(20, round(target.count * share))
                figures[target.name] = watch.attack(target, count, seed, cuts=cuts).figures()
    return figures


def judge(shards: Sequence[Figures]) -> Verdict:
    """Merge the shards: every finding counts, and so does a parser that took nothing at all."""
    names = sorted({name for shard in shards for name in shard})
    inputs = {name: sum(shard[name]["inputs"] for shard in shards) for name in names}
    taken = {name: sum(shard[name]["taken"] for shard in shards) for name in names}
    findings = [line for shard in shards for name in names for line in shard[name]["findings"]]
    total = sum(inputs.values())
    deaf = [name for name in names if not taken[name]]
    result = (
        f"{len(findings)} crashes, hangs or wrong values in {total / 1e6:.1f} million inputs"
        f" to {len(names)} parsers ({sum(taken.values()) / 1e6:.1f} million taken as sound)"
    )
    figures = {"inputs": inputs, "taken": taken, "findings": findings[:50], "took_nothing": deaf}
    return Verdict(not findings and not deaf and total >= MUST_INPUTS, result, figures)


def _run(shard: int, scratch: Path) -> Figures:
    return attack_all(scratch, 1 / SHARDS, shard, cuts=shard == 0)


PROOF = Proof(
    name="mutated_inputs",
    title="mutated inputs over all parsers",
    must="10 million, 0 crashes, 0 hangs over 1 s",
    shards=SHARDS,
    covers=(
        "app/run_lock.py",
        "app/gui/overlay/secret_mark.py",
        "app/settings.py",
        "app/task_text.py",
        "app/ask.py",
        "automation/commands",
        "automation/core",
        "automation/desktop/launcher.py",
        "automation/desktop/elements",
        "automation/desktop/input/protocol.py",
        "automation/desktop/input/keys.py",
        "automation/desktop/input/ledger.py",
        "automation/desktop/input/stop_socket.py",
        "automation/desktop/x11.py",
        "automation/records",
        "automation/safety/key_risk.py",
        "model/calibrate",
        "model/checkpoint",
        "model/download.py",
        "model/spec.py",
        "model/families",
        "model/images/tiling.py",
        "model/policy.py",
        "model/prompt",
        "tests/fakes/fake_bus.py",
        "tests/fuzz",
    ),
    run=_run,
    judge=judge,
)
