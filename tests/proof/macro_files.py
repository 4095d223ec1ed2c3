"""Macro files: a million mutated ones, and hundreds of savers that are killed.

Nothing crashes, hangs over a second, or is taken that does not read back as what it was; a kill loses
at most the step in hand.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.fuzz import macros, watch
from tests.proof.proof import Figures, Proof, Verdict

SHARDS = 4
MUST_INPUTS = 1_000_000
MUST_KILLS = 200


def attack_all(scratch: Path, share: float, seed: int, *, cuts: bool) -> Figures:
    """Feed the readers of macros a share of their full counts."""
    figures = {}
    with ExitStack() as closing:
        for target in macros.targets(scratch, closing):
            count = max(20, round(target.count * share))
            figures[target.name] = watch.attack(target, count, seed, cuts=cuts).figures()
    return figures


def kill_savers(folder: Path, count: int, seed: int) -> Figures:
    """Kill savers of macros in a process of its own and return what is left."""
    argv = [
        sys.executable,
        "-m",
        "tests.proof.macro_files_parts",
        str(folder),
        str(count),
        str(seed),
    ]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    found: Figures = json.loads(done.stdout)
    return found


def judge(shards: Sequence[Figures]) -> Verdict:
    """Merge the shards: every finding counts, and so does a reader that took nothing at all."""
    names = sorted(shards[0]["inputs"])
    inputs = {name: sum(shard["inputs"][name]["inputs"] for shard in shards) for name in names}
    taken = {name: sum(shard["inputs"][name]["taken"] for shard in shards) for name in names}
    findings = [
        line for shard in shards for name in names for line in shard["inputs"][name]["findings"]
    ]
    lost = [line for shard in shards for line in shard["kills"]["findings"]]
    kills = sum(shard["kills"]["kills"] for shard in shards)
    total = sum(inputs.values())
    result = (
        f"{len(findings)} crashes, hangs or wrong values in {total / 1e6:.2f} million inputs"
        f" ({sum(taken.values()) / 1e6:.2f} million taken as sound); {len(lost)} losses in {kills} kills"
    )
    figures = {
        "inputs": inputs,
        "taken": taken,
        "findings": findings[:50],
        "kills": kills,
        "lost": lost[:50],
    }
    is_enough = total >= MUST_INPUTS and kills >= MUST_KILLS and all(taken.values())
    return Verdict(is_enough and not findings and not lost, result, figures)


def _run(shard: int, scratch: Path) -> Figures:
    return {
        "kills": kill_savers(scratch / "macros", MUST_KILLS // SHARDS, shard),
        "inputs": attack_all(scratch, 1 / SHARDS, shard, cuts=shard == 0),
    }


PROOF = Proof(
    name="macro_files",
    title="mutated macro files, and kills while one is saved",
    must="1 million, 0 crashes, 0 hangs over 1 s; 200 kills, at most the step in hand lost",
    shards=SHARDS,
    covers=(
        "automation/core/errors.py",
        "automation/core/secrets.py",
        "automation/core/text.py",
        "automation/macros/checks.py",
        "automation/macros/codec.py",
        "automation/macros/yaml_file.py",
        "automation/macros/macro_files.py",
        "automation/macros/package.py",
        "automation/macros/images.py",
        "automation/macros/library.py",
        "automation/macros/listing.py",
        "automation/macros/macro.py",
        "automation/macros/walk.py",
        "automation/macros/problems.py",
        "automation/macros/record/raw_file.py",
        "automation/core/files.py",
        "tests/fakes/macro_samples.py",
        "tests/fakes/recorded.py",
        "tests/fuzz/macros.py",
        "tests/fuzz/mutation.py",
        "tests/fuzz/recordings.py",
        "tests/fuzz/watch.py",
        "tests/proof/macro_files_parts.py",
    ),
    run=_run,
    judge=judge,
)
