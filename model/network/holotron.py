"""Holotron whole: encoder, projector and language model as one module."""

from typing import Final, Self

import torch

from automation.core.errors import LoadError
from model.core.spec import ModelSpec
from model.network.cache import HybridCache
from model.network.initialise import fill_randomly
from model.network.language import build_language, check_time_steps
from model.network.projector import Projector, pixel_shuffle
from model.network.tower import build_tower, fill_unstored

GPU_BATCH: Final = 4
"""Tiles that the encoder takes at a time on a GPU unless told otherwise. 13 at once need about
0.5 GB of activations at Holotron-12B's sizes, which small cards lack."""

CPU_BATCH: Final = 1
"""The same on a processor, where more at a time is no faster and changes the last bits: the
matrix product picks its blocks by the number of rows."""


class Holotron(torch.nn.Module):
    """The network of one checkpoint, in eval mode, for one sequence at a time.

    Made on the meta device, filled by whoever reads the weights, then finished. Used by one
    thread. The names of the three children are part of every parameter's name.

    Attributes:
        spec: What it was built from.
    """

    def __init__(self, spec: ModelSpec) -> None:
        super().__init__()
        self.spec = spec
        self.language = build_language(spec.language)
        self.vision = build_tower(spec.vision)
        self.projector = Projector(spec.projector)
        self.eval()
        self.requires_grad_(False)

    @classmethod
    def meta(cls, spec: ModelSpec, dtype: torch.dtype) -> Self:
        """Build it without memory: every parameter has a shape and `dtype`, none has values."""
        with torch.device("meta"):
            return cls(spec).to(dtype)

    @classmethod
    def random(
        cls,
        spec: ModelSpec,
        *,
        seed: int = 0,
        device: torch.device | str = "cpu",
        dtype: torch.dtype = torch.float32,
    ) -> Self:
        """Build it with sane random weights, drawn on `device` one tensor at a time.

        The full size needs the memory of its weights and of the largest tensor once more.
        """
        network = cls.meta(spec, dtype)
        fill_randomly(network, seed=seed, device=torch.device(device))
        return network.finish()

    def finish(self) -> Self:
        """Complete it after the weights are in place, and check that nothing is missing.

        Raises:
            LoadError: A parameter or buffer got no values; named.
        """
        fill_unstored(self.vision)
        check_time_steps(self.language, self.spec.language.layers.count("mamba"))
        named = [*self.named_parameters(), *self.named_buffers()]
        empty = [name for name, tensor in named if tensor.is_meta]
        if empty:
            message = (
                f"{len(empty)} tensors of the network got no weights, {empty[0]} among them; "
                "the checkpoint is incomplete: download it again"
            )
            raise LoadError(message)
        self.eval()
        self.requires_grad_(False)
        return self

    def release(self) -> None:
        """Let go of every weight, whoever still holds the network or parts of it.

        The modules are taken apart too: some keep weights, or what restores them, elsewhere.
        """
        for module in list(self.modules()):
            module._parameters.clear()
            module._buffers.clear()
            module._modules.clear()

    @property
    def device(self) -> torch.device:
        """Where inputs have to be."""
        device: torch.device = self.language.model.embeddings.weight.device
        return device

    @property
    def dtype(self) -> torch.dtype:
        """Dtype of embeddings, features and attention memory."""
        dtype: torch.dtype = self.language.model.embeddings.weight.dtype
        return dtype

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

    @torch.inference_mode()
    def embed(self, ids: torch.Tensor) -> torch.Tensor:
        """Look up token ids: (n,) int64 to (n, hidden)."""
        result: torch.Tensor = self.language.model.embeddings(ids.to(self.device))
        return result

    def new_cache(self) -> HybridCache:
        """Make an empty memory for one conversation."""
        return HybridCache(self.spec.language, dtype=self.dtype, device=self.device)

    @torch.inference_mode()
    def advance(self, embeds: torch.Tensor, cache: HybridCache) -> None:
        """Read tokens into the cache without asking what comes next.

        Args:
            embeds: (n, hidden) with n >= 1; continues what the cache holds.
            cache: Written in place. When this raises, it has to be restored or reset.
        """
        self._hidden(embeds, cache)

    @torch.inference_mode()
    def forward_tokens(self, embeds: torch.Tensor, cache: HybridCache) -> torch.Tensor:
        """Read tokens into the cache; return logits of what follows the last one.

        Args:
            embeds: (n, hidden) with n >= 1; continues what the cache holds.
            cache: Written in place. When this raises, it has to be restored or reset.

        Returns:
            (vocab_rows,) float32.
        """
        return self._logits(self._hidden(embeds, cache)[-1:])[0]

    @torch.inference_mode()
    def forward_all(self, embeds: torch.Tensor, cache: HybridCache) -> torch.Tensor:
        """Like `forward_tokens`, with logits after every token: (n, vocab_rows) float32.

        For comparisons: 3,328 rows of Holotron-12B take 1.6 GiB.
        """
        return self._logits(self._hidden(embeds, cache))

    def _encode_batch(self, tiles: torch.Tensor) -> torch.Tensor:
        weight = self.projector.norm.weight
        patches = self.vision(tiles.to(weight.device, weight.dtype)).features
        joined = pixel_shuffle(patches, self.spec.image.shuffle)
        tokens: torch.Tensor = self.projector(joined)
        return tokens

    def _hidden(self, embeds: torch.Tensor, cache: HybridCache) -> torch.Tensor:
        assert embeds.ndim == 2, f"embeddings are {tuple(embeds.shape)}, not (tokens, hidden)"
        assert len(embeds) > 0, "there are no tokens to read"
        cache.begin()
        output = self.language.model(
            inputs_embeds=embeds[None], past_key_values=cache.native, use_cache=True
        )
        cache.commit(len(embeds))
        hidden: torch.Tensor = output.last_hidden_state[0]  # (n, hidden)
        return hidden

    def _logits(self, hidden: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.language.lm_head(hidden)
        return logits.float()
