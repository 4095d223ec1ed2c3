"""Qwen3.5, and so Holo3.1, as one module: encoder and language model, from transformers' own layers.

Three of four layers mix tokens by the gated delta rule, whose state every token overwrites; the fourth is
attention. A token stands at three places: words at the same in all of them, the tokens of a picture at the
row and the column of theirs; behind a picture words go on after its longer side. So a place is not an index.

transformers binds the delta rule to fla's kernels when its module is imported, silently and for every device
alike. Here torch's own functions run, which work everywhere, until fla's were found to compute the same.

**Source**: `Qwen3_5ForCausalLM`, `Qwen3_5VisionModel` and `Qwen3_5Model.get_rope_index` of transformers 5.23.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import ModuleType
from typing import TYPE_CHECKING, Final

import torch
from transformers.models.qwen3_5.configuration_qwen3_5 import Qwen3_5TextConfig, Qwen3_5VisionConfig

from automation.core.generation import KernelPath
from automation.core.timing import StopToken
from model.images.tiling import ImageSpan
from model.network.attention import pinned
from model.network.cache import HybridCache
from model.network.checks import NO_NOTE, relative_distance, wrong
from model.network.kernels import (
    KernelFact,
    KernelStatus,
    NativeFunction,
    check_wish,
    imported,
    is_portable,
)
from model.network.network import Network
from model.network.quantize import sent
from model.spec import DeltaLanguageSpec, PatchVisionSpec, QwenSpec

if TYPE_CHECKING:
    from transformers.models.qwen3_5.modeling_qwen3_5 import Qwen3_5ForCausalLM, Qwen3_5VisionModel

NATIVE_MODULE: Final = "transformers.models.qwen3_5.modeling_qwen3_5"
FUNCTIONS: Final = {
    "torch_chunk_gated_delta_rule": "fla",
    "torch_recurrent_gated_delta_rule": "fla",
    "causal_conv1d_fn": "causal_conv1d",
    "causal_conv1d_update": "causal_conv1d",
}
"""Functions that run in eval mode, and the package that has each compiled.
Source: `Qwen3_5GatedDeltaNet.forward` in transformers 5.23."""
RULE: Final = ("torch_chunk_gated_delta_rule", "torch_recurrent_gated_delta_rule")
"""Those that are taken compiled where they compute what torch's do; the convolutions cost little."""
NATIVE_KINDS: Final = {"delta": "linear_attention", "attention": "full_attention"}
"""Our kinds of layers as transformers names them."""
NORMS_WHY: Final = "fla-core's norms are others than those of this family"
BLOCKS: Final = 2.5
"""Blocks of the delta rule that are compared: whole ones, and one that is not full."""


def _imported() -> tuple[ModuleType, Mapping[str, NativeFunction]]:
    return imported(NATIVE_MODULE, tuple(FUNCTIONS))


def native_module() -> ModuleType:
    """Import transformers' module of the network, which takes seconds; torch's functions at first."""
    return _imported()[0]


def checked_kernels(
    spec: DeltaLanguageSpec,
    device: torch.device,
    wish: KernelPath | None = None,
    stop: StopToken | None = None,
    *,
    trial: AbstractContextManager[str] = NO_NOTE,
) -> KernelStatus:
    """Let the layers call fla's delta rule where it computes here what torch's does; tell what runs and why.

    Args:
        trial: entered around what a compiler or a driver may end the process in; gives why not to try.

    Raises:
        KernelUnavailable: compiled kernels were insisted on and cannot be used.
        Stopped: the token was set before, or meanwhile: the kernels may be compiled for many seconds.
    """
    stop = stop or StopToken()
    _use_rule(are_compiled=False)
    why = ""
    if wish == "portable":
        why = "the portable path was asked for"
    elif device.type != "cuda":
        why = f"compiled kernels need CUDA, the network runs on {device.type}"
    else:
        stop.check()
        with trial as problem:
            why = problem or _tried_rule(spec, device)
        stop.check()
    check_wish(wish, why)
    path: KernelPath = "portable" if why else "compiled"
    facts = tuple(
        KernelFact(name, package, path if name in RULE else "portable")
        for name, package in FUNCTIONS.items()
    )
    return KernelStatus(path, why, facts, norms_why=NORMS_WHY)


def _use_rule(*, are_compiled: bool) -> None:
    """Let the layers call what transformers chose for the delta rule, or torch's functions again."""
    module, chosen = _imported()
    for name in RULE:
        setattr(module, name, chosen[name] if are_compiled else inspect.unwrap(chosen[name]))


def _tried_rule(spec: DeltaLanguageSpec, device: torch.device) -> str:
    """Take fla's delta rule; tell why it must not stay."""
    functions = {name: _imported()[1][name] for name in RULE}
    if all(is_portable(function, FUNCTIONS[name]) for name, function in functions.items()):
        return "fla is not installed, or cannot start"
    why = wrong(lambda: rule_gap(spec, device, functions))
    if not why:
        _use_rule(are_compiled=True)
    return why


