"""The map from official tensor names to those of the networks in transformers: how it is checked, and Holotron's.

Every official name has a place, is dropped by a named rule, or is an error.

Source: NVIDIA Megatron-Bridge `nemotron_vl_bridge.py`, the weight loaders of vLLM and TensorRT-LLM,
and the names that `NemotronHForCausalLM` and `RadioModel` of transformers 5.23 give. What those
networks have beyond it (layer scales, which are one, and indices nobody reads) the network itself
fills when it is finished.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from automation.core.errors import LoadError
from model.checkpoint.safetensors import shown
from model.spec import LanguageSpec, ProjectorSpec, VisionSpec

Shape = tuple[int, ...]

LANGUAGE: Final = "language_model.backbone."
HEAD: Final = "language_model.lm_head.weight"
RADIO: Final = "vision_model.radio_model."
GENERATOR: Final = f"{RADIO}model.patch_generator."
PROJECTOR: Final = "mlp1."

DROPPED: Final[dict[str, str]] = {
    f"{RADIO}input_conditioner.norm_mean": "pixels are normalised before the encoder",
    f"{RADIO}input_conditioner.norm_std": "pixels are normalised before the encoder",
    f"{RADIO}summary_idxs": "the encoder's summary is not used",
}
"""Official names that have no place here, and why that is right."""

FOREIGN: Final[tuple[tuple[str, str], ...]] = (
    ("sound_", "a sound encoder: this is an Omni checkpoint"),
    (f"{GENERATOR}video_embedder", "a video encoder: this is an Omni checkpoint"),
    ("language_model.mtp", "layers that predict several tokens"),
)
"""Beginnings of names that tell another kind of checkpoint."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of an official tensor and where they go."""

    native: str
    start: int
    """First row."""
    rows: int


@dataclass(frozen=True, slots=True)
class KeyRule:
    """One official tensor: its shape, and the native tensors made of its rows, in order."""

    official: str
    shape: Shape
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class KeyPlan:
    """The whole map for one checkpoint."""

    rules: dict[str, KeyRule]
    """By official name."""
    dropped: dict[str, str]
    """Official names that are there and left out, with the reason."""


def plan_keys(
    language: LanguageSpec,
    vision: VisionSpec,
    projector: ProjectorSpec,
    found: Mapping[str, Shape],
) -> KeyPlan:
    """Return the map for the tensors that were found.

    Raises:
        LoadError: a name has no place, a place stays empty, or a shape differs; names the tensor.
    """
    for name in found:
        for beginning, what in FOREIGN:
            if name.startswith(beginning):
                raise LoadError(
                    f"tensor {shown(name)}: found {what}, expected Nemotron-Nano-12B-v2-VL or a model "
                    "made from it"
                )
    dropped = {name: why for name, why in DROPPED.items() if name in found}
    return matched(_rules(language, vision, projector), dropped, found)


def matched(
    rules: Iterable[KeyRule], dropped: Mapping[str, str], found: Mapping[str, Shape]
) -> KeyPlan:
    """Return the map of these rules for the tensors that were found.

    Args:
        dropped: names among them that are left out, with the reason.

    Raises:
        LoadError: a name has no place, a place stays empty, or a shape differs; names the tensor.
    """
    by_name = {rule.official: rule for rule in rules}
    for name, shape in found.items():
        if name in by_name:
            _check_shape(by_name[name], shape)
        elif name not in dropped:
            raise LoadError(
                f"tensor {shown(name)} has no place in the network; this is another kind of model"
            )
    missing = [name for name in by_name if name not in found]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise LoadError(f"tensor {missing[0]}{more} is missing; download the checkpoint again")
    return KeyPlan(by_name, dict(dropped))


def _check_shape(rule: KeyRule, shape: Shape) -> None:
    if shape == rule.shape:
        return
    raise LoadError(
        f"tensor {rule.official}: found the shape {shown(list(shape))}, expected "
        f"{list(rule.shape)} by the config and the other tensors; this is another kind of "
        "checkpoint, or a damaged one"
    )


def _rules(
    language: LanguageSpec, vision: VisionSpec, projector: ProjectorSpec
) -> Iterator[KeyRule]:
    for top, size in _language_keys(language):
        yield renamed(top, size, "language.model." + top.removeprefix(LANGUAGE))
    yield renamed(HEAD, (language.vocab_rows, language.hidden), "language.lm_head.weight")
    yield from _vision_rules(vision)
    yield renamed(f"{PROJECTOR}0.weight", (projector.inputs,), "projector.norm.weight")
    up, down = (projector.width, projector.inputs), (projector.outputs, projector.width)
    yield renamed(f"{PROJECTOR}1.weight", up, "projector.up.weight")
    yield renamed(f"{PROJECTOR}3.weight", down, "projector.down.weight")


