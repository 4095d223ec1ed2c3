"""A verifier that has seen what its list says, and every effect when the list runs out."""

from collections.abc import Iterable

from automation.core.actions import Action, Check, Write
from automation.core.geometry import Rect
from automation.core.observation import Observation
from automation.core.proposal import Proposal, Receipt
from automation.core.timing import StopToken

SEEN = Receipt("effect_seen", "seen")


class FakeVerifier:
    def __init__(
        self,
        receipts: Iterable[Receipt] = (),
        checks: Iterable[Receipt] = (),
        told: Iterable[Receipt | None] = (),
    ) -> None:
        self._receipts = list(receipts)
        self._checks = list(checks)
        self._told = list(told)
        """What the tree tells, call for call; nothing when the list runs out."""
        self._asked: tuple[Action | Check, Observation, Receipt] | None = None

    def told(self, action: Action, proposal: Proposal) -> Receipt | None:
        return self._told.pop(0) if self._told else None

    def receipt(
        self,
        action: Action,
        proposal: Proposal,
        before: Observation,
        after: Observation,
        pressed: Rect | None = None,
    ) -> Receipt:
        """Return the next receipt, and the same again where a field is read once more."""
        last = self._asked
        if isinstance(action, Write) and last and last[0] is proposal.intent and last[1] is before:
            return last[2]
        found = self._receipts.pop(0) if self._receipts else SEEN
        self._asked = proposal.intent, before, found
        return found

    def check(self, check: Check, observation: Observation, stop: StopToken) -> Receipt:
        return self._checks.pop(0) if self._checks else SEEN