@torch.inference_mode()
def rule_gap(
    spec: DeltaLanguageSpec, device: torch.device, functions: Mapping[str, NativeFunction]
) -> float:
    """Return the largest relative distance between functions and torch's own, on random inputs.

    Args:
        functions: by the names of `RULE`.
    """
    plain = {name: inspect.unwrap(_imported()[1][name]) for name in RULE}
    pairs = zip(_outputs(functions, spec, device), _outputs(plain, spec, device), strict=True)
    return max(relative_distance(ours, theirs) for ours, theirs in pairs)


def _outputs(
    functions: Mapping[str, NativeFunction], spec: DeltaLanguageSpec, device: torch.device
) -> Iterator[torch.Tensor]:
    """Yield what both functions return for the same rows: what they read, and the state they leave."""
    draw = torch.Generator(device=device).manual_seed(0)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=draw, device=device)

    state = normal(1, *spec.state_shape)
    for name, tokens in zip(RULE, (int(BLOCKS * spec.chunk_size), 1), strict=True):
        query, key = (normal(1, tokens, spec.key_heads, spec.key_dim).bfloat16() for _ in range(2))
        value = normal(1, tokens, spec.value_heads, spec.value_dim).bfloat16()
        read, left = functions[name](
            query,
            key,
            value,
            g=-normal(1, tokens, spec.value_heads).exp() / 10,  # memories of ten tokens and more
            beta=normal(1, tokens, spec.value_heads).sigmoid().bfloat16(),
            initial_state=state.clone(),
            output_final_state=True,
            use_qk_l2norm_in_kernel=True,
        )
        yield read
        yield left


def build_language(spec: DeltaLanguageSpec) -> "Qwen3_5ForCausalLM":
    """Build the language model on the current default device; a head that is the embedding is tied later."""
    config = Qwen3_5TextConfig(
        vocab_size=spec.vocab_rows,
        hidden_size=spec.hidden,
        intermediate_size=spec.mlp_width,
        num_hidden_layers=len(spec.layers),
        layer_types=[NATIVE_KINDS[kind] for kind in spec.layers],
        num_attention_heads=spec.heads,
        num_key_value_heads=spec.kv_heads,
        head_dim=spec.head_dim,
        linear_conv_kernel_dim=spec.conv_kernel,
        linear_key_head_dim=spec.key_dim,
        linear_value_head_dim=spec.value_dim,
        linear_num_key_heads=spec.key_heads,
        linear_num_value_heads=spec.value_heads,
        rms_norm_eps=spec.norm_eps,
        max_position_embeddings=spec.max_positions,
        rope_parameters={
            "rope_type": "default",
            "rope_theta": spec.rope_theta,
            "partial_rotary_factor": spec.rotary_width / spec.head_dim,
            "mrope_section": list(spec.rotary_parts),
            "mrope_interleaved": True,
        },
        tie_word_embeddings=False,
    )
    config._attn_implementation = "sdpa"
    language: Qwen3_5ForCausalLM = native_module().Qwen3_5ForCausalLM(config)
    return language


def build_encoder(spec: PatchVisionSpec) -> "Qwen3_5VisionModel":
    """Build the encoder with its merger on the current default device."""
    config = Qwen3_5VisionConfig(
        depth=spec.blocks,
        hidden_size=spec.hidden,
        intermediate_size=spec.mlp_width,
        num_heads=spec.heads,
        patch_size=spec.patch_px,
        spatial_merge_size=spec.merge,
        temporal_patch_size=spec.frames,
        out_hidden_size=spec.outputs,
        num_position_embeddings=spec.table_side**2,
    )
    config._attn_implementation = "sdpa"
    encoder: Qwen3_5VisionModel = native_module().Qwen3_5VisionModel(config)
    return encoder


