"""What a probe must write, computed by plain numpy in float64 from the documents alone.

Shares no code with deskhand: the folder is read with json and safetensors, text is split with the
tokenizers library, everything else is spelt out here. One token at a time, one layer at a time.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from safetensors.torch import load_file
from tokenizers import Tokenizer

VISION = "vision_model.radio_model.model"
LANGUAGE = "language_model.backbone"
VISION_HEADS = 16  # vit_huge
WORD_JOINER = "\u2060"

Array = np.ndarray


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A folder, read whole: configs, float64 tensors and the tokenizer in two readings."""

    config: dict
    tiles: dict
    tensors: dict[str, Array]
    tokenizer: Tokenizer
    plain: Tokenizer
    """The same without added tokens: nothing in a text is special to it."""
    ends: frozenset[int]

    def __getitem__(self, name: str) -> Array:
        return self.tensors[name]


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read a folder in the released layout."""
    tensors: dict[str, Array] = {}
    for file in sorted(folder.glob("*.safetensors")):
        tensors |= {name: value.double().numpy() for name, value in load_file(str(file)).items()}
    layout = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer = Tokenizer.from_str(json.dumps(layout))
    ends = json.loads((folder / "generation_config.json").read_text(encoding="utf-8"))[
        "eos_token_id"
    ]
    return Checkpoint(
        config=json.loads((folder / "config.json").read_text(encoding="utf-8")),
        tiles=json.loads((folder / "preprocessor_config.json").read_text(encoding="utf-8")),
        tensors=tensors,
        tokenizer=tokenizer,
        plain=Tokenizer.from_str(json.dumps(layout | {"added_tokens": [], "post_processor": None})),
        ends=frozenset([ends] if isinstance(ends, int) else ends)
        | {tokenizer.token_to_id("<SPECIAL_12>")},
    )


# --- pictures


def grid_of(width: int, height: int, tile: int, limit: int) -> tuple[int, int]:
    """Columns and rows for a picture: the closest ratio, ties by area."""
    pairs = [(c, r) for c in range(1, limit + 1) for r in range(1, limit + 1) if c * r <= limit]
    best, best_gap = (1, 1), math.inf
    for cols, rows in sorted(pairs, key=lambda pair: pair[0] * pair[1]):
        gap = abs(width / height - cols / rows)
        roomy = width * height > 0.5 * tile * tile * cols * rows
        if gap < best_gap or (gap == best_gap and roomy):
            best, best_gap = (cols, rows), gap
    return best


def _cubic(x: float) -> float:
    x = abs(x)
    if x < 1.0:
        return (1.5 * x - 2.5) * x * x + 1.0
    if x < 2.0:
        return ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    return 0.0


def _resize_matrix(size: int, target: int) -> Array:
    """(target, size): the antialiased cubic of a = -0.5, widened by the shrink factor."""
    scale = size / target
    widen = max(scale, 1.0)
    matrix = np.zeros((target, size))
    for i in range(target):
        centre = scale * (i + 0.5)
        first = max(int(centre - 2.0 * widen + 0.5), 0)
        last = min(int(centre + 2.0 * widen + 0.5), size)
        row = np.array([_cubic((j - centre + 0.5) / widen) for j in range(first, last)])
        matrix[i, first:last] = row / row.sum()
    return matrix


def _resized(picture: Array, width: int, height: int) -> Array:
    down = _resize_matrix(picture.shape[0], height)
    across = _resize_matrix(picture.shape[1], width)
    return np.einsum("yh,xw,hwc->yxc", down, across, picture, optimize=True)


def tiles_of(file: Path, checkpoint: Checkpoint) -> tuple[tuple[int, int], Array]:
    """The grid and the normalised tiles (n, 3, side, side), thumbnail last."""
    side, limit = checkpoint.tiles["image_size"], checkpoint.tiles["max_num_tiles"]
    picture = np.asarray(Image.open(file).convert("RGB"), np.float64) / 255.0
    height, width, _ = picture.shape
    cols, rows = grid_of(width, height, side, limit)
    whole = _resized(picture, cols * side, rows * side)
    cut = [
        whole[r * side : (r + 1) * side, c * side : (c + 1) * side]
        for r in range(rows)
        for c in range(cols)
    ]
    if len(cut) > 1 and checkpoint.tiles["use_thumbnail"]:
        cut.append(_resized(picture, side, side))
    mean, std = np.array(checkpoint.tiles["norm_mean"]), np.array(checkpoint.tiles["norm_std"])
    return (cols, rows), np.stack([((tile - mean) / std).transpose(2, 0, 1) for tile in cut])


# --- vision


def _layer_norm(x: Array, weight: Array, bias: Array) -> Array:
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-6) * weight + bias


def _rms_norm(x: Array, weight: Array) -> Array:
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * weight


_erf = np.vectorize(math.erf)


def _gelu(x: Array) -> Array:
    return 0.5 * x * (1.0 + _erf(x / math.sqrt(2.0)))


def _softmax(scores: Array) -> Array:
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    return scores / scores.sum(-1, keepdims=True)


def _bilinear_matrix(size: int, target: int) -> Array:
    """(target, size): two taps around the half-pixel centre, no antialias, edges held."""
    matrix = np.zeros((target, size))
    for i in range(target):
        at = max((i + 0.5) * size / target - 0.5, 0.0)
        low = min(int(at), size - 1)
        high = min(low + 1, size - 1)
        matrix[i, low] += 1.0 - (at - low)
        matrix[i, high] += at - low
    return matrix


def _positions(checkpoint: Checkpoint, side: int) -> Array:
    table = checkpoint[f"{VISION}.patch_generator.pos_embed"][0]
    full = math.isqrt(len(table))
    matrix = _bilinear_matrix(full, side)
    table = table.reshape(full, full, -1)
    return np.einsum("yh,xw,hwc->yxc", matrix, matrix, table, optimize=True).reshape(
        side * side, -1
    )


def _tower(checkpoint: Checkpoint, tile: Array) -> Array:
    """The patch tokens (side * side, dim) of one tile (3, pixels, pixels)."""
    side = tile.shape[1] // 16
    patches = [
        tile[:, y * 16 : y * 16 + 16, x * 16 : x * 16 + 16].reshape(-1)
        for y in range(side)
        for x in range(side)
    ]
    x = np.stack(patches) @ checkpoint[f"{VISION}.patch_generator.embedder.weight"].T
    prefix = checkpoint[f"{VISION}.patch_generator.cls_token.token"]
    x = np.concatenate([prefix, x + _positions(checkpoint, side)])
    n = 0
    while f"{VISION}.blocks.{n}.norm1.weight" in checkpoint.tensors:
        x = _block(checkpoint, f"{VISION}.blocks.{n}", x)
        n += 1
    return x[len(prefix) :]


def _block(checkpoint: Checkpoint, name: str, x: Array) -> Array:
    def linear(part: str, value: Array) -> Array:
        return value @ checkpoint[f"{name}.{part}.weight"].T + checkpoint[f"{name}.{part}.bias"]

    def norm(part: str, value: Array) -> Array:
        return _layer_norm(
            value, checkpoint[f"{name}.{part}.weight"], checkpoint[f"{name}.{part}.bias"]
        )

    dim = x.shape[1]
    q, k, v = (
        part.reshape(len(x), VISION_HEADS, -1).transpose(1, 0, 2)
        for part in np.split(linear("attn.qkv", norm("norm1", x)), 3, axis=1)
    )
    mixed = _softmax(q @ k.transpose(0, 2, 1) / math.sqrt(dim / VISION_HEADS)) @ v
    x = x + linear("attn.proj", mixed.transpose(1, 0, 2).reshape(len(x), dim))
    return x + linear("mlp.fc2", _gelu(linear("mlp.fc1", norm("norm2", x))))


def features_of(checkpoint: Checkpoint, tiles: Array) -> Array:
    """(n, tokens, hidden) of normalised tiles."""
    return np.stack([_project(checkpoint, _tower(checkpoint, tile)) for tile in tiles])


def _project(checkpoint: Checkpoint, tokens: Array) -> Array:
    side = math.isqrt(len(tokens))
    square = tokens.reshape(side, side, -1)
    shuffled = np.concatenate(
        [square[0::2, 0::2], square[0::2, 1::2], square[1::2, 0::2], square[1::2, 1::2]], axis=-1
    )
    x = _rms_norm(shuffled.reshape(side * side // 4, -1), checkpoint["mlp1.0.weight"])
    return np.maximum(x @ checkpoint["mlp1.1.weight"].T, 0.0) ** 2 @ checkpoint["mlp1.3.weight"].T


# --- language


def _silu(x: Array) -> Array:
    return x / (1.0 + np.exp(-x))


def _mamba(checkpoint: Checkpoint, name: str, x: Array) -> Array:
    llm = checkpoint.config["llm_config"]
    heads, width = llm["mamba_num_heads"], llm["mamba_head_dim"]
    groups, state_size = llm["n_groups"], llm["ssm_state_size"]
    inner, shared = heads * width, groups * state_size
    gate, mixed, dt = np.split(
        x @ checkpoint[f"{name}.in_proj.weight"].T, [inner, 2 * inner + 2 * shared], axis=1
    )
    kernel = checkpoint[f"{name}.conv1d.weight"][:, 0]
    taps = kernel.shape[1]
    padded = np.concatenate([np.zeros((taps - 1, mixed.shape[1])), mixed])
    mixed = _silu(
        sum(padded[j : j + len(x)] * kernel[:, j] for j in range(taps))
        + checkpoint[f"{name}.conv1d.bias"]
    )
    dt = np.logaddexp(0.0, dt + checkpoint[f"{name}.dt_bias"])
    decay = np.exp(-np.exp(checkpoint[f"{name}.A_log"]) * dt)
    state = np.zeros((heads, width, state_size))
    out = np.empty((len(x), inner))
    skip = checkpoint[f"{name}.D"][:, None]
    for t in range(len(x)):
        value = mixed[t, :inner].reshape(heads, width)
        b, c = (
            np.repeat(part.reshape(groups, state_size), heads // groups, axis=0)
            for part in np.split(mixed[t, inner:], 2)
        )
        state = (
            decay[t][:, None, None] * state + (dt[t][:, None] * value)[:, :, None] * b[:, None, :]
        )
        out[t] = ((state * c[:, None, :]).sum(-1) + skip * value).reshape(-1)
    grouped = (out * _silu(gate)).reshape(len(x), groups, inner // groups)
    weight = checkpoint[f"{name}.norm.weight"].reshape(groups, -1)
    return (
        _rms_norm(grouped, weight).reshape(len(x), inner) @ checkpoint[f"{name}.out_proj.weight"].T
    )


def _attention(checkpoint: Checkpoint, name: str, x: Array) -> Array:
    llm = checkpoint.config["llm_config"]
    query_heads, key_heads = llm["num_attention_heads"], llm["num_key_value_heads"]

    def heads(part: str, count: int) -> Array:
        return (
            (x @ checkpoint[f"{name}.{part}_proj.weight"].T)
            .reshape(len(x), count, -1)
            .transpose(1, 0, 2)
        )

    q, k, v = heads("q", query_heads), heads("k", key_heads), heads("v", key_heads)
    k, v = (np.repeat(part, query_heads // key_heads, axis=0) for part in (k, v))
    scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
    scores = np.where(np.tril(np.ones((len(x), len(x)), bool)), scores, -np.inf)
    mixed = (_softmax(scores) @ v).transpose(1, 0, 2).reshape(len(x), -1)
    return mixed @ checkpoint[f"{name}.o_proj.weight"].T


def _mlp(checkpoint: Checkpoint, name: str, x: Array) -> Array:
    up = np.maximum(x @ checkpoint[f"{name}.up_proj.weight"].T, 0.0) ** 2
    return up @ checkpoint[f"{name}.down_proj.weight"].T


def last_logits(checkpoint: Checkpoint, ids: list[int], features: list[Array]) -> Array:
    """Logits of the last position, in one pass over all tokens with pictures in their places."""
    x = checkpoint[f"{LANGUAGE}.embeddings.weight"][ids]
    slots = np.flatnonzero(np.array(ids) == checkpoint.config["img_context_token_id"])
    if features:
        pictured = np.concatenate([part.reshape(-1, x.shape[1]) for part in features])
        x[slots[: len(pictured)]] = pictured
    kinds = {"M": _mamba, "*": _attention, "-": _mlp}
    for n, kind in enumerate(checkpoint.config["llm_config"]["hybrid_override_pattern"]):
        layer = f"{LANGUAGE}.layers.{n}"
        x = x + kinds[kind](
            checkpoint, f"{layer}.mixer", _rms_norm(x, checkpoint[f"{layer}.norm.weight"])
        )
    last = _rms_norm(x[-1], checkpoint[f"{LANGUAGE}.norm_f.weight"])
    return checkpoint["language_model.lm_head.weight"] @ last


# --- the prompt


def prompt_parts(messages: list[dict], *, thinking: bool) -> list[tuple[str, bool]]:
    """The prompt in pieces; True marks a piece that is one special token of the template's."""
    system = ""
    if messages[0]["role"] == "system":
        system, messages = messages[0]["text"].strip(), messages[1:]
    parts = [("<s>", True), ("<SPECIAL_10>", True), (f"System\n{system}\n", False)]
    for message in messages:
        text, count = message["text"], len(message.get("images", []))
        parts.append(("<SPECIAL_11>", True))
        if message["role"] == "assistant":
            said = f"Assistant\n{text.strip()}\n"
            parts += [(said, False), ("<SPECIAL_12>", True), ("\n", False)]
            continue
        parts.append(("User\n", False))
        for n in range(count):
            if count > 1:
                parts.append((f"{' ' if n else ''}<image {n + 1}>", False))
            parts.append(("<image>", True))
        text = text.strip()
        parts.append((f"\n{text}".rstrip() + "\n" if count else f"{text}\n", False))
    parts.append(("<SPECIAL_11>", True))
    parts.append(("Assistant\n<think>\n" if thinking else "Assistant\n<think></think>", False))
    return parts


