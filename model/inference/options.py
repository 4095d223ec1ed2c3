"""What is asked of the engine: which checkpoint, and which reply. Plain values, torch-free."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from automation.core.generation import KernelPath
from model.inference.reply_grammar import ReplyShape
from model.network.device import Override
from model.prompt.chat_layout import StyleName
from model.prompt.conversation import Conversation

MIB: Final = 1024**2

FEATURES_BYTES: Final = 640 * MIB
"""Tile features kept in main memory: 256 tiles of Holotron-12B, 28 whole 1080p screenshots."""


@dataclass(frozen=True, slots=True)
class SnapshotLimits:
    """How many snapshots a session keeps; one of Holotron-12B takes 143 MiB."""

    count: int = 8
    """All of them; with three pictures kept, a prompt has a point before each and one at its end."""
    on_device: int = 2
    """The newest ones, which stay beside the network; older ones lie in main memory."""
    bytes: int = 2048 * MIB
    """All of them together."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """A checkpoint folder and how it is to run."""

    folder: Path
    data: Path | None = None
    """Our data folder, where the hashes of its files are remembered; None checks no hashes."""
    style: StyleName | None = None
    """How conversations are written: the profile's `style_name`; None for the family's own."""
    where: Override = field(default_factory=Override)
    """Device, dtype, precision and context, as far as the user decided them."""
    kernels: KernelPath | None = None
    """A path that the user insists on; None for compiled kernels where they can be used."""
    has_graphs: bool = True
    """Whether CUDA graphs may be made, where they can be."""
    snapshots: SnapshotLimits = field(default_factory=SnapshotLimits)
    features_bytes: int = FEATURES_BYTES


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is chosen."""

    temperature: float = 0.0
    """0 takes the most likely token."""
    top_p: float = 1.0
    """Only the most likely tokens that together have this share of the probability."""
    seed: int = 0

    def __post_init__(self) -> None:
        if not (self.temperature >= 0.0 and 0.0 < self.top_p <= 1.0):
            raise ValueError(
                f"cannot sample with temperature {self.temperature} and top_p {self.top_p}: "
                "at least 0, and more than 0 up to 1, are expected"
            )


@dataclass(frozen=True, slots=True)
class DecodeSettings:
    """How a reply is written and when it ends at the latest."""

    max_new_tokens: int = 1024
    sampling: Sampling = field(default_factory=Sampling)
    refuses_loops: bool = True
    """A reply without a grammar that only repeats itself is an error."""


@dataclass(frozen=True, slots=True)
class Request:
    """One reply that is asked for."""

    conversation: Conversation
    shape: ReplyShape | None = None
    """What the answer is held to while it is written; None for free text."""
    settings: DecodeSettings = field(default_factory=DecodeSettings)
    max_thinking_tokens: int = 512
    """Thinking before a shaped answer is ended for the model after so many."""
