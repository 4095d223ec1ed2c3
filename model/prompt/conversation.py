"""A conversation as values, and what it looks like as tokens."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from model.images.tiling import ImageSpan, PicturePlan

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Ids: TypeAlias = "npt.NDArray[np.int64]"
Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True, eq=False)
class SourceImage:
    """A picture of the screen and how it is cut. Compared by identity: pixels are large."""

    pixels: "npt.NDArray[np.uint8]"
    """(H, W, 4), channel order B, G, R, X: what the plan calls the source; never written to."""
    plan: PicturePlan


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. Its text is data: special-token strings inside it are made harmless."""

    role: Role
    text: str
    images: tuple[SourceImage, ...] = ()
    image_at: int = 0
    """Offset in the text where the pictures stand. Families that put pictures before the text of
    their message ignore it."""
    left_out_thinking: bool = False
    """Of a reply: the family's sign for thinking that is not told stands before it."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Everything the model is told."""

    messages: tuple[Message, ...]
    thinking: bool = False

    @property
    def images(self) -> tuple[SourceImage, ...]:
        """All pictures in order."""
        return tuple(image for message in self.messages for image in message.images)


@dataclass(frozen=True, slots=True, eq=False)
class RenderedPrompt:
    """A conversation as token ids, placeholders expanded."""

    text: str
    """The same as text, one `<image>` a picture; for people and for parity checks."""
    ids: Ids
    """(n,) int64."""
    spans: tuple[ImageSpan, ...]
    stable: tuple[int, ...] = ()
    """Lengths of prefixes that later prompts of the same run are expected to share, ascending:
    after the system and task turns, and before the generation prompt. Good places to snapshot."""
