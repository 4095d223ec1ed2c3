"""How surely and how fast targets are found again. Run: python -m tests.benchmarks.macro_finder.

Shows Qt, GTK and Chromium windows as recorded and under drift, looks for everything that can be
pressed in them with the whole ladder on the live window, then on the kept pictures without the tree,
with the picture alone, the text alone, and with the target painted over. Prints a table, writes
`build/benchmarks/macro_finder.json`, and ends with status 1 if any place was wrong or the median
search with the tree took longer than it may.
"""

import json
import os
import platform
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from automation.core.observation import Frame
from automation.macros.find.finder import LadderFinder
from tests.benchmarks.finder_cases import cases_of, outcome, truth, without
from tests.benchmarks.finder_desk import SIZE, KeptReader, finder_desk

MUST_MS = 120.0
OUTPUT = Path("build/benchmarks/macro_finder.json")
MODES = {
    "no tree": ({"with_tree": False}, ()),
    "picture alone": ({"with_tree": False, "with_ocr": False}, ("near",)),
    "text alone": ({"with_tree": False}, ("image", "near", "press")),
    "no name": ({"with_ocr": False}, ("image", "press", "name", "label", "text")),
}
HIDDEN = ("all, painted over", "no tree, painted over")


class Tally:
    """What became of the searches, and how long they took."""

    def __init__(self):
        self.ends = defaultdict(Counter)
        self.rungs = defaultdict(Counter)
        self.ms = defaultdict(list)
        self.wrong = []

    def add(self, mode, shown, case, how, answer, ms):
        self.ends[mode, shown.program, shown.way][how] += 1
        self.ms[mode].append(ms)
        for tried in answer.tried:
            self.ms[f"{mode}: {tried.rung}"].append(tried.ms)
        if how in ("right", "wrong"):
            self.rungs[mode][answer.rung] += 1
        if how == "wrong":
            name, point = case.element.name, (answer.point.x, answer.point.y)
            self.wrong.append(
                f"{mode}, {shown.program} {shown.way}: {name!r} by {answer.rung} at {point}"
            )

    def search(self, mode, shown, case, reader, target):
        started_s = time.perf_counter()
        how, answer = outcome(LadderFinder(reader), case, target, shown)
        self.add(mode, shown, case, how, answer, 1000 * (time.perf_counter() - started_s))


def painted_over(shown, box):
    """Return the showing without the thing: not on the picture, not in the tree, not to be read."""
    frame = shown.observation.frame
    hidden = box.grown(2).intersection(frame.rect)
    pixels = frame.pixels.copy()
    part = pixels[hidden.y : hidden.bottom, hidden.x : hidden.right]
    part[:] = part[0, 0]

    def is_hit(thing):
        common = thing.box.intersection(hidden).area
        return common >= 0.2 * min(hidden.area, thing.box.area)

    def holds(thing):
        return thing.box.area > 4 * hidden.area

    observation = replace(shown.observation, frame=Frame(pixels, frame.origin, 0.0))
    elements = tuple(e for e in shown.elements if holds(e) or not is_hit(e))
    lines = tuple(x for x in shown.lines if not is_hit(x))
    return replace(shown, observation=observation, elements=elements, lines=lines)


def search_all(tally, shown, cases, reader):
    """Search for every case in every mode."""
    for case in cases:
        tally.search("all", shown, case, reader, case.target)
        for mode, (kept, left_out) in MODES.items():
            target = without(case.target, *left_out) if left_out else case.target
            tally.search(mode, shown, case, KeptReader(shown, **kept), target)
        box = truth(case, shown)
        if box is None or box.intersection(shown.observation.frame.rect) != box:
            continue
        gone = painted_over(shown, box)
        for mode in HIDDEN:
            kept = KeptReader(gone, with_tree=mode.startswith("all"))
            _, answer = outcome(LadderFinder(kept), case, case.target, gone)
            how = "wrong" if hasattr(answer, "point") else answer.why
            tally.add(mode, gone, case, how, answer, 0.0)


def distribution(values):
    values = sorted(values)
    return {
        "n": len(values),
        "median_ms": round(statistics.median(values), 2),
        "p95_ms": round(values[int(0.95 * (len(values) - 1))], 2),
        "max_ms": round(values[-1], 2),
    }


def report(tally):
    """Return everything measured as plain values."""
    ends = {f"{m} | {p} | {w}": dict(count) for (m, p, w), count in tally.ends.items()}
    totals = defaultdict(Counter)
    for (mode, _, _), count in tally.ends.items():
        totals[mode] += count
    times = {k: distribution(v) for k, v in tally.ms.items() if "painted" not in k}
    return {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "screen": SIZE,
        "must_median_ms": MUST_MS,
        "wrong": tally.wrong,
        "totals": {mode: dict(count) for mode, count in totals.items()},
        "rungs": {mode: dict(count) for mode, count in tally.rungs.items()},
        "times": times,
        "ends": ends,
    }


def main():
    """Show, search, print, write, judge."""
    tally, recorded = Tally(), {}
    with finder_desk() as desk:
        for shown in desk.everything():
            if shown.way == "recorded":
                recorded[shown.program] = cases_of(shown)
            tally.ms["reading a window (OCR)"].append(shown.read_ms)
            search_all(tally, shown, recorded[shown.program], desk.reader)
            print(
                f"{shown.program:10} {shown.way:16} {dict(tally.ends['all', shown.program, shown.way])}"
            )
    figures = report(tally)
    for mode, count in figures["totals"].items():
        print(f"{mode:24} {count} {figures['rungs'].get(mode, {})}")
    for what, spent in figures["times"].items():
        print(f"{what:28} {spent}")
    for wrong in tally.wrong:
        print("WRONG:", wrong)
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=2) + "\n")
    is_quick = figures["times"]["all"]["median_ms"] <= MUST_MS
    return 0 if is_quick and not tally.wrong else 1


if __name__ == "__main__":
    sys.exit(main())
