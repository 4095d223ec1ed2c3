"""For how long a run has waited for the user, told by its events.

A card counts however it ended: accepted, rejected, run out, or taken away by a stop. So does a question,
and a pause until somebody lets the run go on. What a rule decided took nobody's time.
"""

from automation.core.events import Asked, Confirmed, Ended, Proposed, RunEvent, Working


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
            event: what the run tells.
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
