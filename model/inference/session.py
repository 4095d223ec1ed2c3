"""The tokens that the cache has seen, brought to any prompt with the least work.

A prompt is compared with what the cache has seen, token by token, with the content of every picture
among them. What both begin with stays; the rest is read from the newest snapshot at or before the place
where they part. The recurrent states cannot be cut, so there is no way back but a snapshot. Snapshots
are bounded in number and bytes; the newest lie on the device.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import torch

from automation.core.timing import StopToken
from model.images.tiling import ImageSpan
from model.inference.options import SnapshotLimits
from model.network.cache import CacheSnapshot, HybridCache
from model.network.device import SPARE_STATES
from model.network.features import splice
from model.network.graphs import GraphedSteps, Graphs
from model.prompt.conversation import Ids, RenderedPrompt

if TYPE_CHECKING:
    from model.network.network import Network


Features: TypeAlias = "Callable[[int], torch.Tensor]"
"""From the index of a picture to its (tokens, hidden) features; called when they are needed."""


class SnapshotCache:
    """Keeps snapshots of one cache by their length, ascending. Owned by the session."""

    def __init__(self, limits: SnapshotLimits, device: torch.device) -> None:
        self._limits = limits
        self._device = device
        self._kept: list[CacheSnapshot] = []
        self._anchor: int | None = None
        """Length of the snapshot that is never dropped for room."""
        self._spare = SPARE_STATES if limits.on_device else 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def lengths(self) -> tuple[int, ...]:
        """Tokens that each snapshot stands for, ascending."""
        return tuple(snapshot.length for snapshot in self._kept)

    @property
    def bytes(self) -> int:
        """What all snapshots occupy, wherever they lie."""
        return sum(snapshot.bytes for snapshot in self._kept)

    @property
    def device_bytes(self) -> int:
        """What those beside the network occupy."""
        beside = [kept for kept in self._kept if kept.recurrent.device == self._device]
        return sum(kept.bytes for kept in beside)

    def put(self, snapshot: CacheSnapshot, *, is_anchor: bool = False) -> None:
        """Add the newest snapshot; drop the oldest ones where there is no room for it.

        Args:
            snapshot: Longer than all that are kept.
            is_anchor: It stands for what every prompt of the run begins with.
        """
        assert not self._kept or snapshot.length > self._kept[-1].length, "snapshots only go on"
        self._kept.append(snapshot)
        if is_anchor:
            self._anchor = snapshot.length
        self._offload(self._limits.on_device + self._spare)
        while self._is_over() and (oldest := self._oldest()) is not None:
            del self._kept[oldest]

    def newest(self, at_most: int) -> CacheSnapshot | None:
        """Return the longest snapshot of at most this many tokens; None when there is none."""
        place = bisect_right(self._kept, at_most, key=lambda snapshot: snapshot.length)
        return self._kept[place - 1] if place else None

    def drop_after(self, length: int) -> None:
        """Forget snapshots of more tokens than this: other tokens will take their place."""
        del self._kept[bisect_right(self._kept, length, key=lambda kept: kept.length) :]
        if self._anchor is not None and self._anchor > length:
            self._anchor = None

    def tidy(self) -> None:
        """Move all but the newest to main memory: 30 ms each, so when nobody waits."""
        self._offload(self._limits.on_device)

    def _offload(self, beside: int) -> None:
        for place in range(max(0, len(self._kept) - beside)):
            self._kept[place] = self._kept[place].on(torch.device("cpu"))

    def _is_over(self) -> bool:
        return len(self._kept) > self._limits.count or self.bytes > self._limits.bytes

    def _oldest(self) -> int | None:
        """Return the index of the oldest that may go; the newest one always stays."""
        going = [n for n, kept in enumerate(self._kept[:-1]) if kept.length != self._anchor]
        return going[0] if going else None


@dataclass(frozen=True, slots=True)
class SeenImage:
    """A picture's place and content. Its placeholders are all the same id and tell nothing."""

    start: int
    """Index of its first placeholder."""
    tokens: int
    key: str
    """Names its content: equal keys have equal features."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRun:
    """Tokens in order, pictures told apart by content."""

    ids: Ids
    """(n,) int64."""
    images: tuple[SeenImage, ...]
    """Ascending; the last one may reach beyond the ids: then its first part was seen."""

    def __len__(self) -> int:
        return len(self.ids)

    def common_prefix(self, other: "TokenRun") -> int:
        """Return how many tokens both begin with.

        It ends inside a picture only where one run does and the picture is the same.
        """
        most = min(len(self), len(other))
        differing = np.flatnonzero(self.ids[:most] != other.ids[:most])
        common = int(differing[0]) if len(differing) else most
        unlike = set(self.images) ^ set(other.images)
        return min([common, *(image.start for image in unlike)])

    def cut(self, length: int) -> "TokenRun":
        """Return its first `length` tokens."""
        kept = tuple(image for image in self.images if image.start < length)
        return TokenRun(self.ids[:length], kept)


EMPTY_RUN = TokenRun(np.empty(0, dtype=np.int64), ())


def prompt_run(
    ids: Ids, spans: Sequence[ImageSpan], keys: Sequence[str], *, image_id: int
) -> TokenRun:
    """Return a rendered prompt as a run; every placeholder must belong to a picture.

    Args:
        ids: (n,) int64, placeholders expanded.
    """
    images = tuple(SeenImage(span.start, span.tokens, keys[span.image]) for span in spans)
    covered = np.zeros(len(ids), dtype=np.bool_)
    for span in spans:
        covered[span.start : span.start + span.tokens] = True
    placeholders, wanted = int((ids == image_id).sum()), sum(span.tokens for span in spans)
    assert np.array_equal(covered, ids == image_id), (
        f"the prompt has {placeholders} placeholders and pictures for {wanted}, "
        "or they lie elsewhere"
    )
    return TokenRun(ids, images)


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
        network: "Network",
        pass_tokens: int,
        limits: SnapshotLimits | None = None,
        graphs: Graphs | None = None,
    ) -> None:
        """Begin without a token.

        Args:
            pass_tokens: Most tokens of a prompt that are read at once: what the memory allows.
        """
        self._network = network
        self._graphs = graphs
        self._pass_tokens = pass_tokens
        self._snapshots = SnapshotCache(limits or SnapshotLimits(), network.device)
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
        return self._snapshots.lengths

    @property
    def is_graphed(self) -> bool:
        """Tell whether single tokens are read by graphs, as far as is known."""
        return self._steps is not None and not self._steps.problem

    @property
    def graphs_why(self) -> str:
        """Why they are not, on a device that may have graphs; else empty."""
        return "" if self._steps is None else self._steps.problem

    @property
    def device_bytes(self) -> int:
        """Bytes of cache and snapshots beside the network."""
        return self._memory_bytes + self._snapshots.device_bytes

    @property
    def bytes(self) -> int:
        """Bytes of cache and snapshots, wherever they lie."""
        return self._memory_bytes + self._snapshots.bytes

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
            image_keys: One a picture; equal keys have equal features.
            features: Asked for a picture when it is read, at most once.
            on_progress: Told after every pass.

        Raises:
            Stopped: between two passes, and what they read is kept; or between two blocks of a pass,
                and what was read behind the newest snapshot is read again.
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
            self._read_on(reading, points, stop)
            if on_progress is not None:
                on_progress(self.length, len(wanted))
        _wait_for(self._network.device)
        return SyncReport(
            reused, len(wanted) - reused, len(wanted) - known, time.perf_counter() - began
        )

    def feed(self, tokens: Sequence[int]) -> torch.Tensor:
        """Read tokens of the reply into the cache, all in one pass; the device may still be at it.

        Returns:
            (vocabulary rows,) float32 logits of what follows.
        """
        ids = np.asarray(tokens, dtype=np.int64)
        embeds = self._network.embed(torch.from_numpy(ids))
        self._run(embeds, TokenRun(np.concatenate((self._log.ids, ids)), self._log.images))
        return self.logits

    def tidy(self) -> None:
        """Move older snapshots to main memory; for when nobody waits."""
        self._snapshots.tidy()

    def reset(self) -> None:
        """Forget everything, and give the memory that was reserved for it back."""
        self._snapshots.drop_after(-1)
        self._memory = self._steps = None  # first: a full device has no room for both
        self._begin_cache()
        self._log = self._told = EMPTY_RUN
        self._logits = None

    def release(self) -> None:
        """Free its memory; it cannot be used afterwards."""
        self._snapshots.drop_after(-1)
        self._memory = self._steps = self._logits = None

    def _begin_cache(self) -> None:
        if self._graphs is None:
            self._memory = self._network.new_cache()
        else:
            self._steps = self._graphs.steps(self._network)
            self._memory = self._steps.cache

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
        snapshot = self._snapshots.newest(min(common, len(wanted) - 1))
        if snapshot is None:
            self._snapshots.drop_after(-1)
            self._cache.reset()
            self._log = EMPTY_RUN
            return
        self._snapshots.drop_after(snapshot.length)
        self._cache.restore(snapshot)
        self._log = self._log.cut(snapshot.length)

    def _read_on(self, reading: "_Reading", points: "_Points", stop: StopToken) -> None:
        """Read the next tokens in one pass, to the next place for a snapshot at most."""
        start, total = self.length, len(reading.wanted)
        end = min([total, *(point for point in points.all if point > start)])
        if end > start + self._pass_tokens:
            end = start + self._pass_tokens
            block = self._network.spec.language.chunk_size
            whole = end // block * block  # a cut at the end of a block changes no rounding
            end = whole if whole > start else end
        embeds, positions = reading.embeds(start, end), reading.positions(start, end)
        after, with_logits = reading.wanted.cut(end), end == total
        self._run(embeds, after, with_logits=with_logits, stop=stop, positions=positions)
        self.prefilled_tokens += end - start
        if end in points.all:
            self._snapshots.put(self._cache.snapshot(), is_anchor=end == points.anchor)

    def _run(
        self,
        embeds: torch.Tensor,
        after: TokenRun,
        *,
        with_logits: bool = True,
        stop: StopToken | None = None,
        positions: torch.Tensor | None = None,
    ) -> None:
        """Read tokens into the cache; the device may still be at it afterwards.

        Args:
            positions: as `Network.advance` takes them.
        """
        self._logits = None
        is_words = positions is None or goes_on(positions, self._cache.position)
        if self._steps is not None and is_words and self._steps.takes(len(embeds)):
            logits = self._steps.forward_tokens(embeds)
            self._logits = logits if with_logits else None
        elif with_logits:
            self._logits = self._network.forward_tokens(
                embeds, self._cache, stop, positions=positions
            )
        else:
            self._network.advance(embeds, self._cache, stop, positions=positions)
        self._log = after


def goes_on(positions: torch.Tensor, place: int) -> bool:
    """Tell whether tokens at (3, n) places are words that go on at a place."""
    return bool((positions == torch.arange(place, place + positions.shape[1])).all())


@dataclass(frozen=True, slots=True)
class _Points:
    """Lengths at which a prompt's prefix is worth a snapshot."""

    all: frozenset[int]
    anchor: int | None
    """The one that every later prompt of the run begins with."""


def _snapshot_points(prompt: RenderedPrompt) -> _Points:
    """Return the prompt's stable prefixes and, unless one is near, a place before each picture."""
    stable = {point for point in prompt.stable if 0 < point <= len(prompt.ids)}
    found = set(stable)
    for span in prompt.spans:
        marker = span.start - 1
        before = marker - LEAD_TOKENS
        if before > 0 and not any(before <= point <= marker for point in stable):
            found.add(before)
    return _Points(frozenset(found), min(stable, default=None))


class _Reading:
    """The embeddings of one prompt, made pass by pass; pictures are asked for when reached."""

    def __init__(
        self, network: "Network", wanted: TokenRun, prompt: RenderedPrompt, features: Features
    ) -> None:
        self.wanted = wanted
        self._network = network
        self._spans = prompt.spans
        self._features = features
        self._current: tuple[int, torch.Tensor] | None = None
        self._positions = network.positions(len(wanted), prompt.spans)

    def positions(self, start: int, end: int) -> torch.Tensor | None:
        """Return (3, end - start) places of the tokens, where they have any."""
        return None if self._positions is None else self._positions[:, start:end]

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
    """Wait until the device has done it, so that times are true."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
