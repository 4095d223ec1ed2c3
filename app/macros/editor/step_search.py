"""Finds the steps that hold some words: bit by bit, so that keys are answered while 10,000 are looked at."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.macros.editor.sentences import sentence_of
from automation.macros.editing.document import Document
from automation.macros.editing.rows import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from automation.macros.macro import Step

SLICE: Final = 150
"""Steps that are looked at before other things have their turn: some 3 ms."""
REST_MS: Final = 250
"""After an edit, before it is looked at anew."""


class StepSearch(QObject):
    """Owned by the line to find; UI thread. Reads the document, by what rows say, comments and ids."""

    looked = Signal()
    """More of the steps were looked at."""

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._words: tuple[str, ...] = ()
        self._hits: list[str] = []
        self._at = 0
        self._texts: dict[str, tuple[Step, str]] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._unwatch: Callable[[], None] | None = None

    @property
    def hits(self) -> tuple[str, ...]:
        """Ids of the steps that were found so far and are still there, in their order."""
        return tuple(one for one in self._hits if self._document.has(one))

    @property
    def is_over(self) -> bool:
        """Tell whether every step was looked at."""
        return not self._timer.isActive()

    @property
    def seen(self) -> int:
        """How many rows were looked at."""
        return self._at

    def look_for(self, text: str) -> None:
        """Look for steps that hold all words of a text; none for an empty one."""
        self._words = tuple(text.casefold().split())
        if self._unwatch is None:
            self._unwatch = self._document.watch(self._on_changed)
        self._begin(0)

    def stop(self) -> None:
        """Look no more, and forget what was found."""
        self._timer.stop()
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        self._words, self._hits, self._at = (), [], 0
        self._texts.clear()

    def _begin(self, after_ms: int) -> None:
        self._hits, self._at = [], 0
        self._timer.stop()
        if self._words:
            self._timer.start(after_ms)
        self.looked.emit()

    def _on_changed(self, _change: Change) -> None:
        self._begin(REST_MS)

    def _look(self) -> None:
        self._timer.setInterval(0)
        ids = self._document.ids(self._at, self._at + SLICE)
        self._hits += [one for one in ids if self._holds(one)]
        self._at += len(ids)
        if len(ids) < SLICE:
            self._timer.stop()
        self.looked.emit()

    def _holds(self, step_id: str) -> bool:
        step = self._document.step(step_id)
        known = self._texts.get(step_id)
        if known is None or known[0] is not step:
            text = f"{sentence_of(step)}\n{step.comment}\n{step.id}".casefold()
            known = self._texts[step_id] = (step, text)
        return all(word in known[1] for word in self._words)
