"""Whether a macro that is open in an editor is trusted: learnt, kept by the user's own hand, read anew.

Steps that came from elsewhere end the trust by the user's own hand, until a macro was read that holds
them. Undo and redo may bring back what no reading has shown, so after them it is read again.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.macros.editor_tools import EditorTools
from app.macros.editor_trust import is_content, keep_trust, was_trusted
from app.macros.library.reading import Reading, read_whole_macro, trust
from app.macros.library.trust_dialog import TrustDialog
from app.widgets.fitting import show_over
from automation.macros.editing.rows import Change
from automation.macros.editing.session import EditSession


class Say(Protocol):
    """Says a sentence in the editor."""

    def __call__(self, sentence: str, *, is_error: bool) -> None:
        """Say it."""
        ...


class OpenTrust(QObject):
    """Owned by an open editor; UI thread."""

    shown = Signal(bool)
    """Whether it is trusted as it is on the disk."""

    def __init__(self, tools: EditorTools, session: EditSession, say: Say, parent: QObject) -> None:
        """Prepare; `learn` begins.

        Args:
            tools: what the editors share.
            session: the open macro.
            say: says what the user should know.
            parent: owns this.
        """
        super().__init__(parent)
        self._tools, self._session, self._say = tools, session, say
        self._was_trusted = False
        self._has_foreign = bool(session.note)
        """There may be steps that nobody has read and the user's hand has not made: pasted, or edits
        brought back, in the macro or in what undo and redo bring."""
        self._ever_foreign = self._has_foreign
        self._news = 0
        """Goes on with all that a reading of before has not shown."""
        self._read_at = -1
        """`_news` when the reading in the dialog was taken; below 0 for one that clears nothing."""
        self.is_trusted = False
        self.is_settled = False
        """It is known whether the macro is trusted as it is on the disk."""
        self.dialog: TrustDialog | None = None
        """In which it is read; None while it is not."""
        self._is_closed = False
        self._then: list[Callable[[], None]] = []
        self._unwatch = session.document.watch(self._on_edited)

    @property
    def _slug(self) -> str:
        return self._session.folder.name

    def learn(self) -> None:
        """Find out whether it is trusted as it is."""
        slug, changes = self._slug, self._tools.changes
        self.is_settled = False
        self._tools.worker.do(lambda: was_trusted(changes, slug), self._on_learnt, self.fail)

    def is_read(self) -> bool:
        """Tell whether it is known that all steps shown were read, or made by the user's own hand."""
        return self._was_trusted

    def take_foreign(self) -> None:
        """Trust these steps only once they were read: nobody has looked at what was pasted."""
        if self._was_trusted:
            self._say(
                "These steps come from elsewhere: once saved, each step is asked about until you "
                "have read the macro. Press Trust to read it.",
                is_error=False,
            )
        self._ever_foreign = True
        self._take_unread()

    def _take_unread(self) -> None:
        self._news += 1
        self._has_foreign, self._was_trusted = True, False

    def _on_edited(self, _change: Change) -> None:
        """Take what undo or redo brings for unread, once anything came from elsewhere."""
        if self._ever_foreign and self._session.document.can_redo:
            self._take_unread()

    def keep(self) -> None:
        """Keep the trust of what was saved, where the user's own hand has changed it."""
        slug, changes = self._slug, self._tools.changes
        saved, before = self._session.saved, self._was_trusted
        self.is_settled = False
        self._tools.worker.do(
            lambda: keep_trust(changes, slug, saved, before=before),
            lambda is_trusted: self._on_kept(before=before, is_trusted=is_trusted),
            self.fail,
            is_needed=True,  # a quit right after the save must not leave it untrusted
        )

    def once_settled(self, then: Callable[[], None]) -> None:
        """Do something when it is known whether it is trusted."""
        if self.is_settled:
            then()
        else:
            self._then.append(then)

    def read(self) -> None:
        """Show the whole macro to be read, as it is saved."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        slug, changes = self._slug, self._tools.changes
        # What redo would bring is in no reading.
        self._read_at = -1 if self._session.document.can_redo else self._news
        self._tools.worker.do(
            lambda: read_whole_macro(changes, slug), self._show_reading, self.fail
        )

    def close(self) -> None:
        """End with the editor."""
        self._is_closed = True
        self._unwatch()
        if self.dialog is not None:
            self.dialog.close()

    def fail(self, sentence: str) -> None:
        """Take it for not trusted, since that could not be found out or kept."""
        self._settle(is_trusted=False)
        self._say(sentence, is_error=True)

    def _on_learnt(self, is_trusted: bool) -> None:
        if not is_trusted:  # nobody has read it: an undo may bring back what the next reading lacks
            self._has_foreign = self._ever_foreign = True
        self._was_trusted = is_trusted and not self._has_foreign
        self._settle(is_trusted=is_trusted)

    def _on_kept(self, *, before: bool, is_trusted: bool) -> None:
        if before and not is_trusted:
            self._say(
                "It was imported and is another macro now: each step is asked about until you have "
                "read it again. Press Trust to read it.",
                is_error=False,
            )
        self._was_trusted = is_trusted and not self._has_foreign
        self._settle(is_trusted=is_trusted)
        self._tools.macros.refresh()

    def _settle(self, *, is_trusted: bool) -> None:
        if self._is_closed:
            return
        self.is_trusted, self.is_settled = is_trusted, True
        self.shown.emit(is_trusted)
        waiting, self._then = self._then, []
        for then in waiting:
            then()

    def _show_reading(self, reading: Reading) -> None:
        if self._is_closed:
            return
        dialog = self.dialog = TrustDialog(self._tools.theme, reading)
        dialog.trust_pressed.connect(self._trust)
        dialog.closed.connect(self._forget_dialog)
        show_over(dialog)

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _trust(self, reading: Reading) -> None:
        changes, edited, read_at = self._tools.changes, self._session.document.macro, self._read_at

        def do() -> tuple[str, bool]:
            return trust(changes, reading), is_content(changes, reading, edited)

        def then(told: tuple[str, bool]) -> None:
            self._on_trusted(*told, read_at)

        self._tools.worker.do(do, then, self.fail)

    def _on_trusted(self, sentence: str, is_all: bool, read_at: int) -> None:
        """Learn that what was read is trusted.

        Args:
            sentence: says so.
            is_all: the editor showed just that when Trust was pressed.
            read_at: `_news` when it was read.
        """
        self._say(sentence, is_error=False)
        if is_all and read_at == self._news:
            self._has_foreign = False
        self.learn()
        self._tools.macros.refresh()
