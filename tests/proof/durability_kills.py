"""Writers that are killed: forked from a process that has loaded everything, ended by SIGKILL.

python -m tests.proof.durability_kills      (reads `HOME SEED OUT` lines, writes process ids)
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.proof.durability_check import check
from tests.proof.durability_disk import emptied
from tests.proof.durability_writer import write
from tests.proof.proof import ROOT

KILLS_PER_HOME = 25
"""Every writer but the first also finds what the one before it left."""
LONGEST_S = 0.15
MANY_STEPS = 100_000
_POLL_S = 0.002


def kill_writers(scratch, seed, kills):
    """Kill so many writers at random moments, half of them only after a first step.

    Returns:
        How many were killed, how many acknowledged lines of each kind, and what was lost.
    """
    rng = random.Random(seed)
    seen, lost, done = Counter(), [], 0
    with Nursery() as nursery:
        while done < kills:
            home = emptied(scratch / f"home-{done}")
            said = []
            for _ in range(min(KILLS_PER_HOME, kills - done)):
                said += nursery.killed(home, scratch / "said", rng)
                done += 1
            missing, held = check(home, said)
            seen.update(held)
            lost += missing
    return {"kills": done, "seen": dict(seen), "lost": lost}


class Nursery:
    """The process that forks writers. One at a time."""

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.durability_kills"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def killed(self, home, out, rng):
        """Let a writer write, kill it, and return its whole lines."""
        out.write_bytes(b"")
        self._process.stdin.write(f"{home} {rng.randrange(2**31)} {out}\n")
        pid = int(self._process.stdout.readline())
        if rng.random() < 0.5:
            while b"step " not in out.read_bytes():
                time.sleep(_POLL_S)
        time.sleep(rng.uniform(0.0, LONGEST_S))
        os.kill(pid, signal.SIGKILL)
        status = int(self._process.stdout.readline())
        if status != -signal.SIGKILL:
            raise RuntimeError(
                f"a writer ended by itself with {status}, after {out.read_text()[-500:]}"
            )
        lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
        return [line.strip() for line in lines if line.endswith("\n")]


def main():
    """Fork a writer for every line that is read, and tell how it ended."""
    for line in sys.stdin:
        home, seed, out = line.split()
        pid = os.fork()
        if pid == 0:
            said = os.open(out, os.O_WRONLY | os.O_APPEND)
            os.dup2(said, 1)
            write(Path(home), int(seed), MANY_STEPS)
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        _, status = os.waitpid(pid, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
