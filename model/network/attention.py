"""Attention of a few tokens over a memory with room for more, for passes that graphs are made of.

A graph is made once and replayed at every length, so how many rows of the memory each token sees is told
by a tensor. Every way takes the same arguments; `choose_attention` takes the best that computes here what
it should. Which of torch's own kernels may run is said once, for these passes and for launched ones.
"""

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from model.spec import Language

Attend = Callable[[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, float], torch.Tensor]
"""From queries (heads, n, width), keys and values (key heads, rows, width), the rows that each of the n
tokens sees (n,) int32, and the scale of the scores, to (n, heads, width). Heads that share keys stand one
after the other, so they are taken as rows of one query and no key is copied."""

BACKENDS: Final = (SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH)
"""Of the public function, the first that takes what is given. Without cuDNN's, which torch prefers on new
cards, where releases of it gave wrong numbers."""

pinned = partial(sdpa_kernel, list(BACKENDS), set_priority=True)
"""Holds the public function to `BACKENDS` in a block or a function, on the whole process while that runs."""

PARTS: Final = 16
"""Parts of the memory that `split` attends to side by side."""

HIDDEN: Final = -1e30
"""Score of a row that is not in use; with -inf, a part without any in use would give no number."""

OFF_LIMIT: Final = 0.02
"""Largest relative distance that rounding to 16 bit explains; a row too many gives 0.5 and more."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attention:
    """One way to attend."""

    name: str
    attend: Attend
    follows_length: bool
    """Whether its time follows the rows in use; the others' follows the rows of the memory."""


def flash(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, ends: torch.Tensor, scale: float
) -> torch.Tensor:
    """Attend by torch's flash kernel, each token as a sequence of its own over the same memory.

    The function is private to torch: public ones take no length from the device.
    """
    starts = torch.arange(len(ends) + 1, dtype=torch.int32, device=ends.device)
    found: torch.Tensor = torch.ops.aten._flash_attention_forward(
        query.transpose(0, 1),
        key.transpose(0, 1),
        value.transpose(0, 1),
        starts,
        torch.zeros_like(starts),
        1,
        key.shape[1],
        0.0,
        False,
        False,
        scale=scale,
        seqused_k=ends,
    )[0]
    return found


def split(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, ends: torch.Tensor, scale: float
) -> torch.Tensor:
    """Attend to parts of the memory side by side by plain functions, and join what they found."""
    shared = len(query) // len(key)
    parts = math.gcd(key.shape[1], PARTS)
    grouped = query.reshape(len(key), 1, -1, query.shape[-1])
    keys, values = (each.view(len(key), parts, -1, key.shape[-1]) for each in (key, value))
    hidden = _unseen(key, ends).repeat(shared, 1)  # (queries of a key head, rows)
    hidden = hidden.view(len(hidden), parts, -1).transpose(0, 1)
    scores = (grouped @ keys.transpose(-1, -2)).float() * scale  # (key heads, parts, rows, keys)
    scores = scores.masked_fill(hidden, HIDDEN)
    highest = scores.amax(-1, keepdim=True)
    shares = (scores - highest).exp()
    weights = (highest - highest.amax(1, keepdim=True)).exp()
    found = (shares.to(value.dtype) @ values).float() * weights
    joined: torch.Tensor = found.sum(1) / (shares.sum(-1, keepdim=True) * weights).sum(1)
    return joined.to(query.dtype).reshape(query.shape).transpose(0, 1)


def masked(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, ends: torch.Tensor, scale: float
) -> torch.Tensor:
    """Attend by torch's public function and a mask, which hides rows and saves nothing."""
    grouped = query.reshape(len(key), -1, query.shape[-1])
    seen = ~_unseen(key, ends).repeat(len(query) // len(key), 1)
    found = functional.scaled_dot_product_attention(
        grouped[None], key[None], value[None], attn_mask=seen[None, None], scale=scale
    )
    return found.reshape(query.shape).transpose(0, 1)


def _unseen(key: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """Return (n, rows), true where a token does not see a row."""
    return torch.arange(key.shape[1], device=key.device) >= ends[:, None]


FLASH: Final = Attention("flash", flash, follows_length=True)
SPLIT: Final = Attention("split", split, follows_length=False)
MASKED: Final = Attention("masked", masked, follows_length=False)
ATTENTIONS: Final = (FLASH, SPLIT, MASKED)
"""The best first; the last is the public function that the others are compared with."""


def choose_attention(language: Language, device: torch.device, dtype: torch.dtype) -> Attention:
    """Return the first way that computes on this device what the public function does."""
    for way in ATTENTIONS[:-1]:
        try:
            off = attention_gap(way, language, device, dtype)
        except (
            RuntimeError,
            TypeError,
            AttributeError,
        ) as error:  # not there, or not for this card
            _log.debug("attention: no %s here: %s", way.name, error)
            continue
        if off <= OFF_LIMIT:
            return way
        _log.debug("attention: %s is off by %.2g", way.name, off)
    return ATTENTIONS[-1]


@pinned()
@torch.inference_mode()
def attention_gap(
    way: Attention, language: Language, device: torch.device, dtype: torch.dtype
) -> float:
    """Return the relative distance of a way's result from the public function's in float32."""
    draw = torch.Generator(device=device).manual_seed(0)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=draw, device=device).to(dtype)

    ends = torch.tensor([1, 500, 501], dtype=torch.int32, device=device)
    query = normal(language.heads, len(ends), language.head_dim)
    key, value = (normal(language.kv_heads, 40 * PARTS, language.head_dim) for _ in range(2))
    scale = language.head_dim**-0.5
    found = way.attend(query, key, value, ends, scale).float()
    expected = masked(query.float(), key.float(), value.float(), ends, scale)
    off = float((found - expected).norm() / expected.norm())
    return off if off == off else float("inf")
