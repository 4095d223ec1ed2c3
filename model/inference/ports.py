"""What a session and a decoder need from the grammar, the tokenizer and the pictures.

Each port is the slice that its caller uses; the engine thread calls all of them.
"""

from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable

    import torch

Bitmask = npt.NDArray[np.int32]
"""(ceil(vocabulary rows / 32),) int32; bit `i % 32` of word `i // 32` is set when id i may follow."""


class TokenConstraint(Protocol):
    """One reply's grammar, advanced token by token. Used once and then thrown away."""

    def mask(self) -> Bitmask | None:
        """Return which ids may follow; None when every id may.

        Once `is_complete` is true, only ids that end the turn are set. Rows of padding never are.
        """
        ...

    def forced(self) -> tuple[int, ...]:
        """Return the ids that must follow, as far as there is no choice; empty when there is one.

        They are not consumed: the decoder feeds them as one chunk and consumes each.
        """
        ...

    def consume(self, token: int) -> None:
        """Take a token that was sampled or forced.

        Raises:
            GenerationError: the grammar does not allow it here.
        """
        ...

    @property
    def is_complete(self) -> bool:
        """Tell whether the text is whole and nothing but the end of the turn may follow."""
        ...


class TokenText(Protocol):
    """Turns the tokens of one reply into text."""

    def push(self, token: int) -> str:
        """Return the characters that this token completes; a special token's are its name."""
        ...

    def finish(self) -> str:
        """Return what is left when no token follows."""
        ...


Features: TypeAlias = "Callable[[int], torch.Tensor]"
"""From the index of a picture to its (tokens, hidden) features; called when they are needed."""
