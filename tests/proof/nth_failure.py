"""Every call that can fail, made to fail in turn: the first, the second, ... until none is left."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from automation.core.proposal import Outcome
from automation.records.store import Store
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.proof.fault_kinds_paper import PaperUser, PaperVerifier
from tests.proof.fault_kinds_parts import record_faults, script, told_once
from tests.proof.nth_failure_desk import Kept, NthDesk
from tests.proof.nth_failure_parts import SEAMS, Nth, Seam, failures, patched
from tests.proof.nth_failure_runs import POINT, HalfHeartedUser, stopped_policy, whole_policy
from tests.proof.proof import Figures, Proof, Verdict

RUNS = ("whole", "stopped")
MOST = 5000
"""More calls than any run makes of one seam."""


def fail_each(seam: Seam, desk: NthDesk) -> tuple[int, dict[str, list[str]]]:
    """Fail each call of a seam in turn; return how many failed and what was wrong after which."""
    failed, wrong = 0, {}
    for kind in RUNS:
        for error, is_lasting in failures(seam):
            for n in range(1, MOST):
                nth, faults = strike(desk, seam, kind, n, error, is_lasting=is_lasting)
                if faults:  # also of the run that had no n-th call: it went wrong by itself
                    lasting = "lasting" if is_lasting else "once"
                    wrong[f"{seam.name} {n} {type(error).__name__} {lasting} {kind}"] = faults
                if not nth.has_failed:
                    break
                failed += 1
    return failed, wrong


def strike(
    desk: NthDesk,
    seam: Seam,
    kind: str,
    n: int,
    error: Any,
    *,
    is_lasting: bool,
    is_followed: bool = True,
):
    """Run once with the n-th call failing; return the counter and what is wrong.

    Args:
        desk: where it is run.
        seam: what fails.
        kind: one of `RUNS`.
        n: which call, from 1.
        error: what it raises, or a fault with a `strike` of its own.
        is_lasting: the calls after it fail too.
        is_followed: the next task must run as if nothing had been.
    """
    desk.new_parts()
    desk.user = HalfHeartedUser() if kind == "whole" else PaperUser()
    policy = whole_policy() if kind == "whole" else stopped_policy(desk)
    desk.policy_now = policy
    target, name = seam.find(desk)
    nth = Nth(getattr(target, name), n, error, is_lasting=is_lasting)
    before, died = Kept.now(), []
    try:
        with (
            mock.patch.object(threading, "excepthook", died.append),
            patched(target, name, nth),
            desk.watching(),
        ):
            ended = desk.run(policy)
    except BaseException as raised:  # noqa: BLE001 - a run that raises is what is looked for
        return nth, [f"the run raised {type(raised).__name__}: {raised}"]
    desk.store._encoder.submit(int).result()  # a picture that nobody waits for is on its way
    faults = told_once(desk.told, ended)
    faults += [f"a thread died of {args.exc_type.__name__}" for args in died]
    if not desk.parts.is_quiet:
        faults.append("something is held down")
    faults += desk.secret_faults(ended.run)
    faults += _next_task(desk) if is_followed else []
    faults += _recorded(desk, ended)
    # The end of a run that found no room is written with the next, and its mark held until then.
    return nth, faults + before.faults()


def _next_task(desk: NthDesk) -> list[str]:
    desk.new_parts()
    desk.verifier = PaperVerifier()
    ended = desk.run(ScriptedPolicy(proposing(script(POINT)[2].intent)))
    if ended.outcome is Outcome.DONE:
        return []
    return [f"the next task: {ended.outcome} {ended.message}"]


def _recorded(desk: NthDesk, ended) -> list[str]:
    if not ended.run:
        return []
    if "could not be recorded" not in ended.message:
        return record_faults(desk.home, ended.outcome, run=ended.run)
    desk.store.close()
    desk.store = Store(desk.home)
    return record_faults(desk.home, None, run=ended.run)


def run(shard: int, scratch: Path) -> Figures:
    """Exhaust a part of the seams."""
    counts, wrong = {}, {}
    for seam in SEAMS[shard::SHARDS]:
        desk = NthDesk(scratch / seam.name.replace(" ", "-"))
        try:
            counts[seam.name], found = fail_each(seam, desk)
        finally:
            desk.close()
        wrong |= found
    return {"counts": counts, "wrong": wrong}


def judge(shards: Sequence[Figures]) -> Verdict:
    """Add the shards up."""
    counts = {name: n for shard in shards for name, n in shard["counts"].items()}
    wrong = {name: faults for shard in shards for name, faults in shard["wrong"].items()}
    total = sum(counts.values())
    result = (
        f"{total - len(wrong)} of {total} runs, in each of which another call of one of "
        f"{len(counts)} seams failed, ended quiet, told in one sentence and truly recorded"
    )
    is_whole = all(counts.values())
    return Verdict(not wrong and is_whole, result, {"counts": counts, "wrong": wrong})


SHARDS = 40
"""Two seams each: the longest takes a minute alone, more beside other work."""

PROOF = Proof(
    name="nth_failure",
    title="The n-th call of every seam fails, for every n",
    must="0 held keys, 0 false records, 0 runs without one sentence",
    shards=SHARDS,
    covers=(
        "automation/agent",
        "automation/core",
        "automation/desktop/capture.py",
        "automation/desktop/elements",
        "automation/desktop/input",
        "automation/desktop/screen.py",
        "automation/desktop/secrets.py",
        "automation/records",
        "automation/safety",
        "tests/fakes/executor_parts.py",
        "tests/fakes/fake_backend.py",
        "tests/fakes/fake_bus.py",
        "tests/fakes/fake_keyring.py",
        "tests/fakes/fake_lock_bus.py",
        "tests/fakes/fake_windows.py",
        "tests/proof/nth_failure_bus.py",
        "tests/proof/nth_failure_desk.py",
        "tests/proof/nth_failure_files.py",
        "tests/proof/nth_failure_link.py",
        "tests/proof/nth_failure_parts.py",
        "tests/proof/fault_kinds_model.py",
        "tests/proof/nth_failure_runs.py",
        "tests/proof/fault_kinds_parts.py",
        "tests/proof/fault_kinds_paper.py",
    ),
    run=run,
    judge=judge,
)