def renamed(official: str, shape: Shape, native: str) -> KeyRule:
    """Return the rule of a tensor that goes whole to one place."""
    return KeyRule(official, shape, (Part(native, 0, shape[0]),))


def _language_keys(spec: LanguageSpec) -> Iterator[tuple[str, Shape]]:
    yield f"{LANGUAGE}embeddings.weight", (spec.vocab_rows, spec.hidden)
    for number, kind in enumerate(spec.layers):
        layer = f"{LANGUAGE}layers.{number}."
        yield f"{layer}norm.weight", (spec.hidden,)
        for name, shape in _MIXERS[kind](spec):
            yield f"{layer}mixer.{name}", shape
    yield f"{LANGUAGE}norm_f.weight", (spec.hidden,)


def _mamba(spec: LanguageSpec) -> Iterator[tuple[str, Shape]]:
    rows = spec.mamba_inner + spec.conv_width + spec.mamba_heads
    yield "in_proj.weight", (rows, spec.hidden)
    yield "conv1d.weight", (spec.conv_width, 1, spec.conv_kernel)
    yield "conv1d.bias", (spec.conv_width,)
    for name in ("A_log", "D", "dt_bias"):
        yield name, (spec.mamba_heads,)
    yield "norm.weight", (spec.mamba_inner,)
    yield "out_proj.weight", (spec.hidden, spec.mamba_inner)


def _attention(spec: LanguageSpec) -> Iterator[tuple[str, Shape]]:
    width, kv_width = spec.heads * spec.head_dim, spec.kv_heads * spec.head_dim
    yield "q_proj.weight", (width, spec.hidden)
    yield "k_proj.weight", (kv_width, spec.hidden)
    yield "v_proj.weight", (kv_width, spec.hidden)
    yield "o_proj.weight", (spec.hidden, width)


def _mlp(spec: LanguageSpec) -> Iterator[tuple[str, Shape]]:
    yield "up_proj.weight", (spec.mlp_width, spec.hidden)
    yield "down_proj.weight", (spec.hidden, spec.mlp_width)


_MIXERS: Final = {"mamba": _mamba, "attention": _attention, "mlp": _mlp}


def _vision_rules(spec: VisionSpec) -> Iterator[KeyRule]:
    patch = (spec.hidden, 3 * spec.patch_px**2)
    table = (1, spec.table_side**2, spec.hidden)
    prefix = (spec.prefix_tokens, spec.hidden)
    native = "vision.embeddings."
    yield renamed(f"{GENERATOR}embedder.weight", patch, f"{native}patch_projection.weight")
    yield renamed(f"{GENERATOR}pos_embed", table, f"{native}position_embedding")
    yield renamed(f"{GENERATOR}cls_token.token", prefix, f"{native}cls_register_token")
    for number in range(spec.blocks):
        yield from _block_rules(number, spec)


def _block_rules(number: int, spec: VisionSpec) -> Iterator[KeyRule]:
    official, native = f"{RADIO}model.blocks.{number}.", f"vision.encoder.layer.{number}."
    width, mlp = spec.hidden, spec.mlp_width
    for norm in ("norm1", "norm2"):
        for kind in ("weight", "bias"):
            yield renamed(f"{official}{norm}.{kind}", (width,), f"{native}{norm}.{kind}")
    layers = (
        ("attn.proj", "attention.o_proj", (width, width)),
        ("mlp.fc1", "mlp.fc1", (mlp, width)),
        ("mlp.fc2", "mlp.fc2", (width, mlp)),
    )
    for old, new, shape in layers:
        yield renamed(f"{official}{old}.weight", shape, f"{native}{new}.weight")
        yield renamed(f"{official}{old}.bias", shape[:1], f"{native}{new}.bias")
    yield _split(f"{official}attn.qkv.weight", (3 * width, width), native, "weight")
    yield _split(f"{official}attn.qkv.bias", (3 * width,), native, "bias")


def _split(official: str, shape: Shape, native: str, kind: str) -> KeyRule:
    """Return the rule that cuts query, key and value out of one tensor."""
    rows = shape[0] // 3
    parts = (
        Part(f"{native}attention.{letter}_proj.{kind}", place * rows, rows)
        for place, letter in enumerate("qkv")
    )
    return KeyRule(official, shape, tuple(parts))
