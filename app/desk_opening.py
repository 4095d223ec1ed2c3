"""Opens the desk beside the UI thread; one that comes after the application's end is closed again."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from app.folders import Folders
from app.settings import Settings
from automation.core.errors import AssistantError

if TYPE_CHECKING:
    from app.composition import Desk


class DeskOpening(QObject):
    """Owned by the application; UI thread."""

    opened = Signal(object)
    """The desk, or a sentence that says why there is none; never after `close`."""
    _found = Signal(object)

    def __init__(
        self, folders: Folders, settings: Callable[[], Settings], parent: QObject | None = None
    ) -> None:
        """Prepare without loading anything.

        Args:
            folders: where the desk keeps what it keeps.
            settings: returns the settings of the moment; called on the opening's own thread.
            parent: owns this.
        """
        super().__init__(parent)
        self._folders = folders
        self._settings = settings
        self._lock = threading.Lock()
        self._is_over = False
        self._waiting: Desk | None = None
        """Opened, and not handed over yet."""
        self._found.connect(self._hand_over, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Open the desk on a thread of its own; not after the end."""
        if self._is_over:
            return
        threading.Thread(target=self._open, name="starter", daemon=True).start()

    def close(self) -> None:
        """Hand nothing over any more; wait for nothing."""
        with self._lock:
            self._is_over = True
            desk, self._waiting = self._waiting, None
        if desk is not None:
            desk.close()

    def _open(self) -> None:
        """Load what the window did not need, and start the executor."""
        # Not needed for a start; the bar's key is to find the bar loaded.
        import app.commandbar.bar  # noqa: PLC0415
        import app.confirmer  # noqa: F401, PLC0415
        from app.composition import open_desk  # noqa: PLC0415  # names concrete classes

        try:
            desk = open_desk(self._folders, self._settings())
        except AssistantError as error:
            self._tell(str(error), None)
            return
        if not self._tell(desk, desk):
            desk.close()

    def _tell(self, found: "Desk | str", desk: "Desk | None") -> bool:
        """Let the UI thread have what was found; tell whether it still wants it."""
        with self._lock:  # after the end this object may be gone
            if self._is_over:
                return False
            self._waiting = desk
            self._found.emit(found)
            return True

    def _hand_over(self, found: "Desk | str") -> None:
        with self._lock:
            self._waiting = None
            is_over = self._is_over
        if not is_over:
            self.opened.emit(found)
