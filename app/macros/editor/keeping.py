"""What becomes of edits: taken out of the fields, saved, asked about, thrown away, kept in the draft."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.macros.editor.inspector import Inspector
from app.macros.editor.notice import Notice
from app.macros.editor.params_bar import ParamsBar
from app.macros.editor.side import Side
from automation.core.errors import MacroError
from automation.macros.editing.conflict import Conflict
from automation.macros.editing.session import EditSession


class Keeping(QObject):
    """Owned by the window; UI thread."""

    saved = Signal()
    save_as_wanted = Signal()
    reopen_wanted = Signal()
    """Edits are to be thrown away, and the macro opened again as it is on the disk."""
    closing = Signal(bool)
    """The window is to let go of the macro: with True edits that are not saved stay in the draft."""

    def __init__(
        self,
        session: EditSession,
        params: ParamsBar,
        inspector: Inspector,
        side: Side,
        notice: Notice,
    ) -> None:
        """Keep the edits of a session.

        Args:
            session: the open macro.
            params: parameters and columns that may be half written.
            inspector: fields that may be half written.
            side: shows the inspector where it floats.
            notice: says what cannot be kept, and asks.
        """
        super().__init__(notice)
        self._session = session
        self._params, self._inspector, self._side = params, inspector, side
        self._notice = notice

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

    def save(self) -> bool:
        """Save it all; False where that failed, which is said."""
        if not self.commit("Not saved"):
            return False
        try:
            self._session.save()
        except Conflict as error:
            self._ask_of_conflict(error)
            return False
        except MacroError as error:
            self._notice.say(f"Not saved: {error}", is_error=True)
            return False
        self.saved.emit()
        return True

    def _ask_of_conflict(self, error: Conflict) -> None:
        self._notice.ask(
            f"Not saved: {error}.",
            [
                ("Save as …", "primary", self.save_as_wanted.emit),
                ("Discard and open again", "plain", self.reopen_wanted.emit),
                ("Not now", "flat", self._notice.hide),
            ],
        )

    def may_close(self, close: Callable[[], object]) -> bool:
        """Tell whether the window may close now; else ask what becomes of the edits.

        Args:
            close: closes the window once that is known.
        """
        if not self.commit("Not closed"):
            return False
        if self._session.is_saved:
            self.closing.emit(True)
            return True

        def save() -> None:
            if self.save():
                close()

        def discard() -> None:
            self.closing.emit(False)
            close()

        name = self._session.document.macro.name
        self._notice.ask(
            f"“{name}” has edits that are not saved.",
            [
                ("Save", "primary", save),
                ("Discard", "plain", discard),
                ("Stay", "flat", self._notice.hide),
            ],
        )
        return False
