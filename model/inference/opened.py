"""A checkpoint as the engine uses it once it is opened, and who opens one."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from automation.core.engine import Completion, EngineStatus, GenerationEvent, LoadProgress, Memory
from automation.core.stopping import StopToken
from model.inference.options import LoadOptions, Request

if TYPE_CHECKING:
    from model.prompt.conversation import Conversation


class Model(Protocol):
    """A loaded checkpoint as the engine uses it; the real one is `Resident`."""

    @property
    def facts(self) -> EngineStatus:
        """What it is and how it runs, as a status in state `ready`."""
        ...

    def reply(
        self,
        request: Request,
        *,
        stop: StopToken,
        on_event: Callable[[GenerationEvent], None],
        asked_s: float | None,
    ) -> Completion:
        """Read what is new of a conversation and write the reply."""
        ...

    def prepare(self, conversation: "Conversation", *, stop: StopToken) -> None:
        """Read a conversation ahead."""
        ...

    def tidy(self) -> None:
        """Do what nobody has to wait for; called after every reply and every reading ahead."""
        ...

    def memory(self) -> Memory:
        """Return what of the device is in use."""
        ...

    def release(self) -> None:
        """Free the device's memory, whoever still holds the object."""
        ...


class Loader(Protocol):
    """Opens a checkpoint, in the engine's thread; the real one is `open_resident`."""

    def __call__(
        self, options: LoadOptions, *, progress: Callable[[LoadProgress], None], stop: StopToken
    ) -> Model:
        """Read, check, place and warm up a checkpoint."""
        ...
