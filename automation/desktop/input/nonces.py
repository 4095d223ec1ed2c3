"""Nonces: one for each prepared action, good for one execution, for a short time."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

from automation.core.errors import Refused

MAX_OPEN: Final = 256
"""Prepared actions kept at once; the oldest is forgotten first."""

Spent = Literal["used", "stopped", "changed"]
"""How a nonce ended: executed, stopped, or made stale by another action."""

_WHY: Final[dict[Spent, str]] = {
    "used": "it was used",
    "stopped": "the run was stopped or began anew",
    "changed": "another action was carried out since",
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    value: T
    expires_s: float


class NonceBook(Generic[T]):
    """What was prepared under which nonce. A nonce leaves the book when it is taken."""

    def __init__(self, life_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._life_s = life_s
        self._clock = clock
        self._open: dict[str, _Entry[T]] = {}
        self._spent: dict[str, Spent] = {}

    def mint(self, value: T) -> tuple[str, float]:
        """Return a fresh nonce for the value and the monotonic second when it dies."""
        nonce = secrets.token_hex(16)
        expires_s = self._clock() + self._life_s
        self._open[nonce] = _Entry(value, expires_s)
        if len(self._open) > MAX_OPEN:
            self._open.pop(next(iter(self._open)))
        return nonce, expires_s

    def take(self, nonce: str) -> T:
        """Return what was prepared and use the nonce up.

        Raises:
            Refused: `used`, `stopped`, `changed`, `expired`, or `unknown_nonce`.
        """
        if nonce in self._spent:
            reason = self._spent[nonce]
            message = f"this approval is no longer good ({_WHY[reason]}); prepare the action again"
            raise Refused(reason, message)
        entry = self._open.pop(nonce, None)
        if entry is None:
            message = "no action is prepared under this nonce; prepare the action first"
            raise Refused("unknown_nonce", message)
        self._spend(nonce, "used")
        if self._clock() > entry.expires_s:
            message = (
                f"the approval came more than {self._life_s:g} seconds after the look at the "
                "screen; look again"
            )
            raise Refused("expired", message)
        return entry.value

    def revoke_all(self, why: Spent) -> None:
        """Forget every prepared action: the user stopped, or another one was carried out."""
        for nonce in self._open:
            self._spend(nonce, why)
        self._open.clear()

    def _spend(self, nonce: str, how: Spent) -> None:
        self._spent[nonce] = how
        if len(self._spent) > MAX_OPEN:
            self._spent.pop(next(iter(self._spent)))
