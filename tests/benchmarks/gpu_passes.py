"""What one whole pass takes on a GPU: pictures, a prompt, a step as a graph, and a pass's kernels.

For networks of the published sizes with random weights; `tests.gpu.all` calls these and writes what they
find.
"""

from collections import Counter

import torch

from model.images.tiles import TileCutter
from tests.gpu.bench import host_ms, ids_for, tiles_for
from tests.gpu.picture_checks import screen

BATCHES = (1, 4, 8, 9, 13)
"""Tiles at a time; 9 are a picture of 1080p, 13 the most that one has."""

PROMPTS = (1, 2, 4, 8, 16, 128, 512, 2304)
"""Tokens in one pass; 2304 are a picture of 1080p."""

SCREENS = ((1920, 1080), (3840, 2160))

SHOWN_KERNELS = 25


def encoder_ms(network, bench, tiles, watch):
    """Return the time of so many tiles at once."""
    noise = tiles_for(bench, bench.full, tiles)
    return watch.ms(lambda: network.encode(noise, batch=tiles))


def prompt_ms(network, bench, tokens, watch):
    """Return the time of one pass over that many tokens of an empty conversation."""
    cache = network.new_cache()
    row = network.embed(ids_for(bench.full, tokens))

    def read():
        cache.reset()
        network.forward_tokens(row, cache)

    return watch.ms(read)


def kernels_of(step, bench):
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


def graph_ms(step, bench, watch):
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

        found[f"{width}x{height}"] = {"cut_and_tiles_ms": host_ms(watch, cut)}
    return found
