"""Does a check hold only because it did before? Then it says nothing of a step that changed nothing."""

import dataclasses
from collections.abc import Callable, Sequence

import msgspec

from automation.core.actions import Check, Shown, WindowTitle
from automation.core.observation import Observation
from automation.core.ports import Verifier
from automation.core.proposal import Receipt, StepRecord
from automation.core.stopping import StopToken
from automation.safety.changes import seen_change


class Checks:
    """Serves one run; owned by the agent thread."""

    def __init__(self, verifier: Verifier, look: Callable[[], Observation]) -> None:
        """Know of no action yet.

        Args:
            verifier: carries the checks out.
            look: returns the screen as it is now.
        """
        self._verifier = verifier
        self._look = look
        self._unchanged: Observation | None = None
        """The screen after the last action, if that changed nothing on it."""

    def acted(self, receipt: Receipt, after: Observation) -> None:
        """Take in what was seen of an action."""
        self._unchanged = after if receipt.is_unchanged else None

    def check(self, check: Check, now: Observation, stop: StopToken) -> Receipt:
        """Look until the check holds or its time is up; tell if it held before the last action."""
        before = self._unchanged
        if before is None:
            return self._verifier.check(check, now, stop)
        at_once = (
            msgspec.structs.replace(check, within_s=0.0)
            if isinstance(check, Shown | WindowTitle)
            else check
        )
        receipt = self._verifier.check(at_once, now, stop)
        if receipt.kind == "effect_seen":
            if not seen_change(before, self._look()).is_unchanged:
                return receipt
            return dataclasses.replace(
                receipt, detail=f"{receipt.detail}, as it was before", code="as_before"
            )
        return receipt if at_once == check else self._verifier.check(check, now, stop)


def covered(steps: Sequence[StepRecord]) -> int:
    """Return how many of these steps their last one covers, a check that holds: with itself, from the first.

    One that held before too says nothing of the unchanging steps right before it.
    """
    count = len(steps)
    while count and _says_nothing(steps[count - 1]):
        count -= 1
    return count


def _says_nothing(step: StepRecord) -> bool:
    if isinstance(step.action, Check):
        return step.receipt.code == "as_before"
    return step.receipt.is_unchanged
