"""How many parameters and bytes a network of a given spec has. Arithmetic only; no torch.

Checked against the published sizes of Holotron-12B in the tests.
"""

from dataclasses import dataclass
from typing import Final, Literal

from automation.core.engine import Quantization
from model.core.spec import LanguageSpec, LayerKind, ModelSpec, ProjectorSpec, VisionSpec

Dtype = Literal["bfloat16", "float16", "float32"]

DTYPE_BYTES: Final[dict[Dtype, int]] = {"bfloat16": 2, "float16": 2, "float32": 4}
FLOAT32_BYTES: Final = 4

NF4_BLOCK: Final = 64
"""Weights that share one 8-bit scale; 256 scales share one float32.
Source: `bitsandbytes.nn.Linear4bit`, `compress_statistics`."""
NF4_SCALES_PER_GROUP: Final = 256

SCAN_SCORES: Final = 5
SCAN_STATES: Final = 4
SCAN_VALUES: Final = 5
"""Float32 copies that the portable scan holds at once, per token and head: of a row of scores
within a chunk, of B and C, of the values. Source: counted in `mamba2_chunk_scan` of transformers
5.23; gives 0.8 GB for 1024 tokens of Holotron-12B, as measured."""

LARGEST_SCREEN_PX: Final = 3840 * 2160
"""Pixels of a picture that room is kept for: its bytes and its colours in float32."""
TILE_COPIES: Final = 2
"""Float32 copies of a picture's tiles at once: the stretched picture, and cut."""
FEATURE_COPIES: Final = 3
"""Copies of a picture's features at once: by groups, joined, and in the prompt."""

ENCODER_COPIES: Final = 4
"""Copies of the widest activation of a block that the encoder holds at once."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many values each part of a network has."""

    projections: int
    """Weights of the language model's linear layers: what quantisation replaces."""
    projection_rows: int
    """Output rows of those layers: int8 keeps a float32 scale for each."""
    embedding: int
    head: int
    small: int
    """Norms, convolutions and what steers the recurrence."""
    vision: int
    projector: int

    @property
    def language(self) -> int:
        """Everything of the language model."""
        return self.projections + self.embedding + self.head + self.small

    @property
    def total(self) -> int:
        """Everything."""
        return self.language + self.vision + self.projector


def layer_projections(language: LanguageSpec, kind: LayerKind) -> tuple[tuple[int, int], ...]:
    """Return the (rows, columns) of the linear layers of one layer."""
    hidden = language.hidden
    match kind:
        case "mamba":
            rows = language.mamba_inner + language.conv_width + language.mamba_heads
            return ((rows, hidden), (hidden, language.mamba_inner))
        case "mlp":
            return ((language.mlp_width, hidden), (hidden, language.mlp_width))
        case "attention":
            wide, narrow = (n * language.head_dim for n in (language.heads, language.kv_heads))
            return ((wide, hidden), (narrow, hidden), (narrow, hidden), (hidden, wide))


def layer_small(language: LanguageSpec, kind: LayerKind) -> int:
    """Return how many values one layer has outside of its linear layers."""
    if kind != "mamba":
        return language.hidden
    conv = language.conv_width * (language.conv_kernel + 1)
    return language.hidden + conv + 3 * language.mamba_heads + language.mamba_inner


def vision_parameters(vision: VisionSpec) -> int:
    """Return how many values the encoder has; the layer scales that ours adds not counted."""
    hidden, wide = vision.hidden, vision.mlp_width
    attention = 4 * hidden * hidden + 4 * hidden
    mlp = 2 * hidden * wide + wide + hidden
    block = attention + mlp + 4 * hidden
    patches = 3 * vision.patch_px**2 * hidden
    tokens = (vision.table_side**2 + vision.prefix_tokens) * hidden
    return vision.blocks * block + patches + tokens


def projector_parameters(projector: ProjectorSpec) -> int:
    """Return how many values the projector has."""
    return projector.inputs + projector.width * (projector.inputs + projector.outputs)


def parameters_of(spec: ModelSpec) -> Parameters:
    """Count the values of each part."""
    language = spec.language
    shapes = [s for kind in language.layers for s in layer_projections(language, kind)]
    rows = language.vocab_rows * language.hidden
    return Parameters(
        projections=sum(r * c for r, c in shapes),
        projection_rows=sum(r for r, _ in shapes),
        embedding=rows,
        head=rows,
        small=sum(layer_small(language, kind) for kind in language.layers) + language.hidden,
        vision=vision_parameters(spec.vision),
        projector=projector_parameters(spec.projector),
    )


