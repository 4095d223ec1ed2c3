"""What has to hold on every device: each check returns its figures or raises AssertionError.

Run at the full size by `tests/gpu/all.py` or `pytest -m gpu tests/gpu`, and at a tiny size on the
CPU by the unit tests.
"""

from dataclasses import replace

import torch

from model.network.checks import GAP_LIMIT, graph_gap, kernel_gap
from model.network.checks import GAP_LIMIT as STEP_GAP_LIMIT
from model.network.device import DTYPE_BYTES, parameters_of, weights_bytes
from model.network.graphs import CudaGraphs, GraphedSteps, Graphs
from model.network.kernels import kernel_status
from model.network.quantize import HostEmbedding
from tests.fakes.strict_graphs import StrictGraphs
from tests.gpu.bench import (
    allocated,
    distance,
    ids_for,
    network_of,
    plan_for,
    tiles_for,
)
from tests.gpu.paths import on_path, paths_of
from tests.gpu.picture_checks import (
    check_names_of_tiles_follow_their_pixels,
    check_tiles_are_those_of_the_processor,
)
from tests.gpu.session_checks import check_a_session_of_many_steps_does_not_grow

BOUNDS = {"float32": 5e-3, "bfloat16": 5e-2}
"""Largest relative distance of logits that rounding explains. A forgotten state gives 0.3 up."""
QUANTISED_BOUNDS = {"nf4": 4e-1}


class Missing(Exception):
    """Something that the check needs is not installed here; says what."""


def check_kernels_equal_the_portable_path(bench):
    """Compiled kernels give what torch's own functions give: alone, and in a whole network."""
    network = network_of(bench.part, plan_for(bench, bench.part, quantization="none"))
    with on_path(bench) as path:
        if bench.is_cuda and path != "compiled":
            raise Missing(kernel_status().why)
        gap = kernel_gap(bench.part.language, bench.device)
        assert gap <= GAP_LIMIT, f"functions differ by {gap:.3g}"
        compiled = _logits(network, bench.part)
    with on_path(bench, "portable"):
        portable = _logits(network, bench.part)
    whole = distance(compiled, portable)
    assert whole <= BOUNDS["bfloat16"], f"networks differ by {whole:.3g}"
    return {"path": path, "functions": gap, "network": whole}


def check_prefill_equals_decode(bench):
    """A prompt in one pass, in two, and one token at a time give the same logits."""
    figures = {}
    for dtype, bound in BOUNDS.items():
        plan = plan_for(bench, bench.part, quantization="none", dtype=dtype)
        network = network_of(bench.part, plan)
        for path in paths_of(bench):
            with on_path(bench, path):
                gaps = _split_gaps(bench, network)
            figures[f"{dtype} {path}"] = {str(where): gap for where, gap in gaps.items()}
            assert max(gaps.values()) <= bound, f"{dtype}, {path}: {gaps}"
    return figures


def check_rollback_is_bit_equal(bench):
    """What follows a restored snapshot has the bits that it had before, on every branch."""
    plan = plan_for(bench, bench.part, quantization="none")
    network = network_of(bench.part, plan)
    for path in paths_of(bench):
        with on_path(bench, path):
            size = _roll_back(bench, network)
    return {"snapshot_bytes": size, "paths": list(paths_of(bench))}


def _roll_back(bench, network):
    prompt, left, right = (network.embed(ids_for(bench.part, n, n)) for n in (130, 40, 41))
    cache = network.new_cache()
    network.advance(prompt, cache)
    snapshot = cache.snapshot()
    first = network.forward_tokens(left, cache)
    cache.restore(snapshot.on(torch.device("cpu")))
    branch = network.forward_tokens(right, cache)
    cache.restore(snapshot)
    again = network.forward_tokens(left, cache)
    assert torch.equal(first, again), "the same tokens give other bits after a rollback"
    assert not torch.equal(first, branch), "both branches are alike"
    return snapshot.bytes


def check_steps_by_graph_equal_launched_ones(bench):
    """Replies are read by one CUDA graph a token: the numbers are those of launched passes."""
    graphs = Graphs(CudaGraphs(bench.device) if bench.is_cuda else StrictGraphs(), 3, 512)
    figures = {}
    for quantization in ("none", *QUANTISED_BOUNDS):
        network = network_of(bench.part, plan_for(bench, bench.part, quantization=quantization))
        for path in paths_of(bench):
            with on_path(bench, path):
                gap = graph_gap(network, graphs.steps(network))
                figures[f"{quantization} {path}"] = gap
                assert gap <= STEP_GAP_LIMIT, f"{quantization}, {path}: off by {gap:.3g}"
                _way_back_of_graphed_steps(bench, network, graphs)
        del network
    return figures


