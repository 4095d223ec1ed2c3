"""The tensors of a tiny random checkpoint under their released names, and its shards.

Source: the name tables of Megatron-Bridge and of the public converters and loaders.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file

VISION = "vision_model.radio_model"
LANGUAGE = "language_model.backbone"


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes and the habits of one checkpoint."""

    seed: int = 0
    pattern: str = "M-M*-M-"
    hidden: int = 48
    mlp: int = 80
    query_heads: int = 4
    key_heads: int = 2
    head_dim: int = 16
    mamba_heads: int = 8
    mamba_head_dim: int = 12
    state: int = 16
    groups: int = 4
    conv_kernel: int = 4
    padded_rows: int = 24
    """Embedding rows beyond the tokenizer's entries."""
    vision_dim: int = 64
    vision_blocks: int = 2
    prefix: int = 16
    positions: int = 10
    """Side of the square position table."""
    tile: int = 64
    projector: int = 96
    max_tiles: int = 12
    stored: str = "bfloat16"
    """bfloat16, float32, or mixed: language in bfloat16, vision and the A_log family in float32."""
    shards: int = 3
    images_last: bool = False
    """Image tokens at the end of the vocabulary instead of in the SPECIAL range."""
    buffers: bool = True
    """Whether the conditioner and the summary indices are among the tensors."""
    infinity: str = "bare"
    """How time_step_limit is written: bare, tagged, or absent."""
    eos: object = (2, 12)
    dt_range: tuple[float, float] = (-9.0, 0.5)
    loud: int | None = None
    """A token that often wins: an end token, so that replies come to an end."""
    quiet: bool = False
    """Activations near the square root of every epsilon, so that each epsilon shows."""


