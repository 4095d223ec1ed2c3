"""Measures the time from the kill key to the last event that the executor sends.

    python tests/benchmarks/kill_latency.py [--rounds 100] [--load 0] [--out FILE]

A third client presses the kill key in the middle of typing and of dragging; a fourth one, an
observer process, stamps every raw event with the clock that all processes share. The latency of a
round is the last event of the executor after the key, minus the key. Then the server is asked what
is still held. `--load N` runs N busy processes at nice +10 beside it, as the model's worker is.
"""

import argparse
import json
import multiprocessing
import os
import platform
import random
import select
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from automation.core.actions import Drag, KeyDown, Write
from automation.desktop.input.protocol import Killed
from automation.desktop.input.x11_raw import RawInput
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.executor_rig import INSIDE, executor_rig

TEXT = Write("The quick brown fox jumps over the lazy dog. " * 100)
PATH = tuple(INSIDE.offset(*d) for d in ((0, 0), (180, 120), (-150, 80), (100, -120), (0, 0)))
QUIET_S = 0.25
"""No event for this long: the round is over."""


def observe(environ, events, ready):
    """Stamp every raw event; runs as a process of its own."""
    os.environ.update(environ)
    raw = RawInput()
    ready.set()
    while True:
        select.select([raw.descriptor], [], [])
        now_s = time.monotonic()
        for event in raw.events():
            if hasattr(event, "kind"):
                events.send((now_s, event.kind, event.code, event.is_down))


def burn():
    """Keep a core busy as the model's worker would, at a lower priority than ours."""
    os.nice(10)
    while True:
        pass


def drain(events):
    """Return what the observer saw until nothing came for a while."""
    seen = []
    while events.poll(QUIET_S):
        seen.append(events.recv())
    return seen


def one_round(rig, events, action, kill_code, delay_s):
    """Start an action, kill it after a while; return milliseconds and what stayed held."""
    rig.client.begin_run()
    rig.do(KeyDown("f8"))  # something to release: between two letters nothing else is held
    drain(events)
    result = rig.begin(action)
    time.sleep(delay_s)
    killed_s = time.monotonic()
    rig.user.press(kill_code)
    rig.user.release(kill_code)
    execution = result()
    seen = drain(events)
    ours = [at for at, kind, code, _ in seen if (kind, code) != ("key", kill_code)]
    presses = [at for at, kind, code, down in seen if down and code != kill_code and at > killed_s]
    if execution.completed or not ours:
        message = f"the action was not in progress when the kill key came: {execution}"
        raise SystemExit(message)
    held = len(rig.user.keys_down()) + len(rig.user.buttons_down())
    return max(0.0, (max(ours) - killed_s) * 1000), len(presses), held


def percentile(sorted_values, share):
    """Return the smallest value that at least this share of the values does not exceed."""
    return sorted_values[max(0, -(-len(sorted_values) * share // 100) - 1)]


def summary(rounds):
    """Return the figures of one kind of action."""
    values = sorted(round(ms, 2) for ms, _, _ in rounds)
    return {
        "n": len(values),
        "p50_ms": percentile(values, 50),
        "p95_ms": percentile(values, 95),
        "p99_ms": percentile(values, 99),
        "max_ms": values[-1],
        "presses_after_kill_max": max(presses for _, presses, _ in rounds),
        "held_after": sum(held for _, _, held in rounds),
    }


def measure(desktop, rounds):
    """Run all rounds on one executor."""
    events, sender = multiprocessing.Pipe(duplex=False)
    ready = multiprocessing.Event()
    observer = multiprocessing.Process(
        target=observe, args=(desktop.env, sender, ready), daemon=True
    )
    observer.start()
    ready.wait(10)
    chance = random.Random(1)
    figures = {}
    with tempfile.TemporaryDirectory() as folder, executor_rig(desktop, Path(folder)) as rig:
        kill_code = rig.user.code("pause")
        for name, action in (("typing", TEXT), ("dragging", Drag(PATH, duration_s=20.0))):
            results = [
                one_round(rig, events, action, kill_code, chance.uniform(0.15, 0.4))
                for _ in range(rounds)
            ]
            figures[name] = summary(results)
            print(name, json.dumps(figures[name]), flush=True)
        assert sum(isinstance(event, Killed) for event in rig.events) == 2 * rounds
    observer.terminate()
    observer.join()
    return figures


def main():
    """Measure, print and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--load", type=int, default=0, help="busy processes at nice +10")
    parser.add_argument("--out", type=Path, default=Path("build/benchmarks/kill_latency.json"))
    options = parser.parse_args()
    load = [multiprocessing.Process(target=burn, daemon=True) for _ in range(options.load)]
    for process in load:
        process.start()
    with VirtualDesktop.start((1280, 800), accessibility=False) as desktop:
        os.environ.update(desktop.env)
        figures = measure(desktop, options.rounds)
    for process in load:
        process.terminate()
    report = {
        "benchmark": "kill_latency",
        "unix_s": round(time.time()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": options.load,
        "loadavg_1min": os.getloadavg()[0],
        "required": {"p99_ms": 50, "held_after": 0},
        "figures": figures,
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=2) + "\n")
    print(f"kept in {options.out}")


if __name__ == "__main__":
    main()
