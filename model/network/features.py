"""Features of tiles, kept by content, and their place among the embeddings of a prompt.

Nothing in the encoder reaches from one tile to another, so what was computed for a tile is good
wherever its pixels come again: in the next screenshot, mostly.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import torch

from model.images.tiling import ImageSpan
from model.network.network import Network

PADDED_BATCHES: Final = (1, 2, 4, 9, 13)
"""Sizes of batches on a GPU. The matrix product chooses its kernel by the number of rows: with few
sizes a tile's bits depend on the size of its batch and on nothing else in it. 9 tiles are a screen
of 1080p, 13 the most that one picture has."""

CPU_BATCHES: Final = (1,)
"""Sizes of batches on a processor, where more at a time is no faster."""


SLAB_BYTES: Final = 64 * 1024**2
"""Pinned memory is taken in slabs of this: torch rounds every piece up to a power of two, so that one of
Holotron-12B's 2.5 MiB for each tile would take 4."""


TileSource = Callable[[Sequence[int]], torch.Tensor]
"""From places among the keys to their tiles, (n, 3, tile_px, tile_px), normalised."""


class TileFeatureCache:
    """Keeps one network's features by the content of their tile; oldest use goes first.

    Owned by the thread that runs the network. They lie in main memory, which is pinned beside a GPU.

    Args:
        budget_bytes: Most that all entries occupy. One of Holotron-12B takes 2.5 MiB in bfloat16.
        batches: Ascending sizes that misses are padded to; `None` for what suits the encoder's device.

    Attributes:
        hits: Tiles that were kept from before, or came twice, since it was made.
        misses: Different tiles that went through the encoder, padding not counted.
    """

    def __init__(self, *, budget_bytes: int, batches: Sequence[int] | None = None) -> None:
        self._budget_bytes = budget_bytes
        self._batches = batches
        self._entries: OrderedDict[str, torch.Tensor] = OrderedDict()
        self._free: dict[torch.Size, list[torch.Tensor]] = {}
        """Places in pinned slabs, by their shape: pictures that are not cut come in any size."""
        self._bytes = 0
        self.hits = 0
        self.misses = 0

    @property
    def bytes(self) -> int:
        """What all entries occupy."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._entries)

    def features(self, encoder: Network, keys: Sequence[str], tiles: TileSource) -> torch.Tensor:
        """Return the features of tiles; encode only those whose content is unknown.

        Args:
            encoder: The same at every call.
            keys: One a tile; equal keys mean equal pixels.
            tiles: Asked once for those that are not known, and not at all when all are: resizing a
                screenshot takes longer than everything else here.

        Returns:
            (n, tokens_per_tile, hidden), in the order asked, on the encoder's device.
        """
        assert len(keys) > 0, "there are no tiles"
        # On the device first: what is kept below may take the place of what was found.
        known = {
            key: found if found is None else found.to(encoder.device, non_blocking=True)
            for key in dict.fromkeys(keys)
            for found in [self._use(key)]
        }
        unknown = [key for key, found in known.items() if found is None]
        if unknown:
            places = [keys.index(key) for key in unknown]
            made = self._encode(encoder, tiles(places).to(encoder.device))
            for key, features in zip(unknown, made, strict=True):
                known[key] = features
                self._keep(key, features)
        self.hits += len(keys) - len(unknown)
        self.misses += len(unknown)
        return torch.stack([found for key in keys if (found := known[key]) is not None])

    def clear(self) -> None:
        """Forget all features; the counters go on."""
        self._entries.clear()
        self._free.clear()
        self._bytes = 0

    def _use(self, key: str) -> torch.Tensor | None:
        found = self._entries.get(key)
        if found is not None:
            self._entries.move_to_end(key)
        return found

    def _keep(self, key: str, features: torch.Tensor) -> None:
        if features.nbytes > self._budget_bytes:
            return
        while self._bytes + features.nbytes > self._budget_bytes:
            _, oldest = self._entries.popitem(last=False)
            self._bytes -= oldest.nbytes
            if is_pinned(features):
                self._free.setdefault(oldest.shape, []).append(oldest)
        self._entries[key] = self._copied(features)
        self._bytes += features.nbytes

    def _copied(self, features: torch.Tensor) -> torch.Tensor:
        """Copy one tile's features out of its batch, which would stay in memory otherwise."""
        if not is_pinned(features):
            return features.to("cpu", copy=True)
        free = self._free.setdefault(features.shape, [])
        if not free:
            free += slab(max(1, SLAB_BYTES // features.nbytes), features)
        # Nobody reads it on this side: the way back is queued behind this copy.
        return free.pop().copy_(features, non_blocking=True)

    def _encode(self, encoder: Network, tiles: torch.Tensor) -> torch.Tensor:
        sizes = self._batches or (CPU_BATCHES if tiles.device.type == "cpu" else PADDED_BATCHES)
        parts = []
        for part in torch.split(tiles, sizes[-1]):
            size = next(size for size in sizes if size >= len(part))
            padding = part[:1].expand(size - len(part), *part.shape[1:])
            made = encoder.encode(torch.cat([part, padding]), batch=size)
            parts.append(made[: len(part)])
        return torch.cat(parts)


def is_pinned(features: torch.Tensor) -> bool:
    """Tell whether features go to pinned memory when they are kept."""
    return features.device.type == "cuda"


def slab(count: int, features: torch.Tensor) -> torch.Tensor:
    """Return pinned memory for so many times the features of one tile."""
    return torch.empty((count, *features.shape), dtype=features.dtype, pin_memory=True)


def splice(
    embeds: torch.Tensor,
    spans: Sequence[ImageSpan],
    features: Callable[[int], torch.Tensor],
    *,
    start: int = 0,
) -> torch.Tensor:
    """Return embeddings with pictures at their placeholders.

    Args:
        embeds: (n, hidden), of a prompt's tokens from `start` on.
        spans: All placeholders of the prompt; those outside the piece are passed over.
        features: From a picture's index to (tokens, hidden) or (tiles, tokens_per_tile, hidden);
            called once for each picture that reaches into the piece.
        start: Where in the prompt the piece begins.

    Returns:
        (n, hidden), a copy where anything was put in.
    """
    end = start + len(embeds)
    result = embeds
    for span in spans:
        first, last = max(start, span.start), min(end, span.start + span.tokens)
        if first >= last:
            continue
        rows = features(span.image).reshape(-1, embeds.shape[-1])
        assert len(rows) == span.tokens, (
            f"picture {span.image} has {len(rows)} features, its prompt {span.tokens} placeholders"
        )
        result = result.clone() if result is embeds else result
        result[first - start : last - start] = rows[first - span.start : last - span.start]
    return result
