"""Compares the functions that the mixers call with torch's own, by numbers, on small inputs.

A kernel that was built for another compiler or another card may compute nonsense without failing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import torch

from automation.core.engine import KernelPath
from automation.core.errors import KernelUnavailable
from automation.core.stopping import StopToken
from model.core.spec import LanguageSpec
from model.network.kernels import (
    FUNCTIONS,
    GUARD,
    KernelStatus,
    choose_kernels,
    native_module,
    portable_function,
    use_path,
)
from model.network.language import TIME_STEP_LIMIT

GAP_LIMIT: Final = 0.05
"""Largest accepted gap. Rounding explains about 0.001 (products in TF32, sums in another order);
a forgotten state or a wrong head gives more than 0.3."""

BLOCKS: Final = 2.5
"""Blocks of the chunked scan that are compared: whole ones, and one that is not full."""


def checked_kernels(
    spec: LanguageSpec,
    device: torch.device,
    wish: KernelPath | None = None,
    stop: StopToken | None = None,
) -> KernelStatus:
    """Choose the path for a network, and take the portable one where compiled kernels are wrong.

    Args:
        spec: Sizes of the network; the kernels are compared at the sizes of one of its layers.
        device: Where the network will run.
        wish: A path that the user insists on.
        stop: Checked while packages are tried.

    Raises:
        KernelUnavailable: compiled kernels were insisted on and cannot be used.
        Stopped: the token was set.
    """
    GUARD.probes(stop)
    status = choose_kernels(device.type, wish)
    if all(fact.path == "portable" for fact in status.details):
        return status
    why = _wrong(spec, device)
    if not why:
        return status
    if wish == "compiled":
        message = f"Compiled kernels cannot be used: {why}. Choose portable in Settings."
        raise KernelUnavailable(message)
    use_path("portable")
    return choose_kernels(device.type, "portable", why)


def _wrong(spec: LanguageSpec, device: torch.device) -> str:
    """Tell what is wrong with the compiled kernels; empty when they compute what they should."""
    try:
        gap = kernel_gap(spec, device)
    except Exception as error:  # noqa: BLE001  # a compiler that is missing, a card too old, ...
        return f"compiled kernels fail: {type(error).__name__}: {error}".splitlines()[0]
    if gap <= GAP_LIMIT:
        return ""
    return f"compiled kernels are off by {gap:.2g} of the values, rounding explains {GAP_LIMIT}"


@torch.inference_mode()
def kernel_gap(
    spec: LanguageSpec,
    device: torch.device,
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> float:
    """Return the largest relative distance between functions and torch's own, on random inputs.

    Args:
        spec: Sizes of the layer to compare at.
        device: Where to compute.
        functions: By name; `None` for those that the mixers call now.
    """
    module = native_module()
    chosen = functions or {name: getattr(module, name) for name in FUNCTIONS}
    plain = {name: portable_function(name) for name in FUNCTIONS}
    pairs = zip(_outputs(chosen, spec, device), _outputs(plain, spec, device), strict=True)
    return max(_distance(ours, theirs) for ours, theirs in pairs)


def _distance(found: torch.Tensor, expected: torch.Tensor) -> float:
    gap = torch.linalg.vector_norm(found.double() - expected.double())
    size = torch.linalg.vector_norm(expected.double())
    relative = float(gap / size)
    return relative if relative == relative else float("inf")  # a NaN is as wrong as can be


def _outputs(
    functions: Mapping[str, Callable[..., Any]], spec: LanguageSpec, device: torch.device
) -> Iterator[torch.Tensor]:
    draw = torch.Generator(device=device).manual_seed(0)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=draw, device=device)

    tokens = int(BLOCKS * spec.chunk_size)
    heads, width, size = spec.mamba_heads, spec.mamba_head_dim, spec.state_size
    decay = -normal(heads).exp()
    skip, bias = normal(heads), normal(heads) - 3.0  # time steps near 0.05, as trained ones
    state = normal(1, heads, width, size)
    yield from functions["mamba2_chunk_scan"](
        normal(1, tokens, heads, width),
        normal(1, tokens, heads),
        decay,
        normal(1, tokens, spec.groups, size),
        normal(1, tokens, spec.groups, size),
        chunk_size=spec.chunk_size,
        D=skip,
        z=None,
        return_final_states=True,
        dt_bias=bias,
        dt_softplus=True,
        initial_states=state,
        dt_limit=TIME_STEP_LIMIT,
    )
    yield functions["mamba2_selective_state_update"](
        state,
        normal(1, heads, width),
        normal(1, heads, 1).expand(-1, -1, width),
        decay[:, None, None].expand(-1, width, size),
        normal(1, spec.groups, size),
        normal(1, spec.groups, size),
        skip[:, None].expand(-1, width),
        z=None,
        dt_bias=bias[:, None].expand(-1, width),
        dt_softplus=True,
    )
    yield state
    weight, offset = normal(spec.conv_width, spec.conv_kernel), normal(spec.conv_width)
    window = normal(1, spec.conv_width, spec.conv_kernel)
    rows = normal(1, spec.conv_width, tokens)
    yield functions["causal_conv1d_fn"](rows, weight, offset, activation="silu")
    row = normal(1, 1, spec.conv_width).transpose(1, 2)
    yield functions["causal_conv1d_update"](row, window, weight, offset, activation="silu")
    yield window
