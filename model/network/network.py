"""What the networks of this process share: one sequence at a time, read into a memory of its own.

A family's network says what its embeddings, its layers and its encoder are, and where tokens stand.
"""

import inspect
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Final, Self

import torch

from automation.core.errors import LoadError
from automation.core.timing import StopToken
from model.images.tiling import ImageSpan
from model.network.attention import pinned
from model.network.cache import HybridCache
from model.network.quantize import HostEmbedding, sent
from model.spec import ModelSpec

HEARD_BLOCKS: Final = 8
"""Blocks of a pass after which it is looked how far a GPU is; up to twice as many wait there. Eight of a
screen's 2,304 tokens take an H200 30 ms, so it never runs dry."""

LOOK_S: Final = 0.001


@contextmanager
def heard_between(
    blocks: Iterable[torch.nn.Module], stop: StopToken | None, device: torch.device
) -> Iterator[None]:
    """Let a stop end a pass before any of its blocks, and let few of them wait for the device.

    Python launches blocks faster than the device gets them done: without the wait, a stop would only be
    heard while they are launched.
    """
    # No hooks of torch: with them, the frames of an error hold what a block was given.
    own = [(block, vars(block).get("forward")) for block in blocks] if stop else []
    hear = _ear(stop or StopToken(), device)
    for block, _ in own:
        block.forward = _hearing(hear, block.forward)
    try:
        yield
    finally:
        for block, forward in own:
            if forward is None:
                del block.forward
            else:
                block.forward = forward


def _hearing(hear: Callable[[], None], forward: Callable[..., object]) -> Callable[..., object]:
    def hear_and_go_on(*given: object, **named: object) -> object:
        hear()
        return forward(*given, **named)

    return hear_and_go_on


def _ear(stop: StopToken, device: torch.device) -> Callable[[], None]:
    """Return what checks the stop before a block, and waits where too many are queued."""
    marks, number = deque[torch.cuda.Event](), count()

    def hear() -> None:
        stop.check()
        if device.type != "cuda" or next(number) % HEARD_BLOCKS:
            return
        mark = torch.cuda.Event()  # type: ignore[no-untyped-call]  # torch has no types here
        mark.record(torch.cuda.current_stream(device))
        marks.append(mark)
        while len(marks) > 1:
            if marks[0].query():  # type: ignore[no-untyped-call]  # torch has no types here
                marks.popleft()
            else:
                stop.wait(LOOK_S)

    return hear


