"""One token's pass, recorded on the device once and replayed for every token of a reply.

A pass launches two thousand kernels. On an H200 Python takes 31 to 117 ms for that, and the card
10 ms for the work; a recorded graph leaves the 10 ms. Everything that a pass reads and writes then
has to lie where it lay: one row of input, the states, and attention memory with room for more.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import torch
from torch.nn import functional
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from model.network.cache import HybridCache
from model.network.placing import is_out_of_memory

if TYPE_CHECKING:
    from model.network.holotron import Holotron

Pass = Callable[[], torch.Tensor]
"""Works on tensors that stay where they are, and returns one."""

Recorder = Callable[[Pass], Pass]
"""Turns a pass into one that does the same at every call, into the same tensor."""

MOST_TOKENS: Final = 5
"""Tokens that are rather replayed one by one than read in a pass that Python launches: that takes
as long as 3 to 10 of them on an H200 (57 to 105 ms against 10)."""

WARM_UPS: Final = 2
"""Passes before the recording: the first ones choose kernels and take work space."""

CHECKED_GAP: Final = 0.05
"""Largest relative distance of logits that rounding explains in 16 bit; a forgotten state or a
wrong row of the attention memory gives 0.3 and more."""

CHECKED_PROMPT: Final = 40
CHECKED_TOKENS: Final = 4

ONE_QUERY: Final = "deskhand_one_query"

_log = logging.getLogger(__name__)


def record_on_cuda(work: Pass) -> Pass:
    """Record a pass as a CUDA graph; it is run for real before, and not while it is recorded."""
    for _ in range(WARM_UPS):
        work()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    # Other threads may ask the driver something meanwhile, such as how much memory is free.
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        made = work()

    def replay() -> torch.Tensor:
        graph.replay()
        return made

    return replay


class RecordedSteps:
    """The passes of single tokens of one network and one cache; owned by the engine's thread.

    Recorded when the first is asked for, and again after the cache's memory has moved. A device on
    which that fails is not asked again.
    """

    def __init__(self, network: "Holotron", cache: HybridCache, record: Recorder) -> None:
        self._network = network
        self._cache = cache
        self._record = record
        hidden = network.spec.language.hidden
        self._row = torch.zeros(1, hidden, dtype=network.dtype, device=network.device)
        self._position = torch.zeros(1, dtype=torch.int64, device=network.device)
        self._replay: Pass | None = None
        self._room = 0
        """Of the cache when it was recorded."""
        self.problem = ""
        """Why nothing can be recorded here; empty while it can."""

    def takes(self, tokens: int) -> bool:
        """Tell whether so many tokens are to be read by `forward_tokens`."""
        has_room = self._cache.length + tokens <= self._cache.room
        if tokens > MOST_TOKENS or not has_room or self.problem:
            return False
        if self._replay is None or self._room != self._cache.room:
            self._renew()
        return self._replay is not None

    @torch.inference_mode()
    def forward_tokens(self, embeds: torch.Tensor) -> torch.Tensor:
        """Read tokens into the cache one by one, as `Holotron.forward_tokens` does at once.

        Args:
            embeds: (n, hidden), n that `takes` agreed to.

        Returns:
            (vocab_rows,) float32, not written to again.
        """
        assert self._replay is not None, "ask `takes` first"
        for row in embeds:
            self._cache.begin()
            self._row.copy_(row[None])
            self._position.fill_(self._cache.length)
            logits = self._replay()
            self._cache.commit(1)
        return logits.clone()

    @torch.inference_mode()
    def _renew(self) -> None:
        """Record a pass; what it does to the cache meanwhile is taken back."""
        self._replay = None
        self._position.fill_(self._cache.length)
        before = self._cache.snapshot()
        try:
            self._replay = self._record(self._pass())
            self._room = self._cache.room
        except RuntimeError as error:
            first = str(error).splitlines()[0] if str(error) else ""
            short = "there is no memory for it" if is_out_of_memory(error) else first
            self.problem = f"a step cannot be recorded: {short}"
            _log.warning("%s; every step is launched by itself", self.problem)
        finally:
            self._cache.restore(before)

    def _pass(self) -> Pass:
        network, cache = self._network, self._cache
        rows = torch.arange(cache.room, device=network.device)

        def work() -> torch.Tensor:
            in_use = (rows <= self._position)[None, None, None]  # (1, 1, 1, room)
            with cache.writing_at(self._position), _one_query(network):
                output = network.language.model(
                    inputs_embeds=self._row[None],
                    position_ids=self._position[None],
                    attention_mask={"full_attention": in_use, "linear_attention": None},
                    past_key_values=cache.native,
                    use_cache=True,
                )
            logits: torch.Tensor = network.language.lm_head(output.last_hidden_state[0])
            return logits[0].float()

        return work


def checked_recorder(network: "Holotron", record: Recorder = record_on_cuda) -> Recorder | None:
    """Return how steps are recorded, or `None` where that fails or gives other numbers.

    Reads a few tokens both ways and compares: what cannot be tried on every card in advance is
    tried on the one that is there.
    """
    try:
        gap = recorded_gap(network, record)
    except RuntimeError as error:
        _log.warning("steps are not recorded: %s", type(error).__name__)
        return None
    if not gap <= CHECKED_GAP:
        _log.warning("recorded steps are off by %.2g; every step is launched by itself", gap)
        return None
    _log.info("steps are recorded; they are off by %.2g", gap)
    return record


@torch.inference_mode()
def recorded_gap(network: "Holotron", record: Recorder) -> float:
    """Return the largest relative distance between logits of recorded steps and launched ones.

    Raises:
        RuntimeError: nothing can be recorded; says why.
    """
    entries = network.spec.tokens.entries
    ids = torch.arange(CHECKED_PROMPT + CHECKED_TOKENS) * 7919 % entries
    embeds = network.embed(ids)
    prompt, tokens = embeds[:CHECKED_PROMPT], embeds[CHECKED_PROMPT:]
    launched, replayed = network.new_cache(), network.new_cache()
    replayed.reserve(2 * CHECKED_PROMPT)
    steps = RecordedSteps(network, replayed, record)
    for cache in (launched, replayed):
        network.advance(prompt, cache)
    gaps = []
    for row in tokens:
        expected = network.forward_tokens(row[None], launched)
        if not steps.takes(1):
            raise RuntimeError(steps.problem)
        found = steps.forward_tokens(row[None])
        gaps.append(float((found - expected).norm() / expected.norm()))
    return max(gaps) if all(gap == gap for gap in gaps) else float("inf")


@contextmanager
def _one_query(network: "Holotron") -> Iterator[None]:
    """Let attention layers take our function while a pass is recorded; replays call none."""
    config = network.language.config
    usual = config._attn_implementation
    config._attn_implementation = ONE_QUERY
    try:
        yield
    finally:
        config._attn_implementation = usual


def _attend(
    _module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    *,
    scaling: float,
    **_more: object,
) -> tuple[torch.Tensor, None]:
    """Attend with one query a head, without copying keys and values for the heads that share them.

    Heads that share keys stand one after the other, so they are taken as rows of one query.

    Args:
        query: (1, heads, 1, width).
        key: (1, key heads, rows, width).
        value: The same.
        attention_mask: (1, 1, 1, rows), true where a row is in use.
        scaling: Of the scores.

    Returns:
        (1, 1, heads, width), as transformers wants it.
    """
    batch, heads, one, width = query.shape
    grouped = query.reshape(batch, key.shape[1], heads // key.shape[1], width)
    found = functional.scaled_dot_product_attention(
        grouped, key, value, attn_mask=attention_mask, scale=scaling
    )
    return found.reshape(batch, heads, one, width).transpose(1, 2), None


ALL_ATTENTION_FUNCTIONS.register(ONE_QUERY, _attend)
