"""Networks with random weights that keep their numbers in range: sizes and kinds of layers matter there, the
text is noise."""

import math

import torch

from model.network.model import Holotron
from model.network.quantize import kept_dtype


def random_network(spec, *, seed=0, device="cpu", dtype=torch.float32):
    """Build Holotron with sane random weights, drawn on `device` one tensor at a time."""
    network = Holotron.meta(spec, dtype)
    fill_randomly(network, seed=seed, device=torch.device(device))
    return network.finish()


STATE_STEP_RANGE = (0.001, 0.1)
"""Range of time steps that the biases are drawn for, log-uniform. Source: `time_step_min` and
`time_step_max` of NemotronH's config."""

SMALL = 0.02
"""Spread of biases and of norm weights around one: no two channels are alike."""


def fill_randomly(network, *, seed, device):
    """Replace every parameter of a network on the meta device by random values on `device`.

    The same seed, device kind and dtype give the same values. Linear weights keep the variance of
    their input; those that write to the residual stream are divided by the root of the number of
    layers, so that 62 layers stay in the range of bfloat16.
    """
    draw = torch.Generator(device=device).manual_seed(seed)
    depths = {"language": _depth(network, "language"), "vision": _depth(network, "vision")}
    for name, parameter in list(network.named_parameters()):
        dtype = kept_dtype(name, parameter.dtype, parameter.dtype)
        values = torch.empty(parameter.shape, dtype=dtype, device=device)
        _fill(name, values, draw, depths.get(name.partition(".")[0], 1))
        owner, _, leaf = name.rpartition(".")
        filled = torch.nn.Parameter(values, requires_grad=False)
        setattr(network.get_submodule(owner), leaf, filled)


def _depth(network, child):
    lists = [
        part for part in getattr(network, child).modules() if isinstance(part, torch.nn.ModuleList)
    ]
    return max(len(part) for part in lists)


def _fill(name, values, draw, depth):
    leaf = name.rpartition(".")[2]
    if leaf == "A_log":
        values.copy_(torch.arange(1, len(values) + 1, device=values.device).log())
    elif leaf == "dt_bias":
        values.copy_(_step_biases(len(values), draw))
    elif leaf in {"D", "lambda1"}:
        values.fill_(1.0)
    elif "embedding" in leaf or "embeddings" in name.split(".")[-2:]:
        values.normal_(0.0, 1.0, generator=draw)
    elif values.ndim == 1:
        centre = 1.0 if leaf == "weight" else 0.0
        values.normal_(centre, SMALL, generator=draw)
    else:
        spread = values[0].numel() ** -0.5
        if _writes_residual(name):
            spread /= math.sqrt(depth)
        values.normal_(0.0, spread, generator=draw)


def _writes_residual(name):
    return name.rpartition(".")[0].endswith(("out_proj", "o_proj", "down_proj", "fc2"))


def _step_biases(count, draw):
    """Draw biases whose softplus is log-uniform in the range."""
    low, high = (math.log(end) for end in STATE_STEP_RANGE)
    step = torch.rand(count, generator=draw, device=draw.device).mul(high - low).add(low).exp()
    return step + torch.log(-torch.expm1(-step))
