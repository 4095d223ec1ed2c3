"""A NemotronH language model written down plainly: float64, numpy, one token after the other.

Follows the papers' formulas and the published layer description, not any program. Weights are
looked up by their names in a state dict; a sequence is (tokens, width), there is no batch.
"""

import numpy as np

# Papers: Mamba-2 (arXiv 2405.21060), Nemotron-H (arXiv 2504.03624).


def rms_norm(values, weight, eps):
    return values / np.sqrt((values**2).mean(axis=-1, keepdims=True) + eps) * weight


def silu(values):
    return values / (1.0 + np.exp(-values))


def softplus(values):
    return np.logaddexp(0.0, values)


def mlp(values, weights):
    hidden = np.maximum(values @ weights["up_proj.weight"].T, 0.0)
    return hidden**2 @ weights["down_proj.weight"].T


def attention(values, weights, *, heads, kv_heads):
    """Causal softmax attention without any notion of position; heads share keys in groups."""
    tokens = len(values)
    queries = (values @ weights["q_proj.weight"].T).reshape(tokens, heads, -1)
    keys = (values @ weights["k_proj.weight"].T).reshape(tokens, kv_heads, -1)
    contents = (values @ weights["v_proj.weight"].T).reshape(tokens, kv_heads, -1)
    width = queries.shape[-1]
    out = np.zeros_like(queries)
    for head in range(heads):
        shared = head // (heads // kv_heads)
        for now in range(tokens):
            scores = keys[: now + 1, shared] @ queries[now, head] / np.sqrt(width)
            odds = np.exp(scores - scores.max())
            out[now, head] = odds / odds.sum() @ contents[: now + 1, shared]
    return out.reshape(tokens, -1) @ weights["o_proj.weight"].T


def mamba2(values, weights, *, heads, groups, state_size, eps):
    """One Mamba-2 layer as its recurrence; returns the outputs and the last state."""
    tokens = len(values)
    inner = weights["out_proj.weight"].shape[1]
    width, shared = inner // heads, groups * state_size
    projected = values @ weights["in_proj.weight"].T
    gate, mixed, step = np.split(projected, [inner, 2 * inner + 2 * shared], axis=1)
    mixed = silu(short_convolution(mixed, weights["conv1d.weight"][:, 0], weights["conv1d.bias"]))
    inputs, into, out_of = np.split(mixed, [inner, inner + shared], axis=1)
    step = softplus(step + weights["dt_bias"])
    decay = np.exp(-np.exp(weights["A_log"]) * step)
    state = np.zeros((heads, width, state_size))
    outputs = np.zeros((tokens, inner))
    for now in range(tokens):
        for head in range(heads):
            group = slice(head // (heads // groups) * state_size, None)
            write, read = into[now, group][:state_size], out_of[now, group][:state_size]
            mine = slice(head * width, (head + 1) * width)
            value = inputs[now, mine]
            state[head] *= decay[now, head]
            state[head] += step[now, head] * np.outer(value, write)
            outputs[now, mine] = state[head] @ read + weights["D"][head] * value
    gated = (outputs * silu(gate)).reshape(tokens, groups, -1)
    normed = rms_norm(gated, 1.0, eps).reshape(tokens, inner) * weights["norm.weight"]
    return normed @ weights["out_proj.weight"].T, state


def short_convolution(rows, weight, bias):
    """Weigh every channel's last few values; before the first token there is nothing."""
    taps = weight.shape[1]
    padded = np.concatenate([np.zeros((taps - 1, rows.shape[1])), rows])
    windows = [padded[now : now + taps] for now in range(len(rows))]
    return np.stack([(window * weight.T).sum(axis=0) for window in windows]) + bias


def forward(embeds, weights, spec):
    """Run all layers; return logits after every token.

    Args:
        embeds: (tokens, hidden) float64.
        weights: State dict of the language model, float64 arrays.
        spec: Its sizes.
    """
    stream = embeds
    for number, kind in enumerate(spec.layers):
        prefix = f"model.layers.{number}."
        mine = part_of(weights, prefix + "mixer.")
        normed = rms_norm(stream, weights[prefix + "norm.weight"], spec.norm_eps)
        if kind == "mlp":
            stream = stream + mlp(normed, mine)
        elif kind == "attention":
            stream = stream + attention(normed, mine, heads=spec.heads, kv_heads=spec.kv_heads)
        else:
            mixed, _ = mamba2(
                normed,
                mine,
                heads=spec.mamba_heads,
                groups=spec.groups,
                state_size=spec.state_size,
                eps=spec.norm_eps,
            )
            stream = stream + mixed
    last = rms_norm(stream, weights["model.norm_f.weight"], spec.norm_eps)
    return last @ weights["lm_head.weight"].T


def part_of(weights, prefix):
    return {name[len(prefix) :]: w for name, w in weights.items() if name.startswith(prefix)}
