"""Power cuts: every acknowledged line must be true of every disk that a cut may leave."""

import random
import tempfile
from collections import Counter
from pathlib import Path

from tests.proof.durability_check import check
from tests.proof.durability_disk import MODES, Disk, emptied, record

STEPS = 30


def cut_power(scratch, seed, images, *, steps=STEPS):
    """Record a writer, cut the power at many moments, and look what is left.

    Returns:
        How many disks were looked at, how many acknowledged lines of each kind in all, and a
        sentence for each that was lost.
    """
    home = emptied(scratch / "recorded")
    arguments = ["-m", "tests.proof.durability_writer", str(home), str(seed), str(steps)]
    calls = record(arguments, home, scratch / "calls.log")
    moments = sorted(random.Random(seed).choices(range(1, len(calls) + 1), k=images))
    disk, said, done = Disk(home), [], 0
    seen, lost = Counter(), []
    with tempfile.TemporaryDirectory(dir=in_memory()) as fast:
        for number, moment in enumerate(moments):
            for call in calls[done:moment]:
                if call.name == "said":
                    said.extend(call.data.decode().splitlines())
                else:
                    disk.apply(call)
            done = moment
            mode = MODES[number % len(MODES)]
            target = emptied(Path(fast) / "image")
            disk.image(random.Random(seed * 1_000_003 + number), mode, target)
            missing, held = check(target, said)
            seen.update(held)
            lost += [f"after call {moment} of {len(calls)}, {mode}: {text}" for text in missing]
    return {"images": len(moments), "calls": len(calls), "seen": dict(seen), "lost": lost}


def in_memory():
    """Return a folder in memory, where thousands of small flushes cost nothing; None if none."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
