"""Finds steps by their words: bit by bit, so that keys are answered while 10,000 are looked at. Ctrl+F opens it."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit

from app.gui import tr
from app.gui.background import timer
from app.gui.macros.editor.rows import sentence_of
from app.gui.macros.editor.step_list import StepList
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import row
from app.gui.widgets.theme import Theme
from automation.macros.edit.document import Document
from automation.macros.edit.tree import Change

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
        self._timer = timer(self, 0, self._look, repeats=True)
        self._unwatch: Callable[[], None] | None = None

    @property
    def hits(self) -> tuple[str, ...]:
        """Ids of the steps that were found so far and are still there, in their order."""
        return tuple(one for one in self._hits if self._document.has(one))

    @property
    def is_over(self) -> bool:
        """Tell whether every step was looked at."""
        return not self._timer.isActive()

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


class FindLine(QFrame):
    """Hidden until it is wanted; Enter goes to the next one, Shift+Enter to the one before, Esc closes."""

    def __init__(self, theme: Theme, document: Document, rows: StepList) -> None:
        super().__init__()
        self._document, self._rows = document, rows
        self._wants_first = False
        """The first one from the current row on is to be selected once it is found."""
        self.search = StepSearch(document, self)
        self.search.looked.connect(self._on_looked)
        self.line = QLineEdit()
        self.line.setFont(theme.font("small"))
        self.line.setPlaceholderText(tr("Find a step: what it does, its comment, its id"))
        self.line.setAccessibleName(tr("Find a step"))
        self.line.setClearButtonEnabled(False)
        self.line.textEdited.connect(self._on_edited)
        self.said = Label(theme, "", "small", "dim")
        self.before = Button(theme, icon="up", kind="flat", size="compact")
        self.before.setAccessibleName(tr("The one before (Shift+Enter)"))
        self.behind = Button(theme, icon="down", kind="flat", size="compact")
        self.behind.setAccessibleName(tr("The next one (Enter)"))
        self.shut = Button(theme, icon="close", kind="flat", size="compact")
        self.shut.setAccessibleName(tr("Close the search (Esc)"))
        for button in (self.before, self.behind, self.shut):
            button.setToolTip(button.accessibleName())
        self.before.clicked.connect(lambda: self.go(-1))
        self.behind.clicked.connect(lambda: self.go(1))
        self.shut.clicked.connect(self.close_it)
        parts = ((self.line, 1), self.said, self.before, self.behind, self.shut)
        row(*parts, gap=8, margins=(16, 0, 16, 10), into=self)
        self.hide()

    def open_it(self) -> None:
        """Show it and give it the keyboard."""
        self.show()
        self.line.setFocus()
        self.line.selectAll()
        if self.line.text():
            self.search.look_for(self.line.text())

    def close_it(self) -> None:
        """Put it away; the list has the keyboard then."""
        self.search.stop()
        self.hide()
        self._rows.setFocus()

    def go(self, by: int) -> None:
        """Select the next one, or with -1 the one before; at the end it begins anew."""
        hits = self.search.hits
        if not hits:
            return
        here = self._here()
        rows = [self._document.row_of(one) for one in hits]
        if by > 0:
            place = next((n for n, row in enumerate(rows) if row > here), 0)
        else:
            place = next((n for n in range(len(rows) - 1, -1, -1) if rows[n] < here), -1)
        self._rows.select([hits[place]])
        self._say()

    def _here(self) -> int:
        current = self._rows.current()
        return self._document.row_of(current) if current else -1

    def _on_edited(self, text: str) -> None:
        self._wants_first = bool(text.strip())
        self.search.look_for(text)

    def _on_looked(self) -> None:
        if self._wants_first:
            self._select_first()
        self._say()

    def _select_first(self) -> None:
        """Select the first one from the current row on, else the first of all."""
        here, hits = max(0, self._here()), self.search.hits
        behind = next((one for one in hits if self._document.row_of(one) >= here), None)
        if behind is None and self.search.is_over:
            behind = hits[0] if hits else None
        if behind is not None or self.search.is_over:
            self._wants_first = False
        if behind is not None:
            self._rows.select([behind])

    def _say(self) -> None:
        hits = self.search.hits
        if not self.line.text().strip():
            said = ""
        elif not hits:
            said = tr("No step") if self.search.is_over else tr("Looking")
        else:
            current = self._rows.current()
            place = tr("{0:,} of ").format(hits.index(current) + 1) if current in hits else ""
            more = "" if self.search.is_over else "+"
            said = f"{place}{len(hits):,}{more}"
        self.said.setText(said)
        self.said.setAccessibleName(said)
        for button in (self.before, self.behind):
            button.setEnabled(bool(hits))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter, back with Shift+Enter, close with Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_it()
        else:
            super().keyPressEvent(event)
