"""One token's pass as a CUDA graph: made once, replayed for every token of a reply.

A pass launches two thousand kernels. On an H200 Python takes 31 to 117 ms for that, and the card
10 ms for the work; a graph leaves the 10 ms. Everything that a pass reads and writes then has to lie
where it lay: one row of input, the states, and attention memory with room for more.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache as once
from typing import TYPE_CHECKING, Final

import torch
from torch.nn import functional
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from model.network.cache import HybridCache
from model.network.quantize import is_out_of_memory

if TYPE_CHECKING:
    from model.network.model import Holotron


Pass = Callable[[], torch.Tensor]
"""Works on tensors that stay where they are, and returns one."""

GraphMaker = Callable[[Pass], Pass]
"""Turns a pass into one that does the same at every call, into the same tensor. It keeps nothing of
the pass: the owner of the tensors that it reads does."""

WARM_UPS: Final = 2
"""Passes before a graph is made: the first ones choose kernels and take work space."""

ONE_QUERY: Final = "deskhand_one_query"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Graphs:
    """How graphs are made on a device, and what for."""

    make: GraphMaker
    most_tokens: int
    """Tokens that are rather replayed one by one than read in one pass that Python launches."""
    reserved_tokens: int
    """Room for attention memory: as long as it suffices nothing moves, and one graph is enough."""
    problem: str = ""
    """Why none is to be made here; empty while they are."""


def graph_maker_on(device: torch.device) -> GraphMaker:
    """Return how CUDA graphs are made on a device, which need not be the first one."""

    def make(work: Pass) -> Pass:
        # The stream of this thread is set again whatever happens: a capture that fails leaves its own.
        with torch.cuda.device(device), torch.cuda.stream(torch.cuda.current_stream(device)):
            for _ in range(WARM_UPS):
                work()
            torch.cuda.synchronize(device)
            graph, pool = torch.cuda.CUDAGraph(), torch.cuda.graph_pool_handle()
            stream = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]  # torch has no types here
            # Other threads may ask the driver something meanwhile, such as how much is free.
            capture = torch.cuda.graph(graph, pool, stream, capture_error_mode="thread_local")
            try:
                with capture:
                    made = work()
            except Exception as error:
                first = (
                    error.__context__ or error
                )  # the end of a broken capture only says that it is
                raise RuntimeError(words(first) + give_back(pool)) from error

        def replay() -> torch.Tensor:
            graph.replay()
            return made

        return replay

    return make


def give_back(pool: tuple[int, int]) -> str:
    """Give back the memory of a capture that failed on the current device; say where that fails.

    WORKAROUND: torch 2.13 leaves its allocator recording into the pool when a capture ends by an error;
    from then on it gives nothing back to the device. Drop when `CUDAGraph.capture_end` cleans up.
    """
    # Both are missing, or refuse, where the capture was ended in order.
    with suppress(AttributeError, RuntimeError):
        index = torch.cuda.current_device()
        torch._C._cuda_endAllocateToPool(index, pool)
        torch._C._cuda_releasePool(index, pool)
    try:
        torch.cuda.empty_cache()
    except RuntimeError:
        return "; start deskhand again to use this card well"
    return ""


class GraphedSteps:
    """The passes of single tokens of one network and one cache; owned by the engine's thread.

    The graph is made when the first token is to be read, and again after the cache's memory has
    moved. A device on which that fails is not asked again.

    Attributes:
        problem: Why no graph can be made here; empty while one can.
    """

    def __init__(self, network: "Holotron", cache: HybridCache, graphs: Graphs) -> None:
        self._network = network
        self._cache = cache
        self._graphs = graphs
        hidden, device = network.spec.language.hidden, network.device
        self._row = torch.zeros(1, hidden, dtype=network.dtype, device=device)
        self._position = torch.zeros(1, dtype=torch.int64, device=device)
        self._rows = torch.zeros(0, dtype=torch.int64, device=device)
        """(room,) numbers of the rows of attention memory; the graph reads it, so it is kept."""
        self._replay: Pass | None = None
        self._places: tuple[int, ...] = ()
        """Where the cache's memory lay when the graph was made."""
        self.problem = graphs.problem

    def takes(self, tokens: int) -> bool:
        """Tell whether so many tokens are to be read by `forward_tokens`; gets ready for them."""
        if self.problem or not 1 <= tokens <= self._graphs.most_tokens:
            return False
        try:
            self._cache.reserve(self._graphs.reserved_tokens)
            if self._cache.length + tokens > self._cache.room:
                return False
            if self._replay is None or self._places != self._cache.places:
                self._make()
        except Exception as error:  # noqa: BLE001  # whatever a compiler or a driver says
            self._replay = None
            self.problem = f"no graph of a step can be made: {words(error)}"
            _log.warning("%s; every step is launched by itself", self.problem)
        return self._replay is not None

    @torch.inference_mode()
    def forward_tokens(self, embeds: torch.Tensor) -> torch.Tensor:
        """Read tokens into the cache one by one, as `Holotron.forward_tokens` does at once.

        Args:
            embeds: (n, hidden), n that `takes` has just agreed to.

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
    def _make(self) -> None:
        """Make the graph; what that does to the cache is taken back."""
        self._replay = None
        self._position.fill_(self._cache.length)
        self._rows = torch.arange(self._cache.room, device=self._network.device)
        before = self._cache.snapshot()
        try:
            self._replay = self._graphs.make(self._pass)
            self._places = self._cache.places
        finally:
            self._cache.restore(before)

    def _pass(self) -> torch.Tensor:
        """Read `_row` as the token at `_position`; (vocab_rows,) float32 logits."""
        in_use = (self._rows <= self._position)[None, None, None]  # (1, 1, 1, room)
        with self._cache.writing_at(self._position), _one_query(self._network):
            hidden = self._network.layers(
                self._row,
                self._cache,
                position_ids=self._position[None],
                attention_mask={"full_attention": in_use, "linear_attention": None},
            )
        return self._network.logits(hidden)[0]


def words(error: BaseException) -> str:
    """Return what an error says, in one line."""
    if isinstance(error, RuntimeError) and is_out_of_memory(error):
        return "there is no memory for it"
    return next(iter(str(error).splitlines()), type(error).__name__)


@contextmanager
def _one_query(network: "Holotron") -> Iterator[None]:
    """Let attention layers take our function during a pass that a graph is made of.

    WORKAROUND: transformers 5.23 has no way to name the function in a call; drop when it has.
    """
    _register()
    config = network.language.config
    usual = config._attn_implementation
    config._attn_implementation = ONE_QUERY
    try:
        yield
    finally:
        config._attn_implementation = usual


@once
def _register() -> None:
    ALL_ATTENTION_FUNCTIONS.register(ONE_QUERY, attend)


def attend(
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
        attention_mask: (1, 1, 1, rows), true where a row is in use.

    Returns:
        (1, 1, heads, width), as transformers wants it.
    """
    batch, heads, one, width = query.shape
    grouped = query.reshape(batch, key.shape[1], heads // key.shape[1], width)
    found = functional.scaled_dot_product_attention(
        grouped, key, value, attn_mask=attention_mask, scale=scaling
    )
    return found.reshape(batch, heads, one, width).transpose(1, 2), None
