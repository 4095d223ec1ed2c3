"""The fields of one step: those of its kind, its conditions, and those that every step has."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, get_args

import msgspec
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSpinBox, QPlainTextEdit, QVBoxLayout, QWidget

from app.gui.macros.editor.fields import KeysField, Labelled, LineField, TextField, heading
from app.gui.macros.editor.rows import MISMATCH_WORDS, name_of
from app.gui.preferences.editor import DropBox, NumberBox, SecondsBox
from app.gui.widgets.inputs import CheckBox
from app.gui.widgets.layout import Flow
from app.gui.widgets.theme import Theme
from automation.core.actions import MAX_WAIT_S, Modifier
from automation.core.actions import Button as MouseButton
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Step, Target, Until

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


_FIRST: Final[Condition] = grammar.Shows(text="Name it")
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
        self._lines = QVBoxLayout(self._holder)
        self._lines.setContentsMargins(24, 0, 0, 0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(self.box)
        whole.addWidget(self._holder)
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
        seconds.setAccessibleName(f"{name}: at most")
        row = Labelled(theme, "At most", seconds)
        row.setContentsMargins(24, 0, 0, 0)
        row.setVisible(until is not None)
        self.condition.switched.connect(row.setVisible)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(self.condition)
        lines.addWidget(row)

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
        self.setPlaceholderText("name = value")
        self.setTabChangesFocus(True)
        self.setFixedHeight(76)
        self.setAccessibleName("Values, one a line, as name = value")

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
                problem = f"{quoted(line)} is no value. Write a line as name = value."
                self.wrong.emit(problem)
                return problem
            found[match.group(1)] = match.group(2)
        if found != self._values:
            self._values = found
            self._put(dict(found))
        return ""


_BUTTONS: Final[dict[MouseButton, str]] = {
    "left": "Left",
    "right": "Right",
    "middle": "Middle",
    "back": "Back",
    "forward": "Forward",
}
_COUNTS: Final = (("1", "Once"), ("2", "Double"), ("3", "Triple"))
_DIRECTIONS: Final = (("down", "Down"), ("up", "Up"), ("left", "Left"), ("right", "Right"))
_WINDOW_OPS: Final = (
    ("activate", "Bring to the front"),
    ("close", "Close"),
    ("minimise", "Minimise"),
    ("maximise", "Maximise"),
)
_CLIPBOARD_OPS: Final = (
    ("copy", "Copy"),
    ("cut", "Cut"),
    ("paste", "Paste"),
    ("set", "Put a text on it"),
)
_RISKS: Final = (
    ("", "As the rules say"),
    ("effect", "Has an effect"),
    ("irreversible", "Hard to undo"),
)
_MOST_REPEATS: Final = 100_000


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
        """Show a step.

        Args:
            macros: names of macros that may be called.
        """
        super().__init__()
        self._theme = theme
        self._step = step
        self._params = tuple(params)
        self._macros = tuple(macros)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)
        self._own()
        self._common()

    @property
    def step(self) -> Step:
        """The step with all that was put."""
        return self._step

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

    def _put(self, name: str, value: object, key: str = "") -> None:
        if getattr(self._step, name) == value:
            return
        self._step = msgspec.structs.replace(self._step, **{name: value})
        self.edited.emit(self._step, name, key)

    def _own(self) -> None:
        match self._step:
            case grammar.Click() | grammar.Drag() | grammar.Scroll():
                self._pointing(self._step)
            case grammar.Type() | grammar.Keys() | grammar.Clipboard():
                self._keyboard(self._step)
            case grammar.Window() | grammar.Launch():
                self._windows(self._step)
            case grammar.Wait() | grammar.CheckThat() | grammar.AskMe():
                self._waiting(self._step)
            case grammar.Group() | grammar.If() | grammar.Repeat():
                self._blocks(self._step)
            case grammar.Call():
                self._call(self._step)

    def _pointing(self, step: grammar.Click | grammar.Drag | grammar.Scroll) -> None:
        if isinstance(step, grammar.Scroll):
            self._choice("Direction", "direction", _DIRECTIONS, step.direction)
            self._number("Lines", "amount", (1, 1000), step.amount)
            return
        self._choice("Button", "button", tuple(_BUTTONS.items()), step.button)
        if isinstance(step, grammar.Click):
            box = DropBox(
                self._theme, _COUNTS, str(step.count), lambda n: self._put("count", int(n))
            )
            self._add("Press it", box)
        self._modifiers(step.modifiers)

    def _modifiers(self, held: tuple[Modifier, ...]) -> None:
        boxes: dict[Modifier, CheckBox] = {}

        def put() -> None:
            self._put("modifiers", tuple(key for key, box in boxes.items() if box.isChecked()))

        for key in get_args(Modifier):
            box = boxes[key] = CheckBox(self._theme, key.capitalize())
            box.setAccessibleName(f"Hold {key.capitalize()}")
            box.setChecked(key in held)
            box.toggled.connect(put)
        row = Flow(tuple(boxes.values()), 16, 8)
        row.setAccessibleName("Keys held")
        self._lines.addWidget(Labelled(self._theme, "Keys held", row, below=True))

    def _keyboard(self, step: grammar.Type | grammar.Keys | grammar.Clipboard) -> None:
        match step:
            case grammar.Type():
                self._text("Text", "text", step.text, hint="What is typed")
                self._check("Replace what the field holds", "replace", value=step.replace)
                self._check("Press Enter after it", "enter", value=step.enter)
            case grammar.Keys():
                keys = KeysField(self._theme, step.keys, lambda keys: self._put("keys", keys))
                keys.wrong.connect(self.wrong)
                self._lines.addWidget(Labelled(self._theme, "Keys", keys, below=True))
                self._number("Times", "times", (1, 100), step.times)
            case grammar.Clipboard():
                self._choice("Do", "op", _CLIPBOARD_OPS, step.op)
                self._text("Text for the clipboard", "text", step.text, hint="Only to put on it")

    def _windows(self, step: grammar.Window | grammar.Launch) -> None:
        if isinstance(step, grammar.Launch):
            self._line("Program", "desktop_id", step.desktop_id, hint="org.example.App.desktop")
            return
        self._choice("Do", "op", _WINDOW_OPS, step.op)
        self._line("Title", "title", step.title, hint="* for any words")
        self._line("Program", "app", step.app, hint="its file name")

    def _waiting(self, step: grammar.Wait | grammar.CheckThat | grammar.AskMe) -> None:
        match step:
            case grammar.Wait():
                self._seconds("Seconds", "seconds", step.seconds)
            case grammar.CheckThat():
                self._condition("Check that", "condition", step.condition)
                self._seconds("At most", "within_s", step.within_s)
            case grammar.AskMe():
                self._text("Question", "question", step.question, hint="Answered with yes or no")

    def _blocks(self, step: grammar.Group | grammar.If | grammar.Repeat) -> None:
        match step:
            case grammar.Group():
                self._line("Title", "title", step.title)
            case grammar.If():
                self._condition("If", "condition", step.condition)
            case grammar.Repeat():
                self._number("Times", "times", (1, _MOST_REPEATS), step.times)
                self._until_condition(step)

    def _until_condition(self, step: grammar.Repeat) -> None:
        def put(condition: Condition | None) -> None:
            self._put("until", condition)

        words = "Stop as soon as something is so"
        self._lines.addWidget(
            Conditional(self._theme, words, "Until", step.until, self._params, put)
        )

    def _call(self, step: grammar.Call) -> None:
        names = dict.fromkeys((step.macro, *self._macros))
        box = DropBox(
            self._theme,
            [(name, name) for name in names],
            step.macro,
            lambda name: self._put("macro", name),
        )
        self._add("Macro", box)
        values = ValueLines(self._theme, step.values, lambda given: self._put("values", given))
        values.wrong.connect(self.wrong)
        self._lines.addWidget(Labelled(self._theme, "Values", values, below=True))

    def _common(self) -> None:
        step = self._step
        if not isinstance(step, grammar.Group):
            words, now = tuple(MISMATCH_WORDS.items()), step.on_mismatch
            box = DropBox(self._theme, words, now, lambda key: self._put("on_mismatch", key))
            self._lines.addWidget(Labelled(self._theme, "If it does not match", box, below=True))
        self._area("Comment", "comment", step.comment, hint="none")
        self._choice("Risk", "risk", _RISKS, step.risk)
        self._until("Wait first until something is so", "Wait until", "wait", step.wait)
        what = "Expect something after it"
        self._expected = self._until(what, "Expect that", "expect", step.expect)
        if step.pause_s:
            self._seconds("Pause when it is played slowly", "pause_s", step.pause_s)
        self._check("Stop here first (breakpoint, F9)", "breakpoint", value=step.breakpoint)
        self._check("Off: left out of a run (Space)", "off", value=step.off)

    def _until(self, words: str, name: str, field: str, until: Until | None) -> UntilField:
        def put(found: Until | None, key: str) -> None:
            self._put(field, found, key and f"{field} {key}")

        shown = UntilField(self._theme, words, name, until, self._params, put)
        self._lines.addWidget(shown)
        return shown

    def _add(self, word: str, control: QWidget) -> None:
        self._lines.addWidget(Labelled(self._theme, word, control))

    def _choice(self, word: str, name: str, choices: Sequence[tuple[str, str]], value: str) -> None:
        self._add(word, DropBox(self._theme, choices, value, lambda key: self._put(name, key)))

    def _number(self, word: str, name: str, bounds: tuple[int, int], value: int) -> None:
        self._add(word, NumberBox(self._theme, bounds, value, lambda n: self._put(name, n, name)))

    def _seconds(self, word: str, name: str, value: float) -> None:
        box = SecondsBox(self._theme, (0.0, MAX_WAIT_S), value, lambda s: self._put(name, s, name))
        self._add(word, box)

    def _line(self, word: str, name: str, value: str, *, hint: str = "") -> None:
        field = LineField(self._theme, word, value, lambda t: self._put(name, t), hint=hint)
        self._add(word, field)

    def _text(self, word: str, name: str, value: str, *, hint: str = "") -> None:
        field = TextField(
            self._theme, word, value, lambda t: self._put(name, t), self._params, hint=hint
        )
        self._lines.addWidget(Labelled(self._theme, word, field, below=True))

    def _area(self, word: str, name: str, value: str, *, hint: str = "") -> None:
        field = TextField(self._theme, word, value, lambda t: self._put(name, t), hint=hint)
        self._add(word, field)

    def _condition(self, word: str, name: str, condition: Condition) -> None:
        form = ConditionForm(
            self._theme, word, condition, self._params, lambda found: self._put(name, found)
        )
        self._lines.addWidget(heading(self._theme, word))
        self._lines.addWidget(form)

    def _check(self, words: str, name: str, *, value: bool) -> None:
        box = CheckBox(self._theme, words)
        box.setChecked(value)
        box.toggled.connect(lambda is_on: self._put(name, is_on))
        self._lines.addWidget(box)
