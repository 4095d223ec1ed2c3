"""The history in the window: the list of runs, one of them opened, kept or let go."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from app.script_words import is_script_run
from app.window.main_window import MainWindow
from app.window.run_list import RunEntry
from automation.core.errors import RecordError

if TYPE_CHECKING:
    from automation.records.store import RunInfo, Store

HISTORY_LIMIT: Final = 500


class PastRuns(QObject):
    """Owned by the application; UI thread."""

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._store: Store | None = None
        window.run_chosen.connect(self._open)
        window.pin_pressed.connect(self._pin)

    def use(self, store: "Store") -> None:
        """Show the runs of this store from here on."""
        self._store = store
        self.show()

    def close(self) -> None:
        """Show no store any more."""
        self._store = None

    def show(self) -> None:
        """List the runs as they are."""
        if self._store is not None:
            self._window.show_runs([_entry(run) for run in self._store.runs(HISTORY_LIMIT)])

    def tasks(self) -> Sequence[str]:
        """Return what was asked for, newest first, as far as it was kept and can be asked for again."""
        if self._store is None:
            return ()
        return [
            run.task
            for run in self._store.runs(HISTORY_LIMIT)
            if run.is_kept and not is_script_run(run.policy, run.task)
        ]

    def _open(self, run: str) -> None:
        store = self._store
        if store is None:
            return
        try:
            self._window.show_past(store.run(run), store.steps(run), store.picture)
        except RecordError as error:
            self._window.say(str(error), is_error=True)

    def _pin(self, run: str, is_pinned: bool) -> None:
        if self._store is None:
            return
        try:
            self._store.pin(run, is_pinned=is_pinned)
        except RecordError as error:
            self._window.say(f"Not changed: {error}", is_error=True)
            return
        self._window.show_pin(run, is_pinned=is_pinned)
        self.show()


def _entry(run: "RunInfo") -> RunEntry:
    outcome = str(run.outcome or "")
    return RunEntry(run.run, run.task, outcome, run.started_utc, run.approve, run.is_pinned)
