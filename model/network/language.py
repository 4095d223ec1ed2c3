"""The language model: transformers' NemotronH, built from a checked spec and corrected once.

The correction: transformers limits a mixer's time steps from below, at the config's
`time_step_min`, when it scans a prompt, and not when it steps token by token. Reference engines
do not limit them at all, so prompt and decoding would disagree for heads with a long memory.
"""

import math
from typing import TYPE_CHECKING, Final

import torch
from transformers.models.nemotron_h.configuration_nemotron_h import NemotronHConfig

from model.core.spec import LanguageSpec, LayerKind
from model.network.kernels import native_module

if TYPE_CHECKING:
    from transformers.models.nemotron_h.modeling_nemotron_h import (
        NemotronHForCausalLM,
        NemotronHMamba2Mixer,
    )

NATIVE_KINDS: Final[dict[LayerKind, str]] = {
    "mamba": "linear_attention",
    "mlp": "mlp",
    "attention": "full_attention",
}
"""Our layer kinds as transformers names them."""

TIME_STEP_LIMIT: Final = (0.0, math.inf)
"""Bounds of a mixer's time step. Source: `time_step_limit` of the published config, and vLLM's
`mamba_mixer2`, which passes the same pair for prompts."""


def build_language(spec: LanguageSpec) -> "NemotronHForCausalLM":
    """Build the language model on the current default device, time steps corrected."""
    config = NemotronHConfig(
        vocab_size=spec.vocab_rows,
        hidden_size=spec.hidden,
        layers_block_type=[NATIVE_KINDS[kind] for kind in spec.layers],
        num_attention_heads=spec.heads,
        num_key_value_heads=spec.kv_heads,
        head_dim=spec.head_dim,
        intermediate_size=spec.mlp_width,
        mamba_num_heads=spec.mamba_heads,
        mamba_head_dim=spec.mamba_head_dim,
        ssm_state_size=spec.state_size,
        n_groups=spec.groups,
        conv_kernel=spec.conv_kernel,
        chunk_size=spec.chunk_size,
        layer_norm_epsilon=spec.norm_eps,
        max_position_embeddings=spec.max_positions,
    )
    config._attn_implementation = "sdpa"
    language: NemotronHForCausalLM = native_module().NemotronHForCausalLM(config)
    for mixer in mixers(language):
        mixer.time_step_limit = TIME_STEP_LIMIT
    return language


def mixers(language: torch.nn.Module) -> "list[NemotronHMamba2Mixer]":
    """List the Mamba-2 mixers in layer order."""
    kind = native_module().NemotronHMamba2Mixer
    return [part for part in language.modules() if isinstance(part, kind)]


def check_time_steps(language: torch.nn.Module, expected: int) -> None:
    """Assert that exactly `expected` mixers exist and that all have the limit (0, inf)."""
    found = mixers(language)
    wrong = [mixer.layer_idx for mixer in found if mixer.time_step_limit != TIME_STEP_LIMIT]
    assert len(found) == expected, f"{len(found)} Mamba-2 mixers, the spec has {expected}"
    assert not wrong, f"time steps of layers {wrong} are still limited; expected (0, inf)"
