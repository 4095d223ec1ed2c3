"""How long the last look takes, from the call to the first event: python -m tests.benchmarks.recheck.

Starts a desktop of its own with ten windows under a manager and gives the executor's own eyes an
action to check again and again. Prints a table and writes `build/benchmarks/recheck.json`; ends
with status 1 when the 95th percentile of an action is above the budget (a quiet machine is meant:
the load is printed beside it).
"""

import json
import os
import platform
import statistics
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.rig import Eyes
from automation.desktop.input.targets import ActionGuard, Display, difference, look
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.drawn_windows import drawn_windows
from tests.kit.waiting import wait_for

WINDOWS = 10
ROUNDS = 300
BUDGET_MS = 25.0
OUTPUT = Path("build/benchmarks/recheck.json")
POINT = ScreenPoint(300, 300)
ACTIONS = {
    "click": Click(Aim(POINT)),
    "hotkey": Hotkey(("ctrl", "a")),
    "write with a click": Write("hello", at=Aim(POINT)),
}


@contextmanager
def furnished():
    """The executor's eyes on a managed desktop; the window under the point has the focus."""
    with VirtualDesktop.start((1920, 1080), accessibility=False) as desktop:
        os.environ |= {"DISPLAY": desktop.display, "XAUTHORITY": desktop.env["XAUTHORITY"]}
        windows, eyes = X11Windows(desktop.display), Eyes()
        with drawn_windows(desktop) as drawn:
            for n in reversed(range(WINDOWS)):
                place = Rect(100 + 60 * n, 100 + 50 * n, 500, 350)
                front = drawn.create(place, colour=0x204060 + 0x0A0A0A * n, title=f"Window {n}")
            wait_for(lambda: sum(not w.is_minimised for w in windows.windows()) == WINDOWS)
            windows.activate(front)
            wait_for(lambda: (focus := windows.focus()) is not None and focus.window_id == front)
            yield Display(
                windows, eyes.grab, eyes.size, windows.pointer, frozenset((os.getpid() + 1,)),
                is_keyboard_taken=eyes.is_keyboard_taken,
                is_pointer_taken=eyes.is_pointer_taken,
            )  # fmt: skip
        eyes.close()
        windows.close()


def last_look(action, display, target):
    """Do what the session and the emitter do between the approval and the first event."""
    guard = ActionGuard(display, target, types_text=isinstance(action, Write))
    started_s = time.perf_counter()
    if not isinstance(action, Click):
        assert not display.is_input_secure()
    sentence = difference(target, action, display)
    assert not sentence, sentence
    checked_s = time.perf_counter()
    if isinstance(action, Hotkey):
        guard.key_event()
    else:
        guard.pointer_event(POINT)
        guard.press(POINT)
        guard.look_again(POINT)
    return (checked_s - started_s) * 1000, (time.perf_counter() - checked_s) * 1000


def spread(taken):
    """Return the distribution of some milliseconds."""
    ranks = sorted(taken)
    at = {"p50_ms": 0.5, "p90_ms": 0.9, "p95_ms": 0.95, "p99_ms": 0.99}
    figures = {name: round(ranks[int(share * (len(ranks) - 1))], 2) for name, share in at.items()}
    return {**figures, "mean_ms": round(statistics.mean(ranks), 2), "n": len(ranks)}


def measure(action, display):
    """Return the figures of one action: the check, the guard's look before the event, both."""
    target = look(action, display)
    for _ in range(10):
        last_look(action, display, target)
    pairs = [last_look(action, display, target) for _ in range(ROUNDS)]
    parts = zip(*pairs, strict=True)
    both = [check + guard for check, guard in pairs]
    return {n: spread(t) for n, t in zip(("check", "guard", "both"), (*parts, both), strict=True)}


def main():
    """Measure every action, print, write, and judge by the budget."""
    with furnished() as display:
        results = {name: measure(action, display) for name, action in ACTIONS.items()}
    for name, figures in results.items():
        for part, figure in figures.items():
            shown = "".join(f"{figure[p]:9.2f}" for p in ("p50_ms", "p90_ms", "p95_ms", "p99_ms"))
            print(f"{name:20}{part:6}{shown} ms")
    slow = [name for name, figures in results.items() if figures["both"]["p95_ms"] > BUDGET_MS]
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    facts = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
    report = {**facts, "windows": WINDOWS, "budget_ms": BUDGET_MS, "too_slow": slow}
    OUTPUT.write_text(json.dumps({**report, "results": results}, indent=2) + "\n")
    print(f"p50, p90, p95, p99; load {facts['load'][0]:.1f}; written to {OUTPUT}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
