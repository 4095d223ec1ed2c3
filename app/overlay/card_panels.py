"""What replaces a card's buttons while the user changes an action or says what is wrong with it."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.overlay.card_parts import SIDE
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

REASONS: Final = ("Wrong place", "Not now", "Never do this")
REASON_CHARS: Final = 300
_EDITOR_PX: Final = 84


class ChangePanel(QWidget):
    """Words about the handles, an editor for a text, and two buttons."""

    text_changed = Signal(str)
    use_pressed = Signal()
    back_pressed = Signal()

    def __init__(self, theme: Theme, width: int) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 0, SIDE, 12)
        column.setSpacing(10)
        self._hint = Label(theme, "", "small", "dim", wraps=True)
        self._hint.setFixedWidth(width)
        self._place = Label(theme, "", "mono", "dim")
        self._editor = QPlainTextEdit()
        self._editor.setFont(theme.font("mono"))
        self._editor.setFixedHeight(_EDITOR_PX)
        self._editor.setTabChangesFocus(True)
        self._editor.setAccessibleName("Text to be typed")
        self._editor.installEventFilter(self)
        self._editor.textChanged.connect(self._on_text_changed)
        use = self._use = Button(theme, "Use this", icon="check", kind="primary", keys="Enter")
        back = self._back = Button(theme, "Back", icon="undo", keys="Esc")
        use.clicked.connect(self.use_pressed)
        back.clicked.connect(self.back_pressed)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (use, back):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.addWidget(button)
        row.addStretch(1)
        column.addWidget(self._hint)
        column.addWidget(self._place)
        column.addWidget(self._editor)
        column.addLayout(row)

    @property
    def editor(self) -> QPlainTextEdit:
        """Where the text is edited."""
        return self._editor

    @property
    def has_editor_focus(self) -> bool:
        """Tell whether keys go to the editor."""
        return self._editor.isVisible() and self._editor.hasFocus()

    def begin(self, text: str | None, places: int) -> None:
        """Show what can be changed: a text, and so many places on the screen."""
        hints = {
            0: "",
            1: "Drag the mark, or move it by the arrow keys (Shift: 10 pixels).",
            2: "Drag the marks, or use the arrow keys (Shift: 10 pixels). Tab: the other end.",
        }
        self._hint.setText(hints[min(places, 2)])
        self._hint.setVisible(places > 0 and text is None)
        self._place.hide()
        self._editor.setVisible(text is not None)
        if text is not None and text != self._editor.toPlainText():
            self._editor.setPlainText(text)
            self._editor.selectAll()

    def show_keyboard(self, *, is_here: bool) -> None:
        """Show the keys on the buttons while they get here."""
        self._use.set_keys("Enter" if is_here else "")
        self._back.set_keys("Esc" if is_here else "")

    def set_place(self, words: str) -> None:
        """Say where the target is now."""
        self._place.setText(words)
        self._place.setVisible(bool(words))

    def take_focus(self) -> None:
        """Put the keyboard where typing edits the text, else on the card."""
        if self._editor.isVisible():
            self._editor.setFocus()
        else:
            self.window().setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the editor Enter uses the text, Shift+Enter breaks the line, Esc goes back."""
        if watched is self._editor and isinstance(event, QKeyEvent):
            if event.type() != QEvent.Type.KeyPress:
                return False
            is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.use_pressed.emit()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.back_pressed.emit()
                return True
        return super().eventFilter(watched, event)

    def _on_text_changed(self) -> None:
        self.text_changed.emit(self._editor.toPlainText())


class RejectPanel(QWidget):
    """One line "What is wrong?" with three answers to press; an empty line skips it."""

    reason_given = Signal(str)
    back_pressed = Signal()

    def __init__(self, theme: Theme, width: int) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 0, SIDE, 12)
        column.setSpacing(8)
        self._line = QLineEdit()
        self._line.setPlaceholderText("What is wrong?")
        self._line.setAccessibleName("What is wrong?")
        self._line.setMaxLength(REASON_CHARS)
        self._line.setFont(theme.font("small"))
        self._line.setFixedWidth(width)
        self._line.returnPressed.connect(self._on_entered)
        chips = QHBoxLayout()
        chips.setSpacing(6)
        self.chips: list[Button] = []
        for words in REASONS:
            chip = Button(theme, words, kind="chip", size="compact")
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.clicked.connect(lambda _checked=False, reason=words: self._give(reason))
            self.chips.append(chip)
            chips.addWidget(chip)
        chips.addStretch(1)
        reject = self._reject = Button(theme, "Reject", icon="close", keys="Enter")
        back = self._back = Button(theme, "Back", icon="undo", keys="Esc")
        reject.clicked.connect(self._on_entered)
        back.clicked.connect(self.back_pressed)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (reject, back):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.addWidget(button)
        row.addStretch(1)
        column.addWidget(self._line)
        column.addLayout(chips)
        column.addLayout(row)

    @property
    def line(self) -> QLineEdit:
        """Where the reason is typed."""
        return self._line

    def show_keyboard(self, *, is_here: bool) -> None:
        """Show the keys on the buttons while they get here."""
        self._reject.set_keys("Enter" if is_here else "")
        self._back.set_keys("Esc" if is_here else "")

    def begin(self) -> None:
        """Empty the line."""
        self._line.clear()

    def take_focus(self) -> None:
        """Put the keyboard into the line."""
        self._line.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc go back to the card."""
        if event.key() == Qt.Key.Key_Escape:
            self.back_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _on_entered(self) -> None:
        self._give(self._line.text().strip())

    def _give(self, reason: str) -> None:
        self.reason_given.emit(reason)
