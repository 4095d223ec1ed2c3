"""The history in the window: the list of runs, one of them opened, kept or let go."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from app.elsewhere import Elsewhere
from app.run_names import short_name
from app.script_words import is_script_run
from app.window.main_window import MainWindow
from app.window.run_list import RunEntry
from automation.core.errors import RecordError

if TYPE_CHECKING:
    from automation.records.run_info import RunInfo
    from automation.records.store import Store

HISTORY_LIMIT: Final = 500


class PastRuns(QObject):
    """Owned by the application; UI thread."""

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._store: Store | None = None
        self._shown: list[RunEntry] = []
        self._elsewhere: Elsewhere | None = None
        window.run_chosen.connect(self._open)
        window.past.pin_pressed.connect(self._pin)

    def use(self, store: "Store", data: Path | None = None) -> None:
        """Show the runs of this store from here on.

        Args:
            store: the history.
            data: its folder, to show what other processes run too; None shows what this one is told.
        """
        from automation.records.store import DATABASE  # noqa: PLC0415  # the desk has brought it

        self._store = store
        self.show()
        if data is not None:
            files = (data / DATABASE, data / f"{DATABASE}-wal")
            self._elsewhere = Elsewhere(
                self._window, files, self, is_busy=lambda: self._window.is_busy
            )
            self._elsewhere.changed.connect(self._show_others)

    def close(self) -> None:
        """Show no store any more."""
        self._store = None

    def show(self) -> None:
        """List the runs as they are."""
        if self._store is not None:
            self._shown = [_entry(run) for run in self._store.runs(HISTORY_LIMIT)]
            self._window.show_runs(self._shown)

    def show_left(self) -> None:
        """List the runs that are left, and let the window forget all others."""
        if self._store is not None:
            self.show()
            self._window.keep_only({run.run for run in self._store.runs(None)})

    def _show_others(self) -> None:
        """List the runs anew where another process began, ended or wiped one; a step changes nothing."""
        try:
            found = [_entry(run) for run in self._store.runs(HISTORY_LIMIT)] if self._store else []
            if self._store is not None and found != self._shown:
                self.show_left()
        except RecordError:  # being written or wiped; the next change is looked at again
            return

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
            self._window.past.show_run(store.run(run), store.steps(run), store.picture)
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
        self._window.past.show_pin(run, is_pinned=is_pinned)
        self.show()


def _entry(run: "RunInfo") -> RunEntry:
    outcome = str(run.outcome or "")
    name = short_name(run.policy, run.task)
    return RunEntry(
        run.run, run.task, outcome, run.started_utc, run.approve, run.is_pinned, name,
        run.unseen,
    )  # fmt: skip
