"""How long keeping a step takes, and judging one. Run: python -m tests.benchmarks.records.

Writes noisy 1080p pictures as a desktop shows them into a history of its own, prints a table and
writes `build/benchmarks/records.json`.
"""

import json
import os
import platform
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np

from automation.core.actions import Aim, Click
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import (
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.records.store import Store
from automation.safety.evidence import Evidence
from automation.safety.risk import assess

STEPS = 40
THOUGHT_S = 0.15
"""What a policy needs at least between two pictures of a step."""
OUTPUT = Path("build/benchmarks/records.json")
CLICK = Click(Aim(ScreenPoint(700, 400)))
PROPOSAL = Proposal(CLICK, sentence="Click Save")


def screenshots():
    """Yield pictures with flat parts, text-like noise and a photo, each differing a little."""
    rng = np.random.default_rng(5)
    base = np.full((1080, 1920, 4), 238, np.uint8)
    for top in range(60, 700, 22):
        base[top : top + 12, 100:1100] = np.where(rng.random((12, 1000, 1)) < 0.3, 40, 238)
    base[700:1000, 1200:1700, :3] = rng.integers(0, 256, (300, 500, 3), np.uint8)
    for n in range(2 * STEPS):
        pixels = base.copy()
        pixels[20:50, 10 * n : 10 * n + 60] = n
        yield Frame(pixels, ScreenPoint(0, 0), 0.0)


def timed(taken, work):
    """Run the work, add its milliseconds, return what it returned."""
    started = time.perf_counter()
    result = work()
    taken.append((time.perf_counter() - started) * 1000)
    return result


def keep_steps(home):
    """Write a run as the loop does; return the milliseconds of each kind of call."""
    taken = {"picture": [], "intend": [], "append": []}
    store = Store(home)
    log, shots = store.new_run(Task("benchmark")), screenshots()
    for n in range(1, STEPS + 1):
        first, second = next(shots), next(shots)
        before = timed(taken["picture"], lambda shot=first: log.picture(shot))
        time.sleep(THOUGHT_S)
        timed(taken["intend"], lambda n=n: log.intend(n, PROPOSAL, CLICK, Risk(RiskLevel.R1)))
        after = timed(taken["picture"], lambda shot=second: log.picture(shot))
        record = StepRecord(
            n, PROPOSAL, Risk(RiskLevel.R1), Confirmation("accepted", "user"), CLICK, None,
            Execution(2, 1.0), Receipt("effect_seen"), pictures=Pictures(before, "", after),
        )  # fmt: skip
        timed(taken["append"], lambda record=record: log.append(record))
    log.end(Outcome.DONE, "Done.")
    store.close()
    return taken


def judge(rounds=2000):
    """Return the milliseconds of judging a click on a button with a name."""
    evidence = Evidence(name="Datei speichern unter", role="button", app="mousepad")
    assess(CLICK, evidence)
    taken = []
    for _ in range(rounds):
        timed(taken, lambda: assess(CLICK, evidence))
    return taken


def main():
    """Measure, print, write."""
    with tempfile.TemporaryDirectory(prefix="deskhand-records-") as folder:
        home = Path(folder) / "home"
        taken = keep_steps(home)
        files = list((home / "blobs").glob("??/*.png"))
        size = sum(path.stat().st_size for path in files) / len(files)
        taken["open"] = []
        timed(taken["open"], lambda: Store(home)).close()
    taken["assess"] = judge()
    figures = {
        name: {
            "median_ms": round(statistics.median(times), 3),
            "p95_ms": round(sorted(times)[int(0.95 * (len(times) - 1))], 3),
        }
        for name, times in taken.items()
    }
    for name, figure in figures.items():
        print(f"{name:10} median {figure['median_ms']:8.3f} ms   p95 {figure['p95_ms']:8.3f} ms")
    print(f"picture    {size / 1024:.0f} kB")
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    machine = {"cpus": os.cpu_count(), "machine": platform.machine(), "load": os.getloadavg()}
    told = {"figures": figures, "picture_bytes": round(size), **machine}
    OUTPUT.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
