"""Doing something with the library from its page: on the worker's thread, and told when it is done."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import SignalInstance

from app.gui.background import Worker
from app.gui.macros.library.bars import Choice
from app.gui.macros.library.page import LibraryPage
from app.macros.changes import Changes, Done
from app.macros.request import PlayRequest


class Editors(Protocol):
    """What is needed of `EditorControl`: macros that are open for editing here, by folder."""

    def is_open(self, slug: str) -> bool:
        """Tell whether a window edits it."""
        ...

    def has_edits(self, slug: str) -> bool:
        """Tell whether there are edits in it that are not saved."""
        ...

    def let_go(self, slug: str) -> None:
        """Close the window; edits that are not saved stay in the draft, in the macro's folder."""
        ...

    def ask_save_as(self, slug: str, then: Callable[[], None]) -> None:
        """Ask there for a name to save it under; `then` once another macro has the edits."""
        ...


class Macros(Protocol):
    """What is needed of `MacroControl`."""

    changed: SignalInstance

    @property
    def editors(self) -> Editors | None:
        """What is open for editing; None before anything was."""
        ...

    def play(self, request: PlayRequest) -> None:
        """Play a macro, or say why not."""
        ...

    def edit(self, slug: str) -> None:
        """Open the macro of a folder in the editor."""
        ...

    def record(self, name: str = "") -> None:
        """Record a macro."""
        ...

    def refresh(self) -> None:
        """Tell everybody that the macros are others than before."""
        ...


class Doing:
    """Changes the library and says on the page what came of it; UI thread."""

    def __init__(self, page: LibraryPage, worker: Worker, changes: Changes, macros: Macros) -> None:
        """Join them.

        Args:
            page: shows the library.
            worker: its thread does the work.
            changes: for the worker's thread alone.
            macros: told when the library is another.
        """
        self.page, self.worker, self.changes, self.macros = page, worker, changes, macros
        self._wanted = ""

    def take_wanted(self) -> str:
        """Return the folder of the macro that was changed last, once; empty for none."""
        wanted, self._wanted = self._wanted, ""
        return wanted

    def do(
        self,
        work: Callable[[], Done],
        failed: Callable[[str], None] | None = None,
        *choices: Callable[[Done], Choice],
        also: Callable[[Done], str] = lambda _done: "",
    ) -> None:
        """Do a change, say what came of it and show the list after it.

        Args:
            work: the change, on the worker's thread.
            failed: gets the reason; None says it on the page.
            choices: buttons beside what is said.
            also: done right after it in the UI thread; returns what should be said besides.
        """

        def then(done: Done) -> None:
            self._wanted = done.folder.name
            said = f"{done.sentence} {also(done)}".strip()
            self.page.notice.say(said, [choice(done) for choice in choices])
            self.macros.refresh()

        self.worker.do(work, then, failed or self.fail)

    def fail(self, problem: str) -> None:
        """Say why something was not done."""
        words = f"{problem[:1].upper()}{problem[1:]}"
        self.page.notice.say(words if words.endswith(".") else f"{words}.", is_error=True)
