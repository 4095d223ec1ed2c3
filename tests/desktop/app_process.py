"""An app in a process of its own that works on orders, and whose UI thread can freeze.

    python tests/desktop/app_process.py STATE_FOLDER X Y

An order is one JSON line on standard input: `{"do": "type" | "drag", "freeze_s": seconds}`. The
action begins with F8 held; `{"begun": true}` is answered when its first events are out. With
`freeze_s` the slot that took the order then sleeps so long and keeps the interpreter's lock: no
thread of this process runs meanwhile. The end of the action is answered with what became of it.
"""

import ctypes
import json
import os
import queue
import sys
import threading
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSocketNotifier

from automation.core.actions import Drag, KeyDown, Write
from automation.core.errors import InputError
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Confirmation
from automation.core.timing import StopToken
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.protocol import Budgets, Killed

TEXT = "The quick brown fox jumps over the lazy dog. " * 100
ROUND_TRIP = ((0, 0), (180, 120), (-150, 80), (100, -120), (0, 0))
ENDLESS = Budgets(steps=1_000_000, wall_s=1_000_000.0)


class App:
    """What the orders reach. Lives on the UI thread; actions run on threads of their own."""

    def __init__(self, folder, place):
        self._killed = queue.SimpleQueue()
        self._client = ExecutorClient(ExecutorOptions(folder), on_event=self._hear)
        ready = self._client.start()
        path = tuple(place.offset(*d) for d in ROUND_TRIP)
        self._actions = {"type": Write(TEXT), "drag": Drag(path, duration_s=20.0)}
        say(executor=ready.pid, deadman=ready.deadman_pid)

    def on_order(self):
        """Take one order; the slot of the notifier."""
        line = os.read(0, 4096)
        if not line:
            QCoreApplication.quit()
            return
        order = json.loads(line)
        has_begun = threading.Event()
        threading.Thread(target=self._work, args=(order["do"], has_begun), daemon=True).start()
        has_begun.wait()
        say(begun=True)
        if order.get("freeze_s"):
            # A PyDLL call keeps the lock, as a long call into a library may.
            ctypes.PyDLL(None).usleep(int(order["freeze_s"] * 1_000_000))

    def _work(self, kind, has_begun):
        try:
            self._client.begin_run(ENDLESS)
            self._do(KeyDown("f8"), lambda done, total: None)
            end = self._do(self._actions[kind], lambda done, total: has_begun.set())
            killed = None if end.completed else self._killed.get(timeout=30)
        except (InputError, queue.Empty) as error:
            say(failed=f"{type(error).__name__}: {error}")
            has_begun.set()
            return
        say(
            completed=end.completed,
            note=end.note,
            events=end.events_sent,
            heard_s=killed.heard_s if killed else None,
            cause=killed.cause if killed else None,
        )

    def _do(self, action, progress):
        nonce = self._client.prepare(action).nonce
        accepted = Confirmation("accepted", "user", decided_s=time.monotonic())
        return self._client.execute(nonce, accepted, StopToken(), progress)

    def _hear(self, event):
        if isinstance(event, Killed):
            self._killed.put(event)


def say(**words):
    os.write(1, json.dumps(words).encode() + b"\n")


def main(folder, x, y):
    """Serve until standard input ends."""
    qt = QCoreApplication([])
    app = App(Path(folder), ScreenPoint(int(x), int(y)))
    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read)
    notifier.activated.connect(app.on_order)
    qt.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])
