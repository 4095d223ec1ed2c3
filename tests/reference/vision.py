"""A RADIO encoder and Holotron's projector written down plainly: float64, numpy, one tile.

Follows the ViT paper and the published description of C-RADIO, not any program. Weights are looked
up by their names in a state dict.
"""

from math import erf

import numpy as np

# Papers: ViT (arXiv 2010.11929), RADIOv2.5 (arXiv 2412.07679), InternVL 1.5 for the shuffle.


def layer_norm(values, weight, bias, eps):
    centred = values - values.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps) * weight + bias


def gelu(values):
    return values * 0.5 * (1.0 + np.vectorize(erf)(values / np.sqrt(2.0)))


def patches_of(tile, size):
    """Cut a (3, side, side) tile into rows of patches, channel by channel within a patch."""
    side = tile.shape[1] // size
    cuts = [
        tile[:, row * size : (row + 1) * size, col * size : (col + 1) * size].ravel()
        for row in range(side)
        for col in range(side)
    ]
    return np.stack(cuts)


def resized_table(table, side):
    """Sample a square table bilinearly at pixel centres: corners are not aligned, edges repeat."""
    rows = int(np.sqrt(len(table)))
    grid = table.reshape(rows, rows, -1)
    places = np.clip((np.arange(side) + 0.5) * rows / side - 0.5, 0.0, None)
    low = np.minimum(places.astype(int), rows - 1)
    high, share = np.minimum(low + 1, rows - 1), places - low
    tall = grid[low] * (1 - share)[:, None, None] + grid[high] * share[:, None, None]
    wide = tall[:, low] * (1 - share)[None, :, None] + tall[:, high] * share[None, :, None]
    return wide.reshape(side * side, -1)


def attention(values, weights, heads):
    """Every token looks at every token."""
    tokens = len(values)

    def projected(name):
        return (values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]).reshape(
            tokens, heads, -1
        )

    queries, keys, contents = projected("q_proj"), projected("k_proj"), projected("v_proj")
    out = np.zeros_like(queries)
    for head in range(heads):
        scores = queries[:, head] @ keys[:, head].T / np.sqrt(queries.shape[-1])
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        out[:, head] = odds / odds.sum(axis=1, keepdims=True) @ contents[:, head]
    return out.reshape(tokens, -1) @ weights["o_proj.weight"].T + weights["o_proj.bias"]


def tower(tile, weights, spec):
    """Return the (patches, hidden) output for one normalised tile, prefix tokens dropped."""
    patches = patches_of(tile, spec.patch_px) @ weights["embeddings.patch_projection.weight"].T
    side = tile.shape[1] // spec.patch_px
    patches = patches + resized_table(weights["embeddings.position_embedding"][0], side)
    stream = np.concatenate([weights["embeddings.cls_register_token"], patches])
    for number in range(spec.blocks):
        mine = _part_of(weights, f"encoder.layer.{number}.")
        normed = layer_norm(stream, mine["norm1.weight"], mine["norm1.bias"], spec.norm_eps)
        stream = stream + attention(normed, _part_of(mine, "attention."), spec.heads)
        normed = layer_norm(stream, mine["norm2.weight"], mine["norm2.bias"], spec.norm_eps)
        hidden = gelu(normed @ mine["mlp.fc1.weight"].T + mine["mlp.fc1.bias"])
        stream = stream + hidden @ mine["mlp.fc2.weight"].T + mine["mlp.fc2.bias"]
    return stream[spec.prefix_tokens :]


def shuffled(patches, side):
    """Join squares of patches: top left, top right, bottom left, bottom right."""
    rows = int(np.sqrt(len(patches)))
    grid = patches.reshape(rows, rows, -1)
    tokens = [
        np.concatenate([grid[top + row, left + col] for row in range(side) for col in range(side)])
        for top in range(0, rows, side)
        for left in range(0, rows, side)
    ]
    return np.stack(tokens)


def projected(tokens, weights, eps):
    normed = tokens / np.sqrt((tokens**2).mean(axis=-1, keepdims=True) + eps)
    hidden = np.maximum((normed * weights["norm.weight"]) @ weights["up.weight"].T, 0.0)
    return hidden**2 @ weights["down.weight"].T


def _part_of(weights, prefix):
    return {name[len(prefix) :]: w for name, w in weights.items() if name.startswith(prefix)}
