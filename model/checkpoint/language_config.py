"""Reads the language model's part of the config and compares it with the tensors."""

import math
from typing import Final

from model.checkpoint.fields import Fields
from model.checkpoint.keymap import HEAD, LANGUAGE
from model.checkpoint.shapes import Shapes
from model.core.spec import LAYER_LETTERS, LanguageSpec, LayerKind

CLASS_EPS: Final = 1e-5
CLASS_CHUNK: Final = 128
CLASS_GROUPS: Final = 8
CLASS_STATE: Final = 128
TRAINED_POSITIONS: Final = 131_072
"""What a config that leaves these out means. Source: NemotronH's config class; it writes only what
differs. The last one is the length that the base model was trained to."""
MAX_CHUNK: Final = 4096

PATTERN: Final = "hybrid_override_pattern"
POSITION_TYPE: Final = "position_embedding_type"
SEVERAL_TOKENS: Final = "num_nextn_predict_layers"
MARKS: Final[dict[LayerKind, str]] = {
    "mamba": "mixer.in_proj.weight",
    "attention": "mixer.q_proj.weight",
    "mlp": "mixer.up_proj.weight",
}
"""A tensor that only a layer of this kind has."""
OTHER_NAMES: Final[dict[str, LayerKind]] = {
    "mamba": "mamba", "linear_attention": "mamba", "mlp": "mlp",
    "attention": "attention", "full_attention": "attention",
}  # fmt: skip
"""Words of the list that later versions of the config write in place of the pattern."""

ENDLESS: Final = (math.inf, None, "Infinity", {"__float__": "Infinity"})
"""How a config writes infinity. Source: Python's JSON; strict writers; transformers 5."""
BIASES: Final = ("use_bias", "attention_bias", "mlp_bias", "mamba_proj_bias")
POSITIONS: Final = ("rope_scaling", "rope_parameters", "use_rope", "use_rotary_embeddings", "alibi")
"""Fields that would give tokens a position; the network has none."""
IGNORED_POSITIONS: Final = ("rope_theta", "partial_rotary_factor")
"""Left behind by other models; NemotronH's code never reads them."""


def language_spec(config: Fields, shapes: Shapes) -> LanguageSpec:
    """Return the sizes of the language model.

    Args:
        config: the object `llm_config` or `text_config`.
        shapes: of all tensors.

    Raises:
        LoadError: a field would make another network, or differs from the tensors; names it.
    """
    _check_kind(config)
    rows, hidden = shapes.of(f"{LANGUAGE}embeddings.weight", 2)
    shapes.of(HEAD, 2)
    config.agree("hidden_size", found=hidden, of="the embedding")
    _check_vocabulary(config, rows)
    layers = _layers(config, shapes)
    heads, kv_heads, head_dim = _attention(config, shapes, layers.index("attention"))
    mamba_heads, mamba_head_dim, conv_width, kernel = _mamba(config, shapes, layers.index("mamba"))
    groups, state = _groups(config, mamba_heads * mamba_head_dim, conv_width)
    up = f"{LANGUAGE}layers.{layers.index('mlp')}.{MARKS['mlp']}"
    mlp_width = shapes.of(up, 2)[0]
    config.agree("intermediate_size", found=mlp_width, of=up)
    chunk = config.whole("chunk_size", "mamba_chunk_size", default=CLASS_CHUNK)
    if chunk > MAX_CHUNK:
        raise config.refuse("chunk_size", chunk, f"at most {MAX_CHUNK}")
    if mamba_heads % groups:
        raise config.refuse("n_groups", groups, f"a divisor of {mamba_heads} heads")
    return LanguageSpec(
        layers=layers,
        hidden=hidden,
        vocab_rows=rows,
        mlp_width=mlp_width,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        mamba_heads=mamba_heads,
        mamba_head_dim=mamba_head_dim,
        state_size=state,
        groups=groups,
        conv_kernel=kernel,
        chunk_size=chunk,
        norm_eps=config.number("rms_norm_eps", "layer_norm_epsilon", "norm_eps", default=CLASS_EPS),
        max_positions=config.whole("max_position_embeddings", default=TRAINED_POSITIONS),
    )


def _check_kind(config: Fields) -> None:
    config.require("model_type", "nemotron_h", default="nemotron_h")
    config.require("mlp_hidden_act", "relu2", default="relu2")
    if config.raw("mamba_hidden_act") not in (None, "silu", "swish"):
        raise config.refuse("mamba_hidden_act", config.raw("mamba_hidden_act"), "'silu'")
    config.require("use_conv_bias", expected=True, default=True)
    config.require("tie_word_embeddings", expected=False, default=False)
    config.refuse_any(BIASES, "no bias")
    config.refuse_any(("sliding_window",), "attention to all tokens")
    config.refuse_any(POSITIONS, "no positions of any kind")
    if config.raw(POSITION_TYPE) not in (None, "none", "nope"):
        found = config.raw(POSITION_TYPE)
        raise config.refuse(POSITION_TYPE, found, "no positions of any kind")
    if config.raw(SEVERAL_TOKENS) not in (None, 0):
        raise config.refuse(SEVERAL_TOKENS, config.raw(SEVERAL_TOKENS), "0")
    limit = config.raw("time_step_limit")
    if limit is not None and limit not in [[0.0, endless] for endless in ENDLESS]:
        raise config.refuse("time_step_limit", limit, "[0.0, Infinity]")
    for name in IGNORED_POSITIONS:
        if config.has(name):
            config.notes.append(f"{config.where(name)} is ignored: the network has no positions")


