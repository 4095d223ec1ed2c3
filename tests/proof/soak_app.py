"""The application with its real window, which tells on standard output what happens to it.

It takes no task here: tasks come to its window by mouse and keyboard. A line on standard input is
answered with what a person sees: which window it is, and where what can be pressed lies.
"""

import json
import os
import sys

from PySide6.QtCore import QPoint, QSocketNotifier
from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit

import app.gui.application
from app.gui.application import Application, open_window
from automation.core.events import Ended, Started, Stepped


class Watched(Application):
    """Tells of every run; each line is one JSON object with an `event`."""

    def open(self):
        """Show the window and listen."""
        super().open()
        self._listener = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._listener.activated.connect(self._on_input)

    def start(self, text, mode):
        """Begin a run, and tell what the window was given."""
        super().start(text, mode)
        tell("sent", text=text, mode=mode, is_taken=self._runs.is_running)

    def _on_input(self):
        data = os.read(0, 65536)
        if not data:
            self._listener.setEnabled(False)
            self.ending.emit()
        for _ in data.splitlines():
            tell("where", **self._places())

    def _places(self):
        """Return the window, whether it can be used, and places in pixels; None for what is not shown."""
        window, overlay = self.window, self._overlay
        pill = overlay.director.pill if overlay is not None else None
        is_shown = window.isVisible() and not window.isMinimized()
        composer = window.page.composer if window.page in (window.idle, window.chat) else None
        field = composer.findChild(QPlainTextEdit) if composer is not None and is_shown else None
        buttons = window.chat.status.findChildren(QAbstractButton)
        stop = next(button for button in buttons if button.accessibleName() == "Stop")
        return {
            "window": int(window.winId()),
            "state": window.chat.status.state,
            "is_idle": self._runs.agent is not None and not self._runs.is_running,
            "is_active": is_shown and window.isActiveWindow(),
            "field": middle_of(field) if field is not None else None,
            "text": field.toPlainText() if field is not None else None,
            "stop": middle_of(stop) if is_shown and stop.isVisible() else None,
            "pill": middle_of(pill.stop_button) if pill is not None and pill.isVisible() else None,
        }

    def _on_happened(self, happening):
        super()._on_happened(happening)
        match happening:
            case Started():
                tell("started", run=happening.run)
            case Stepped():
                tell("stepped", run=happening.run)
            case Ended():
                tell(
                    "ended",
                    run=happening.run,
                    outcome=str(happening.outcome),
                    steps=happening.steps,
                    message=happening.message,
                )


def middle_of(widget):
    """Return the pixel in the middle of a widget; the soak's screen has a scale of 1."""
    point = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
    return point.x(), point.y()


def tell(event, **words):
    """Write one line; nobody may be there to read it any more."""
    try:
        sys.stdout.write(json.dumps({"event": event, **words}) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    app.gui.application.Application = Watched
    sys.exit(open_window())
