"""Fields of the inspector: each shows a value in a row of its own, and puts another one when it is whole."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRegularExpression, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextDocument,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from app.gui import tr
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import Flow, column, row
from app.gui.widgets.theme import Theme
from app.settings import chord_problem, key_chord
from automation.core.wording import chord_words

Put = Callable[[str], None]

_PLACEHOLDER: Final = QRegularExpression(r"\{\{ ?[a-z][a-z0-9_]{0,39} ?\}\}")
_MOST_LINES: Final = 6
_MODIFIERS: Final = frozenset(
    {Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr}
)


class LineField(QLineEdit):
    """One line; puts its text when Enter is pressed or the focus leaves, if it is another one."""

    def __init__(
        self, theme: Theme, name: str, value: str, put: Put, *, hint: str = "", limit: int = 500
    ) -> None:
        super().__init__()
        self.setFont(theme.font("small"))
        self.setText(value)
        self.setMaxLength(limit)
        self.setPlaceholderText(hint)
        self.setAccessibleName(name)
        self.setCursorPosition(0)
        self._value = value
        self._put = put
        self.editingFinished.connect(self.commit)

    def commit(self) -> None:
        """Put what is written."""
        if self.text() != self._value:
            self._value = self.text()
            self._put(self._value)

    def show_value(self, value: str) -> None:
        """Show a value that came from elsewhere."""
        if value != self._value:
            self._value = value
            self.setText(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the value before back with Esc."""
        if event.key() == Qt.Key.Key_Escape and self.text() != self._value:
            self.setText(self._value)
            return
        super().keyPressEvent(event)


class _Chips(QSyntaxHighlighter):
    """Paints `{{name}}` in a text as a chip."""

    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:  # noqa: N802  # Qt's name
        """Paint the names in one line of the text."""
        look = QTextCharFormat()
        look.setForeground(self._theme.color("accentText"))
        look.setBackground(self._theme.color("accentSoft"))
        found = _PLACEHOLDER.globalMatch(text)
        while found.hasNext():
            match = found.next()
            self.setFormat(match.capturedStart(), match.capturedLength(), look)


