"""How many explicit instructions come to their effect on real programs, and how quickly.

Run: python -m tests.benchmarks.instructions [--size 1920x1080] [--only PROGRAM]. Starts desktops of
its own, prints a table and writes `build/benchmarks/instructions.json`. Every step goes through the
real loop and executor; effects are checked from the programs' side. A wrong click is a press on
anything that the case does not name. Ends with status 1 when too few pass or one click is wrong.
"""

import argparse
import contextlib
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from itertools import groupby
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.benchmarks.instruction_cases import CASES
from tests.benchmarks.instruction_desk import EFFECT_S, InstructionDesk, wait_for

SIZES = ("1920x1080", "1280x800")
MUST_PASS = 0.95
OUTPUT = Path("build/benchmarks/instructions.json")
PHASES = ("observe", "propose", "execute", "verify")


def run_case(desk, case):
    """Run one instruction; return what there is to know of it."""
    desk.begin()
    started = time.monotonic()
    ended = desk.run(case.text)
    seconds = time.monotonic() - started
    is_seen = bool(wait_for(lambda: case.effect(desk), EFFECT_S))
    wrong = [name for name in desk.pressed() if name not in case.presses]
    as_meant = ended.outcome in case.ends if case.ends else True
    return {
        "program": case.program,
        "text": case.text,
        "passed": is_seen and as_meant and not wrong,
        "outcome": ended.outcome.value,
        "message": ended.message,
        "wrong": wrong,
        "steps": len(desk.steps),
        "seconds": round(seconds, 2),
        "ms": [
            {phase: round(getattr(step.timings, phase), 1) for phase in PHASES}
            for step in desk.steps
        ],
    }


def run_size(size, only):
    """Run all cases on a desktop of one size."""
    width, height = map(int, size.split("x"))
    results = []
    with (
        tempfile.TemporaryDirectory(prefix="deskhand-bench-") as folder,
        VirtualDesktop.start((width, height)) as desktop,
    ):
        os.environ.update(desktop.env)
        with contextlib.closing(InstructionDesk(desktop, folder)) as desk:
            for program, cases in groupby(CASES, key=lambda case: case.program):
                if only and program not in only:
                    continue
                with desk.programs(program):
                    results += [told(size, run_case(desk, case)) for case in cases]
    return results


def told(size, result):
    mark = "pass" if result["passed"] else "FAIL"
    print(
        f"{mark} {size} {result['program']:12} {result['seconds']:5.1f} s  {result['text']}",
        flush=True,
    )
    if not result["passed"]:
        print(f"      {result['outcome']}: {result['message']} wrong={result['wrong']}", flush=True)
    return {"size": size, **result}


def summary(results):
    """Return counts and median milliseconds of each phase of a step."""
    steps = [step for result in results for step in result["ms"]]
    medians = {
        phase: round(statistics.median(step[phase] for step in steps), 1) for phase in PHASES
    }
    passed = sum(result["passed"] for result in results)
    return {
        "instructions": len(results),
        "passed": passed,
        "share": round(passed / len(results), 3),
        "wrong_clicks": sum(len(result["wrong"]) for result in results),
        "said_done": sum(result["outcome"] == "done" for result in results),
        "median_ms": medians,
    }


def main():
    """Measure, print, write, and say whether the figures are as they must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    results = [
        result for size in arguments.size or SIZES for result in run_size(size, arguments.only)
    ]
    figures = summary(results)
    print(json.dumps(figures, indent=1))
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    machine = {"machine": platform.processor() or platform.machine(), "cores": os.cpu_count()}
    OUTPUT.write_text(json.dumps({**machine, **figures, "results": results}, indent=1))
    return 0 if figures["share"] >= MUST_PASS and not figures["wrong_clicks"] else 1


if __name__ == "__main__":
    sys.exit(main())
