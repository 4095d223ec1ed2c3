"""What a checkpoint says of itself, checked: every size that the network is built from.

`model.checkpoint` makes these from a folder. Sizes come from tensor shapes where a tensor tells them;
names in the config are only compared with them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

CoordinateSpace = Literal["norm_1000", "fraction", "source_px", "canvas_px"]
"""0..1000 of the picture, 0..1 of the picture, its own pixels, pixels of the resized canvas."""


Family = Literal["holotron", "qwen3_5"]
"""Families whose networks run in this process."""

LayerKind = Literal["mamba", "mlp", "attention"]
DeltaKind = Literal["delta", "attention"]
"""Kinds of a layer of Qwen3.5 by what mixes its tokens; each has an MLP besides."""

LayerMemory = Literal["state", "rows", "none"]
"""What a layer remembers: states that every token overwrites, keys and values of each token, nothing."""

Matrix: TypeAlias = tuple[int, int]
"""Rows and columns of a linear layer's weight: outputs and inputs."""

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
    """Of the queries of an attention layer."""
    kv_heads: int
    """Of its keys and values."""
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
    def has_own_head(self) -> bool:
        """Whether the head has weights of its own: always."""
        return True

    @property
    def mamba_inner(self) -> int:
        """Width of the gate and of the values of a Mamba-2 mixer."""
        return self.mamba_heads * self.mamba_head_dim

    @property
    def conv_width(self) -> int:
        """Channels that go through the short convolution: values, B and C."""
        return self.mamba_inner + 2 * self.groups * self.state_size

    @property
    def state_shape(self) -> tuple[int, int, int]:
        """Recurrent state of a mixer: heads, size of a head, state."""
        return self.mamba_heads, self.mamba_head_dim, self.state_size

    @property
    def memories(self) -> tuple[LayerMemory, ...]:
        """What each layer remembers."""
        kept: dict[LayerKind, LayerMemory] = {"mamba": "state", "attention": "rows", "mlp": "none"}
        return tuple(kept[kind] for kind in self.layers)

    def projections(self, kind: LayerKind) -> tuple[Matrix, ...]:
        """Return the linear layers of one layer."""
        hidden = self.hidden
        match kind:
            case "mamba":
                rows = self.mamba_inner + self.conv_width + self.mamba_heads
                return ((rows, hidden), (hidden, self.mamba_inner))
            case "mlp":
                return ((self.mlp_width, hidden), (hidden, self.mlp_width))
            case "attention":
                wide, narrow = (n * self.head_dim for n in (self.heads, self.kv_heads))
                return ((wide, hidden), (narrow, hidden), (narrow, hidden), (hidden, wide))

    def small_values(self, kind: LayerKind) -> int:
        """Return how many values one layer has outside of its linear layers."""
        if kind != "mamba":
            return self.hidden
        conv = self.conv_width * (self.conv_kernel + 1)
        return self.hidden + conv + 3 * self.mamba_heads + self.mamba_inner

    @property
    def linears(self) -> tuple[Matrix, ...]:
        """All linear layers that quantisation replaces."""
        return tuple(matrix for kind in self.layers for matrix in self.projections(kind))

    @property
    def small(self) -> int:
        """Values outside of linear layers, embedding and head."""
        return sum(map(self.small_values, self.layers)) + self.hidden

    @property
    def scan_values(self) -> int:
        """Float32 values that the portable scan holds at once, per token of a pass.

        Rows of scores within a chunk, B and C, the values. Source: counted in `mamba2_chunk_scan` of
        transformers 5.23; gives 0.8 GB for 1024 tokens of Holotron-12B, as measured.
        """
        each = 5 * self.chunk_size + 4 * self.state_size + 5 * self.mamba_head_dim
        return self.mamba_heads * each


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

    @property
    def values(self) -> int:
        """How many it has; the layer scales that ours adds not counted."""
        hidden, wide = self.hidden, self.mlp_width
        attention = 4 * hidden * hidden + 4 * hidden
        mlp = 2 * hidden * wide + wide + hidden
        block = attention + mlp + 4 * hidden
        patches = 3 * self.patch_px**2 * hidden
        return self.blocks * block + patches + (self.table_side**2 + self.prefix_tokens) * hidden


