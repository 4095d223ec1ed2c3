"""What has to hold on every device: each check returns its figures or raises AssertionError.

Run at the full size by `tests/gpu/run.py` or `pytest -m gpu tests/gpu`, and at a tiny size on the
CPU by the unit tests.
"""

from dataclasses import replace

import numpy as np
import torch

from automation.core.stopping import StopToken
from model.inference.options import ShelfLimits
from model.inference.pace import PrefillPace
from model.inference.session import Session
from model.network.embedding import HostEmbedding
from model.network.features import TileFeatureCache
from model.network.kernel_check import GAP_LIMIT, kernel_gap
from model.network.kernels import kernel_status
from model.network.sizes import DTYPE_BYTES, parameters_of, weights_bytes
from model.prompt.conversation import ImageSpan, RenderedPrompt
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

MOST_IMAGES = 3
"""Pictures grow to this many and are then cut to one."""
BOUNDS = {"float32": 5e-3, "bfloat16": 5e-2}
"""Largest relative distance of logits that rounding explains. A forgotten state gives 0.3 up."""
QUANTISED_BOUNDS = {"int8": 5e-2, "nf4": 4e-1}


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
    """4 and 8 bit take the planned memory and stay near the 16-bit network."""
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


def check_a_session_of_many_steps_does_not_grow(bench):
    """Steps with pictures, twenty of them at the full size: what is held beside cache and snapshots stays the same."""
    plan = plan_for(bench, bench.full)
    with on_path(bench) as path:
        network = network_of(bench.full, plan)
        if bench.is_cuda:
            torch.cuda.reset_peak_memory_stats(bench.device)
        limits = ShelfLimits(on_device=plan.states - 1)
        session = Session(network, PrefillPace(512, bench.full.language.chunk_size), limits)
        run = _Run(bench, network, session)
        beside = [run.step(number) for number in range(bench.steps)]
    half = bench.steps // 2
    grown = max(beside[half:]) - max(beside[:half])
    assert grown <= bench.slack_bytes, f"{grown} bytes more in the second half of the session"
    peak = torch.cuda.max_memory_allocated(bench.device) if bench.is_cuda else 0
    assert peak <= plan.bytes_needed, f"{peak} bytes at the most, {plan.bytes_needed} planned"
    ratio = session.prefilled_tokens / session.new_tokens
    return {
        "path": path,
        "quantization": plan.quantization,
        "planned_bytes": plan.bytes_needed,
        "peak_bytes": peak,
        "grown_bytes": grown,
        "prefilled_per_new": ratio,
        "last_prompt_tokens": session.length,
    }


CHECKS = (
    check_kernels_equal_the_portable_path,
    check_prefill_equals_decode,
    check_rollback_is_bit_equal,
    check_a_tile_does_not_see_its_neighbours,
    check_quantised_networks_load_and_agree,
    check_an_embedding_in_main_memory_changes_nothing,
    check_a_session_of_many_steps_does_not_grow,
    check_tiles_are_those_of_the_processor,
    check_names_of_tiles_follow_their_pixels,
)


class _Run:
    """A run of the agent as tokens: a task, then steps of picture, words and reply."""

    def __init__(self, bench, network, session):
        self._bench = bench
        self._network = network
        self._session = session
        self._kept = TileFeatureCache(budget_bytes=256 * 1024**2)
        self._parts = [ids_for(bench.full, 2 * bench.step_tokens).tolist()]
        self._images = []

    def step(self, number):
        """Take one step and return the bytes on the device beside the session's and the features."""
        if len(self._images) == MOST_IMAGES:
            for place in self._images[:-1]:
                self._parts[place] = ids_for(self._bench.full, 4, seed=99).tolist()
            self._images = self._images[-1:]
        self._images.append(len(self._parts))
        words = ids_for(self._bench.full, self._bench.step_tokens, seed=number).tolist()
        self._parts += [number, words]
        prompt, keys = self._prompt()
        report = self._session.sync(prompt, keys, self._features(keys), stop=StopToken())
        assert report.reused + report.prefilled == len(prompt.ids)
        self._parts.append(self._reply())
        if self._bench.is_cuda:
            return allocated(self._bench.device) - self._session.device_bytes
        return allocated(self._bench.device) - self._session.bytes - self._kept.bytes

    def _reply(self):
        reply = []
        logits = self._session.logits
        for _ in range(self._bench.step_tokens):
            assert bool(logits.isfinite().all()), "logits are not finite"
            reply.append(int(logits[: self._bench.full.tokens.image_id].argmax()))
            logits = self._session.feed(reply[-1:])
        return reply

    def _prompt(self):
        tokens = self._bench.full.tokens
        ids, spans, keys = [], [], []
        length = self._bench.tiles * self._bench.full.image.tokens_per_tile
        for place, part in enumerate(self._parts):
            if place in self._images:
                ids.append(tokens.image_start_id)
                spans.append(ImageSpan(len(ids), length, len(spans)))
                ids += [tokens.image_id] * length + [tokens.image_end_id]
                keys.append(str(part))
            else:
                ids += part
        anchor = len(self._parts[0])
        return RenderedPrompt("", np.asarray(ids, np.int64), tuple(spans), (anchor,)), keys

    def _features(self, keys):
        def features(image):
            bench = self._bench
            tiles = tiles_for(bench, bench.full, bench.tiles, seed=int(keys[image]))
            names = [f"{keys[image]}-{tile}" for tile in range(bench.tiles)]
            found = self._kept.features(
                self._network, "random", names, lambda places: tiles[places]
            ).features
            return found.reshape(-1, found.shape[-1])

        return features


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
