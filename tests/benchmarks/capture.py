"""How long seeing takes: grab, settle, window list, hit test. Run: python -m tests.benchmarks.capture.

Starts desktops of its own, prints a table and writes `build/benchmarks/capture.json`. Ends with
status 1 when a grab is slower than it must be.
"""

import json
import os
import platform
import statistics
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from automation.core.geometry import Rect, ScreenPoint
from automation.core.timing import StopToken
from automation.desktop.capture import ScreenGrabber
from automation.desktop.screen import DesktopScreen, settle
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.drawn_windows import drawn_windows
from tests.kit.waiting import wait_for

SIZES = {"1080p": (1920, 1080), "4K": (3840, 2160)}
MUST_GRAB_MS = {"1080p": 2.0, "4K": 8.0}
WINDOWS = 10
ROUNDS = 200
FEW_ROUNDS = 10
OUTPUT = Path("build/benchmarks/capture.json")


def timed(work, rounds=ROUNDS):
    """Return median and 95th percentile of a call, in milliseconds, after a first one."""
    work()
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    taken.sort()
    return {
        "median_ms": round(statistics.median(taken), 3),
        "p95_ms": round(taken[int(0.95 * (len(taken) - 1))], 3),
        "rounds": rounds,
    }


@contextmanager
def furnished(size):
    """A managed desktop with ten ordinary windows, and what looks at it."""
    with VirtualDesktop.start(size, accessibility=False) as desktop:
        os.environ["XAUTHORITY"] = desktop.env["XAUTHORITY"]
        grabber, windows = ScreenGrabber(desktop.display), X11Windows(desktop.display)
        with drawn_windows(desktop) as drawn:
            for n in range(WINDOWS):
                place = Rect(100 + 60 * n, 100 + 50 * n, 500, 350)
                drawn.create(place, colour=0x204060 + 0x0A0A0A * n, title=f"Window {n}")
            wait_for(lambda: sum(not w.is_minimised for w in windows.windows()) == WINDOWS)
            yield grabber, windows
        grabber.close()
        windows.close()


def measure(size):
    """Return the figures for one desktop size."""
    with furnished(size) as (grabber, windows):
        screen = DesktopScreen(grabber, windows)
        inside = ScreenPoint(300, 300)
        settle(grabber.grab, StopToken())
        return {
            "grab": timed(grabber.grab),
            "grab 400x300": timed(lambda: grabber.grab(Rect(200, 200, 400, 300))),
            "settle, still screen": timed(lambda: settle(grabber.grab, StopToken()), FEW_ROUNDS),
            "observe": timed(lambda: screen.observe(StopToken()), FEW_ROUNDS),
            "observe_now": timed(screen.observe_now, FEW_ROUNDS),
            f"window list, {WINDOWS} windows": timed(windows.windows),
            "hit test": timed(lambda: windows.top_at(inside)),
            "focus": timed(windows.focus),
        }


def main():
    """Measure every size, print, write, and judge the grabs."""
    results = {name: measure(size) for name, size in SIZES.items()}
    for name, figures in results.items():
        for what, figure in figures.items():
            print(f"{name:6} {what:24} {figure['median_ms']:9.3f} {figure['p95_ms']:9.3f} ms")
    slow = [n for n, must in MUST_GRAB_MS.items() if results[n]["grab"]["median_ms"] > must]
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    facts = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
    report = {**facts, "must_grab_ms": MUST_GRAB_MS, "too_slow": slow, "results": results}
    OUTPUT.write_text(json.dumps(report, indent=2) + "\n")
    print(f"median and 95th percentile; written to {OUTPUT}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