def _check_vocabulary(config: Fields, rows: int) -> None:
    if not config.has("vocab_size"):
        return
    entries = config.whole("vocab_size")
    if entries > rows:
        raise config.refuse("vocab_size", entries, f"at most {rows}, the rows of the embedding")
    if entries < rows:
        config.notes.append(f"the embedding has {rows - entries} rows more than vocab_size")


def _layers(config: Fields, shapes: Shapes) -> tuple[LayerKind, ...]:
    name, layers = _named_layers(config)
    there = shapes.count(f"{LANGUAGE}layers.")
    if len(layers) != there:
        raise config.refuse(name, len(layers), f"a letter for each of the {there} layers")
    config.agree("num_hidden_layers", found=there, of="the list of layers")
    for number, kind in enumerate(layers):
        if not shapes.has(f"{LANGUAGE}layers.{number}.{MARKS[kind]}"):
            expected = f"the kind of layer whose tensors layer {number} has"
            raise config.refuse(name, kind, expected)
    missing = set(MARKS) - set(layers)
    if missing:
        raise config.refuse(name, None, f"at least one layer of kind {min(missing)}")
    return layers


def _named_layers(config: Fields) -> tuple[str, tuple[LayerKind, ...]]:
    pattern = config.text(PATTERN)
    if pattern is not None:
        unknown = [letter for letter in pattern if letter not in LAYER_LETTERS]
        if unknown or not pattern:
            found = unknown[0] if unknown else pattern
            raise config.refuse(PATTERN, found, "the letters M, - and *")
        return PATTERN, tuple(LAYER_LETTERS[letter] for letter in pattern)
    for name in ("layers_block_type", "layer_types"):
        words = config.raw(name)
        if isinstance(words, list) and words:
            unknown = [
                word for word in words if not (isinstance(word, str) and word in OTHER_NAMES)
            ]
            if unknown:
                raise config.refuse(name, unknown[0], "mamba, mlp or attention")
            return name, tuple(OTHER_NAMES[word] for word in words)
    raise config.refuse(PATTERN, None, "a letter for each layer")


def _attention(config: Fields, shapes: Shapes, layer: int) -> tuple[int, int, int]:
    """Return heads, heads of keys and values, size of a head."""
    top = f"{LANGUAGE}layers.{layer}.mixer."
    width, kv_width = shapes.of(f"{top}q_proj.weight", 2)[0], shapes.of(f"{top}k_proj.weight", 2)[0]
    heads = config.whole("num_attention_heads")
    if width % heads:
        raise config.refuse(
            "num_attention_heads", heads, f"a divisor of {width}, the query's width"
        )
    head_dim = width // heads
    config.agree("attention_head_dim", "head_dim", found=head_dim, of=f"{top}q_proj.weight")
    kv_heads = kv_width // head_dim
    if kv_width % head_dim or kv_heads == 0 or heads % kv_heads:
        expected = f"heads that fit {kv_width}, the key's width"
        raise config.refuse("num_key_value_heads", config.raw("num_key_value_heads"), expected)
    config.agree("num_key_value_heads", found=kv_heads, of=f"{top}k_proj.weight")
    return heads, kv_heads, head_dim


def _mamba(config: Fields, shapes: Shapes, layer: int) -> tuple[int, int, int, int]:
    """Return heads, size of a head, channels of the convolution, its length."""
    top = f"{LANGUAGE}layers.{layer}.mixer."
    (heads,) = shapes.of(f"{top}A_log", 1)
    (inner,) = shapes.of(f"{top}norm.weight", 1)
    conv_width, _, kernel = shapes.of(f"{top}conv1d.weight", 3)
    config.agree("mamba_num_heads", found=heads, of=f"{top}A_log")
    if inner % heads:
        raise config.refuse("mamba_num_heads", heads, f"a divisor of {inner}, the mixer's width")
    config.agree("mamba_head_dim", found=inner // heads, of=f"{top}norm.weight")
    config.agree("conv_kernel", "mamba_d_conv", found=kernel, of=f"{top}conv1d.weight")
    return heads, inner // heads, conv_width, kernel


def _groups(config: Fields, inner: int, conv_width: int) -> tuple[int, int]:
    """Return groups and state size; only their product can be seen in a tensor."""
    groups = config.whole("n_groups", "mamba_n_groups", default=CLASS_GROUPS)
    state = config.whole("ssm_state_size", "mamba_d_state", default=CLASS_STATE)
    if inner + 2 * groups * state != conv_width:
        expected = f"groups and ssm_state_size whose product is {(conv_width - inner) / 2:g}"
        raise config.refuse("n_groups", groups, expected)
    return groups, state
