"""How long the overlay takes to come and to go. Run: python -m tests.benchmarks.overlay.

Starts desktops of its own, with and without a compositor. "Card" is from the question to the
card's pixels on the screen, "veil" from hide() to a picture without markers, "accepted" from the
press to the answer in the agent's thread. Prints a table and writes `build/benchmarks/overlay.json`.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop

ROUNDS = 15
OUTPUT = Path("build/benchmarks/overlay.json")


def summary(taken_ms):
    ordered = sorted(taken_ms)
    return {
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "rounds": len(ordered),
    }


class Measurement:
    """One agent's thread that asks again and again, and somebody who accepts."""

    def __init__(self):
        from app.gui.overlay.confirmer import OverlayConfirmer
        from app.gui.widgets.theme import Theme
        from app.settings import Approval, Settings
        from automation.desktop.capture import ScreenGrabber

        theme = Theme("light")
        settings = Settings(approval=Approval(arming_s=0.3), mark="amber-kite:paper kite")
        self.confirmer = OverlayConfirmer(theme, settings)
        self.grabber = ScreenGrabber()
        self.card, self.veil, self.accepted = [], [], []

    def work(self):
        from automation.core.actions import Aim, Click
        from automation.core.geometry import Monitor, Rect, ScreenPoint
        from automation.core.observation import Observation, ScreenElement
        from automation.core.proposal import Proposal, Risk, RiskLevel
        from automation.core.timing import StopToken
        from automation.desktop.capture import shows, wait_until_gone

        frame = self.grabber.grab()
        monitors = (Monitor(1, frame.rect, 1.0),)
        seen = Observation(frame, monitors, (), ScreenPoint(0, 0))
        element = ScreenElement("Save", "button", Rect(300, 300, 120, 30), "tree")
        proposal, risk = Proposal(Click(Aim(ScreenPoint(350, 317))), element), Risk(RiskLevel.R2)
        stop, veil = StopToken(), self.confirmer.veil
        for _ in range(ROUNDS):
            started = time.perf_counter()
            answers = []

            def ask(found=answers):
                found.append(self.confirmer.confirm(proposal, risk, seen, stop))

            asking = threading.Thread(target=ask)
            asking.start()
            while not (markers := veil.markers()) or not shows(self.grabber.grab(), markers[0]):
                time.sleep(0.001)
            self.card.append((time.perf_counter() - started) * 1000)
            time.sleep(0.4)
            started = time.perf_counter()
            veil.hide()
            wait_until_gone(self.grabber.grab, markers, stop)
            self.veil.append((time.perf_counter() - started) * 1000)
            veil.show()
            time.sleep(0.4)
            started = time.perf_counter()
            self.confirmer.on_chord("card.accept")
            asking.join()
            self.accepted.append((time.perf_counter() - started) * 1000)
        self.grabber.close()


def measure():
    """Measure on the desktop of the environment and print the figures as JSON."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    qt = QApplication(sys.argv[:1])
    measurement = Measurement()
    worker = threading.Thread(target=measurement.work)
    worker.start()
    watch = QTimer(qt)
    watch.timeout.connect(lambda: None if worker.is_alive() else qt.quit())
    watch.start(20)
    qt.exec()
    figures = {
        "card": summary(measurement.card),
        "veil": summary(measurement.veil),
        "accepted": summary(measurement.accepted),
    }
    print(json.dumps(figures))


def main():
    """Run the measurement on both kinds of desktop."""
    if sys.argv[1:] == ["--here"]:
        measure()
        return 0
    results = {"machine": platform.platform(), "cores": os.cpu_count()}
    for name, has_compositor in (("compositor", True), ("plain", False)):
        with VirtualDesktop.start(compositor=has_compositor, accessibility=False) as desktop:
            command = [sys.executable, "-m", "tests.benchmarks.overlay", "--here"]
            environment = {**desktop.env, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(Path.cwd())}
            done = subprocess.run(
                command, env=environment, stdout=subprocess.PIPE, check=True, timeout=120
            )
            results[name] = json.loads(done.stdout.splitlines()[-1])
            for what, figures in results[name].items():
                print(
                    f"{name:12} {what:10} {figures['median_ms']:8} ms, p95 {figures['p95_ms']} ms"
                )
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(results, indent=2), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
