"""Opens a macro for an editor: read and checked beside the UI thread, with a word on how far, and Cancel."""

import gc
import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from app.gui import tr
from app.gui.background import Background, timer
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, Label
from app.gui.widgets.layout import asked_from, column, row, show_over
from app.gui.widgets.theme import Theme
from app.macros.library import library_of
from automation.core.errors import AssistantError, MacroError
from automation.core.text import visible_text
from automation.macros.edit.session import EditSession
from automation.macros.play.health import Health, read_health
from automation.macros.play.report import Report, read_report, report_file

SIZE: Final = QSize(460, 128)
_PARTS: Final = 1000
_SHARES: Final = {"Reading": (0, 400), "Checking": (400, 1000)}
"""Of the bar in thousandths: the checks of 10,000 steps take longer than reading them."""


class OpeningCard(QWidget):
    """A window of its own; Esc and closing it are Cancel."""

    cancelled = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(SIZE)
        self.resize(SIZE)
        self._is_over = False
        self._title = ElidedLabel(theme, "", "title")
        self.words = Label(theme, tr("Reading"), "small", "dim")
        self.bar = QProgressBar()
        self.bar.setRange(0, _PARTS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("How far the macro is open"))
        self.cancel = Button(theme, tr("Cancel"), size="compact", keys="Escape")
        self.cancel.clicked.connect(self.close)
        parts = (self._title, self.bar, row((self.words, 1), self.cancel), None)
        column(*parts, gap=12, margins=(24, 20, 24, 16), into=self)
        self.set_name(name)

    def set_name(self, name: str) -> None:
        """Say what is opened."""
        self.setWindowTitle(tr("Opening {0}").format(visible_text(name)))
        self._title.set_whole_text(tr("Opening “{0}”").format(visible_text(name)))

    def tell(self, what: str, done: int, whole: int) -> None:
        """Say how far it is.

        Args:
            what: `Reading`, in characters, or `Checking`, in steps; empty for nothing known yet.
        """
        if not what or not whole:
            return
        begin, end = _SHARES[what]
        self.bar.setValue(begin + (end - begin) * done // whole)
        words = (
            tr("Checking, {0:,} of {1:,} steps")
            if what == "Checking"
            else tr("Reading, {0:,} of {1:,} characters")
        )
        self.words.setText(words.format(done, whole))

    def put_away(self) -> None:
        """Close it; nothing was cancelled."""
        self._is_over = True
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that it was cancelled, unless it is over."""
        super().closeEvent(event)
        if not self._is_over:
            self._is_over = True
            self.cancelled.emit()


log = logging.getLogger(__name__)

SHOWN_AFTER_MS: Final = 300
"""What takes less shows nothing but the editor."""
FREE_S: Final = 0.05
"""Between two looks whether it was left, while it waits for one that was left before."""


class _Left(Exception):
    """The user has left it: no error, the way out of the reading."""


@dataclass(frozen=True, slots=True)
class Ready:
    """What an editor shows."""

    session: EditSession
    health: Health
    report: Report | None
    """Of the last run; None where none is kept."""
    macros: tuple[str, ...]
    """Names of macros that it may call."""


class Opening(QObject):
    """Lives in the UI thread and owns a thread until the macro is there, or `leave`."""

    ready = Signal(object)
    """A `Ready`, whose session belongs to whoever takes it."""
    failed = Signal(str)
    """Why it cannot be opened, for the user."""
    left = Signal()

    def __init__(
        self,
        theme: Theme,
        data: Path,
        slug: str,
        parent: QObject,
    ) -> None:
        """Prepare; nothing is read before `begin`."""
        super().__init__(parent)
        self._theme, self._data, self.slug = theme, data, slug
        self.owner = asked_from()
        """The window that it was asked from."""
        self._name = slug
        self._is_left = threading.Event()
        self._is_free = threading.Event()
        """It holds nothing of the macro any more: nothing was opened, or somebody else has the session."""
        self._before: tuple[threading.Event, ...] = ()
        """Of openings of the same macro that were left and still hold it."""
        self._found: Ready | str | None = None
        """What came of it, once the thread has ended and until somebody has it."""
        self.card: OpeningCard | None = None
        """What is shown while it lasts; None before that."""
        self._so_far = ("", 0, 0)
        self._showing = timer(self, SHOWN_AFTER_MS, self.show)
        self._background = Background(self, "macro-opening")

    def begin(self) -> None:
        """Read it, once those that were left have let go of it: their lock is nobody else's window."""
        parent = self.parent()
        others = parent.findChildren(Opening) if parent is not None else []
        self._before = tuple(
            one._is_free
            for one in others
            if one is not self and (one._data, one.slug) == (self._data, self.slug)
            if one._is_left.is_set()
        )
        self._showing.start()
        self._background.run(self._run, lambda _none: self._on_ended())

    def show(self) -> None:
        """Show how far it is, and Cancel; in front if it is shown already."""
        if self._is_left.is_set():
            return
        if self.card is None:
            self.card = OpeningCard(self._theme, self._name)
            self.card.cancelled.connect(self.leave)
            self.card.tell(*self._so_far)
        show_over(self.card, self.owner)

    def leave(self) -> None:
        """Open it no more."""
        if not self._is_left.is_set():
            self._is_left.set()
            self._put_card_away()
            self.left.emit()

    def close(self) -> None:
        """Leave it and wait for the thread; before the application ends."""
        self.leave()
        self._background.join()
        self._drop()

    def _run(self) -> None:
        try:
            with _quiet_memory():
                self._found = self._opened()
        except _Left:
            pass
        except AssistantError as error:
            self._found = str(error)
        except Exception as error:  # the thread's top frame: say it, keep the window alive
            log.exception("a macro could not be opened")
            self._found = tr("it could not be read, by an error of mine ({0})").format(
                type(error).__name__
            )

    def _opened(self) -> Ready:
        """Read and check all that the window shows; on the thread."""
        for free in self._before:
            while not free.wait(FREE_S):
                self._watch("", 0, 0)
        library = library_of(self._data)
        entries = library.entries()
        name = next((one.name for one in entries if one.slug == self.slug), self.slug)
        self._background.run_on_main(lambda: self._on_named(name))
        session = EditSession(library, library.at(self.slug), watch=self._watch)
        try:
            session.check_all(self._watch)
            own = session.document.macro.name
            names = tuple(one.name for one in entries if not one.problem)
            health = read_health(self._data, session.folder.name)
            report = self._report(health)
            self._watch("", 0, 0)
        except BaseException:
            session.close()
            raise
        return Ready(session, health, report, tuple(name for name in names if name != own))

    def _report(self, health: Health) -> Report | None:
        """Return the report of the last run; that none is kept or can be read hinders nobody."""
        try:
            return read_report(report_file(self._data, health.last_id)) if health.last_id else None
        except MacroError:
            return None

    def _watch(self, what: str, done: int, whole: int) -> None:
        """Tell how far it is; on the thread.

        Raises:
            _Left: the user has left it.
        """
        if self._is_left.is_set():
            raise _Left
        if what:
            self._background.run_on_main(lambda: self._on_told(what, done, whole))

    def _on_named(self, name: str) -> None:
        self._name = name
        if self.card is not None:
            self.card.set_name(name)

    def _on_told(self, what: str, done: int, whole: int) -> None:
        self._so_far = (what, done, whole)
        if self.card is not None:
            self.card.tell(what, done, whole)

    def _on_ended(self) -> None:
        if self._is_left.is_set():
            self._drop()
        else:
            self._is_left.set()
            self._put_card_away()
            found, self._found = self._found, None
            self._is_free.set()
            if isinstance(found, Ready):
                self.ready.emit(found)
            else:
                self.failed.emit(found or "")
        self.deleteLater()

    def _drop(self) -> None:
        """Let go of a macro that nobody wants any more."""
        found, self._found = self._found, None
        if isinstance(found, Ready):
            found.session.close()
        self._is_free.set()

    def _put_card_away(self) -> None:
        self._showing.stop()
        if self.card is not None:
            self.card.put_away()


class _quiet_memory:  # noqa: N801  # read as a word of the `with`
    """Collects no garbage meanwhile: a pass over a million values of a file stops every thread."""

    _lock = threading.Lock()
    _count = 0

    def __enter__(self) -> None:
        with _quiet_memory._lock:
            if not _quiet_memory._count:
                gc.disable()
            _quiet_memory._count += 1

    def __exit__(self, *_error: object) -> None:
        with _quiet_memory._lock:
            _quiet_memory._count -= 1
            if not _quiet_memory._count:
                gc.enable()
