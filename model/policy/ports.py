"""What the policy needs of the engine, and who hears what the model says on the way."""

from collections.abc import Callable
from typing import Protocol

from automation.core.actions import Goal
from automation.core.engine import Completion, GenerationEvent, TextDelta
from automation.core.events import Draft
from automation.core.stopping import StopToken
from model.inference.options import Request
from model.prompt.conversation import Conversation


class Engine(Protocol):
    """What the policy needs of `model.inference.engine.ModelEngine`."""

    def propose(
        self,
        request: Request,
        *,
        stop: StopToken,
        on_event: Callable[[GenerationEvent], None] | None = None,
    ) -> Completion:
        """Return the reply to a conversation."""
        ...

    def anticipate(self, conversation: Conversation) -> None:
        """Read a conversation while nobody waits."""
        ...


class Voice(Protocol):
    """Hears what the model says on the way."""

    def said(self, delta: TextDelta) -> None:
        """Take some more of its text; called in the engine's thread."""
        ...

    def reading(self, words: str) -> None:
        """Take how far the prompt is read; called in the engine's thread."""
        ...

    def drafted(self, draft: Draft) -> None:
        """Take where the reply points, before it is written; called in the engine's thread."""
        ...

    def decided(self, stop: StopToken) -> None:
        """The step is written: what was drafted of it is off the screen on return."""
        ...

    def planned(self, goals: tuple[Goal, ...], note: str) -> None:
        """Take its plan, or a note of its."""
        ...

    def again(self, why: str = "") -> None:
        """What it said so far is void: it is asked again; empty for a reply that was no step."""
        ...
