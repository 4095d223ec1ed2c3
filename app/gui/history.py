"""Keeps the history within the user's limits, and wipes it when the user says so."""

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.gui import tr
from app.gui.background import Background
from app.settings import limits_of

if TYPE_CHECKING:
    from app.settings import Keeping
    from automation.records.store import Store


log = logging.getLogger(__name__)

SWEEP_MS: Final = 3_600_000
"""Once an hour; a sweep that finds nothing old takes a few milliseconds."""


class HistoryControl(QObject):
    """Owned by the application. UI thread; the store is worked on by a thread of its own."""

    said = Signal(str, bool)
    """A sentence for the user, and whether it tells of a failure."""
    changed = Signal()
    """Runs may be gone: what lists them is to list them again."""

    def __init__(self, keeping: "Keeping", data: Path, parent: QObject | None = None) -> None:
        """Prepare; nothing is read.

        Args:
            data: folder of the user's data, where plays of macros leave theirs.
        """
        super().__init__(parent)
        self._keeping = keeping
        self._data = data
        self._store: Store | None = None
        self._background = Background(self, "history")
        self._turn = threading.Lock()
        """A wipe waits for a sweep that goes on."""
        self._is_wiping = False
        self._timer = QTimer(self)
        self._timer.setInterval(SWEEP_MS)
        self._timer.timeout.connect(self.sweep)

    def use(self, store: "Store") -> None:
        """Work on this store from here on; sweep it at once, then every hour."""
        from app.run_start import cut_off_runs  # noqa: PLC0415  # not needed for a start

        self._store = store
        if store.notice:
            self.said.emit(store.notice, True)
        if cut_off := cut_off_runs(store):
            self.said.emit(cut_off, True)
        self._timer.start()
        self.sweep()

    def set_keeping(self, keeping: "Keeping") -> None:
        """Use other limits, from the next sweep on."""
        self._keeping = keeping

    def sweep(self) -> None:
        """Delete what is too old or too much; the store leaves it while a run lives."""
        store = self._store
        if store is not None and not self._background.is_busy:
            self._background.run(lambda: self._swept(store), self._on_swept, _warn_not_swept)

    def wipe_all(self) -> None:
        """Wipe everything after what is going on, and say how it went; once if it is asked for twice."""
        if self._store is None:
            self.said.emit(tr("The history is not ready yet. Try again."), True)
        elif not self._is_wiping:
            self._is_wiping, store = True, self._store
            self._background.run(lambda: self._wiped(store), self._on_wiped, self._on_not_wiped)

    def close(self) -> None:
        """Wait for what is going on; before the store closes."""
        self._timer.stop()
        self._background.join()

    def _swept(self, store: "Store") -> int:
        """Return how many runs went, with what plays of macros left of runs that are gone."""
        from app.macros.library import forget_gone  # noqa: PLC0415  # not needed for a start

        with self._turn:
            swept = store.sweep(limits_of(self._keeping))
            forget_gone(self._data, store, is_wish=False)
        return swept.runs

    def _on_swept(self, runs: int) -> None:
        if runs:
            self.changed.emit()

    def _wiped(self, store: "Store") -> str:
        from app.macros.library import wipe_all_of, wipe_text  # noqa: PLC0415  # not needed for a start
        from automation.records.removal import Wish  # noqa: PLC0415  # the same

        with self._turn:
            return wipe_text(*wipe_all_of(store, self._data, Wish(is_all=True)))

    def _on_wiped(self, said: str) -> None:
        self._is_wiping = False
        self.changed.emit()
        self.said.emit(said, False)

    def _on_not_wiped(self, problem: str) -> None:
        self._is_wiping = False
        self.changed.emit()
        self.said.emit(tr("Not wiped: {0}.").format(problem.rstrip(".")), True)


def _warn_not_swept(_problem: str) -> None:
    log.warning("the history was not swept")
