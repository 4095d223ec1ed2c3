"""One parameter in a form: its name, its type, its question, its default and what it may be."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.preferences.controls import DropBox
from app.widgets.buttons import Button
from app.widgets.error_box import ErrorBox
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.macros.macro import Param
from automation.macros.parameters import number_of

TYPES: Final = (
    ("text", "text"),
    ("number", "number"),
    ("choice", "choice"),
    ("yes_no", "yes or no"),
    ("secret", "secret"),
)
TYPE_WORDS: Final = dict(TYPES)


class ParamForm(QFrame):
    """Stands below the bar while a parameter is added or changed; Esc leaves everything as it is."""

    kept = Signal(str, str, object)
    """The name before (empty for another one), the name, the `Param`."""
    removed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, name: str, param: Param) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._theme = theme
        self._before = name
        self.name = _line(theme, "Name", name, "small letters, digits, _", 40)
        self._type = param.type
        self.type = DropBox(theme, TYPES, param.type, self._on_type)
        self.type.setAccessibleName("Type")
        self._type_label = Label(theme, "Type", "small", "dim")
        self.ask = _line(theme, "Question", param.ask, "the name when empty", 500)
        self.default = _line(theme, "Unless you say otherwise", param.default or "", "none", 60_000)
        self.choices = _line(theme, "Choices", "; ".join(param.choices), "with ; between", 60_000)
        self.least = _line(theme, "Least", _number(param.least), "none", 30)
        self.most = _line(theme, "Most", _number(param.most), "none", 30)
        self.problem = ErrorBox(theme)
        self.keep = Button(theme, "Keep", kind="primary", size="compact")
        self.leave = Button(theme, "Leave", kind="flat", size="compact")
        self.remove = Button(theme, "Remove", icon="trash", kind="flat", size="compact")
        self.remove.setVisible(bool(name))
        self.keep.clicked.connect(self._on_keep)
        self.leave.clicked.connect(self.left)
        self.remove.clicked.connect(lambda: self.removed.emit(self._before))
        self._rows: list[tuple[Label, QLineEdit, frozenset[str]]] = []
        self._lay_out()
        self._on_type(param.type)
        self._at_first = self._written()

    @property
    def is_changed(self) -> bool:
        """Tell whether something else is written than at first."""
        return self._written() != self._at_first

    def _written(self) -> tuple[str, ...]:
        return (self._type, *(field.text() for _label, field, _types in self._rows))

    def commit(self) -> str:
        """Keep what is written; return why it cannot be, empty when it was. A form as it was is left."""
        if not self.is_changed:
            return ""
        self._on_keep()
        if self.problem.words:
            self._first_wrong().setFocus()
        return self.problem.words

    def _first_wrong(self) -> QLineEdit:
        """Return the field with a bound that is no number; else the name."""
        for field in (self.least, self.most) if self._type == "number" else ():
            if field.text().strip() and number_of(field.text().strip()) is None:
                return field
        return self.name

    def _lay_out(self) -> None:
        grid = self._grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        whole = frozenset(TYPE_WORDS)
        number = frozenset({"number"})
        lines = (
            (self.name, whole),
            (self.ask, whole),
            (self.default, whole - {"secret"}),
            (self.choices, frozenset({"choice"})),
            (self.least, number),
            (self.most, number),
        )
        for field, types in lines:
            label = Label(self._theme, field.accessibleName(), "small", "dim")
            label.setBuddy(field)
            self._rows.append((label, field, types))
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.keep)
        buttons.addWidget(self.leave)
        buttons.addStretch(1)
        buttons.addWidget(self.remove)
        whole_form = QVBoxLayout(self)
        whole_form.setContentsMargins(16, 12, 16, 12)
        whole_form.setSpacing(10)
        whole_form.addLayout(grid)
        whole_form.addWidget(self.problem)
        whole_form.addLayout(buttons)

    def param(self) -> Param:
        """Return what is written, as far as the type has it.

        Raises:
            ValueError: a bound is no number.
        """
        is_number = self._type == "number"
        choices = [one.strip() for one in self.choices.text().split(";") if one.strip()]
        default = self.default.text()
        return Param(
            type=self._type,
            ask=self.ask.text().strip(),
            default=default if default and self._type != "secret" else None,
            choices=tuple(choices) if self._type == "choice" else (),
            least=_bound("Least", self.least.text()) if is_number else None,
            most=_bound("Most", self.most.text()) if is_number else None,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep with Enter, leave with Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_keep()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_type(self, kind: str) -> None:
        self._type = kind  # type: ignore[assignment]  # one of TYPES
        shown: list[tuple[QWidget, QWidget]] = []
        for label, field, types in self._rows:
            for widget in (label, field):
                self._grid.removeWidget(widget)
                widget.setVisible(kind in types)
            if kind in types:
                shown.append((label, field))
            if field is self.name:
                shown.append((self._type_label, self.type))
        for place, (word, control) in enumerate(shown):  # two in a row, without holes
            self._grid.addWidget(word, place // 2, 2 * (place % 2))
            self._grid.addWidget(control, place // 2, 2 * (place % 2) + 1)

    def _on_keep(self) -> None:
        try:
            param = self.param()
        except ValueError as error:
            self.problem.show_problem(str(error))
            return
        self.problem.show_problem("")  # whoever hears of it may say what is wrong
        self.kept.emit(self._before, self.name.text().strip(), param)


def _line(theme: Theme, name: str, value: str, hint: str, limit: int) -> QLineEdit:
    field = QLineEdit(value)
    field.setFont(theme.font("small"))
    field.setMaxLength(limit)
    field.setPlaceholderText(hint)
    field.setAccessibleName(name)
    return field


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.15g}"


def _bound(name: str, text: str) -> float | None:
    if not text.strip():
        return None
    found = number_of(text.strip())
    if found is None:
        message = f"{name}: “{text}” is no number. Write one such as 12 or 0.5, or leave it empty."
        raise ValueError(message)
    return found
