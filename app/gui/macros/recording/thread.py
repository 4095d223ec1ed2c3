"""The thread that works a recording for the window: what takes time is done here, in order.

It opens the recording, waits for what was typed to be decided before it takes back or puts in, and
ends it. The UI thread asks and is told by signals; nothing of it ever waits.
"""

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.macros.recording.rows import HOW_TO_ALLOW
from app.macros.record import LiveRecording, Told, param_name, seconds_of
from app.settings import Folders, Settings
from automation.core.errors import AssistantError
from automation.macros.macro import Param, Shows
from automation.macros.record.session import Recording

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finished:
    """A recording that is over; its journal stays until `RecordingThread.forget`."""

    recording: Recording | None
    problem: str = ""
    """Why there is none, or why it ended by itself."""


class RecordingThread(QObject):
    """One recording, from `start` to `finish`. Signals are emitted on other threads."""

    ready = Signal()
    """What is done from here on is recorded with its names."""
    failed = Signal(str)
    """It could not begin."""
    happened = Signal(object)
    noted = Signal(str)
    stop_pressed = Signal(str)
    held_off = Signal()
    put_in = Signal()
    refused = Signal(str)
    """What was to be put in or taken back could not be."""
    finished = Signal(object)

    def __init__(self, folders: Folders, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders, self._settings = folders, settings
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._live: LiveRecording | None = None
        self._is_held_off = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="recording-panel", daemon=True)

    @property
    def is_paused(self) -> bool:
        """Tell whether what is done now is left out because the user paused."""
        return self._live is not None and self._live.is_paused

    def image(self, path: str) -> bytes | None:
        """Return the file of a step's picture; None for one that is not there."""
        return self._live.session.image(path) if self._live is not None else None

    def start(self) -> None:
        """Begin; `ready` or `failed` tells what came of it."""
        self._thread.start()
        self._jobs.put(self._open)

    def hold_off(self) -> None:
        """Leave out what is done while the panel has the keyboard; `held_off` tells that it is so."""
        self._jobs.put(self._hold_off)

    def hear_again(self) -> None:
        """Record again what is done."""
        self._is_held_off.clear()

    def pause(self) -> None:
        """Leave out what is done from here on, or record again."""
        if self._live is not None:
            self._live.pause()

    def record_text(self, *, is_wanted: bool) -> None:
        """Record text from here on too where nothing tells whether it is a password, or leave it out."""
        if self._live is not None:
            self._live.record_text(is_wanted=is_wanted)

    def undo(self) -> None:
        """Take back what came last."""
        self._jobs.put(lambda: self._edit(lambda live: live.session.undo()))

    def insert(self, kind: str, text: str) -> None:
        """Put a step in after what was done so far; `put_in` or `refused` tells what came of it."""

        def _insert(live: LiveRecording) -> None:
            _put(live, kind, text)
            self.put_in.emit()

        self._jobs.put(lambda: self._edit(_insert))

    def finish(self) -> None:
        """End it; `finished` brings the recording."""
        self._jobs.put(self._finish)

    def forget(self) -> None:
        """Delete the journal of a finished recording: it was kept, or is not wanted."""
        if self._live is not None:
            self._live.session.remove()
            self._live = None
        self.deleteLater()

    def let_go(self) -> Path | None:
        """Leave a recording that could not be finished on the disk; return where, None if nowhere."""
        live, self._live = self._live, None
        self.deleteLater()
        return live.let_go() if live is not None else None

    def end(self) -> None:
        """Let the thread end once it has done what it was told."""
        self._jobs.put(None)

    def join(self, seconds: float) -> None:
        """Wait so long for that."""
        self.end()
        self._thread.join(seconds)

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as error:  # the thread's top frame: say it, let the desktop go
                log.exception("a recording ended by an internal error")
                self._hush()
                self.finished.emit(
                    Finished(None, tr("The recording failed: {0}").format(type(error).__name__))
                )

    def _hush(self) -> None:
        """Listen no more to a user who is told that the recording is over."""
        try:
            if self._live is not None:
                self._live.hush()
        except Exception:  # the thread's top frame too
            log.exception("a recording could not be ended")

    def _open(self) -> None:
        told = Told(self.happened.emit, self.noted.emit, self.stop_pressed.emit)
        try:
            live = LiveRecording(self._folders, self._settings, told, how_to_allow=HOW_TO_ALLOW)
        except AssistantError as error:
            self.failed.emit(str(error))
            return
        live.hold_off(self._is_held_off.is_set)
        self._live = live
        live.wait_ready()
        self.ready.emit()

    def _hold_off(self) -> None:
        if self._live is not None:
            self._live.decide()  # a pause would end what was typed before it was told where it went
            self._is_held_off.set()
            self.held_off.emit()

    def _edit(self, work: Callable[[LiveRecording], object]) -> None:
        if self._live is None:
            return
        try:
            self._live.decide()
            work(self._live)
        except AssistantError as error:
            self.refused.emit(str(error))

    def _finish(self) -> None:
        if self._live is None:
            self.finished.emit(Finished(None, tr("The recording had not begun.")))
            return
        try:
            self.finished.emit(Finished(self._live.finish("Recording")))
        except AssistantError as error:
            log.warning("a recording could not be finished: %s", type(error).__name__)
            self.finished.emit(Finished(None, str(error)))


def _put(live: LiveRecording, kind: str, text: str) -> None:
    """Put in what the user wrote.

    Raises:
        AssistantError: it is no seconds, no name, or cannot be written down.
    """
    match kind:
        case "check":
            live.session.insert_check(Shows(text=text))
        case "wait":
            live.session.insert_wait(seconds_of(text))
        case "value":
            live.session.insert_parameter(param_name(text), Param(ask=text))
        case "secret":
            live.session.insert_secret(text)
