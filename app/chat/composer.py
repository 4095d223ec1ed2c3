"""The field in which a task is written: grows to six lines, Enter sends, Shift+Enter breaks."""

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from app.widgets.buttons import Button
from app.widgets.theme import Theme

MAX_LINES: Final = 6
PADDING: Final = 10
FIELD_MARGIN: Final = 5


class _Field(QPlainTextEdit):
    """Plain text only; tells Enter and focus to its frame."""

    entered = Signal()
    focus_changed = Signal(bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Enter, break the line on Shift+Enter."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.entered.emit()
            return
        super().keyPressEvent(event)

    def event(self, happening: QEvent) -> bool:
        """Watch the focus."""
        if happening.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focus_changed.emit(happening.type() == QEvent.Type.FocusIn)
        return super().event(happening)


class Composer(QFrame):
    """The field and its Send button."""

    sent = Signal(str)
    """The text, as written, without surrounding white space; never empty."""

    def __init__(self, theme: Theme, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "compose")
        self._theme = theme
        self._field = _Field()
        self._field.setProperty("kind", "bare")
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName("Task")
        self._field.setTabChangesFocus(True)
        self._field.setFont(theme.font("body"))
        self._field.document().setDocumentMargin(0)
        self._field.setViewportMargins(0, FIELD_MARGIN, 0, 0)
        self._field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._field.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._field.viewport().setAutoFillBackground(False)
        self._field.entered.connect(self._send)
        self._field.textChanged.connect(self._on_text_changed)
        self._field.focus_changed.connect(self._on_focus_changed)
        self._button = Button(theme, "Send", icon="send", kind="primary", size="compact")
        self._button.clicked.connect(self._send)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, PADDING - 2, 7, PADDING - 2)
        row.setSpacing(8)
        row.addWidget(self._field, 1)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        self.setFocusProxy(self._field)
        self._on_text_changed()

    def set_text(self, text: str) -> None:
        """Put a text into the field, the caret behind it."""
        self._field.setPlainText(text)
        cursor = self._field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self._field.setTextCursor(cursor)

    def set_hint(self, hint: str) -> None:
        """Show other words in the empty field."""
        if hint != self._field.placeholderText():
            self._field.setPlaceholderText(hint)

    def set_busy(self, *, is_busy: bool) -> None:
        """Take no task while a run lives."""
        self._field.setReadOnly(is_busy)
        self.set_hint("A task is running" if is_busy else "What next?")
        self._on_text_changed()

    def _on_text_changed(self) -> None:
        has_text = bool(self._field.toPlainText().strip())
        self._button.setEnabled(has_text and not self._field.isReadOnly())
        line = QFontMetricsF(self._field.font()).lineSpacing()
        lines = max(1, min(MAX_LINES, round(self._field.document().size().height())))
        height = round(line * lines) + 2 * FIELD_MARGIN
        self._field.setFixedHeight(height)
        self.setFixedHeight(max(28, height) + 2 * PADDING - 4)

    def _on_focus_changed(self, has_focus: bool) -> None:
        self.setProperty("active", "true" if has_focus else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    def _send(self) -> None:
        text = self._field.toPlainText().strip()
        if text and not self._field.isReadOnly():
            self._field.clear()
            self.sent.emit(text)
