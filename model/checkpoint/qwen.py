"""Reads a checkpoint of Qwen3.5, such as Holo3.1: its sizes, how it is shown pictures, where its tensors go.

A size that a tensor tells is taken from the tensor; the config is compared with it. What no tensor tells
(heads of the delta rule, what turns with the position, the bounds of a picture) has to stand in a file, and
what transformers' network cannot be told is refused where it is not what the network does.

**Source**: `Qwen3_5Config`, `Qwen3_5ForConditionalGeneration` and `Qwen2VLImageProcessor` of transformers
5.23, whose names the makers' files have.
"""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from model.checkpoint.config import Fields, Shapes, check_vocabulary, odd
from model.checkpoint.tensor_names import KeyPlan, KeyRule, Shape, matched, renamed
from model.checkpoint.tokens import PREPROCESSOR, PROCESSOR, Marks
from model.spec import DeltaKind, DeltaLanguageSpec, PatchSpec, PatchVisionSpec, QwenSpec

if TYPE_CHECKING:
    from model.checkpoint.read import ModelFolder

LANGUAGE: Final = "model.language_model."
VISION: Final = "model.visual."
HEAD: Final = "lm_head.weight"
SEVERAL_TOKENS: Final = "mtp."
"""Beginning of the layers that predict several tokens, which this network does without."""

KINDS: Final[dict[str, DeltaKind]] = {"linear_attention": "delta", "full_attention": "attention"}
MARKS: Final[dict[DeltaKind, str]] = {
    "delta": "linear_attn.in_proj_qkv.weight",
    "attention": "self_attn.q_proj.weight",
}
"""A tensor that only a layer of this kind has."""

CLASS_INTERVAL: Final = 4
CLASS_ROTARY: Final = 0.25
"""What a config that leaves these out means. Source: `Qwen3_5TextConfig`."""
VISION_THETA: Final = 10_000
"""Of the encoder's positions. Source: the default of transformers' axial kind."""
EXPERTS: Final = ("num_experts", "num_local_experts", "moe_intermediate_size")
BICUBIC: Final = 3
"""Pillow's number of it."""
RESCALE: Final = 1 / 255
MOST_PIXELS: Final = 1 << 26
"""Of a picture: four times what the makers allow."""


MARKS_OF_TOKENS: Final = Marks(
    "<|image_pad|>", ("image_token_id",), "<|vision_start|>", "<|vision_end|>", "<|im_end|>"
)
"""Source: `Qwen3_5Config` and the tokenizer of Qwen3.5."""


def spec_of(files: "ModelFolder") -> QwenSpec:
    """Return what a checkpoint of this family is.

    Raises:
        LoadError: it is broken, hostile or of another kind; names the file, field or tensor.
    """
    config, shapes = files.config, files.shapes
    language = language_spec(config, shapes)
    vision = vision_spec(config, shapes)
    preprocessor = files.optional(PREPROCESSOR)
    if not preprocessor.values:  # the later place of the same fields
        preprocessor = files.optional(PROCESSOR).inside_or_empty("image_processor")
    image = image_spec(preprocessor, vision)
    check_joints(language, vision)
    keys = plan_keys(language, vision, shapes.by_name)
    tokens = files.tokens(config.inside("text_config"), language.vocab_rows, MARKS_OF_TOKENS)
    return QwenSpec(
        language=language, vision=vision, image=image, tokens=tokens, **files.common(keys)
    )