def patches_of(picture: torch.Tensor, spec: PatchVisionSpec) -> torch.Tensor:
    """Cut a picture into patches, those of one token side by side, each frame of them the same.

    Args:
        picture: (3, height, width), sides multiples of `patch_px * merge`.

    Returns:
        (patches, 3 * frames * patch_px * patch_px), as the encoder takes them.

    Source: `patchify` of `Qwen2VLImageProcessor`.
    """
    colours, height, width = picture.shape
    side, merge = spec.patch_px, spec.merge
    rows, columns = height // side, width // side
    assert rows % merge == columns % merge == height % side == width % side == 0, (
        f"{width}x{height} pixels are no squares of {merge}x{merge} patches of {side}"
    )
    cut = picture.reshape(colours, rows // merge, merge, side, columns // merge, merge, side)
    laid = cut.permute(1, 4, 2, 5, 0, 3, 6)  # (rows, columns, rows, columns, 3, side, side)
    frames = laid.reshape(rows * columns, colours, 1, side, side)
    return frames.expand(-1, -1, spec.frames, -1, -1).reshape(rows * columns, -1)


def fill_frequencies(language: "Qwen3_5ForCausalLM", encoder: "Qwen3_5VisionModel") -> None:
    """Compute the frequencies of both rotations, which no checkpoint holds and the meta device cannot."""
    text, vision = language.model.rotary_emb, encoder.rotary_pos_emb
    for module, compute, weight in (
        (text, text.compute_default_rope_parameters, language.model.norm.weight),
        (vision, vision.compute_axial_rope_parameters, encoder.merger.norm.weight),
    ):
        frequencies, _ = compute(module.config, weight.device)
        for name in ("inv_freq", "original_inv_freq"):
            # float32 whatever the network runs in: at position 16,000 the last bits are whole turns.
            module.register_buffer(name, frequencies.clone(), persistent=False)


class Qwen(Network):
    """The network of Qwen3.5 and its kind."""

    spec: QwenSpec  # type: ignore[mutable-override]  # set once

    def __init__(self, spec: QwenSpec) -> None:
        super().__init__()
        self.spec = spec
        self.language = build_language(spec.language)
        self.vision = build_encoder(spec.vision)
        self._settle()

    def _complete(self) -> None:
        fill_frequencies(self.language, self.vision)
        pairs, width = len(self.language.model.rotary_emb.inv_freq), self.spec.language.rotary_width
        assert 2 * pairs == width, f"{pairs} pairs are turned, the spec has {width} values"
        if not self.spec.language.has_own_head:
            self.language.lm_head.weight = self.language.model.embed_tokens.weight

    @property
    def embeddings(self) -> torch.nn.Module:
        """What looks ids up."""
        embeddings: torch.nn.Module = self.language.model.embed_tokens
        return embeddings

    @property
    def encoders(self) -> tuple[torch.nn.Module, ...]:
        """What turns pictures into tokens."""
        return (self.vision,)

    @property
    def encoder_blocks(self) -> Sequence[torch.nn.Module]:
        """Blocks of the encoder, which takes a picture whole."""
        return tuple(self.vision.blocks)

    def blank(self) -> torch.Tensor:
        """Return a black picture of one token."""
        side = self.spec.image.token_px
        return torch.zeros(1, 3, side, side)

    @pinned()
    @torch.inference_mode()
    def encode(self, tiles: torch.Tensor, *, batch: int | None = None) -> torch.Tensor:
        """Turn pictures of one size into tokens, one after the other whatever `batch` says.

        Args:
            tiles: (n, 3, height, width), normalised, RGB, any float dtype and device.
            batch: Not used.

        Returns:
            (n, tokens, hidden), in `dtype` on `device`.
        """
        del batch
        return torch.stack([self._encoded(picture) for picture in tiles])

    def _encoded(self, picture: torch.Tensor) -> torch.Tensor:
        spec, weight = self.spec.vision, self.vision.merger.norm.weight
        patches = patches_of(picture.to(weight.device, weight.dtype), spec)
        _, height, width = picture.shape
        grid = torch.tensor([[1, height // spec.patch_px, width // spec.patch_px]])
        features: torch.Tensor = self.vision(patches, grid_thw=grid.to(weight.device)).pooler_output
        return features

    def positions(self, tokens: int, spans: Sequence[ImageSpan]) -> torch.Tensor | None:
        """Return where so many tokens of a prompt stand, (3, tokens) int64: time, row, column."""
        places = torch.arange(tokens).repeat(3, 1)
        shift = 0
        for span in sorted(spans, key=lambda span: span.start):
            assert span.cells is not None, "a picture of this family has columns and rows of tokens"
            columns, rows = span.cells
            assert columns * rows == span.tokens, f"{span.cells} are not {span.tokens} tokens"
            first, end = span.start, min(tokens, span.start + span.tokens)
            if first >= tokens:
                break
            index = torch.arange(end - first)
            here = torch.stack((torch.zeros_like(index), index // columns, index % columns))
            places[:, first:end] = first + shift + here
            shift += max(columns, rows) - span.tokens
            places[:, end:] += max(columns, rows) - span.tokens
        return places

    def position_ids(self, indices: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Return (4, 1, n) int64: the indices of tokens, and their places."""
        return torch.cat((indices[None], places))[:, None]

    def _told(
        self, tokens: int, cache: HybridCache, positions: torch.Tensor | None
    ) -> dict[str, torch.Tensor]:
        """Return where the tokens of a pass stand; `None` for words that go on."""
        steps = torch.arange(tokens)
        places = (cache.position + steps).expand(3, -1) if positions is None else positions
        told = self.position_ids(cache.length + steps, places)
        return {"position_ids": sent(told, self.device)}
