"""Keeps the history within the user's limits, and wipes it when the user says so."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.run_start import cut_off_runs
from app.settings import limits_of
from automation.core.errors import AssistantError
from automation.records.removal import Wish

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
    _wiped = Signal(str, bool)

    def __init__(self, keeping: "Keeping", data: Path, parent: QObject | None = None) -> None:
        """Prepare; nothing is read.

        Args:
            keeping: the limits in force.
            data: folder of the user's data, where plays of macros leave theirs.
            parent: owns this.
        """
        super().__init__(parent)
        self._keeping = keeping
        self._data = data
        self._store: Store | None = None
        self._worker: threading.Thread | None = None
        self._is_wiping = False
        self._timer = QTimer(self)
        self._timer.setInterval(SWEEP_MS)
        self._timer.timeout.connect(self.sweep)
        self._wiped.connect(self._on_wiped)

    def use(self, store: "Store") -> None:
        """Work on this store from here on; sweep it at once, then every hour."""
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
        is_at_work = self._worker is not None and self._worker.is_alive()
        if self._store is not None and not is_at_work:
            self._run(self._sweep)

    def wipe_all(self) -> None:
        """Wipe everything after what is going on, and say how it went; once if it is asked for twice."""
        if self._store is None:
            self.said.emit("The history is not ready yet. Try again.", True)
        elif not self._is_wiping:
            self._is_wiping, before = True, self._worker
            self._run(lambda: self._wipe(after=before))

    def close(self) -> None:
        """Wait for what is going on; before the store closes."""
        self._timer.stop()
        if self._worker is not None:
            self._worker.join()

    def _run(self, work: Callable[[], None]) -> None:
        self._worker = threading.Thread(target=work, name="history", daemon=True)
        self._worker.start()

    def _sweep(self) -> None:
        assert self._store is not None, "begun with a store"
        try:
            swept = self._store.sweep(limits_of(self._keeping))
            self._forget_gone(self._store)
        except AssistantError as error:
            log.warning("the history was not swept: %s", type(error).__name__)
        except Exception:  # the thread's top frame
            log.exception("the history was not swept")
        else:
            if swept.runs:
                self.changed.emit()

    def _forget_gone(self, store: "Store") -> None:
        """Delete what plays of macros left whose runs are gone, by age or by a wipe that was cut off."""
        from app.macros.library import forget_gone  # noqa: PLC0415  # not needed for a start

        forget_gone(self._data, store, is_wish=False)

    def _wipe(self, after: threading.Thread | None) -> None:
        from app.cli.history import sentence, wipe_all_of  # noqa: PLC0415  # not needed for a start

        assert self._store is not None, "begun with a store"
        if after is not None:
            after.join()
        try:
            said = sentence(*wipe_all_of(self._store, self._data, Wish(is_all=True)))
        except AssistantError as error:
            self._wiped.emit(f"Not wiped: {error}.", True)
        except Exception:  # the thread's top frame: say it, keep the window alive
            log.exception("the history was not wiped")
            self._wiped.emit("Not wiped, by an error of mine.", True)
        else:
            self._wiped.emit(said, False)

    def _on_wiped(self, said: str, is_error: bool) -> None:
        self._is_wiping = False
        self.changed.emit()
        self.said.emit(said, is_error)
