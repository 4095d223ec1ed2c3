"""How long reading a full screen takes, and how much of it is read right.

Run: python -m tests.benchmarks.ocr. Needs no display. Prints a table and writes
`build/benchmarks/ocr.json`. Ends with status 1 when it is slower than it must be.
Times are wall and processor seconds; on a busy machine only the latter mean much.
"""

import json
import os
import platform
import resource
import statistics
import sys
import time
from pathlib import Path

from rapidfuzz import fuzz

from automation.desktop.elements.ocr import Ocr
from tests.desktop.text_page import DARK, LIGHT, drawn, labels

SIZES = {"1080p": (1920, 1080), "1280x800": (1280, 800)}
LABELS = 100
SCREENS = 6
WARM_ROUNDS = 5
SIMILAR_PERCENT = 80
MUST_COLD_S, MUST_WARM_S = 1.0, 0.3
OUTPUT = Path("build/benchmarks/ocr.json")


def processor_s():
    """Return the processor seconds of this process so far, all threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def timed(work):
    """Return the result of a call with its wall and processor seconds."""
    started, used = time.perf_counter(), processor_s()
    result = work()
    return result, time.perf_counter() - started, processor_s() - used


def scores(lines, truth):
    """Return how many labels were read exactly, and usably: similar, or a part of a line there."""
    exact = usable = 0
    for text, box in truth:
        there = [x.name for x in lines if x.box.grown(3).contains(box.center)]
        is_exact = text in there
        exact += is_exact
        usable += is_exact or any(
            text in name or fuzz.ratio(name, text) >= SIMILAR_PERCENT for name in there
        )
    return exact, usable


def measured(ocr, size):
    """Read several screens of labels, each once cold and some times warm."""
    cold, warm, exact, usable, total = [], [], 0, 0, 0
    for seed in range(SCREENS):
        colours = DARK if seed % 2 else LIGHT
        frame, truth = drawn(labels(LABELS, seed=seed, size=size), colours=colours, size=size)
        lines, *spent = timed(lambda shown=frame: ocr.lines(shown))
        cold.append(spent)
        warm += [timed(lambda shown=frame: ocr.lines(shown))[1:] for _ in range(WARM_ROUNDS)]
        right = scores(lines, truth)
        exact, usable, total = exact + right[0], usable + right[1], total + len(truth)
    return {
        "labels": total,
        "exact": round(exact / total, 4),
        "usable": round(usable / total, 4),
        "cold": medians(cold),
        "warm": medians(warm),
    }


def medians(spent):
    """Return the median of wall and of processor seconds, and the longest wall time."""
    return {
        "wall_s": round(statistics.median(wall for wall, _ in spent), 3),
        "processor_s": round(statistics.median(used for _, used in spent), 3),
        "longest_wall_s": round(max(wall for wall, _ in spent), 3),
        "n": len(spent),
    }


def main():
    """Measure, print, write, and say whether the times are as they must be."""
    ocr = Ocr()
    if ocr.problem:
        print(ocr.problem)
        return 1
    _, load_wall, load_processor = timed(ocr.warm_up)
    report = {
        "machine": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "loading": {"wall_s": round(load_wall, 3), "processor_s": round(load_processor, 3)},
        "must": {"cold_s": MUST_COLD_S, "warm_s": MUST_WARM_S},
        "screens": {name: measured(ocr, size) for name, size in SIZES.items()},
        "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    ocr.close()
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps(report, indent=2))
    full = report["screens"]["1080p"]
    is_quick = full["cold"]["wall_s"] <= MUST_COLD_S and full["warm"]["wall_s"] <= MUST_WARM_S
    return 0 if is_quick else 1


if __name__ == "__main__":
    sys.exit(main())
