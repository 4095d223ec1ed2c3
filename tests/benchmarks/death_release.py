"""Measures how long keys stay down after a violent death.

    python tests/benchmarks/death_release.py [--rounds 30] [--out FILE]

An app has its executor hold Shift, Control and a mouse button; then the executor, the app, or both
get SIGKILL. The server is asked twice a millisecond until nothing is down.
"""

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from automation.desktop.virtual import VirtualDesktop
from tests.desktop.other_user import OtherUser

ROOT = Path(__file__).parents[2]
POLL_S = 0.0005
GIVE_UP_S = 5.0
WHERE = ("640", "400")


def one_round(desktop, user, folder, who):
    """Return the milliseconds from the death to nothing held; None if something stays."""
    program = str(ROOT / "tests/desktop/holding_app.py")
    app = desktop.spawn(
        [sys.executable, program, folder, *WHERE], stdout=subprocess.PIPE, PYTHONPATH=str(ROOT)
    )
    executor_pid, deadman_pid = (int(pid) for pid in app.stdout.readline().split())
    assert len(user.keys_down()) == 2, "the keys are not down"
    assert user.buttons_down() == [1], "the button is not down"
    victims = {"executor": (executor_pid,), "app": (app.pid,), "both": (app.pid, executor_pid)}
    for pid in victims[who]:
        os.kill(pid, signal.SIGKILL)
    died_s = time.monotonic()
    while user.keys_down() or user.buttons_down():
        if time.monotonic() - died_s > GIVE_UP_S:
            return None
        time.sleep(POLL_S)
    released_ms = (time.monotonic() - died_s) * 1000
    app.kill()
    app.wait()
    app.stdout.close()
    while Path(f"/proc/{deadman_pid}").exists():
        time.sleep(0.01)
    return released_ms


def main():
    """Measure, print and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--out", type=Path, default=Path("build/benchmarks/death_release.json"))
    options = parser.parse_args()
    figures = {}
    with (
        VirtualDesktop.start((1280, 800), accessibility=False) as desktop,
        tempfile.TemporaryDirectory() as folder,
    ):
        os.environ.update(desktop.env)
        user = OtherUser(desktop)
        for who in ("executor", "app", "both"):
            times = [one_round(desktop, user, folder, who) for _ in range(options.rounds)]
            released = sorted(ms for ms in times if ms is not None)
            figures[who] = {
                "n": len(times),
                "p50_ms": round(released[len(released) // 2], 1),
                "max_ms": round(released[-1], 1),
                "stuck": len(times) - len(released),
            }
            print(who, json.dumps(figures[who]), flush=True)
        user.close()
    report = {
        "benchmark": "death_release",
        "unix_s": round(time.time()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "loadavg_1min": os.getloadavg()[0],
        "required": {"max_ms": 100, "stuck": 0},
        "figures": figures,
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=2) + "\n")
    print(f"kept in {options.out}")


if __name__ == "__main__":
    main()