class _Area(QPlainTextEdit):
    """Says when the focus leaves, and when its lines may be broken at other places."""

    left = Signal()
    broken_anew = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the field."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.broken_anew.emit()

    def lines(self, most: int) -> int:
        """Return how many lines the text takes at this width, at most one more than `most`."""
        layout, block, found = self.document().documentLayout(), self.document().begin(), 0
        while block.isValid() and found <= most:
            layout.blockBoundingRect(block)  # a block that was not painted yet is laid out by this
            found += block.layout().lineCount()
            block = block.next()
        return max(1, found)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the field."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class TextField(QWidget):
    """A text of some lines with `{{parameters}}` in it; a chip under it puts one at the caret."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        value: str,
        put: Put,
        params: Sequence[str] = (),
        *,
        hint: str = "",
    ) -> None:
        super().__init__()
        self._value = value
        self._put = put
        self.area = _Area()
        self.area.setFont(theme.font("small"))
        self.area.setPlainText(value)
        self.area.setPlaceholderText(hint)
        self.area.setTabChangesFocus(True)
        self.area.setAccessibleName(name)
        self.area.left.connect(self.commit)
        self.area.textChanged.connect(self._fit)
        self.area.broken_anew.connect(self._fit)
        self._chips = _Chips(theme, self.area.document())
        self.setFocusProxy(self.area)
        self.chips = [self._chip(theme, param) for param in params]
        below = [Flow(self.chips, 6, 6)] if self.chips else []
        column(self.area, *below, gap=6, into=self)
        self._fit()

    def _chip(self, theme: Theme, param: str) -> Button:
        chip = Button(theme, f"{{{{{param}}}}}", kind="chip", size="pill")
        chip.setAccessibleName(tr("Insert the parameter {0}").format(param))
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the caret stays where it is
        chip.clicked.connect(lambda: self._insert(param))
        return chip

    def _insert(self, param: str) -> None:
        self.area.insertPlainText(f"{{{{{param}}}}}")
        self.area.setFocus()

    def commit(self) -> None:
        """Put what is written."""
        text = self.area.toPlainText()
        if text != self._value:
            self._value = text
            self._put(text)

    def _fit(self) -> None:
        """Be as high as the lines are at this width, broken ones counted, up to a limit."""
        line = QFontMetricsF(self.area.font()).lineSpacing()
        found = self.area.lines(_MOST_LINES)
        policy = Qt.ScrollBarPolicy
        self.area.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if found > _MOST_LINES else policy.ScrollBarAlwaysOff
        )
        count = min(_MOST_LINES, found)
        self.area.setFixedHeight(round(line * count) + 20)


class KeysField(QWidget):
    """Keys pressed together: written as `Ctrl+S`, or pressed after the button."""

    wrong = Signal(str)
    """Why what was written names no keys."""

    def __init__(
        self, theme: Theme, value: tuple[str, ...], put: Callable[[tuple[str, ...]], None]
    ) -> None:
        super().__init__()
        self._value = value
        self._put = put
        self._is_listening = False
        self._problem = ""
        self.line = LineField(theme, tr("Keys"), chord_words(value), self._on_words)
        self.button = Button(theme, tr("Press them"), icon="keyboard", size="compact")
        self.button.setCheckable(True)
        self.button.setAccessibleDescription(tr("The next keys pressed are taken"))
        self.button.toggled.connect(self._on_toggled)
        self.button.installEventFilter(self)
        self.setFocusProxy(self.line)
        row((self.line, 1), self.button, gap=8, into=self)

    def commit(self) -> str:
        """Put what is written; return why it names no keys, empty when it does."""
        self._problem = ""
        self.line.commit()
        return self._problem

    def eventFilter(self, _watched: object, event: QEvent) -> bool:  # Qt's name
        """Take every key while it listens: those of shortcuts, Tab and Esc too."""
        if not self._is_listening or not isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.FocusOut and self._is_listening:
                self._stop()
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        # A modifier counts when it comes up alone: until then others may follow it.
        counts = QEvent.Type.KeyRelease if event.key() in _MODIFIERS else QEvent.Type.KeyPress
        if event.type() is counts:
            self._take(event)
        return True

    def _take(self, event: QKeyEvent) -> None:
        keys = key_chord(pressed_words(event))
        self._stop()
        if keys is not None:
            self._show(keys)

    def _on_toggled(self, is_on: bool) -> None:  # Qt's signal
        self._is_listening = is_on
        self.button.setText(tr("Press keys now") if is_on else tr("Press them"))
        self.button.set_kind("primary" if is_on else "plain")
        self.button.updateGeometry()
        if is_on:
            self.button.setFocus()

    def _stop(self) -> None:
        self.button.setChecked(False)

    def _on_words(self, words: str) -> None:
        keys = key_chord(words)
        if keys is None:
            self._problem = tr("{0} The keys stay {1}.").format(
                chord_problem(words), chord_words(self._value)
            )
            self.wrong.emit(self._problem)
            self.line.show_value(chord_words(self._value))
        else:
            self._show(keys)

    def _show(self, keys: tuple[str, ...]) -> None:
        self.line.show_value(chord_words(keys))
        if keys != self._value:
            self._value = keys
            self._put(keys)


def pressed_words(event: QKeyEvent) -> str:
    """Return a key event as people write the chord."""
    if event.key() in _MODIFIERS:
        return {Qt.Key.Key_Control: "Ctrl", Qt.Key.Key_Shift: "Shift", Qt.Key.Key_Alt: "Alt"}.get(
            Qt.Key(event.key()), "Super"
        )
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key.Key_Tab if event.key() == Qt.Key.Key_Backtab else event.key()
    words = QKeySequence(key | held.value).toString(QKeySequence.SequenceFormat.PortableText)
    return words.replace("Meta+", "Super+")


CONTROL: Final = 164
"""Width of the controls beside their words, in logical pixels."""


class Labelled(QWidget):
    """The control takes the word as its accessible name unless it has one."""

    def __init__(self, theme: Theme, word: str, control: QWidget, *, below: bool = False) -> None:
        super().__init__()
        label = Label(theme, word, "small", "dim", wraps=True)
        label.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(word)
        if below:
            column(label, control, gap=4, into=self)
            return
        row((label, 1), (control, 0, Qt.AlignmentFlag.AlignVCenter), gap=10, into=self)
        if control.sizePolicy().horizontalPolicy() is not control.sizePolicy().Policy.Fixed:
            control.setFixedWidth(CONTROL)


def heading(theme: Theme, words: str) -> Label:
    """Return the head of a part."""
    label = Label(theme, words, "caption_bold", "faint")
    label.setContentsMargins(0, 8, 0, 0)
    return label
