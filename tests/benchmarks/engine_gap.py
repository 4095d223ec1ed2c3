"""How long the window waits for the engine. Run: python -m tests.benchmarks.engine_gap [qt|thread].

A timer of 16 ms runs in the main thread, by Qt offscreen or by plain sleep, while a fresh process
loads a tiny checkpoint (all imports included) and then decodes. A tiny network is the worst case
for the interpreter's lock: almost all of its time is Python. Prints the gaps between two ticks and
writes `build/benchmarks/engine_gap.json`; status 1 when a 99th percentile is above its limit.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from automation.core.errors import AssistantError, Stopped

PERIOD_MS = 16
LIMIT_MS = {"loading": 100.0, "decoding": 33.0}
DECODE_S = 10.0
OUTPUT = Path("build/benchmarks/engine_gap.json")


class Ticks:
    """Notes when the timer fired, phase by phase."""

    def __init__(self):
        self.at = []
        self.gaps = {}

    def tick(self):
        """Note a tick."""
        self.at.append(time.perf_counter())

    def end(self, phase):
        """Close a phase; keep the gaps between its ticks, in milliseconds."""
        pairs = zip(self.at, self.at[1:], strict=False)
        self.gaps[phase] = sorted(1000 * (after - before) for before, after in pairs)
        self.at = self.at[-1:]


def work(engine, folder, ticks):
    """Load, then decode for a while; yields whenever the timer may go on."""
    from automation.core.timing import StopToken
    from model.inference.options import DecodeSettings, LoadOptions, Request, Sampling
    from model.prompt.conversation import Conversation, Message

    load = engine.load(LoadOptions(folder=folder))
    while not load.is_over:
        yield
    load.result()
    ticks.end("loading")
    settings = DecodeSettings(100_000, Sampling(1.5), refuses_loops=False)
    stop = StopToken()
    talk = Conversation((Message("system", "You write."), Message("user", "Write.")))
    count = []

    def ask():
        while not stop.is_set:
            with suppress(AssistantError, Stopped):
                engine.propose(Request(talk, settings=settings), stop=stop, on_event=count.append)

    threading.Thread(target=ask, daemon=True).start()
    end = time.perf_counter() + DECODE_S
    while time.perf_counter() < end:
        yield
    ticks.end("decoding")
    stop.stop()
    ticks.events = len(count)


def run_thread(folder, ticks):
    """Tick by sleeping."""
    from model.inference.engine import ModelEngine

    engine = ModelEngine()
    due = time.perf_counter()
    for _ in work(engine, folder, ticks):
        due = max(due + PERIOD_MS / 1000, time.perf_counter())
        time.sleep(max(0.0, due - time.perf_counter()))
        ticks.tick()
    engine.close()


def run_qt(folder, ticks):
    """Tick by a precise Qt timer, offscreen."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QCoreApplication, Qt, QTimer

    from model.inference.engine import ModelEngine

    application = QCoreApplication([])
    engine = ModelEngine()
    steps = work(engine, folder, ticks)

    def fired():
        ticks.tick()
        if next(steps, StopIteration) is StopIteration:
            application.quit()

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=PERIOD_MS)
    timer.timeout.connect(fired)
    timer.start()
    application.exec()
    engine.close()


def child(kind, folder):
    """Measure in this process; print JSON."""
    ticks = Ticks()
    {"qt": run_qt, "thread": run_thread}[kind](Path(folder), ticks)
    print(json.dumps({"gaps": ticks.gaps, "events": ticks.events}))


def figures(gaps):
    """Return median, 99th percentile and worst."""
    return {
        "ticks": len(gaps),
        "median_ms": round(gaps[len(gaps) // 2], 1),
        "p99_ms": round(gaps[int(0.99 * (len(gaps) - 1))], 1),
        "worst_ms": round(gaps[-1], 1),
    }


def main():
    """Measure both timers, print, write and judge."""
    from model.checkpoint.tiny import write_tiny_checkpoint

    kinds = sys.argv[1:] or ["qt", "thread"]
    report = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
    is_slow = False
    with tempfile.TemporaryDirectory() as folder:
        write_tiny_checkpoint(Path(folder) / "tiny")
        for kind in kinds:
            argv = [sys.executable, "-m", "tests.benchmarks.engine_gap", "--child", kind]
            argv.append(str(Path(folder) / "tiny"))
            found = subprocess.run(argv, capture_output=True, text=True, check=True)
            measured = json.loads(found.stdout.splitlines()[-1])
            report[kind] = {"text_events": measured["events"]}
            for phase, gaps in measured["gaps"].items():
                report[kind][phase] = figures(gaps)
                is_slow |= report[kind][phase]["p99_ms"] > LIMIT_MS[phase]
                print(f"{kind:7} {phase:9}", report[kind][phase], [round(g) for g in gaps[-5:]])
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=2) + "\n")
    print(f"see {OUTPUT}")
    return 1 if is_slow else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:4])
    else:
        sys.exit(main())
