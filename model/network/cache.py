"""What the network remembers of a prompt: attention memory and recurrent states.

Attention memory only ever grows at its end, so a snapshot keeps its length and no copy. The
recurrent states are overwritten by every token, so a snapshot holds a copy of them. Cutting the
memory without the states (`crop` of transformers' caches) gives wrong results without an error:
there is no such operation here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import torch
from transformers.cache_utils import (
    Cache,
    CacheLayerMixin,
    DummyLayer,
    DynamicLayer,
    LinearAttentionCacheLayerMixin,
    LinearAttentionLayer,
)

from model.spec import Language

GROWTH_TOKENS: Final = 512
"""Attention memory grows to a multiple of this: 12 MiB of Holotron-12B at a time."""

GROWTH_FACTOR: Final = 1.25
"""Growing copies the memory; in proportion to its size it is copied a bounded number of times."""


@dataclass(frozen=True, slots=True, eq=False)
class CacheSnapshot:
    """The network's memory of the first `length` tokens.

    Attention memory stays in the cache it was taken from, so a snapshot is good for that cache
    only, and only until other tokens were written over the ones it stands for.
    """

    length: int
    """Tokens."""
    convolution: torch.Tensor
    """(mixers, 1, conv_width, conv_kernel), dtype of the model."""
    recurrent: torch.Tensor
    """(mixers, 1, heads, head_dim, state_size), float32."""
    branch: int
    """Which continuation of the cache it was taken on."""
    position: int = 0
    """Where the next word stands."""

    @property
    def bytes(self) -> int:
        """What the copied states occupy."""
        return self.convolution.nbytes + self.recurrent.nbytes

    def on(self, device: torch.device) -> "CacheSnapshot":
        """Return it with its states on `device`."""
        states = self.convolution.to(device), self.recurrent.to(device)
        return replace(self, convolution=states[0], recurrent=states[1])


class HybridCache:
    """The memory of one conversation, batch 1; owned by the thread that runs the network.

    All states are allocated at once and overwritten in place.

    Attributes:
        native: What transformers' network reads and writes. Nobody else may.
    """

    def __init__(self, spec: Language, *, dtype: torch.dtype, device: torch.device) -> None:
        count = spec.memories.count("state")
        self._convolution = torch.zeros(
            (count, 1, spec.conv_width, spec.conv_kernel), dtype=dtype, device=device
        )
        self._recurrent = torch.zeros(
            (count, 1, *spec.state_shape), dtype=torch.float32, device=device
        )
        self._memories = [
            _AttentionMemory((1, spec.kv_heads, spec.head_dim), dtype=dtype, device=device)
            for kept in spec.memories
            if kept == "rows"
        ]
        states = iter(zip(self._convolution, self._recurrent, strict=True))
        memories = iter(self._memories)
        layers: list[CacheLayerMixin | LinearAttentionCacheLayerMixin | DummyLayer] = []
        for kept in spec.memories:
            match kept:
                case "state":
                    layers.append(_MixerState(*next(states)))
                case "rows":
                    layers.append(next(memories))
                case "none":
                    layers.append(DummyLayer())  # type: ignore[no-untyped-call]  # transformers has no types here
        self.native = Cache(layers=layers)
        self._length = 0
        self._position = 0
        self._whole = True
        self._cuts: list[int] = []

    @property
    def length(self) -> int:
        """Tokens that it remembers."""
        return self._length

    @property
    def position(self) -> int:
        """Where the next word stands: less than `length` where a picture takes only its longer side."""
        return self._position

    @property
    def bytes(self) -> int:
        """What states and attention memory occupy, reserved room included."""
        states = self._convolution.nbytes + self._recurrent.nbytes
        return states + sum(memory.bytes for memory in self._memories)

    @property
    def room(self) -> int:
        """Tokens that attention memory is reserved for; it moves when more are read."""
        return min((memory.room for memory in self._memories), default=0)

    @property
    def places(self) -> tuple[int, ...]:
        """Where each layer's attention memory lies."""
        return tuple(memory.place for memory in self._memories)

    @torch.inference_mode()
    def reserve(self, tokens: int) -> None:
        """Reserve attention memory for so many tokens, so that it stays where it is until then."""
        for memory in self._memories:
            memory.reserve(tokens)

    @contextmanager
    def writing_at(self, position: torch.Tensor) -> Iterator[None]:
        """Let tokens' keys and values go to the rows that a tensor names when they are written.

        Layers then get `room` rows, and have to be told which are in use.

        Args:
            position: (n,) int64 on the device, the next n rows of the memory; smaller than `room`.
        """
        room = self.room
        for memory in self._memories:
            memory.position, memory.shown = position, room
            memory.soil(self._length + len(position))
        try:
            yield
        finally:
            for memory in self._memories:
                memory.position = None

    @torch.inference_mode()
    def pretend(self, tokens: int) -> None:
        """Lengthen attention memory by noise to so many tokens, within its room: for checks."""
        assert self._length <= tokens <= self.room, f"{tokens} tokens, room for {self.room}"
        for memory in self._memories:
            memory.pretend(tokens)
        self._position += tokens - self._length
        self._length = tokens

    @property
    def is_whole(self) -> bool:
        """Tell whether every layer has seen the same tokens: no forward broke off in the middle."""
        return self._whole

    def begin(self) -> None:
        """Note that a forward starts to write; until `commit` the cache is not whole."""
        assert self._whole, "an earlier forward broke off; restore a snapshot or reset first"
        self._whole = False

    def commit(self, tokens: int, position: int | None = None) -> None:
        """Note that a forward has written `tokens` tokens into every layer.

        Args:
            position: Where the next word stands; `None` where they were words.
        """
        self._length += tokens
        self._position = self._position + tokens if position is None else position
        for memory in self._memories:
            memory.read_to(self._length)
        self._whole = True

    @torch.inference_mode()
    def snapshot(self) -> CacheSnapshot:
        """Copy the states and note the length."""
        assert self._whole, "an earlier forward broke off; there is nothing whole to keep"
        return CacheSnapshot(
            self._length,
            self._convolution.clone(),
            self._recurrent.clone(),
            len(self._cuts),
            self._position,
        )

    def can_restore(self, snapshot: CacheSnapshot) -> bool:
        """Tell whether the attention memory still begins with the snapshot's tokens."""
        cuts = self._cuts[snapshot.branch :]
        return snapshot.length <= min(cuts, default=snapshot.length)

    @torch.inference_mode()
    def restore(self, snapshot: CacheSnapshot) -> None:
        """Go back to the snapshot, bit for bit; it may lie on any device."""
        assert self.can_restore(snapshot), (
            f"the snapshot of {snapshot.length} tokens was written over from {min(self._cuts)} on"
        )
        self._convolution.copy_(snapshot.convolution)
        self._recurrent.copy_(snapshot.recurrent)
        self._cut(snapshot.length, snapshot.position)

    @torch.inference_mode()
    def reset(self) -> None:
        """Forget everything; room for attention memory stays reserved."""
        self._convolution.zero_()
        self._recurrent.zero_()
        self._cut(0, 0)

    def _cut(self, length: int, position: int) -> None:
        for memory in self._memories:
            memory.cut(length)
        self._length, self._position = length, position
        self._whole = True
        self._cuts.append(length)


