"""Recording in the window: one at a time, never beside a run, kept under a name or given to an editor."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.folders import Folders
from app.macros.own_windows import OwnWindows
from app.macros.recording.keeping import Keeping
from app.macros.recording.panel import RecordingPanel
from app.macros.recording.putting_in import PuttingIn
from app.macros.recording.recording_thread import Finished, RecordingThread
from app.overlay.focus import FocusKeeper, NoFocusKeeper, X11FocusKeeper
from app.overlay.stacking import open_window_server
from app.own_processes import terminal_pids
from app.run_hold import RunHold
from app.run_lock import TAKEN
from app.settings import Settings
from app.widgets.theme import Theme
from automation.core.errors import AssistantError
from automation.macros.library import Library
from automation.macros.recording.recorded import Recording
from automation.macros.trust import TrustBook

TICK_MS: Final = 200
"""How often clock and pause are looked at."""
END_S: Final = 6.0
"""The last keys of a recording wait up to 3 s for the look that decides them."""
Then = Callable[[Recording], str]
"""Takes what was recorded; returns why it cannot, empty when it has."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a recording in the window needs of the application."""

    theme: Theme
    folders: Folders
    settings: Callable[[], Settings]
    """The settings of this moment."""
    library: Library
    book: TrustBook
    business: Callable[[], str]
    """Tells what else has the desktop, in a sentence; empty while nothing has."""