class Draw:
    """Random tensors, collected by name."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.tensors: dict[str, np.ndarray] = {}

    def normal(self, name: str, *size: int, scale: float | None = None) -> None:
        """Draw around 0; without a scale so that a product keeps its magnitude."""
        spread = size[-1] ** -0.5 if scale is None else scale
        self.tensors[name] = self.random.normal(0.0, spread, size)

    def uniform(self, name: str, low: float, high: float, size: int) -> None:
        """Draw between two ends."""
        self.tensors[name] = self.random.uniform(low, high, size)


def write_tensors(folder: Path, shape: Shape, rows: int) -> None:
    """Draw all tensors and write them as one file or as shards with an index."""
    draw = Draw(shape.seed)
    _language(draw, shape, rows)
    _vision(draw, shape)
    _write(folder, _stored(draw.tensors, shape), shape.shards)


def _language(draw: Draw, shape: Shape, rows: int) -> None:
    faint = 0.004 if shape.quiet else 1.0
    draw.normal(f"{LANGUAGE}.embeddings.weight", rows, shape.hidden, scale=0.6 * faint)
    draw.uniform(f"{LANGUAGE}.norm_f.weight", 0.6, 1.4, shape.hidden)
    draw.normal("language_model.lm_head.weight", rows, shape.hidden, scale=0.4)
    if shape.loud is not None:
        draw.tensors["language_model.lm_head.weight"][shape.loud] *= 4.0
    kinds = {"M": _mamba, "*": _attention, "-": _mlp}
    for n, kind in enumerate(shape.pattern):
        draw.uniform(f"{LANGUAGE}.layers.{n}.norm.weight", 0.6, 1.4, shape.hidden)
        kinds[kind](draw, shape, f"{LANGUAGE}.layers.{n}.mixer")


def _mamba(draw: Draw, shape: Shape, mixer: str) -> None:
    soft = (0.05 if shape.quiet else 1.0) * shape.hidden**-0.5
    heads, inner = shape.mamba_heads, shape.mamba_heads * shape.mamba_head_dim
    wide = inner + 2 * shape.groups * shape.state
    draw.normal(f"{mixer}.in_proj.weight", inner + wide + heads, shape.hidden, scale=soft)
    draw.normal(f"{mixer}.conv1d.weight", wide, 1, shape.conv_kernel, scale=0.5)
    draw.normal(f"{mixer}.conv1d.bias", wide, scale=0.1)
    draw.uniform(f"{mixer}.A_log", np.log(0.5), np.log(16.0), heads)
    draw.normal(f"{mixer}.D", heads, scale=1.0)
    draw.uniform(f"{mixer}.dt_bias", *shape.dt_range, heads)
    draw.uniform(f"{mixer}.norm.weight", 0.6, 1.4, inner)
    draw.normal(f"{mixer}.out_proj.weight", shape.hidden, inner)


def _attention(draw: Draw, shape: Shape, mixer: str) -> None:
    queries, keys = shape.query_heads * shape.head_dim, shape.key_heads * shape.head_dim
    draw.normal(f"{mixer}.q_proj.weight", queries, shape.hidden, scale=0.3)
    draw.normal(f"{mixer}.k_proj.weight", keys, shape.hidden, scale=0.3)
    draw.normal(f"{mixer}.v_proj.weight", keys, shape.hidden)
    draw.normal(f"{mixer}.o_proj.weight", shape.hidden, queries)


def _mlp(draw: Draw, shape: Shape, mixer: str) -> None:
    draw.normal(f"{mixer}.up_proj.weight", shape.mlp, shape.hidden)
    draw.normal(f"{mixer}.down_proj.weight", shape.hidden, shape.mlp)


def _vision(draw: Draw, shape: Shape) -> None:
    faint, dim = 0.004 if shape.quiet else 1.0, shape.vision_dim
    patches = f"{VISION}.model.patch_generator"
    draw.normal(f"{patches}.embedder.weight", dim, 768, scale=0.06 * faint)
    draw.normal(f"{patches}.pos_embed", 1, shape.positions**2, dim, scale=0.5 * faint)
    draw.normal(f"{patches}.cls_token.token", shape.prefix, dim, scale=faint)
    for n in range(shape.vision_blocks):
        _block(draw, f"{VISION}.model.blocks.{n}", dim, faint)
    draw.uniform("mlp1.0.weight", 0.6, 1.4, 4 * dim)
    draw.normal("mlp1.1.weight", shape.projector, 4 * dim)
    draw.normal("mlp1.3.weight", shape.hidden, shape.projector)
    if shape.buffers:
        # Not the CLIP values: who conditions the pixels once more gets other features.
        for name, values in (("norm_mean", [0.3, 0.4, 0.5]), ("norm_std", [0.2, 0.3, 0.4])):
            whole = f"{VISION}.input_conditioner.{name}"
            draw.tensors[whole] = np.array(values).reshape(3, 1, 1)


def _block(draw: Draw, block: str, dim: int, faint: float) -> None:
    for norm in ("norm1", "norm2"):
        draw.uniform(f"{block}.{norm}.weight", 0.6, 1.4, dim)
        draw.normal(f"{block}.{norm}.bias", dim, scale=0.1)
    for name, out, size, level in (
        ("attn.qkv", 3 * dim, dim, 1.0),
        ("attn.proj", dim, dim, faint),
        ("mlp.fc1", 4 * dim, dim, 1.0),
        ("mlp.fc2", dim, 4 * dim, faint),
    ):
        draw.normal(f"{block}.{name}.weight", out, size, scale=1.5 * level * size**-0.5)
        draw.normal(f"{block}.{name}.bias", out, scale=0.1 * level)


def _stored(tensors: dict[str, np.ndarray], shape: Shape) -> dict[str, torch.Tensor]:
    stored = {}
    for name, value in tensors.items():
        full = name.startswith(VISION) or name.endswith(("A_log", ".D", "dt_bias"))
        narrow = shape.stored == "bfloat16" or (shape.stored == "mixed" and not full)
        kind = torch.bfloat16 if narrow else torch.float32
        stored[name] = torch.from_numpy(value.astype(np.float32)).to(kind).contiguous()
    if shape.buffers:
        stored[f"{VISION}.summary_idxs"] = torch.tensor([0, 1])
    return stored


def _write(folder: Path, tensors: dict[str, torch.Tensor], shards: int) -> None:
    metadata = {"format": "pt"}
    if shards == 1:
        save_file(tensors, str(folder / "model.safetensors"), metadata=metadata)
        return
    names = list(tensors)
    size = -(-len(names) // shards)
    places: dict[str, str] = {}
    for n in range(shards):
        part = names[n * size : (n + 1) * size]
        file = f"model-{n + 1:05d}-of-{shards:05d}.safetensors"
        save_file({name: tensors[name] for name in part}, str(folder / file), metadata=metadata)
        places |= dict.fromkeys(part, file)
    total = sum(value.numel() * value.element_size() for value in tensors.values())
    index = {"metadata": {"total_size": total}, "weight_map": dict(sorted(places.items()))}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=2))
