"""Sizes of a tiny random checkpoint."""

from dataclasses import dataclass
from typing import Final, Literal

from model.core.spec import LAYER_LETTERS


@dataclass(frozen=True, slots=True)
class TinyScale:
    """Every size of the checkpoint to write; no two that could be mixed up are equal."""

    pattern: str = "M-M*M-M*-"
    """A letter a layer, as in `hybrid_override_pattern`."""
    hidden: int = 80
    mlp_width: int = 112
    heads: int = 6
    kv_heads: int = 2
    head_dim: int = 16
    mamba_heads: int = 8
    mamba_head_dim: int = 16
    state_size: int = 16
    groups: int = 2
    conv_kernel: int = 4
    chunk_size: int = 128
    max_positions: int = 32768
    vision_hidden: int = 64
    """Split into 16 heads: no tensor tells the number, so it is the one of the official name."""
    vision_blocks: int = 2
    vision_mlp_width: int = 160
    patch_px: int = 16
    table_side: int = 16
    prefix_tokens: int = 4
    projector_width: int = 192
    tile_px: int = 64
    max_tiles: int = 12
    padding_rows: int = 24
    """Rows of the embedding and of the head beyond the tokenizer's entries."""
    dtype: Literal["bfloat16", "float32"] = "bfloat16"
    """Of all weights but `A_log`, `D` and `dt_bias`, which are float32."""
    shards: int = 3

    @property
    def mamba_inner(self) -> int:
        """Width of the gate and of the values of a mixer."""
        return self.mamba_heads * self.mamba_head_dim

    @property
    def conv_width(self) -> int:
        """Channels of the short convolution."""
        return self.mamba_inner + 2 * self.groups * self.state_size

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kind of each layer."""
        return tuple(LAYER_LETTERS[letter] for letter in self.pattern)


SMALL: Final = TinyScale()
"""Tiles of 64 px: 4x4 patches, 4 tokens a tile. Everything runs in milliseconds."""

TILE_512: Final = TinyScale(tile_px=512, table_side=64)
"""Tiles as large as the official ones: 32x32 patches, 256 tokens a tile; widths stay tiny."""