@dataclass(frozen=True, slots=True)
class ProjectorSpec:
    """Sizes of the projector: norm, linear, squared ReLU, linear."""

    inputs: int
    width: int
    outputs: int
    norm_eps: float

    @property
    def values(self) -> int:
        """How many it has."""
        return self.inputs + self.width * (self.inputs + self.outputs)


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
class DeltaLanguageSpec:
    """Sizes of the language model of Qwen3.5: gated delta rule, and attention in every fourth layer."""

    layers: tuple[DeltaKind, ...]
    hidden: int
    vocab_rows: int
    mlp_width: int
    heads: int
    kv_heads: int
    head_dim: int
    key_heads: int
    """Of the delta rule: heads of queries and keys."""
    value_heads: int
    """Heads of values, gates and states; a multiple of the key heads."""
    key_dim: int
    value_dim: int
    conv_kernel: int
    norm_eps: float
    max_positions: int
    rope_theta: float
    rotary_width: int
    """Of a head's values, the first so many are turned by the position."""
    rotary_parts: tuple[int, int, int]
    """How many of the pairs are turned by time, row and column of a token; interleaved."""
    has_own_head: bool

    @property
    def chunk_size(self) -> int:
        """Tokens per block of the portable rule. Source: `torch_chunk_gated_delta_rule`."""
        return 64

    @property
    def delta_inner(self) -> int:
        """Width of the gate and of the values of the delta rule."""
        return self.value_heads * self.value_dim

    @property
    def conv_width(self) -> int:
        """Channels that go through the short convolution: queries, keys and values."""
        return 2 * self.key_heads * self.key_dim + self.delta_inner

    @property
    def state_shape(self) -> tuple[int, int, int]:
        """Recurrent state of a layer: heads, keys, values."""
        return self.value_heads, self.key_dim, self.value_dim

    @property
    def memories(self) -> tuple[LayerMemory, ...]:
        """What each layer remembers."""
        return tuple("state" if kind == "delta" else "rows" for kind in self.layers)

    def projections(self, kind: DeltaKind) -> tuple[Matrix, ...]:
        """Return the linear layers of one layer; the gates of single values are not among them."""
        hidden, inner = self.hidden, self.delta_inner
        mlp = ((self.mlp_width, hidden), (self.mlp_width, hidden), (hidden, self.mlp_width))
        if kind == "delta":
            return ((self.conv_width, hidden), (inner, hidden), (hidden, inner), *mlp)
        wide, narrow = self.heads * self.head_dim, self.kv_heads * self.head_dim
        # A gate stands beside each query, so that this one is twice as wide.
        attention = ((2 * wide, hidden), (narrow, hidden), (narrow, hidden), (hidden, wide))
        return (*attention, *mlp)

    def small_values(self, kind: DeltaKind) -> int:
        """Return how many values one layer has outside of these."""
        norms = 2 * self.hidden
        if kind == "attention":
            return norms + 2 * self.head_dim
        gates = 2 * self.value_heads * (self.hidden + 1)
        return norms + gates + self.conv_width * self.conv_kernel + self.value_dim

    @property
    def linears(self) -> tuple[Matrix, ...]:
        """All linear layers that quantisation replaces."""
        return tuple(matrix for kind in self.layers for matrix in self.projections(kind))

    @property
    def small(self) -> int:
        """Values outside of linear layers, embedding and head."""
        return sum(map(self.small_values, self.layers)) + self.hidden

    @property
    def scan_values(self) -> int:
        """Float32 values that the portable rule holds at once, per token of a pass.

        Queries, keys and their decayed copies, values and their copies, three rows of scores. Source:
        counted in `torch_chunk_gated_delta_rule` of transformers 5.23.
        """
        return self.value_heads * (7 * self.key_dim + 5 * self.value_dim + 3 * self.chunk_size)


Language: TypeAlias = LanguageSpec | DeltaLanguageSpec
"""What every language model tells of itself is asked of both alike."""


@dataclass(frozen=True, slots=True)
class PatchVisionSpec:
    """Sizes of the encoder of Qwen3.5, its merger included."""

    hidden: int
    blocks: int
    heads: int
    mlp_width: int
    patch_px: int
    merge: int
    """Side of the square of patches that becomes one token."""
    frames: int
    """Pictures that a patch joins; a still picture is taken so many times."""
    table_side: int
    """The position table has this many rows and columns."""
    outputs: int

    @property
    def merged(self) -> int:
        """Width of a joined square of patches."""
        return self.hidden * self.merge**2

    @property
    def values(self) -> int:
        """How many it has."""
        hidden, wide, merged = self.hidden, self.mlp_width, self.merged
        attention = 4 * hidden * hidden + 4 * hidden
        block = attention + 2 * hidden * wide + wide + hidden + 4 * hidden
        patches = (3 * self.frames * self.patch_px**2 + 1) * hidden
        merger = 2 * hidden + (merged + 1) * merged + (merged + 1) * self.outputs
        return self.blocks * block + patches + self.table_side**2 * hidden + merger


@dataclass(frozen=True, slots=True)
class PatchSpec:
    """How a picture is resized and normalised whole, to any size within bounds."""

    patch_px: int
    merge: int
    frames: int
    min_pixels: int
    max_pixels: int
    mean: tuple[float, float, float]
    """Of red, green, blue in 0..1."""
    std: tuple[float, float, float]

    @property
    def token_px(self) -> int:
        """Side of the square that one token stands for; sides of pictures are multiples of it."""
        return self.patch_px * self.merge


PictureSpec: TypeAlias = ImageSpec | PatchSpec
"""How one family is shown pictures: cut into tiles, or whole."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """One checkpoint folder that was read and found to be whole."""

    folder: Path
    name: str
    """For people: the folder's name, or the model's own name where the config tells one."""
    language: Language
    image: PictureSpec
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

    @property
    def family(self) -> Family:
        """Which network it is."""
        raise NotImplementedError

    @property
    def encoder_values(self) -> int:
        """Values of everything that turns a picture into tokens."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class HolotronSpec(ModelSpec):
    """Holotron-12B, or a network of its kind."""

    language: LanguageSpec
    vision: VisionSpec
    projector: ProjectorSpec
    image: ImageSpec

    @property
    def family(self) -> Family:
        """Which network it is."""
        return "holotron"

    @property
    def encoder_values(self) -> int:
        """Values of encoder and projector."""
        return self.vision.values + self.projector.values


@dataclass(frozen=True, slots=True, kw_only=True)
class QwenSpec(ModelSpec):
    """Qwen3.5 in any of its dense sizes, or a model made from it: Holo3.1."""

    language: DeltaLanguageSpec
    vision: PatchVisionSpec
    image: PatchSpec

    @property
    def family(self) -> Family:
        """Which network it is."""
        return "qwen3_5"

    @property
    def encoder_values(self) -> int:
        """Values of the encoder and its merger."""
        return self.vision.values
