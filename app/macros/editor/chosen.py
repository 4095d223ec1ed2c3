"""What the inspector shows: the selected step, how many there are, or the macro and what to look at in it."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.macros.editor.actions import Actions
from app.macros.editor.inspector import Inspector
from app.macros.editor.macro_page import MacroPage
from app.macros.editor.problem_rows import Told, problems_told
from app.macros.editor.several_page import SeveralPage
from app.macros.editor.step_list import StepList
from app.widgets.theme import Theme
from automation.macros.editing.session import EditSession

CHECK_MS: Final = 30
"""Between two parts of a check, so that keys are answered while 10,000 steps are looked at."""
REST_MS: Final = 250
"""After the last edit, before the first part: finding what is to be looked at takes some 15 ms then."""

MOST_PARTS: Final = 25
"""Of a check that a save waits for: a thousand steps, some 100 ms."""


class Chosen(QObject):
    """Owned by the window; UI thread. It has checks and texts made bit by bit, as timers say."""

    mistaken = Signal(str)
    """An edit has left something for which the macro is not played, in words; empty once all is mended."""

    def __init__(
        self,
        theme: Theme,
        session: EditSession,
        rows: StepList,
        inspector: Inspector,
        actions: Actions,
    ) -> None:
        super().__init__(rows)
        self._theme, self._session = theme, session
        self._rows, self._inspector, self._actions = rows, inspector, actions
        self._mistakes: frozenset[Told] | None = None
        """What was found last for which the macro is not played; None before the first check."""
        self._checking = QTimer(self)
        self._checking.timeout.connect(self._check_on)
        self._writing = QTimer(self)
        self._writing.setInterval(CHECK_MS)
        self._writing.timeout.connect(self._write_on)
        rows.chosen.connect(self.show)

    def show(self) -> None:
        """Show the one selected step; of none the macro, of several how many there are."""
        chosen, document = self._rows.selected(), self._session.document
        if len(chosen) == 1:
            row = document.rows[document.row_of(chosen[0])]
            self._inspector.show_step(row.number, row.step)
        elif chosen:
            page = self._inspector.page
            if not isinstance(page, SeveralPage):
                page = SeveralPage(self._theme, self._actions)
            self._inspector.show_page(f"{len(chosen):,} steps", page)
        elif not isinstance(self._inspector.page, MacroPage) or self._inspector.shown:
            whole = MacroPage(self._theme, document, self._problems(), self._session.told)
            if whole.problems is not None:
                whole.problems.show_pressed.connect(lambda step_id: self._rows.select([step_id]))
            self._inspector.show_page("The macro", whole)
        for name in ("test", "from_here", "to_here"):
            self._actions[name].setEnabled(bool(self._rows.current()))

    def check(self) -> None:
        """Look at what was changed, soon and bit by bit; problems are told when all was looked at.

        After that, and in the same way, what a save will write is made ready.
        """
        self._writing.stop()
        self._checking.start(REST_MS)

    def settle(self) -> None:
        """Finish a check that is due, and tell for what the macro is not played: before it is saved.

        Of very many steps that were changed at once the rest is looked at, and told, after that.
        """
        if self._checking.isActive():
            for _ in range(MOST_PARTS):
                if self._session.check_some():
                    self._checked()
                    break
        found = [told for told in problems_told(self._session) if not told.is_note]
        if found:
            self._tell(found)

    def stop(self) -> None:
        """Look at nothing any more."""
        self._checking.stop()
        self._writing.stop()

    def _check_on(self) -> None:
        self._checking.setInterval(CHECK_MS)
        if self._session.check_some():
            self._checked()
            if not self._rows.selected() and not self._inspector.has_focus():
                self._inspector.forget_page()
                self.show()

    def _checked(self) -> None:
        self._checking.stop()
        self._writing.start()
        self._tell_mistakes()

    def _tell_mistakes(self) -> None:
        """Tell what the last edits have made wrong; what was wrong as the macro was opened stands in its page."""
        found = [told for told in problems_told(self._session) if not told.is_note]
        before, self._mistakes = self._mistakes, frozenset(found)
        if before is None:
            return
        fresh = [told for told in found if told not in before]
        if fresh:
            self._tell(fresh)
        elif before and not found:
            self.mistaken.emit("")
        self._inspector.show_problems()

    def _tell(self, found: list[Told]) -> None:
        more = f" There are {len(found) - 1:,} more." if len(found) > 1 else ""
        self.mistaken.emit(f"{found[0].words}. It is not played before that is mended.{more}")

    def _write_on(self) -> None:
        if self._session.write_some():
            self._writing.stop()

    def _problems(self) -> tuple[Told, ...]:
        return () if self._checking.isActive() else problems_told(self._session)
