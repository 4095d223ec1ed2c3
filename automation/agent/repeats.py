"""Notices a policy that does the same thing again and again while nothing changes."""

from typing import Final

from automation.core.actions import to_json
from automation.core.proposal import StepRecord

MOST_REPEATS: Final = 3
"""Identical actions without visible change after which the run ends."""


class RepeatWatch:
    """Counts identical actions in a row whose effect was not seen."""

    def __init__(self) -> None:
        self._last = b""
        self._count = 0

    def is_stuck(self, step: StepRecord) -> bool:
        """Take a finished step in; tell whether the run is going round in circles."""
        if step.receipt.kind == "landed" or not step.receipt.is_unchanged:
            self._last, self._count = b"", 0
            return False
        action = to_json(step.action)
        self._count = self._count + 1 if action == self._last else 1
        self._last = action
        return self._count >= MOST_REPEATS
