"""What is asked for in the panel: what to put into the list, and what the macro is called."""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.widgets.asking_twice import AskingTwice
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

EntryKind = Literal["check", "wait", "value", "secret"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be put in, in words."""

    button: str
    icon: str
    question: str
    hint: str
    note: str


ENTRIES: Final[dict[EntryKind, Entry]] = {
    "check": Entry(
        "Check", "check-square", "Go on only if this text is shown", "Text on the screen",
        "Looked for in the window in front and its menus, for 5 s.",
    ),
    "wait": Entry(
        "Wait", "wait", "Wait so many seconds", "Seconds",
        "A replay waits for what each step needs by itself: this is for what nothing on the "
        "screen tells.",
    ),
    "value": Entry(
        "Value", "edit", "Type a value that is asked for at the start", "Name, such as customer",
        "It is typed where the focus is. To go on here, pause and type a sample yourself.",
    ),
    "secret": Entry(
        "Secret", "lock", "Type a secret from Settings", "Name of the secret",
        "Only its name is kept in the macro. It is typed into password fields only.",
    ),
}  # fmt: skip


class EntryForm(QFrame):
    """Asks for one line; Enter adds it, Esc leaves it."""

    added = Signal(str, str)
    """The kind and what was written."""
    cancelled = Signal()
    keyboard_wanted = Signal()
    """Something must be written before it goes on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "foot")
        self._kind: EntryKind = "check"
        self._question = Label(theme, "", "bold", wraps=True)
        self._note = Label(theme, "", "caption", "faint", wraps=True)
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self.field = QLineEdit()
        self.field.setMaxLength(500)
        self.field.returnPressed.connect(self._add)
        self.add = Button(theme, "Put in", kind="primary", size="compact")
        self.cancel = Button(theme, "Cancel", kind="flat", size="compact")
        self.add.clicked.connect(self._add)
        self.cancel.clicked.connect(self.cancelled)
        column = _column(self)
        for part in (self._question, self.field, self._problem, self._note):
            column.addWidget(part)
        column.addLayout(_line(self.cancel, self.add))

    def ask(self, kind: EntryKind) -> None:
        """Ask for one kind of thing."""
        self._kind, entry = kind, ENTRIES[kind]
        self._question.setText(entry.question)
        self._note.setText(entry.note)
        self.field.setPlaceholderText(entry.hint)
        self.field.setAccessibleName(entry.question)
        self.field.clear()
        self.show_problem("")

    def show_problem(self, sentence: str) -> None:
        """Say why what was written cannot be put in; empty says nothing."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))
        self.add.setEnabled(True)

    @property
    def problem(self) -> str:
        """What is wrong with what was written."""
        return self._problem.text()

    def _add(self) -> None:
        text = self.field.text().strip()
        if not text:
            self.show_problem("Write something first.")
            self.keyboard_wanted.emit()
            return
        if self.add.isEnabled():
            self.add.setEnabled(False)  # until it was put in or refused
            self.added.emit(self._kind, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)


class NameForm(QFrame):
    """What becomes of a recording that is over: a name and Save, or Discard."""

    saved = Signal(str)
    discarded = Signal()
    keyboard_wanted = Signal()
    """A name must be written before it goes on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "foot")
        self._summary = Label(theme, "", "bold", wraps=True)
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._problem.hide()
        self.field = QLineEdit()
        self.field.setMaxLength(100)
        self.field.setPlaceholderText("Name of the macro")
        self.field.setAccessibleName("Name of the macro")
        self.field.returnPressed.connect(self._save)
        self.save = Button(theme, "Save macro", kind="primary", size="compact")
        self.save.clicked.connect(self._save)
        self.discard = Button(theme, "Discard", icon="trash", kind="flat", size="compact")
        self._asks = AskingTwice(
            self.discard,
            Button(theme, "Discard it", kind="danger", size="compact"),
            Button(theme, "Keep it", size="compact"),
        )
        self._asks.confirmed.connect(self.discarded)
        self.close_button = Button(theme, "Close", size="compact")
        self.close_button.clicked.connect(self.discarded)
        column = _column(self)
        for part in (self._summary, self.field, self._problem):
            column.addWidget(part)
        column.addLayout(_line(self._asks, self.close_button, self.save))

    @property
    def confirm_discard(self) -> Button:
        """What is pressed second to discard."""
        return self._asks.yes

    def ask(self, summary: str, name: str, *, is_empty: bool) -> None:
        """Ask what the macro is called; an empty recording can only be closed."""
        self._summary.setText(summary)
        self.field.setText(name)
        self.show_problem("")
        for part in (self.field, self.save, self._asks):
            part.setVisible(not is_empty)
        self.close_button.setVisible(is_empty)

    def show_problem(self, sentence: str) -> None:
        """Say why it could not be kept; empty says nothing."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    @property
    def summary(self) -> str:
        """What was recorded, in words."""
        return self._summary.text()

    @property
    def problem(self) -> str:
        """Why it was not kept."""
        return self._problem.text()

    def _save(self) -> None:
        name = self.field.text().strip()
        if not name:
            self.show_problem("Give the macro a name.")
            self.keyboard_wanted.emit()
            return
        self.saved.emit(name)


def _column(frame: QFrame) -> QVBoxLayout:
    column = QVBoxLayout(frame)
    column.setContentsMargins(12, 10, 12, 12)
    column.setSpacing(8)
    return column


def _line(*parts: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addStretch(1)
    for part in parts:
        line.addWidget(part)
    return line
