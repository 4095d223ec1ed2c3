"""The model as one run uses it: what was loaded for the run, and nothing that came after it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from automation.core.engine import Completion, GenerationEvent
from automation.core.errors import ModelError
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.inference.engine import ModelEngine
    from model.inference.options import Request
    from model.prompt.conversation import Conversation

EXCHANGED: Final = (
    "The model was ejected, or another one loaded, in the middle of this run. "
    "Load the one that you want and start the task again."
)


class ModelLease:
    """Serves one run, on its thread. The engine belongs to the host, which may load something else.

    A run speaks the contract of the checkpoint that it began with: another one would read its
    prompts otherwise, and its coordinates would mean other pixels.
    """

    def __init__(self, engine: "ModelEngine", is_held: Callable[[], bool]) -> None:
        """Prepare.

        Args:
            engine: holds the model.
            is_held: tells whether it still is what was loaded for this run; any thread.
        """
        self._engine = engine
        self._is_held = is_held

    def propose(
        self,
        request: "Request",
        *,
        stop: StopToken,
        on_event: Callable[[GenerationEvent], None] | None = None,
    ) -> Completion:
        """Return the reply to a conversation.

        Raises:
            ModelError: the model was exchanged, before the reply or under it; or it failed.
            GenerationError: what the network computes is no reply.
            Stopped: a stop was asked for.
        """
        self._check()
        completion = self._engine.propose(request, stop=stop, on_event=on_event)
        self._check()
        return completion

    def anticipate(self, conversation: "Conversation") -> None:
        """Read a conversation while nobody waits; nothing where the model was exchanged."""
        if self._is_held():
            self._engine.anticipate(conversation)

    def _check(self) -> None:
        if not self._is_held():
            raise ModelError(EXCHANGED)
