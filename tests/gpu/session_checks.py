"""What has to hold of a long run on every device: it does not grow, and stays within its plan."""

import numpy as np
import torch

from automation.core.timing import StopToken
from model.images.tiling import ImageSpan
from model.inference.options import SnapshotLimits
from model.inference.session import Session
from model.network.checks import checked_graphs
from model.network.device import PASS_TOKENS
from model.network.features import TileFeatureCache
from model.network.graphs import CudaGraphs
from model.prompt.conversation import RenderedPrompt
from tests.fakes.strict_graphs import StrictGraphs
from tests.gpu.bench import allocated, ids_for, network_of, plan_for, tiles_for
from tests.gpu.paths import on_path

MOST_IMAGES = 3
"""Pictures grow to this many and are then cut to one."""


def check_a_session_of_many_steps_does_not_grow(bench):
    """Steps with pictures, twenty of them at the full size: what is held beside cache and snapshots stays the same."""
    plan = plan_for(bench, bench.full)
    with on_path(bench) as path:
        network = network_of(bench.full, plan)
        if bench.is_cuda:
            torch.cuda.reset_peak_memory_stats(bench.device)
        limits = SnapshotLimits(on_device=plan.states - 1)
        make = CudaGraphs(bench.device) if bench.is_cuda else StrictGraphs()
        graphs = checked_graphs(network, make, reserved_tokens=plan.context_tokens)
        assert not graphs.problem, graphs.problem
        session = Session(network, PASS_TOKENS, limits, graphs)
        run = _Run(bench, network, session)
        beside = [run.step(number) for number in range(bench.steps)]
    half = bench.steps // 2
    grown = max(beside[half:]) - max(beside[:half])
    assert grown <= bench.slack_bytes, f"{grown} bytes more in the second half of the session"
    peak = torch.cuda.max_memory_allocated(bench.device) if bench.is_cuda else 0
    assert peak <= plan.needs.total, f"{peak} bytes at the most, {plan.needs.total} planned"
    ratio = session.prefilled_tokens / session.new_tokens
    return {
        "path": path,
        "most_tokens_by_graph": graphs.most_tokens,
        "quantization": plan.quantization,
        "planned_bytes": plan.needs.total,
        "peak_bytes": peak,
        "grown_bytes": grown,
        "prefilled_per_new": ratio,
        "last_prompt_tokens": session.length,
    }


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
            found = self._kept.features(self._network, names, lambda places: tiles[places])
            return found.reshape(-1, found.shape[-1])

        return features