def projection_bytes(count: Parameters, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of the language model's linear layers."""
    match quantization:
        case "none":
            return count.projections * DTYPE_BYTES[dtype]
        case "int8":
            return count.projections + count.projection_rows * FLOAT32_BYTES
        case "nf4":
            scales = count.projections // NF4_BLOCK
            groups = scales // NF4_SCALES_PER_GROUP
            return count.projections // 2 + scales + groups * FLOAT32_BYTES


def restored_bytes(language: LanguageSpec, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of the largest layer in 16 bit, which quantised layers make for a pass."""
    if quantization == "none":
        return 0
    shapes = [s for kind in language.layers for s in layer_projections(language, kind)]
    return max((r * c for r, c in shapes), default=0) * DTYPE_BYTES[dtype]


def weights_bytes(spec: ModelSpec, dtype: Dtype, quantization: Quantization) -> int:
    """Return the bytes of all weights, encoder and embedding included."""
    count = parameters_of(spec)
    rest = count.total - count.projections
    return projection_bytes(count, dtype, quantization) + rest * DTYPE_BYTES[dtype]


def encoder_bytes(spec: ModelSpec, dtype: Dtype) -> int:
    """Return the bytes of encoder and projector; they are never quantised."""
    count = parameters_of(spec)
    return (count.vision + count.projector) * DTYPE_BYTES[dtype]


def cache_bytes_per_token(language: LanguageSpec, dtype: Dtype) -> int:
    """Return the bytes of keys and values that one token adds."""
    layers = language.layers.count("attention")
    return layers * 2 * language.kv_heads * language.head_dim * DTYPE_BYTES[dtype]


def recurrent_bytes(language: LanguageSpec) -> int:
    """Return the bytes of the recurrent states of one sequence; always float32."""
    values = language.mamba_inner * language.state_size
    return language.layers.count("mamba") * values * FLOAT32_BYTES


def conv_bytes(language: LanguageSpec, dtype: Dtype) -> int:
    """Return the bytes of the convolution windows of one sequence."""
    values = language.conv_width * language.conv_kernel
    return language.layers.count("mamba") * values * DTYPE_BYTES[dtype]


def state_bytes(language: LanguageSpec, dtype: Dtype) -> int:
    """Return the bytes that one snapshot copies."""
    return recurrent_bytes(language) + conv_bytes(language, dtype)


def scan_bytes_per_token(language: LanguageSpec) -> int:
    """Return the bytes that the portable scan needs for a moment, per token of a pass."""
    values = (
        SCAN_SCORES * language.chunk_size
        + SCAN_STATES * language.state_size
        + SCAN_VALUES * language.mamba_head_dim
    )
    return language.mamba_heads * values * FLOAT32_BYTES


def attention_bytes(language: LanguageSpec, dtype: Dtype, *, tokens: int, context: int) -> int:
    """Return the bytes that one attention layer needs for a moment, to read tokens after others.

    Source: `sdpa_attention_forward` of transformers 5.23. Where there is a mask, which is whenever
    more than one token continues a prompt, it repeats keys and values for every head of the
    queries; the mask is there once as bits of a byte each, and once in the dtype.

    Args:
        language: Sizes of the network.
        dtype: Of keys and values.
        tokens: Of the pass.
        context: Tokens that they look at, their own included.
    """
    if "attention" not in language.layers:
        return 0
    repeated = 2 * context * language.heads * language.head_dim * DTYPE_BYTES[dtype]
    return repeated + tokens * context * (1 + DTYPE_BYTES[dtype])


def picture_bytes(spec: ModelSpec, dtype: Dtype) -> int:
    """Return the bytes of one picture on its way: pixels, tiles, features."""
    tiles = spec.image.max_tiles + int(spec.image.use_thumbnail)
    pixels = LARGEST_SCREEN_PX * (4 + 3 * FLOAT32_BYTES)
    values = TILE_COPIES * tiles * 3 * spec.image.tile_px**2 * FLOAT32_BYTES
    features = tiles * spec.image.tokens_per_tile * spec.language.hidden * DTYPE_BYTES[dtype]
    return pixels + values + FEATURE_COPIES * features


def encoder_bytes_per_tile(spec: ModelSpec, dtype: Dtype) -> int:
    """Return the bytes that the encoder needs for a moment, per tile of a pass."""
    tokens = (spec.image.tile_px // spec.image.patch_px) ** 2 + spec.vision.prefix_tokens
    return tokens * spec.vision.mlp_width * ENCODER_COPIES * DTYPE_BYTES[dtype]
