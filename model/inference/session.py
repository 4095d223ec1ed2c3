"""One token log with the hybrid cache behind it, brought to any prompt with the least work.

A prompt is compared with what the cache has seen. What both begin with stays; the rest is read
from the newest snapshot at or before the place where they part. The recurrent states cannot be
cut, so there is no way back but a snapshot.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import torch

from automation.core.stopping import StopToken
from model.inference.options import ShelfLimits
from model.inference.pace import PrefillPace
from model.inference.ports import Features
from model.inference.shelf import SnapshotShelf
from model.inference.tokenlog import EMPTY_RUN, TokenRun, prompt_run
from model.network.cache import HybridCache
from model.network.features import splice
from model.network.graphed import GraphedSteps, Graphs
from model.prompt.conversation import RenderedPrompt

if TYPE_CHECKING:
    from model.network.holotron import Holotron

PrefillListener = Callable[[int, int], None]
"""Called with (done, all) prompt tokens."""

LEAD_TOKENS: Final = 8
"""A snapshot before a picture lies this far before its start marker. Where the picture is later
replaced by words, the tokens just before it may be joined with them into others."""


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What bringing the cache to a prompt took; `reused + prefilled` is the prompt's length."""

    reused: int
    """Tokens that the cache already held."""
    prefilled: int
    """Tokens that were run through the network."""
    new: int
    """Tokens that no earlier prompt of the session had in this place."""
    seconds: float = 0.0


class Session:
    """The network's memory of one conversation. Owned by the engine thread.

    Consistent after every stop and every error: what the log holds is what the cache has seen.
    """

    def __init__(
        self,
        network: "Holotron",
        pace: PrefillPace,
        limits: ShelfLimits | None = None,
        graphs: Graphs | None = None,
    ) -> None:
        """Begin without a token.

        Args:
            network: Reads and predicts.
            pace: Cuts prompts into pieces.
            limits: Of the snapshots.
            graphs: How single tokens are read by graphs; `None` where Python launches each.
        """
        self._network = network
        self._graphs = graphs
        self._pace = pace
        self._shelf = SnapshotShelf(limits or ShelfLimits(), network.device)
        self._memory: HybridCache | None = None
        self._steps: GraphedSteps | None = None
        self._begin_cache()
        self._log = EMPTY_RUN
        self._told = EMPTY_RUN
        """The last prompt, whether it was read to its end or not."""
        self._logits: torch.Tensor | None = None
        self.prefilled_tokens = 0
        """Prompt tokens run through the network since the session began."""
        self.new_tokens = 0
        """Of all prompts since the session began: tokens that were new in their place."""

    @property
    def length(self) -> int:
        """Tokens in the cache."""
        return len(self._log)

    @property
    def logits(self) -> torch.Tensor:
        """(vocabulary rows,) float32 after the last token of the log.

        Right after `sync` or `feed`; a session that was stopped or failed has none.
        """
        assert self._logits is not None, "the prompt was not read to its end; sync first"
        return self._logits

    @property
    def snapshot_lengths(self) -> tuple[int, ...]:
        """Tokens that each snapshot stands for, ascending."""
        return self._shelf.lengths

    @property
    def is_graphed(self) -> bool:
        """Tell whether single tokens are read by graphs, as far as is known."""
        return self._steps is not None and not self._steps.problem

    @property
    def device_bytes(self) -> int:
        """Bytes of cache and snapshots beside the network."""
        return self._memory_bytes + self._shelf.device_bytes

    @property
    def bytes(self) -> int:
        """Bytes of cache and snapshots, wherever they lie."""
        return self._memory_bytes + self._shelf.bytes

    def sync(
        self,
        prompt: RenderedPrompt,
        image_keys: Sequence[str],
        features: Features,
        *,
        stop: StopToken,
        on_progress: PrefillListener | None = None,
    ) -> SyncReport:
        """Bring the cache to the end of a prompt, so that `logits` tell what follows it.

        Args:
            prompt: Placeholders expanded.
            image_keys: One a picture; equal keys have equal features.
            features: Asked for a picture when it is read, at most once.
            stop: Checked between pieces.
            on_progress: Told after every piece.

        Raises:
            Stopped: what was read so far is kept.
        """
        began = time.perf_counter()
        wanted = prompt_run(
            prompt.ids, prompt.spans, image_keys, image_id=self._network.spec.tokens.image_id
        )
        known = max(wanted.common_prefix(self._log), wanted.common_prefix(self._told))
        self._told = wanted
        self.new_tokens += len(wanted) - known
        self._go_back(wanted)
        reused = self.length
        points = _snapshot_points(prompt)
        reading = _Reading(self._network, wanted, prompt, features)
        while self.length < len(wanted):
            stop.check()
            self._read_piece(reading, points)
            if on_progress is not None:
                on_progress(self.length, len(wanted))
        return SyncReport(
            reused, len(wanted) - reused, len(wanted) - known, time.perf_counter() - began
        )

    def feed(self, tokens: Sequence[int]) -> torch.Tensor:
        """Read tokens of the reply into the cache, all in one pass.

        Returns:
            (vocabulary rows,) float32 logits of what follows.
        """
        ids = np.asarray(tokens, dtype=np.int64)
        embeds = self._network.embed(torch.from_numpy(ids))
        self._run(embeds, TokenRun(np.concatenate((self._log.ids, ids)), self._log.images))
        return self.logits

    def tidy(self) -> None:
        """Do what nobody has to wait for: move older snapshots to main memory."""
        self._shelf.tidy()

    def reset(self) -> None:
        """Forget everything, and give the memory that was reserved for it back."""
        self._shelf.drop_after(-1)
        self._memory = self._steps = None  # first: a full device has no room for both
        self._begin_cache()
        self._log = self._told = EMPTY_RUN
        self._logits = None

    def release(self) -> None:
        """Free its memory; it cannot be used afterwards."""
        self._shelf.drop_after(-1)
        self._memory = self._steps = self._logits = None

    def _begin_cache(self) -> None:
        self._memory = self._network.new_cache()
        if self._graphs is not None:
            self._steps = GraphedSteps(self._network, self._memory, self._graphs)

    @property
    def _memory_bytes(self) -> int:
        return 0 if self._memory is None else self._memory.bytes

    @property
    def _cache(self) -> HybridCache:
        assert self._memory is not None, "there was no memory for a new conversation, or it is over"
        return self._memory

    def _go_back(self, wanted: TokenRun) -> None:
        """Restore what the cache and the wanted run have in common."""
        common = wanted.common_prefix(self._log)
        has_answer = common == len(wanted) and self._logits is not None
        goes_on = common == self.length and (has_answer or common < len(wanted))
        if goes_on and self._cache.is_whole and self._cache.length == self.length:
            return
        self._logits = None
        snapshot = self._shelf.newest(min(common, len(wanted) - 1))
        if snapshot is None:
            self._shelf.drop_after(-1)
            self._cache.reset()
            self._log = EMPTY_RUN
            return
        self._shelf.drop_after(snapshot.length)
        self._cache.restore(snapshot)
        self._log = self._log.cut(snapshot.length)

    def _read_piece(self, reading: "_Reading", points: "_Points") -> None:
        start, total = self.length, len(reading.wanted)
        end = self._pace.end(start, min([total, *(p for p in points.all if p > start)]))
        embeds = reading.embeds(start, end)  # encodes a picture, which is no part of the pass
        began = time.perf_counter()
        is_launched = self._run(embeds, reading.wanted.cut(end), with_logits=end == total)
        if is_launched:  # a replay takes another time, and tells nothing of longer pieces
            self._pace.learn(end - start, time.perf_counter() - began)
        self.prefilled_tokens += end - start
        if end in points.all:
            self._shelf.put(self._cache.snapshot(), is_anchor=end == points.anchor)

    def _run(self, embeds: torch.Tensor, after: TokenRun, *, with_logits: bool = True) -> bool:
        """Read tokens into the cache; tell whether that was a pass that Python launched."""
        self._logits = None
        is_graphed = with_logits and self._steps is not None and self._steps.takes(len(embeds))
        if is_graphed and self._steps is not None:
            self._logits = self._steps.forward_tokens(embeds)
        elif with_logits:
            self._logits = self._network.forward_tokens(embeds, self._cache)
        else:
            self._network.advance(embeds, self._cache)
        _wait_for(embeds.device)
        self._log = after
        return not is_graphed


