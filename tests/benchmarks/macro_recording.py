"""How long a recording of a million events takes. Run: python -m tests.benchmarks.macro_recording.

The events are those of a busy hand: 80 % movements, half of them while a button is down, text with
modifiers, chords, the wheel. Prints a table and writes `build/benchmarks/macro_recording.json`.
"""

import json
import os
import platform
import resource
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import numpy as np

from automation.core import hand_events
from automation.desktop.recording.keys import XKeyNames
from automation.macros.record.coalesce import coalesce
from automation.macros.record.raw_file import DTYPE, Journal, packed, to_events, unpacked

EVENTS = 1_000_000
MUST_S, MUST_MIB = 10.0, 1024
BATCH = 64
"""Events that a recorder writes at once."""
OUTPUT = Path("build/benchmarks/macro_recording.json")


def busy_hand():
    """Return the events; every press is followed by its release, now and then much later."""
    rng = np.random.default_rng(7)
    events = np.zeros(EVENTS, DTYPE)
    events["t_us"] = np.cumsum(rng.integers(1_000, 15_000, EVENTS))
    events["x"] = np.abs(np.cumsum(rng.integers(-9, 10, EVENTS))) % 1920
    events["y"] = np.abs(np.cumsum(rng.integers(-9, 10, EVENTS))) % 1080
    events["kind"] = rng.choice(
        [
            hand_events.MOVE,
            hand_events.PRESS,
            hand_events.RELEASE,
            hand_events.KEY_DOWN,
            hand_events.KEY_UP,
        ],
        EVENTS,
        p=[0.8, 0.03, 0.03, 0.07, 0.07],
    )
    events["button"] = rng.choice([1, 1, 1, 3, 4, 5], EVENTS)
    events["keycode"] = rng.integers(10, 60, EVENTS)
    events["keysym"] = rng.choice([*range(0x20, 0x7F), 0xFF08, 0xFF0D, 0xFF09, 0xE9], EVENTS)
    events["state"] = rng.choice([0, 0, 0, 0, hand_events.SHIFT, hand_events.CTRL], EVENTS)
    return events


def timed(work):
    """Return what the work returned, its seconds by the clock and by the processor."""
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    result = work()
    return result, (time.perf_counter() - wall_s, time.process_time() - cpu_s)


def each(events):
    """Yield the events as a recorder hears them, one after the other."""
    for begin in range(0, len(events), BATCH):
        yield from to_events(events[begin : begin + BATCH])


def write_live(path, events):
    """Write events as a recorder does while they come."""
    values = to_events(events)
    with closing(Journal(path)) as journal:
        for begin in range(0, len(values), BATCH):
            journal.append(values[begin : begin + BATCH])
        journal.finish()


def main():
    """Measure, print, write."""
    events, rows = busy_hand(), {}
    before_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with tempfile.TemporaryDirectory() as folder:
        data, rows["pack"] = timed(lambda: packed(events))
        read, rows["unpack"] = timed(lambda: unpacked(data))
        gestures, rows["coalesce"] = timed(lambda: coalesce(each(read), XKeyNames()))
        size = len(data)
        peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        few = events[: EVENTS // 20]
        _, rows["write live, 50,000 of them"] = timed(
            lambda: write_live(Path(folder) / "live.bin", few)
        )
    kinds = Counter(type(gesture).__name__ for gesture in gestures)
    for name, (wall_s, cpu_s) in rows.items():
        print(f"{name:28} {wall_s:7.2f} s, {cpu_s:6.2f} s of the processor")
    print(f"{size:,} bytes; {peak_mib:.0f} MiB at most, {before_mib:.0f} before; {dict(kinds)}")
    is_met = all(rows[name][0] <= MUST_S for name in ("pack", "unpack", "coalesce"))
    print("met" if is_met and peak_mib <= MUST_MIB else "NOT met")
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    told = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "events": EVENTS,
        "seconds": {name: {"wall": w, "cpu": c} for name, (w, c) in rows.items()},
        "peak_mib": peak_mib,
        "gestures": dict(kinds),
    }
    OUTPUT.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
