"""The fields of one step: those of its kind, its conditions, and those that every step has."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, get_args

import msgspec
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSpinBox, QPlainTextEdit, QWidget

from app.gui import tr, tr_said
from app.gui.macros.editor.fields import KeysField, Labelled, LineField, TextField, heading
from app.gui.macros.editor.rows import MISMATCH_WORDS, name_of
from app.gui.preferences.editor import DropBox, NumberBox, SecondsBox
from app.gui.widgets.inputs import CheckBox
from app.gui.widgets.layout import Flow, column
from app.gui.widgets.theme import Theme
from automation.core.actions import MAX_WAIT_S, Modifier
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Step, Target, Until

_KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("text", tr("A text is shown")),
    ("target", tr("A thing is there")),
    ("title", tr("A window is open")),
    ("value", tr("A field holds")),
    ("change", tr("Something changes")),
    ("param", tr("A parameter is")),
)
_BLANK: Final = tr("Name it")


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
        self._kind.setAccessibleName(tr("{0}: what is looked at").format(name))
        self._lines = column(self._kind, gap=6, into=self)
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
                return [text, self._absent(tr("It must not be shown"), condition.absent)]
            case grammar.Titled():
                title = self._line(
                    tr("title, * for any words"),
                    condition.title,
                    lambda word: self._change(title=word),
                )
                return [title, self._absent(tr("It must not be open"), condition.absent)]
            case grammar.Exists():
                return [
                    self._line("name", name_of(condition.target), self._on_name),
                    self._absent(tr("It must not be there"), condition.absent),
                ]
            case grammar.Holds():
                return [
                    self._line(tr("name of the field"), name_of(condition.target), self._on_name),
                    self._line(
                        tr("what it holds; on or off for a box"),
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
        box.setAccessibleName(tr("{0}: parameter").format(self._name))
        return box

    def _equals(self, condition: grammar.Compares) -> QWidget:
        return self._line("value", condition.equals, lambda word: self._change(equals=word), 64_000)


_FIRST: Final[Condition] = grammar.Shows(text=tr("Name it"))
_WITHIN_S: Final = 10.0
"""Until something is so, unless the user says otherwise: what a slow page takes."""


class Conditional(QWidget):
    """The form of the condition is made when it is switched on: most steps have none."""

    switched = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        words: str,
        name: str,
        condition: Condition | None,
        params: tuple[str, ...],
        put: Callable[[Condition | None], None],
    ) -> None:
        """Show a condition.

        Args:
            condition: as it stands; None for none.
            put: takes every whole condition, and None when it is switched off.
        """
        super().__init__()
        self._theme, self._name, self._params, self._put = theme, name, params, put
        self._first = condition or _FIRST
        self._form: ConditionForm | None = None
        self.box = CheckBox(theme, words)
        self.box.setChecked(condition is not None)
        self._holder = QWidget()
        self._lines = column(margins=(24, 0, 0, 0), into=self._holder)
        column(self.box, self._holder, gap=8, into=self)
        if condition is not None:
            self._made()
        self._holder.setVisible(condition is not None)
        self.box.toggled.connect(self._on_toggled)

    def _made(self) -> ConditionForm:
        if self._form is None:
            self._form = ConditionForm(
                self._theme, self._name, self._first, self._params, self._put
            )
            self._lines.addWidget(self._form)
        return self._form

    def show_condition(self, condition: Condition | None) -> None:
        """Show a condition that came from elsewhere, and put nothing."""
        with QSignalBlocker(self.box):
            self.box.setChecked(condition is not None)
        if condition is not None:
            self._made().show_condition(condition)
        self._holder.setVisible(condition is not None)
        self.switched.emit(condition is not None)

    def _on_toggled(self, is_on: bool) -> None:  # Qt's signal
        self._put(self._made().condition if is_on else None)
        self._holder.setVisible(is_on)
        self.switched.emit(is_on)


class UntilField(QWidget):
    """A condition and the seconds within which it has to be so."""

    def __init__(
        self,
        theme: Theme,
        words: str,
        name: str,
        until: Until | None,
        params: tuple[str, ...],
        put: Callable[[Until | None, str], None],
    ) -> None:
        """Show what is waited for.

        Args:
            until: as it stands; None for none.
            put: takes the whole of it, and a key: edits of one key in a row are one undo.
        """
        super().__init__()
        self._until, self._put = until, put
        self._within_s = until.within_s if until is not None else _WITHIN_S
        condition = until.condition if until is not None else None
        self.condition = Conditional(theme, words, name, condition, params, self._on_condition)
        seconds = SecondsBox(theme, (0.0, MAX_WAIT_S), self._within_s, self._on_seconds)
        seconds.setAccessibleName(tr("{0}: at most").format(name))
        limit = Labelled(theme, tr("At most"), seconds)
        limit.setContentsMargins(24, 0, 0, 0)
        limit.setVisible(until is not None)
        self.condition.switched.connect(limit.setVisible)
        column(self.condition, limit, gap=8, into=self)

    def show_until(self, until: Until | None) -> None:
        """Show what came from elsewhere, its seconds as they were; what is shown already stays."""
        if until != self._until:
            self._until = until
            self.condition.show_condition(until.condition if until is not None else None)

    def _on_condition(self, condition: Condition | None) -> None:
        self._until = (
            Until(condition=condition, within_s=self._within_s) if condition is not None else None
        )
        self._put(self._until, "")

    def _on_seconds(self, seconds: float) -> None:
        self._within_s = seconds
        if self._until is not None:
            self._until = msgspec.structs.replace(self._until, within_s=seconds)
            self._put(self._until, "within")


_LINE: Final = re.compile(r"\s*([a-z][a-z0-9_]{0,39})\s*=\s?(.*)")


class ValueLines(QPlainTextEdit):
    """Puts the values when the focus leaves and every line is one."""

    wrong = Signal(str)

    def __init__(
        self, theme: Theme, values: Mapping[str, str], put: Callable[[dict[str, str]], None]
    ) -> None:
        super().__init__()
        self._values = dict(values)
        self._put = put
        self.setFont(theme.font("mono"))
        self.setPlainText("\n".join(f"{name} = {value}" for name, value in values.items()))
        self.setPlaceholderText(tr("name = value"))
        self.setTabChangesFocus(True)
        self.setFixedHeight(76)
        self.setAccessibleName(tr("Values, one a line, as name = value"))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what is written."""
        super().focusOutEvent(event)
        self.commit()

    def commit(self) -> str:
        """Put what is written; return which line is no value, empty when all are."""
        found: dict[str, str] = {}
        for line in self.toPlainText().splitlines():
            if not line.strip():
                continue
            match = _LINE.fullmatch(line)
            if match is None:
                problem = tr("{0} is no value. Write a line as name = value.").format(
                    tr_said(quoted(line))
                )
                self.wrong.emit(problem)
                return problem
            found[match.group(1)] = match.group(2)
        if found != self._values:
            self._values = found
            self._put(dict(found))
        return ""


