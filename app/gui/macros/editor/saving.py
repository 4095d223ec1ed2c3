"""What becomes of edits: saved beside the UI thread, asked about, thrown away, or kept in the draft.

A save takes what stands when it begins. The draft notes where that was, so that after a kill the edits
behind it are done again on whichever file is there. Nothing lets go of a session before
`Keeping.finish`.
"""

import logging
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.background import Background
from app.gui.macros.editor.actions import EditorRequests
from app.gui.macros.editor.bars import Notice, Side
from app.gui.macros.editor.clipboard import settle
from app.gui.macros.editor.inspector import Inspector
from app.gui.macros.editor.params import ParamsBar
from automation.core.errors import MacroError
from automation.macros.edit.session import Conflict, EditSession, Saved

log = logging.getLogger(__name__)

Work = Callable[[], Saved]
Failed = Callable[[MacroError], object]


class Saver(QObject):
    """Lives in the UI thread; one save at a time, beside it. `finish` it before the session ends."""

    def __init__(self, session: EditSession, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._background = Background(self, "macro-save")
        self.is_busy = False
        """A save is on its way."""
        self._found: Saved | MacroError | None = None
        self._done: Callable[[], object] = lambda: None
        self._failed: Failed = lambda _error: None

    def begin(self, work: Work, done: Callable[[], object], failed: Failed) -> None:
        """Do a save that the session has begun; there must be no other.

        Args:
            done: called in the UI thread once the session goes on from what was saved.
            failed: called there instead, with the reason.
        """
        self._done, self._failed, self.is_busy = done, failed, True
        self._background.run(lambda: self._run(work), lambda _none: self._take())

    def finish(self) -> None:
        """Wait for a save that is on its way, and tell what came of it."""
        self._background.join()
        self._take()

    def _run(self, work: Work) -> None:
        try:
            self._found = work()
        except MacroError as error:
            self._found = error
        except Exception as error:  # the thread's top frame: say it, the edits are all there
            log.exception("a macro could not be saved")
            self._found = MacroError(
                tr("an error of mine ({0}); try again").format(type(error).__name__)
            )

    def _take(self) -> None:
        found, self._found = self._found, None
        if found is None:
            return  # `finish` was faster
        self.is_busy = False
        if isinstance(found, Saved):
            if found.draft is not None:
                settle()  # a copy made meanwhile reads the pictures of the first, whose draft goes
            self._session.take_saved(found)
            self._done()
        else:
            self._session.give_up_saving()
            self._failed(found)


Then = Callable[[], object]


def nothing() -> None:
    """Do nothing."""


class Keeping(QObject):
    """Owned by the window; UI thread."""

    saved = Signal()
    saving_changed = Signal()
    """A save is on its way, or has failed."""
    closing = Signal(bool)
    """The window is to let go of the macro: with True edits that are not saved stay in the draft."""

    def __init__(
        self,
        session: EditSession,
        params: ParamsBar,
        inspector: Inspector,
        side: Side,
        notice: Notice,
        requests: EditorRequests,
        tell_mistakes: Then = nothing,
    ) -> None:
        """Keep the edits of a session.

        Args:
            params: parameters and columns that may be half written.
            side: shows the inspector where it floats.
            tell_mistakes: looks at the last edits now and tells for what the macro is not played.
        """
        super().__init__(notice)
        self._session = session
        self._params, self._inspector, self._side = params, inspector, side
        self._notice, self._requests = notice, requests
        self._tell_mistakes = tell_mistakes
        self._saver = Saver(session, self)
        self._then: list[Then] = []
        """Waits for the save that is on its way to be done."""
        self._next: list[Then] = []
        """Waits for what was edited since that one began to be saved too."""
        self._after: list[Then] = []
        """Waits for that one to end, done or failed."""
        self._close: Then = nothing
        """Waits for all of that to be done."""

    def commit(self, otherwise: str) -> bool:
        """Take what is written in the fields and not yet put.

        Args:
            otherwise: what is said to have not been done where a field cannot be taken.

        Returns:
            False where one cannot: that is said, and the field has the keyboard.
        """
        why = self._params.commit()
        if not why and (why := self._inspector.commit()):
            self._side.reveal()
        if why:
            self._notice.say(f"{otherwise}: {why}", is_error=True)
        return not why

    def commit_or_leave(self) -> None:
        """Take what can be taken; for an end that nobody can hold up."""
        self._params.commit(is_leaving=True)
        self._inspector.commit(is_leaving=True)

    def save(self, then: Then = nothing) -> None:
        """Save it all beside the UI thread; what fails is said. Edits made meanwhile are for the next save."""
        if self.commit(tr("Not saved")):
            self._tell_mistakes()
            self._save(then)

    def _save(self, then: Then) -> None:
        if self._saver.is_busy:
            self._next.append(then)
        else:
            self._begin(self._session.saving(), then)

    def save_as(self, name: str, then: Then) -> None:
        """Save it under another name beside the UI thread, and go on with that; what fails is said.

        Args:
            name: what the other one is called.
        """
        if self._saver.is_busy:
            self._after.append(partial(self.save_as, name, then))
            return
        self._tell_mistakes()
        work = self._session.saving_as(name)

        def write() -> Saved:
            settle()  # a copy reads the pictures of the macro that it was made in
            return work()

        self._begin(write, then)

    def finish(self) -> None:
        """Wait for a save that is on its way; nothing follows it."""
        for waiting in (self._then, self._next, self._after):
            waiting.clear()
        self._close = nothing
        self._saver.finish()

    def _begin(self, work: Work, then: Then) -> None:
        if self._notice.is_asking:
            self._notice.hide()  # it is answered
        self._then = [then]
        self._saver.begin(work, self._on_saved, self._on_failed)
        self.saving_changed.emit()

    def _on_saved(self) -> None:
        now, self._then = self._then, []
        self.saved.emit()
        for then in now:
            then()
        self._go_on()

    def _on_failed(self, error: MacroError) -> None:
        self._then, self._next, self._close = [], [], nothing
        self.saving_changed.emit()
        if isinstance(error, Conflict):
            self._ask_of_conflict(error)
        else:
            self._notice.say(tr("Not saved: {0}").format(error), is_error=True)
        self._go_on()

    def _go_on(self) -> None:
        """Do what has waited for the end of a save; a save among it waits for its own."""
        after, self._after = self._after, []
        for do in after:
            do()
        waiting, self._next = self._next, []
        for then in waiting:
            if self._session.is_saved:
                then()
            else:
                self._save(then)  # the fields were taken when it was wanted
        if not self._saver.is_busy:
            close, self._close = self._close, nothing
            close()

    def _ask_of_conflict(self, error: Conflict) -> None:
        self._notice.ask(
            tr("Not saved: {0}.").format(error),
            [
                (tr("Save as …"), "primary", self._requests.save_as.emit),
                (tr("Discard and open again"), "plain", self._requests.reopen.emit),
                (tr("Not now"), "flat", self._notice.hide),
            ],
        )

    def may_close(self, close: Callable[[], object]) -> bool:
        """Tell whether the window may close now; else ask what becomes of the edits."""
        if not self.commit(tr("Not closed")):
            return False
        if self._saver.is_busy:
            self._close = close
            return False
        if self._session.is_saved:
            self.closing.emit(True)
            return True

        def discard() -> None:
            self.closing.emit(False)
            close()

        name = self._session.document.macro.name
        self._notice.ask(
            tr("“{0}” has edits that are not saved.").format(name),
            [
                (tr("Save"), "primary", partial(self.save, close)),
                (tr("Discard"), "plain", discard),
                (tr("Stay"), "flat", self._notice.hide),
            ],
        )
        return False
