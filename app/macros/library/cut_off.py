"""Recordings that were cut off, offered on the page: kept as a macro or deleted."""

from collections.abc import Callable
from pathlib import Path

from app.macros.library import recovering
from app.macros.library.bars import Choice, Question
from app.macros.library.doing import Doing


class CutOff:
    """Owned by the page's control; UI thread."""

    def __init__(
        self, doing: Doing, name_problem: Callable[[str], str], read: Callable[[], None]
    ) -> None:
        """Prepare.

        Args:
            doing: keeps one as a macro.
            name_problem: says why a macro cannot be called so.
            read: reads the page's list anew.
        """
        self._doing, self._page = doing, doing.page
        self._name_problem, self._read = name_problem, read
        self._left: tuple[Path, ...] = ()

    def show(self, left: tuple[Path, ...]) -> None:
        """Offer these; what is offered already stays as it is."""
        if left != self._left:
            self._left = left
            self._tell()

    def _tell(self) -> None:
        count, bar = len(self._left), self._page.left_over
        if not count:
            bar.clear()
            return
        was = "A recording was" if count == 1 else f"{count} recordings were"
        bar.say(
            f"{was} cut off before the end. What was done up to then is kept, but for a step in the middle of which it ended.",
            [
                Choice("Keep it as a macro" if count == 1 else "Keep the last one", self._recover),
                Choice("Delete", self._ask_delete),
            ],
        )

    def _recover(self) -> None:
        folder = self._left[-1]

        def done(name: str) -> str:
            self._doing.do(lambda: recovering.recover(self._doing.changes, folder, name))
            return ""

        self._page.ask.ask(
            Question(
                title="What is the recorded macro called?",
                verb="Keep",
                done=done,
                hint="Such as: File an invoice",
                problem_of=self._name_problem,
            )
        )
        self._left = ()  # told again unless it is gone by then

    def _ask_delete(self) -> None:
        left = self._left
        self._page.left_over.say(
            "Delete what was recorded before it was cut off? Nobody can bring it back.",
            [
                Choice("Delete for good", lambda: self._delete(left), "trash", "danger"),
                Choice("Keep", self._tell),
            ],
        )
        self._page.left_over.buttons[1].setFocus()

    def _delete(self, folders: tuple[Path, ...]) -> None:
        def then(sentence: str) -> None:
            self._page.notice.say(sentence)
            self._read()

        self._doing.worker.do(lambda: recovering.delete(folders), then, self._doing.fail)