@dataclass(frozen=True, slots=True)
class _Points:
    """Lengths at which a prompt's prefix is worth a snapshot."""

    all: frozenset[int]
    anchor: int | None
    """The one that every later prompt of the run begins with."""


def _snapshot_points(prompt: RenderedPrompt) -> _Points:
    """Return the prompt's stable prefixes and, unless one is near, a place before each picture."""
    stable = {point for point in prompt.stable if 0 < point < len(prompt.ids)}
    found = set(stable)
    for span in prompt.spans:
        marker = span.start - 1
        before = marker - LEAD_TOKENS
        if before > 0 and not any(before <= point <= marker for point in stable):
            found.add(before)
    return _Points(frozenset(found), min(stable, default=None))


class _Reading:
    """The embeddings of one prompt, made piece by piece; pictures are asked for when reached."""

    def __init__(
        self, network: "Holotron", wanted: TokenRun, prompt: RenderedPrompt, features: Features
    ) -> None:
        self.wanted = wanted
        self._network = network
        self._spans = prompt.spans
        self._features = features
        self._current: tuple[int, torch.Tensor] | None = None

    @torch.inference_mode()
    def embeds(self, start: int, end: int) -> torch.Tensor:
        """Return (end - start, hidden) embeddings with features at the placeholders."""
        text = self._network.embed(torch.from_numpy(self.wanted.ids[start:end]))
        return splice(text, self._spans, self._of, start=start)

    def _of(self, image: int) -> torch.Tensor:
        if self._current is None or self._current[0] != image:
            self._current = (image, self._features(image))
        return self._current[1]


def _wait_for(device: torch.device) -> None:
    """Wait until the device has done it, so that times are true and a stop is not queued up."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