class _MixerState(LinearAttentionLayer):
    """Views of one mixer's states, marked as written so that they are only copied into."""

    def __init__(self, convolution: torch.Tensor, recurrent: torch.Tensor) -> None:
        super().__init__()
        self.conv_states[0] = convolution
        self.recurrent_states[0] = recurrent
        self.conv_kernel_size[0] = convolution.shape[-1]
        self.is_conv_states_initialized[0] = True
        self.is_recurrent_states_initialized[0] = True
        self.has_previous_state[0] = True


class _AttentionMemory(DynamicLayer):  # type: ignore[no-untyped-call]  # transformers has no types here
    """Keys and values of one layer in a buffer that grows; rows past `length` are free."""

    def __init__(
        self, shape: tuple[int, int, int], *, dtype: torch.dtype, device: torch.device
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # transformers has no types here
        self.length = 0
        self._dirty = 0
        """Rows that may hold something."""
        self.position: torch.Tensor | None = None
        """Where the next token goes, if that is read on the device; `None` for behind the last."""
        self.shown = 0
        """Rows that a layer then gets: as many as every layer has."""
        batch, heads, width = shape
        self._rows = torch.zeros((2, batch, heads, 0, width), dtype=dtype, device=device)
        self.dtype, self.device = dtype, device
        self.is_initialized = True

    @property
    def bytes(self) -> int:
        return self._rows.nbytes

    def update(
        self,
        key_states: torch.Tensor,
        value_states: torch.Tensor,
        *_args: object,
        **_kwargs: object,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if self.position is not None:
            for rows, states in zip(self._rows, (key_states, value_states), strict=True):
                rows.index_copy_(-2, self.position, states)
            return self._rows[0, ..., : self.shown, :], self._rows[1, ..., : self.shown, :]
        end = self.length + key_states.shape[-2]
        self.soil(end)
        if end > self._rows.shape[-2]:
            self._grow(end)
        self._rows[0, ..., self.length : end, :] = key_states
        self._rows[1, ..., self.length : end, :] = value_states
        self.length = end
        return self._rows[0, ..., :end, :], self._rows[1, ..., :end, :]

    def get_seq_length(self) -> int:
        return self.length

    @property
    def room(self) -> int:
        return self._rows.shape[-2]

    @property
    def place(self) -> int:
        return self._rows.data_ptr()

    def read_to(self, length: int) -> None:
        self.length = length
        self.soil(length)

    def soil(self, rows: int) -> None:
        """Note that rows up to this one may hold something."""
        self._dirty = max(self._dirty, rows)

    def cut(self, length: int) -> None:
        """Forget rows, for good: a pass that gets all of them multiplies even what a mask hides."""
        self._rows[..., length : max(self._dirty, length + 1), :] = 0
        self.length = self._dirty = length

    def pretend(self, tokens: int) -> None:
        # Not the device's own generator: a graph that could not be made keeps it from being used.
        draw = torch.Generator(device=self._rows.device).manual_seed(tokens)
        self._rows[..., self.length : tokens, :].normal_(generator=draw)
        self.read_to(tokens)

    def reserve(self, tokens: int) -> None:
        if tokens > self.room:
            self._move(tokens)

    def _grow(self, needed: int) -> None:
        wanted = max(needed, int(self.room * GROWTH_FACTOR))
        self._move(-(-wanted // GROWTH_TOKENS) * GROWTH_TOKENS)

    def _move(self, room: int) -> None:
        two, batch, heads, _, width = self._rows.shape
        grown = self._rows.new_zeros((two, batch, heads, room, width))
        grown[..., : self.length, :] = self._rows[..., : self.length, :]
        self._rows = grown
