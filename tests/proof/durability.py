"""What was acknowledged is on the disk: killed writers, full disks, power cuts."""

from collections import Counter

from tests.proof.durability_full import PAGE_KIB, fill_disks, room_needed
from tests.proof.durability_images import cut_power
from tests.proof.durability_kills import kill_writers
from tests.proof.proof import Proof, Verdict

KILLS = 1000
KILL_SHARDS = 2
CUTS = 2400
CUT_SHARDS = 2
CUTS_PER_RECORDING = 300
FULL_SHARD = KILL_SHARDS
KINDS = ("kills", "full", "images")


def run(number, scratch):
    """Run one shard: the first ones kill, one fills disks, the last ones cut the power."""
    if number < KILL_SHARDS:
        return kill_writers(scratch, number, KILLS // KILL_SHARDS)
    if number == FULL_SHARD:
        # One page more at a time, until there is room for all of it and some to spare.
        until = room_needed(scratch) * 5 // 4
        return fill_disks(scratch, range(PAGE_KIB, until, PAGE_KIB))
    seeds = CUTS // CUT_SHARDS // CUTS_PER_RECORDING
    first = (number - FULL_SHARD) * seeds
    found = [cut_power(scratch, seed, CUTS_PER_RECORDING) for seed in range(first, first + seeds)]
    return {
        "images": sum(one["images"] for one in found),
        "seen": dict(sum((Counter(one["seen"]) for one in found), Counter())),
        "lost": [text for one in found for text in one["lost"]],
    }


def judge(shards):
    """Nothing acknowledged may be lost, and enough must have been tried and acknowledged."""
    tried = {kind: sum(shard.get(kind, 0) for shard in shards) for kind in KINDS}
    lost = {kind: sum(len(s["lost"]) for s in shards if kind in s) for kind in KINDS}
    seen = sum((Counter(shard["seen"]) for shard in shards), Counter())
    is_kept = not any(lost.values()) and tried["kills"] >= KILLS and tried["images"] >= CUTS
    result = (
        f"lost: {lost['kills']} in {tried['kills']:,} SIGKILLs, {lost['full']} on {tried['full']:,} "
        f"full disks, {lost['images']} in {tried['images']:,} power cuts "
        f"({seen['step']:,} acknowledged steps with pictures looked for)"
    )
    told = [text for shard in shards for text in shard["lost"]]
    return Verdict(is_kept and tried["full"] > 0, result, {"seen": dict(seen), "lost": told[:100]})


PROOF = Proof(
    name="durability",
    title="acknowledged rows or pictures lost: SIGKILLs; full disk; simulated torn writes",
    must="0 of 1,000; 0; 0",
    shards=KILL_SHARDS + 1 + CUT_SHARDS,
    covers=(
        "automation/core/secrets.py", "automation/core/events.py",
        "automation/core/observation.py", "automation/core/proposal.py",
        "automation/records", "app/settings.py", "tests/proof/durability_check.py",
        "tests/proof/durability_disk.py", "tests/proof/durability_full.py",
        "tests/proof/durability_images.py", "tests/proof/durability_kills.py",
        "tests/proof/durability_writer.py", "tests/unit/records/test_store.py",
    ),
    run=run,
    judge=judge,
)  # fmt: skip
