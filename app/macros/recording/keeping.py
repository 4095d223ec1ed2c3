"""What becomes of a recording that is over: kept under a name, discarded, or left to be recovered."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.folders import Folders
from app.macro_recorder import forget, kept, left_over, recovered
from app.macros.recording.lasting import lasted_s
from app.macros.recording.panel import RecordingPanel
from app.macros.recording.words import summary
from automation.core.errors import AssistantError, MacroError
from automation.macros.library import Library
from automation.macros.recording.recorded import Recording
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
        panel.saved.connect(self._save)
        panel.discarded.connect(self._discard)

    def ask(self, recording: Recording, name: str, why: str, forget_it: Forget) -> None:
        """Ask what becomes of a recording.

        Args:
            recording: it is over.
            name: what it is to be called, if that is known.
            why: why it is over, where nobody asked for that.
            forget_it: deletes its journal.
        """
        self._open(recording, summary(recording, was_cut_off=False, why=why), name, forget_it)

    def ask_about_unfinished(self, problem: str, folder: Path | None, name: str) -> None:
        """Ask about a recording that could not be finished: what is on the disk of it.

        Args:
            problem: why it could not.
            folder: its journal, which nobody holds; None where there is none.
            name: what it is to be called, if that is known.
        """
        failed = problem.rstrip(".")
        if folder is None:
            self._open(None, f"{failed}.", name, _nothing)
            return
        try:
            recording = recovered(folder, "Recording")
        except MacroError as error:
            words = (
                f"{failed}. It is not lost: it is offered again at the next recording ({error})."
            )
            self._open(None, words, name, _nothing)
            return
        words = summary(
            recording, was_cut_off=False, why=f"{failed}. This is what the disk has of it"
        )
        self._open(recording, words, name, lambda: forget(folder))

    def ask_about_cut_off(self, then: Forget) -> bool:
        """Ask about the last recording that was cut off; False where there is nothing to ask.

        Args:
            then: what is done once that is settled.
        """
        for folder in reversed(left_over(self._folders)):
            try:
                recording = recovered(folder, "Recording")
            except MacroError as error:
                words = f"A recording was cut off and cannot be read: {error}. Close deletes it."
                self._offer(None, words, folder, then)
                return True
            if recording.macro.steps:
                words = summary(recording, was_cut_off=True, why="")
                self._offer(recording, words, folder, then)
                return True
            forget(folder)
        return False

    def _offer(self, recording: Recording | None, words: str, folder: Path, then: Forget) -> None:
        images = recording.images if recording is not None else {}
        self._panel.rows.show(recording.macro.steps if recording is not None else (), images.get)
        self._panel.head.show_time(lasted_s(recording.events) if recording is not None else 0)
        self._open(recording, words, "", lambda: forget(folder))
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
            self._panel.name.show_problem(str(error))
            return
        self._end()
        self.kept.emit(name)

    def _discard(self) -> None:
        self._end()

    def _end(self) -> None:
        self._forget()
        self._recording, self._forget = None, _nothing
        self.is_asking = False
        self._panel.put_away()
        then, self._then = self._then, _nothing
        self.over.emit()
        then()
