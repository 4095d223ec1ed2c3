"""Checks on this device what could be wrong without failing: compiled kernels, and CUDA graphs.

A kernel that was built for another compiler or another card may compute nonsense. So the functions that
the mixers call are compared with torch's own, by numbers, on small inputs. A graph has to give the same
numbers as launched passes, and is used only where it is faster. Kernels are chosen here and nowhere else:
those that compute what torch's do, and the norms by measured time too.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import torch

from automation.core.errors import LoadError
from automation.core.generation import KernelPath
from automation.core.timing import StopToken
from model.network.graphs import ROWS, GraphedSteps, GraphMaker, Graphs, Pass, words
from model.network.kernels import (
    FUNCTIONS,
    GUARD,
    KernelStatus,
    check_wish,
    choose_kernels,
    native_module,
    portable_function,
    use_norms,
    use_path,
)
from model.network.model import TIME_STEP_LIMIT
from model.spec import LanguageSpec

if TYPE_CHECKING:
    from model.network.network import Network


GAP_LIMIT: Final = 0.05
"""Largest relative distance of logits that rounding explains in 16 bit; a forgotten state or a wrong
row of the attention memory gives 0.3 and more."""

PROMPT_TOKENS: Final = 40
TRIED_TIMES: Final = 4

MOST_TOKENS: Final = 256
"""Never more are read by replays: four of the largest take longer than any launched pass."""

NORM_ROWS: Final = {2304: 1, 1: 40}
"""Tokens of a pass, and how many such passes a step makes: a 1080p screen's picture, and the replays in
which a click is written. Source: tests/benchmarks/RESULTS.md, 42 replays of 64 to 1 tokens."""
NORM_LIMIT: Final = 0.02
"""Largest relative distance of a norm that rounding to 16 bit explains; it explains 0.004."""
TORCH: Final = "torch"
FLA: Final = "fla-core"

_log = logging.getLogger(__name__)


def checked_graphs(
    network: "Network", make: GraphMaker, *, reserved_tokens: int, stop: StopToken | None = None
) -> Graphs:
    """Return how tokens are read by graphs here, or why they are not: a failure, or other numbers.

    What cannot be tried on every card in advance is tried on the one that is there: passes of a few
    tokens, then of one, which take another way through the mixers. The graphs that are tried are those
    that the first session will use.

    Raises:
        Stopped: the token was set; heard before each graph.
    """

    def heard(work: Pass) -> Pass:
        if stop is not None:
            stop.check()
        return make(work)

    found = _tried(network, Graphs(heard, MOST_TOKENS, reserved_tokens))
    if found.problem:
        found = _tried(network, Graphs(heard, 1, reserved_tokens))
    found.make = make
    return found


def _tried(network: "Network", graphs: Graphs) -> Graphs:
    """Make graphs and compare them; note the problem, or keep them ready."""
    try:
        steps = GraphedSteps(network, network.new_cache(), graphs)
        gap = graph_gap(network, steps)
        if gap <= GAP_LIMIT:
            if graphs.most_tokens > 1:
                graphs.most_tokens = _most_tokens(network, steps)
            most, graphs.ready = graphs.most_tokens, steps
            name = "" if graphs.attention is None else graphs.attention.name
            _log.info("graphs: off by %.2g, up to %d tokens, attention %s", gap, most, name)
        else:
            graphs.problem = f"graphs of steps are off by {gap:.2g}"
        steps.cache.reset()
    except Exception as error:  # noqa: BLE001  # whatever a compiler or a driver says
        graphs.problem = words(error)
    if graphs.problem:
        most = graphs.most_tokens
        _log.warning("no graphs of passes up to %d tokens: %s", most, graphs.problem)
    return graphs


@torch.inference_mode()
def graph_gap(network: "Network", steps: GraphedSteps) -> float:
    """Return the largest relative distance between logits of replayed passes and launched ones.

    Every size of pass is compared after a short, a longer and the longest conversation.

    Raises:
        RuntimeError: no graph can be made; says why.
    """
    cache = steps.cache
    prompt, rows = _trial(network)
    _get_ready(steps, 1)
    room, gaps = cache.room, []
    sizes = [size for size in ROWS if steps.takes(size)]
    for length in (PROMPT_TOKENS, room // 4, room - ROWS[0]):
        cache.reset()
        network.advance(prompt[:length], cache)
        cache.pretend(max(cache.length, length))
        before = cache.snapshot()
        for size in sizes:
            expected = network.forward_tokens(rows[:size], cache)
            cache.restore(before)
            _get_ready(steps, size)
            found = steps.forward_tokens(rows[:size])
            cache.restore(before)
            gaps.append(relative_distance(found, expected))
    return max(gaps)


@torch.inference_mode()
def _most_tokens(network: "Network", steps: GraphedSteps) -> int:
    """Return how many tokens replays read in the time of one launched pass."""
    prompt, rows = _trial(network)
    cache = steps.cache
    cache.reset()
    network.advance(prompt, cache)
    before = cache.snapshot()

    def again(read: Callable[[torch.Tensor], object]) -> float:
        def work() -> None:
            cache.restore(before)  # the room may be no longer than one trial
            read(rows)

        return min(once_ms(work, network.device) for _ in range(TRIED_TIMES))

    launched_ms = again(lambda rows: network.forward_tokens(rows, cache))
    _get_ready(steps, len(rows))
    replay_ms = again(steps.forward_tokens)
    return max(1, min(MOST_TOKENS, int(launched_ms / replay_ms) * len(rows)))


def _trial(network: "Network") -> tuple[torch.Tensor, torch.Tensor]:
    ids = torch.arange(PROMPT_TOKENS + ROWS[0]) * 7919 % network.spec.tokens.entries
    embeds = network.embed(ids)
    return embeds[:PROMPT_TOKENS], embeds[PROMPT_TOKENS:]


def _get_ready(steps: GraphedSteps, tokens: int) -> None:
    if not steps.takes(tokens):
        raise RuntimeError(steps.problem or f"there is no room for {tokens} tokens")


def check_memory(network: "Network") -> None:
    """Try whether a second token sees the first: a cache that is passed over raises no error.

    Raises:
        LoadError: it does not; the network would answer without having read the prompt.
    """
    both = network.embed(torch.arange(1, 3))
    first, second = both[:1], both[1:]
    whole = network.forward_tokens(both, network.new_cache())
    alone = network.forward_tokens(second, network.new_cache())
    cache = network.new_cache()
    network.advance(first, cache)
    found = network.forward_tokens(second, cache)
    if not (found - whole).norm() < (found - alone).norm():
        raise LoadError(
            "the network forgets every token at the next one: this release of transformers takes its "
            "memory by another name; run packaging/setup.sh local, which installs one that is known"
        )


BLOCKS: Final = 2.5
"""Blocks of the chunked scan that are compared: whole ones, and one that is not full."""

NO_NOTE: Final = nullcontext("")
"""A trial that leaves no note and is always made."""


def checked_kernels(
    spec: LanguageSpec,
    device: torch.device,
    wish: KernelPath | None = None,
    stop: StopToken | None = None,
    *,
    norms_trial: AbstractContextManager[str] = NO_NOTE,
) -> KernelStatus:
    """Choose the path for a network, and take the portable one where compiled kernels are wrong.

    Args:
        norms_trial: As for `check_norms`.

    Raises:
        KernelUnavailable: compiled kernels were insisted on and cannot be used.
        Stopped: the token was set.
    """
    GUARD.probes(stop)
    norms, norms_why = check_norms(spec, device, wish, stop, trial=norms_trial)
    return replace(_checked_functions(spec, device, wish), norms=norms, norms_why=norms_why)


def check_norms(
    spec: LanguageSpec,
    device: torch.device,
    wish: KernelPath | None,
    stop: StopToken | None = None,
    *,
    trial: AbstractContextManager[str] = NO_NOTE,
) -> tuple[str, str]:
    """Let the norms be fla-core's where they compute here what torch's do, in less time.

    Args:
        trial: Entered around what a compiler or a driver may end the process in; gives why not to try.

    Returns:
        Whose norms run, with the times where they were measured; why fla-core's could not be measured.

    Raises:
        Stopped: the token was set before, or meanwhile: the kernels may be compiled for ten seconds.
    """
    stop = stop or StopToken()
    use_norms(are_fused=False)
    if wish == "portable" or device.type != "cuda":
        return (
            TORCH,
            "the portable path was asked for" if wish == "portable" else "fla-core needs CUDA",
        )
    stop.check()
    with trial as why:
        norms, why = (TORCH, why) if why else _tried_norms(spec, device)
    _log.info("norms by %s", norms)
    if why:
        _log.warning("norms by torch: %s", why)
    stop.check()
    return norms, why


def _tried_norms(spec: LanguageSpec, device: torch.device) -> tuple[str, str]:
    """Leave the better norms in use; tell whose, and why fla-core's are of no use at all."""
    found: list[list[torch.Tensor]] = []
    taken_ms: list[float] = []
    why = ""
    try:
        for are_fused in (False, True):
            use_norms(are_fused=are_fused)
            values, step_ms = _normed(spec, device)
            found.append(values)
            taken_ms.append(step_ms)
        gap = max(map(relative_distance, *found))
        if not gap <= NORM_LIMIT:
            why = f"fla-core's norms are off by {gap:.2g} of the values"
    except Exception as error:  # noqa: BLE001  # not installed, a compiler that is missing, ...
        why = f"fla-core cannot be used: {type(error).__name__}: {words(error)}"
    are_fused = not why and taken_ms[1] < taken_ms[0]
    use_norms(are_fused=are_fused)
    if why:
        return TORCH, why
    first, other = (FLA, TORCH) if are_fused else (TORCH, FLA)
    return f"{first}, {min(taken_ms):.2g} ms a step; {other} {max(taken_ms):.2g}", ""


