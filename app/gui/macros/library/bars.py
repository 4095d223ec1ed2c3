"""Bars of the page: what was done with a button to undo it, one question with a field, a chosen macro."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from app.gui import tr
from app.gui.widgets.buttons import Button, ButtonKind
from app.gui.widgets.labels import Icon, Label, Problem, announce
from app.gui.widgets.layout import Flow, Framed, column, empty, row
from app.gui.widgets.theme import Theme
from automation.core.text import as_sentence

MODIFIER_KEYS: Final = frozenset(
    {Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr}
)
_STRONG: Final = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of a bar."""

    words: str
    do: Callable[[], None]
    icon: str = ""
    kind: ButtonKind = "plain"


class NoticeBar(Framed):
    """One sentence and what can be done about it. Hidden while there is nothing to say."""

    left = Signal()
    """It goes while it has the focus: the page is to take that."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("card")
        self._theme = theme
        self._icon = Icon(theme, "")
        self.words = Label(theme, "", "body", wraps=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = Button(theme, "", icon="close", kind="flat", size="compact")
        self._close.setAccessibleName(tr("Close"))
        self._close.setToolTip(tr("Close this message"))
        self._close.clicked.connect(self.clear)
        self._buttons: list[Button] = []
        self._row = row(gap=8)
        up = Qt.AlignmentFlag.AlignTop
        top = row((self._icon, 0, up), (self.words, 1), (self._close, 0, up), gap=10)
        column(top, self._row, gap=6, margins=(12, 8, 8, 10), into=self)
        self.hide()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """What can be pressed about it."""
        return tuple(self._buttons)

    def say(self, sentence: str, choices: Sequence[Choice] = (), *, is_error: bool = False) -> None:
        """Say this in place of what was said before."""
        self.clear()
        self.setProperty("kind", "error" if is_error else "card")
        self.style().unpolish(self)
        self.style().polish(self)
        self.words.setText(sentence)
        for choice in choices:
            button = Button(
                self._theme, choice.words, icon=choice.icon, kind=choice.kind, size="compact"
            )
            button.clicked.connect(lambda _=False, do=choice.do: self._press(do))
            self._buttons.append(button)
        if self._buttons:
            flow = Flow(self._buttons, 8, 6)
            flow.setContentsMargins(0, 0, 0, 0)
            self._row.addSpacing(26)
            self._row.addWidget(flow, 1)
        self._icon.show_icon(*(("warning", "r3") if is_error else ("info", "accent")))
        self.show()
        announce(self, sentence, is_urgent=is_error)

    def clear(self) -> None:
        """Say nothing."""
        focused = self.window().focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self.left.emit()
        self.hide()
        self.words.setText("")
        self._buttons = []
        empty(self._row)

    def _press(self, do: Callable[[], None]) -> None:
        self.clear()
        do()


@dataclass(frozen=True, slots=True)
class Question:
    """One line that is asked for."""

    title: str
    verb: str
    """On the button that takes it."""
    done: Callable[[str], str]
    """Takes it and returns why that cannot be, empty when it was taken."""
    value: str = ""
    hint: str = ""
    problem_of: Callable[[str], str] = lambda _text: ""
    """Says while it is typed why it cannot be."""
    is_chord: bool = False
    other: Choice | None = None
    """Another button, such as one that takes a key away."""


class ChordField(QLineEdit):
    """A field that writes the chord that is pressed; plain letters are typed, for who writes it."""

    is_chord = False

    def event(self, event: QEvent) -> bool:
        """Keep chords from the window's shortcuts: here they are only written down."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self.is_chord and self._chord(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write the chord down."""
        chord = self._chord(event) if self.is_chord else ""
        if not chord:
            super().keyPressEvent(event)
            return
        self.setText(chord)
        event.accept()

    @staticmethod
    def _chord(event: QKeyEvent) -> str:
        key, held = Qt.Key(event.key()), event.modifiers()
        is_function = Qt.Key.Key_F1 <= key <= Qt.Key.Key_F24
        if key in MODIFIER_KEYS or not (is_function or held & _STRONG):
            return ""
        return QKeySequence(event.keyCombination()).toString(
            QKeySequence.SequenceFormat.PortableText
        )


class AskBar(Framed):
    """Asks for one line in place; Enter takes it, Esc leaves everything as it is."""

    opened = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("baseline", parent)
        self._theme = theme
        self._question: Question | None = None
        self._title = Label(theme, "", "bold", wraps=True)
        self.field = ChordField()
        self.field.setMinimumWidth(160)
        self.problem = Problem(theme)
        self.take = Button(theme, tr("Keep"), kind="primary", keys="Return")
        self.other = Button(theme, "")
        self.leave = Button(theme, tr("Leave"), keys="Escape")
        self.field.textChanged.connect(self._on_changed)
        self.field.returnPressed.connect(self._on_take)
        self.take.clicked.connect(self._on_take)
        self.other.clicked.connect(self._on_other)
        self.leave.clicked.connect(self.close_question)
        self._flow = Flow((self.take, self.leave, self.other), 8, 6)
        self._column = column(self._title, self.field, self.problem, self._flow, gap=8, into=self)
        self.set_margin(16)
        self.hide()

    def set_margin(self, margin: int) -> None:
        """Stand so far from the page's sides."""
        self._column.setContentsMargins(margin, 10, margin, 12)

    def ask(self, question: Question) -> None:
        """Ask for a line; one that was asked for before is forgotten."""
        self._question = question
        self.field.is_chord = question.is_chord
        self.field.setAccessibleName(question.title)
        self.field.setPlaceholderText(question.hint)
        self._title.setText(question.title)
        self.take.setText(question.verb)
        self.take.setAccessibleName(question.verb)
        other = question.other
        self.other.setVisible(other is not None)
        if other is not None:
            self.other.setText(other.words)
            self.other.setAccessibleName(other.words)
        self._flow.rearrange()
        self.field.setText(question.value)
        self.problem.tell("")
        self.show()
        self.opened.emit()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def close_question(self) -> None:
        """Leave everything as it is."""
        if self._question is not None:
            self._question = None
            self.hide()
            self.closed.emit()

    def event(self, event: QEvent) -> bool:
        """Take Esc for ourselves while we ask: the window has a use for it too."""
        is_esc = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_esc and self._question is not None:
            if event.type() is QEvent.Type.KeyPress:
                self.close_question()
            event.accept()
            return True
        return super().event(event)

    def _on_changed(self, text: str) -> None:
        if self._question is not None:
            self.problem.tell(as_sentence(self._question.problem_of(text)))

    def _on_take(self) -> None:
        question, text = self._question, self.field.text()
        if question is None:
            return
        problem = question.problem_of(text) or question.done(text)
        if problem:
            self.problem.tell(as_sentence(problem))
        elif self._question is question:
            self.close_question()

    def _on_other(self) -> None:
        if self._question is not None and self._question.other is not None:
            do = self._question.other.do
            self.close_question()
            do()
