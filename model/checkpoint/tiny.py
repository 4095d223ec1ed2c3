"""Writes a tiny random checkpoint: official names and layout, sizes for a test on a CPU. Torch-free.

The same seed and scale give the same bytes on every machine. So the tokenizer, byte-level BPE that can
write any text, is made by hand and not trained; `<SPECIAL_n>` has the id n, as in the family. Weights
are drawn so that the network behaves like a trained one: signals keep their size from layer to layer,
states remember for a few to a few thousand tokens, positions and prefix tokens matter.

The code files stand for the modelling code of the official folder. Each leaves a mark beside itself
when it is run, so that a test can tell that nobody ran it.
"""

import json
import math
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from model.spec import LAYER_LETTERS


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


UNKNOWN: Final = "<unk>"
BOS: Final = "<s>"
EOS: Final = "</s>"
PAD: Final = "<SPECIAL_999>"
NAMED: Final[dict[int, str]] = {
    0: UNKNOWN,
    1: BOS,
    2: EOS,
    13: "<think>",
    14: "</think>",
    18: "<image>",
    19: "<video>",
    21: "<img>",
    22: "</img>",
    31: PAD,
}
SPECIALS: Final = 32
"""Special tokens in all; the official tokenizer has 1000."""
TURN_END_ID: Final = 12
IMAGE_ID: Final = 18

_WORDS: Final = (
    " the", " to", " and", " of", " in", " click", " on", " button", " window", " text", " type",
    " open", " save", " file", " menu", " screen", "note", "thought", "tool", "call", "name",
    "element", "click", "write", "scroll", "hotkey", "drag", "move", "double", "update", "plan",
    "desktop", "answer", "content", "left", "right", "middle", "direction", "keys", "press",
    "enter", "overwrite", "size", "repeat", "count", "true", "false", "null", '{"', '":"', '","',
    '":', '",', '"}', '}}', '"}}', '":{"', "System", "User", "Assistant", "observation",
    "message", "Untitled", "Save", "Cancel", "OK",
)  # fmt: skip
"""What prompts and replies of the step contract are made of: some words take one token."""


def byte_letters() -> dict[int, str]:
    """Return the printable letter that byte-level BPE writes for each byte.

    Source: GPT-2's byte encoder: printable bytes stand for themselves, the others for the
    characters from U+0100 on.
    """
    kept = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    moved = [byte for byte in range(256) if byte not in kept]
    letters = {byte: chr(byte) for byte in kept}
    letters |= {byte: chr(0x100 + place) for place, byte in enumerate(moved)}
    return letters


def special_tokens() -> tuple[str, ...]:
    """Return the special tokens in the order of their ids."""
    return tuple(NAMED.get(number, f"<SPECIAL_{number}>") for number in range(SPECIALS))


def _pieces(word: str) -> Iterator[tuple[str, str]]:
    """Yield the merges that build a word from its letters, from the left."""
    letters = byte_letters()
    spelled = [letters[byte] for byte in word.encode()]
    whole = spelled[0]
    for letter in spelled[1:]:
        yield whole, letter
        whole += letter


def merges() -> list[tuple[str, str]]:
    """Return the pairs that make the words, each after those that it is made of."""
    ordered = dict.fromkeys(pair for word in _WORDS for pair in _pieces(word))
    return list(ordered)


def entries() -> dict[str, int]:
    """Return every entry with its id: special tokens, 256 bytes, then merged words."""
    names = [*special_tokens(), *byte_letters().values(), *("".join(pair) for pair in merges())]
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def tokenizer_document() -> dict[str, Any]:
    """Return `tokenizer.json` as the tokenizers library reads it."""
    byte_level = {"type": "ByteLevel", "trim_offsets": True, "use_regex": True}
    return bpe_document(
        [added(number, name) for number, name in enumerate(special_tokens())],
        entries(),
        pre_tokenizer={**byte_level, "add_prefix_space": False},
        post_processor=_bos_first(),
        decoder={**byte_level, "add_prefix_space": True},
    )