def _way_back_of_graphed_steps(bench, network, graphs):
    cache = network.new_cache()
    steps = GraphedSteps(network, cache, graphs)
    rows = network.embed(ids_for(bench.part, 60))
    network.advance(rows[:40], cache)
    snapshot = cache.snapshot()
    found = []
    for other in (44, 52):
        assert steps.takes(3), steps.problem
        found.append(steps.forward_tokens(rows[40:43]))
        network.advance(rows[other:], cache)
        cache.restore(snapshot)
    assert torch.equal(*found), "the same tokens give other bits after a rollback"


def check_a_tile_does_not_see_its_neighbours(bench):
    """A tile's features have the same bits with other neighbours, and are close when alone."""
    network = network_of(bench.part, plan_for(bench, bench.part, quantization="none"))
    tiles = tiles_for(bench, bench.part, 4)
    others = torch.cat([tiles[:1], tiles_for(bench, bench.part, 3, seed=1)])
    together, elsewhere = network.encode(tiles)[0], network.encode(others)[0]
    assert torch.equal(together, elsewhere), "a tile's features depend on its neighbours"
    alone = distance(network.encode(tiles[:1])[0], together)
    assert alone <= BOUNDS["bfloat16"], f"alone and together differ by {alone:.3g}"
    return {"alone": alone}


def check_quantised_networks_load_and_agree(bench):
    """4 bit takes the planned memory and stays near the 16-bit network."""
    figures = {}
    with on_path(bench) as figures["path"]:
        plain = network_of(bench.part, plan_for(bench, bench.part, quantization="none"))
        expected = _logits(plain, bench.part)
        del plain
        for quantization, bound in QUANTISED_BOUNDS.items():
            before = allocated(bench.device)
            network = network_of(bench.part, plan_for(bench, bench.part, quantization=quantization))
            held = allocated(bench.device) - before
            planned = weights_bytes(bench.part, "bfloat16", quantization)
            gap = distance(_logits(network, bench.part), expected)
            figures[quantization] = {"distance": gap, "bytes": held, "planned_bytes": planned}
            assert gap <= bound, f"{quantization} is off by {gap:.3g}"
            if bench.is_cuda:
                assert abs(held - planned) <= 0.05 * planned, f"{held} bytes, {planned} planned"
            del network
    return figures


def check_an_embedding_in_main_memory_changes_nothing(bench):
    """Logits have the same bits, and the card holds that much less."""
    held = {}
    logits = {}
    with on_path(bench) as path:
        for in_ram in (False, True):
            before = allocated(bench.device)
            plan = plan_for(bench, bench.part, quantization="none")
            network = network_of(bench.part, replace(plan, embedding_in_ram=in_ram))
            found = isinstance(network.language.model.embeddings, HostEmbedding)
            assert found == in_ram
            held[in_ram] = allocated(bench.device) - before
            logits[in_ram] = _logits(network, bench.part)
            del network
    assert torch.equal(logits[True], logits[False]), "the embedding's place changes the logits"
    saved = held[False] - held[True]
    expected = parameters_of(bench.part).embedding * DTYPE_BYTES["bfloat16"]
    if bench.is_cuda:
        assert abs(saved - expected) <= 0.05 * expected, f"{saved} bytes saved, {expected} expected"
    return {"path": path, "saved_bytes": saved}


CHECKS = (
    check_kernels_equal_the_portable_path,
    check_prefill_equals_decode,
    check_rollback_is_bit_equal,
    check_steps_by_graph_equal_launched_ones,
    check_a_tile_does_not_see_its_neighbours,
    check_quantised_networks_load_and_agree,
    check_an_embedding_in_main_memory_changes_nothing,
    check_a_session_of_many_steps_does_not_grow,
    check_tiles_are_those_of_the_processor,
    check_names_of_tiles_follow_their_pixels,
)


def _logits(network, spec):
    return network.forward_all(network.embed(ids_for(spec, 64)), network.new_cache())


def _split_gaps(bench, network):
    ids = ids_for(bench.part, bench.prompt_tokens)
    whole = network.forward_tokens(network.embed(ids), network.new_cache())
    gaps = {split: distance(_in_pieces(network, ids, split), whole) for split in bench.splits}
    stepwise = _stepwise(network, ids, bench.prompt_tokens // 2)
    return gaps | {"stepwise": distance(stepwise, whole)}


def _in_pieces(network, ids, split):
    cache = network.new_cache()
    network.advance(network.embed(ids[:split]), cache)
    return network.forward_tokens(network.embed(ids[split:]), cache)


def _stepwise(network, ids, start):
    cache = network.new_cache()
    network.advance(network.embed(ids[:start]), cache)
    for one in ids[start:]:
        logits = network.forward_tokens(network.embed(one[None]), cache)
    return logits