def language_spec(config: Fields, shapes: Shapes) -> DeltaLanguageSpec:
    """Return the sizes of the language model.

    Args:
        config: the whole of `config.json`.

    Raises:
        LoadError: a field would make another network, or differs from the tensors; names it.
    """
    text = config.inside("text_config")
    _check_kind(text)
    layers = _layers(text, shapes)
    first = {kind: layers.index(kind) for kind in MARKS}
    rows, hidden = shapes.of(f"{LANGUAGE}embed_tokens.weight", 2)
    text.agree("hidden_size", found=hidden, of="the embedding")
    check_vocabulary(text, rows)
    heads, kv_heads, head_dim = _attention(text, shapes, first["attention"])
    key_heads, value_heads, key_dim, value_dim, kernel = _delta(text, shapes, first["delta"])
    mlp = shapes.of(f"{LANGUAGE}layers.0.mlp.gate_proj.weight", 2)[0]
    text.agree("intermediate_size", found=mlp, of="the first layer's MLP")
    theta, rotary_width, parts = _positions(text, head_dim)
    return DeltaLanguageSpec(
        layers=layers,
        hidden=hidden,
        vocab_rows=rows,
        mlp_width=mlp,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        key_heads=key_heads,
        value_heads=value_heads,
        key_dim=key_dim,
        value_dim=value_dim,
        conv_kernel=kernel,
        norm_eps=text.number("rms_norm_eps"),
        max_positions=text.whole("max_position_embeddings"),
        rope_theta=theta,
        rotary_width=rotary_width,
        rotary_parts=parts,
        has_own_head=not _is_tied(config, text, shapes),
    )


def _check_kind(text: Fields) -> None:
    text.require("model_type", "qwen3_5_text", default="qwen3_5_text")
    text.require("hidden_act", "silu", default="silu")
    text.require("attn_output_gate", expected=True, default=True)
    text.refuse_any(("attention_bias",), "no bias")
    text.refuse_any(("sliding_window",), "attention to all tokens")
    text.refuse_any(EXPERTS, "a dense network: experts are not run here")


def _layers(text: Fields, shapes: Shapes) -> tuple[DeltaKind, ...]:
    there = shapes.count(f"{LANGUAGE}layers.")
    text.agree("num_hidden_layers", found=there, of="the tensors")
    name, words = "layer_types", text.raw("layer_types")
    if words is None:
        name = "full_attention_interval"
        interval = text.whole(name, default=CLASS_INTERVAL)
        kinds = tuple(
            KINDS["linear_attention" if (number + 1) % interval else "full_attention"]
            for number in range(there)
        )
    else:
        listed = words if isinstance(words, list) else [words]
        known = [KINDS.get(word) if isinstance(word, str) else None for word in listed]
        if None in known:
            raise text.refuse(name, listed[known.index(None)], " or ".join(KINDS))
        kinds = tuple(kind for kind in known if kind is not None)
    if len(kinds) != there:
        raise text.refuse(name, len(kinds), f"a word for each of the {there} layers")
    for number, kind in enumerate(kinds):
        if not shapes.has(f"{LANGUAGE}layers.{number}.{MARKS[kind]}"):
            raise text.refuse(name, kind, f"the kind of layer whose tensors layer {number} has")
    missing = set(MARKS) - set(kinds)
    if missing:
        raise text.refuse(name, None, f"at least one layer of kind {min(missing)}")
    return kinds


def _attention(text: Fields, shapes: Shapes, layer: int) -> tuple[int, int, int]:
    """Return heads, heads of keys and values, size of a head."""
    top = f"{LANGUAGE}layers.{layer}.self_attn."
    (head_dim,) = shapes.of(f"{top}q_norm.weight", 1)
    text.agree("head_dim", found=head_dim, of=f"{top}q_norm.weight")
    wide, narrow = shapes.of(f"{top}q_proj.weight", 2)[0], shapes.of(f"{top}k_proj.weight", 2)[0]
    heads, kv_heads = wide // (2 * head_dim), narrow // head_dim
    if wide % (2 * head_dim) or narrow % head_dim or not kv_heads or heads % kv_heads:
        found = text.raw("num_attention_heads")
        raise text.refuse("num_attention_heads", found, f"heads that fit {wide} and {narrow} rows")
    text.agree("num_attention_heads", found=heads, of=f"{top}q_proj.weight")
    text.agree("num_key_value_heads", found=kv_heads, of=f"{top}k_proj.weight")
    return heads, kv_heads, head_dim


