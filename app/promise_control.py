"""Wires the page of promises to this computer: looks on a thread of its own, tells the window."""

import contextlib
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from app.doctor_promises import PromiseFacts
    from app.doctor_stop import StopFacts
    from app.folders import Folders
    from app.window.promise_pages import PromisePages

JOIN_S: Final = 3.0
"""Seconds that closing waits for a look that is under way."""


class PromiseControl(QObject):
    """Owned by the application; UI thread. The ways to stop are told by the application."""

    _facts_came = Signal(object)

    def __init__(self, pages: "PromisePages", folders: "Folders", parent: QObject) -> None:
        super().__init__(parent)
        self._pages = pages
        self._folders = folders
        self._facts: PromiseFacts | None = None
        self._stop: StopFacts | None = None
        self._looking: threading.Thread | None = None
        self._facts_came.connect(self._on_facts, Qt.ConnectionType.QueuedConnection)
        pages.look_pressed.connect(self.look)

    def look(self) -> None:
        """Look at this computer; what is found comes later."""
        if self._looking is None or not self._looking.is_alive():
            self._looking = threading.Thread(target=self._look, name="promises", daemon=True)
            self._looking.start()

    def _look(self) -> None:
        from app.doctor_promises import look_round  # noqa: PLC0415  # not needed for a start

        found = look_round(self._folders)
        with contextlib.suppress(RuntimeError):  # the application went meanwhile
            self._facts_came.emit(found)

    def show_stop(self, stop: "StopFacts") -> None:
        """Take over which ways to stop work."""
        self._stop = stop
        self._show()

    def _on_facts(self, facts: "PromiseFacts") -> None:
        self._facts = facts
        self._show()

    def _show(self) -> None:
        """Show the rows once both halves are known."""
        from app.doctor_promises import promise_rows  # noqa: PLC0415  # loaded by the look

        if self._facts is not None and self._stop is not None:
            stop = replace(self._stop, remote=self._facts.around.remote)
            self._pages.show_rows(promise_rows(replace(self._facts, stop=stop)))

    def close(self) -> None:
        """Wait for a look that is under way."""
        if self._looking is not None:
            self._looking.join(JOIN_S)
