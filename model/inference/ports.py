"""What a session and a decoder need from the network, the tokenizer and the grammar.

Each port is the slice that its caller uses. Batch is always one; the engine thread calls all.
"""

from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt
    import torch

Bitmask: TypeAlias = "npt.NDArray[np.int32]"
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


class Vocabulary(Protocol):
    """The tokenizer's table, as far as streaming needs it."""

    def token_bytes(self, token: int) -> bytes:
        """Return the bytes that a token stands for; a special token's are its own name in UTF-8."""
        ...


class CacheState(Protocol):
    """A point to come back to: copies of the recurrent and convolution states, and a length."""

    @property
    def length(self) -> int:
        """Tokens that had been seen."""
        ...

    @property
    def size_bytes(self) -> int:
        """Bytes that the copies occupy."""
        ...

    def to(self, device: "torch.device") -> Self:
        """Return the same state with its copies on another device."""
        ...


class Cache(Protocol):
    """The hybrid cache behind one token log: attention memory, recurrent and convolution states."""

    @property
    def length(self) -> int:
        """Tokens seen so far."""
        ...

    @property
    def size_bytes(self) -> int:
        """Bytes that it occupies on the device."""
        ...

    def snapshot(self) -> CacheState:
        """Copy the states; attention memory is kept by its length only."""
        ...

    def restore(self, state: CacheState) -> None:
        """Go back to a state that this cache was in; what was seen after it is forgotten."""
        ...


class Network(Protocol):
    """The loaded network."""

    def embed(self, ids: "torch.Tensor") -> "torch.Tensor":
        """Return (n, hidden) embeddings of (n,) int64 ids."""
        ...

    def new_cache(self) -> Cache:
        """Return an empty cache."""
        ...

    def forward_tokens(self, embeds: "torch.Tensor", cache: Cache) -> "torch.Tensor":
        """Run (n, hidden) embeddings after what the cache holds, and add them to it.

        Returns:
            (vocabulary rows,) float32 logits of the last position.
        """
        ...


Features: TypeAlias = "Callable[[int], torch.Tensor]"
"""From the index of a picture to its (tokens, hidden) features; called when they are needed."""