class RecordingControl(QObject):
    """Owned by the application; UI thread."""

    said = Signal(str, bool)
    """A sentence for the window, and whether it is an error."""
    kept = Signal(str)
    """A recording became the macro of this name."""
    _stop_told = Signal(str)

    def __init__(self, parts: Parts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._hold = RunHold(parts.folders.runtime, self._tell_stop)
        self._windows = OwnWindows()
        self._panel: RecordingPanel | None = None
        self._keeping: Keeping | None = None
        self._putting_in: PuttingIn | None = None
        self._thread: RecordingThread | None = None
        self._then: Then | None = None
        self._name = self._why = ""
        self._is_ending = False
        self._elapsed_s = self._ticked_s = 0.0
        self._was_paused = False
        self._clock = QTimer(self)
        self._clock.setInterval(TICK_MS)
        self._clock.timeout.connect(self._tick)
        self._stop_told.connect(self._on_stop, Qt.ConnectionType.QueuedConnection)

    @property
    def is_recording(self) -> bool:
        """Tell whether a recording is under way, or one that is over waits for its name."""
        return self._thread is not None or (self._keeping is not None and self._keeping.is_asking)

    @property
    def business(self) -> str:
        """What keeps the desktop for a recording, in a sentence; empty while nothing does."""
        if self._thread is not None:
            return "A recording is under way. Finish it first."
        return (
            "A recording waits for its name. Save or discard it first." if self.is_recording else ""
        )

    def begin(self, name: str = "") -> None:
        """Record a macro; what was cut off before is asked about first."""
        if not self._may_begin():
            return
        self._made()
        assert self._keeping is not None
        if not self._keeping.ask_about_cut_off(then=lambda: self._start(name, None)):
            self._start(name, None)

    def begin_for(self, title: str, then: Then) -> None:
        """Record steps for a macro that is being edited; `then` gets what was recorded.

        What it cannot take is offered as a macro of its own.
        """
        if self._may_begin():
            self._start(title, then)

    def finish(self) -> None:
        """End the recording and ask what becomes of it."""
        if self._thread is None or self._panel is None or self._is_ending:
            return
        self._is_ending = True
        self._clock.stop()
        if self._putting_in is not None:
            self._putting_in.end()
        self._panel.wait_for_end()
        self._thread.finish()

    def close(self) -> None:
        """End with the application; what was not kept can be recovered at the next start."""
        if self._thread is not None:
            self._thread.finish()
            self._thread.join(END_S)
            self._thread = None
        self._hold.give_back()
        if self._panel is not None:
            self._panel.put_away()

    def _may_begin(self) -> bool:
        business = self.business or self._parts.business()
        if business:
            self.said.emit(business, True)
        return not business

    def _start(self, name: str, then: Then | None) -> None:
        try:
            self._hold.take()
        except AssistantError as error:
            self.said.emit(str(error), True)
            return
        panel = self._made()
        self._name, self._then, self._why = name, then, ""
        self._is_ending = self._was_paused = False
        self._elapsed_s = 0.0
        settings = self._parts.settings()
        self._windows.put_aside()
        thread = self._thread = RecordingThread(self._parts.folders, settings, self)
        self._connect(thread, panel)
        panel.rows.clear(thread.image)
        panel.open(
            f"Recording {name}" if name else "Recording",
            has_terminal=bool(terminal_pids(os.getpid())),
            pause_keys=settings.keys.record_pause,
            stop_keys=settings.keys.stop[0] if settings.keys.stop else "",
        )
        thread.start()

    def _connect(self, thread: RecordingThread, panel: RecordingPanel) -> None:
        queued = Qt.ConnectionType.QueuedConnection
        thread.ready.connect(self._on_ready, queued)
        thread.failed.connect(self._on_failed, queued)
        thread.happened.connect(panel.rows.take, queued)
        thread.noted.connect(panel.say, queued)
        thread.stop_pressed.connect(self._on_stop, queued)
        if self._putting_in is not None:
            self._putting_in.begin(thread)
        thread.finished.connect(self._on_finished, queued)

    def _made(self) -> RecordingPanel:
        """Return the panel, and who keeps what was recorded; made when they are first needed."""
        if self._panel is None:
            panel = RecordingPanel(self._parts.theme, open_window_server(), _focus_keeper())
            panel.pause_pressed.connect(self._pause)
            panel.undo_pressed.connect(self._undo)
            panel.text_everywhere_changed.connect(self._record_text)
            panel.finish_pressed.connect(self.finish)
            self._putting_in = PuttingIn(panel)
            self._keeping = Keeping(
                panel, self._parts.folders, self._parts.library, self._parts.book
            )
            self._keeping.kept.connect(self.kept)
            self._keeping.over.connect(self._come_back)
            self._panel = panel
        return self._panel

    # The recording's thread

    def _on_ready(self) -> None:
        if self._panel is not None and not self._is_ending:
            self._panel.begin()
            self._ticked_s = time.monotonic()
            self._clock.start()

    def _on_failed(self, sentence: str) -> None:
        self._leave()
        if self._panel is not None:
            self._panel.put_away()
        self._come_back()
        self.said.emit(f"Nothing is recorded: {sentence}", True)

    def _on_stop(self, why: str) -> None:
        self._why = why
        self.finish()

    def _on_finished(self, found: Finished) -> None:
        thread, then = self._thread, self._then
        self._leave()
        if thread is None or self._panel is None or self._keeping is None:
            return
        recording, name = found.recording, self._name if then is None else ""
        if recording is None:
            self._keeping.ask_about_unfinished(found.problem, thread.let_go(), name)
            return
        if then is None:
            self._keeping.ask(recording, name, self._why, thread.forget)
            return
        problem = then(recording) if recording.macro.steps else ""
        if problem:
            why = f"It could not be put in: {problem.rstrip('.')}. Save it as a macro of its own."
            self._keeping.ask(recording, "", why, thread.forget)
            return
        self._panel.put_away()
        self._come_back()
        if not recording.macro.steps:
            self.said.emit("Nothing was recorded.", False)
        thread.forget()

    def _leave(self) -> None:
        """Let the desktop go; the journal stays until it is kept or discarded."""
        self._clock.stop()
        if self._putting_in is not None:
            self._putting_in.end()
        if self._thread is not None:
            self._thread.end()
            self._thread = None
        self._hold.give_back()

    def _come_back(self) -> None:
        if self._thread is None:
            self._windows.bring_back()

    def _tick(self) -> None:
        if self._thread is None or self._panel is None:
            return
        now_s = time.monotonic()
        is_paused = self._thread.is_paused
        if is_paused != self._was_paused:
            self._was_paused = is_paused
            self._panel.show_paused(is_paused=is_paused)
        if not is_paused:
            self._elapsed_s += now_s - self._ticked_s
        self._ticked_s = now_s
        self._panel.head.show_time(self._elapsed_s)

    def _pause(self) -> None:
        if self._thread is not None:
            self._thread.pause()
            self._tick()

    def _record_text(self, is_wanted: bool) -> None:
        if self._thread is not None:
            self._thread.record_text(is_wanted=is_wanted)

    def _undo(self) -> None:
        if self._thread is not None:
            self._thread.undo()

    def _tell_stop(self, cause: str = "user") -> None:
        """Called in the threads of the socket and of the display's claim."""
        self._stop_told.emit("another program took the desktop" if cause == TAKEN else "")


def _focus_keeper() -> FocusKeeper:
    return X11FocusKeeper() if QGuiApplication.platformName() == "xcb" else NoFocusKeeper()