def _delta(text: Fields, shapes: Shapes, layer: int) -> tuple[int, int, int, int, int]:
    """Return heads of keys, heads of values, sizes of both, length of the convolution."""
    top = f"{LANGUAGE}layers.{layer}.linear_attn."
    (value_heads,) = shapes.of(f"{top}A_log", 1)
    (value_dim,) = shapes.of(f"{top}norm.weight", 1)
    conv_width, _, kernel = shapes.of(f"{top}conv1d.weight", 3)
    text.agree("linear_num_value_heads", found=value_heads, of=f"{top}A_log")
    text.agree("linear_value_head_dim", found=value_dim, of=f"{top}norm.weight")
    text.agree("linear_conv_kernel_dim", found=kernel, of=f"{top}conv1d.weight")
    key_heads = text.whole("linear_num_key_heads")
    keys = conv_width - value_heads * value_dim
    if keys <= 0 or keys % (2 * key_heads) or value_heads % key_heads:
        expected = f"heads of queries and keys that share {keys} channels and {value_heads} heads"
        raise text.refuse("linear_num_key_heads", key_heads, expected)
    key_dim = keys // (2 * key_heads)
    text.agree("linear_key_head_dim", found=key_dim, of=f"{top}conv1d.weight")
    return key_heads, value_heads, key_dim, value_dim, kernel


def _positions(text: Fields, head_dim: int) -> tuple[float, int, tuple[int, int, int]]:
    """Return the base of the positions, the width that they turn, and its parts."""
    rope = text.inside("rope_parameters", "rope_scaling")
    rope.require("rope_type", "default", default="default")
    rope.require("mrope_interleaved", expected=True, default=True)
    holder = rope if rope.has("partial_rotary_factor") else text
    share = holder.number("partial_rotary_factor", default=CLASS_ROTARY)
    width = int(head_dim * share)
    if not 2 <= width <= head_dim or width % 2:
        raise holder.refuse("partial_rotary_factor", share, f"an even part of {head_dim}")
    sections = rope.raw("mrope_section")
    wanted = f"three whole numbers of together {width // 2}: time, row, column"
    if not (isinstance(sections, list) and all(type(each) is int for each in sections)):
        raise rope.refuse("mrope_section", sections, wanted)
    match sections:
        case [int(time), int(row), int(column)] if (
            min(sections) >= 0 and sum(sections) == width // 2
        ):
            # Rows and columns take every third pair each, from the second and the third one on.
            if 3 * max(row, column) <= width // 2 + 2:
                theta = (rope if rope.has("rope_theta") else text).number("rope_theta")
                return theta, width, (time, row, column)
    raise rope.refuse("mrope_section", sections, wanted)


def _is_tied(config: Fields, text: Fields, shapes: Shapes) -> bool:
    """Tell whether the head is the embedding."""
    whole, part = (fields.flag("tie_word_embeddings") for fields in (config, text))
    is_tied = bool(part if whole is None else whole)
    if is_tied and shapes.has(HEAD):
        config.notes.append(f"{HEAD} is not used: the embedding is the head")
    return is_tied


