"""Time from process start to the window's first paint. Run: python -m tests.benchmarks.start_up.

Starts a desktop of its own, starts the window 20 times after one that warms the caches, prints and
writes `build/benchmarks/start_up.json`. Ends with status 1 when the median is above what it must be.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop

MUST_S = 0.5
ROUNDS = 20
OUTPUT = Path("build/benchmarks/start_up.json")
HEAVY = ("torch", "transformers", "onnxruntime", "rapidocr", "cv2", "pyautogui")
STEPS = ("python", "imports", "window", "paint")
PROGRAM = """
import sys, time
marks = [time.time()]
import app.main
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and len(marks) == 3:
            QApplication.instance().removeEventFilter(self)
            marks.append(time.time())
            heavy = [name for name in {heavy!r} if name in sys.modules]
            print(*marks, *heavy, flush=True)
            QApplication.quit()
        return False

begun = app.main.main
def main_and_watch():
    import app.gui.application
    import app.gui.window.main_window
    marks.append(time.time())
    opened = app.gui.application.Application.open
    def open_and_watch(self):
        marks.append(time.time())
        watch = Watch(self)
        QApplication.instance().installEventFilter(watch)
        opened(self)
    app.gui.application.Application.open = open_and_watch
    return begun()
app.main.main = main_and_watch
sys.argv = ["deskhand"]
app.main.program()
"""


def started(desktop):
    """Start the window once; return the seconds after each step, and what heavy was loaded."""
    environment = {
        "PYTHONPATH": str(Path.cwd()),
        "QT_QPA_PLATFORM": "xcb",
        "DESKHAND_HOME": str(desktop.home / "deskhand"),
    }
    begin = time.time()
    process = desktop.spawn(
        [sys.executable, "-c", PROGRAM.replace("{heavy!r}", repr(HEAVY))],
        stdout=subprocess.PIPE,
        **environment,
    )
    words = process.stdout.readline().decode().split()
    process.wait(30)
    marks = [float(word) - begin for word in words[: len(STEPS)]]
    return marks, words[len(STEPS) :]


def main():
    """Measure, print, write, and judge. With byte code kept, as for everybody who starts it twice."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with VirtualDesktop.start((1920, 1080), accessibility=False) as desktop:
        started(desktop)
        runs = [started(desktop) for _ in range(ROUNDS)]
    heavy = sorted({name for _, names in runs for name in names})
    figures = {}
    for number, step in enumerate(STEPS):
        seconds = sorted(marks[number] for marks, _ in runs)
        figures[step] = {
            "median_s": round(statistics.median(seconds), 3),
            "p95_s": round(seconds[int(0.95 * (len(seconds) - 1))], 3),
            "min_s": round(seconds[0], 3),
        }
        print(f"{step:8}", *(f"{name} {value:.3f}" for name, value in figures[step].items()))
    is_slow = figures["paint"]["median_s"] > MUST_S
    facts = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
    report = {**facts, "must_s": MUST_S, "rounds": ROUNDS, "loaded": heavy, "seconds": figures}
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=2) + "\n")
    print(f"seconds from process start; heavy modules loaded: {heavy or 'none'}; see {OUTPUT}")
    return 1 if is_slow or heavy else 0


if __name__ == "__main__":
    sys.exit(main())
