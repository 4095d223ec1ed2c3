"""What is put into a recording by hand: asked for in the panel, which has the keyboard meanwhile."""

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer

from app.macros.recording.forms import EntryKind
from app.macros.recording.panel import RecordingPanel
from app.macros.recording.recording_thread import RecordingThread

LET_GO_MS: Final = 100
"""What was typed into the panel may still be on its way to the recording when its keyboard goes."""


class PuttingIn(QObject):
    """Owned by the recording's control, serves one recording at a time; UI thread."""

    def __init__(self, panel: RecordingPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._thread: RecordingThread | None = None
        self._entry: EntryKind | None = None
        """What is to be asked for once what was typed before is decided."""
        self._let_go = QTimer(self)
        self._let_go.setSingleShot(True)
        self._let_go.setInterval(LET_GO_MS)
        self._let_go.timeout.connect(self._record_again)
        panel.entry_added.connect(self._insert)
        panel.entry_wanted.connect(self._want_entry)
        panel.keyboard_back.connect(self._let_go.start)

    def begin(self, thread: RecordingThread) -> None:
        """Serve a recording."""
        queued = Qt.ConnectionType.QueuedConnection
        self._thread, self._entry = thread, None
        thread.held_off.connect(self._on_held_off, queued)
        thread.put_in.connect(self._on_put_in, queued)
        thread.refused.connect(self._panel.show_refusal, queued)

    def end(self) -> None:
        """Put nothing in any more: the recording is being ended."""
        self._let_go.stop()
        self._thread = None

    def _want_entry(self, kind: EntryKind) -> None:
        """Leave out what is typed into the panel, but first let what was typed before be decided."""
        if self._thread is not None:
            self._let_go.stop()
            self._entry = kind
            self._thread.hold_off()

    def _on_held_off(self) -> None:
        kind, self._entry = self._entry, None
        if kind is not None and self._thread is not None:
            self._panel.open_entry(kind)

    def _insert(self, kind: str, text: str) -> None:
        if self._thread is not None:
            self._thread.insert(kind, text)

    def _on_put_in(self) -> None:
        if self._thread is not None:
            self._panel.close_entry()

    def _record_again(self) -> None:
        if self._thread is not None and not self._panel.has_keyboard:
            self._thread.hear_again()
