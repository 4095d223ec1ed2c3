"""Twelve tasks under each of eleven window managers, and under two more that are told of but not counted."""

from collections.abc import Sequence
from pathlib import Path

from tests.desktop.managers_rig import COUNTED, MANAGERS, TASKS, TITLE, managed_desk
from tests.proof.proof import EXECUTOR, Figures, Proof, Verdict

NAMES = (*COUNTED, *(name for name in MANAGERS if name not in COUNTED))
_WITHOUT_MAIN = ("minimise", "close")
"""These are about the second window and do not begin in the first."""


def trial(name: str, folder: Path, tasks: Sequence[str] = tuple(TASKS)) -> Figures:
    """Do the tasks under one manager; done is what the program itself tells and the run says."""
    done: list[str] = []
    lacking: list[str] = []
    failed: dict[str, str] = {}
    with managed_desk(name, folder) as desk:
        for key in tasks:
            try:
                status, said = _tried(desk, key)
            except AssertionError as error:
                failed[key] = str(error)
                continue
            is_done = TASKS[key].is_done(desk)
            if is_done and status == 0:
                done.append(key)
            elif key in MANAGERS[name].lacks and not is_done and status != 0:
                lacking.append(key)
            else:
                failed[key] = f"status {status}, in the program: {is_done}; {said}"
    return {"manager": name, "done": done, "lacking": lacking, "failed": failed}


def _tried(desk, key: str) -> tuple[int, str]:
    if key not in _WITHOUT_MAIN:
        desk.bring(TITLE)
    TASKS[key].prepare(desk)
    status, end = desk.do(TASKS[key].words)
    return status, str(end.get("message", ""))


def run(number: int, scratch: Path) -> Figures:
    """Run one shard: one manager."""
    return trial(NAMES[number], scratch)


def judge(shards: Sequence[Figures]) -> Verdict:
    """Sum up."""
    counted = [shard for shard in shards if shard["manager"] in COUNTED]
    done = sum(len(shard["done"]) for shard in counted)
    lacking = [
        MANAGERS[shard["manager"]].lacks[key] for shard in counted for key in shard["lacking"]
    ]
    failed = {shard["manager"]: shard["failed"] for shard in shards if shard["failed"]}
    of = len(counted) * len(TASKS)
    parts = [f"{done} of {of} done and said to be (n = {len(counted)} managers)"]
    parts += [f"{reason}, and the run said that it was not done" for reason in lacking]
    others = (shard for shard in shards if shard["manager"] not in COUNTED)
    parts += [f"{s['manager']}, not counted: {len(s['done'])} of {len(TASKS)}" for s in others]
    is_kept = done + len(lacking) == of and not any(name in COUNTED for name in failed)
    return Verdict(is_kept, "; ".join(parts), {"shards": list(shards), "failed": failed})


PROOF = Proof(
    name="managers",
    title="tasks under eleven window managers",
    must="132 of 132, but for what a manager does not know",
    shards=len(NAMES),
    covers=(
        *EXECUTOR,
        "automation/agent/aim_checks.py",
        "automation/desktop/elements/naming.py",
        "automation/safety/receipts.py",
        "automation/safety/screen_changes.py",
        "tests/desktop/manager_window.py",
        "tests/desktop/managers_rig.py",
    ),
    run=run,
    judge=judge,
)
