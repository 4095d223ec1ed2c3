"""A condition in a small form: what is looked at, and what of it."""

from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.macros.editor.fields import LineField
from app.macros.editor.sentences import name_of
from app.preferences.controls import DropBox
from app.widgets.checkbox import CheckBox
from app.widgets.theme import Theme
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Target

_KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("text", "A text is shown"),
    ("target", "A thing is there"),
    ("title", "A window is open"),
    ("value", "A field holds"),
    ("change", "Something changes"),
    ("param", "A parameter is"),
)
_BLANK: Final = "Name it"


def kind_of_condition(condition: Condition) -> str:
    """Return the file's word for a condition."""
    return str(type(condition).__struct_config__.tag)


def blank_condition(kind: str, params: tuple[str, ...], before: Condition | None) -> Condition:
    """Return a condition of another kind that keeps what it can of the one before."""
    words = _words(before) or _BLANK
    match kind:
        case "target":
            return grammar.Exists(target=_target(before, words))
        case "title":
            return grammar.Titled(title=words)
        case "value":
            return grammar.Holds(target=_target(before, words), value="")
        case "change":
            return grammar.Changed()
        case "param":
            return grammar.Compares(param=params[0] if params else "name", equals="")
        case _:
            return grammar.Shows(text=words)


def _words(condition: Condition | None) -> str:
    match condition:
        case grammar.Shows():
            return condition.text
        case grammar.Titled():
            return condition.title
        case grammar.Exists() | grammar.Holds():
            return name_of(condition.target)
        case _:
            return ""


def _target(condition: Condition | None, words: str) -> Target:
    if isinstance(condition, grammar.Exists | grammar.Holds):
        return condition.target
    return Target(name=words, text=words)


def named(target: Target, name: str) -> Target:
    """Return a target with another name; what stood on it is that name too, where it was."""
    text = name if target.text == target.name or not target.text else target.text
    return msgspec.structs.replace(target, name=name, text=text)


class ConditionForm(QWidget):
    """Puts a whole condition at every change of one of its fields."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        condition: Condition,
        params: tuple[str, ...],
        put: Callable[[Condition], None],
    ) -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._params = params
        self._condition = condition
        self._put = put
        kinds: list[tuple[str, str]] = [one for one in _KINDS if params or one[0] != "param"]
        if kind_of_condition(condition) == "param" and not params:
            kinds = list(_KINDS)
        self._kind = DropBox(theme, kinds, kind_of_condition(condition), self._on_kind)
        self._kind.setAccessibleName(f"{name}: what is looked at")
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(6)
        self._lines.addWidget(self._kind)
        self._fields: list[QWidget] = []
        self._fill()

    @property
    def condition(self) -> Condition:
        """The condition with all that was put."""
        return self._condition

    def show_condition(self, condition: Condition) -> None:
        """Show a condition that came from elsewhere, and put nothing."""
        was, self._condition = self._condition, condition
        if isinstance(was, grammar.Holds) and isinstance(condition, grammar.Holds):
            told = (name_of(condition.target), condition.value)
            for field, text in zip(self._fields, told, strict=True):  # the keyboard may be in one
                if isinstance(field, LineField):
                    field.show_value(text)
            return
        with QSignalBlocker(self._kind):
            self._kind.setCurrentIndex(self._kind.findData(kind_of_condition(condition)))
        self._fill()

    def _on_kind(self, kind: str) -> None:
        self._take(blank_condition(kind, self._params, self._condition))
        self._fill()

    def _take(self, condition: Condition) -> None:
        if condition != self._condition:
            self._condition = condition
            self._put(condition)

    def _change(self, **values: object) -> None:
        self._take(msgspec.structs.replace(self._condition, **values))

    def _fill(self) -> None:
        for field in self._fields:
            self._lines.removeWidget(field)
            field.hide()
            field.deleteLater()
        self._fields = self._made(self._condition)
        for field in self._fields:
            self._lines.addWidget(field)

    def _made(self, condition: Condition) -> list[QWidget]:
        match condition:
            case grammar.Shows():
                text = self._line("text", condition.text, lambda word: self._change(text=word))
                return [text, self._absent("It must not be shown", condition.absent)]
            case grammar.Titled():
                title = self._line(
                    "title, * for any words", condition.title, lambda word: self._change(title=word)
                )
                return [title, self._absent("It must not be open", condition.absent)]
            case grammar.Exists():
                return [
                    self._line("name", name_of(condition.target), self._on_name),
                    self._absent("It must not be there", condition.absent),
                ]
            case grammar.Holds():
                return [
                    self._line("name of the field", name_of(condition.target), self._on_name),
                    self._line(
                        "what it holds; on or off for a box",
                        condition.value,
                        lambda word: self._change(value=word),
                        limit=64_000,
                    ),
                ]
            case grammar.Compares():
                return [self._param(condition), self._equals(condition)]
            case _:
                return []

    def _line(self, what: str, value: str, put: Callable[[str], None], limit: int = 500) -> QWidget:
        return LineField(
            self._theme, f"{self._name}: {what}", value, put, hint=what.capitalize(), limit=limit
        )

    def _absent(self, words: str, value: bool) -> QWidget:  # the box's own value
        box = CheckBox(self._theme, words)
        box.setChecked(value)
        box.toggled.connect(lambda is_on: self._change(absent=is_on))
        return box

    def _on_name(self, name: str) -> None:
        if isinstance(self._condition, grammar.Exists | grammar.Holds):
            self._change(target=named(self._condition.target, name))

    def _param(self, condition: grammar.Compares) -> QWidget:
        names = dict.fromkeys((*self._params, condition.param))
        box = DropBox(
            self._theme,
            [(name, name) for name in names],
            condition.param,
            lambda name: self._change(param=name),
        )
        box.setAccessibleName(f"{self._name}: parameter")
        return box

    def _equals(self, condition: grammar.Compares) -> QWidget:
        return self._line("value", condition.equals, lambda word: self._change(equals=word), 64_000)
