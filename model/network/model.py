"""Holotron as one module: encoder, projector and language model, from transformers' own layers.

The encoder is transformers' RADIO, fed with pixels that are normalised already. The language model is
its NemotronH, built from a checked spec and corrected once: transformers limits a mixer's time steps
from below, at the config's `time_step_min`, when it scans a prompt, and not when it steps token by
token. Reference engines do not limit them at all, so prompt and decoding would disagree for heads with
a long memory.

One token is read by layers of our own (`one_token`), for what a token costs beside its weights is the
number of kernels that are launched: a block's last product adds to the residual in place, queries, keys and
values are one product, and what a mixer makes of its `A_log` is made once.
"""

import math
from types import MethodType
from typing import TYPE_CHECKING, Any, Final

import torch
from torch.nn import functional
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS
from transformers.models.nemotron_h.configuration_nemotron_h import NemotronHConfig
from transformers.models.radio.configuration_radio import RadioConfig
from transformers.models.radio.modeling_radio import RadioLayer, RadioModel

from model.network.attention import pinned
from model.network.kernels import native_module
from model.network.network import Network
from model.spec import HolotronSpec, LanguageSpec, LayerKind, ProjectorSpec, VisionSpec

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


def settle_layers(language: torch.nn.Module) -> None:
    """Make once what every token needs of the weights, which are in place, and let `one_token` read it.

    A layer's weights of queries, keys and values are laid side by side and stay views of that, so that one
    layer's are held twice for a moment and none after it. Quantised ones stay apart.
    """
    module = native_module()
    for block in [part for part in language.modules() if isinstance(part, module.NemotronHBlock)]:
        mixer = block.mixer
        if isinstance(mixer, module.NemotronHMamba2Mixer):
            mixer.register_buffer("decay", -mixer.A_log.detach().float().exp(), persistent=False)
        elif isinstance(mixer, module.NemotronHAttention):
            sources = [mixer.q_proj, mixer.k_proj, mixer.v_proj]
            # No tensor of its own: whoever counts bytes would count those weights twice.
            mixer.joined_rows = 0
            if all(_is_plain(source) for source in sources):
                joined = torch.cat([source.weight.detach() for source in sources])
                mixer.joined_rows = len(joined)
                parts = torch.split(joined, [source.out_features for source in sources])
                for source, part in zip(sources, parts, strict=True):
                    source.weight = torch.nn.Parameter(part, requires_grad=False)
        block.forward = MethodType(one_token, block)


def one_token(block: Any, hidden_states: torch.Tensor, **given: Any) -> torch.Tensor:  # noqa: ANN401  # a block of transformers, without types
    """Read one token as `NemotronHBlock.forward` does; of more, and without a memory, leave it to that.

    Args:
        hidden_states: (1, 1, hidden), the residual; written over, but for the first layer's.

    Returns:
        (1, 1, hidden), in the same dtype.
    """
    cache, mixer = given.get("past_key_values"), block.mixer
    if hidden_states.shape[1] != 1 or not _has_memory(block, cache):
        whole: torch.Tensor = type(block).forward(block, hidden_states, **given)
        return whole
    # The first layer's are the caller's embeddings.
    residual = hidden_states if block.layer_idx else hidden_states.clone()
    normed = block.norm(hidden_states.to(block.norm.weight.dtype))
    match block.block_type:
        case "linear_attention":
            return _added(residual, mixer.out_proj, _state_step(mixer, normed, cache))
        case "full_attention":
            seen = _attention_step(mixer, normed, cache, given.get("attention_mask"))
            return _added(residual, mixer.o_proj, seen)
    return _added(residual, mixer.down_proj, mixer.act_fn(mixer.up_proj(normed)))


def _has_memory(block: Any, cache: Any) -> bool:  # noqa: ANN401  # as above
    """Tell whether there is one, and with states for a layer that keeps them."""
    if cache is None or block.block_type != "linear_attention":
        return cache is not None
    return cache.get_conv_state(block.layer_idx, state_idx=0) is not None


def _is_plain(linear: torch.nn.Module) -> bool:
    return type(linear) is torch.nn.Linear and linear.bias is None


def _added(residual: torch.Tensor, linear: torch.nn.Module, values: torch.Tensor) -> torch.Tensor:
    """Add a product to the residual, in place where the weights are plain ones."""
    if not _is_plain(linear):
        added: torch.Tensor = residual + linear(values)
        return added
    weight = linear.weight
    assert isinstance(weight, torch.Tensor)
    residual[0].addmm_(values[0], weight.T)
    return residual


