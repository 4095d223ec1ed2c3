"""How long a play took, and how much of that went into sending and waiting for the programs.

The programs' part: input is sent as fast as they take it, then their effect and a still screen are
waited for, and whatever a step says that it waits for. deskhand's part is the rest: looks, searches,
judging, and the record. Nobody's are the user's answers and pauses that are replayed as recorded.

What is looked at while a program is waited for cannot be told from the waiting: where the machine is
busy, the programs' part is more than they need by themselves. `tests/benchmarks/macro_speed.py`
measures that beside a script that knows every place.
"""

from typing import Final

from automation.core.proposal import Decision, Later, Question, StepRecord

AS_RECORDED: Final = "as recorded"
"""How the note of a wait ends that only repeats how long the person waited."""


class Spent:
    """Collects the times of one play; owned by the agent thread. Milliseconds."""

    def __init__(self) -> None:
        self._began_s: float | None = None
        self._left_s = 0.0
        self._last: Decision | None = None
        self._nobodys_ms = 0.0
        self.apps_ms = 0.0
        """What the programs took."""

    def turn(self, now_s: float, record: StepRecord | None) -> None:
        """Note that the player is asked again.

        Args:
            now_s: the run's clock.
            record: the step that came of the last proposal; None where none did.
        """
        if self._began_s is None:
            self._began_s = now_s
        since_ms = 1000 * (now_s - self._left_s)
        match self._last:
            case Question():
                self._nobodys_ms += since_ms
            case Later(note=note) if note.endswith(AS_RECORDED):
                self._nobodys_ms += since_ms
            case Later():
                self.apps_ms += since_ms
            case _ if record is not None and record.execution is not None:
                self.apps_ms += record.timings.execute + record.timings.verify
                if record.confirmation.by == "user":
                    self._nobodys_ms += record.timings.confirm

    def leave(self, now_s: float, decision: Decision) -> None:
        """Note that the player has decided."""
        self._left_s, self._last = now_s, decision

    def used_ms(self, now_s: float) -> float:
        """Return how long the play has taken, without what is nobody's."""
        if self._began_s is None:
            return 0.0
        return 1000 * (now_s - self._began_s) - self._nobodys_ms
