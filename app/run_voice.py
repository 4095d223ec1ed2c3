"""What a model says on the way, as events of the run that it decides."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from automation.core.actions import Goal
from automation.core.engine import TextDelta
from automation.core.events import Draft, Drafted, Planned, RunEvent, Started, Streamed, Working
from automation.core.ports import Listener
from automation.core.stopping import StopToken

BareScreen = Callable[[StopToken], AbstractContextManager[object]]
"""Has nothing of ours on the screen meanwhile (`DesktopScreen.bare`)."""


class RunVoice:
    """Passes the events of a run on, and turns what a model says meanwhile into some."""

    def __init__(self, listener: Listener, bare: BareScreen = nullcontext) -> None:
        self._listener = listener
        self._bare = bare
        self._run = ""
        self._has_draft = False

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

    def drafted(self, draft: Draft) -> None:
        """Tell where the model is about to act; called on the engine's thread."""
        self._has_draft = True
        self._listener(Drafted(self._run, draft))

    def decided(self, stop: StopToken) -> None:
        """Take a draft back and return when no mark of it is left on the screen.

        The executor looks at the target next: it must not see our mark there.

        Raises:
            CaptureError: the mark may still be on the screen.
            Stopped: a stop was asked for.
        """
        if self._has_draft:
            with self._bare(stop):
                self._take_back()

    def planned(self, goals: tuple[Goal, ...], note: str) -> None:
        """Tell the model's plan, or a note of its."""
        self._listener(Planned(self._run, goals, note))

    def again(self, why: str = "") -> None:
        """Tell that the model is asked again and why; what it said before is void."""
        if self._has_draft:
            self._take_back()
        self._listener(Working(self._run, "observing", why or "Asking again: that was no step"))

    def _take_back(self) -> None:
        self._has_draft = False
        self._listener(Drafted(self._run, None))