def _state_step(mixer: Any, normed: torch.Tensor, cache: Any) -> torch.Tensor:  # noqa: ANN401  # as above
    """Return (1, 1, heads * head_dim), normed and gated, of (1, 1, hidden); states in place.

    Source: `NemotronHMamba2Mixer.forward` in transformers 5.23, its recurrent form.
    """
    module, heads, width = native_module(), mixer.num_heads, mixer.head_dim
    states = mixer.n_groups * mixer.ssm_state_size
    projected = mixer.in_proj(normed)[:, 0]
    gate, convolved, steps = projected.split(
        [mixer.intermediate_size, mixer.conv_dim, heads], dim=-1
    )
    convolved = module.causal_conv1d_update(
        convolved[..., None],
        cache.get_conv_state(mixer.layer_idx, state_idx=0),
        mixer.conv1d.weight.squeeze(1),
        mixer.conv1d.bias,
        activation=mixer.activation,
    )[..., 0]
    values, keys, queries = convolved.split([mixer.intermediate_size, states, states], dim=-1)
    found = module.mamba2_selective_state_update(
        cache.get_recurrent_state(mixer.layer_idx, state_idx=0),
        values.view(1, heads, width),
        steps[..., None].expand(-1, -1, width),
        mixer.decay[:, None, None].expand(-1, width, mixer.ssm_state_size),
        keys.view(1, mixer.n_groups, mixer.ssm_state_size),
        queries.view(1, mixer.n_groups, mixer.ssm_state_size),
        mixer.D[:, None].expand(-1, width),
        z=None,
        dt_bias=mixer.dt_bias[:, None].expand(-1, width),
        dt_softplus=True,
    )
    gated: torch.Tensor = mixer.norm(found.view(1, 1, -1), gate[:, None])
    return gated.to(normed.dtype)


def _attention_step(mixer: Any, normed: torch.Tensor, cache: Any, mask: Any) -> torch.Tensor:  # noqa: ANN401  # as above
    """Return (1, 1, heads * head_dim) of (1, 1, hidden); keys and values go to the memory.

    Source: `NemotronHAttention.forward` in transformers 5.23.
    """
    sources = mixer.q_proj, mixer.k_proj, mixer.v_proj
    if mixer.joined_rows:
        width = normed.shape[-1]
        joined = mixer.q_proj.weight.as_strided((mixer.joined_rows, width), (width, 1))
        product = functional.linear(normed, joined)
        parts = torch.split(product, [source.out_features for source in sources], dim=-1)
    else:
        parts = tuple(source(normed) for source in sources)
    query, key, value = (part.view(1, 1, -1, mixer.head_dim).transpose(1, 2) for part in parts)
    key, value = cache.update(key, value, mixer.layer_idx)
    attend = ALL_ATTENTION_FUNCTIONS[mixer.config._attn_implementation]
    seen: torch.Tensor = attend(mixer, query, key, value, mask, dropout=0.0, scaling=mixer.scaling)[
        0
    ]
    return seen.reshape(1, 1, -1)


def pixel_shuffle(patches: torch.Tensor, side: int) -> torch.Tensor:
    """Join every `side` x `side` square of patches into one token.

    Channels of a token run top left, top right, bottom left, bottom right: `ps_version` v2.

    Args:
        patches: (n, rows * rows, channels), row-major, of a square tile.
        side: Patches along an edge of the square; divides rows.

    Returns:
        (n, (rows / side) ** 2, side * side * channels), row-major.
    """
    count, total, channels = patches.shape
    rows = int(total**0.5)
    assert rows * rows == total, f"{total} patches are no square"
    assert rows % side == 0, f"{rows} rows of patches do not divide by {side}"
    out = rows // side
    grid = patches.reshape(count, out, side, out, side, channels)
    joined = grid.permute(0, 1, 3, 2, 4, 5)  # (n, out, out, side, side, channels)
    return joined.reshape(count, out * out, side * side * channels)


