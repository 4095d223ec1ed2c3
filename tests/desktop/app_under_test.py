"""The app of `app_process.py` as a test sees it: orders go in, what became of them comes out."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

PROGRAM = Path(__file__).with_name("app_process.py")
ROOT = Path(__file__).parents[2]


class AppUnderTest:
    """A running app with an executor of its own."""

    def __init__(self, desktop, folder, place, stderr=None):
        argv = [sys.executable, str(PROGRAM), str(folder), str(place.x), str(place.y)]
        self.process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=desktop.env | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        )
        ready = self.hear()
        self.pid, self.executor_pid, self.deadman_pid = (
            self.process.pid,
            ready["executor"],
            ready["deadman"],
        )

    def begin(self, kind, freeze_s=0.0):
        """Start an action and wait until its first events are out."""
        order = {"do": kind, "freeze_s": freeze_s}
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()
        said = self.hear()
        assert said.get("begun"), said

    def hear(self):
        """Return the next thing that the app says."""
        line = self.process.stdout.readline()
        assert line, "the app ended"
        return json.loads(line)

    def close(self):
        """End the app; its executor lets go and ends with it."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@contextmanager
def app_under_test(desktop, folder, place, stderr=None):
    """Start the app; it is gone at the end, whatever happened."""
    app = AppUnderTest(desktop, folder, place, stderr)
    try:
        yield app
    finally:
        app.close()