class Network(torch.nn.Module):
    """The network of one checkpoint, in eval mode, for one sequence at a time.

    Made on the meta device, filled by whoever reads the weights, then finished. Used by one
    thread. The names of the children are part of every parameter's name.

    Attributes:
        spec: What it was built from.
        language: transformers' language model with its head.
    """

    spec: ModelSpec
    language: Any

    def _settle(self) -> None:
        """End the making of it, when all children are there."""
        # A name that a release of transformers does not know any more is taken and passed over.
        known = inspect.signature(self.language.model.forward).parameters
        self._cache_name = "cache" if "cache" in known else "past_key_values"
        self.eval()
        self.requires_grad_(False)

    @classmethod
    def meta(cls, spec: ModelSpec, dtype: torch.dtype) -> Self:
        """Build it without memory: every parameter has a shape and `dtype`, none has values."""
        with torch.device("meta"):
            return cls(spec).to(dtype)

    @property
    def embeddings(self) -> torch.nn.Module:
        """What looks ids up; its weight tells device and dtype."""
        raise NotImplementedError

    @property
    def encoders(self) -> tuple[torch.nn.Module, ...]:
        """What turns pictures into tokens."""
        raise NotImplementedError

    @property
    def encoder_blocks(self) -> Sequence[torch.nn.Module]:
        """Blocks of an encoder between which a stop is to be heard; empty where pictures are cut small."""
        return ()

    def encode(self, tiles: torch.Tensor, *, batch: int | None = None) -> torch.Tensor:
        """Turn tiles, or a whole picture as one, into tokens of the language model.

        Args:
            tiles: (n, 3, height, width), normalised, RGB, any float dtype and device.
            batch: Tiles at a time; `None` for what suits the device.

        Returns:
            (n, tokens of a tile, hidden), in `dtype` on `device`.
        """
        raise NotImplementedError

    def blank(self) -> torch.Tensor:
        """Return a black picture of the least size that the encoder takes: (1, 3, height, width)."""
        raise NotImplementedError

    def positions(self, tokens: int, spans: Sequence[ImageSpan]) -> torch.Tensor | None:
        """Return where so many tokens of a prompt stand, (3, tokens) int64: time, row, column.

        None where a token's place is its index, or nothing.
        """
        del tokens, spans
        return None

    def position_ids(self, indices: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Return what transformers' layers are told of where tokens stand.

        Args:
            indices: (n,) int64, of the tokens in the conversation.
            places: (3, n) int64, as of `positions`.
        """
        del places
        return indices[None]

    def _complete(self) -> None:
        """Fill what no checkpoint holds."""

    def finish(self) -> Self:
        """Complete it after the weights are in place, and check that nothing is missing.

        Raises:
            LoadError: A parameter or buffer got no values; named.
        """
        self._complete()
        named = [*self.named_parameters(), *self.named_buffers()]
        empty = [name for name, tensor in named if tensor.is_meta]
        if empty:
            raise LoadError(
                f"{len(empty)} tensors of the network got no weights, {empty[0]} among them; "
                "the checkpoint is incomplete: download it again"
            )
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
        weight = self.embeddings.weight
        assert isinstance(weight, torch.Tensor)
        return weight.device

    @property
    def dtype(self) -> torch.dtype:
        """Dtype of embeddings, features and attention memory."""
        weight = self.embeddings.weight
        assert isinstance(weight, torch.Tensor)
        return weight.dtype

    @torch.inference_mode()
    def embed(self, ids: torch.Tensor) -> torch.Tensor:
        """Look up token ids: (n,) int64 to (n, hidden)."""
        embeddings = self.embeddings
        if not isinstance(embeddings, HostEmbedding):
            ids = sent(ids, self.device)
        result: torch.Tensor = embeddings(ids)
        return result

    def new_cache(self) -> HybridCache:
        """Make an empty memory for one conversation."""
        return HybridCache(self.spec.language, dtype=self.dtype, device=self.device)

    @torch.inference_mode()
    def advance(
        self,
        embeds: torch.Tensor,
        cache: HybridCache,
        stop: StopToken | None = None,
        *,
        positions: torch.Tensor | None = None,
    ) -> None:
        """Read tokens into the cache without asking what comes next.

        Args:
            embeds: (n, hidden) with n >= 1; continues what the cache holds.
            cache: Written in place. When this raises, it has to be restored or reset.
            stop: Heard between any two blocks.
            positions: (3, n) int64 in main memory, of `positions`; `None` for words after the last token.

        Raises:
            Stopped: inside the pass.
        """
        self._hidden(embeds, cache, stop, positions)

    @torch.inference_mode()
    def forward_tokens(
        self,
        embeds: torch.Tensor,
        cache: HybridCache,
        stop: StopToken | None = None,
        *,
        positions: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Read tokens as `advance` does; return (vocab_rows,) float32 logits of what follows."""
        return self.logits(self._hidden(embeds, cache, stop, positions)[-1:])[0]

    @torch.inference_mode()
    def forward_all(
        self, embeds: torch.Tensor, cache: HybridCache, *, positions: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Like `forward_tokens`, with logits after every token: (n, vocab_rows) float32.

        For comparisons: 3,328 rows of Holotron-12B take 1.6 GiB.
        """
        return self.logits(self._hidden(embeds, cache, None, positions))

    def _hidden(
        self,
        embeds: torch.Tensor,
        cache: HybridCache,
        stop: StopToken | None,
        positions: torch.Tensor | None,
    ) -> torch.Tensor:
        assert embeds.ndim == 2, f"embeddings are {tuple(embeds.shape)}, not (tokens, hidden)"
        assert len(embeds) > 0, "there are no tokens to read"
        cache.begin()
        with heard_between(self.language.model.layers, stop, self.device):
            hidden = self.layers(embeds, cache, **self._told(len(embeds), cache, positions))
        cache.commit(len(embeds), None if positions is None else int(positions[:, -1].max()) + 1)
        return hidden

    def _told(
        self, tokens: int, cache: HybridCache, positions: torch.Tensor | None
    ) -> dict[str, torch.Tensor]:
        """Return what else the layers are given for a pass of so many tokens."""
        assert positions is None, "tokens of this network have no places"
        del tokens, cache
        return {}

    def layers(self, embeds: torch.Tensor, cache: HybridCache, **more: object) -> torch.Tensor:
        """Run (n, hidden) embeddings through all layers; (n, hidden). The caller keeps the books.

        Args:
            more: What else transformers' network is given: positions, a mask.
        """
        given = {self._cache_name: cache.native, **more}
        with pinned():
            output = self.language.model(inputs_embeds=embeds[None], use_cache=True, **given)
        hidden: torch.Tensor = output.last_hidden_state[0]
        return hidden

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """Return (n, vocab_rows) float32 of what follows each token."""
        logits: torch.Tensor = self.language.lm_head(hidden)
        return logits.float()
