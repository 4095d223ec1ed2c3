"""Every call that can fail, made to fail in turn: the first, the second, ... until none is left."""

from collections.abc import Sequence
from pathlib import Path

from automation.core.proposal import Outcome
from automation.records.store import Store
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.proof.fault_kinds_paper import POINT, PaperDesk, PaperUser
from tests.proof.fault_kinds_parts import record_faults, script, told_once
from tests.proof.nth_failure_parts import (
    SEAMS,
    CarriedConnection,
    HalfHeartedUser,
    Nth,
    NthHands,
    Seam,
    failures,
    patched,
    stopped_policy,
    whole_policy,
)
from tests.proof.proof import Figures, Proof, Verdict

RUNS = ("whole", "stopped")
MOST = 5000
"""More calls than any run makes of one seam."""


def fail_each(seam: Seam, desk: "NthDesk") -> tuple[int, dict[str, list[str]]]:
    """Fail each call of a seam in turn; return how many failed and what was wrong after which."""
    failed, wrong = 0, {}
    for kind in RUNS:
        for error, is_lasting in failures(seam):
            for n in range(1, MOST):
                nth, faults = desk.strike(seam, kind, n, error, is_lasting=is_lasting)
                if not nth.has_failed:
                    break
                failed += 1
                if faults:
                    lasting = "lasting" if is_lasting else "once"
                    wrong[f"{seam.name} {n} {type(error).__name__} {lasting} {kind}"] = faults
    return failed, wrong


class NthDesk(PaperDesk):
    """A paper desk whose parts can be made to fail at their n-th call."""

    @property
    def desk(self) -> "NthDesk":
        return self

    def new_parts(self) -> None:
        super().new_parts()
        self.parts.parts = self.parts
        self.hands = NthHands(self.parts)
        self._carry()

    def _carry(self) -> None:
        ledger, reader = self.store._ledger, self.store._reader
        if not isinstance(reader, CarriedConnection):
            self.store._reader = CarriedConnection(reader)
            ledger._connection = CarriedConnection(ledger._connection)

    def strike(self, seam: Seam, kind: str, n: int, error: BaseException, *, is_lasting: bool):
        """Run once with the n-th call failing; return the counter and what is wrong."""
        self.new_parts()
        self.user = HalfHeartedUser() if kind == "whole" else PaperUser()
        policy = whole_policy() if kind == "whole" else stopped_policy(self)
        self.policy_now = policy
        target, name = seam.find(self)
        nth = Nth(getattr(target, name), n, error, is_lasting=is_lasting)
        try:
            with patched(target, name, nth):
                ended = self.run(policy)
        except BaseException as raised:  # noqa: BLE001 - a run that raises is what is looked for
            return nth, [f"the run raised {type(raised).__name__}: {raised}"]
        faults = told_once(self.told, ended)
        if not self.parts.is_quiet:
            faults.append("something is held down")
        faults += self._next_task()
        return nth, faults + self._recorded(ended)

    def _next_task(self) -> list[str]:
        self.new_parts()
        ended = self.run(ScriptedPolicy(proposing(script(POINT)[2].intent)))
        if ended.outcome is Outcome.DONE:
            return []
        return [f"the next task: {ended.outcome} {ended.message}"]

    def _recorded(self, ended) -> list[str]:
        if not ended.run:
            return []
        if "could not be recorded" not in ended.message:
            return record_faults(self.home, ended.outcome, run=ended.run)
        self.store.close()
        self.store = Store(self.home)
        return record_faults(self.home, None, run=ended.run)


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


SHARDS = 9

PROOF = Proof(
    name="nth_failure",
    title="The n-th call of every seam fails, for every n",
    must="0 held keys, 0 false records, 0 runs without one sentence",
    shards=SHARDS,
    covers=(
        "automation/agent",
        "automation/core",
        "automation/desktop/input",
        "automation/records",
        "automation/safety",
        "automation/desktop/screen.py",
        "tests/proof/nth_failure_parts.py",
        "tests/proof/fault_kinds_model.py",
        "tests/proof/fault_kinds_parts.py",
        "tests/proof/fault_kinds_paper.py",
    ),
    run=run,
    judge=judge,
)
