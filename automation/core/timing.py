"""For how long a run has waited for the user, told by its events.

A card counts however it ended: accepted, rejected, run out, or taken away by a stop. So does a question,
and a pause until somebody lets the run go on. What a rule decided took nobody's time.
"""

import threading
import time
from datetime import datetime
from typing import Protocol

from automation.core.errors import Stopped
from automation.core.events import Asked, Confirmed, Ended, Proposed, RunEvent, Working


class StopToken:
    """The token that stops a run: set once, checked in every wait.

    Shared by everything that works for one run; safe to use from any thread.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._cause = "user"

    def stop(self, cause: str = "user") -> None:
        """Ask everything to end; the first cause is kept."""
        if not self._event.is_set():
            self._cause = cause
            self._event.set()

    @property
    def is_set(self) -> bool:
        """Tell whether a stop was asked for."""
        return self._event.is_set()

    @property
    def cause(self) -> str:
        """Why the run was stopped; meaningful only when `is_set`."""
        return self._cause

    def check(self) -> None:
        """Raise `Stopped` if a stop was asked for."""
        if self.is_set:
            raise Stopped(self.cause)

    def wait(self, seconds: float) -> None:
        """Sleep for `seconds`; raise `Stopped` as soon as a stop is asked for."""
        if self._event.wait(max(0.0, seconds)):
            raise Stopped(self._cause)


class Clock(Protocol):
    """Time as a dependency: everything that waits or measures is given a clock.

    Monotonic seconds, and a wait that a stop ends.
    """

    def now_s(self) -> float:
        """Return monotonic seconds; only differences mean something."""

    def wait(self, seconds: float, stop: StopToken) -> None:
        """Let `seconds` pass; raise `Stopped` as soon as a stop is asked for."""


class SystemClock:
    """The machine's monotonic clock."""

    def now_s(self) -> float:
        """Return `time.monotonic()`."""
        return time.monotonic()

    def wait(self, seconds: float, stop: StopToken) -> None:
        """Sleep on the token."""
        stop.wait(seconds)


class Waited:
    """Follows one run; owned by the thread that hears it. Seconds."""

    def __init__(self) -> None:
        self.cards_s = 0.0
        """Before cards. The executor's look at the target is in it, which comes before a card is up."""
        self.others_s = 0.0
        """In pauses, and before questions."""
        self._since_s: float | None = None
        self._is_card = False

    @property
    def all_s(self) -> float:
        """All of it."""
        return self.cards_s + self.others_s

    def until(self, now_s: float) -> float:
        """Return all of it, with what is waited for at this moment."""
        return self.all_s + (now_s - self._since_s if self._since_s is not None else 0.0)

    def hear(self, event: RunEvent, now_s: float) -> None:
        """Take an event in.

        Args:
            now_s: when it told that, by any clock that only goes forward.
        """
        match event:
            case Proposed() | Asked() | Working(state="paused"):
                self._since_s, self._is_card = now_s, isinstance(event, Proposed)
            case Confirmed():
                self._close(now_s, counts=event.confirmation.by == "user")
            case Working():
                # A proposal that nobody decided on was refused before its card was up.
                self._close(now_s, counts=not self._is_card)
            case Ended():
                self._close(now_s, counts=True)

    def _close(self, now_s: float, *, counts: bool) -> None:
        since_s, self._since_s = self._since_s, None
        if since_s is None or not counts:
            return
        if self._is_card:
            self.cards_s += now_s - since_s
        else:
            self.others_s += now_s - since_s


def local_time(utc: str) -> datetime | None:
    """Return a stored moment in the time zone of this computer; None when it cannot be read."""
    try:
        return datetime.fromisoformat(utc).astimezone()
    except ValueError:
        return None
