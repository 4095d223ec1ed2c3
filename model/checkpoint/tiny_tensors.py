"""The random tensors of a tiny checkpoint, in official names.

Values are drawn so that the network behaves like a trained one: signals keep their size from layer
to layer, states remember for a few to a few thousand tokens, positions and prefix tokens matter.
"""

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from model.checkpoint.tiny_documents import MEAN, STD
from model.checkpoint.tiny_scale import TinyScale

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
class _Plan:
    name: str
    shape: tuple[int, ...]
    draw: Draw
    kept: Kept = "weight"


def _normal(std: float) -> Draw:
    return lambda generator, shape: generator.standard_normal(shape, dtype=np.float32) * std


def _linear(inputs: int) -> Draw:
    return _normal(1 / math.sqrt(inputs))


def _around_one(generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return 1 + 0.1 * generator.standard_normal(shape, dtype=np.float32)


def _log_decay(generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return np.log(generator.uniform(*A_RANGE, shape)).astype(np.float32)


def _dt_bias(generator: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    low, high = (math.log(step) for step in DT_RANGE)
    steps = np.exp(generator.uniform(low, high, shape))
    return (steps + np.log(-np.expm1(-steps))).astype(np.float32)  # inverse of softplus


def _constant(values: tuple[float, ...]) -> Draw:
    return lambda _, shape: np.asarray(values, np.float32).reshape(shape)


def _mamba(scale: TinyScale) -> Iterator[_Plan]:
    inner, conv, heads = scale.mamba_inner, scale.conv_width, scale.mamba_heads
    yield _Plan("mixer.in_proj.weight", (inner + conv + heads, scale.hidden), _linear(scale.hidden))
    yield _Plan("mixer.conv1d.weight", (conv, 1, scale.conv_kernel), _linear(scale.conv_kernel))
    yield _Plan("mixer.conv1d.bias", (conv,), _normal(0.1))
    yield _Plan("mixer.A_log", (heads,), _log_decay, "state")
    yield _Plan("mixer.D", (heads,), _around_one, "state")
    yield _Plan("mixer.dt_bias", (heads,), _dt_bias, "state")
    yield _Plan("mixer.norm.weight", (inner,), _around_one)
    yield _Plan("mixer.out_proj.weight", (scale.hidden, inner), _linear(inner))


def _attention(scale: TinyScale) -> Iterator[_Plan]:
    width, kv_width = scale.heads * scale.head_dim, scale.kv_heads * scale.head_dim
    yield _Plan("mixer.q_proj.weight", (width, scale.hidden), _linear(scale.hidden))
    yield _Plan("mixer.k_proj.weight", (kv_width, scale.hidden), _linear(scale.hidden))
    yield _Plan("mixer.v_proj.weight", (kv_width, scale.hidden), _linear(scale.hidden))
    yield _Plan("mixer.o_proj.weight", (scale.hidden, width), _linear(width))


def _mlp(scale: TinyScale) -> Iterator[_Plan]:
    yield _Plan("mixer.up_proj.weight", (scale.mlp_width, scale.hidden), _linear(scale.hidden))
    yield _Plan("mixer.down_proj.weight", (scale.hidden, scale.mlp_width), _linear(scale.mlp_width))


_MIXERS: Final = {"mamba": _mamba, "attention": _attention, "mlp": _mlp}


def _language(scale: TinyScale, vocab_rows: int) -> Iterator[_Plan]:
    top = "language_model.backbone."
    yield _Plan(f"{top}embeddings.weight", (vocab_rows, scale.hidden), _normal(1.0))
    for number, kind in enumerate(scale.kinds):
        layer = f"{top}layers.{number}."
        yield _Plan(f"{layer}norm.weight", (scale.hidden,), _around_one)
        for plan in _MIXERS[kind](scale):
            yield _Plan(layer + plan.name, plan.shape, plan.draw, plan.kept)
    yield _Plan(f"{top}norm_f.weight", (scale.hidden,), _around_one)
    head = _linear(scale.hidden)
    yield _Plan("language_model.lm_head.weight", (vocab_rows, scale.hidden), head)


def _vision(scale: TinyScale) -> Iterator[_Plan]:
    width, patch = scale.vision_hidden, 3 * scale.patch_px**2
    generator = f"{RADIO}model.patch_generator."
    yield _Plan(f"{RADIO}summary_idxs", (1,), _constant((0.0,)), "index")
    yield _Plan(f"{RADIO}input_conditioner.norm_mean", (3, 1, 1), _constant(MEAN))
    yield _Plan(f"{RADIO}input_conditioner.norm_std", (3, 1, 1), _constant(STD))
    yield _Plan(f"{generator}embedder.weight", (width, patch), _linear(patch))
    yield _Plan(f"{generator}pos_embed", (1, scale.table_side**2, width), _normal(0.5))
    yield _Plan(f"{generator}cls_token.token", (scale.prefix_tokens, width), _normal(1.0))
    for number in range(scale.vision_blocks):
        yield from _block(f"{RADIO}model.blocks.{number}.", scale)


def _block(top: str, scale: TinyScale) -> Iterator[_Plan]:
    width, mlp = scale.vision_hidden, scale.vision_mlp_width
    for norm in ("norm1", "norm2"):
        yield _Plan(f"{top}{norm}.weight", (width,), _around_one)
        yield _Plan(f"{top}{norm}.bias", (width,), _normal(0.1))
    layers = (
        ("attn.qkv", width, 3 * width),
        ("attn.proj", width, width),
        ("mlp.fc1", width, mlp),
        ("mlp.fc2", mlp, width),
    )
    for name, inputs, outputs in layers:
        yield _Plan(f"{top}{name}.weight", (outputs, inputs), _linear(inputs))
        yield _Plan(f"{top}{name}.bias", (outputs,), _normal(0.1))


def _projector(scale: TinyScale) -> Iterator[_Plan]:
    inputs, width = 4 * scale.vision_hidden, scale.projector_width
    yield _Plan("mlp1.0.weight", (inputs,), _around_one)
    yield _Plan("mlp1.1.weight", (width, inputs), _linear(inputs))
    yield _Plan("mlp1.3.weight", (scale.hidden, width), _linear(width))


def tiny_tensors(scale: TinyScale, vocab_rows: int, seed: int) -> Iterator[TinyTensor]:
    """Yield every tensor; each depends on the seed and its own name only."""
    for part in (_language(scale, vocab_rows), _vision(scale), _projector(scale)):
        for plan in part:
            yield _drawn(plan, scale, seed)


def _drawn(plan: _Plan, scale: TinyScale, seed: int) -> TinyTensor:
    generator = np.random.default_rng([seed, zlib.crc32(plan.name.encode())])
    values = plan.draw(generator, plan.shape).astype(np.float32)
    if plan.kept == "index":
        return TinyTensor(plan.name, "I64", plan.shape, values.astype("<i8").tobytes())
    if plan.kept == "state" or scale.dtype == "float32":
        return TinyTensor(plan.name, "F32", plan.shape, values.astype("<f4").tobytes())
    return TinyTensor(plan.name, "BF16", plan.shape, bfloat16_bytes(values))


def bfloat16_bytes(values: Floats) -> bytes:
    """Return finite float32 values as little-endian bfloat16, rounded to the nearest, ties to even."""
    bits = values.astype("<f4").view("<u4")
    rounded = bits + 0x7FFF + ((bits >> 16) & 1)
    halves: npt.NDArray[np.uint16] = (rounded >> 16).astype("<u2")
    return halves.tobytes()