_Choices = tuple[tuple[str, str], ...]
"""What is kept, and its word."""
_BUTTONS: Final[_Choices] = tuple(
    (one, one.capitalize()) for one in ("left", "right", "middle", "back", "forward")
)
_COUNTS: Final[_Choices] = (("1", tr("Once")), ("2", tr("Double")), ("3", tr("Triple")))
_DIRECTIONS: Final[_Choices] = tuple(
    (one, one.capitalize()) for one in ("down", "up", "left", "right")
)
_WINDOW_OPS: Final[_Choices] = (
    ("activate", tr("Bring to the front")),
    ("close", tr("Close")),
    ("minimise", tr("Minimise")),
    ("maximise", tr("Maximise")),
)
_CLIPBOARD_OPS: Final[_Choices] = (
    ("copy", tr("Copy")),
    ("cut", tr("Cut")),
    ("paste", tr("Paste")),
    ("set", tr("Put a text on it")),
)
_RISKS: Final[_Choices] = (
    ("", tr("As the rules say")),
    ("effect", tr("Has an effect")),
    ("irreversible", tr("Hard to undo")),
)

Make = Callable[["StepForm", str, Any], QWidget]
"""Makes the field of one part of a step: the form, the part's name and its value."""


def _choice(word: str, choices: _Choices, *, below: bool = False) -> Make:
    def make(form: "StepForm", name: str, value: int | str) -> QWidget:
        kind = type(value)
        box = DropBox(form.theme, choices, str(value), lambda key: form.put(name, kind(key)))
        return Labelled(form.theme, word, box, below=below)

    return make


