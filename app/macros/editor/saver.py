"""A save of an open macro beside the UI thread: one at a time, and never left behind."""

import logging
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from app.macros.editor.step_clip import settle
from automation.core.errors import MacroError
from automation.macros.editing.saving import Saved
from automation.macros.editing.session import EditSession

log = logging.getLogger(__name__)

Work = Callable[[], Saved]
Failed = Callable[[MacroError], object]


class Saver(QObject):
    """Lives in the UI thread and owns a thread while a save lasts; `finish` it before the session ends."""

    _ended = Signal(object)

    def __init__(self, session: EditSession, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._thread: threading.Thread | None = None
        self._found: Saved | MacroError | None = None
        self._done: Callable[[], object] = lambda: None
        self._failed: Failed = lambda _error: None
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """A save is on its way."""
        return self._thread is not None

    def begin(self, work: Work, done: Callable[[], object], failed: Failed) -> None:
        """Do a save that the session has begun; there must be no other.

        Args:
            work: what writes it.
            done: called in the UI thread once the session goes on from what was saved.
            failed: called there instead, with the reason.
        """
        self._done, self._failed = done, failed
        self._thread = threading.Thread(target=self._run, args=(work,), name="macro-save")
        self._thread.start()

    def finish(self) -> None:
        """Wait for a save that is on its way, and tell what came of it."""
        if self._thread is not None:
            self._on_ended(self._thread)

    def _run(self, work: Work) -> None:
        try:
            self._found = work()
        except MacroError as error:
            self._found = error
        except Exception as error:  # the thread's top frame: say it, the edits are all there
            log.exception("a macro could not be saved")
            self._found = MacroError(f"an error of mine ({type(error).__name__}); try again")
        self._ended.emit(threading.current_thread())

    def _on_ended(self, thread: threading.Thread) -> None:
        if thread is not self._thread:
            return  # `finish` was faster
        thread.join()
        found, self._found, self._thread = self._found, None, None
        if isinstance(found, Saved):
            if found.draft is not None:
                settle()  # a copy made meanwhile reads the pictures of the first, whose draft goes
            self._session.take_saved(found)
            self._done()
        elif found is not None:
            self._session.give_up_saving()
            self._failed(found)
