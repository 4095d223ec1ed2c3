"""Notices what another process wrote into the user's data: a play on a terminal, a timer's, a second window's.

Nobody tells of it: a run belongs to the process that runs it. So the files are looked at, by their
time and size alone, while the window is shown; what changed is read by whoever hears of it.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

LOOK_MS: Final = 2000
"""A look is one `stat` a file, some microseconds."""


Stamp = tuple[int, int] | None


class DataWatcher(QObject):
    """Looks at files while a widget is shown. UI thread."""

    changed = Signal()
    """One of the files is another than at the last look."""

    def __init__(
        self,
        shown: QWidget,
        files: Sequence[Path],
        parent: QObject,
        *,
        is_busy: Callable[[], bool] = bool,
    ) -> None:
        """Take the files as they are for known.

        Args:
            files: files and folders; one that is missing may come.
            is_busy: tells that a run of this process writes them; then the look is made later.
        """
        super().__init__(parent)
        self._files = tuple(files)
        self._is_busy = is_busy
        self._known = self._stamps()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        if shown.isVisible():
            self._timer.start()
        shown.installEventFilter(self)

    def look(self) -> None:
        """Look at once."""
        if self._is_busy():
            return
        found = self._stamps()
        if found != self._known:
            self._known = found
            self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin and end with the widget that is shown; nothing is kept from it."""
        if event.type() == QEvent.Type.Show:
            self.look()
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return False

    def _stamps(self) -> tuple[Stamp, ...]:
        return tuple(_stamp(file) for file in self._files)


def _stamp(file: Path) -> Stamp:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