class Projector(torch.nn.Module):
    """RMS norm, linear, squared ReLU, linear; no biases.

    Source: `mlp1` of Nemotron-Nano-12B-v2-VL as vLLM and TensorRT-LLM build it.
    """

    def __init__(self, spec: ProjectorSpec) -> None:
        super().__init__()
        self.norm = torch.nn.RMSNorm(spec.inputs, eps=spec.norm_eps)
        self.up = torch.nn.Linear(spec.inputs, spec.width, bias=False)
        self.down = torch.nn.Linear(spec.width, spec.outputs, bias=False)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Map (n, tokens, inputs) to (n, tokens, outputs)."""
        hidden: torch.Tensor = self.up(self.norm(tokens))
        result: torch.Tensor = self.down(functional.relu(hidden).square())
        return result


def build_tower(spec: VisionSpec) -> RadioModel:
    """Build the encoder on the current default device.

    The input conditioner is taken out: tiles arrive normalised, and it would normalise them a
    second time. All prefix tokens are declared class tokens; the split between class and register
    tokens only matters for the summary, which nobody reads.
    """
    config = RadioConfig(
        hidden_size=spec.hidden,
        num_hidden_layers=spec.blocks,
        num_attention_heads=spec.heads,
        mlp_ratio=spec.mlp_width / spec.hidden,
        layer_norm_eps=spec.norm_eps,
        patch_size=spec.patch_px,
        max_img_size=spec.table_side * spec.patch_px,
        num_cls_tokens=spec.prefix_tokens,
        num_registers=0,
        summary_idxs=[0],
    )
    config._attn_implementation = "sdpa"
    tower = RadioModel(config)
    tower.make_preprocessor_external()  # type: ignore[no-untyped-call]  # transformers has no types here
    return tower


def fill_unstored(tower: RadioModel) -> None:
    """Fill what the checkpoint leaves out and nothing reads otherwise.

    Layer scales become ones, which is their absence, and the summary's indices become valid.
    """
    device = tower.embeddings.position_embedding.device
    tower.summary_idxs = torch.nn.Buffer(torch.zeros(1, dtype=torch.int64, device=device))
    for layer in tower.modules():
        if isinstance(layer, RadioLayer):
            for scale in (layer.layer_scale1, layer.layer_scale2):
                ones = torch.ones_like(layer.norm1.weight)
                scale.lambda1 = torch.nn.Parameter(ones, requires_grad=False)


GPU_BATCH: Final = 4
"""Tiles that the encoder takes at a time on a GPU unless told otherwise. 13 at once need about
0.5 GB of activations at Holotron-12B's sizes, which small cards lack."""

CPU_BATCH: Final = 1
"""The same on a processor, where more at a time is no faster and changes the last bits: the
matrix product picks its blocks by the number of rows."""


class Holotron(Network):
    """The network of Holotron-12B and its kind."""

    spec: HolotronSpec  # type: ignore[mutable-override]  # set once

    def __init__(self, spec: HolotronSpec) -> None:
        super().__init__()
        self.spec = spec
        self.language = build_language(spec.language)
        self.vision = build_tower(spec.vision)
        self.projector = Projector(spec.projector)
        self._settle()

    def _complete(self) -> None:
        fill_unstored(self.vision)
        check_time_steps(self.language, self.spec.language.layers.count("mamba"))
        settle_layers(self.language)

    @property
    def embeddings(self) -> torch.nn.Module:
        """What looks ids up."""
        embeddings: torch.nn.Module = self.language.model.embeddings
        return embeddings

    @property
    def encoders(self) -> tuple[torch.nn.Module, ...]:
        """What turns pictures into tokens."""
        return self.vision, self.projector

    def blank(self) -> torch.Tensor:
        """Return a black tile."""
        side = self.spec.image.tile_px
        return torch.zeros(1, 3, side, side)

    @pinned()
    @torch.inference_mode()
    def encode(self, tiles: torch.Tensor, *, batch: int | None = None) -> torch.Tensor:
        """Turn tiles into tokens of the language model.

        Args:
            tiles: (n, 3, tile_px, tile_px), normalised, RGB, any float dtype and device.
            batch: Tiles at a time; `None` for what suits the device.

        Returns:
            (n, tokens_per_tile, hidden), in `dtype` on `device`.
        """
        side = self.spec.image.tile_px
        assert tiles.shape[1:] == (3, side, side), f"tiles are {tuple(tiles.shape)}, not {side} px"
        batch = batch or (CPU_BATCH if self.device.type == "cpu" else GPU_BATCH)
        parts = [self._encode_batch(part) for part in torch.split(tiles, batch)]
        return torch.cat(parts) if len(parts) > 1 else parts[0]

    def _encode_batch(self, tiles: torch.Tensor) -> torch.Tensor:
        weight = self.projector.norm.weight
        patches = self.vision(tiles.to(weight.device, weight.dtype)).features
        joined = pixel_shuffle(patches, self.spec.image.shuffle)
        tokens: torch.Tensor = self.projector(joined)
        return tokens
