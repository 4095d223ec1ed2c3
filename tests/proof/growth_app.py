"""The application with its real window, told by lines on standard input what to do.

Each line is a task; each answer is one JSON line about how it ended. All else is the product: the
loop, the executor process, the overlay, the history on disk.
"""

import gc
import json
import os
import sys

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

import app.gui.application
from app.gui.application import Application, open_window
from automation.core.events import Ended

LOOK_MS = 20


class Driven(Application):
    """Takes tasks from standard input, one at a time, in auto mode."""

    def open(self):
        """Show the window and listen."""
        super().open()
        self._rest = b""
        self._listener = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._listener.activated.connect(self._on_input)

    def _on_input(self):
        data = os.read(0, 65536)
        if not data:
            self._listener.setEnabled(False)
            self._qt.quit()
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._start_when_idle(line.decode())

    def _start_when_idle(self, text):
        if self._runs.agent is None or self._runs.agent.is_running:
            QTimer.singleShot(LOOK_MS, lambda: self._start_when_idle(text))
            return
        self.start(text, "auto")

    def _on_happened(self, happening):
        super()._on_happened(happening)
        if isinstance(happening, Ended):
            gc.collect()
            said = {
                "run": happening.run,
                "outcome": str(happening.outcome),
                "steps": happening.steps,
                "message": happening.message,
                "widgets": len(QApplication.allWidgets()),
                "objects": len(gc.get_objects()),
            }
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    app.gui.application.Application = Driven
    sys.exit(open_window())