@torch.inference_mode()
def _normed(spec: LanguageSpec, device: torch.device) -> tuple[list[torch.Tensor], float]:
    """Run both norms of one layer by the functions that are in use.

    Returns:
        What they make of the same random rows, and milliseconds for those of a step.
    """
    draw = torch.Generator(device=device).manual_seed(0)

    def rows(count: int, width: int) -> torch.Tensor:
        values = torch.randn(count, width, generator=draw, device=device)
        return values.to(torch.bfloat16)

    module, inner = native_module(), spec.mamba_inner
    norm = module.NemotronHRMSNorm(spec.hidden, eps=spec.norm_eps)
    gated = module.NemotronHRMSNormGated(inner, inner // spec.groups, eps=spec.norm_eps)
    for each in (norm, gated):
        each.to(device, torch.bfloat16).weight.copy_(rows(1, len(each.weight))[0])
    found: list[torch.Tensor] = []
    works: list[tuple[Callable[[], object], int]] = []
    for count, times in NORM_ROWS.items():
        given = rows(count, spec.hidden), rows(count, inner), rows(count, inner)

        def work(given: tuple[torch.Tensor, ...] = given) -> list[torch.Tensor]:
            return [norm(given[0]), gated(*given[1:])]

        found += work()
        works.append((work, times))
    widest = works[0][0]
    step_ms = sum(times * _device_ms(work, device, behind=widest) for work, times in works)
    return found, step_ms


def _device_ms(
    work: Callable[[], object], device: torch.device, *, behind: Callable[[], object]
) -> float:
    """Return the shortest time of some calls, on a card that of the device alone.

    Args:
        behind: Keeps a card busy while Python launches the work: in a graph nothing is launched.
    """

    def queued() -> None:
        for _ in range(TRIED_TIMES):
            behind()

    before = queued if device.type == "cuda" else None
    return min(once_ms(work, device, before) for _ in range(TRIED_TIMES))


def once_ms(
    work: Callable[[], object], device: torch.device, before: Callable[[], object] | None = None
) -> float:
    """Return milliseconds of one call, by the device's own events on CUDA, by the clock on a CPU.

    Args:
        before: Called first, untimed; on CUDA the work waits for what it launched.
    """
    if before is not None:
        before()
    if device.type != "cuda":
        began = time.perf_counter()
        work()
        return 1000 * (time.perf_counter() - began)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))  # type: ignore[no-untyped-call]  # torch has no types here
    stream = torch.cuda.current_stream(device)
    start.record(stream)
    work()
    end.record(stream)
    end.synchronize()
    return float(start.elapsed_time(end))


