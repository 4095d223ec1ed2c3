"""Writes a tiny random checkpoint of Qwen3.5: official names and layout, sizes for a test on a CPU. Torch-free.

As `model.checkpoint.tiny` does for Holotron, with its words and its way to draw. The added tokens stand
behind the vocabulary and not in it, and those for thinking are no special ones, as in the official
tokenizer; layers that predict several tokens are there, for a reader to leave out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from model.checkpoint.tiny import (
    TensorPlan,
    added,
    around_one,
    bpe_document,
    byte_letters,
    linear,
    log_decay,
    merges,
    normal,
    write_folder,
)

LANGUAGE: Final = "model.language_model."
VISION: Final = "model.visual."


@dataclass(frozen=True, slots=True)
class TinyQwenScale:
    """Every size of the checkpoint to write; no two that could be mixed up are equal."""

    pattern: str = "DDADDA"
    """A letter a layer: the delta rule, or attention."""
    hidden: int = 80
    mlp_width: int = 112
    heads: int = 6
    kv_heads: int = 2
    head_dim: int = 32
    key_heads: int = 2
    value_heads: int = 4
    key_dim: int = 16
    value_dim: int = 24
    conv_kernel: int = 4
    max_positions: int = 32768
    rotary_parts: tuple[int, int, int] = (2, 1, 1)
    vision_hidden: int = 48
    vision_blocks: int = 2
    vision_heads: int = 3
    vision_mlp_width: int = 96
    patch_px: int = 16
    merge: int = 2
    frames: int = 2
    table_side: int = 8
    min_pixels: int = 4096
    max_pixels: int = 1 << 20
    padding_rows: int = 24
    """Rows of the embedding and of the head beyond the tokenizer's entries."""
    is_tied: bool = True
    """The embedding is the head."""
    dtype: Literal["bfloat16", "float32"] = "bfloat16"
    """Of all weights but `A_log` and the norm behind the delta rule, which are float32."""
    shards: int = 3

    @property
    def inner(self) -> int:
        """Width of the gate and of the values of the delta rule."""
        return self.value_heads * self.value_dim

    @property
    def conv_width(self) -> int:
        """Channels of the short convolution."""
        return 2 * self.key_heads * self.key_dim + self.inner


SMALL_QWEN: Final = TinyQwenScale()

