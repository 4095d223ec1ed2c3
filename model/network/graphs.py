"""The passes of a few tokens as CUDA graphs: made once, replayed for every token of a reply.

A pass launches two thousand kernels. On an H200 Python takes 31 to 117 ms for that, and the card
10 ms for the work; a graph leaves the 10 ms. Everything that a pass reads and writes then has to lie
where it lay: rows of input, the states, and attention memory with room for more. Weights are read once
for all rows of a pass, so there is a graph for one token and some for a few.
"""

import logging
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import torch
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from model.network.attention import Attention, choose_attention
from model.network.cache import HybridCache
from model.network.quantize import is_out_of_memory

if TYPE_CHECKING:
    from model.network.network import Network


Pass = Callable[[], torch.Tensor]
"""Works on tensors that stay where they are, and returns one."""

GraphMaker = Callable[[Pass], Pass]
"""Turns a pass into one that does the same at every call, into the same tensor. It keeps nothing of
the pass: the owner of the tensors that it reads does."""

WARM_UPS: Final = 2
"""Passes before a graph is made: the first ones choose kernels and take work space."""

ROWS: Final = (64, 32, 8, 4, 2, 1)
"""Tokens of the passes that there are graphs for; a run of 7 is read by three. On an H100 a replay of 8
or 16 tokens takes a fifth longer than one of a single token, and Python 40 to 75 ms to launch a pass of
any size: the words between two pictures are read by replays too."""

FIRST_ROOM: Final = 4096
"""Rows of attention memory at first, where attending takes as long as there are rows; then twice as many."""

_log = logging.getLogger(__name__)


class CudaGraphs:
    """Makes CUDA graphs on one device; those that are alive share memory, and are let go together.

    They are captured on one stream: every stream that a product ran on keeps a work space.
    """

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._stream: torch.cuda.Stream | None = None
        self._last: weakref.ref[torch.cuda.CUDAGraph] | None = None

    def __call__(self, work: Pass) -> Pass:
        """Make a graph of a pass.

        Raises:
            RuntimeError: that failed; says why, in the driver's words.
        """
        device = self._device
        # The stream of this thread is set again whatever happens: a capture that fails leaves its own.
        with torch.cuda.device(device), torch.cuda.stream(torch.cuda.current_stream(device)):
            stream = self._stream or torch.cuda.Stream(device)  # type: ignore[no-untyped-call]  # torch has no types here
            torch.cuda.synchronize(device)
            with torch.cuda.stream(stream):
                for _ in range(WARM_UPS):
                    work()
            torch.cuda.synchronize(device)
            graph, other = torch.cuda.CUDAGraph(), self._last and self._last()
            pool = other.pool() if other else torch.cuda.graph_pool_handle()
            # Other threads may ask the driver something meanwhile, such as how much is free.
            capture = torch.cuda.graph(graph, pool, stream, capture_error_mode="thread_local")
            try:
                with capture:
                    made = work()
            except Exception as error:
                # The end of a broken capture only says that it is broken.
                first = error.__context__ or error
                raise RuntimeError(words(first) + give_back(pool)) from error
        self._stream, self._last = stream, weakref.ref(graph)

        def replay() -> torch.Tensor:
            graph.replay()
            return made

        return replay


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


@dataclass(slots=True)
class Graphs:
    """How graphs are made on a device, and what for."""

    make: GraphMaker
    most_tokens: int
    """Tokens that are rather read by replays than in one pass that Python launches."""
    reserved_tokens: int
    """Room for attention memory: as long as it suffices nothing moves, and the graphs stay good."""
    problem: str = ""
    """Why none is to be made here; empty while they are."""
    attention: Attention | None = None
    """How passes of graphs attend; `None` for the best way that works on the device."""
    ready: "GraphedSteps | None" = None
    """Those that were checked, with an empty memory; the first session takes them over."""

    def steps(self, network: "Network") -> "GraphedSteps":
        """Return steps with a memory of their own: those that are ready, else new ones."""
        ready, self.ready = self.ready, None
        return ready or GraphedSteps(network, network.new_cache(), self)


