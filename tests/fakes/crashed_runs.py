"""Runs that a crash cut off: made by a process that is killed in the middle of them."""

import os
import subprocess
import sys
from pathlib import Path

_CHILD = """
import os, sys
from pathlib import Path
from automation.core.events import Task
from automation.records.store import Store
from tests.unit.records.test_store import CLICK, step
home, keep, done, begun, *tasks = sys.argv[1:]
store = Store(Path(home))
for task in tasks:
    log = store.new_run(Task(task, keep=keep))
    for n in range(1, int(done) + 1):
        log.append(step(n))
    if begun == "begun":
        log.intend(int(done) + 1, step(1).proposal, CLICK, step(1).risk)
    print(log.run, flush=True)
os.kill(os.getpid(), 9)
"""


def crash(
    home: Path, *tasks: str, done: int = 0, is_begun: bool = False, keep: str = "all"
) -> list[str]:
    """Begin these tasks and be killed; return the ids of their runs.

    Args:
        home: folder of the history.
        tasks: what was asked for.
        done: steps of each that were done and seen.
        is_begun: one more step of each was begun, and nobody saw what became of it.
        keep: what the user wants kept.
    """
    words = [str(home), keep, str(done), "begun" if is_begun else "-", *tasks]
    killed = subprocess.run(
        [sys.executable, "-c", _CHILD, *words],
        stdout=subprocess.PIPE, text=True, env=dict(os.environ), cwd=Path.cwd(), check=False,
    )  # fmt: skip
    assert killed.returncode == -9
    return killed.stdout.split()
