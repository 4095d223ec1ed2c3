"""What a model says on the way, as events of the run that it decides."""

from automation.core.actions import Goal
from automation.core.engine import TextDelta
from automation.core.events import Planned, RunEvent, Started, Streamed, Working
from automation.core.ports import Listener


class RunVoice:
    """Passes the events of a run on, and turns what a model says meanwhile into some."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._run = ""

    def __call__(self, happening: RunEvent) -> None:
        """Pass an event on; the first one names the run."""
        if isinstance(happening, Started):
            self._run = happening.run
        self._listener(happening)

    def loading(self, words: str) -> None:
        """Tell how far loading is; called on the engine's thread."""
        self._listener(Working(self._run, "loading", words))

    def reading(self, words: str) -> None:
        """Tell how far the prompt is read; called on the engine's thread."""
        self._listener(Working(self._run, "deciding", words))

    def said(self, delta: TextDelta) -> None:
        """Tell some more of what the model writes; called on the engine's thread."""
        self._listener(Streamed(self._run, delta.text, delta.kind))

    def planned(self, goals: tuple[Goal, ...], note: str) -> None:
        """Tell the model's plan, or a note of its."""
        self._listener(Planned(self._run, goals, note))

    def again(self) -> None:
        """Tell that the model is asked again; what it said before is void."""
        self._listener(Working(self._run, "observing", "Asking again: that was no step"))
