"""The line that finds a step by its words, over the list; Ctrl+F opens it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from app.macros.editor.step_list import StepList
from app.macros.editor.step_search import StepSearch
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.macros.editing.document import Document


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
        self.line.setPlaceholderText("Find a step: what it does, its comment, its id")
        self.line.setAccessibleName("Find a step")
        self.line.setClearButtonEnabled(False)
        self.line.textEdited.connect(self._on_edited)
        self.said = Label(theme, "", "small", "dim")
        self.before = Button(theme, icon="up", kind="flat", size="compact")
        self.before.setAccessibleName("The one before (Shift+Enter)")
        self.behind = Button(theme, icon="down", kind="flat", size="compact")
        self.behind.setAccessibleName("The next one (Enter)")
        self.shut = Button(theme, icon="close", kind="flat", size="compact")
        self.shut.setAccessibleName("Close the search (Esc)")
        for button in (self.before, self.behind, self.shut):
            button.setToolTip(button.accessibleName())
        self.before.clicked.connect(lambda: self.go(-1))
        self.behind.clicked.connect(lambda: self.go(1))
        self.shut.clicked.connect(self.close_it)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 10)
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.said)
        row.addWidget(self.before)
        row.addWidget(self.behind)
        row.addWidget(self.shut)
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
            said = "No step" if self.search.is_over else "Looking"
        else:
            current = self._rows.current()
            place = f"{hits.index(current) + 1:,} of " if current in hits else ""
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
