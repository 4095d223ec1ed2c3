"""How long a screenshot takes to become tiles on a processor. Run: python -m tests.benchmarks.preprocess.

Drawn desktops, one thread and all threads, each path and the shortcuts for screens that changed a
little or not at all. Prints a table and writes `build/benchmarks/preprocess.json`.
"""

import json
import os
import platform
import statistics
import time
from pathlib import Path

import torch

from automation.core.geometry import Rect
from model.images.tiles import TileCutter, resized
from model.images.tiling import plan_for
from model.spec import ImageSpec
from tests.unit.model.images.plain_tiler import CLIP_MEAN, CLIP_STD
from tests.unit.model.images.ui_pictures import ui_picture

SIZES = {"1080p": (1920, 1080), "1440p": (2560, 1440), "4K": (3840, 2160)}
IMAGE = ImageSpec(512, 16, 2, 12, True, CLIP_MEAN, CLIP_STD)
ROUNDS = 15
OUTPUT = Path("build/benchmarks/preprocess.json")


def timed(work):
    """Return the median and the best of a call in milliseconds, after a first one."""
    work()
    taken = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return {"median_ms": round(statistics.median(taken), 2), "best_ms": round(min(taken), 2)}


def warm(pixels, plan):
    """Return a cutter that has seen the picture."""
    cutter = TileCutter(IMAGE)
    cutter.cut(pixels, plan)
    return cutter


def changed(pixels):
    """Return the picture with other pixels in a small window."""
    after = pixels.copy()
    after[300:340, 400:600, :3] ^= 0x3F
    return after


def alternating(cutter, plan, *pictures):
    """Return a call that cuts the pictures in turn."""
    turn = iter(range(10**6))
    return lambda: cutter.cut(pictures[next(turn) % len(pictures)].copy(), plan)


def measure(size):
    """Return the figures for one screen."""
    pixels = ui_picture(*size)
    plan = plan_for(Rect(0, 0, *size), IMAGE)
    cut = {path: resized(pixels, plan, path=path) for path in ("exact", "fast")}
    gap = (cut["fast"].normalised(IMAGE) - cut["exact"].normalised(IMAGE)).abs()
    gap *= 255 * torch.tensor(CLIP_STD)[:, None, None]
    other = changed(pixels)
    return {
        "resize and cut, fast": timed(lambda: resized(pixels, plan, path="fast")),
        "resize and cut, exact": timed(lambda: resized(pixels, plan)),
        "normalise, fast": timed(lambda: cut["fast"].normalised(IMAGE)),
        "normalise, exact": timed(lambda: cut["exact"].normalised(IMAGE)),
        "copy of the screen": timed(pixels.copy),
        "name tiles, first time (with copy)": timed(
            lambda: TileCutter(IMAGE).cut(pixels.copy(), plan)
        ),
        "name tiles, nothing changed (with copy)": timed(
            alternating(warm(pixels, plan), plan, pixels)
        ),
        "name tiles, a small window changed (with copy)": timed(
            alternating(warm(pixels, plan), plan, pixels, other)
        ),
        "gap": {
            "within_2_levels": round(float((gap <= 2).float().mean()), 5),
            "mean_levels": round(float(gap.mean()), 3),
            "most_levels": round(float(gap.max()), 2),
        },
    }


def main():
    """Measure, print, write."""
    found = {}
    every = torch.get_num_threads()
    for threads in sorted({1, every}):
        torch.set_num_threads(threads)
        for name, size in SIZES.items():
            found[f"{name}, {threads} threads"] = figures = measure(size)
            print(f"{name}, {threads} threads")
            for what, figure in figures.items():
                print(f"  {what:<48} {'  '.join(f'{k} {v:>9}' for k, v in figure.items())}")
    machine = {"processor": platform.machine(), "cores": os.cpu_count(), "torch": torch.__version__}
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps({"machine": machine, "screens": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