def _number(word: str, least: int, most: int) -> Make:
    return lambda form, name, value: Labelled(
        form.theme,
        word,
        NumberBox(form.theme, (least, most), value, lambda n: form.put(name, n, name)),
    )


def _seconds(word: str) -> Make:
    return lambda form, name, value: Labelled(
        form.theme,
        word,
        SecondsBox(form.theme, (0.0, MAX_WAIT_S), value, lambda s: form.put(name, s, name)),
    )


def _line(word: str, hint: str = "") -> Make:
    return lambda form, name, value: Labelled(
        form.theme,
        word,
        LineField(form.theme, word, value, partial(form.put, name), hint=hint),
    )


def _text(word: str, hint: str, *, below: bool = True) -> Make:
    """Return the maker of a text of some lines; one below its word offers the parameters."""
    return lambda form, name, value: Labelled(
        form.theme,
        word,
        TextField(
            form.theme,
            word,
            value,
            partial(form.put, name),
            form.params if below else (),
            hint=hint,
        ),
        below=below,
    )


def _check(words: str) -> Make:
    def make(form: "StepForm", name: str, value: bool) -> QWidget:
        box = CheckBox(form.theme, words)
        box.setChecked(value)
        box.toggled.connect(partial(form.put, name))
        return box

    return make


def _condition(word: str) -> Make:
    def make(form: "StepForm", name: str, value: Condition) -> QWidget:
        both = QWidget()
        inner = ConditionForm(form.theme, word, value, form.params, partial(form.put, name))
        column(heading(form.theme, word), inner, gap=8, into=both)
        return both

    return make


def _until(words: str, spoken: str) -> Make:
    def make(form: "StepForm", name: str, value: Until | None) -> QWidget:
        def put(found: Until | None, key: str) -> None:
            form.put(name, found, key and f"{name} {key}")

        return UntilField(form.theme, words, spoken, value, form.params, put)

    return make


def _modifiers(form: "StepForm", name: str, value: tuple[Modifier, ...]) -> QWidget:
    boxes: dict[Modifier, CheckBox] = {}

    def put() -> None:
        form.put(name, tuple(key for key, box in boxes.items() if box.isChecked()))

    for key in get_args(Modifier):
        box = boxes[key] = CheckBox(form.theme, key.capitalize())
        box.setAccessibleName(tr("Hold {0}").format(key.capitalize()))
        box.setChecked(key in value)
        box.toggled.connect(put)
    flow = Flow(tuple(boxes.values()), 16, 8)
    flow.setAccessibleName(tr("Keys held"))
    return Labelled(form.theme, tr("Keys held"), flow, below=True)


def _keys(form: "StepForm", name: str, value: tuple[str, ...]) -> QWidget:
    keys = KeysField(form.theme, value, partial(form.put, name))
    keys.wrong.connect(form.wrong)
    return Labelled(form.theme, tr("Keys"), keys, below=True)


def _called(form: "StepForm", name: str, value: str) -> QWidget:
    names = tuple((one, one) for one in dict.fromkeys((value, *form.macros)))
    return _choice(tr("Macro"), names)(form, name, value)


def _values(form: "StepForm", name: str, value: dict[str, str]) -> QWidget:
    lines = ValueLines(form.theme, value, partial(form.put, name))
    lines.wrong.connect(form.wrong)
    return Labelled(form.theme, tr("Values"), lines, below=True)


def _stop_condition(form: "StepForm", name: str, value: Condition | None) -> QWidget:
    words = tr("Stop as soon as something is so")
    return Conditional(form.theme, words, tr("Until"), value, form.params, partial(form.put, name))


