"""The one way from the agent thread to the UI thread: a queued signal that carries a frozen value."""

from PySide6.QtCore import QObject, Qt, Signal

from automation.core.events import RunEvent


class Bridge(QObject):
    """Lives in the UI thread; `post` may be called from any thread."""

    happened = Signal(object)
    """A `RunEvent`, delivered in the UI thread in the order of posting."""
    quit_wanted = Signal()
    """The work is over; delivered in the UI thread."""
    _posted = Signal(object)
    _quit_posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        queued = Qt.ConnectionType.QueuedConnection
        self._posted.connect(self.happened, queued)
        self._quit_posted.connect(self.quit_wanted, queued)

    def post(self, happening: RunEvent) -> None:
        """Hand an event of the run over to the UI thread."""
        self._posted.emit(happening)

    def post_quit(self) -> None:
        """Say that the work is over."""
        self._quit_posted.emit()