END_OF_TEXT: Final = "<|endoftext|>"
TURN_END: Final = "<|im_end|>"
SPECIALS: Final = (
    END_OF_TEXT, "<|im_start|>", TURN_END, "<|vision_start|>", "<|vision_end|>", "<|image_pad|>",
    "<|video_pad|>",
)  # fmt: skip
PLAIN: Final = ("<think>", "</think>", "<tool_call>", "</tool_call>")
"""Added tokens that are not special."""
SPLIT: Final = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How text is cut into words: each digit is one."""


def vocabulary() -> dict[str, int]:
    """Return the entries of the model with their ids: 256 bytes, then merged words."""
    names = (*byte_letters().values(), *("".join(pair) for pair in merges()))
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def token_ids() -> dict[str, int]:
    """Return the added tokens with their ids."""
    first = len(vocabulary())
    return {name: first + number for number, name in enumerate((*SPECIALS, *PLAIN))}


def entries() -> int:
    """Return how many entries the tokenizer has."""
    return len(vocabulary()) + len(token_ids())


def tokenizer_document() -> dict[str, Any]:
    """Return `tokenizer.json` as the tokenizers library reads it."""
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}
    cut = {"type": "Split", "pattern": {"Regex": SPLIT}, "behavior": "Isolated", "invert": False}
    return bpe_document(
        [added(number, name, is_special=name in SPECIALS) for name, number in token_ids().items()],
        vocabulary(),
        affix="",
        normalizer={"type": "NFC"},
        pre_tokenizer={
            "type": "Sequence",
            "pretokenizers": [cut, {**byte_level, "use_regex": False}],
        },
        post_processor={**byte_level, "use_regex": False},
        decoder={**byte_level, "use_regex": False},
    )


def config_document(scale: TinyQwenScale) -> dict[str, Any]:
    """Return `config.json` of the composite model."""
    ids = token_ids()
    return {
        "architectures": ["Qwen3_5ForConditionalGeneration"],
        "image_token_id": ids["<|image_pad|>"],
        "model_type": "qwen3_5",
        "text_config": _text_document(scale),
        "tie_word_embeddings": scale.is_tied,
        "video_token_id": ids["<|video_pad|>"],
        "vision_config": _vision_document(scale),
        "vision_end_token_id": ids["<|vision_end|>"],
        "vision_start_token_id": ids["<|vision_start|>"],
    }


def _text_document(scale: TinyQwenScale) -> dict[str, Any]:
    words = {"D": "linear_attention", "A": "full_attention"}
    return {
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attn_output_gate": True,
        "dtype": scale.dtype,
        "eos_token_id": token_ids()[END_OF_TEXT],
        "full_attention_interval": 3,
        "head_dim": scale.head_dim,
        "hidden_act": "silu",
        "hidden_size": scale.hidden,
        "initializer_range": 0.02,
        "intermediate_size": scale.mlp_width,
        "layer_types": [words[letter] for letter in scale.pattern],
        "linear_conv_kernel_dim": scale.conv_kernel,
        "linear_key_head_dim": scale.key_dim,
        "linear_num_key_heads": scale.key_heads,
        "linear_num_value_heads": scale.value_heads,
        "linear_value_head_dim": scale.value_dim,
        "mamba_ssm_dtype": "float32",
        "max_position_embeddings": scale.max_positions,
        "mlp_only_layers": [],
        "model_type": "qwen3_5_text",
        "mtp_num_hidden_layers": 1,
        "mtp_use_dedicated_embeddings": False,
        "num_attention_heads": scale.heads,
        "num_hidden_layers": len(scale.pattern),
        "num_key_value_heads": scale.kv_heads,
        "rms_norm_eps": 1e-06,
        "rope_parameters": {
            "mrope_interleaved": True,
            "mrope_section": list(scale.rotary_parts),
            "partial_rotary_factor": 2 * sum(scale.rotary_parts) / scale.head_dim,
            "rope_theta": 10000000,
            "rope_type": "default",
        },
        "tie_word_embeddings": scale.is_tied,
        "use_cache": True,
        "vocab_size": entries() + scale.padding_rows,
    }


def _vision_document(scale: TinyQwenScale) -> dict[str, Any]:
    return {
        "deepstack_visual_indexes": [],
        "depth": scale.vision_blocks,
        "hidden_act": "gelu_pytorch_tanh",
        "hidden_size": scale.vision_hidden,
        "in_channels": 3,
        "initializer_range": 0.02,
        "intermediate_size": scale.vision_mlp_width,
        "model_type": "qwen3_5",
        "num_heads": scale.vision_heads,
        "num_position_embeddings": scale.table_side**2,
        "out_hidden_size": scale.hidden,
        "patch_size": scale.patch_px,
        "spatial_merge_size": scale.merge,
        "temporal_patch_size": scale.frames,
    }


def preprocessor_document(scale: TinyQwenScale) -> dict[str, Any]:
    """Return `preprocessor_config.json`."""
    return {
        "size": {"longest_edge": scale.max_pixels, "shortest_edge": scale.min_pixels},
        "patch_size": scale.patch_px,
        "temporal_patch_size": scale.frames,
        "merge_size": scale.merge,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
        "processor_class": "Qwen3VLProcessor",
        "image_processor_type": "Qwen2VLImageProcessorFast",
    }


def _documents(scale: TinyQwenScale) -> dict[str, dict[str, Any]]:
    ids = token_ids()
    return {
        "config.json": config_document(scale),
        "generation_config.json": {
            "do_sample": True,
            "eos_token_id": [ids[TURN_END], ids[END_OF_TEXT]],
            "pad_token_id": ids[END_OF_TEXT],
        },
        "preprocessor_config.json": preprocessor_document(scale),
        "tokenizer.json": tokenizer_document(),
        "tokenizer_config.json": {
            "bos_token": None,
            "eos_token": TURN_END,
            "pad_token": END_OF_TEXT,
            "model_max_length": 262144,
            "tokenizer_class": "Qwen2Tokenizer",
            "unk_token": None,
        },
    }


def _language(scale: TinyQwenScale) -> Iterator[TensorPlan]:
    rows = (entries() + scale.padding_rows, scale.hidden)
    yield TensorPlan(f"{LANGUAGE}embed_tokens.weight", rows, normal(1.0))
    if not scale.is_tied:
        yield TensorPlan("lm_head.weight", rows, linear(scale.hidden))
    for number, letter in enumerate(scale.pattern):
        layer = f"{LANGUAGE}layers.{number}."
        for plan in (_delta if letter == "D" else _attention)(scale):
            yield TensorPlan(layer + plan.name, plan.shape, plan.draw, plan.kept)
        yield from _around(layer, scale)
    # The norms multiply by one more than their weight.
    yield TensorPlan(f"{LANGUAGE}norm.weight", (scale.hidden,), normal(0.1))
    yield TensorPlan("mtp.fc.weight", (scale.hidden, 2 * scale.hidden), linear(scale.hidden))


def _around(layer: str, scale: TinyQwenScale) -> Iterator[TensorPlan]:
    """Yield the norms and the MLP of a layer."""
    for norm in ("input_layernorm", "post_attention_layernorm"):
        yield TensorPlan(f"{layer}{norm}.weight", (scale.hidden,), normal(0.1))
    wide = (scale.mlp_width, scale.hidden)
    yield TensorPlan(f"{layer}mlp.gate_proj.weight", wide, linear(scale.hidden))
    yield TensorPlan(f"{layer}mlp.up_proj.weight", wide, linear(scale.hidden))
    yield TensorPlan(f"{layer}mlp.down_proj.weight", wide[::-1], linear(scale.mlp_width))


def _delta(scale: TinyQwenScale) -> Iterator[TensorPlan]:
    hidden, inner, conv, heads = scale.hidden, scale.inner, scale.conv_width, scale.value_heads
    top = "linear_attn."
    for name, rows in (
        ("in_proj_qkv", conv), ("in_proj_z", inner), ("in_proj_a", heads), ("in_proj_b", heads),
    ):  # fmt: skip
        yield TensorPlan(f"{top}{name}.weight", (rows, hidden), linear(hidden))
    yield TensorPlan(f"{top}conv1d.weight", (conv, 1, scale.conv_kernel), linear(scale.conv_kernel))
    yield TensorPlan(f"{top}A_log", (heads,), log_decay, "state")
    yield TensorPlan(f"{top}dt_bias", (heads,), normal(1.0))
    yield TensorPlan(f"{top}norm.weight", (scale.value_dim,), around_one, "state")
    yield TensorPlan(f"{top}out_proj.weight", (hidden, inner), linear(inner))


def _attention(scale: TinyQwenScale) -> Iterator[TensorPlan]:
    hidden, wide, narrow = (
        scale.hidden,
        scale.heads * scale.head_dim,
        scale.kv_heads * scale.head_dim,
    )
    top = "self_attn."
    for name, rows in (("q_proj", 2 * wide), ("k_proj", narrow), ("v_proj", narrow)):
        yield TensorPlan(f"{top}{name}.weight", (rows, hidden), linear(hidden))
    yield TensorPlan(f"{top}o_proj.weight", (hidden, wide), linear(wide))
    for norm in ("q_norm", "k_norm"):
        yield TensorPlan(f"{top}{norm}.weight", (scale.head_dim,), normal(0.1))


def _vision(scale: TinyQwenScale) -> Iterator[TensorPlan]:
    width, merged = scale.vision_hidden, scale.vision_hidden * scale.merge**2
    patch = (3, scale.frames, scale.patch_px, scale.patch_px)
    values = 3 * scale.frames * scale.patch_px**2
    yield TensorPlan(f"{VISION}patch_embed.proj.weight", (width, *patch), linear(values))
    yield TensorPlan(f"{VISION}patch_embed.proj.bias", (width,), normal(0.1))
    yield TensorPlan(f"{VISION}pos_embed.weight", (scale.table_side**2, width), normal(0.5))
    linears = [("merger.linear_fc1", merged, merged), ("merger.linear_fc2", scale.hidden, merged)]
    norms = ["merger.norm"]
    for number in range(scale.vision_blocks):
        block = f"blocks.{number}."
        norms += [f"{block}norm1", f"{block}norm2"]
        linears += [
            (f"{block}attn.qkv", 3 * width, width),
            (f"{block}attn.proj", width, width),
            (f"{block}mlp.linear_fc1", scale.vision_mlp_width, width),
            (f"{block}mlp.linear_fc2", width, scale.vision_mlp_width),
        ]
    for name in norms:
        yield TensorPlan(f"{VISION}{name}.weight", (width,), around_one)
        yield TensorPlan(f"{VISION}{name}.bias", (width,), normal(0.1))
    for name, outputs, inputs in linears:
        yield TensorPlan(f"{VISION}{name}.weight", (outputs, inputs), linear(inputs))
        yield TensorPlan(f"{VISION}{name}.bias", (outputs,), normal(0.1))


def write_tiny_qwen(folder: Path, *, seed: int = 0, scale: TinyQwenScale | None = None) -> None:
    """Write a checkpoint folder; files of the same names are replaced.

    Raises:
        OSError: the folder cannot be written to.
    """
    scale = scale or SMALL_QWEN
    write_folder(folder, _documents(scale), (*_language(scale), *_vision(scale)), scale, seed)
