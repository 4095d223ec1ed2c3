"""Tries graphs on the device that is there: the same numbers as launched passes, and how much faster."""

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import torch

from model.network.graphed import GraphedSteps, GraphMaker, Graphs

if TYPE_CHECKING:
    from model.network.cache import HybridCache
    from model.network.holotron import Holotron

GAP_LIMIT: Final = 0.05
"""Largest relative distance of logits that rounding explains in 16 bit; a forgotten state or a wrong
row of the attention memory gives 0.3 and more."""

PROMPT_TOKENS: Final = 40
TRIED_TOKENS: Final = 4

MOST_TOKENS: Final = 8
"""Never more are replayed one by one: a forced text is about so long."""

_log = logging.getLogger(__name__)


def checked_graphs(network: "Holotron", make: GraphMaker, *, reserved_tokens: int) -> Graphs | None:
    """Return how steps are read by graphs here; `None` where that fails or gives other numbers.

    What cannot be tried on every card in advance is tried on the one that is there.

    Args:
        network: Complete, on its device.
        make: Makes graphs there.
        reserved_tokens: Room that a session will reserve; the trial does too.
    """
    graphs = Graphs(make, 1, reserved_tokens)
    try:
        gap = graph_gap(network, graphs)
        most = _most_tokens(network, graphs)
    except Exception as error:  # noqa: BLE001  # whatever a compiler or a driver says
        _log.warning("steps are launched one kernel at a time: %s", type(error).__name__)
        return None
    if not gap <= GAP_LIMIT:
        _log.warning("graphs of steps are off by %.2g and are not used", gap)
        return None
    _log.info("steps are read by graphs, off by %.2g, up to %d tokens at a time", gap, most)
    return Graphs(make, most, reserved_tokens)


@torch.inference_mode()
def graph_gap(network: "Holotron", graphs: Graphs) -> float:
    """Return the largest relative distance between logits of replayed steps and launched ones.

    Raises:
        RuntimeError: no graph can be made; says why.
    """
    prompt, rows = _trial(network)
    launched, replayed = network.new_cache(), network.new_cache()
    for cache in (launched, replayed):
        network.advance(prompt, cache)
    steps = _steps(network, replayed, graphs)
    gaps = []
    for row in rows:
        expected = network.forward_tokens(row[None], launched)
        found = _replayed(steps, row)
        gaps.append(float((found - expected).norm() / expected.norm()))
    return max(gaps) if all(gap == gap for gap in gaps) else float("inf")


@torch.inference_mode()
def _most_tokens(network: "Holotron", graphs: Graphs) -> int:
    """Return how many replays take as long as one launched pass of a few tokens."""
    prompt, rows = _trial(network)
    cache = network.new_cache()
    network.advance(prompt, cache)
    steps = _steps(network, cache, graphs)
    launched_s = _fastest(lambda: network.forward_tokens(rows, cache), network.device)
    replay_s = _fastest(lambda: _replayed(steps, rows[0]), network.device)
    return max(1, min(MOST_TOKENS, int(launched_s / replay_s)))


def _trial(network: "Holotron") -> tuple[torch.Tensor, torch.Tensor]:
    ids = torch.arange(PROMPT_TOKENS + TRIED_TOKENS) * 7919 % network.spec.tokens.entries
    embeds = network.embed(ids)
    return embeds[:PROMPT_TOKENS], embeds[PROMPT_TOKENS:]


def _steps(network: "Holotron", cache: "HybridCache", graphs: Graphs) -> GraphedSteps:
    steps = GraphedSteps(network, cache, graphs)
    if not steps.takes(1):
        raise RuntimeError(steps.problem or "there is no room for a token")
    return steps


def _replayed(steps: GraphedSteps, row: torch.Tensor) -> torch.Tensor:
    if not steps.takes(1):
        raise RuntimeError(steps.problem or "there is no room for a token")
    return steps.forward_tokens(row[None])


def _fastest(work: Callable[[], object], device: torch.device) -> float:
    """Return the shortest time of some calls; they have been made before."""
    taken = []
    for _ in range(TRIED_TOKENS):
        began = time.perf_counter()
        work()
        if device.type == "cuda":
            torch.cuda.synchronize(device)
        taken.append(time.perf_counter() - began)
    return min(taken)