def joined_like(parts: list[tuple[str, bool]], prompt: str) -> list[tuple[str, bool]]:
    """The same pieces with the word joiners that a prompt has inside its ordinary pieces."""
    rest = prompt
    joined = []
    for text, special in parts:
        taken = ""
        for character in text:
            while not special and rest[:1] == WORD_JOINER != character:
                taken, rest = taken + WORD_JOINER, rest[1:]
            if rest[:1] != character:
                break
            taken, rest = taken + character, rest[1:]
        joined.append((taken, special))
    return joined


def ids_of(checkpoint: Checkpoint, parts: list[tuple[str, bool]], counts: list[int]) -> list[int]:
    """Token ids with every picture's placeholder expanded; other text has no special tokens."""
    left = iter(counts)
    ids: list[int] = []
    ordinary = ""
    for text, special in [*parts, ("", True)]:
        if not special:
            ordinary += text
            continue
        ids += checkpoint.plain.encode(ordinary, add_special_tokens=False).ids
        ordinary = ""
        name = checkpoint.tokenizer.token_to_id
        if text == "<image>":
            ids += [name("<img>"), *[name("<image>")] * next(left), name("</img>")]
        elif text:
            ids.append(name(text))
    return ids


# --- all of it


def answer(
    checkpoint: Checkpoint, request: dict, base: Path, parts: list[tuple[str, bool]]
) -> dict[str, Array]:
    """Every array of a probe by its name; `margins` says how clearly each new id won."""
    files = [base / file for message in request["messages"] for file in message.get("images", [])]
    out: dict[str, Array] = {}
    features: list[Array] = []
    for i, file in enumerate(files):
        grid, tiles = tiles_of(file, checkpoint)
        features.append(features_of(checkpoint, tiles))
        out |= {f"grid_{i}": np.array(grid), f"tiles_{i}": tiles, f"features_{i}": features[-1]}
    ids = ids_of(checkpoint, parts, [part.shape[0] * part.shape[1] for part in features])
    out["prompt"] = np.frombuffer("".join(text for text, _ in parts).encode(), np.uint8)
    out["ids"] = np.array(ids)
    logits = last_logits(checkpoint, ids, features)
    out["logits_prefill"] = out["logits_stepwise"] = logits
    new: list[int] = []
    margins: list[float] = []
    while len(new) < request["max_new_tokens"] and not set(new) & checkpoint.ends:
        if new:
            logits = last_logits(checkpoint, ids + new, features)
        # The embedding's padding rows stand for no token, so none of them is ever the answer.
        entries = logits[: checkpoint.tokenizer.get_vocab_size()]
        order = np.sort(entries)
        margins.append(order[-1] - order[-2])
        new.append(int(entries.argmax()))
    return out | {"new_ids": np.array(new), "margins": np.array(margins)}