def bpe_document(
    added_tokens: list[dict[str, Any]],
    vocab: dict[str, int],
    affix: str | None = None,
    **parts: dict[str, Any],
) -> dict[str, Any]:
    """Return `tokenizer.json` of a byte-level BPE with the words of this module.

    Args:
        affix: How it is said that pieces of words have none.
        parts: What is done to a text before and after, by the names of the tokenizers library.
    """
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added_tokens,
        "normalizer": None,
        **parts,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": affix,
            "end_of_word_suffix": affix,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocab,
            "merges": [list(pair) for pair in merges()],
        },
    }


def added(number: int, name: str, *, is_special: bool = True) -> dict[str, Any]:
    """Return an added token as `tokenizer.json` has it."""
    return {
        "id": number,
        "content": name,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": is_special,
    }


def _bos_first() -> dict[str, Any]:
    bos = {"SpecialToken": {"id": BOS, "type_id": 0}}
    return {
        "type": "TemplateProcessing",
        "single": [bos, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [
            bos,
            {"Sequence": {"id": "A", "type_id": 0}},
            {"Sequence": {"id": "B", "type_id": 1}},
        ],
        "special_tokens": {BOS: {"id": BOS, "ids": [1], "tokens": [BOS]}},
    }


def tokenizer_config_document(template: str) -> dict[str, Any]:
    """Return `tokenizer_config.json` with the chat template."""
    decoder = {
        str(number): {key: value for key, value in added(number, name).items() if key != "id"}
        for number, name in enumerate(special_tokens())
    }
    return {
        "added_tokens_decoder": decoder,
        "bos_token": BOS,
        "eos_token": "<SPECIAL_12>",
        "pad_token": PAD,
        "unk_token": UNKNOWN,
        "chat_template": template,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 131072,
        "tokenizer_class": "PreTrainedTokenizerFast",
    }


MEAN: Final = (0.48145466, 0.4578275, 0.40821073)
STD: Final = (0.26862954, 0.26130258, 0.27577711)
"""Of red, green, blue in 0..1. Source: CLIP's preprocessing, as in the base model's config."""

CODE_FILES: Final = (
    "configuration.py",
    "configuration_nemotron_h.py",
    "modeling.py",
    "modeling_nemotron_h.py",
    "image_processing.py",
    "processing.py",
)
CANARY_MARK: Final = "code-of-the-checkpoint-ran.txt"
CANARY: Final = f'''"""Stands for modelling code: it must never be opened, imported or run."""

from pathlib import Path

Path(__file__).with_name("{CANARY_MARK}").write_text(__file__)
raise SystemExit("code from a checkpoint folder was run")
'''


def config_document(scale: TinyScale, vocab_rows: int) -> dict[str, Any]:
    """Return `config.json` of the composite model."""
    return {
        "architectures": ["NemotronH_Nano_VL_V2"],
        "auto_map": {
            "AutoConfig": "configuration.NemotronH_Nano_VL_V2_Config",
            "AutoModel": "modeling.NemotronH_Nano_VL_V2",
            "AutoModelForCausalLM": "modeling.NemotronH_Nano_VL_V2",
        },
        "attn_implementation": "flash_attention_2",
        "downsample_ratio": 0.5,
        "eos_token_id": TURN_END_ID,
        "force_image_size": scale.tile_px,
        "image_tag_type": "internvl",
        "img_context_token": "<image>",
        "img_context_token_id": IMAGE_ID,
        "img_end_token": "</img>",
        "img_start_token": "<img>",
        "llm_config": _language_document(scale, vocab_rows),
        "max_num_tiles": scale.max_tiles,
        "max_sequence_length": scale.max_positions,
        "model_type": "NemotronH_Nano_VL_V2",
        "norm_mean": list(MEAN),
        "norm_std": list(STD),
        "patch_size": scale.patch_px,
        "projector_hidden_size": scale.projector_width,
        "ps_version": "v2",
        "template": "nemotron_h",
        "torch_dtype": scale.dtype,
        "use_thumbnail": True,
        "video_context_token": "<video>",
        "video_pruning_rate": 0.0,
        "vision_config": _vision_document(scale),
        "vit_hidden_size": scale.vision_hidden,
    }


def _language_document(scale: TinyScale, vocab_rows: int) -> dict[str, Any]:
    return {
        "architectures": ["NemotronHForCausalLM"],
        "attention_bias": False,
        "attention_dropout": 0.0,
        "attention_head_dim": scale.head_dim,
        "auto_map": {
            "AutoConfig": "configuration_nemotron_h.NemotronHConfig",
            "AutoModelForCausalLM": "modeling_nemotron_h.NemotronHForCausalLM",
        },
        "bos_token_id": 1,
        "chunk_size": scale.chunk_size,
        "conv_kernel": scale.conv_kernel,
        "eos_token_id": TURN_END_ID,
        "expand": 2,
        "hidden_dropout": 0.0,
        "hidden_size": scale.hidden,
        "hybrid_override_pattern": scale.pattern,
        "initializer_range": 0.02,
        "intermediate_size": scale.mlp_width,
        "mamba_head_dim": scale.mamba_head_dim,
        "mamba_hidden_act": "silu",
        "mamba_num_heads": scale.mamba_heads,
        "mamba_proj_bias": False,
        "max_position_embeddings": scale.max_positions,
        "mlp_bias": False,
        "mlp_hidden_act": "relu2",
        "model_type": "nemotron_h",
        "n_groups": scale.groups,
        "num_attention_heads": scale.heads,
        "num_hidden_layers": len(scale.pattern),
        "num_key_value_heads": scale.kv_heads,
        "num_logits_to_keep": 1,
        "pad_token_id": SPECIALS - 1,
        "rescale_prenorm_residual": True,
        "residual_in_fp32": False,
        "rms_norm_eps": 1e-05,
        "sliding_window": None,
        "ssm_state_size": scale.state_size,
        "tie_word_embeddings": False,
        "time_step_floor": 0.0001,
        "time_step_limit": [0.0, float("inf")],
        "time_step_max": 0.1,
        "time_step_min": 0.001,
        "torch_dtype": scale.dtype,
        "use_bias": False,
        "use_cache": True,
        "use_conv_bias": True,
        "use_mamba_kernels": True,
        "vocab_size": vocab_rows,
    }


def _vision_document(scale: TinyScale) -> dict[str, Any]:
    table_px = scale.table_side * scale.patch_px
    return {
        "adaptor_configs": {},
        "adaptor_names": None,
        "architectures": ["RADIOModel"],
        "args": {
            "cls_token_per_teacher": True,
            "cpe_max_size": table_px,
            "input_size": None,
            "model": "vit_huge_patch16_224",
            "model_kwargs": {},
            "register_multiple": scale.prefix_tokens,
            "teachers": [{"name": "a", "type": "x", "use_summary": True}],
        },
        "auto_map": {"AutoConfig": "configuration.RADIOConfig", "AutoModel": "modeling.RADIOModel"},
        "feature_normalizer_config": None,
        "inter_feature_normalizer_config": None,
        "max_resolution": table_px,
        "patch_size": scale.patch_px,
        "preferred_resolution": [scale.tile_px, scale.tile_px],
        "torch_dtype": scale.dtype,
        "version": "radio_v2.5-h",
        "vitdet_window_size": None,
    }


def generation_document() -> dict[str, Any]:
    """Return `generation_config.json`."""
    return {
        "_from_model_config": True,
        "bos_token_id": 1,
        "eos_token_id": [2, TURN_END_ID],
        "pad_token_id": SPECIALS - 1,
    }


def preprocessor_document(scale: TinyScale) -> dict[str, Any]:
    """Return `preprocessor_config.json`."""
    return {
        "auto_map": {
            "AutoImageProcessor": "image_processing.NemotronNanoVLV2ImageProcessor",
            "AutoProcessor": "processing.NemotronNanoVLV2Processor",
        },
        "downsample_ratio": 0.5,
        "image_processor_type": "NemotronNanoVLV2ImageProcessor",
        "image_size": scale.tile_px,
        "max_num_tiles": scale.max_tiles,
        "norm_mean": list(MEAN),
        "norm_std": list(STD),
        "patch_size": scale.patch_px,
        "processor_class": "NemotronNanoVLV2Processor",
        "use_thumbnail": True,
    }


CHAT_TEMPLATE: Final = """\
{%- macro bare(text) -%}
{{- text | replace('/no_think', '') | replace('/think', '') -}}
{%- endmacro -%}
{%- macro words(content) -%}
{%- if content is string -%}
{{- content -}}
{%- elif content -%}
{%- for part in content if part.type == 'text' -%}{{- part.text -}}{%- endfor -%}
{%- endif -%}
{%- endmacro -%}
{%- macro pictures(content) -%}
{%- if content is not string and content and '<image>' not in words(content) -%}
{%- set shown = content | selectattr('type', 'equalto', 'image') | list -%}
{%- if shown | length == 1 -%}
{{- '<image>\\n' -}}
{%- elif shown -%}
{%- for one in shown -%}
{{- '<image ' ~ loop.index ~ '><image>' ~ ('\\n' if loop.last else ' ') -}}
{%- endfor -%}
{%- endif -%}
{%- endif -%}
{%- endmacro -%}
{%- set mode = namespace(thinking=false) -%}
{%- for message in messages if message.role in ['system', 'user'] -%}
{%- set text = words(message.content) -%}
{%- if '/no_think' in text -%}
{%- set mode.thinking = false -%}
{%- elif '/think' in text -%}
{%- set mode.thinking = true -%}
{%- endif -%}
{%- endfor -%}
{%- set turns = messages -%}
{%- set system = '' -%}
{%- if messages and messages[0].role == 'system' -%}
{%- set system = bare(words(messages[0].content)) -%}
{%- set turns = messages[1:] -%}
{%- endif -%}
{{- bos_token ~ '<SPECIAL_10>System\\n' ~ system -}}
{%- if tools -%}
{{- ('\\n\\n' if system else '') ~ '<AVAILABLE_TOOLS>[' -}}
{%- for tool in tools -%}
{{- (tool.function if tool.function else tool) | tojson ~ ('' if loop.last else ', ') -}}
{%- endfor -%}
{{- ']</AVAILABLE_TOOLS>' -}}
{%- endif -%}
{{- '\\n' -}}
{%- for message in turns -%}
{%- if message.role == 'user' -%}
{{- '<SPECIAL_11>User\\n' ~ pictures(message.content) ~ bare(words(message.content)) ~ '\\n' -}}
{%- elif message.role == 'tool' -%}
{{- '<SPECIAL_11>User\\n<TOOL_RESPONSE>[' ~ words(message.content) ~ ']</TOOL_RESPONSE>\\n' -}}
{%- elif message.role == 'assistant' -%}
{{- '<SPECIAL_11>Assistant\\n' ~ words(message.content) -}}
{%- if message.tool_calls -%}
{{- '<TOOLCALL>[' -}}
{%- for call in message.tool_calls -%}
{%- set asked = call.function if call.function else call -%}
{{- '{"name": ' ~ asked.name | tojson ~ ', "arguments": ' -}}
{{- asked.arguments if asked.arguments is string else asked.arguments | tojson -}}
{{- '}' ~ ('' if loop.last else ', ') -}}
{%- endfor -%}
{{- ']</TOOLCALL>' -}}
{%- endif -%}
{{- '\\n<SPECIAL_12>\\n' -}}
{%- else -%}
{{- raise_exception('there is no role ' ~ message.role) -}}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{- '<SPECIAL_11>Assistant\\n' ~ ('<think>\\n' if mode.thinking else '<think></think>') -}}
{%- endif -%}
"""


Floats = npt.NDArray[np.float32]
Draw = Callable[[np.random.Generator, tuple[int, ...]], Floats]
Kept = Literal["weight", "state", "index"]
"""How a tensor is stored: in the checkpoint's dtype, as float32, as int64."""

RADIO: Final = "vision_model.radio_model."
DT_RANGE: Final = (0.001, 0.1)
"""Time steps at rest. Source: `time_step_min`, `time_step_max` of NemotronH's config."""
A_RANGE: Final = (1.0, 16.0)
"""Decay rates. Source: the initialisation of Mamba-2."""


@dataclass(frozen=True, slots=True)
class TinyTensor:
    """One tensor as it stands in a shard."""

    name: str
    dtype: str
    """As safetensors spells it: `BF16`, `F32`, `I64`."""
    shape: tuple[int, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class TensorPlan:
    """One tensor before its values are drawn."""

    name: str
    shape: tuple[int, ...]
    draw: Draw
    kept: Kept = "weight"


def normal(std: float) -> Draw:
    """Return a draw around zero."""
    return lambda generator, shape: generator.standard_normal(shape, dtype=np.float32) * std


def linear(inputs: int) -> Draw:
    """Return a draw for a linear layer's weight: its outputs vary as its inputs do."""
    return normal(1 / math.sqrt(inputs))


def around_one(generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Draw the weights of a norm."""
    return 1 + 0.1 * generator.standard_normal(shape, dtype=np.float32)


def log_decay(generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Draw the logarithms of decay rates."""
    return np.log(generator.uniform(*A_RANGE, shape)).astype(np.float32)


def _dt_bias(generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    low, high = (math.log(step) for step in DT_RANGE)
    steps = np.exp(generator.uniform(low, high, shape))
    return (steps + np.log(-np.expm1(-steps))).astype(np.float32)  # inverse of softplus


def _constant(values: tuple[float, ...]) -> Draw:
    return lambda _, shape: np.asarray(values, np.float32).reshape(shape)


def _mamba(scale: TinyScale) -> Iterator[TensorPlan]:
    inner, conv, heads = scale.mamba_inner, scale.conv_width, scale.mamba_heads
    yield TensorPlan(
        "mixer.in_proj.weight", (inner + conv + heads, scale.hidden), linear(scale.hidden)
    )
    yield TensorPlan("mixer.conv1d.weight", (conv, 1, scale.conv_kernel), linear(scale.conv_kernel))
    yield TensorPlan("mixer.conv1d.bias", (conv,), normal(0.1))
    yield TensorPlan("mixer.A_log", (heads,), log_decay, "state")
    yield TensorPlan("mixer.D", (heads,), around_one, "state")
    yield TensorPlan("mixer.dt_bias", (heads,), _dt_bias, "state")
    yield TensorPlan("mixer.norm.weight", (inner,), around_one)
    yield TensorPlan("mixer.out_proj.weight", (scale.hidden, inner), linear(inner))


def _attention(scale: TinyScale) -> Iterator[TensorPlan]:
    width, kv_width = scale.heads * scale.head_dim, scale.kv_heads * scale.head_dim
    yield TensorPlan("mixer.q_proj.weight", (width, scale.hidden), linear(scale.hidden))
    yield TensorPlan("mixer.k_proj.weight", (kv_width, scale.hidden), linear(scale.hidden))
    yield TensorPlan("mixer.v_proj.weight", (kv_width, scale.hidden), linear(scale.hidden))
    yield TensorPlan("mixer.o_proj.weight", (scale.hidden, width), linear(width))


def _mlp(scale: TinyScale) -> Iterator[TensorPlan]:
    yield TensorPlan("mixer.up_proj.weight", (scale.mlp_width, scale.hidden), linear(scale.hidden))
    yield TensorPlan(
        "mixer.down_proj.weight", (scale.hidden, scale.mlp_width), linear(scale.mlp_width)
    )


_MIXERS: Final = {"mamba": _mamba, "attention": _attention, "mlp": _mlp}


def _language(scale: TinyScale, vocab_rows: int) -> Iterator[TensorPlan]:
    top = "language_model.backbone."
    yield TensorPlan(f"{top}embeddings.weight", (vocab_rows, scale.hidden), normal(1.0))
    for number, kind in enumerate(scale.kinds):
        layer = f"{top}layers.{number}."
        yield TensorPlan(f"{layer}norm.weight", (scale.hidden,), around_one)
        for plan in _MIXERS[kind](scale):
            yield TensorPlan(layer + plan.name, plan.shape, plan.draw, plan.kept)
    yield TensorPlan(f"{top}norm_f.weight", (scale.hidden,), around_one)
    head = linear(scale.hidden)
    yield TensorPlan("language_model.lm_head.weight", (vocab_rows, scale.hidden), head)


def _vision(scale: TinyScale) -> Iterator[TensorPlan]:
    width, patch = scale.vision_hidden, 3 * scale.patch_px**2
    generator = f"{RADIO}model.patch_generator."
    yield TensorPlan(f"{RADIO}summary_idxs", (1,), _constant((0.0,)), "index")
    yield TensorPlan(f"{RADIO}input_conditioner.norm_mean", (3, 1, 1), _constant(MEAN))
    yield TensorPlan(f"{RADIO}input_conditioner.norm_std", (3, 1, 1), _constant(STD))
    yield TensorPlan(f"{generator}embedder.weight", (width, patch), linear(patch))
    yield TensorPlan(f"{generator}pos_embed", (1, scale.table_side**2, width), normal(0.5))
    yield TensorPlan(f"{generator}cls_token.token", (scale.prefix_tokens, width), normal(1.0))
    for number in range(scale.vision_blocks):
        yield from _block(f"{RADIO}model.blocks.{number}.", scale)


def _block(top: str, scale: TinyScale) -> Iterator[TensorPlan]:
    width, mlp = scale.vision_hidden, scale.vision_mlp_width
    for norm in ("norm1", "norm2"):
        yield TensorPlan(f"{top}{norm}.weight", (width,), around_one)
        yield TensorPlan(f"{top}{norm}.bias", (width,), normal(0.1))
    layers = (
        ("attn.qkv", width, 3 * width),
        ("attn.proj", width, width),
        ("mlp.fc1", width, mlp),
        ("mlp.fc2", mlp, width),
    )
    for name, inputs, outputs in layers:
        yield TensorPlan(f"{top}{name}.weight", (outputs, inputs), linear(inputs))
        yield TensorPlan(f"{top}{name}.bias", (outputs,), normal(0.1))


def _projector(scale: TinyScale) -> Iterator[TensorPlan]:
    inputs, width = 4 * scale.vision_hidden, scale.projector_width
    yield TensorPlan("mlp1.0.weight", (inputs,), around_one)
    yield TensorPlan("mlp1.1.weight", (width, inputs), linear(inputs))
    yield TensorPlan("mlp1.3.weight", (scale.hidden, width), linear(width))


def _drawn(plan: TensorPlan, dtype: str, seed: int) -> TinyTensor:
    """Return a tensor with its values, which depend on the seed and its own name only."""
    generator = np.random.default_rng([seed, zlib.crc32(plan.name.encode())])
    values = plan.draw(generator, plan.shape).astype(np.float32)
    if plan.kept == "index":
        return TinyTensor(plan.name, "I64", plan.shape, values.astype("<i8").tobytes())
    if plan.kept == "state" or dtype == "float32":
        return TinyTensor(plan.name, "F32", plan.shape, values.astype("<f4").tobytes())
    return TinyTensor(plan.name, "BF16", plan.shape, bfloat16_bytes(values))


def bfloat16_bytes(values: Floats) -> bytes:
    """Return finite float32 values as little-endian bfloat16, rounded to the nearest, ties to even."""
    bits = values.astype("<f4").view("<u4")
    rounded = bits + 0x7FFF + ((bits >> 16) & 1)
    halves: npt.NDArray[np.uint16] = (rounded >> 16).astype("<u2")
    return halves.tobytes()


HEADER_ALIGNMENT = 8
"""Bytes. Source: the safetensors format; its writers align the data so."""


def write_tiny_checkpoint(folder: Path, *, seed: int = 0, scale: TinyScale | None = None) -> None:
    """Write a checkpoint folder; files of the same names are replaced.

    Raises:
        OSError: the folder cannot be written to.
    """
    scale = scale or SMALL
    vocab_rows = len(entries()) + scale.padding_rows
    plans = (*_language(scale, vocab_rows), *_vision(scale), *_projector(scale))
    write_folder(folder, _documents(scale, vocab_rows), plans, scale, seed)
    for name in CODE_FILES:
        (folder / name).write_text(CANARY, encoding="utf-8")


class Stored(Protocol):
    """How the tensors of a checkpoint are stored."""

    @property
    def dtype(self) -> Literal["bfloat16", "float32"]:
        """Of those whose plan says nothing else."""
        ...

    @property
    def shards(self) -> int:
        """Files that they are spread over."""
        ...


def write_folder(
    folder: Path,
    documents: dict[str, dict[str, Any]],
    plans: Iterable[TensorPlan],
    stored: Stored,
    seed: int,
) -> None:
    """Write documents and random tensors as a checkpoint; files of the same names are replaced.

    Raises:
        OSError: the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in documents.items():
        _write_json(folder / name, document)
    tensors = [_drawn(plan, stored.dtype, seed) for plan in plans]
    _write_shards(folder, tensors, stored.shards)


def _documents(scale: TinyScale, vocab_rows: int) -> dict[str, dict[str, Any]]:
    return {
        "config.json": config_document(scale, vocab_rows),
        "generation_config.json": generation_document(),
        "preprocessor_config.json": preprocessor_document(scale),
        "tokenizer.json": tokenizer_document(),
        "tokenizer_config.json": tokenizer_config_document(CHAT_TEMPLATE),
    }


def _write_json(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_shards(folder: Path, tensors: list[TinyTensor], shards: int) -> None:
    total = sum(len(tensor.data) for tensor in tensors)
    groups: list[list[TinyTensor]] = [[] for _ in range(shards)]
    written = 0
    for tensor in tensors:
        groups[min(shards - 1, written * shards // total)].append(tensor)
        written += len(tensor.data)
    weight_map: dict[str, str] = {}
    for number, group in enumerate(groups, start=1):
        name = f"model-{number:05}-of-{shards:05}.safetensors"
        (folder / name).write_bytes(safetensors_bytes(group))
        weight_map |= {tensor.name: name for tensor in group}
    index = {"metadata": {"total_size": total}, "weight_map": dict(sorted(weight_map.items()))}
    _write_json(folder / "model.safetensors.index.json", index)


def safetensors_bytes(tensors: list[TinyTensor]) -> bytes:
    """Return one safetensors file: length of the header, header, data."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for tensor in tensors:
        end = at + len(tensor.data)
        header[tensor.name] = {
            "dtype": tensor.dtype,
            "shape": list(tensor.shape),
            "data_offsets": [at, end],
        }
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % HEADER_ALIGNMENT)
    return b"".join([len(text).to_bytes(8, "little"), text, *(tensor.data for tensor in tensors)])
