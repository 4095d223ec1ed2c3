"""What the demo says of its cards on the terminal: that they wait, for which keys, and that nobody came. No Qt."""

from app.chord_text import shown_chord
from app.settings import Settings
from automation.core.events import Confirmed, RunEvent
from automation.core.ports import Listener


class Answers:
    """Hears the demo's runs, counts what became of the cards, and passes every event on."""

    def __init__(self, listener: Listener, settings: Settings) -> None:
        self._listener = listener
        self._settings = settings
        self._decided = 0
        self.ran_out = 0
        """Cards that nobody answered in time."""

    @property
    def beginning(self) -> str:
        """What to know before the first card."""
        keys, wait_s = self._settings.keys, self._settings.approval.expiry_s
        return (
            "Each step waits for you: a card beside the window says what it does. "
            f"{shown_chord(keys.accept)} accepts it, {shown_chord(keys.reject)} rejects it, and its buttons do "
            f"too. A card waits {wait_s:g} s."
        )

    @property
    def nobody_came(self) -> bool:
        """Tell whether cards ran out and none was ever decided on."""
        return self.ran_out > 0 and not self._decided

    @property
    def end(self) -> str:
        """Why nothing was done, where nobody decided on any card; empty otherwise."""
        if not self.nobody_came:
            return ""
        times = "The card ran out" if self.ran_out == 1 else f"{self.ran_out} cards ran out"
        return (
            f"Nobody accepted a step: {times}. Run it again and accept each step with "
            f"{shown_chord(self._settings.keys.accept)}, or unset DISPLAY to see it on a private desktop."
        )

    def __call__(self, happening: RunEvent) -> None:
        """Count an answer; say that a card ran out."""
        self._listener(happening)
        if not isinstance(happening, Confirmed) or happening.confirmation.by != "user":
            return
        if happening.confirmation.verdict == "expired":
            self.ran_out += 1
        else:
            self._decided += 1