class GraphedSteps:
    """The passes of few tokens of one network and one cache; owned by the engine's thread.

    The graphs are made when the first token is to be read, and again after the cache's memory has
    moved. A device on which that fails is not asked again.

    Attributes:
        cache: What the tokens are read into.
        problem: Why no graph can be made here; empty while one can.
    """

    def __init__(self, network: "Network", cache: HybridCache, graphs: Graphs) -> None:
        self._network = network
        self.cache = cache
        self._graphs = graphs
        hidden, device = network.spec.language.hidden, network.device
        self._rows = torch.zeros(ROWS[0], hidden, dtype=network.dtype, device=device)
        self._offsets = torch.arange(ROWS[0], device=device)
        self._position = torch.zeros(1, dtype=torch.int64, device=device)
        self._place = torch.zeros_like(self._position)
        self._replays: dict[int, Pass] = {}
        """By the number of their rows, most first."""
        self._places: tuple[int, ...] = ()
        """Where the cache's memory lay when the graphs were made."""
        self.problem = graphs.problem

    def takes(self, tokens: int) -> bool:
        """Tell whether so many tokens are to be read by `forward_tokens`; gets ready for them."""
        if self.problem or not 1 <= tokens <= self._graphs.most_tokens:
            return False
        length = self.cache.length
        try:
            attention = self._attention()
            largest = max(tokens, self._sizes[0])
            self.cache.reserve(self._room(length + largest, attention))
            is_made = bool(self._replays) and self._places == self.cache.places
            # Making a graph writes all of its rows.
            if length + (tokens if is_made else largest) > self.cache.room:
                return False
            if not is_made:
                self._make(attention)
        except Exception as error:  # whatever a compiler or a driver says
            self._replays.clear()
            if isinstance(error, AssertionError):  # a fault of ours
                raise
            self.problem = f"no graph of a step can be made: {words(error)}"
            _log.warning("%s; every step is launched by itself", self.problem)
        return bool(self._replays)

    @torch.inference_mode()
    def forward_tokens(self, embeds: torch.Tensor) -> torch.Tensor:
        """Read tokens into the cache by few replays, as `Network.forward_tokens` does at once.

        Args:
            embeds: (n, hidden), n that `takes` has just agreed to; words, and no part of a picture.

        Returns:
            (vocab_rows,) float32, not written to again.
        """
        assert self._replays, "ask `takes` first"
        done = 0
        while left := len(embeds) - done:
            rows = next(rows for rows in self._replays if rows <= left)
            self.cache.begin()
            self._rows[:rows].copy_(embeds[done : done + rows])
            self._position.fill_(self.cache.length)
            self._place.fill_(self.cache.position)
            logits = self._replays[rows]()
            self.cache.commit(rows)
            done += rows
        return logits.clone()

    @property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(rows for rows in ROWS if rows <= self._graphs.most_tokens)

    def _attention(self) -> Attention:
        network = self._network
        if self._graphs.attention is None:
            self._graphs.attention = choose_attention(
                network.spec.language, network.device, network.dtype
            )
        return self._graphs.attention

    def _room(self, needed: int, attention: Attention) -> int:
        """Return the room to reserve: all of it, where rows that nobody uses cost no time."""
        room = self._graphs.reserved_tokens
        if not attention.follows_length:
            while room // 2 >= max(needed, FIRST_ROOM):
                room //= 2
        return room

    @torch.inference_mode()
    def _make(self, attention: Attention) -> None:
        """Make the graphs; what that does to the cache is taken back."""
        self._replays.clear()  # first: all of them share memory
        self._position.fill_(self.cache.length)
        self._place.fill_(self.cache.position)
        before = self.cache.snapshot()
        try:
            for rows in self._sizes:
                self._replays[rows] = self._graphs.make(partial(self._pass, rows, attention))
            self._places = self.cache.places
        finally:
            self.cache.restore(before)

    def _pass(self, rows: int, attention: Attention) -> torch.Tensor:
        """Read the first `_rows` as the tokens from `_position` on; (vocab_rows,) float32 logits."""
        positions = self._position + self._offsets[:rows]
        places = self._place + self._offsets[:rows]
        with self.cache.writing_at(positions), _attending(self._network, attention):
            hidden = self._network.layers(
                self._rows[:rows],
                self.cache,
                position_ids=self._network.position_ids(positions, places.expand(3, -1)),
                attention_mask={
                    "full_attention": (positions + 1).int(),
                    "linear_attention": None,
                },
            )
        return self._network.logits(hidden[-1:])[0]


def words(error: BaseException) -> str:
    """Return what an error says, in one line."""
    if isinstance(error, RuntimeError) and is_out_of_memory(error):
        return "there is no memory for it"
    return next(iter(str(error).splitlines()), type(error).__name__)


@contextmanager
def _attending(network: "Network", attention: Attention) -> Iterator[None]:
    """Let attention layers take our function during a pass that a graph is made of.

    What they take for a mask is the rows that each token sees.

    WORKAROUND: transformers 5.23 has no way to name the function in a call; drop when it has.
    """

    def attend(
        _module: torch.nn.Module,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        attention_mask: torch.Tensor,
        *,
        scaling: float,
        **_more: object,
    ) -> tuple[torch.Tensor, None]:
        return attention.attend(query[0], key[0], value[0], attention_mask, scaling)[None], None

    config, name = network.language.config, f"deskhand_{attention.name}"
    ALL_ATTENTION_FUNCTIONS.register(name, attend)
    usual = config._attn_implementation
    config._attn_implementation = name
    try:
        yield
    finally:
        config._attn_implementation = usual