def _checked_functions(
    spec: LanguageSpec, device: torch.device, wish: KernelPath | None
) -> KernelStatus:
    status = choose_kernels(device.type, wish)
    if all(fact.path == "portable" for fact in status.details):
        return status
    why = wrong(lambda: kernel_gap(spec, device))
    if not why:
        return status
    check_wish(wish, why)
    use_path("portable")
    return choose_kernels(device.type, "portable", why)


def wrong(gap_of: Callable[[], float]) -> str:
    """Tell what is wrong with compiled kernels; empty when they compute what they should.

    Args:
        gap_of: Runs them; returns their relative distance from torch's.
    """
    try:
        gap = gap_of()
    except Exception as error:  # noqa: BLE001  # a compiler that is missing, a card too old, ...
        return f"compiled kernels fail: {type(error).__name__}: {error}".splitlines()[0]
    if gap <= GAP_LIMIT:
        return ""
    return f"compiled kernels are off by {gap:.2g} of the values, rounding explains {GAP_LIMIT}"


@torch.inference_mode()
def kernel_gap(
    spec: LanguageSpec,
    device: torch.device,
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> float:
    """Return the largest relative distance between functions and torch's own, on random inputs.

    Args:
        functions: By name; `None` for those that the mixers call now.
    """
    module = native_module()
    chosen = functions or {name: getattr(module, name) for name in FUNCTIONS}
    plain = {name: portable_function(name) for name in FUNCTIONS}
    pairs = zip(_outputs(chosen, spec, device), _outputs(plain, spec, device), strict=True)
    return max(relative_distance(ours, theirs) for ours, theirs in pairs)


def relative_distance(found: torch.Tensor, expected: torch.Tensor) -> float:
    """Return how far values are from others, in parts of their size."""
    gap = torch.linalg.vector_norm(found.double() - expected.double())
    size = torch.linalg.vector_norm(expected.double())
    relative = float(gap / size)
    return relative if relative == relative else float("inf")  # a NaN is as wrong as can be


def _outputs(
    functions: Mapping[str, Callable[..., Any]], spec: LanguageSpec, device: torch.device
) -> Iterator[torch.Tensor]:
    draw = torch.Generator(device=device).manual_seed(0)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=draw, device=device)

    tokens = int(BLOCKS * spec.chunk_size)
    heads, width, size = spec.mamba_heads, spec.mamba_head_dim, spec.state_size
    decay = -normal(heads).exp()
    skip, bias = normal(heads), normal(heads) - 3.0  # time steps near 0.05, as trained ones
    state = normal(1, heads, width, size)
    yield from functions["mamba2_chunk_scan"](
        normal(1, tokens, heads, width),
        normal(1, tokens, heads),
        decay,
        normal(1, tokens, spec.groups, size),
        normal(1, tokens, spec.groups, size),
        chunk_size=spec.chunk_size,
        D=skip,
        z=None,
        return_final_states=True,
        dt_bias=bias,
        dt_softplus=True,
        initial_states=state,
        dt_limit=TIME_STEP_LIMIT,
    )
    yield functions["mamba2_selective_state_update"](
        state,
        normal(1, heads, width),
        normal(1, heads, 1).expand(-1, -1, width),
        decay[:, None, None].expand(-1, width, size),
        normal(1, spec.groups, size),
        normal(1, spec.groups, size),
        skip[:, None].expand(-1, width),
        z=None,
        dt_bias=bias[:, None].expand(-1, width),
        dt_softplus=True,
    )
    yield state
    weight, offset = normal(spec.conv_width, spec.conv_kernel), normal(spec.conv_width)
    window = normal(1, spec.conv_width, spec.conv_kernel)
    rows = normal(1, spec.conv_width, tokens)
    yield functions["causal_conv1d_fn"](rows, weight, offset, activation="silu")
    row = normal(1, 1, spec.conv_width).transpose(1, 2)
    yield functions["causal_conv1d_update"](row, window, weight, offset, activation="silu")
    yield window