def vision_spec(config: Fields, shapes: Shapes) -> PatchVisionSpec:
    """Return the sizes of the encoder.

    Raises:
        LoadError: a field would make another encoder, or differs from the tensors; names it.
    """
    vision = config.inside("vision_config")
    if vision.raw("model_type") not in (None, "qwen3_5", "qwen3_5_vision"):
        raise vision.refuse("model_type", vision.raw("model_type"), "'qwen3_5_vision'")
    vision.require("hidden_act", "gelu_pytorch_tanh", default="gelu_pytorch_tanh")
    vision.require("in_channels", 3, default=3)
    if vision.raw("deepstack_visual_indexes") not in (None, []):
        found = vision.raw("deepstack_visual_indexes")
        raise vision.refuse("deepstack_visual_indexes", found, "none")
    rope = vision.inside_or_empty("rope_parameters")
    rope.require("rope_type", "axial", default="axial")
    if rope.has("rope_theta") and rope.number("rope_theta") != VISION_THETA:
        raise rope.refuse("rope_theta", rope.raw("rope_theta"), str(VISION_THETA))
    patches = f"{VISION}patch_embed.proj.weight"
    hidden, colours, frames, patch, across = shapes.of(patches, 5)
    if colours != 3 or patch != across:
        raise odd(patches, f"{colours} colours, {patch}x{across}", "square patches of 3 colours")
    merge = vision.whole("spatial_merge_size")
    (places, _), first = shapes.of(f"{VISION}pos_embed.weight", 2), f"{VISION}blocks.0."
    side = math.isqrt(places)
    if side * side != places:
        raise odd(f"{VISION}pos_embed.weight", f"{places} positions", "a square table")
    outputs, merged = shapes.of(f"{VISION}merger.linear_fc2.weight", 2)
    if merged != hidden * merge**2:
        raise vision.refuse("spatial_merge_size", merge, f"squares of {hidden} that make {merged}")
    heads = vision.whole("num_heads")
    if hidden % (4 * heads):
        raise vision.refuse("num_heads", heads, f"heads of {hidden} with a width that 4 divides")
    blocks = shapes.count(f"{VISION}blocks.")
    if blocks == 0:
        raise odd(f"{VISION}blocks.", "none", "the blocks of the encoder")
    for name, size, of in (
        ("hidden_size", hidden, patches),
        ("patch_size", patch, patches),
        ("temporal_patch_size", frames, patches),
        ("num_position_embeddings", places, f"{VISION}pos_embed.weight"),
        ("depth", blocks, "the tensors"),
        ("out_hidden_size", outputs, f"{VISION}merger.linear_fc2.weight"),
    ):
        vision.agree(name, found=size, of=of)
    return PatchVisionSpec(
        hidden=hidden,
        blocks=blocks,
        heads=heads,
        mlp_width=shapes.of(f"{first}mlp.linear_fc1.weight", 2)[0],
        patch_px=patch,
        merge=merge,
        frames=frames,
        table_side=side,
        outputs=outputs,
    )


def image_spec(preprocessor: Fields, vision: PatchVisionSpec) -> PatchSpec:
    """Return how pictures are resized and normalised.

    Args:
        preprocessor: what the files say of pictures; nothing of it has a default that could stand in:
            wrong statistics look like a working model that sees badly.

    Raises:
        LoadError: a field is missing, or is not what the encoder takes; names it.
    """
    for name in ("do_resize", "do_rescale", "do_normalize"):
        preprocessor.require(name, expected=True, default=True)
    preprocessor.require("resample", BICUBIC, default=BICUBIC)
    if preprocessor.has("rescale_factor"):
        factor = preprocessor.number("rescale_factor")
        if not math.isclose(factor, RESCALE, rel_tol=1e-6):
            raise preprocessor.refuse("rescale_factor", factor, "1 / 255")
    for name, size in (
        ("patch_size", vision.patch_px),
        ("merge_size", vision.merge),
        ("temporal_patch_size", vision.frames),
    ):
        preprocessor.agree(name, found=size, of="the encoder")
    std = preprocessor.triple("image_std")
    if min(std) <= 0:
        raise preprocessor.refuse("image_std", list(std), "three numbers above 0")
    bounds = preprocessor.inside_or_empty("size")
    least_name, most_name = "shortest_edge", "longest_edge"
    if not bounds.has(least_name):  # the older names, of the same numbers
        bounds, least_name, most_name = preprocessor, "min_pixels", "max_pixels"
    token = (vision.patch_px * vision.merge) ** 2
    least, most = bounds.whole(least_name, least=token), bounds.whole(most_name, least=token)
    if not least <= most <= MOST_PIXELS:
        raise bounds.refuse(most_name, most, f"pixels from {least} up to {MOST_PIXELS}")
    return PatchSpec(
        patch_px=vision.patch_px,
        merge=vision.merge,
        frames=vision.frames,
        min_pixels=least,
        max_pixels=most,
        mean=preprocessor.triple("image_mean"),
        std=std,
    )


def check_joints(language: DeltaLanguageSpec, vision: PatchVisionSpec) -> None:
    """Compare the sizes where encoder and language model meet.

    Raises:
        LoadError: they differ.
    """
    if vision.outputs != language.hidden:
        raise odd(
            f"{VISION}merger.linear_fc2.weight",
            f"{vision.outputs} outputs",
            f"{language.hidden}, the width of the language model",
        )


