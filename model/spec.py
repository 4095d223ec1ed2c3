"""What a checkpoint says of itself, checked: every size that the network is built from.

`model.checkpoint` makes these from a folder. Sizes come from tensor shapes where a tensor tells them;
names in the config are only compared with them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

CoordinateSpace = Literal["norm_1000", "fraction", "source_px", "canvas_px"]
"""0..1000 of the picture, 0..1 of the picture, its own pixels, pixels of the resized canvas."""


LayerKind = Literal["mamba", "mlp", "attention"]

LAYER_LETTERS: Final[dict[str, LayerKind]] = {"M": "mamba", "-": "mlp", "*": "attention"}
"""Letters of `hybrid_override_pattern`. Source: NemotronH's config in transformers."""


@dataclass(frozen=True, slots=True)
class LanguageSpec:
    """Sizes of the NemotronH language model."""

    layers: tuple[LayerKind, ...]
    hidden: int
    vocab_rows: int
    """Rows of the embedding and of the head; may be padded beyond the tokenizer's entries."""
    mlp_width: int
    heads: int
    kv_heads: int
    head_dim: int
    mamba_heads: int
    mamba_head_dim: int
    state_size: int
    groups: int
    conv_kernel: int
    chunk_size: int
    """Tokens per block of the chunked scan; speed only."""
    norm_eps: float
    max_positions: int

    @property
    def mamba_inner(self) -> int:
        """Width of the gate and of the values of a Mamba-2 mixer."""
        return self.mamba_heads * self.mamba_head_dim

    @property
    def conv_width(self) -> int:
        """Channels that go through the short convolution: values, B and C."""
        return self.mamba_inner + 2 * self.groups * self.state_size


@dataclass(frozen=True, slots=True)
class VisionSpec:
    """Sizes of the RADIO encoder."""

    hidden: int
    blocks: int
    heads: int
    mlp_width: int
    patch_px: int
    table_side: int
    """The position table has this many rows and columns."""
    prefix_tokens: int
    """Class and register tokens before the patches; all of them are dropped from the output."""
    norm_eps: float


@dataclass(frozen=True, slots=True)
class ProjectorSpec:
    """Sizes of the projector: norm, linear, squared ReLU, linear."""

    inputs: int
    width: int
    outputs: int
    norm_eps: float


@dataclass(frozen=True, slots=True)
class ImageSpec:
    """How a picture is cut and normalised before the encoder sees it."""

    tile_px: int
    patch_px: int
    shuffle: int
    """Side of the square of patches that becomes one token: 1 / `downsample_ratio`."""
    max_tiles: int
    use_thumbnail: bool
    mean: tuple[float, float, float]
    """Of red, green, blue in 0..1."""
    std: tuple[float, float, float]

    @property
    def tokens_per_tile(self) -> int:
        """Placeholders that one tile occupies in the prompt."""
        return (self.tile_px // self.patch_px // self.shuffle) ** 2


@dataclass(frozen=True, slots=True)
class TokenSpec:
    """Ids with a meaning of their own."""

    image_id: int
    """The placeholder `<image>`."""
    image_start_id: int
    image_end_id: int
    bos_id: int | None
    pad_id: int | None
    stop_ids: tuple[int, ...]
    """Ids that end a turn: the generation config's and the family's end-of-turn token."""
    entries: int
    """Entries of the tokenizer; ids at or above it are padding rows and never sampled."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One safetensors file of the checkpoint."""

    name: str
    """File name inside the folder."""
    path: Path
    """The regular file, links resolved."""
    size_bytes: int
    tensors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One checkpoint folder that was read and found to be whole."""

    folder: Path
    name: str
    """For people: the folder's name, or the model's own name where the config tells one."""
    language: LanguageSpec
    vision: VisionSpec
    projector: ProjectorSpec
    image: ImageSpec
    tokens: TokenSpec
    shards: tuple[Shard, ...]
    stored_dtype: str
    """Most common dtype of the tensors: `bfloat16`, `float16` or `float32`."""
    parameters: int
    weights_bytes: int
    fingerprint: str
    """SHA-256, hex, over the config and every tensor's name, dtype and shape. Names the kind of
    checkpoint; the manifest's hash names its bytes."""
    notes: tuple[str, ...] = ()
    """What a person should know: code files that were not opened, rows of padding."""
