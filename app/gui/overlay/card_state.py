"""When a card may be accepted: arming, covering, holding, countdown and expiry. Pure code.

The machine never reads a clock: every method takes `now` in seconds of one monotonic clock. It is
the only place that decides whether a press counts; buttons and chords only report presses.

    arming --delay--> armed --accept--> accepted
       ^                |--hold 1 s---> accepted      (only for what is hard to undo)
       |                |--countdown--> accepted      (an option, only for what is easy to undo)
    moved, uncovered, left Change; covered keeps it here
    anything --expiry--> expired      (not while the user changes or rejects)
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from automation.core.proposal import RiskLevel

End = Literal["accepted", "expired"]


@dataclass(frozen=True, slots=True)
class CardTiming:
    """Delays of the card, in seconds."""

    arming_s: float = 0.5
    hold_s: float = 1.0
    expiry_s: float = 30.0
    countdown_s: float = 0.0
    """0 never accepts by itself."""


class Engagement(Enum):
    """What the user is doing with the card."""

    READING = "reading"
    CHANGING = "changing"
    REJECTING = "rejecting"


class CardMachine:
    """One card from opening to its end. UI thread."""

    def __init__(
        self, level: RiskLevel, timing: CardTiming, now: float, *, is_pointer_inside: bool = False
    ) -> None:
        """Start arming; twice as long if the pointer was over the card when it opened."""
        self.is_danger = level >= RiskLevel.R3
        self._timing = timing
        self._has_countdown = timing.countdown_s > 0 and level <= RiskLevel.R1
        self.engagement = Engagement.READING
        """What the user is doing with the card."""
        self.is_covered = False
        """Tell whether something lies in front of the card."""
        self._arming_s = timing.arming_s * (2 if is_pointer_inside else 1)
        self._arming_since = now
        self._held_since: float | None = None
        self._left_s = timing.expiry_s
        self._seen = now
        self._ended = False

    def is_armed(self, now: float) -> bool:
        """Tell whether a press would count."""
        return self.arming_fraction(now) >= 1.0 and not self._ended

    def arming_fraction(self, now: float) -> float:
        """Return how much of the arming delay has passed, 0..1; 0 while covered or changed."""
        if self.is_covered or self.engagement is not Engagement.READING:
            return 0.0
        return _fraction(now - self._arming_since, self._arming_s)

    def hold_fraction(self, now: float) -> float:
        """Return how much of the hold has passed, 0..1; letting go empties it."""
        if self._held_since is None:
            return 0.0
        return _fraction(now - self._held_since, self._timing.hold_s)

    def countdown_left_s(self, now: float) -> float | None:
        """Return the seconds until the card accepts itself; None when it never does."""
        if not self._has_countdown or self.engagement is not Engagement.READING:
            return None
        since = self._arming_since + self._arming_s
        return max(0.0, self._timing.countdown_s - max(0.0, now - since))

    def countdown_fraction(self, now: float) -> float | None:
        """Return how much of the countdown is left, 1..0; None without one."""
        left = self.countdown_left_s(now)
        return None if left is None else left / self._timing.countdown_s

    def seconds_left(self, now: float) -> float:
        """Return the seconds until the card expires."""
        if self.engagement is Engagement.READING:
            return max(0.0, self._left_s - (now - self._seen))
        return self._left_s

    def is_moving(self, now: float) -> bool:
        """Tell whether a bar on the card moves."""
        is_filling = self.arming_fraction(now) < 1 or self.hold_fraction(now) > 0
        return is_filling or self.countdown_left_s(now) is not None

    def accept(self, now: float) -> bool:
        """Report a press on Accept; tell whether it counts. Never for what is hard to undo."""
        if self.is_danger or not self.is_armed(now):
            return False
        self._ended = True
        return True

    def hold(self, now: float) -> None:
        """Report that the button or chord for what is hard to undo went down."""
        if self.is_danger and self._held_since is None and self.is_armed(now):
            self._held_since = now

    def let_go(self) -> None:
        """Report that it came up."""
        self._held_since = None

    def touch(self) -> None:
        """Report a key or a movement of the user: a countdown ends for good."""
        self._has_countdown = False

    def move(self, now: float) -> None:
        """Report that the card moved: it arms again."""
        self._rearm(now)

    def cover(self, now: float, *, is_covered: bool) -> None:
        """Report whether something lies in front of the card; once free it arms again."""
        if is_covered != self.is_covered:
            self.is_covered = is_covered
            self._rearm(now)

    def engage(self, engagement: Engagement, now: float) -> None:
        """Report that the user began or ended changing or rejecting; reading arms again."""
        if engagement is self.engagement:
            return
        self._left_s = self.seconds_left(now)
        self._seen = now
        self.engagement = engagement
        self._has_countdown = False
        self._rearm(now)

    def may_use(self, now: float) -> bool:
        """Tell whether a change may be taken: not within the arming delay after it began."""
        passed = now - self._arming_since
        is_changing = self.engagement is Engagement.CHANGING and not self.is_covered
        return is_changing and passed >= self._arming_s

    def may_end_accepted(self, now: float) -> bool:
        """Tell whether the next `tick` would accept: by a whole hold, or the end of a countdown."""
        if self._ended or not self.is_armed(now):
            return False
        return self.hold_fraction(now) >= 1.0 or self.countdown_left_s(now) == 0

    def tick(self, now: float) -> End | None:
        """Return how the card ends by itself at this moment; None when it stays."""
        if self._ended or self.engagement is not Engagement.READING:
            return None
        if self.seconds_left(now) <= 0:
            return self._end("expired")
        return self._end("accepted") if self.may_end_accepted(now) else None

    def _end(self, end: End) -> End:
        self._ended = True
        return end

    def _rearm(self, now: float) -> None:
        self._arming_since = now
        self._arming_s = self._timing.arming_s
        self._held_since = None


def _fraction(passed: float, whole: float) -> float:
    return 1.0 if whole <= 0 else min(1.0, max(0.0, passed / whole))