def plan_keys(
    language: DeltaLanguageSpec, vision: PatchVisionSpec, found: Mapping[str, Shape]
) -> KeyPlan:
    """Return the map for the tensors that were found.

    Raises:
        LoadError: a name has no place, a place stays empty, or a shape differs; names the tensor.
    """
    dropped = {
        name: "the network writes one token at a time"
        for name in found
        if name.startswith(SEVERAL_TOKENS)
    }
    if not language.has_own_head and HEAD in found:
        dropped[HEAD] = "the embedding is the head"
    return matched((*_language_rules(language), *_vision_rules(vision)), dropped, found)


def _language_rules(spec: DeltaLanguageSpec) -> Iterator[KeyRule]:
    for name, shape in _language_keys(spec):
        yield renamed(LANGUAGE + name, shape, f"language.model.{name}")
    if spec.has_own_head:
        yield renamed(HEAD, (spec.vocab_rows, spec.hidden), "language.lm_head.weight")


def _language_keys(spec: DeltaLanguageSpec) -> Iterator[tuple[str, Shape]]:
    yield "embed_tokens.weight", (spec.vocab_rows, spec.hidden)
    yield "norm.weight", (spec.hidden,)
    for number, kind in enumerate(spec.layers):
        layer = f"layers.{number}."
        for norm in ("input_layernorm", "post_attention_layernorm"):
            yield f"{layer}{norm}.weight", (spec.hidden,)
        for name, matrix in zip(_LINEARS[kind], spec.projections(kind), strict=True):
            yield f"{layer}{name}.weight", matrix
        for name, shape in _small_keys(spec, kind):
            yield f"{layer}{name}", shape


_MLP: Final = ("mlp.gate_proj", "mlp.up_proj", "mlp.down_proj")
_LINEARS: Final[dict[DeltaKind, tuple[str, ...]]] = {
    "delta": (
        "linear_attn.in_proj_qkv", "linear_attn.in_proj_z", "linear_attn.out_proj", *_MLP,
    ),
    "attention": (
        "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", *_MLP,
    ),
}  # fmt: skip
"""Names of the linear layers, in the order of `DeltaLanguageSpec.projections`."""


def _small_keys(spec: DeltaLanguageSpec, kind: DeltaKind) -> Iterator[tuple[str, Shape]]:
    if kind == "attention":
        yield "self_attn.q_norm.weight", (spec.head_dim,)
        yield "self_attn.k_norm.weight", (spec.head_dim,)
        return
    for gate in ("in_proj_a", "in_proj_b"):
        yield f"linear_attn.{gate}.weight", (spec.value_heads, spec.hidden)
    yield "linear_attn.conv1d.weight", (spec.conv_width, 1, spec.conv_kernel)
    yield "linear_attn.A_log", (spec.value_heads,)
    yield "linear_attn.dt_bias", (spec.value_heads,)
    yield "linear_attn.norm.weight", (spec.value_dim,)


def _vision_rules(spec: PatchVisionSpec) -> Iterator[KeyRule]:
    for name, shape in _vision_keys(spec):
        yield renamed(VISION + name, shape, f"vision.{name}")


def _vision_keys(spec: PatchVisionSpec) -> Iterator[tuple[str, Shape]]:
    width, wide, merged = spec.hidden, spec.mlp_width, spec.merged
    yield "patch_embed.proj.weight", (width, 3, spec.frames, spec.patch_px, spec.patch_px)
    yield "patch_embed.proj.bias", (width,)
    yield "pos_embed.weight", (spec.table_side**2, width)
    linears = [
        ("merger.linear_fc1", merged, merged),
        ("merger.linear_fc2", spec.outputs, merged),
    ]
    norms = ["merger.norm"]
    for number in range(spec.blocks):
        block = f"blocks.{number}."
        norms += [f"{block}norm1", f"{block}norm2"]
        linears += [
            (f"{block}attn.qkv", 3 * width, width),
            (f"{block}attn.proj", width, width),
            (f"{block}mlp.linear_fc1", wide, width),
            (f"{block}mlp.linear_fc2", width, wide),
        ]
    for name in norms:
        yield f"{name}.weight", (width,)
        yield f"{name}.bias", (width,)
    for name, outputs, inputs in linears:
        yield f"{name}.weight", (outputs, inputs)
        yield f"{name}.bias", (outputs,)
