"""A field for each type of value that a macro asks for."""

from typing import Final, Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.preferences.controls import DropBox
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.visible import visible_text
from automation.macros.macro import Param
from automation.macros.parameters import YES_NO

MOST_LINES: Final = 5
VERTICAL_PAD: Final = 10
"""Border, padding of the stylesheet and the document's own margin."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
CHOOSE: Final = "Choose one"
FROM_TABLE: Final = "Each row of the table gives it"
MISSING: Final = "It needs a value"
NO_SECRET: Final = (
    "No secret is stored yet; add one in Settings, under Secrets, or with deskhand secret set NAME"
)
LOOKING: Final = "Looking in the keyring"


class Control(Protocol):
    """What a value is put into."""

    def text(self) -> str:
        """Return the value; empty when there is none."""
        ...


class TextBox(QPlainTextEdit):
    """A field for text that keeps its line breaks. Enter goes on, Shift+Enter breaks the line."""

    entered = Signal()

    def __init__(self, theme: Theme, value: str) -> None:
        super().__init__()
        self.setFont(theme.font("body"))
        self.setTabChangesFocus(True)
        self.setPlainText(value)
        self.textChanged.connect(self._fit)
        self._fit()

    def text(self) -> str:
        """Return the value."""
        return self.toPlainText()

    def sizeHint(self) -> QSize:
        """Return the size of the lines that there are, at most five."""
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        height = QFontMetricsF(self.font()).lineSpacing() * lines + 2 * VERTICAL_PAD
        return QSize(200, max(32, round(height)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter go on."""
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTER and not has_shift:
            self.entered.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the wrapped lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_long = round(self.document().size().height()) > MOST_LINES
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_long else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(self.sizeHint().height())


class ChoiceBox(DropBox):
    """One of some words; nothing is chosen until somebody does."""

    chosen = Signal()

    def __init__(self, theme: Theme, choices: tuple[str, ...], value: str) -> None:
        words = [("", CHOOSE), *((choice, visible_text(choice)) for choice in choices)]
        super().__init__(theme, words, value, lambda _: self.chosen.emit())
        self.setSizeAdjustPolicy(DropBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)

    def text(self) -> str:
        """Return the word; empty while none is chosen."""
        return str(self.currentData() or "")


class SecretBox(ChoiceBox):
    """The name of a stored secret; what it is comes nowhere near this form."""

    def __init__(self, theme: Theme, value: str) -> None:
        super().__init__(theme, (value,) if value else (), value)
        self.setItemText(0, LOOKING)

    def show_names(self, names: tuple[str, ...]) -> None:
        """Offer the names that the keyring has; one that was chosen before stays chosen."""
        before = self.text()
        self.blockSignals(True)
        self.clear()
        self.addItem(CHOOSE if names else "No secret is stored yet", "")
        for name in names:
            self.addItem(name, name)
        self.setCurrentIndex(max(0, self.findData(before)))
        self.blockSignals(False)
        self.update()


class ValueField(QWidget):
    """A question, its field, and what is wrong with what stands there."""

    changed = Signal()
    entered = Signal()
    """Enter was pressed in it."""

    def __init__(self, theme: Theme, name: str, param: Param, value: str) -> None:
        super().__init__()
        self.name, self.param = name, param
        question = visible_text(param.ask) or name
        self.control, keeps = _made(theme, param, value)
        self.control.setAccessibleName(question)
        hint = _hint(param)
        self.control.setAccessibleDescription(hint)
        title = Label(theme, question, "bold", wraps=True)
        title.setBuddy(self.control)
        title.setToolTip(name)
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(title)
        if hint:
            column.addWidget(Label(theme, hint, "small", "dim", wraps=True))
        column.addWidget(self.control)
        self._from_table = Label(theme, FROM_TABLE, "small", "dim", wraps=True)
        self._from_table.hide()
        column.addWidget(self._from_table)
        column.addWidget(self._problem)
        self._value: Control = keeps
        self._missing = MISSING
        self._connect()

    def _connect(self) -> None:
        control = self.control
        if isinstance(control, ChoiceBox):
            control.chosen.connect(self.changed)
        elif isinstance(control, TextBox):
            control.textChanged.connect(self.changed)
            control.entered.connect(self.entered)
        elif isinstance(control, QLineEdit):
            control.textChanged.connect(self.changed)
            control.returnPressed.connect(self.entered)

    @property
    def value(self) -> str | None:
        """What was filled in; None where nothing was and nothing stands for that."""
        text = self._value.text()
        if text or (self.param.type == "text" and self.param.default is not None):
            return text
        return None

    @property
    def is_filled(self) -> bool:
        """Tell whether the table gives the value."""
        return not self.control.isEnabled()

    def set_filled(self, *, is_filled: bool) -> None:
        """Leave the value to the table, or take it from here again."""
        self.control.setEnabled(not is_filled)
        self._from_table.setVisible(is_filled)
        if is_filled:
            self.set_problem("")

    @property
    def problem(self) -> str:
        """What is wrong, in a sentence."""
        return self._problem.text()

    def set_problem(self, sentence: str) -> None:
        """Say what is wrong; empty when nothing is."""
        words = f"{sentence[:1].upper()}{sentence[1:]}".rstrip(".")
        self._problem.setText(f"{words}." if words else "")
        self._problem.setVisible(bool(words))

    @property
    def missing(self) -> str:
        """What is said when nothing was filled in."""
        return self._missing

    def show_secrets(self, names: tuple[str, ...], problem: str) -> None:
        """Offer these secrets where one is asked for, or say why there are none."""
        if isinstance(self.control, SecretBox):
            self.control.show_names(names)
            self._missing = MISSING if names else problem or NO_SECRET
            self.set_problem("" if names else self._missing)


def _made(theme: Theme, param: Param, value: str) -> tuple[QWidget, Control]:
    match param.type:
        case "choice":
            box = ChoiceBox(theme, param.choices, value)
            return box, box
        case "yes_no":
            box = ChoiceBox(theme, YES_NO, value)
            return box, box
        case "secret":
            secret = SecretBox(theme, value)
            return secret, secret
        case "number":
            line = QLineEdit(value)
            line.setFont(theme.font("body", tabular=True))
            return line, line
        case _:
            text = TextBox(theme, value)
            return text, text


def _hint(param: Param) -> str:
    """Return what is expected, where the field does not show it."""
    match param.type:
        case "number":
            return _bounds(param)
        case "secret":
            return "The name of a secret in your keyring; the secret itself never comes here."
        case _:
            return ""


def _bounds(param: Param) -> str:
    match param.least, param.most:
        case None, None:
            return "A number"
        case least, None:
            return f"A number, at least {least:g}"
        case None, most:
            return f"A number, at most {most:g}"
        case least, most:
            return f"A number from {least:g} to {most:g}"
