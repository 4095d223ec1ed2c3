"""Edits of a macro that is another one on the disk: saved under another name, or taken along by a new one."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.macros.editor_tools import EditorTools
from app.macros.library.bars import AskBar, Question
from app.macros.library.changes import checked_name, name_problem
from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros.editing.opening import Renamed
from automation.macros.editing.session import EditSession
from automation.macros.naming import free_name, same_name

if TYPE_CHECKING:
    from app.macros.editor.window import EditorWindow


class Rescue:
    """Owned by an open editor; UI thread."""

    def __init__(self, tools: EditorTools, session: EditSession, window: "EditorWindow") -> None:
        """Put the question into the window; it is hidden until it is asked.

        Args:
            tools: what the editors share.
            session: the open macro.
            window: its window.
        """
        self._tools, self._session, self._window = tools, session, window
        self.ask = AskBar(tools.theme, window)
        layout = window.layout()
        assert layout is not None, "the window was laid out"
        layout.addWidget(self.ask)

    def ask_save_as(self, then: Callable[[], object] = lambda: None) -> None:
        """Ask for a name that no macro has, and go on with the macro under it.

        Args:
            then: done once it is saved.
        """
        if not self._window.commit("Not saved"):
            return
        name = self._session.document.macro.name
        taken = [one.name for one in self._tools.macros.library.entries()]
        known = {same_name(one) for one in taken}

        def problem(text: str) -> str:
            is_taken = same_name(text) in known
            said = f"there is a macro called “{visible_text(text.strip())}” already"
            return name_problem(text) or (f"{said}; take another name" if is_taken else "")

        self._window.notice.hide()
        self.ask.ask(
            Question(
                title=f"Save “{visible_text(name)}” with these edits as another macro",
                verb="Save",
                done=lambda text: self._save_as(text, then),
                value=free_name(name, taken),
                problem_of=problem,
            )
        )

    def _save_as(self, text: str, then: Callable[[], object]) -> str:
        try:
            name = checked_name(text)
        except MacroError as error:
            return str(error)
        self._window.save_as(name, lambda: self._go_on(then))
        return ""

    def _go_on(self, then: Callable[[], object]) -> None:
        window, name = self._window, visible_text(self._session.document.macro.name)
        window.show_name()
        window.notice.say(
            f"Saved as “{name}”. The first one is as it was; here you go on with “{name}”."
        )
        self._tools.macros.refresh()
        then()

    def take_rename(self, found: Renamed) -> None:
        """Go on under the name that the macro was found to have elsewhere, edits and all."""
        if self._session.take_rename(found):
            self._window.show_name()
