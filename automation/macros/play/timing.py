"""How long a play took, and how much of that went into sending and waiting for the programs.

The programs' part: input is sent as fast as they take it, then their effect and a still screen are
waited for, and whatever a step says that it waits for. deskhand's part is the rest: looks, searches,
judging, and the record. Nobody's are pauses that only slow the play, and all waiting for the user:
cards whatever became of them, questions, pointing at a target, and a pause until the run may go on.

What is looked at while a program is waited for cannot be told from the waiting: where the machine is
busy, the programs' part is more than they need by themselves. `tests/benchmarks/macro_speed.py`
measures that beside a script that knows every place.
"""

from automation.core.proposal import Decision, Later, Question, StepRecord
from automation.core.timing import Waited


class PlayTimer:
    """Measures one play in milliseconds; owned by the agent thread."""

    def __init__(self) -> None:
        self._began_s: float | None = None
        self._left_s = 0.0
        self._last: Decision | None = None
        self._nobodys_ms = 0.0
        self._cards_s = self._others_s = 0.0
        self.waited = Waited()
        """For how long the user was waited for; told the run's events by whoever hears them."""
        self.apps_ms = 0.0
        """What the programs took."""

    def begin_turn(self, now_s: float, record: StepRecord | None) -> None:
        """Count the time since the last turn as the programs', the user's or ours."""
        if self._began_s is None:
            self._began_s = now_s
        since_ms = 1000 * (now_s - self._left_s)
        cards_ms, others_ms = self._unsaid_ms()
        self._cards_s, self._others_s = self.waited.cards_s, self.waited.others_s
        match self._last:
            case Question():
                self._nobodys_ms += since_ms
            case Later(is_pacing=True):
                self._nobodys_ms += since_ms
            case Later():
                self.apps_ms += since_ms - others_ms
                self._nobodys_ms += others_ms
            case _:
                self._nobodys_ms += others_ms + _card_ms(record, cards_ms)
                if record is not None and record.execution is not None:
                    self.apps_ms += record.timings.execute + record.timings.verify

    def idle(self, seconds: float) -> None:
        """Do not count these seconds: the user was waited for within the turn."""
        self._nobodys_ms += 1000 * seconds

    def end_turn(self, now_s: float, decision: Decision) -> None:
        """Note when and how the player has decided."""
        self._left_s, self._last = now_s, decision

    def used_ms(self, now_s: float) -> float:
        """Return how long the play has taken, without what is nobody's."""
        if self._began_s is None:
            return 0.0
        return 1000 * (now_s - self._began_s) - self._nobodys_ms - sum(self._unsaid_ms())

    def _unsaid_ms(self) -> tuple[float, float]:
        """Return what was waited before cards, and else, since the player was asked last."""
        waited = self.waited
        return 1000 * (waited.cards_s - self._cards_s), 1000 * (waited.others_s - self._others_s)


def _card_ms(record: StepRecord | None, heard_ms: float) -> float:
    """Return how long a card was up: to the point where a step came of it."""
    if record is None:
        return heard_ms
    return record.timings.confirm if record.confirmation.by == "user" else 0.0
