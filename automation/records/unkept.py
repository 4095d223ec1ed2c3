"""A run of which the user wants nothing kept: that it happened, when, how it ended, how many steps.

No word and no picture of it is ever written, so that there is nothing that a crash could leave.
"""

from collections.abc import Collection

from automation.core.actions import Action, Check
from automation.core.observation import Frame
from automation.core.proposal import Effects, Outcome, Proposal, Risk, StepRecord
from automation.records.ledger import Ledger, utc_now
from automation.records.live import LiveLock


def unkept_words(steps: int) -> str:
    """Return what stands in the place of how such a run ended."""
    return f"Nothing else was kept, as you wished. Steps: {steps}."


class UnkeptRun:
    """Implements `core.ports.RunLog`. Used by one thread."""

    def __init__(self, run: str, row: int, ledger: Ledger, lock: LiveLock) -> None:
        self._run = run
        self._row = row
        self._ledger = ledger
        self._lock = lock
        self._steps = 0

    @property
    def run(self) -> str:
        """The run's id."""
        return self._run

    def picture(self, frame: Frame) -> str:
        """Keep no picture; the address is empty."""
        return ""

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        """Write down nothing of what is about to happen."""

    def withdraw(self, n: int) -> None:
        """Write down nothing of what did not happen."""

    def append(self, record: StepRecord) -> None:
        """Count the step, durably.

        Raises:
            DiskFull: there is no room.
        """
        self._steps += 1
        with self._ledger.writing("count the step") as database:
            query = "UPDATE run SET unkept_steps = ? WHERE id = ?"
            database.execute(query, (self._steps, self._row))

    def conceal(self, texts: Collection[str]) -> None:
        """Nothing was written that could be taken out."""

    def end(
        self,
        outcome: Outcome,
        message: str,
        *,
        effects: Effects = Effects.NONE,
        unseen: int = 0,
        asked: int = 0,
        waited_s: float = 0.0,
    ) -> None:
        """Close the run; the sentence is not kept.

        Raises:
            DiskFull: there is no room; the next start closes it.
        """
        try:
            with self._ledger.writing("close the run") as database:
                database.execute(
                    "UPDATE run SET ended_utc = ?, outcome = ?, message = ?, unkept_steps = ?"
                    " WHERE id = ?",
                    (utc_now(), outcome.value, unkept_words(self._steps), self._steps, self._row),
                )
        finally:
            self._lock.release()
