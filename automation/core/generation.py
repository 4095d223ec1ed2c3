"""What a model's engine tells of its work: counters, phases, memory. Plain values."""

from dataclasses import dataclass, field
from typing import Literal

EngineState = Literal["empty", "loading", "ready", "working", "failed"]
FinishReason = Literal["stop", "length", "cancelled"]
Quantization = Literal["none", "nf4"]
KernelPath = Literal["compiled", "portable"]
TextKind = Literal["thinking", "answer"]


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """How far loading has come."""

    done_bytes: int
    total_bytes: int
    doing: str
    """One short phrase: `Loading weights`, `Checking files`, `Warming up`."""


@dataclass(frozen=True, slots=True)
class StepStats:
    """Counters and times of one completion."""

    tokens_reused: int = 0
    """Prompt tokens that the cache already held."""
    tokens_prefilled: int = 0
    """Prompt tokens that were run through the network, replayed ones included."""
    tokens_new: int = 0
    """Prompt tokens that no earlier prompt of this session had in this place."""
    tokens_sampled: int = 0
    tokens_forced: int = 0
    """Tokens that the grammar left no choice about; fed without sampling."""
    tiles_encoded: int = 0
    tiles_reused: int = 0
    encode_s: float = 0.0
    prefill_s: float = 0.0
    first_token_s: float = 0.0
    """From the request to the first token of the reply."""
    decode_s: float = 0.0

    @property
    def tokens_per_s(self) -> float:
        """Speed of the reply, forced tokens included; 0 before there is one."""
        written = self.tokens_sampled + self.tokens_forced
        return written / self.decode_s if self.decode_s > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes on the device that holds the model."""

    weights: int = 0
    """Of the language model."""
    encoder: int = 0
    """Of encoder and projector; not in `weights`."""
    cache: int = 0
    """Attention memory, states, snapshots and tile features."""
    others: int = 0
    """What other programs use."""
    total: int = 0

    @property
    def used(self) -> int:
        """Everything that is not free."""
        return self.weights + self.encoder + self.cache + self.others


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """What is loaded, where, and how it runs. Replaced whole, never changed."""

    state: EngineState = "empty"
    name: str = ""
    device: str = ""
    """For people: `NVIDIA RTX 4090`, `CPU`."""
    dtype: str = ""
    quantization: Quantization = "none"
    kernels: KernelPath = "portable"
    kernels_why: str = ""
    """Why the portable path runs; empty for compiled kernels."""
    norms: str = ""
    """Whose norms run on a card, with the times of both where they were chosen by these."""
    norms_why: str = ""
    """Why there was nothing to choose, on a card; empty where there was."""
    is_graphed: bool = False
    """A CUDA graph reads the tokens of a reply; else each pass is launched kernel by kernel."""
    graphs_why: str = ""
    """Why not, on a device that may have graphs."""
    template: str = ""
    """Whether the checkpoint's own chat template agreed with ours, in one sentence."""
    coordinates: str = ""
    """Which space it speaks and how that is known: `0..1000, calibrated`, `0..1000, assumed`."""
    memory: Memory = field(default_factory=Memory)
    loading: LoadProgress | None = None
    problem: str = ""
    """One sentence when the state is `failed`."""
    last: StepStats | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Some more text of the reply, as it is decoded."""

    text: str
    kind: TextKind


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """Prompt tokens that are in the cache, of all."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CallDelta:
    """More of the first tool call of a reply, as a server tells calls apart from text."""

    name: str
    text: str
    """More of its arguments, which are JSON."""


GenerationEvent = TextDelta | PrefillProgress


@dataclass(frozen=True, slots=True)
class Completion:
    """A finished reply."""

    text: str
    """The answer without the thinking."""
    thinking: str
    finish: FinishReason
    new_ids: tuple[int, ...]
    stats: StepStats