_OWN: Final[Mapping[type, Mapping[str, Make]]] = {
    grammar.Click: {
        "button": _choice(tr("Button"), _BUTTONS),
        "count": _choice(tr("Press it"), _COUNTS),
        "modifiers": _modifiers,
    },
    grammar.Drag: {"button": _choice(tr("Button"), _BUTTONS), "modifiers": _modifiers},
    grammar.Scroll: {
        "direction": _choice(tr("Direction"), _DIRECTIONS),
        "amount": _number(tr("Lines"), 1, 1000),
    },
    grammar.Type: {
        "text": _text(tr("Text"), tr("What is typed")),
        "replace": _check(tr("Replace what the field holds")),
        "enter": _check(tr("Press Enter after it")),
    },
    grammar.Keys: {"keys": _keys, "times": _number(tr("Times"), 1, 100)},
    grammar.Clipboard: {
        "op": _choice(tr("Do"), _CLIPBOARD_OPS),
        "text": _text(tr("Text for the clipboard"), tr("Only to put on it")),
    },
    grammar.Window: {
        "op": _choice(tr("Do"), _WINDOW_OPS),
        "title": _line(tr("Title"), tr("* for any words")),
        "app": _line(tr("Program"), tr("its file name")),
    },
    grammar.Launch: {"desktop_id": _line(tr("Program"), "org.example.App.desktop")},
    grammar.Wait: {"seconds": _seconds(tr("Seconds"))},
    grammar.CheckThat: {
        "condition": _condition(tr("Check that")),
        "within_s": _seconds(tr("At most")),
    },
    grammar.AskMe: {"question": _text(tr("Question"), tr("Answered with yes or no"))},
    grammar.Group: {"title": _line(tr("Title"))},
    grammar.If: {"condition": _condition(tr("If"))},
    grammar.Repeat: {"times": _number(tr("Times"), 1, 100_000), "until": _stop_condition},
    grammar.Call: {"macro": _called, "values": _values},
}
"""The parts of each kind of step that have a field, in their order."""
_COMMON: Final[Mapping[str, Make]] = {
    "on_mismatch": _choice(tr("If it does not match"), tuple(MISMATCH_WORDS.items()), below=True),
    "comment": _text(tr("Comment"), "none", below=False),
    "risk": _choice(tr("Risk"), _RISKS),
    "wait": _until(tr("Wait first until something is so"), tr("Wait until")),
    "expect": _until(tr("Expect something after it"), tr("Expect that")),
    "pause_s": _seconds(tr("Pause when it is played slowly")),
    "breakpoint": _check(tr("Stop here first (breakpoint, F9)")),
    "off": _check(tr("Off: left out of a run (Space)")),
}


def _has_field(step: Step, name: str) -> bool:
    if name == "on_mismatch":
        return not isinstance(step, grammar.Group)
    return name != "pause_s" or bool(step.pause_s)


class StepForm(QWidget):
    """Made anew for each step; every whole value is put at once."""

    edited = Signal(object, str, str)
    """The step as it should be, its one part that was changed, and a key: edits of one key in a row are
    one undo."""
    wrong = Signal(str)
    """Why something written cannot be taken."""

    def __init__(
        self,
        theme: Theme,
        step: Step,
        params: Sequence[str] = (),
        macros: Sequence[str] = (),
    ) -> None:
        """Show a step; `macros` may be called."""
        super().__init__()
        self.theme, self.params, self.macros = theme, tuple(params), tuple(macros)
        self._step = step
        lines = column(gap=8, into=self)
        for name, make in {**_OWN.get(type(step), {}), **_COMMON}.items():
            if _has_field(step, name):
                field = make(self, name, getattr(step, name))
                lines.addWidget(field)
                if name == "expect" and isinstance(field, UntilField):
                    self._expected = field

    def take(self, step: Step) -> None:
        """Go on from a step whose target or block was changed elsewhere, and what it expects with it."""
        self._step = step
        self._expected.show_until(step.expect)

    def commit(self, *, is_leaving: bool = False) -> str:
        """Put what is written and not yet taken; return why that cannot be, empty when it was.

        The field that cannot be taken gets the keyboard; those behind it are left as they are.

        Args:
            is_leaving: nobody can write it anew, so those behind it are taken, and none gets the keyboard.
        """
        wrong = ""
        for field in self.findChildren(QWidget):
            problem = ""
            match field:
                case QAbstractSpinBox():
                    field.interpretText()
                case LineField() | TextField():
                    field.commit()
                case KeysField() | ValueLines():
                    problem = field.commit()
                case _:
                    continue
            if problem and not is_leaving:
                field.setFocus()
                return problem
            wrong = wrong or problem
        return wrong

    def put(self, name: str, value: object, key: str = "") -> None:
        """Tell of another value of one part."""
        if getattr(self._step, name) != value:
            self._step = msgspec.structs.replace(self._step, **{name: value})
            self.edited.emit(self._step, name, key)
