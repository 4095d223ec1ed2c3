"""How smooth a chat of 1,000 steps is. Run: python -m tests.benchmarks.chat_list.

Paints offscreen with the raster engine, prints milliseconds and writes
`build/benchmarks/chat_list.json`.
"""

import json
import os
import platform
import statistics
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.gui.chat.panel import ChatPanel
from app.gui.widgets.theme import Theme
from automation.core.events import Stepped, Working
from tests.gui import sample_runs as runs

STEPS = 1000
PLACES = 200
OUTPUT = Path("build/benchmarks/chat_list.json")


def figures(taken):
    """Return median, 95th percentile and worst of times in seconds, as milliseconds."""
    taken = sorted(1000 * seconds for seconds in taken)
    return {
        "median_ms": round(statistics.median(taken), 2),
        "p95_ms": round(taken[int(0.95 * (len(taken) - 1))], 2),
        "worst_ms": round(taken[-1], 2),
    }


def timed(work, values):
    """Return how long the work took for each value."""
    taken = []
    for value in values:
        started = time.perf_counter()
        work(value)
        taken.append(time.perf_counter() - started)
    return taken


def measure():
    """Fill a chat, scroll through it, stream into its last row."""
    application = QApplication([])
    theme = Theme("light")
    theme.apply(application)
    panel = ChatPanel(theme, "Pause")
    panel.resize(760, 700)
    panel.show()
    for happening in runs.begun():
        panel.take(happening)

    def step(n):
        panel.take(runs.proposed(n))
        panel.take(Stepped(runs.RUN, runs.record(n)))
        application.processEvents()

    added = timed(step, range(1, STEPS + 1))
    panel.take(runs.proposed(STEPS + 1))
    panel.take(Working(runs.RUN, "executing"))
    application.processEvents()
    viewport, bar = panel.steps.viewport(), panel.steps.verticalScrollBar()
    image = QImage(QSize(viewport.width(), viewport.height()), QImage.Format.Format_RGB32)

    def repaint(place):
        bar.setValue(place)
        viewport.render(image)

    places = [bar.maximum() * n // PLACES for n in range(PLACES)]
    first, again = timed(repaint, places), timed(repaint, places)

    def stream(n):
        panel.model.take(Working(runs.RUN, "executing", f"{n} of 1000"))
        application.processEvents()

    return {
        "full repaint, crops drawn": figures(first),
        "full repaint": figures(again),
        "one step more, last hundred": figures(added[-100:]),
        "streaming into the last row": figures(timed(stream, range(100))),
    }


def main():
    """Measure, print and write."""
    results = measure()
    for what, times in results.items():
        print(f"{what:28}", *(f"{name} {value:7.2f}" for name, value in times.items()))
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    facts = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
    OUTPUT.write_text(json.dumps({**facts, "steps": STEPS, "results": results}, indent=2) + "\n")
    print(f"{STEPS} steps; written to {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
