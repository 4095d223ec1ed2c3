"""What a whole pass takes on a GPU: pictures, prompts and tokens, in every precision.

    .venv/bin/python -m tests.benchmarks.gpu_passes [--device cpu --tiny]

Networks of the published sizes with random weights. A decoding step is timed launched one by one
and as a recorded graph, and its kernels are counted. Prints and writes JSON with the device's name
to `build/benchmarks`. What cannot be done is written with its reason.
"""

import gc
import sys
import time
from collections import Counter

import torch

from automation.core.errors import AssistantError
from model.images.tiles import TileCutter
from model.network.kernels import choose_kernels
from tests.benchmarks.gpu_micro import Stopwatch, run
from tests.gpu.bench import allocated, ids_for, network_of, plan_for, tiles_for
from tests.gpu.picture_checks import screen

BATCHES = (1, 4, 8, 9, 13)
"""Tiles at a time; 9 are a picture of 1080p, 13 the most that one has."""

PROMPTS = (1, 2, 4, 8, 16, 128, 512, 2304)
"""Tokens in one pass; 2304 are a picture of 1080p."""

SCREENS = ((1920, 1080), (3840, 2160))

PRECISIONS = ("none", "int8", "nf4")

SHOWN_KERNELS = 25


def passes(bench, sizes, watch, quantization):
    """Return what one precision takes, or why it cannot be used."""
    try:
        plan = plan_for(bench, bench.full, quantization=quantization)
        kernels = choose_kernels(bench.device.type).path
        before = allocated(bench.device)
        began = time.perf_counter()
        network = network_of(bench.full, plan)
        watch.wait()
    except AssistantError as error:
        return f"{type(error).__name__}: {error}"
    found = {
        "kernels": kernels,
        "drawn_s": round(time.perf_counter() - began, 1),
        "weights_gb": (allocated(bench.device) - before) / 1e9,
    }
    if quantization == "none":
        found["encoder_ms"] = {
            tiles: _encoder_ms(network, bench, tiles, watch) for tiles in BATCHES
        }
    found["prompt_ms"] = {tokens: _prompt_ms(network, bench, tokens, watch) for tokens in PROMPTS}
    return found | decoding(network, bench, sizes, watch)


def _encoder_ms(network, bench, tiles, watch):
    noise = tiles_for(bench, bench.full, tiles)
    return watch.ms(lambda: network.encode(noise, batch=tiles))


def _prompt_ms(network, bench, tokens, watch):
    """Return the time of one pass over that many tokens of an empty conversation."""
    cache = network.new_cache()
    row = network.embed(ids_for(bench.full, tokens))

    def read():
        cache.reset()
        network.forward_tokens(row, cache)

    return watch.ms(read)


def decoding(network, bench, sizes, watch):
    """Return the time of a step after a prompt: launched one by one, and as one graph."""
    cache = network.new_cache()
    for ids in ids_for(bench.full, sizes.context_tokens).split(512):
        network.advance(network.embed(ids), cache)
    row = network.embed(torch.tensor([30]))

    def step():
        return network.forward_tokens(row, cache)

    found = {
        "context_tokens": sizes.context_tokens,
        "eager_ms": watch.ms(step),
        "eager_host_ms": watch.host_ms(step),
        "kernels_of_a_step": _kernels_of(step, bench),
    }
    found["graph_ms"] = _graph_ms(step, bench, watch)
    return found


def _kernels_of(step, bench):
    """Count a step's kernels and add up their times, by name."""
    if not bench.is_cuda:
        return "kernels are counted on CUDA"
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
        step()
        torch.cuda.synchronize(bench.device)
    times, counts = Counter(), Counter()
    for event in profiler.events():
        if event.device_type == torch.autograd.DeviceType.CUDA:
            name = event.name[:90]
            counts[name] += 1
            times[name] += event.device_time_total / 1000
    most = {name: [counts[name], round(ms, 3)] for name, ms in times.most_common(SHOWN_KERNELS)}
    return {"count": counts.total(), "device_ms": round(times.total(), 3), "most": most}


def _graph_ms(step, bench, watch):
    """Record the step and time its replay; a replay reads and writes the same places each time."""
    if not bench.is_cuda:
        return "graphs need CUDA"
    for _ in range(2):
        step()  # kernels are chosen and compiled before
    watch.wait()
    graph = torch.cuda.CUDAGraph()
    try:
        with torch.inference_mode(), torch.cuda.graph(graph):
            step()
    except RuntimeError as error:
        return f"cannot be recorded: {str(error).splitlines()[0]}"
    return watch.ms(graph.replay)


def pictures(bench, watch):
    """Return the time from a picture in main memory to named tiles on the device."""
    found = {}
    for width, height in SCREENS:
        first, plan = screen(bench.full.image, width, height)
        second = first.copy()
        second[:8, :8] ^= 0xFF
        cutter = TileCutter(bench.full.image, device=bench.device)
        shown = [first, second]

        def cut(cutter=cutter, shown=shown, plan=plan):
            shown.reverse()
            picture = cutter.cut(shown[0].copy(), plan)
            picture.tiles()
            watch.wait()

        found[f"{width}x{height}"] = {"cut_and_tiles_ms": watch.host_ms(cut)}
    return found


def measured(bench, sizes):
    """Measure one part after the other; yield each with its name."""
    watch = Stopwatch(bench.device, sizes.rounds)
    with torch.inference_mode():
        yield "pictures", pictures(bench, watch)
        for quantization in PRECISIONS:
            gc.collect()
            if bench.is_cuda:
                torch.cuda.empty_cache()
            yield quantization, passes(bench, sizes, watch, quantization)


if __name__ == "__main__":
    sys.exit(run("gpu_passes", measured, sys.argv[1:], __doc__))
