"""Recording in the window: one at a time, never beside a run, kept under a name or given to an editor.

What is put into a recording by hand is asked for in the panel, which has the keyboard meanwhile.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal

from app.executor_host import terminal_pids
from app.gui import tr
from app.gui.background import Background, timer
from app.gui.macros.recording.panel import EntryKind, RecordingPanel
from app.gui.macros.recording.rows import lasted_s, summary
from app.gui.macros.recording.thread import Finished, RecordingThread
from app.gui.overlay.x11 import open_focus_keeper, open_window_server
from app.gui.widgets.layout import OwnWindows
from app.gui.widgets.theme import Theme
from app.macros.record import kept, left_over, recovered
from app.run_lock import TAKEN, RunHold
from app.settings import Folders, Settings
from automation.core.errors import AssistantError, MacroError
from automation.macros.library import Library
from automation.macros.record.recording_journal import discard
from automation.macros.record.session import Recording
from automation.macros.trust import TrustBook

Forget = Callable[[], None]


def _nothing() -> None:
    """Do nothing."""


class Keeping(QObject):
    """Asks in the panel. Owned by the recording's control; UI thread."""

    kept = Signal(str)
    """The macro's name."""
    over = Signal()
    """The panel is closed, and nothing more is asked."""

    def __init__(
        self, panel: RecordingPanel, folders: Folders, library: Library, book: TrustBook
    ) -> None:
        super().__init__(panel)
        self._panel, self._folders = panel, folders
        self._library, self._book = library, book
        self._recording: Recording | None = None
        self._forget: Forget = _nothing
        self._then: Forget = _nothing
        self.is_asking = False
        """Tells whether a recording waits for its name."""
        panel.name.saved.connect(self._save)
        panel.name.discarded.connect(self._end)

    def ask(self, recording: Recording, name: str, why: str, forget_it: Forget) -> None:
        """Ask what becomes of a recording.

        Args:
            name: what it is to be called, if that is known.
            why: why it is over, where nobody asked for that.
        """
        self._open(recording, summary(recording, was_cut_off=False, why=why), name, forget_it)

    def ask_about_unfinished(self, problem: str, folder: Path | None, name: str) -> None:
        """Ask about a recording that could not be finished: what is on the disk of it.

        Args:
            folder: its journal, which nobody holds; None where there is none.
            name: what it is to be called, if that is known.
        """
        failed = problem.rstrip(".")
        if folder is None:
            self._open(None, f"{failed}.", name, _nothing)
            return
        try:
            recording = recovered(folder, tr("Recording"))
        except MacroError as error:
            words = tr(
                "{0}. It is not lost: it is offered again at the next recording ({1})."
            ).format(failed, error)
            self._open(None, words, name, _nothing)
            return
        words = summary(
            recording,
            was_cut_off=False,
            why=tr("{0}. This is what the disk has of it").format(failed),
        )
        self._open(recording, words, name, lambda: discard(folder))

    def ask_about_cut_off(self, then: Forget) -> bool:
        """Ask about the last recording that was cut off; False where there is nothing to ask."""
        for folder in reversed(left_over(self._folders)):
            try:
                recording = recovered(folder, tr("Recording"))
            except MacroError as error:
                words = tr(
                    "A recording was cut off and cannot be read: {0}. Close deletes it."
                ).format(error)
                self._offer(None, words, folder, then)
                return True
            if recording.macro.steps:
                words = summary(recording, was_cut_off=True, why="")
                self._offer(recording, words, folder, then)
                return True
            discard(folder)
        return False

    def _offer(self, recording: Recording | None, words: str, folder: Path, then: Forget) -> None:
        images = recording.images if recording is not None else {}
        self._panel.rows.show(recording.macro.steps if recording is not None else (), images.get)
        self._panel.head.show_time(lasted_s(recording.events) if recording is not None else 0)
        self._open(recording, words, "", lambda: discard(folder))
        self._then = then

    def _open(self, recording: Recording | None, words: str, name: str, forget_it: Forget) -> None:
        self._recording, self._forget, self._then = recording, forget_it, _nothing
        self.is_asking = True
        is_empty = recording is None or not recording.macro.steps
        self._panel.ask_name(words, name, is_empty=is_empty)

    def _save(self, name: str) -> None:
        recording = self._recording
        if recording is None:
            return
        named = Recording(replace(recording.macro, name=name), recording.images, recording.events)
        try:
            kept(named, self._library, self._book)
        except AssistantError as error:
            self._panel.name.problem.tell(str(error))
            return
        self._end()
        self.kept.emit(name)

    def _end(self) -> None:
        self._forget()
        self._recording, self._forget = None, _nothing
        self.is_asking = False
        self._panel.put_away()
        then, self._then = self._then, _nothing
        self.over.emit()
        then()


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
        self._let_go = timer(self, LET_GO_MS, self._record_again)
        panel.entry.added.connect(self._insert)
        panel.inserts.wanted.connect(self._want_entry)
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
        self._clock = timer(self, TICK_MS, self._tick, repeats=True)
        self._background = Background(self, "recording")

    @property
    def is_recording(self) -> bool:
        """Tell whether a recording is under way, or one that is over waits for its name."""
        return self._thread is not None or (self._keeping is not None and self._keeping.is_asking)

    @property
    def business(self) -> str:
        """What keeps the desktop for a recording, in a sentence; empty while nothing does."""
        if self._thread is not None:
            return tr("A recording is under way. Finish it first.")
        return (
            tr("A recording waits for its name. Save or discard it first.")
            if self.is_recording
            else ""
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
            tr("Recording {0}").format(name) if name else tr("Recording"),
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
            panel = RecordingPanel(self._parts.theme, open_window_server(), open_focus_keeper())
            panel.foot.pause.clicked.connect(self._pause)
            panel.head.undo.clicked.connect(self._undo)
            panel.foot.text_everywhere.toggled.connect(self._record_text)
            panel.foot.finish.clicked.connect(lambda: self.finish())
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
        self.said.emit(tr("Nothing is recorded: {0}").format(sentence), True)

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
            why = tr("It could not be put in: {0}. Save it as a macro of its own.").format(
                problem.rstrip(".")
            )
            self._keeping.ask(recording, "", why, thread.forget)
            return
        self._panel.put_away()
        self._come_back()
        if not recording.macro.steps:
            self.said.emit(tr("Nothing was recorded."), False)
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
        why = tr("another program took the desktop") if cause == TAKEN else ""
        self._background.run_on_main(lambda: self._on_stop(why))
